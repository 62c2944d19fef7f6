package shape

import (
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// SetsOf returns property sets in the form of the arguments of a command.
func SetsOf(sets []state.PropertySet) PropertySets {
	out := PropertySets{}
	for _, s := range sets {
		out[s.Name] = map[string]state.PropertyValue{}
		for _, p := range s.Properties {
			out[s.Name][p.Name] = p.Value
		}
	}
	return out
}

// PropertySets is the form in which callers give properties: set name to property name to value.
type PropertySets map[string]map[string]state.PropertyValue

// JSONSchema describes the outer form only: the same three levels in every tool would cost each client more tokens than
// they explain. The inner form is checked when it is read.
func (PropertySets) JSONSchema() string {
	return `{"type":"object"}`
}

// Sorted returns the sets in their stored form.
func (p PropertySets) Sorted() []state.PropertySet {
	var out []state.PropertySet
	for set, properties := range p {
		for name, value := range properties {
			out = state.WithProperty(out, set, name, &value)
		}
	}
	return out
}

// Check refuses empty names.
func (p PropertySets) Check() error {
	for _, set := range p.Sorted() {
		for _, property := range set.Properties {
			if strings.TrimSpace(set.Name) == "" || strings.TrimSpace(property.Name) == "" {
				return state.Errorf(state.OutOfRange, "a property set and a property need a name: %q.%q", set.Name,
					property.Name)
			}
			if strings.Contains(set.Name, ".") {
				return state.Errorf(state.OutOfRange,
					"the name of property set %q must not contain a point, which separates set and property", set.Name)
			}
		}
	}
	return nil
}
