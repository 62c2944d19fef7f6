package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// rounded is a curved wall that a plan cuts. Chains measure where its outer face reaches furthest, and where straight
// faces end at it; never its chords.
type rounded struct {
	element *state.Element
	plan    fabric.WallPlan
	radius  geometry.Length // of its line, negative where it turns right
	centre  geometry.Point2
}

// addRounded notes a wall that is cut, if it is curved.
func (p *plan) addRounded(e *state.Element) {
	if n := len(p.rounded); e.Category != state.CategoryWall || n > 0 && p.rounded[n-1].element == e {
		return // each of its solids brings it
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

// furthest returns the point of the outer face that reaches furthest to a side; false where the arc has none there.
func (r rounded) furthest(s side) (geometry.Point2, bool) {
	_, outer := r.faces()
	o := s.outward()
	at := geometry.Point2{X: r.centre.X + o.X*outer, Y: r.centre.Y + o.Y*outer}
	along, _ := r.plan.Place(at)
	return at, along >= 0 && along <= r.plan.Length
}

// onPaper is by how much a place in the building that is read off the paper may be another one: coordinates on paper
// are rounded to half a micrometre in either direction.
func (p *plan) onPaper() geometry.Length { return p.real(geometry.Micrometre) }

// isChord reports whether a line of the building between two points is a chord of a face of a curved wall.
func (p *plan) isChord(a, b geometry.Point2) bool {
	within := geometry.ChordTolerance + p.onPaper() // where a join ends at a chord it lies beside the face
	return slices.ContainsFunc(p.rounded, func(r rounded) bool {
		return slices.ContainsFunc([]geometry.Length{r.plan.YMin, r.plan.YMax}, func(face geometry.Length) bool {
			return !slices.ContainsFunc([]geometry.Point2{a, b}, func(q geometry.Point2) bool {
				along, across := r.plan.Place(q)
				return (across-face).Abs() > within || along < -within || along > r.plan.Length+within
			})
		})
	})
}

// closedFaces returns what is cut of walls, on paper, with curved ones closed where openings are, and curtain walls
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

// wallBounds returns the smallest rectangle around the walls that are cut, on paper, curved ones without the openings
// in them and as far as their arcs reach.
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

// reaches returns where, along a side, curved walls reach furthest to either of its ends, if no wall lies around or
// before that place.
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

// endsRound says whether a face that looks to a side ends at the nth corner of a ring where a curved wall begins,
// before it or around a rounded corner. Sides that are not seen, as a mitre may leave, lie between without harm.
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

// inBuilding returns the place in the building of one on paper.
func (p *plan) inBuilding(q paper.Point) geometry.Point2 {
	return geometry.Point2{X: p.real(q.X), Y: p.real(q.Y)}
}
