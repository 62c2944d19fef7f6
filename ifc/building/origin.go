package building

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/record"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Record returns an instance as a record without some of its own attributes, or "" if it cannot be recorded.
func (s *Source) Record(number int, without ...string) string {
	in := s.index.Instance(number)
	if in == nil {
		return ""
	}
	out, ok := record.Of(record.File{
		Instance: func(ref step.Ref) *step.Instance { return s.index.Instance(int(ref)) },
		Entity:   s.entity,
		Type:     s.schema.Type,
		Length:   s.millimetresOf,
	}, in, without...)
	if !ok {
		return ""
	}
	return out
}

// millimetresOf returns the millimetres of one unit of a type, and whether the type is a length.
func (s *Source) millimetresOf(t *schema.Type) (float64, bool) {
	length, known := s.schema.Type("IfcLengthMeasure")
	return s.Millimetres(), known && t.Is(length)
}

// OwnerHistory returns the number of an instance's owner history, 0 for none.
func (s *Source) OwnerHistory(number int) int {
	if in := s.one(s.index.Instance(number), "OwnerHistory"); s.isA(in, "IfcOwnerHistory") {
		return in.ID
	}
	return 0
}

// Instances returns the numbers of the instances of a class and of its subtypes, in the order of the file.
func (s *Source) Instances(class string) (out []int) {
	for i := range s.file.Instances {
		if in := &s.file.Instances[i]; s.isA(in, class) {
			out = append(out, in.ID)
		}
	}
	return out
}

// TextOf returns a text attribute of an instance, "" for none.
func (s *Source) TextOf(number int, attribute string) string {
	return s.text(s.index.Instance(number), attribute)
}

// isBodyName reports whether an identifier of a representation denotes a body.
func isBodyName(identifier string) bool {
	return slices.Contains(bodyNames, strings.ToLower(identifier))
}

// OtherShapes returns the identifiers of a product's representations other than its body.
func (s *Source) OtherShapes(p *Product) (out []string) {
	for _, r := range s.many(s.one(s.index.Instance(p.Number), "Representation"), "Representations") {
		if identifier := s.text(r, "RepresentationIdentifier"); !isBodyName(identifier) {
			if kind := s.text(r, "RepresentationType"); identifier == axisName && !strings.HasPrefix(kind, "Curve") &&
				kind != "GeometricCurveSet" && kind != "" {
				identifier += " of " + kind // other kinds of items than lines, unlike the axes of elements
			}
			out = append(out, identifier)
		}
	}
	return out
}

// axisName is the identifier of the line that an element follows.
const axisName = "Axis"

// looks holds the layers and styles of representations and their items.
type looks struct {
	layers   map[int][]int // numbers of presentation layers, by the number of the item on them
	styles   map[int]int   // numbers of surface styles, by the number of the item
	curves   map[int]int   // numbers of curve styles, by the number of the item
	material map[int]bool  // surface styles that belong to a material
}

// readLooks returns the layers and styles of the file, which it reads once.
func (s *Source) readLooks() *looks {
	if s.looks != nil {
		return s.looks
	}
	s.looks = &looks{layers: map[int][]int{}, styles: map[int]int{}, curves: map[int]int{},
		material: map[int]bool{}}
	for i := range s.file.Instances {
		in := &s.file.Instances[i]
		switch {
		case s.isA(in, "IfcPresentationLayerAssignment"):
			for _, item := range s.many(in, "AssignedItems") {
				s.looks.layers[item.ID] = append(s.looks.layers[item.ID], in.ID)
			}
		case s.isA(in, "IfcStyledItem"):
			surface := s.surfaceStyle(in)
			if item := s.one(in, "Item"); item != nil && surface != 0 && s.looks.styles[item.ID] == 0 {
				s.looks.styles[item.ID] = surface
			} else if item == nil && surface != 0 {
				s.looks.material[surface] = true
			}
			if item, style := s.one(in, "Item"), s.curveStyle(in); item != nil && style != 0 &&
				s.looks.curves[item.ID] == 0 {
				s.looks.curves[item.ID] = style
			}
		}
	}
	return s.looks
}

