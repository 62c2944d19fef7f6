package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// rounded is a curved wall that a plan cuts. Chains measure the furthest points of its outer face, and the places where
// straight faces meet it, but not its chords.
type rounded struct {
	element *state.Element
	plan    fabric.WallPlan
	radius  geometry.Length // of its line; negative for a right turn
	centre  geometry.Point2
}

// addRounded records a cut wall if it is curved.
func (p *plan) addRounded(e *state.Element) {
	if n := len(p.rounded); e.Category != state.CategoryWall || n > 0 && p.rounded[n-1].element == e {
		return // it is called for each solid of the wall
	}
	plan, err := fabric.WallPlanOf(p.model, e.ID)
	if err != nil || !plan.Curved() {
		return
	}
	radius, _ := plan.Radius()
	centre := plan.Frame.Point(geometry.Point3{Y: radius}).XY()
	p.rounded = append(p.rounded, rounded{e, plan, radius, centre})
}

// faces returns the radii of the inner and the outer face.
func (r rounded) faces() (inner, outer geometry.Length) {
	if r.radius < 0 {
		return r.plan.YMin - r.radius, r.plan.YMax - r.radius
	}
	return r.radius - r.plan.YMax, r.radius - r.plan.YMin
}

// furthest returns the point of the outer face that reaches furthest to a side. It returns false if the arc does not
// pass through that point.
func (r rounded) furthest(s side) (geometry.Point2, bool) {
	_, outer := r.faces()
	o := s.outward()
	at := geometry.Point2{X: r.centre.X + o.X*outer, Y: r.centre.Y + o.Y*outer}
	along, _ := r.plan.Place(at)
	return at, along >= 0 && along <= r.plan.Length
}

// onPaper is the possible error of a place in the building that is computed from a place on paper. Coordinates on paper
// are rounded by up to half a micrometre in either direction.
func (p *plan) onPaper() geometry.Length { return p.real(geometry.Micrometre) }

// isChord reports whether a line of the building between two points is a chord of a face of a curved wall.
func (p *plan) isChord(a, b geometry.Point2) bool {
	within := geometry.ChordTolerance + p.onPaper() // a join that ends at a chord lies beside the face
	return slices.ContainsFunc(p.rounded, func(r rounded) bool {
		return slices.ContainsFunc([]geometry.Length{r.plan.YMin, r.plan.YMax}, func(face geometry.Length) bool {
			return !slices.ContainsFunc([]geometry.Point2{a, b}, func(q geometry.Point2) bool {
				along, across := r.plan.Place(q)
				return (across-face).Abs() > within || along < -within || along > r.plan.Length+within
			})
		})
	})
}

// closedFaces returns the cut area of walls, on paper. Openings in curved walls are closed, and so are curtain walls
// between their mullions.
func (p *plan) closedFaces() geometry.Region {
	if len(p.rounded)+len(p.curtains) == 0 {
		return p.walls
	}
	all := []geometry.Region{p.walls}
	for _, c := range p.curtains {
		all = append(all, p.region(c.closed))
	}
	for _, r := range p.rounded {
		all = append(all, p.region(r.plan.World()))
	}
	return geometry.Interrupt(p.stop).UnionWithin(seam, all...)
}

// wallBounds returns the smallest rectangle around the cut walls, on paper. Curved walls count as if they had no
// openings, and as far as their arcs reach.
func (p *plan) wallBounds() (lo, hi paper.Point) {
	lo, hi = p.walls.Bounds()
	for _, r := range p.rounded {
		a, b := p.region(r.plan.World()).Bounds()
		lo, hi = min2(lo, a), max2(hi, b)
		for s := south; s <= west; s++ {
			if at, ok := r.furthest(s); ok {
				lo, hi = min2(lo, p.at(at)), max2(hi, p.at(at))
			}
		}
	}
	return lo, hi
}

// reaches returns the points along a side at which curved walls reach furthest to either end of the side. A point
// counts only if no wall lies around it or between it and the side.
func (p *plan) reaches(s side) []geometry.Length {
	var out []geometry.Length
	o, far := s.outward(), p.farSide(s)
	for _, r := range p.rounded {
		for _, end := range []side{(s + 1) % 4, (s + 3) % 4} {
			at, ok := r.furthest(end)
			if !ok {
				continue
			}
			beyond := end.outward()
			start := p.at(at).Add(paper.Point{X: beyond.X * seam, Y: beyond.Y * seam})
			ray := segment{start, start.Add(paper.Point{X: o.X * far, Y: o.Y * far})}
			if p.walls.Contains(start) == geometry.Outside && !p.inRoom(start) && clearRay(p.barrier, ray) &&
				clearRay(p.wallSides(), ray) {
				out = append(out, s.along(at))
			}
		}
	}
	return out
}

// endsRound reports whether a face that looks to the side ends at the nth corner of a ring because a curved wall begins
// there. The curved wall may begin before or after the corner. Between them may lie sides that are too short to be
// seen, such as those of a mitre.
func (p *plan) endsRound(s side, ring geometry.Ring, n int) bool {
	if len(p.rounded) == 0 {
		return false
	}
	c := ring[n]
	for _, way := range []int{1, len(ring) - 1} {
		face := ring[(n+len(ring)-way)%len(ring)]
		if s.across(face) != s.across(c) || s.along(face) == s.along(c) ||
			p.isChord(p.inBuilding(face), p.inBuilding(c)) {
			continue
		}
		from, to := n, (n+way)%len(ring)
		for to != n && (segment{c, ring[to]}).length() < float64(leastLine) {
			from, to = to, (to+way)%len(ring)
		}
		if p.isChord(p.inBuilding(ring[from]), p.inBuilding(ring[to])) {
			return true
		}
	}
	return false
}

// inBuilding returns the place in the building for a place on paper.
func (p *plan) inBuilding(q paper.Point) geometry.Point2 {
	return geometry.Point2{X: p.real(q.X), Y: p.real(q.Y)}
}
