package ids

import (
	"regexp"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/ifc/ids/pattern"
)

// Value is a condition on a name or value: a plain text or a restriction.
type Value struct {
	Place       // place of the enclosing element, such as name or value
	Content     Place
	Simple      string
	Restriction *Restriction // nil for a plain text
}

// Restriction is an xs:restriction.
type Restriction struct {
	Place
	Base        string // base with the prefix xs:, or "" if it is no type of XML Schema
	StatedBase  string // base as the document has it
	Constraints []Constraint

	once     sync.Once
	patterns []*regexp.Regexp
}

// Constraint is one constraining facet of XML Schema.
type Constraint struct {
	Place
	Kind  string // kind of constraint: enumeration, pattern, minInclusive, ...
	Value string
}

// Plain returns a value that is a plain text.
func Plain(text string) *Value { return &Value{Simple: text} }

// OneOf returns a restriction that allows only the texts.
func OneOf(texts ...string) *Value {
	r := &Restriction{Base: "xs:string", StatedBase: "xs:string"}
	for _, t := range texts {
		r.Constraints = append(r.Constraints, Constraint{Kind: "enumeration", Value: t})
	}
	return &Value{Restriction: r}
}

// Discrete returns the texts that the value lists: its plain text, or the items of its enumeration.
func (v *Value) Discrete() []string {
	if v.Restriction == nil {
		return []string{v.Simple}
	}
	return v.Restriction.of("enumeration")
}

// MatchesText reports whether a text, such as a name, satisfies the value.
func (v *Value) MatchesText(text string) bool {
	if v.Restriction == nil {
		return v.Simple == text
	}
	return v.Matches(Datum{Sort: Text, Text: text})
}

// Matches reports whether a datum satisfies the value; a datum of sort Nothing never does.
func (v *Value) Matches(d Datum) bool {
	if v.Restriction == nil {
		return d.equals(v.Simple)
	}
	return d.Sort != Nothing && v.Restriction.accepts(d) && v.Restriction.bounds(d)
}

// MatchesAny reports whether a list or an enumerated property satisfies the value. One matching member is enough, but
// all members must lie within the bounds (property-facet.md).
func (v *Value) MatchesAny(all []Datum) bool {
	for _, d := range all {
		if v.Restriction != nil && !v.Restriction.bounds(d) {
			return false
		}
	}
	for _, d := range all {
		if v.Matches(d) {
			return true
		}
	}
	return false
}

// IsRange reports whether the value is a restriction with bounds.
func (v *Value) IsRange() bool {
	return v.Restriction != nil && len(v.Restriction.of("minInclusive", "maxInclusive",
		"minExclusive", "maxExclusive")) > 0
}

// of returns the values of constraints of some kinds.
func (r *Restriction) of(kinds ...string) []string {
	var out []string
	for _, c := range r.Constraints {
		for _, k := range kinds {
			if c.Kind == k {
				out = append(out, c.Value)
			}
		}
	}
	return out
}

// accepts checks all constraints except the bounds: one item of the enumeration, one of the patterns, and the lengths.
func (r *Restriction) accepts(d Datum) bool {
	enumerated, matched := false, false
	for _, c := range r.Constraints {
		switch c.Kind {
		case "enumeration":
			enumerated = true
			matched = matched || d.equals(c.Value)
		case "length", "minLength", "maxLength":
			if !lengthHolds(c, d) {
				return false
			}
		}
	}
	return (!enumerated || matched) && r.patternHolds(d)
}

// compile compiles the patterns; an invalid pattern matches nothing.
func (r *Restriction) compile() {
	for _, text := range r.of("pattern") {
		compiled, err := pattern.Compile(text)
		if err != nil {
			compiled = nil
		}
		r.patterns = append(r.patterns, compiled)
	}
}

// patternHolds reports whether one of the patterns matches; patterns match only texts.
func (r *Restriction) patternHolds(d Datum) bool {
	r.once.Do(r.compile)
	if len(r.patterns) == 0 {
		return true
	}
	for _, p := range r.patterns {
		if p != nil && d.Sort == Text && p.MatchString(d.Text) {
			return true
		}
	}
	return false
}

// String returns the value in words, for reports.
func (v *Value) String() string {
	if v.Restriction == nil {
		return v.Simple
	}
	var parts, enumerated []string
	for _, c := range v.Restriction.Constraints {
		switch c.Kind {
		case "enumeration":
			enumerated = append(enumerated, c.Value)
		case "annotation":
		default:
			parts = append(parts, spell(c))
		}
	}
	if len(enumerated) == 1 {
		parts = append(parts, enumerated[0])
	} else if len(enumerated) > 1 {
		parts = append(parts, "one of "+strings.Join(enumerated, ", "))
	}
	return strings.Join(parts, " and ")
}

// signs describe the constraints in words.
var signs = map[string]string{"minInclusive": ">= ", "maxInclusive": "<= ", "minExclusive": "> ",
	"maxExclusive": "< ", "pattern": "the pattern ",
	"length": "a length of ", "minLength": "a length of at least ", "maxLength": "a length of at most "}

func spell(c Constraint) string {
	if sign, ok := signs[c.Kind]; ok {
		return sign + c.Value
	}
	return c.Kind + " " + c.Value
}

// Only returns a value with only the constraints of one kind.
func (r *Restriction) Only(kind string) *Value {
	out := &Restriction{Place: r.Place, Base: r.Base, StatedBase: r.StatedBase}
	for _, c := range r.Constraints {
		if c.Kind == kind {
			out.Constraints = append(out.Constraints, c)
		}
	}
	return &Value{Restriction: out}
}

// CheckPattern returns an error if a text is no regular expression of XML Schema.
func CheckPattern(text string) error {
	_, err := pattern.Compile(text)
	return err
}
