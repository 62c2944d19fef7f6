package rules

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// noSection is the missing fact that is reported for a member that has a body but no parameters.
const noSection = "cross section (body only)"

// made reports whether a member has a material that the rule names. lacks names the missing fact if its material is not
// known.
func (s *subjects) made(e *state.Element, r *Rule) (ok bool, lacks string) {
	wanted := r.condition("material")
	if wanted == nil {
		return true, ""
	}
	m := s.view.Model
	var names []string
	add := func(id state.ID) {
		if material, ok := m.Material(id); ok {
			names = append(names, strings.ToLower(material.Category), strings.ToLower(material.Name))
		}
	}
	add(e.MaterialID)
	if t, ok := m.Type(e.TypeID); ok && len(names) == 0 {
		add(t.MaterialID)
		for _, l := range t.Layers {
			add(l.MaterialID)
		}
	}
	if len(names) == 0 {
		return false, "material of the " + string(e.Category)
	}
	return slices.ContainsFunc(names, func(n string) bool {
		return slices.ContainsFunc(wanted, func(w string) bool { return strings.Contains(n, w) })
	}), ""
}

// members measures the elements of a category that have the rule's material.
func (s *subjects) members(c state.Category, r *Rule, f func(e *state.Element) Measurement) ([]Measurement, error) {
	return s.each(c, func(e *state.Element) []Measurement {
		ok, lacks := s.made(e, r)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case !ok:
			return nil
		}
		return []Measurement{f(e)}
	})
}

// sides returns the sides of a member's section, the short side first, or false if the section is not known.
func (s *subjects) sides(e *state.Element) (short, long, length geometry.Length, ok bool) {
	if state.FixedOf(e) != nil {
		return 0, 0, 0, false
	}
	shape, err := shape.MemberShapeOf(s.view.Model, e)
	if err != nil {
		return 0, 0, 0, false
	}
	region, err := shape.Profile.Region()
	if err != nil {
		return 0, 0, 0, false
	}
	lo, hi := region.Bounds()
	w, d := hi.X-lo.X, hi.Y-lo.Y
	return min(w, d), max(w, d), shape.Length, min(w, d) > 0
}

// beamSpanToDepth measures a beam's length divided by the depth of its section (EN 1992-1-1 5.3.1(3)). It takes the
// length as the span.
func beamSpanToDepth(s *subjects, r *Rule) ([]Measurement, error) {
	return s.members(state.CategoryBeam, r, func(e *state.Element) Measurement {
		shape, err := shape.MemberShapeOf(s.view.Model, e)
		if err != nil || state.FixedOf(e) != nil {
			return missing(e, noSection)
		}
		region, err := shape.Profile.Region()
		if err != nil {
			return missing(e, noSection)
		}
		lo, hi := region.Bounds()
		m := of(e, shape.Length.M()/(hi.Y-lo.Y).M(), "length by depth of the section").in(s.middleOf(e))
		m.Assumed = "the span is the beam's length"
		return m
	})
}

// columnSideRatio measures the long side of a column's section divided by the short side (EN 1992-1-1 5.3.1(7)).
func columnSideRatio(s *subjects, r *Rule) ([]Measurement, error) {
	return s.members(state.CategoryColumn, r, func(e *state.Element) Measurement {
		short, long, _, ok := s.sides(e)
		if !ok {
			return missing(e, noSection)
		}
		return of(e, long.M()/short.M(), "long side by short side of the section").in(s.middleOf(e))
	})
}

// slabSideToThickness measures the least width of a slab's plan divided by its thickness (EN 1992-1-1 5.3.1(4)). The
// least width is the diameter of the largest circle in the plan.
func slabSideToThickness(s *subjects, r *Rule) ([]Measurement, error) {
	return s.members(state.CategoryFloor, r, func(e *state.Element) Measurement {
		floor, ok := e.Params.(*fabric.Floor)
		thickness := geometry.Length(0)
		if ok && floor.Fixed == nil {
			thickness = fabric.FloorThickness(s.view.Model, e)
		}
		polygon, err := geometry.NewPolygon(outlineOf(floor))
		if thickness == 0 || err != nil {
			return missing(e, noSection)
		}
		c, err := clearance.LargestCircle(geometry.Region{polygon})
		if err != nil {
			return missing(e, noSection)
		}
		return of(e, (2*c.Radius).M()/thickness.M(), "largest circle in the plan by the thickness").in(s.middleOf(e))
	})
}

func outlineOf(f *fabric.Floor) geometry.Ring {
	if f == nil {
		return nil
	}
	return f.Boundary
}

const (
	// footGap is the greatest gap between a bearing element and a column's foot or a beam's end: the thickness of
	// mortar and bearings.
	footGap = 20 * geometry.Millimetre

	// footDepth is the thickness of the slice above the foot whose plan is taken as the foot.
	footDepth = 10 * geometry.Millimetre
)

// bearers returns the plan of the bearing elements between two heights under an element: the union of their bodies,
// without the element itself.
func (s *subjects) bearers(e *state.Element, lo, hi geometry.Point2, from, to geometry.Length) geometry.Region {
	var parts []geometry.Region
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(from), Max: hi.At(to)}) {
		other, ok := s.view.Model.Element(hit.ID)
		if !ok || hit.ID == e.ID || !bears[other.Category] {
			continue
		}
		parts = append(parts, s.shadow(hit.ID, from, to))
	}
	return s.stop().Union(parts...)
}

// bears lists the categories that can bear other elements.
var bears = map[state.Category]bool{
	state.CategoryWall: true, state.CategoryFloor: true, state.CategoryColumn: true, state.CategoryBeam: true,
	state.CategoryFooting: true,
	state.CategoryProxy:   true, state.CategoryStair: true, state.CategoryRoof: true, state.CategoryRamp: true,
}

// columnFootSupport measures the share of a column's foot that stands on another element within 20 mm.
func columnFootSupport(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryColumn, func(e *state.Element) []Measurement {
		body, err := s.body(e.ID)
		if err != nil || len(body) == 0 {
			return []Measurement{missing(e, "body of the column")}
		}
		box := body.Bounds()
		foot := body.Shadow(box.Min.Z, box.Min.Z+footDepth)
		if len(foot) == 0 {
			return []Measurement{missing(e, "body of the column")}
		}
		lo, hi := foot.Bounds()
		under := s.bearers(e, lo, hi, box.Min.Z-footGap, box.Min.Z)
		part := s.stop().Intersect(foot, under).Area() / foot.Area()
		return []Measurement{of(e, part, "part of the foot over what stands within 20 mm below").in(
			foot.Centroid().At(box.Min.Z))}
	})
}
