package shape

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// SetsOf returns property sets in the form that commands take as arguments.
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

// PropertySets is the form in which callers give properties: for each name of a set, the values by the names of
// properties.
type PropertySets map[string]map[string]state.PropertyValue

// JSONSchema describes only the outer form. All three levels in the schema of every tool would cost each client more
// tokens than they are worth. The inner form is checked when the argument is read.
func (PropertySets) JSONSchema() string {
	return `{"type":"object"}`
}

// UnmarshalJSON reads sets, and properties named Set.Property beside them. For a property without a set it returns an
// error that shows the form.
func (p *PropertySets) UnmarshalJSON(text []byte) error {
	type plain PropertySets
	err := json.Unmarshal(text, (*plain)(p))
	var members map[string]json.RawMessage
	if err == nil || json.Unmarshal(text, &members) != nil {
		return err
	}
	sets, err := nested(members, err)
	if err != nil {
		return err
	}
	*p = sets
	return nil
}

// nested moves members named Set.Property into their sets. It returns an error if a member is neither such a property
// nor a set.
func nested(members map[string]json.RawMessage, failure error) (PropertySets, error) {
	sets := PropertySets{}
	add := func(set, name string, value state.PropertyValue) {
		if sets[set] == nil {
			sets[set] = map[string]state.PropertyValue{}
		}
		sets[set][name] = value
	}
	for _, member := range slices.Sorted(maps.Keys(members)) {
		var properties map[string]state.PropertyValue
		if json.Unmarshal(members[member], &properties) == nil {
			for name, value := range properties {
				add(member, name, value)
			}
			continue
		}
		var value state.PropertyValue
		if json.Unmarshal(members[member], &value) != nil {
			return nil, failure
		}
		set, name, both := strings.Cut(member, ".")
		if !both {
			return nil, fmt.Errorf("%q is a property without a set: give {set: {property: value}}, such as "+
				`{"Pset_DoorCommon": {"FireRating": "EI 30"}}`, member)
		}
		add(set, name, value)
	}
	return sets, nil
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

// Check refuses empty names, and names of sets with a point.
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
