package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Issue is one fault of a document: its place, as an RFC 6901 JSON pointer, and the reason.
type Issue struct {
	Pointer string `json:"pointer"`
	Reason  string `json:"reason"`
}

// maxShownBytes bounds how much of a refused value a reason quotes.
const maxShownBytes = 60

func sorted(issues []Issue) []Issue {
	slices.SortFunc(issues, func(a, b Issue) int {
		return cmp.Or(cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.Compact(issues)
}

// issuesOf flattens an error of the validator. root and doc provide the names and values around a fault.
func issuesOf(failure *jsonschema.ValidationError, root *jsonschema.Schema, doc any) []Issue {
	at := failure.InstanceLocation
	switch k := failure.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
		var out []Issue
		for _, cause := range failure.Causes {
			out = append(out, issuesOf(cause, root, doc)...)
		}
		return out
	case *kind.AnyOf, *kind.OneOf:
		return []Issue{{pointer(at), alternatives(failure, root, doc)}}
	case *kind.Required:
		return each(k.Missing, at, func(name string) string {
			return "required, but missing" +
				misspelt(name, at, root, doc)
		})
	case *kind.AdditionalProperties:
		known := propertyNames(root, at)
		return each(k.Properties, at, func(name string) string { return unknownName(name, known) })
	}
	return []Issue{{pointer(at), reason(failure.ErrorKind)}}
}

func each(names, at []string, say func(string) string) []Issue {
	out := make([]Issue, 0, len(names))
	for _, name := range names {
		out = append(out, Issue{pointer(append(slices.Clone(at), name)), say(name)})
	}
	return out
}

func alternatives(failure *jsonschema.ValidationError, root *jsonschema.Schema, doc any) string {
	var reasons []string
	for _, cause := range rightTypes(failure.Causes) {
		for _, issue := range issuesOf(cause, root, doc) {
			if !slices.Contains(reasons, issue.Reason) {
				reasons = append(reasons, issue.Reason)
			}
		}
	}
	if len(reasons) == 1 {
		return reasons[0]
	}
	return "fits none of the alternatives: " + strings.Join(reasons, "; ")
}

// rightTypes returns the alternatives whose type is that of the value, or all alternatives if there are none.
func rightTypes(causes []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	right := slices.DeleteFunc(slices.Clone(causes), func(c *jsonschema.ValidationError) bool { return wrongType(c) })
	if len(right) == 0 {
		return causes
	}
	return right
}

func wrongType(c *jsonschema.ValidationError) bool {
	for len(c.Causes) == 1 {
		c = c.Causes[0]
	}
	_, wrong := c.ErrorKind.(*kind.Type)
	return wrong && len(c.Causes) == 0
}

// elsewhere gives hints for arguments that callers often give in the wrong place.
var elsewhere = map[string]struct{ beside, says string }{
	"material":  {"type_id", "the type has it (define_type with layers), or set_properties sets it"},
	"location":  {"offset", "give offset, from the start of the wall to the near edge"},
	"top_level": {"height", "give height; attach lets a wall follow what is above"},
}

func unknownName(name string, known []string) string {
	text := "unknown name " + quote(name)
	if there, ok := elsewhere[name]; ok && slices.Contains(known, there.beside) {
		return text + ": " + there.says
	}
	if near := Nearest(name, known); near != "" {
		return text + "; did you mean " + quote(near) + "?"
	}
	if len(known) == 0 {
		return text + "; there are no arguments here"
	}
	return text + "; known are " + strings.Join(known, ", ")
}

// misspelt returns a hint at the given name that may be a misspelling of the missing one.
func misspelt(name string, at []string, root *jsonschema.Schema, doc any) string {
	object, _ := valueAt(doc, at).(map[string]any)
	known := propertyNames(root, at)
	var strange []string
	for given := range object {
		if !slices.Contains(known, given) {
			strange = append(strange, given)
		}
	}
	slices.Sort(strange)
	if near := Nearest(name, strange); near != "" {
		return "; " + quote(near) + " was given"
	}
	return ""
}

var english = message.NewPrinter(language.English)

// reason returns a description of the fault that a single keyword found.
func reason(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return "is of type " + k.Got + ", must be " + strings.Join(k.Want, " or ")
	case *kind.Enum:
		return enumReason(k)
	case *kind.MinLength:
		if k.Want == 1 {
			return "must not be empty"
		}
	case *kind.MaxLength:
		return fmt.Sprintf("has %d characters, must have at most %d", k.Got, k.Want)
	case *kind.MinItems:
		return fmt.Sprintf("has %d items, must have at least %d", k.Got, k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("has %d items, must have at most %d", k.Got, k.Want)
	case *kind.Minimum:
		return "is below the minimum " + k.Want.RatString()
	case *kind.Maximum:
		return "is above the maximum " + k.Want.RatString()
	case *kind.Format:
		return show(k.Got) + " is not a " + k.Want
	}
	return k.LocalizedString(english)
}

func enumReason(k *kind.Enum) string {
	names := make([]string, 0, len(k.Want))
	for _, w := range k.Want {
		names = append(names, fmt.Sprint(w))
	}
	text := show(k.Got) + " is not one of " + strings.Join(names, ", ")
	if got, ok := k.Got.(string); ok {
		if near := Nearest(got, names); near != "" {
			return text + "; did you mean " + quote(near) + "?"
		}
	}
	return text
}

func show(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "the value"
	}
	return clip(string(text))
}

func quote(s string) string { return clip(strconv.Quote(s)) }

func clip(s string) string {
	if len(s) <= maxShownBytes {
		return s
	}
	return strings.ToValidUTF8(s[:maxShownBytes], "") + "..."
}

// propertyNames returns the sorted names that an object at a place may have.
func propertyNames(s *jsonschema.Schema, at []string) []string {
	for _, token := range at {
		if s = step(s, token); s == nil {
			return nil
		}
	}
	names := make([]string, 0, len(s.Properties))
	for name := range s.Properties {
		names = append(names, name)
	}
	for _, alternative := range s.AnyOf {
		names = append(names, propertyNames(alternative, nil)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// step returns the schema of a member or an item.
func step(s *jsonschema.Schema, token string) *jsonschema.Schema {
	if p := s.Properties[token]; p != nil {
		return p
	}
	if s.Items2020 != nil {
		return s.Items2020
	}
	for _, alternative := range s.AnyOf {
		if found := step(alternative, token); found != nil {
			return found
		}
	}
	additional, _ := s.AdditionalProperties.(*jsonschema.Schema)
	return additional
}

func valueAt(doc any, at []string) any {
	for _, token := range at {
		switch v := doc.(type) {
		case map[string]any:
			doc = v[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i >= len(v) {
				return nil
			}
			doc = v[i]
		default:
			return nil
		}
	}
	return doc
}

// unusableNumbers finds numbers that a float64 cannot represent. The validator compares exactly, and would use memory
// in proportion to the exponent.
func unusableNumbers(v any, at []string, out []Issue) []Issue {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		if err != nil || math.IsInf(f, 0) || tinyExponent(string(v)) {
			return append(out, Issue{pointer(at), "the number is too large or too small to be used"})
		}
	case []any:
		for i, item := range v {
			out = unusableNumbers(item, append(at[:len(at):len(at)], strconv.Itoa(i)), out)
		}
	case map[string]any:
		for name, member := range v {
			out = unusableNumbers(member, append(at[:len(at):len(at)], name), out)
		}
	}
	return out
}

// smallestExponent is the exponent of the smallest positive float64, 4.9e-324.
const smallestExponent = -324

func tinyExponent(number string) bool {
	i := strings.IndexAny(number, "eE")
	if i < 0 {
		return false
	}
	exponent, err := strconv.Atoi(number[i+1:])
	return err != nil || exponent < smallestExponent
}
