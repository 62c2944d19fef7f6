package geometry

import (
	"errors"
	"math/rand/v2"
	"testing"
)

func TestOffset(t *testing.T) {
	hollow := Subtract(rect(0, 0, 100, 100), rect(40, 40, 60, 60))[0]
	corner := Polygon{Outer: mm(0, 0, 100, 0, 100, 50, 50, 50, 50, 100, 0, 100)}
	dumbbell := Union(rect(0, 0, 40, 40), rect(40, 15, 60, 25), rect(60, 0, 100, 40))[0]
	tests := []struct {
		name   string
		p      Polygon
		d      int64
		area   float64 // mm2
		pieces int
		points int // of the first outer ring
	}{
		{"nothing to do", hollow, 0, 9600, 1, 4},
		{"outward, the hole shrinks", hollow, 5, 110*110 - 100, 1, 4},
		{"outward, the hole vanishes", hollow, 10, 120 * 120, 1, 4},
		{"inward, the hole grows", hollow, -5, 90*90 - 900, 1, 4},
		{"inward until only a frame's line is left, less", hollow, -19, 62*62 - 58*58, 1, 4},
		{"an L outward", corner, 10, 120*120 - 50*50, 1, 6},
		{"an L inward", corner, -10, 80*30 + 50*30, 1, 6},
		{"the bridge breaks", dumbbell, -6, 2 * 28 * 28, 2, 4},
		{"eight times wider", corner, 400, 900*900 - 50*50, 1, 6},
	}
	for _, tt := range tests {
		got, err := tt.p.Offset(MM(tt.d))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if !near(got.Area()*1e6, tt.area, 1e-9) || len(got) != tt.pieces || len(got[0].Outer) != tt.points {
			t.Errorf("%s: area %v, %d pieces; want %v, %d\n%v", tt.name, got.Area()*1e6,
				len(got), tt.area, tt.pieces, got)
		}
	}
	if _, err := hollow.Offset(MM(-20)); !errors.Is(err, ErrEmpty) {
		t.Errorf("shrunk to nothing: %v", err)
	}
}

func TestOffsetOfSkewShapes(t *testing.T) {
	triangle := Polygon{Outer: mm(0, 0, 4000, 0, 0, 3000)}
	// A triangle moved outward by d is similar: its inradius, 1 m, grows by d.
	got, err := triangle.Offset(MM(500))
	if err != nil || len(got) != 1 || len(got[0].Outer) != 3 || !near(got.Area(), 6*2.25, 1e-5) {
		t.Errorf("outward: %v %v, area %v", got, err, got.Area())
	}
	got, err = triangle.Offset(MM(-500))
	if err != nil || len(got) != 1 || len(got[0].Outer) != 3 || !near(got.Area(), 6*0.25, 1e-5) {
		t.Errorf("inward: %v %v, area %v", got, err, got.Area())
	}
	needle := Polygon{Outer: mm(0, 0, 10000, 50, 0, 100)}
	got, err = needle.Offset(MM(100))
	if _, hi := got.Bounds(); err != nil || hi.X > MM(10110) {
		t.Errorf("a needle grows a spike to %v: %v", hi, err)
	}
}

// TestOffsetOfNearlyStraightEdges checks that a bend of a micrometre, as snapping causes, does not move the corner
// along the edge.
func TestOffsetOfNearlyStraightEdges(t *testing.T) {
	bent := Polygon{Outer: Ring{{0, 0}, {900000, -1}, {1e6, 0}, {1e6, 1e6}, {0, 1e6}}}
	for _, d := range []Length{MM(100), MM(-100)} {
		got, err := bent.Offset(d)
		side := 1e6 + 2*float64(d)
		if err != nil || len(got) != 1 || !near(area(got), side*side, 2*side) {
			t.Fatalf("by %v: area %v, want about %v, %v\n%v", d, area(got), side*side, err, got)
		}
		if lo, hi := got.Bounds(); lo.X != -d || hi != (Point2{1e6 + d, 1e6 + d}) {
			t.Errorf("by %v: bounds %v %v", d, lo, hi)
		}
	}
}

// TestOffsetGrowsAndShrinks checks that a region moved outward and back covers at least the original.
func TestOffsetGrowsAndShrinks(t *testing.T) {
	const seed = 43
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range 200 {
		for _, p := range randomRegion(r, 1e6, i%2 == 0) {
			d := Length(1 + r.Int64N(1e5))
			out, err := p.Offset(d)
			if err != nil {
				t.Fatalf("seed %d case %d: %v", seed, i, err)
			}
			checkRegion(t, "offset", out)
			if lost := area(Subtract(Region{p}, out)); lost > 5e6 {
				t.Fatalf("seed %d case %d: growing by %v loses %v um2 of\n%v", seed, i, d, lost, p)
			}
			in, err := p.Offset(-d)
			if err == nil {
				checkRegion(t, "inset", in)
				if over := area(Subtract(in, Region{p})); over > 5e6 {
					t.Fatalf("seed %d case %d: shrinking by %v adds %v um2 to\n%v", seed, i, d, over, p)
				}
			}
		}
	}
}

func TestClipHalfPlane(t *testing.T) {
	slab := Subtract(rect(0, 0, 12000, 8000), rect(4000, 3000, 6000, 5000))
	tests := []struct {
		name string
		a, b Point2
		area float64
	}{
		{"left half", Point2{MM(5000), 0}, Point2{MM(5000), 1}, 40 - 2},
		{"right half", Point2{MM(5000), 1}, Point2{MM(5000), 0}, 56 - 2},
		{"all", Point2{0, 0}, Point2{1, 0}, 92},
		{"nothing", Point2{1, 0}, Point2{0, 0}, 0},
		{"no direction", Point2{7, 7}, Point2{7, 7}, 0},
		{"along the diagonal of the hole, from far away", Point2{-100 * Kilometre, -100*Kilometre - MM(1000)},
			Point2{0, MM(-1000)}, 40 - 2},
		{"far off, a long line", Point2{MM(5000), -20 * Kilometre}, Point2{MM(5000), 20 * Kilometre}, 38},
	}
	for _, tt := range tests {
		if got := ClipHalfPlane(slab, tt.a, tt.b).Area(); !near(got, tt.area, 1e-12) {
			t.Errorf("%s: %v m2, want %v", tt.name, got, tt.area)
		}
	}
}
