package domain

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

// withProperty returns the sets with one property set, or removed where value is nil. Sets and properties stay sorted;
// the given slices are not changed.
func withProperty(sets []PropertySet, set, name string, value *PropertyValue) []PropertySet {
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

// PropertySets is the form in which callers give properties: set name to property name to value.
type PropertySets map[string]map[string]PropertyValue

// JSONSchema describes the outer form only: the same three levels in every tool would cost each client more tokens than
// they explain. The inner form is checked when it is read.
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
				return Errorf(OutOfRange,
					"the name of property set %q must not contain a point, which separates set and property", set.Name)
			}
		}
	}
	return nil
}
