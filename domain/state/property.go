package state

import (
	"slices"
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

// WithProperty returns the sets with one property changed to a value, or removed if the value is nil. Sets and
// properties stay sorted; the given slices are not changed.
func WithProperty(sets []PropertySet, set, name string, value *PropertyValue) []PropertySet {
	sets = slices.Clone(sets)
	i, found := slices.BinarySearchFunc(sets, set, func(s PropertySet,
		n string) int {
		return strings.Compare(s.Name, n)
	})
	if !found {
		if value == nil {
			return sets
		}
		sets = slices.Insert(sets, i, PropertySet{Name: set})
	}
	properties := slices.Clone(sets[i].Properties)
	k, exists := slices.BinarySearchFunc(properties, name,
		func(p Property, n string) int { return strings.Compare(p.Name, n) })
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
