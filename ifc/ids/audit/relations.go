package audit

import (
	"maps"
	"slices"

	"github.com/bimstream/bimstream/ifc/ids"
)

// relation is a relationship entity that partOf can follow, with its attributes for the whole and for the part.
type relation struct{ entity, whole, part string }

var relations = map[string][]relation{
	ids.Aggregates:     {{"IfcRelAggregates", "RelatingObject", "RelatedObjects"}},
	ids.Nests:          {{"IfcRelNests", "RelatingObject", "RelatedObjects"}},
	ids.AssignsToGroup: {{"IfcRelAssignsToGroup", "RelatingGroup", "RelatedObjects"}},
	ids.Contained:      {{"IfcRelContainedInSpatialStructure", "RelatingStructure", "RelatedElements"}},
	ids.VoidsAndFills: {{"IfcRelVoidsElement", "RelatingBuildingElement", "RelatedOpeningElement"},
		{"IfcRelFillsElement", "RelatingOpeningElement", "RelatedBuildingElement"}},
}

func (a *auditor) partOf(f *ids.PartOf) []filter {
	if f.Whole == nil {
		a.add(EmptyText, f.Place, "partOf has no entity")
		return a.each(func(*space) filter { return filter{} })
	}
	wholes := a.entity(f.Whole)
	links := relations[f.Relation]
	if len(links) == 0 || !required(&f.Common) {
		return a.each(func(*space) filter { return filter{valid: true} })
	}
	out := make([]filter, len(a.space))
	for i, s := range a.space {
		parts, owners := classes{}, classes{}
		for _, l := range links {
			maps.Copy(parts, s.belowAttribute(l.entity, l.part))
			maps.Copy(owners, s.belowAttribute(l.entity, l.whole))
		}
		out[i] = filter{parts, true}
		if wholes[i].valid && intersect(owners, wholes[i].classes).impossible() {
			a.add(Incompatible, f.Place, "%s cannot be the whole of %s in %s", f.Whole.Name, f.Relation, s.version)
			out[i] = filter{}
		}
	}
	return out
}

func (a *auditor) classification(f *ids.Classification) []filter {
	a.form(f.Value)
	a.form(f.System)
	if blank(f.System) {
		a.add(EmptyText, f.Place, "the classification names no system")
	}
	return a.each(func(s *space) filter {
		out := s.belowAttribute("IfcRelAssociatesClassification", "RelatedObjects")
		maps.Copy(out, s.belowAttribute("IfcExternalReferenceRelationship", "RelatedResourceObjects"))
		return filter{out, true}
	})
}

func (a *auditor) material(f *ids.Material) []filter {
	a.form(f.Value)
	return a.each(func(s *space) filter {
		return filter{s.belowAttribute("IfcRelAssociatesMaterial", "RelatedObjects"), true}
	})
}

// required reports whether a facet must match. A facet with an unknown cardinality need not match.
func required(c *ids.Common) bool {
	return c.Cardinality == ids.Required && (!c.IsStated || c.Stated == string(ids.Required))
}

// cardinality checks that the cardinality of a requirement suits the content of the facet.
func (a *auditor) cardinality(f ids.Facet) {
	c := f.Shared()
	_, noOptional := f.(*ids.PartOf)
	known := []string{string(ids.Required), string(ids.Prohibited), string(ids.Optional)}
	if noOptional {
		known = known[:2]
	}
	if c.IsStated && !slices.Contains(known, c.Stated) {
		a.add(BadCardinality, c.Place, "cardinality %q is none of %v", c.Stated, known)
		return
	}
	var why string
	switch f := f.(type) {
	case *ids.Attribute:
		why = optionalNeeds(c, f.Value)
	case *ids.Classification:
		why = optionalNeeds(c, f.Value)
	case *ids.Material:
		why = optionalNeeds(c, f.Value)
	case *ids.Property:
		if c.Cardinality == ids.Optional && f.DataType == "" {
			why = "an optional property needs a dataType"
		} else if c.Cardinality == ids.Prohibited && f.DataType != "" {
			why = "a prohibited property cannot have a dataType"
		}
	}
	if why != "" {
		a.add(CardinalityMisplaced, c.Place, "%s", why)
	}
}

func optionalNeeds(c *ids.Common, v *ids.Value) string {
	if c.Cardinality == ids.Optional && blank(v) {
		return "an optional facet needs a value: without one nothing can fail"
	}
	return ""
}
