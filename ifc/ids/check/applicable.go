package check

import (
	"slices"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/schema"
)

// applicable returns the instances that match all facets of the applicability, in the order of their numbers.
func (m *Model) applicable(s *ids.Specification) []*instance {
	facets := slices.Clone(s.Applicability.Facets)
	if len(facets) == 0 {
		return nil
	}
	var out []*instance
	for _, id := range m.candidates(facets) {
		m.goOn()
		in := m.get(id)
		if in != nil && !slices.ContainsFunc(facets, func(f ids.Facet) bool {
			return m.compare(f, in).verdict !=
				match
		}) {
			out = append(out, in)
		}
	}
	return out
}

// candidates returns the instances of all classes that could match every facet, so that no other instance is decoded.
func (m *Model) candidates(facets []ids.Facet) []int {
	var out []int
	for _, c := range m.present() {
		if !slices.ContainsFunc(facets, func(f ids.Facet) bool { return !m.mayHold(f, c) }) {
			out = append(out, m.doc.Named(c.name)...)
		}
	}
	slices.Sort(out)
	return out
}

// mayHold reports whether an instance of the class could match the facet.
func (m *Model) mayHold(f ids.Facet, c *class) bool {
	switch f := f.(type) {
	case *ids.Entity:
		return f.Name != nil && (f.Name.MatchesText(c.name) || m.mayBeMapped(f.Name, c))
	case *ids.Attribute:
		return f.Name != nil && slices.ContainsFunc(c.attributes,
			func(a schema.Attribute) bool { return f.Name.MatchesText(a.Name) })
	case *ids.Property:
		return c.entity.IsA("IfcObjectDefinition") || c.entity.IsA("IfcMaterial") ||
			c.entity.IsA("IfcMaterialDefinition") || c.entity.IsA("IfcProfileDef")
	case *ids.PartOf, *ids.Material:
		return c.entity.IsA("IfcRoot")
	}
	return true // resources may have a classification too
}

// mayBeMapped reports whether the class is the occurrence class of a name from the agreement for IFC2X3.
func (m *Model) mayBeMapped(name *ids.Value, c *class) bool {
	if m.schema.Name != "IFC2X3" {
		return false
	}
	for mapped, to := range ids.Mapped2X3() {
		if to.Occurrence == c.name && name.MatchesText(mapped) {
			return true
		}
	}
	return false
}
