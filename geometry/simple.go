package geometry

import (
	"cmp"
	"fmt"
	"slices"
)

// simpleRing returns the ring without repeated points and points on a straight line, or the reason why it bounds no
// area.
func simpleRing(given Ring) (Ring, error) {
	ring, index, err := distinctPoints(given)
	if err != nil {
		return nil, err
	}
	ring, index = dropStraight(ring, index)
	if len(ring) < 3 {
		return nil, fmt.Errorf("all %d points lie on one line: %w", len(given), ErrZeroArea)
	}
	if err := checkSimple(ring, index); err != nil {
		return nil, err
	}
	return ring, nil
}

// distinctPoints removes points that equal the previous point, and returns the original index of each remaining point.
func distinctPoints(given Ring) (Ring, []int, error) {
	ring, index := make(Ring, 0, len(given)), make([]int, 0, len(given))
	for i, p := range given {
		if max(p.X.Abs(), p.Y.Abs()) >= LengthOverflow {
			return nil, nil, fmt.Errorf("point %d at [%v, %v]: %w", i, p.X, p.Y, ErrOutOfRange)
		}
		if len(ring) == 0 || p != ring[len(ring)-1] {
			ring, index = append(ring, p), append(index, i)
		}
	}
	for len(ring) > 1 && ring[len(ring)-1] == ring[0] {
		ring, index = ring[:len(ring)-1], index[:len(index)-1]
	}
	if n := distinctUpTo3(ring); n < 3 {
		return nil, nil, fmt.Errorf("%d distinct points of %d: %w", n, len(given), ErrTooFewPoints)
	}
	return ring, index, nil
}

// distinctUpTo3 counts distinct points, and stops at three.
func distinctUpTo3(ring Ring) int {
	var found [3]Point2
	n := 0
	for _, p := range ring {
		if slices.Contains(found[:n], p) {
			continue
		}
		found[n] = p
		if n++; n == len(found) {
			break
		}
	}
	return n
}

// dropStraight removes points between their neighbours on one line. A ring on one line loses all points. A point where
// the ring turns back on itself stays, so that checkSimple can name it.
func dropStraight(ring Ring, index []int) (Ring, []int) {
	if bendsThroughout(ring) {
		return ring, index
	}
	bent := false
	out, kept := make(Ring, 0, len(ring)), make([]int, 0, len(ring))
	for i, p := range ring {
		a, b := p.Sub(ring.before(i)), ring.after(i).Sub(p)
		bends := turn(a, b) != 0
		bent = bent || bends
		if bends || dot2(a, b).sign() < 0 {
			out, kept = append(out, p), append(kept, index[i])
		}
	}
	if !bent {
		return nil, nil
	}
	return out, kept
}

// bendsThroughout reports whether the ring turns at every point, as most do.
func bendsThroughout(ring Ring) bool {
	for i, p := range ring {
		if turn(p.Sub(ring.before(i)), ring.after(i).Sub(p)) == 0 {
			return false
		}
	}
	return true
}

// checkSimple returns an error for the first pair of edges that meet elsewhere than at the point between neighbours.
func checkSimple(ring Ring, index []int) error {
	bad := clashes(ring, index)
	if len(bad) == 0 {
		return nil
	}
	first := slices.MinFunc(bad, func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	return fmt.Errorf("edges %d and %d meet: %w", first[0], first[1], ErrSelfIntersecting)
}

// fewEdges is the number of edges up to which testing every pair is faster than a sweep.
const fewEdges = 12

// clashes returns the pairs of edges that clash, by the indices of their first points.
func clashes(ring Ring, index []int) [][2]int {
	var bad [][2]int
	look := func(i, j int) {
		if edgesClash(ring, i, j) {
			bad = append(bad, [2]int{index[i], index[j]})
		}
	}
	if len(ring) <= fewEdges {
		for j := range ring {
			for i := range j {
				look(i, j)
			}
		}
		return bad
	}
	forNearPairs(ringEdges(ring), 0, func(s, t segment) {
		look(int(min(s.source, t.source)), int(max(s.source, t.source)))
	})
	return bad
}

// ringEdges returns the edges with their number as source.
func ringEdges(ring Ring) []segment {
	out := make([]segment, len(ring))
	for i, p := range ring {
		out[i] = segment{p, ring.after(i), int32(i)}
	}
	return out
}

// edgesClash reports whether edges i < j meet where the edges of a simple ring must not.
func edgesClash(ring Ring, i, j int) bool {
	a, b, c, d := ring[i], ring.after(i), ring[j], ring.after(j)
	switch {
	case j == i+1:
		return OnSegment(a, c, d) || OnSegment(d, a, b)
	case i == 0 && j == len(ring)-1:
		return OnSegment(b, c, d) || OnSegment(c, a, b)
	}
	return ProperlyCross(a, b, c, d) || OnSegment(a, c, d) || OnSegment(b, c, d) ||
		OnSegment(c, a, b) || OnSegment(d, a, b)
}

// turned returns the ring with an area of the given sign, starting at the same point.
func (r Ring) turned(sign int) Ring {
	if r.doubleArea().sign()*sign >= 0 {
		return r
	}
	s := r.reversed()
	return slices.Concat(s[len(s)-1:], s[:len(s)-1])
}