// surfaceStyle returns the first surface style of a styled item, 0 for none.
func (s *Source) surfaceStyle(styled *step.Instance) int {
	for _, style := range s.many(styled, "Styles") {
		for _, surface := range append(s.many(style, "Styles"), style) {
			if s.isA(surface, "IfcSurfaceStyle") {
				return surface.ID
			}
		}
	}
	return 0
}

// Layers returns the numbers of the presentation layers of a product's representations and of their items.
func (s *Source) Layers(p *Product) (out []int) {
	s.readLooks()
	seen := map[int]bool{}
	for _, r := range s.many(s.one(s.index.Instance(p.Number), "Representation"), "Representations") {
		s.eachDrawn(r, seen, 0, func(in *step.Instance) { out = withNumbers(out, s.looks.layers[in.ID]) })
	}
	return out
}

// eachDrawn calls f for a representation, for its items, and for the mapped representations with their items. It visits
// each representation once, because the number of paths to it through maps of maps may grow without bound.
func (s *Source) eachDrawn(r *step.Instance, seen map[int]bool, depth int, f func(in *step.Instance)) {
	if r == nil || seen[r.ID] || depth > maxDepth {
		return
	}
	seen[r.ID] = true
	f(r)
	for _, item := range s.many(r, "Items") {
		f(item)
		s.eachDrawn(s.one(s.one(item, "MappingSource"), "MappedRepresentation"), seen, depth+1, f)
	}
}

func withNumbers(list, more []int) []int {
	for _, n := range more {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// Styles returns the numbers of all surface styles on the items of a product's body, without duplicates.
func (s *Source) Styles(p *Product) (out []int) {
	s.readLooks()
	s.eachDrawn(s.representation(p, bodyNames), map[int]bool{}, 0, func(in *step.Instance) {
		if style := s.styled(in); style != 0 {
			out = withNumbers(out, []int{style})
		}
	})
	return out
}

// styled returns the surface style of an item, 0 for none. A boolean without a style has the style of its first
// operand.
func (s *Source) styled(item *step.Instance) int {
	for range maxDepth {
		if item == nil {
			return 0
		}
		if style := s.looks.styles[item.ID]; style != 0 {
			return style
		}
		item = s.one(item, "FirstOperand")
	}
	return 0
}

// IsOfMaterial reports whether a surface style belongs to a material.
func (s *Source) IsOfMaterial(style int) bool { return s.readLooks().material[style] }

// StyleOf returns the number of the surface style of an item of a body; 0 for none. It is the style of the outermost
// mapped item that has a style, otherwise the style of the item itself.
func (s *Source) StyleOf(item Solid) int {
	s.readLooks()
	for _, mapped := range slices.Backward(item.mapped) {
		if style := s.styled(s.index.Instance(mapped)); style != 0 {
			return style
		}
	}
	return s.styled(s.index.Instance(item.Number))
}

// ItemStyles returns the number of the surface style of each item of a product's body, 0 for none. It omits items that
// the file declares as not closed.
func (s *Source) ItemStyles(p *Product) []int { return s.itemStyles(p, false) }

// OpenItemStyles returns the styles of the items that the file declares as not closed.
func (s *Source) OpenItemStyles(p *Product) []int { return s.itemStyles(p, true) }

func (s *Source) itemStyles(p *Product, open bool) (out []int) {
	s.readLooks()
	for _, item := range s.many(s.representation(p, bodyNames), "Items") {
		if s.saysOpen(item) == open {
			out = append(out, s.styled(item))
		}
	}
	return out
}

// saysOpen reports whether the file declares an item as a surface that is not closed.
func (s *Source) saysOpen(item *step.Instance) bool {
	if s.isA(item, "IfcTessellatedFaceSet") {
		return s.value(item, "Closed") == step.Value(step.False)
	}
	return s.isSheet(item)
}

// Colour returns the colour of a surface style as #rrggbb. It returns "" if the style has more than a colour:
// transparency, or a single side.
func (s *Source) Colour(style int) string {
	surface := s.index.Instance(style)
	if s.text(surface, "Side") != "BOTH" {
		return ""
	}
	for _, shading := range s.many(surface, "Styles") {
		if rgb := s.one(shading, "SurfaceColour"); rgb != nil {
			if v, ok := s.number(shading, "Transparency"); ok && v != 0 {
				return ""
			}
			return s.rgb(rgb)
		}
	}
	return ""
}
