package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// PropertySet is a named set of properties of an element or a type, sorted by name.
type PropertySet struct {
	Name       string     `json:"name"`
	Properties []Property `json:"properties"`
}

// Property is one value of a property set.
type Property struct {
	Name  string        `json:"name"`
	Value PropertyValue `json:"value"`
}

// PropertyValue is a JSON scalar: a string, a number or a boolean. Numbers keep the digits they were written with.
type PropertyValue struct{ raw string }

var errPropertyValue = errors.New("a property value is a string, a number or a boolean")

// MarshalJSON writes the scalar.
func (v PropertyValue) MarshalJSON() ([]byte, error) {
	if v.raw == "" {
		return []byte("null"), nil
	}
	return []byte(v.raw), nil
}

// UnmarshalJSON reads a scalar; arrays, objects and null are refused.
func (v *PropertyValue) UnmarshalJSON(b []byte) error {
	var value any
	if json.Unmarshal(b, &value) != nil { // also a number beyond all floats
		return errPropertyValue
	}
	switch value := value.(type) {
	case string:
		v.raw = string(mustJSON(value))
	case float64, bool:
		v.raw = string(bytes.TrimSpace(b))
	default:
		return errPropertyValue
	}
	return nil
}

// Any returns the value as a string, a float64 or a bool.
func (v PropertyValue) Any() any {
	if plain, ok := v.plain(); ok {
		return plain
	}
	var out any
	if json.Unmarshal([]byte(v.raw), &out) != nil {
		return nil
	}
	return out
}

// plain returns a value that means what it shows: true and false, and texts without anything that JSON may write otherwise.
func (v PropertyValue) plain() (any, bool) {
	switch last := len(v.raw) - 1; {
	case v.raw == "true":
		return true, true
	case v.raw == "false":
		return false, true
	case last > 0 && v.raw[0] == '"' && isPlain(v.raw[1:last]):
		return v.raw[1:last], true
	}
	return nil, false
}

// isPlain reports whether JSON writes a text as it is, between quotes.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}

// PropertyOf makes a value from a string, a number or a boolean.
func PropertyOf(v any) PropertyValue {
	switch v := v.(type) {
	case bool:
		return PropertyValue{strconv.FormatBool(v)}
	case string:
		if isPlain(v) {
			return PropertyValue{`"` + v + `"`}
		}
	}
	return PropertyValue{string(mustJSON(v))}
}

// Lookup returns a property of a list of sets.
func Lookup(sets []PropertySet, set, name string) (PropertyValue, bool) {
	for _, s := range sets {
		if s.Name != set {
			continue
		}
		for _, p := range s.Properties {
			if p.Name == name {
				return p.Value, true
			}
		}
	}
	return PropertyValue{}, false
}

// withProperty returns the sets with one property set, or removed where value is nil. Sets and properties stay sorted;
// the given slices are not changed.
func withProperty(sets []PropertySet, set, name string, value *PropertyValue) []PropertySet {
	sets = slices.Clone(sets)
	i, found := slices.BinarySearchFunc(sets, set, func(s PropertySet, n string) int { return strings.Compare(s.Name, n) })
	if !found {
		if value == nil {
			return sets
		}
		sets = slices.Insert(sets, i, PropertySet{Name: set})
	}
	properties := slices.Clone(sets[i].Properties)
	k, exists := slices.BinarySearchFunc(properties, name, func(p Property, n string) int { return strings.Compare(p.Name, n) })
	switch {
	case value == nil && exists:
		properties = slices.Delete(properties, k, k+1)
	case value != nil && exists:
		properties[k].Value = *value
	case value != nil:
		properties = slices.Insert(properties, k, Property{name, *value})
	}
	if len(properties) == 0 {
		return slices.Delete(sets, i, i+1)
	}
	sets[i].Properties = properties
	return sets
}

// PropertySets is the form in which callers give properties: set name to property name to value.
type PropertySets map[string]map[string]PropertyValue

// JSONSchema states the outer form only: the same three levels in every tool would cost each client more than they
// tell. What is inside is checked when it is read.
func (PropertySets) JSONSchema() string {
	return `{"type":"object"}`
}

// sorted returns the sets in their stored form.
func (p PropertySets) sorted() []PropertySet {
	var out []PropertySet
	for set, properties := range p {
		for name, value := range properties {
			out = withProperty(out, set, name, &value)
		}
	}
	return out
}

// check refuses empty names.
func (p PropertySets) check() error {
	for _, set := range p.sorted() {
		for _, property := range set.Properties {
			if strings.TrimSpace(set.Name) == "" || strings.TrimSpace(property.Name) == "" {
				return Errorf(OutOfRange, "a property set and a property need a name: %q.%q", set.Name, property.Name)
			}
			if strings.Contains(set.Name, ".") {
				return Errorf(OutOfRange, "the name of property set %q must not contain a point, which separates set and property", set.Name)
			}
		}
	}
	return nil
}

// JSONSchema states what a property value may be.
func (PropertyValue) JSONSchema() string {
	return `{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"}]}`
}
