package geometry

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/geo/r3"
)

// skeleton divides a plan among the edges of a ring with hollow corners. Over each edge, and over each track of a
// hollow corner in the planes of its two edges, lies a slab: the strip of the plane that rises from there, at right
// angles to the edge. The roof is the lower envelope of all slabs (S. Cheng, A. Vigneron, Motorcycle graphs and
// straight skeletons, 2007, theorem 1). All planes have one slope, so a plane is the lower one where its edge is
// nearer.
type skeleton struct {
	stop   Interrupt
	ring   Ring // gives the planes
	edges  []skeletonEdge
	slabs  []roofSlab
	many   bool   // whether only near slabs are looked at on the grid
	origin Point2 // the first corner of the eaves
}

// skeletonEdge is an edge of the ring's eaves, from its first corner on, in micrometres from the first corner of all.
type skeletonEdge struct {
	from, along, inward r3.Vector
	length              float64
	plane               int // the first edge that has the same plane
	gable               bool
}

// roofSlab is the plan of a strip of the plane over an edge.
type roofSlab struct {
	edge   int
	area   Region
	foot   [2]r3.Vector // the ends of the stretch from which it rises
	convex convexPart   // the area
	sides  []halfPlane
	box    partBox
}

func newSkeleton(stop Interrupt, ring, eaves Ring, gable []bool, many bool) *skeleton {
	s := &skeleton{stop: stop, ring: ring, edges: make([]skeletonEdge, len(eaves)), many: many, origin: eaves[0]}
	for i, p := range eaves {
		q := eaves.after(i)
		d := Direction(ring[i], ring.after(i))
		e := skeletonEdge{from: p.Sub(eaves[0]).At(0).Vector(), along: d, inward: r3.Vector{X: -d.Y, Y: d.X},
			length: norm(q.Sub(p).At(0).Vector()), plane: i,
			gable: gable[i]}
		for k := range i {
			if s.samePlane(&e, &s.edges[k]) {
				e.plane = s.edges[k].plane
				break
			}
		}
		s.edges[i] = e
	}
	lo, hi := eaves.bounds()
	reach := float64(Distance(lo, hi)) + 1
	for i := range s.edges {
		e := &s.edges[i]
		s.addSlab(i, e.from, e.from.Add(Times(e.along, e.length)), reach)
	}
	for _, t := range s.tracks() {
		end := t.crash
		if math.IsInf(end, 1) {
			end = t.begin + reach
		}
		s.addSlab(t.left, t.from, t.at(end), reach)
		s.addSlab(t.right, t.from, t.at(end), reach)
	}
	return s
}

// samePlane reports whether two edges run the same way on one line.
func (s *skeleton) samePlane(a, b *skeletonEdge) bool {
	return Dot(a.along, b.along) > 0 && math.Abs(Cross(a.along, b.along).Z) < sameDirection &&
		math.Abs(Dot(b.inward, a.from.Sub(b.from))) <= meetTolerance
}

// addSlab adds the slab that rises from a stretch between two points in the plane over an edge, if it has one.
func (s *skeleton) addSlab(edge int, from, to r3.Vector, reach float64) {
	e := &s.edges[edge]
	if e.gable {
		return
	}
	if Dot(e.along, to.Sub(from)) < 0 {
		from, to = to, from
	}
	up := Times(e.inward, reach)
	ring := Ring{}
	for _, v := range []r3.Vector{from, to, to.Add(up), from.Add(up)} {
		ring = append(ring, s.toGrid(v))
	}
	if p, err := NewPolygon(ring); err == nil { // a stretch that rises straight up the plane has no width
		slab := roofSlab{edge: edge, area: Region{p}, foot: [2]r3.Vector{from, to}}
		for _, q := range p.Outer {
			slab.convex = append(slab.convex, s.fromOrigin(q))
		}
		slab.sides, slab.box = slab.convex.sides(), boxOf(slab.convex)
		s.slabs = append(s.slabs, slab)
	}
}

// faces returns the part of a plan where the slabs of each edge are the lowest. What lies outside the eaves' corners,
// where a sharp one is cut off, is nobody's.
func (s *skeleton) faces(plan Region) []Region {
	parts := make([][]Region, len(s.edges))
	for i := range s.slabs {
		if s.stop.Now() {
			return nil
		}
		if r := s.lowest(i, plan); len(r) > 0 {
			plane := s.edges[s.slabs[i].edge].plane
			parts[plane] = append(parts[plane], r)
		}
	}
	out := make([]Region, len(s.edges))
	for i, p := range parts {
		if s.stop.Now() {
			return nil
		}
		if len(p) > 1 {
			p[0] = UnionWithin(SeamGap, p...)
		}
		if len(p) > 0 {
			whole := p[0].withoutSteps()
			out[i] = withoutSlivers(Subtract(whole, whole.beside(out[:i])...)) // rounded corners may overlap
		}
	}
	return out
}

