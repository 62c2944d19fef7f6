package room

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Overhead is an element that may cover rooms: a floor, ceiling or roof with its underside. Its openings are not
// subtracted.
type Overhead struct {
	ID        state.ID
	Category  state.Category
	Plan      geometry.Region
	Facets    []geometry.Facet // the undersides, with normals that point up
	Low, High geometry.Point2  // the box of the plan
	Bottom    geometry.Length  // height of the lowest point of the undersides
	Top       geometry.Length  // height of the highest point
}

// OverheadSearch returns the elements that may cover rooms, lie over a box in plan, and reach between two heights. It
// may return more elements.
type OverheadSearch func(lo, hi geometry.Point2, from, to geometry.Length) []Overhead

// OverheadCategories are the categories whose elements can cover rooms.
var OverheadCategories = []state.Category{state.CategoryFloor, state.CategoryCeiling, state.CategoryRoof}

// OverheadOf returns the underside of a floor, ceiling or roof. ok is false for other elements, and for an element
// without an underside.
func OverheadOf(m *state.Model, e *state.Element) (o Overhead, ok bool) {
	if !slices.Contains(OverheadCategories, e.Category) {
		return Overhead{}, false
	}
	facets, plan, err := fabric.Surface(m, e, true)
	if err != nil || len(facets) == 0 || len(plan) == 0 {
		return Overhead{}, false
	}
	o = Overhead{ID: e.ID, Category: e.Category, Plan: plan, Facets: facets}
	o.Low, o.High = plan.Bounds()
	o.Bottom, o.Top, ok = cornerHeights(facets)
	return o, ok
}

// Overheads returns a search over all floors, ceilings and roofs of the model. Each search visits all of them.
func Overheads(m *state.Model) OverheadSearch {
	return func(lo, hi geometry.Point2, from, to geometry.Length) []Overhead {
		var out []Overhead
		eachOverhead(m, func(o Overhead) {
			if o.near(lo, hi, from, to) {
				out = append(out, o)
			}
		})
		return out
	}
}

func eachOverhead(m *state.Model, visit func(Overhead)) {
	for _, c := range OverheadCategories {
		for _, id := range m.OfCategory(c) {
			if e, ok := m.Element(id); ok {
				if o, ok := OverheadOf(m, e); ok {
					visit(o)
				}
			}
		}
	}
}

func (o Overhead) near(lo, hi geometry.Point2, from, to geometry.Length) bool {
	return o.Bottom <= to && o.Top >= from && o.Low.X < hi.X && o.High.X > lo.X && o.Low.Y < hi.Y && o.High.Y > lo.Y
}

// overRegion returns the part of the underside that lies over a region. It returns false if there is none, or if the
// part has more faces than MaxSurfaceFaces.
func (o Overhead) overRegion(region geometry.Region) (cover, bool) {
	c := cover{Overhead: o, over: geometry.Intersect(region, o.Plan)}
	if len(c.over) == 0 {
		return c, false
	}
	lo, hi := region.Bounds()
	for _, f := range o.Facets {
		flo, fhi := f.Plan.Bounds()
		if flo.X >= hi.X || fhi.X <= lo.X || flo.Y >= hi.Y || fhi.Y <= lo.Y {
			continue
		}
		for _, part := range geometry.Intersect(region, geometry.Region{f.Plan}) {
			c.cells = append(c.cells, geometry.Facet{Plan: part, Plane: f.Plane})
		}
	}
	if len(c.cells) == 0 || len(c.cells) > fabric.MaxSurfaceFaces {
		return c, false
	}
	var ok bool
	c.lowest, c.highest, ok = cornerHeights(c.cells)
	c.level = fabric.IsLevel(c.cells)
	return c, ok
}

// cornerHeights returns the heights of the lowest and the highest corner of facets, or false if a plane is too steep.
func cornerHeights(facets []geometry.Facet) (lowest, highest geometry.Length, ok bool) {
	first := true
	for _, f := range facets {
		for _, p := range f.Plan.Outer {
			z, err := f.Plane.HeightAt(p)
			if err != nil {
				return 0, 0, false
			}
			if first {
				lowest, highest, first = z, z, false
			}
			lowest, highest = min(lowest, z), max(highest, z)
		}
	}
	return lowest, highest, !first
}
