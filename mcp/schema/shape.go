package schema

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// shape is a schema with the few keywords that derived schemas use, for accepting documents fast. Most documents
// conform, and scanning the text takes a tenth of the time of parsing and validating values. A document that a shape
// does not accept may still conform: the library decides then, and describes the faults.
type shape struct {
	kinds        kinds
	anyOf        []*shape
	enum         map[string]bool   // strings with their quotes; nil allows all
	notEmpty     bool              // a string has at least one character
	longest      int               // maximum number of characters of a string
	dateTime     bool              // a string must be a date-time
	low, high    float64           // bounds of a number
	members      map[string]member // by the name with its quotes
	required     uint64            // bits of the required members
	rest         *shape            // for members without their own schema; nil allows none
	items        *shape
	fewest, most int // bounds on the number of items
	mostMembers  int
}

type member struct {
	shape *shape
	bit   uint64
}

// kinds is a set of JSON types.
type kinds uint8

const (
	object kinds = 1 << iota
	array
	text
	number
	whole // a number without a fraction
	boolean
	null
)

var kindNames = map[string]kinds{
	"object": object, "array": array, "string": text, "number": number | whole, "integer": whole,
	"boolean": boolean, "null": null,
}

// everything allows every value.
var everything = &shape{
	kinds: object | array | text | number | whole | boolean | null, low: math.Inf(-1),
	high: math.Inf(1), most: math.MaxInt,
	longest: math.MaxInt, mostMembers: math.MaxInt,
}

func init() { everything.rest, everything.items = everything, everything }

// accepts reports whether the document certainly conforms.
func (s *shape) accepts(d []byte) bool {
	end, ok := s.match(d, skipSpace(d, 0), maxDepth)
	return ok && skipSpace(d, end) == len(d)
}

// match returns the end of the value at i; ok reports whether the value certainly conforms.
func (s *shape) match(d []byte, i, depth int) (end int, ok bool) {
	if i >= len(d) || depth == 0 {
		return 0, false
	}
	for _, alternative := range s.anyOf {
		if end, ok = alternative.match(d, i, depth-1); ok {
			return end, true
		}
	}
	if len(s.anyOf) > 0 {
		return 0, false
	}
	switch d[i] {
	case '{':
		return s.matchObject(d, i, depth)
	case '[':
		return s.matchArray(d, i, depth)
	case '"':
		return s.matchString(d, i)
	case 't':
		return s.matchWord(d, i, "true", boolean)
	case 'f':
		return s.matchWord(d, i, "false", boolean)
	case 'n':
		return s.matchWord(d, i, "null", null)
	}
	return s.matchNumber(d, i)
}

func (s *shape) matchWord(d []byte, i int, word string, kind kinds) (end int, ok bool) {
	end, ok = endOfWord(d, i, word)
	return end, ok && s.kinds&kind != 0 && s.enum == nil
}

func (s *shape) matchObject(d []byte, i, depth int) (end int, ok bool) {
	seen, n := uint64(0), 0
	end, ok = members(d, i, func(name []byte, value int) (int, bool) {
		n++
		m, known := s.members[string(name)]
		switch {
		case known && seen&m.bit != 0: // repeated; the library decides which value is used
			return 0, false
		case known:
			seen |= m.bit
			return m.shape.match(d, value, depth-1)
		case s.rest == nil:
			return 0, false
		}
		return s.rest.match(d, value, depth-1)
	})
	return end, ok && s.kinds&object != 0 && s.enum == nil && seen&s.required == s.required && n <= s.mostMembers
}

func (s *shape) matchArray(d []byte, i, depth int) (end int, ok bool) {
	n := 0
	end, ok = items(d, i, func(item int) (int, bool) {
		n++
		return s.items.match(d, item, depth-1)
	})
	return end, ok && s.kinds&array != 0 && s.enum == nil && n >= s.fewest && n <= s.most
}

func (s *shape) matchString(d []byte, i int) (end int, ok bool) {
	end, plain, ok := endOfString(d, i)
	if !ok || s.kinds&text == 0 {
		return 0, false
	}
	content := d[i:end]
	switch {
	case s.notEmpty && len(content) == len(`""`),
		len(content)-len(`""`) > s.longest && utf8.RuneCount(content)-len(`""`) > s.longest, // escapes count as more
		s.enum != nil && !(plain && s.enum[string(content)]),
		s.dateTime && !(plain && isMoment(content[1:len(content)-1])):
		return 0, false
	}
	return end, true
}

// certainDigits is how many digits a float64 always distinguishes.
const certainDigits = 15

func (s *shape) matchNumber(d []byte, i int) (end int, ok bool) {
	end, isWhole, ok := endOfNumber(d, i)
	if !ok || s.enum != nil || s.kinds&(number|whole) == 0 || s.kinds&number == 0 && !isWhole {
		return 0, false
	}
	if math.IsInf(s.low, -1) && math.IsInf(s.high, 1) {
		return end, true
	}
	if end-i > certainDigits {
		return 0, false
	}
	v, err := strconv.ParseFloat(string(d[i:end]), 64)
	return end, err == nil && v >= s.low && v <= s.high
}