// lowest returns the part of a plan where a slab is the lowest.
func (s *skeleton) lowest(i int, plan Region) Region {
	if s.many {
		return s.lowestAmongMany(i, plan)
	}
	mine := &s.slabs[i]
	e := &s.edges[mine.edge]
	out := Intersect(plan, mine.area)
	for k := range s.slabs {
		other := &s.slabs[k]
		f := &s.edges[other.edge]
		if len(out) == 0 {
			return nil
		}
		if f.plane == e.plane || boxesApart(out, other.area) {
			continue
		}
		lower := other.area
		if a, b, ok := s.ring.bisector(f.plane, e.plane); ok {
			if !out.reaches(a, b) {
				continue
			}
			lower = ClipHalfPlane(lower, a, b)
		} else if Dot(f.inward, e.from.Sub(f.from)) >= 0 {
			continue // both rise the same way, the other one from farther in front
		}
		if len(lower) > 0 {
			out = withoutSlivers(Subtract(out, lower))
		}
	}
	return withoutSlivers(out)
}

// order returns the numbers of the slabs that reach a part of the plan of slab i, the nearest to its foot first.
func (s *skeleton) order(i int, part convexPart) []int {
	type gap struct {
		slab int
		away float64
	}
	foot := s.slabs[i].foot
	middle := Times(foot[0].Add(foot[1]), 0.5)
	box := boxOf(part)
	var gaps []gap
	for k := range s.slabs {
		if other := &s.slabs[k]; k != i && !box.apart(other.box) && !part.beyond(other.sides, 0) {
			gaps = append(gaps, gap{k, gapToStretch(middle, other.foot)})
		}
	}
	slices.SortFunc(gaps, func(a, b gap) int {
		return cmp.Or(cmp.Compare(a.away, b.away), cmp.Compare(a.slab, b.slab))
	})
	out := make([]int, len(gaps))
	for k, g := range gaps {
		out[k] = g.slab
	}
	return out
}

// gapToStretch returns the distance of a point from a stretch.
func gapToStretch(p r3.Vector, ends [2]r3.Vector) float64 {
	along := ends[1].Sub(ends[0])
	size := Dot(along, along)
	if size == 0 {
		return gap3(p, ends[0])
	}
	t := min(max(Dot(p.Sub(ends[0]), along)/size, 0), 1)
	return gap3(p, ends[0].Add(Times(along, t)))
}

// beside returns the regions that come near to this one. What is farther away than roundings reach neither cuts it nor
// moves its corners.
func (r Region) beside(all []Region) (out []Region) {
	const near = 16 // micrometres
	lo, hi := r.Bounds()
	for _, other := range all {
		if len(other) == 0 {
			continue
		}
		from, to := other.Bounds()
		if from.X <= hi.X+near && from.Y <= hi.Y+near && to.X >= lo.X-near && to.Y >= lo.Y-near {
			out = append(out, other)
		}
	}
	return out
}

// reaches reports whether a region has a corner to the left of a line, farther than what rounding moves it by.
func (r Region) reaches(a, b Point2) bool {
	const rounded = 2 // micrometres: of the corner and of the line
	ab := b.Sub(a)
	beyond := rounded * norm(ab.At(0).Vector())
	for _, p := range r {
		for _, q := range p.Outer {
			if cross2(ab, q.Sub(a)).float() > beyond {
				return true
			}
		}
	}
	return false
}

// boxesApart reports whether the boxes around two regions have no area in common.
func boxesApart(a, b Region) bool {
	lo, hi := a.Bounds()
	from, to := b.Bounds()
	return from.X >= hi.X || from.Y >= hi.Y || to.X <= lo.X || to.Y <= lo.Y
}

// withoutSlivers leaves out what is narrower than SeamGap, as rounding makes it along a line on which two slabs meet.
func withoutSlivers(r Region) Region {
	out := r[:0]
	for _, p := range r {
		if p.doubleArea().float() > float64(p.perimeter()*float64(SeamGap)) {
			out = append(out, p)
		}
	}
	return out
}
