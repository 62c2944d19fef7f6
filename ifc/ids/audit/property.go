package audit

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

func (a *auditor) property(f *ids.Property) []filter {
	a.form(f.Set)
	a.form(f.BaseName)
	a.form(f.Value)
	invalid := func(*space) filter { return filter{} }
	switch {
	case f.Set == nil:
		a.add(NoValue, f.Place, "the property has no propertySet")
		return a.each(invalid)
	case f.BaseName == nil:
		a.add(NoValue, f.Place, "the property has no baseName")
		return a.each(invalid)
	case f.DataType == "" && !blank(f.Value):
		a.add(ValueWithoutType, f.Place, "a property with a value needs a dataType")
		return a.each(invalid)
	}
	return a.each(func(s *space) filter { return a.propertyIn(f, s) })
}

func (a *auditor) propertyIn(f *ids.Property, s *space) filter {
	out := filter{valid: true}
	if !required(&f.Common) {
		out.classes = s.withProperties()
		out.valid = a.dataType(f, nil, s)
	} else if sets := s.standardSets(f.Set); len(sets) > 0 {
		types, ok := a.standardProperty(f, sets, s)
		if !ok {
			return filter{}
		}
		out.classes = s.setClasses(sets)
		out.valid = a.dataType(f, types, s)
	} else if prefix := s.reserved(f.Set); prefix != "" {
		a.add(ReservedPrefix, f.Place, "%s has no property set %q: names that begin with %s are for the standard",
			s.version, f.Set.String(), prefix)
		return filter{}
	} else {
		out.valid = a.dataType(f, nil, s)
	}
	if out.valid && f.DataType != "" && f.Value != nil {
		if base, _ := ids.BaseOf(s.schema, f.DataType); base != "" {
			out.valid = a.typed(f.Value, []string{base}, s)
		}
	}
	return out
}

// dataType checks that the data type is one that the standard gives to the property, or else any type of the schema.
func (a *auditor) dataType(f *ids.Property, types []string, s *space) bool {
	if f.DataType == "" {
		return true
	}
	if len(types) > 0 {
		for _, t := range types {
			if t == f.DataType {
				return true
			}
		}
		a.add(UnknownName, f.Place, "dataType %s: the property is %s in %s", f.DataType,
			strings.Join(types, " or "), s.version)
		return false
	}
	if _, ok := ids.BaseOf(s.schema, f.DataType); !ok {
		a.add(UnknownName, f.Place, "%s has no data type %s", s.version, f.DataType)
		return false
	}
	return true
}

// reserved returns the standard's prefix (Pset_ or Qto_) that a set name begins with, or "". IFC2X3 has no published
// quantity sets, so any Qto_ name is allowed there.
func (s *space) reserved(set *ids.Value) string {
	for _, text := range set.Discrete() {
		for _, prefix := range []string{"Pset_", "Qto_"} {
			if strings.HasPrefix(text, prefix) && (prefix == "Pset_" || len(s.schema.QuantitySets()) > 0) {
				return prefix
			}
		}
	}
	return ""
}
