package geometry

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// turnedBy rotates a region about the origin; corners are rounded to the grid.
func turnedBy(r Region, a Angle) Region {
	var out Region
	for _, p := range r {
		var ring Ring
		for _, q := range p.Outer {
			ring = append(ring, q.Rotate(Point2{}, a))
		}
		out = append(out, Polygon{Outer: ring})
	}
	return out
}

// TestRotatedFlushJoints rotates a wall and a partition that butts against its face to any angle. The rounded corners
// of the partition no longer lie on the face, but the union must be one piece without slits.
func TestRotatedFlushJoints(t *testing.T) {
	const seed = 31
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 1000 {
		a, at := Angle(r.Int64N(int64(FullTurn))), r.Int64N(11000)
		wall, partition := turnedBy(rect(0, 0, 12000, 300), a), turnedBy(rect(at, 300, at+120, 8000), a)
		got := UnionWithin(2, wall, partition)
		checkRegion(t, "joint", got)
		if len(got) != 1 || len(got[0].Holes) != 0 || len(got[0].Outer) > 10 {
			t.Fatalf("seed %d case %d at %v degrees: %d pieces %v", seed, i, a, len(got), got)
		}
		if d := area(got) - area(wall) - area(partition); d > 30e6 || d < -30e6 {
			t.Fatalf("seed %d case %d: the area changed by %v um2", seed, i, d)
		}
	}
}

// jittered moves every corner by up to a micrometre along each axis.
func jittered(r Region, source *rand.Rand) Region {
	for _, p := range r {
		for i := range p.Outer {
			p.Outer[i] = p.Outer[i].Add(Point2{Length(source.IntN(3) - 1), Length(source.IntN(3) - 1)})
		}
	}
	return r
}

// TestRotatedRingOfWalls closes a room of four walls and a partition at any angle.
func TestRotatedRingOfWalls(t *testing.T) {
	const seed = 37
	r := rand.New(rand.NewPCG(seed, 1))
	walls := []Region{
		{{Outer: mm(0, 0, 12000, 0, 11700, 300, 300, 300)}},
		{{Outer: mm(12000, 0, 12000, 8000, 11700, 7700, 11700, 300)}},
		{{Outer: mm(12000, 8000, 0, 8000, 300, 7700, 11700, 7700)}}, {{Outer: mm(0, 8000, 0, 0, 300, 300, 300, 7700)}},
		rect(6940, 300, 7060, 7700),
	}
	for i := range 300 {
		a := Angle(r.Int64N(int64(FullTurn)))
		var turned []Region
		for _, w := range walls {
			turned = append(turned, jittered(turnedBy(w, a), r))
		}
		got := UnionWithin(4, turned...)
		if len(got) != 1 || len(got[0].Holes) != 2 {
			t.Fatalf("seed %d case %d at %v degrees: %v", seed, i, a, got)
		}
		rooms := -got[0].Holes[0].Area() - got[0].Holes[1].Area()
		if !near(rooms, 6.64*7.4+4.64*7.4, 1e-4) {
			t.Fatalf("seed %d case %d: rooms of %v m2", seed, i, rooms)
		}
		r.Shuffle(len(turned), func(i, j int) { turned[i], turned[j] = turned[j], turned[i] })
		if again := UnionWithin(4, turned...); len(again) != 1 || len(again[0].Holes) != 2 {
			t.Fatalf("seed %d case %d: another order gives %v", seed, i, again)
		}
	}
}

func TestDraftingGaps(t *testing.T) {
	gap := MM(20)
	tests := []struct {
		name   string
		parts  []Region
		pieces int
		holes  int
		area   float64
	}{
		{"partition ends 5 mm before the wall", []Region{rect(0, 0, 5000, 300), rect(1000, 305, 1100, 3000)}, 1, 0,
			1.5 + 0.27},
		{"partition ends 5 mm inside the wall", []Region{rect(0, 0, 5000, 300), rect(1000, 295, 1100, 3000)}, 1, 0,
			1.5 + 0.27},
		{"walls side by side, 10 mm apart", []Region{rect(0, 0, 5000, 300), rect(0, 310, 5000, 600)}, 1, 0, 3},
		{"walls side by side, shifted along", []Region{rect(0, 0, 5000, 300), rect(2000, 310, 7000, 600)}, 1, 0, 2.95},
		{"walls in a row, 8 mm apart", []Region{rect(0, 0, 5000, 300), rect(5008, 0, 9000, 300)}, 1, 0, 2.7},
		{"farther than the gap", []Region{rect(0, 0, 5000, 300), rect(1000, 330, 1100, 3000)}, 2, 0, 1.5 + 0.267},
		{"a room of four walls, each 6 mm short", []Region{
			rect(0, 0, 5000, 200), rect(4800, 206, 5000, 3794), rect(0, 3800, 5000, 4000), rect(0, 206, 200, 3794)}, 1,
			1, 20 - 4.6*3.6},
		{"a room with a post in it", []Region{Subtract(rect(0, 0, 5000, 4000), rect(200, 200, 4800, 3800)),
			rect(2000, 2000, 2300, 2300)}, 2, 1, 20 - 4.6*3.6 + 0.09},
	}
	for _, tt := range tests {
		got := UnionWithin(gap, tt.parts...)
		checkRegion(t, tt.name, got)
		holes := 0
		for _, p := range got {
			holes += len(p.Holes)
		}
		if len(got) != tt.pieces || holes != tt.holes || !near(got.Area(), tt.area, 0.12) {
			t.Errorf("%s: %d pieces, %d holes, %v m2; want %d, %d, %v\n%v", tt.name, len(got), holes, got.Area(),
				tt.pieces, tt.holes, tt.area, got)
		}
	}
}

func TestUnionWithinNoGapIsUnion(t *testing.T) {
	const seed = 41
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 300 {
		a, b := randomRegion(r, 40, false), randomRegion(r, 40, false)
		if got, want := UnionWithin(0, a, b), Union(a, b); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
			t.Fatalf("seed %d case %d: %v, want %v", seed, i, got, want)
		}
	}
}

// TestUnionWithinKeepsACornerThatAnotherPartWraps rotates a wall together with a part that covers the end of the wall.
// The part also extends past a corner of the wall, along its side, by less than the gap. A corner of the part therefore
// lies on that side.
func TestUnionWithinKeepsACornerThatAnotherPartWraps(t *testing.T) {
	const seed, gap = 41, 5 * Millimetre
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 1000 {
		past := Millimetre/10 + Length(r.Int64N(int64(gap-Millimetre/10)))
		a, wall := Angle(r.Int64N(int64(FullTurn))), rect(0, 0, 12000, 300)
		side := Point2{MM(12000) - past, MM(300)}
		wraps := Region{{Outer: append(Ring{side}, mm(12000, 300, 12000, 230, 16000, 2000, 15960, 2100)...)}}
		want := area(wall) + area(wraps)
		got := UnionWithin(gap, turnedBy(wall, a), turnedBy(wraps, a))
		checkRegion(t, "wrapped corner", got)
		if d := area(got) - want; len(got) != 1 || d > 30e6 || d < -30e6 {
			t.Fatalf("seed %d case %d: the side is covered for %v: %d pieces, the area is off by %v um2: %v", seed, i,
				past, len(got), d, got)
		}
	}
}
