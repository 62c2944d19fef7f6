package geometry

import (
	"fmt"
)

// Facet is a part of a roof: the underside is the part of the plane over the plan polygon.
type Facet struct {
	Plan  Polygon `json:"plan"`
	Plane Plane   `json:"plane"`
}

// RoofShell returns the solid between the undersides of facets and the same surfaces raised by vertical, closed by
// vertical faces around the outside and around holes. Neighbouring facets share their edges, even if rounding moved
// their corners apart by up to SeamGap. The volume is the plan area times vertical, except for the rounding of heights.
// ErrFacetsOverlap reports facets that overlap in plan. ErrOpenSeam reports facets that meet in plan but differ in
// height by more than SeamTolerance. The other errors are ErrSteepPlane for vertical planes, ErrNoHeight for no
// thickness and ErrEmpty for no area.
func RoofShell(facets []Facet, vertical Length) (Solid, error) {
	if vertical <= 0 {
		return Solid{}, fmt.Errorf("a shell of %v mm: %w", vertical, ErrNoHeight)
	}
	r := roof{facets: facets, heights: map[Point2]Length{}, vertical: vertical}
	r.arrange()
	if err := r.checkOverlap(); err != nil {
		return Solid{}, err
	}
	faces, err := r.surfaces()
	if err != nil {
		return Solid{}, err
	}
	if len(faces) == 0 {
		return Solid{}, fmt.Errorf("a shell of %d facets: %w", len(facets), ErrEmpty)
	}
	return assembleSolid(World(), append(faces, facesOfPanels(r.panels())...))
}

// roof holds the arrangement of the facets in plan, each with a counter of its own, and the height of the underside
// over every vertex.
type roof struct {
	facets   []Facet
	vertical Length
	plan     *arrangement
	heights  map[Point2]Length
}

func (r *roof) arrange() {
	var segments []segment
	ranges := make([]counters, len(r.facets))
	for i, f := range r.facets {
		segments = appendRegion(segments, Region{f.Plan}, int32(i))
		ranges[i] = counters{int32(i), int32(i) + 1}
	}
	r.plan = arrange(closeGaps(segments, SeamGap), ranges)
}

func (r *roof) checkOverlap() error {
	for i, e := range r.plan.edges {
		first := -1
		for k, n := range r.plan.windingAbove(int32(i)) {
			switch {
			case n > 0 && first >= 0:
				return fmt.Errorf("facets %d and %d near %v: %w", first, k, e.lo, ErrFacetsOverlap)
			case n > 0:
				first = k
			}
		}
	}
	return nil
}

// surfaces returns underside and top of every facet and sets the heights.
func (r *roof) surfaces() ([]face3, error) {
	var out []face3
	for k := range r.facets {
		parts := Interrupt(nil).traceFaces(r.plan.boundary(func(w []int32) bool { return w[k] > 0 }))
		for _, p := range parts {
			if err := r.settle(k, p); err != nil {
				return nil, err
			}
			out = append(out, p.lifted(r.underside).flipped(), p.lifted(r.top))
		}
	}
	return out, nil
}

// settle sets the heights of the vertices of a facet; a vertex of an earlier facet keeps its height.
func (r *roof) settle(k int, p Polygon) error {
	for _, ring := range p.rings() {
		for _, q := range ring {
			z, err := r.facets[k].Plane.HeightAt(q)
			if err != nil {
				return fmt.Errorf("facet %d: %w", k, err)
			}
			settled, known := r.heights[q]
			if !known {
				r.heights[q] = z
			} else if (settled - z).Abs() > SeamTolerance {
				return fmt.Errorf("facet %d is at %v mm over %v, its neighbour at %v mm: %w",
					k, z, q, settled, ErrOpenSeam)
			}
		}
	}
	return nil
}

func (r *roof) underside(q Point2) Point3 { return q.At(r.heights[q]) }

func (r *roof) top(q Point2) Point3 { return q.At(r.heights[q] + r.vertical) }

// panels returns the vertical faces over the edges with facets on one side only.
func (r *roof) panels() []panel {
	var out []panel
	covered := func(w []int32) bool {
		for _, n := range w {
			if n > 0 {
				return true
			}
		}
		return false
	}
	for _, d := range r.plan.boundary(covered) {
		z0, z1 := r.heights[d.from], r.heights[d.to]
		out = append(out, newPanel(d, z0, z1, z0+r.vertical, z1+r.vertical))
	}
	return out
}