// isMoment reports whether a text is an RFC 3339 date-time in the form that Go writes for UTC. It accepts only days up
// to 28, which every month has.
func isMoment(d []byte) bool {
	const pattern = "0000-00-00T00:00:00"
	if len(d) <= len(pattern) || d[len(d)-1] != 'Z' {
		return false
	}
	for i := range pattern {
		if digit := d[i] >= '0' && d[i] <= '9'; digit != (pattern[i] == '0') || !digit && d[i] != pattern[i] {
			return false
		}
	}
	two := func(i int) int { return int(d[i]-'0')*10 + int(d[i+1]-'0') }
	month, day := two(5), two(8)
	if month < 1 || month > 12 || day < 1 || day > 28 || two(11) > 23 || two(14) > 59 || two(17) > 59 {
		return false
	}
	fraction := d[len(pattern) : len(d)-1]
	return len(fraction) == 0 || len(fraction) > 1 && fraction[0] == '.' && endOfDigits(fraction, 1) == len(fraction)
}

// keywords are the schema keywords that a shape supports.
type keywords struct {
	Type                 string                     `json:"type"`
	Description          string                     `json:"description"`
	AnyOf                []json.RawMessage          `json:"anyOf"`
	Not                  *struct{ Type string }     `json:"not"`
	Enum                 []string                   `json:"enum"`
	Format               string                     `json:"format"`
	MinLength            int                        `json:"minLength"`
	MaxLength            *int                       `json:"maxLength"`
	Minimum              *float64                   `json:"minimum"`
	Maximum              *float64                   `json:"maximum"`
	Properties           map[string]json.RawMessage `json:"properties"`
	Required             []string                   `json:"required"`
	AdditionalProperties json.RawMessage            `json:"additionalProperties"`
	MaxProperties        *int                       `json:"maxProperties"`
	Items                json.RawMessage            `json:"items"`
	MinItems             int                        `json:"minItems"`
	MaxItems             *int                       `json:"maxItems"`
}

// never accepts nothing. It is the shape of a schema with unsupported keywords.
var never = &shape{}

// newShape returns the shape of a schema.
func newShape(schema []byte) *shape {
	switch string(schema) {
	case "true":
		return everything
	case "false":
		return never
	}
	var k keywords
	d := json.NewDecoder(bytes.NewReader(schema))
	d.DisallowUnknownFields()
	if d.Decode(&k) != nil || !k.ordinary() {
		return never
	}
	if len(k.AnyOf) > 0 {
		s := &shape{}
		for _, alternative := range k.AnyOf {
			s.anyOf = append(s.anyOf, newShape(alternative))
		}
		return s
	}
	s := *everything
	if k.Type != "" {
		s.kinds = kindNames[k.Type]
	}
	if k.Not != nil {
		s.kinds &^= null
	}
	s.takeString(&k)
	s.low, s.high = valueOr(k.Minimum, math.Inf(-1)), valueOr(k.Maximum, math.Inf(1))
	s.takeMembers(&k)
	if k.Items != nil {
		s.items = newShape(k.Items)
	}
	s.fewest, s.most = k.MinItems, valueOr(k.MaxItems, math.MaxInt)
	s.mostMembers = valueOr(k.MaxProperties, math.MaxInt)
	return &s
}

// maxMembers is the number of members that the bits of a shape can represent.
const maxMembers = 64

// ordinary reports whether a shape can represent the combination of keywords.
func (k *keywords) ordinary() bool {
	alone := k.Type == "" && k.Enum == nil && k.Properties == nil && k.Required == nil &&
		k.AdditionalProperties == nil && k.Items == nil
	return (len(k.AnyOf) == 0 || alone) && (k.Type == "" || kindNames[k.Type] != 0) &&
		len(k.Properties) <= maxMembers &&
		k.MinLength <= 1 && (k.Not == nil || k.Not.Type == "null") && (k.Format == "" || k.Format == "date-time")
}

func (s *shape) takeString(k *keywords) {
	s.notEmpty, s.longest, s.dateTime = k.MinLength > 0, valueOr(k.MaxLength, math.MaxInt), k.Format != ""
	if k.Enum != nil {
		s.enum = map[string]bool{}
	}
	for _, value := range k.Enum {
		s.enum[`"`+value+`"`] = true
	}
}

func (s *shape) takeMembers(k *keywords) {
	s.members = map[string]member{}
	for name, schema := range k.Properties {
		s.members[`"`+name+`"`] = member{newShape(schema), 1 << len(s.members)}
	}
	for _, name := range k.Required {
		m, ok := s.members[`"`+name+`"`]
		if !ok {
			m = member{never, 1 << (maxMembers - 1)}
			s.members[`"`+name+`"`] = m
		}
		s.required |= m.bit
	}
	switch string(k.AdditionalProperties) {
	case "", "true":
	case "false":
		s.rest = nil
	default:
		s.rest = newShape(k.AdditionalProperties)
	}
}

func valueOr[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}
