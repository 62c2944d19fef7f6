package building

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/step"
)

// Remainder is what a file says beside what the description has a place for, so that a report can name it.
type Remainder struct {
	NoLengthUnit bool         // lengths are taken as metres
	Project      int          // attributes of the project other than name and description
	CRS          int          // attributes of coordinate reference systems other than their names
	Systems      int          // attributes of classification systems other than their names
	Quantities   []ClassCount // of products, by class
	Histories    int          // products that say who made them
}

// Remainder returns what a file says beside its description.
func (s *Source) Remainder() Remainder {
	t := Remainder{NoLengthUnit: !s.hasLengthUnit}
	counts := map[string]int{}
	kinds, names := s.index.Kinds()
	acts, asked := make([]func(*step.Instance), len(names)), make([]bool, len(names))
	for i, kind := range kinds {
		in := &s.file.Instances[i]
		if !asked[kind] {
			acts[kind], asked[kind] = s.remaining(in, &t, counts), true
		}
		if act := acts[kind]; act != nil {
			act(in)
		}
	}
	for class, n := range counts {
		t.Quantities = append(t.Quantities, ClassCount{class, n})
	}
	slices.SortFunc(t.Quantities, func(a, b ClassCount) int { return strings.Compare(a.Class, b.Class) })
	return t
}

// remaining returns how instances of a class are counted, nil for not at all.
func (s *Source) remaining(in *step.Instance, t *Remainder, quantities map[string]int) func(*step.Instance) {
	count := func(n *int, attributes ...string) func(*step.Instance) {
		return func(in *step.Instance) {
			for _, a := range attributes {
				if v := s.value(in, a); v != step.Value(step.Null{}) && v != step.Value(step.String("")) {
					*n++
				}
			}
		}
	}
	switch {
	case s.isA(in, "IfcProject"):
		return count(&t.Project, "GlobalId", "LongName", "Phase", "ObjectType")
	case s.isA(in, "IfcCoordinateReferenceSystem"):
		return count(&t.CRS, "Description", "GeodeticDatum", "VerticalDatum", "MapProjection", "MapZone")
	case s.isA(in, "IfcClassification"):
		return count(&t.Systems, "Source", "Edition", "EditionDate", "Description", "Location", "Specification")
	case s.isA(in, "IfcProduct"):
		return count(&t.Histories, "OwnerHistory")
	case s.isA(in, "IfcRelDefinesByProperties"):
		return func(in *step.Instance) {
			for _, set := range s.many(in, "RelatingPropertyDefinition") {
				s.countQuantities(s.many(set, "Quantities"), len(s.many(in, "RelatedObjects")), quantities, 0,
					!isBase(strings.TrimSpace(s.text(set, "Name"))))
			}
		}
	}
	return nil
}

// countQuantities counts quantities once for each object that has them; of complex ones those that they are made of. Of
// sets that are kept only these are left.
func (s *Source) countQuantities(list []*step.Instance, objects int, counts map[string]int, depth int, kept bool) {
	for _, q := range list {
		if inner := s.many(q, "HasQuantities"); len(inner) > 0 && depth < maxDepth {
			s.countQuantities(inner, objects, counts, depth+1, false)
			continue
		}
		if kept && measure.OfQuantity(s.className(q)) != "" {
			continue
		}
		counts[s.className(q)] += objects
	}
}

// Looks is what the representations of a product say beside their geometry.
type Looks struct {
	Shapes []string // identifiers of representations other than that of the body
	Styles []string // colours as #rrggbb, with what is said of transparency and sides, each once
	Layers []string // names of presentation layers, each once
}

// Looks returns what the representations of a product say beside their geometry, each in the order of the file.
func (s *Source) Looks(p *Product) Looks {
	if s.layers == nil {
		s.readLayers()
	}
	var out Looks
	for _, r := range s.many(s.one(s.index.Instance(p.Number), "Representation"), "Representations") {
		switch identifier := s.text(r, "RepresentationIdentifier"); identifier {
		case "", "Body", "Facetation", "Body-FallBack":
			out.Styles = s.stylesOf(r, out.Styles, 0)
		default:
			out.Shapes = append(out.Shapes, identifier)
		}
		out.Layers = s.layersOf(r, out.Layers, 0)
	}
	return out
}

// readLayers notes which layers and styles representations and items have.
func (s *Source) readLayers() {
	s.layers, s.styles = map[int][]string{}, map[int][]*step.Instance{}
	for i := range s.file.Instances {
		in := &s.file.Instances[i]
		switch {
		case s.isA(in, "IfcPresentationLayerAssignment"):
			for _, item := range s.many(in, "AssignedItems") {
				s.layers[item.ID] = append(s.layers[item.ID], s.text(in, "Name"))
			}
		case s.isA(in, "IfcStyledItem"):
			if item := s.one(in, "Item"); item != nil {
				s.styles[item.ID] = append(s.styles[item.ID], in)
			}
		}
	}
}

func (s *Source) stylesOf(r *step.Instance, out []string, depth int) []string {
	for _, item := range s.many(r, "Items") {
		if source := s.one(item, "MappingSource"); source != nil && depth < maxDepth {
			out = s.stylesOf(s.one(source, "MappedRepresentation"), out, depth+1)
		}
		for _, styled := range s.styles[item.ID] {
			for _, style := range s.many(styled, "Styles") {
				for _, surface := range append(s.many(style, "Styles"), style) {
					if s.isA(surface, "IfcSurfaceStyle") {
						out = withText(out, s.styleOf(surface))
					}
				}
			}
		}
	}
	return out
}

// styleOf returns the colour of a surface style; of one that is transparent or has one side, with that.
func (s *Source) styleOf(surface *step.Instance) string {
	out := ""
	for _, shading := range s.many(surface, "Styles") {
		if rgb := s.one(shading, "SurfaceColour"); rgb != nil {
			out = s.rgb(rgb)
			if v, ok := s.number(shading, "Transparency"); ok && v != 0 {
				out += fmt.Sprintf(" transparency %g", v)
			}
			break
		}
	}
	if side := s.text(surface, "Side"); side != "BOTH" {
		out += " side " + side
	}
	return out
}

func (s *Source) layersOf(r *step.Instance, out []string, depth int) []string {
	if r == nil {
		return out
	}
	for _, name := range s.layers[r.ID] {
		out = withText(out, name)
	}
	for _, item := range s.many(r, "Items") {
		for _, name := range s.layers[item.ID] {
			out = withText(out, name)
		}
		if source := s.one(item, "MappingSource"); source != nil && depth < maxDepth {
			out = s.layersOf(s.one(source, "MappedRepresentation"), out, depth+1)
		}
	}
	return out
}

// withText adds a text to a list that does not hold it.
func withText(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
