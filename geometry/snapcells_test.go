package geometry

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMeetingBoxesAreThoseOfASweep compares the pairs found by cells with the pairs found by a sweep. The segments are
// straight, skew or doubled, of several lengths, some in one line, and meet or are near each other.
func TestMeetingBoxesAreThoseOfASweep(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 7))
	for round := range 60 {
		size := []int64{40, 5_000, 80_000_000}[round%3]
		segments := segmentsWithin(random, manySegments+random.IntN(200), size, round%5 == 4)
		gap := Length([]int64{0, 1, size / 100}[round/3%3])
		byCells := pairsOf(Interrupt(nil).forMeetingBoxes, segments, gap)
		if bySweep := pairsOf(Interrupt(nil).forNearPairs, segments, gap); !slices.Equal(byCells, bySweep) {
			t.Fatalf("round %d: cells find %d pairs within %v, a sweep %d", round, len(byCells), gap, len(bySweep))
		}
	}
}

// segmentsWithin returns segments with their numbers as sources.
func segmentsWithin(random *rand.Rand, n int, size int64, inLine bool) []segment {
	var out []segment
	for i := range n {
		a := Point2{Length(random.Int64N(size)), Length(random.Int64N(size))}
		b := Point2{a.X + Length(random.Int64N(size/4+1)), a.Y}
		switch random.IntN(4) {
		case 0:
			b = Point2{a.X, a.Y + Length(random.Int64N(size/4+1))}
		case 1:
			b = Point2{a.X + Length(random.Int64N(size/8+1)), a.Y - Length(random.Int64N(size/8+1))}
		case 2:
			if i > 0 {
				a, b = out[i-1].b, out[i-1].a
			}
		}
		if inLine {
			a.Y, b.Y = 3, 3
		}
		out = append(out, segment{a, b, int32(i)})
	}
	return out
}

// pairsOf returns the pairs of numbers that a search finds, the lower number first, in order.
func pairsOf(search func([]segment, Length, func(s, t segment)), segments []segment, gap Length) (out [][2]int32) {
	search(segments, gap, func(s, t segment) {
		out = append(out, [2]int32{min(s.source, t.source), max(s.source, t.source)})
	})
	slices.SortFunc(out, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return out
}

// TestStopsOfASegmentAreInItsOrder compares the points on the way of segments, found among many points in two orders,
// with all points whose squares they meet.
func TestStopsOfASegmentAreInItsOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 8))
	for range 40 {
		segments := segmentsWithin(random, manySquares, 60, false)
		var points []Point2
		for _, s := range segments {
			points = append(points, s.a, s.b)
		}
		slices.SortFunc(points, comparePoints)
		points = slices.Compact(points)
		near := newHotSquares(points)
		for _, s := range segments {
			var want []Point2
			for _, p := range points {
				if min(s.a.X, s.b.X) <= p.X && p.X <= max(s.a.X, s.b.X) && min(s.a.Y, s.b.Y) <= p.Y &&
					p.Y <= max(s.a.Y, s.b.Y) && p != s.a && p != s.b && meetsPixel(p, s.a, s.b) {
					want = append(want, p)
				}
			}
			slices.SortFunc(want, func(p, q Point2) int { return compareAlong(s, p, q) })
			if got := near.stopsOf(s, nil); !slices.Equal(got, want) {
				t.Fatalf("stops of %v are %v, expected %v", s, got, want)
			}
		}
	}
}
