package clearance

import (
	"container/heap"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// FarthestTolerance is the greatest difference between the distance of the returned place and the distance of the
// farthest place. A hundredth of a metre is a thousandth of the shortest travel distance that a rule sets as a limit (9
// m).
const FarthestTolerance = 10 * geometry.Millimetre

// maxPieces bounds the search for the farthest place. The search halves pieces until they are below the tolerance.
// Along a line of 40 m on which two ways are equally long, it makes some 8,000 pieces.
const maxPieces = 60_000

// Farthest describes the place, in a part of a floor, that is farthest from the sources of a field.
type Farthest struct {
	Point    geometry.Point2
	Distance float64 // micrometres
	Bound    float64 // upper bound of the distance of all reached places
	// Unreached is the area, in m2, of the places at which the disc fits but which it cannot reach.
	Unreached float64
}

// Farthest returns the farthest place of a region that the disc reaches. No other place is farther than its Bound,
// which is within FarthestTolerance unless the search had to stop. It returns false if the disc reaches no part of the
// region.
//
// If the line between two places is free, their distances differ by at most its length. So the search halves a piece (a
// triangle) as long as the distances of its corners allow a farther place in it.
func (f *Field) Farthest(region geometry.Region) (Farthest, bool) {
	return f.FarthestUntil(nil, region)
}

// FarthestUntil does the same as Farthest, but stop can end it. If stop ends it, another place may be farther, and
// Bound is not valid.
func (f *Field) FarthestUntil(stop geometry.Interrupt, region geometry.Region) (Farthest, bool) {
	s := &farthestSearch{field: f, known: map[geometry.Point2]float64{}, best: Farthest{Distance: math.Inf(-1)}}
	for _, polygon := range geometry.Intersect(region, f.floor.free) {
		for _, t := range stop.Triangulate(polygon) {
			if stop.Now() {
				break
			}
			s.add(t)
		}
	}
	for len(s.open) > 0 && s.made < maxPieces && !stop.Now() {
		if s.open[0].bound <= s.best.Distance+float64(FarthestTolerance) {
			break
		}
		for _, half := range heap.Pop(&s.open).(piece).halves() {
			s.add(half)
		}
	}
	s.best.Bound = s.best.Distance
	if len(s.open) > 0 {
		s.best.Bound = max(s.best.Distance, s.open[0].bound)
	}
	return s.best, !math.IsInf(s.best.Distance, -1)
}

// farthestSearch holds the remaining pieces, the one with the greatest bound first.
type farthestSearch struct {
	field *Field
	known map[geometry.Point2]float64
	open  pieces
	made  int
	best  Farthest
}

// add measures the corners of a piece. A piece with an unreachable corner counts as not reached.
func (s *farthestSearch) add(t [3]geometry.Point2) {
	var so [3]float64
	for i, p := range t {
		d, ok := s.known[p]
		if !ok {
			d = s.field.Distance(p)
			s.known[p] = d
		}
		so[i] = d
	}
	if math.IsInf(so[0], 1) || math.IsInf(so[1], 1) || math.IsInf(so[2], 1) {
		s.best.Unreached += geometry.Ring(t[:]).Area()
		return
	}
	for i, d := range so {
		if d > s.best.Distance {
			s.best.Point, s.best.Distance = t[i], d
		}
	}
	if p := (piece{t, bound(t, so), s.made}); p.bound > s.best.Distance+float64(FarthestTolerance) {
		heap.Push(&s.open, p)
	}
	s.made++
}

// bound returns an upper bound of the distance of a place in a triangle. The way over corner i has the length so[i]
// plus the line from the corner to the place. The longest such line is an edge, and the three lines to one place
// together are no longer than the two longest edges.
func bound(t [3]geometry.Point2, so [3]float64) float64 {
	a, b, c := apart(t[0], t[1]), apart(t[1], t[2]), apart(t[2], t[0])
	each := min(so[0]+max(a, c), so[1]+max(a, b), so[2]+max(b, c))
	together := (so[0] + so[1] + so[2] + (a + b + c - min(a, b, c))) / 3
	return min(each, together)
}

// piece is a triangle with its bound. Ties are broken by number, so that the search is always the same.
type piece struct {
	corners [3]geometry.Point2
	bound   float64
	number  int
}

// halves divides the triangle at the middle of the longest edge. It returns nil if there is no grid point between the
// ends of that edge.
func (p piece) halves() [][3]geometry.Point2 {
	k, longest := 0, 0.0
	for i := range p.corners {
		if d := apart(p.corners[i], p.corners[(i+1)%3]); d > longest {
			k, longest = i, d
		}
	}
	a, b, c := p.corners[k], p.corners[(k+1)%3], p.corners[(k+2)%3]
	middle := geometry.Point2{X: a.X + (b.X-a.X)/2, Y: a.Y + (b.Y-a.Y)/2}
	if middle == a || middle == b {
		return nil
	}
	return [][3]geometry.Point2{{a, middle, c}, {middle, b, c}}
}

type pieces []piece

func (p pieces) Len() int { return len(p) }
func (p pieces) Less(i, j int) bool {
	return p[i].bound > p[j].bound || p[i].bound == p[j].bound && p[i].number < p[j].number
}
func (p pieces) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *pieces) Push(x any)   { *p = append(*p, x.(piece)) }
func (p *pieces) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
