package clearance

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// sight reports whether points of an area see each other. Its sides are in a hierarchy of boxes.
type sight struct {
	area  geometry.Region
	sides []gridSide
	nodes []sightNode
}

type gridSide struct{ a, b geometry.Point2 }

// sightNode contains the sides from lo to hi-1. left is 0 in a leaf.
type sightNode struct {
	min, max    geometry.Point2
	left, right int32
	lo, hi      int32
}

func newSight(area geometry.Region) *sight {
	s := &sight{area: area}
	eachSide(area, func(_, a, b, _ geometry.Point2) { s.sides = append(s.sides, gridSide{a, b}) })
	if len(s.sides) > 0 {
		s.build(0, int32(len(s.sides)))
	}
	return s
}

// build splits at the median of the longer side.
func (s *sight) build(lo, hi int32) int32 {
	const leafSize = 4
	n := sightNode{lo: lo, hi: hi, min: s.sides[lo].a, max: s.sides[lo].a}
	for _, e := range s.sides[lo:hi] {
		n.min = geometry.Point2{X: min(n.min.X, e.a.X, e.b.X), Y: min(n.min.Y, e.a.Y, e.b.Y)}
		n.max = geometry.Point2{X: max(n.max.X, e.a.X, e.b.X), Y: max(n.max.Y, e.a.Y, e.b.Y)}
	}
	at := int32(len(s.nodes))
	s.nodes = append(s.nodes, n)
	if hi-lo <= leafSize {
		return at
	}
	middle := func(e gridSide) geometry.Length { return e.a.X + e.b.X }
	if n.max.Y-n.min.Y > n.max.X-n.min.X {
		middle = func(e gridSide) geometry.Length { return e.a.Y + e.b.Y }
	}
	slices.SortStableFunc(s.sides[lo:hi], func(e, f gridSide) int { return cmp.Compare(middle(e), middle(f)) })
	left := s.build(lo, (lo+hi)/2)
	right := s.build((lo+hi)/2, hi)
	s.nodes[at].left, s.nodes[at].right = left, right
	return at
}

// near visits the sides in boxes that meet the box of p q, until visit returns false.
func (s *sight) near(p, q geometry.Point2, visit func(e gridSide) bool) {
	lo := geometry.Point2{X: min(p.X, q.X), Y: min(p.Y, q.Y)}
	hi := geometry.Point2{X: max(p.X, q.X), Y: max(p.Y, q.Y)}
	var stack [64]int32
	n := min(1, len(s.nodes))
	for n > 0 {
		n--
		at := &s.nodes[stack[n]]
		switch {
		case at.max.X < lo.X || hi.X < at.min.X || at.max.Y < lo.Y || hi.Y < at.min.Y:
		case at.left == 0:
			for _, e := range s.sides[at.lo:at.hi] {
				if !visit(e) {
					return
				}
			}
		default:
			stack[n], stack[n+1] = at.right, at.left
			n += 2
		}
	}
}

// sees reports whether the whole line from p to q lies in the area or on its boundary. It is exact.
func (s *sight) sees(p, q geometry.Point2) bool {
	stops := []geometry.Point2{p, q}
	clear := true
	s.near(p, q, func(e gridSide) bool {
		if geometry.ProperlyCross(p, q, e.a, e.b) {
			clear = false
			return false
		}
		for _, c := range [...]geometry.Point2{e.a, e.b} {
			if c != p && c != q && geometry.OnSegment(c, p, q) {
				stops = append(stops, c)
			}
		}
		return true
	})
	if !clear {
		return false
	}
	slices.SortFunc(stops, func(a, b geometry.Point2) int {
		return cmp.Or(cmp.Compare(a.X, b.X),
			cmp.Compare(a.Y, b.Y))
	})
	for i := 1; i < len(stops); i++ {
		// Between two neighbouring stops, the line does not change between inside and outside, so their middle decides.
		// The middle is a grid point at double scale.
		if stops[i-1] != stops[i] && !s.holdsHalf(stops[i-1].Add(stops[i])) {
			return false
		}
	}
	return true
}

// holdsHalf reports whether the point at half the coordinates is in the area or on its boundary.
func (s *sight) holdsHalf(double geometry.Point2) bool {
	inside, on := false, false
	half := geometry.Point2{X: double.X >> 1, Y: double.Y >> 1}
	far := geometry.Point2{X: geometry.Length(1) << 60, Y: half.Y + 1}
	s.near(half, far, func(e gridSide) bool {
		a, b := geometry.Point2{X: 2 * e.a.X, Y: 2 * e.a.Y}, geometry.Point2{X: 2 * e.b.X, Y: 2 * e.b.Y}
		if geometry.OnSegment(double, a, b) {
			on = true
			return false
		}
		if (a.Y > double.Y) != (b.Y > double.Y) && (b.Y > a.Y) == (geometry.Orient(a, b, double) > 0) {
			inside = !inside
		}
		return true
	})
	return on || inside
}
