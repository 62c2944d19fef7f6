package audit

import (
	"slices"

	"github.com/bimstream/bimstream/ifc/ids"
)

const userDefined = "USERDEFINED"

func (a *auditor) entity(f *ids.Entity) []filter {
	a.form(f.Name)
	a.form(f.PredefinedType)
	if f.Name == nil {
		a.add(NoValue, f.Place, "the entity has no name")
		return a.each(func(*space) filter { return filter{} })
	}
	valid := a.everyName(f.Name, func(s *space) []string { return s.names }, "class")
	if f.PredefinedType != nil {
		valid = a.everyName(f.PredefinedType, (*space).allPredefined, "predefined type") && valid
	}
	out := a.each(func(s *space) filter {
		names, ok := a.names(f.Name, s.names, "class", s)
		if !ok {
			return filter{}
		}
		return filter{s.named(names), a.predefinedType(f, names, s)}
	})
	for i := range out {
		out[i].valid = out[i].valid && valid
	}
	return out
}

// predefinedType checks that all classes share the predefined type. Classes that can be user defined accept any text.
func (a *auditor) predefinedType(f *ids.Entity, names []string, s *space) bool {
	if f.PredefinedType == nil {
		return true
	}
	var shared []string
	for i, n := range names {
		items := s.predefinedOf(n)
		if i == 0 {
			shared = slices.Clone(items)
			continue
		}
		shared = slices.DeleteFunc(shared, func(item string) bool { return !slices.Contains(items, item) })
	}
	if slices.Contains(shared, userDefined) {
		return true
	}
	_, ok := a.names(f.PredefinedType, shared, "predefined type", s)
	return ok
}

// predefinedOf returns the predefined types of a class. A name from the agreement for IFC2X3 has the predefined types
// of its type class.
func (s *space) predefinedOf(name string) []string {
	if m, ok := ids.Mapped2X3()[name]; ok && s.version == "IFC2X3" {
		return s.predefined[m.Type]
	}
	return s.predefined[name]
}

// allPredefined returns the predefined types of all classes.
func (s *space) allPredefined() []string {
	var out []string
	for _, n := range s.names {
		out = append(out, s.predefinedOf(n)...)
	}
	return out
}
