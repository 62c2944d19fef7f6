package geometry

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// box returns a solid between two corners, in metres.
func boxSolid(t *testing.T, x0, y0, z0, x1, y1, z1 float64) Solid {
	t.Helper()
	m := func(v float64) Length { return FromMM(v * 1000) }
	s, err := Extrude(World(), Region{Rectangle(Point2{m(x0), m(y0)}, Point2{m(x1), m(y1)})}, m(z0), m(z1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestShadowsOfBoxes takes heights below, within, above and at the faces of a box. The box has a plan of 2 x 1 m and
// lies between the heights 1 and 2 m.
func TestShadowsOfBoxes(t *testing.T) {
	b := Body{boxSolid(t, 0, 0, 1, 2, 1, 2)}
	for _, c := range []struct {
		from, to Length
		area     float64
	}{
		{0, 3 * Metre, 2}, {0, Metre, 0}, {2 * Metre, 3 * Metre, 0}, {0, 1500 * Millimetre, 2},
		{1200 * Millimetre, 1800 * Millimetre, 2},
		{1800 * Millimetre, 5 * Metre, 2}, {Metre, 2 * Metre, 2},
	} {
		if got := b.Shadow(c.from, c.to).Area(); got != c.area {
			t.Errorf("from %v to %v: %v m2, expected %v", c.from, c.to, got, c.area)
		}
	}
}

// TestShadowOfAWallWithOpenings checks a wall 4 m long and 0.2 m thick with a door of 1 x 2 m and two windows above
// each other. Above 2.1 m a vertical line passes five faces.
func TestShadowOfAWallWithOpenings(t *testing.T) {
	plan := func(x0, x1 float64) Region {
		return Region{Rectangle(Point2{FromMM(x0 * 1000), 0}, Point2{FromMM(x1 * 1000), 200 * Millimetre})}
	}
	wall, err := SubtractPrisms(World(), plan(0, 4), 0, 4*Metre,
		[]Layer{{plan(0.5, 1.5), -Metre, 2 * Metre}, {plan(2, 3), 2400 * Millimetre, 2700 * Millimetre},
			{plan(2, 3), 3 * Metre, 3500 * Millimetre}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to Length
		area     float64
	}{
		{0, 2 * Metre, 0.6}, {100 * Millimetre, 2032 * Millimetre, 0.8}, {2500 * Millimetre, 2600 * Millimetre, 0.6},
		{2500 * Millimetre, 2800 * Millimetre, 0.8},
		{0, 2400 * Millimetre, 0.8}, {3100 * Millimetre, 3400 * Millimetre, 0.6},
	} {
		if got := (Body{wall}).Shadow(c.from, c.to).Area(); math.Abs(got-c.area) > 1e-12 {
			t.Errorf("from %v to %v: %v m2, expected %v", c.from, c.to, got, c.area)
		}
	}
}

// TestShadowOfAWedge takes heights within a sloping face.
func TestShadowOfAWedge(t *testing.T) {
	// A wedge that rises from 0 to 1 m over 2 m along X, 1 m wide: above a height h lies the part of x > 2 h.
	frame := World()
	frame.Z = frame.Y().Mul(-1)
	s, err := Extrude(frame, Region{{Outer: Ring{{0, 0}, {2 * Metre, 0}, {2 * Metre, Metre}}}}, 0, Metre)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, area float64 }{{0, 1, 2}, {0.5, 2, 1}, {0.25, 0.5, 1.5},
		{0.75, 0.8, 0.5}, {1, 2, 0}} {
		if got := (Body{s}).Shadow(FromMM(c.from*1000), FromMM(c.to*1000)).Area(); math.Abs(got-c.area) > 1e-5 {
			t.Errorf("from %v to %v m: %v m2, expected %v", c.from, c.to, got, c.area)
		}
	}
}

// TestShadowsAgreeWithSampling compares shadows of random bodies of boxes, which may overlap, with points.
func TestShadowsAgreeWithSampling(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		type box struct{ x0, y0, z0, x1, y1, z1 float64 }
		var boxes []box
		var body Body
		for range 5 {
			b := box{x0: r.Float64() * 4, y0: r.Float64() * 4, z0: float64(r.IntN(8)) / 4}
			b.x1, b.y1, b.z1 = b.x0+0.2+2*r.Float64(), b.y0+0.2+2*r.Float64(), b.z0+0.25*float64(1+r.IntN(4))
			boxes, body = append(boxes, b), append(body, boxSolid(t, b.x0, b.y0, b.z0, b.x1, b.y1, b.z1))
		}
		from, to := 0.25*float64(r.IntN(4)), 0.25*float64(4+r.IntN(6))
		shadow := body.Shadow(FromMM(from*1000), FromMM(to*1000))
		for range 300 {
			x, y := 6*r.Float64(), 6*r.Float64()
			want := false
			for _, b := range boxes {
				want = want || b.x0 < x && x < b.x1 && b.y0 < y && y < b.y1 && b.z0 < to && b.z1 > from
			}
			if got := shadow.Contains(Point2{FromMM(x * 1000), FromMM(y * 1000)}) == Inside; got != want {
				t.Errorf("seed %d: (%v, %v) in the shadow from %v to %v: %v", seed, x, y, from, to, got)
			}
		}
	}
}

// TestShadowsMoveAlong checks that a cached shadow of a solid, requested elsewhere at the same heights over it, equals
// a newly computed one in every corner. It also checks other solids, and heights above and below the solid.
func TestShadowsMoveAlong(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	long := func() Length { return Length(r.Int64N(int64(4 * Metre))) }
	for range 60 {
		ring := Ring{{long(), -long()}, {8*Metre + long(), -long()},
			{8*Metre + long(), long() + 1}, {long(), long() + 1}}
		cut := Rectangle(Point2{long(), -Metre}, Point2{5*Metre + long(), long()})
		frame := PlacementInPlan(Point2{long(), long()}.At(long()), Point2{9*Metre + long(), long()})
		z0 := long()
		made, err := SubtractPrisms(frame, Region{{Outer: ring}}, 0, 4*Metre,
			[]Layer{{Region{cut}, z0, z0 + long() + 1}})
		if err != nil {
			t.Fatal(err)
		}
		if r.IntN(2) == 0 { // another way up, so that faces slope
			made.Frame.Z, made.Frame.X = made.Frame.X, made.Frame.Z.Mul(-1)
		}
		from, band := long()-Metre, long()+1
		for range 3 {
			by := Point3{long(), long(), long()}
			made.Frame.Origin = made.Frame.Origin.Add(by)
			from += by.Z
			want := made.castShadow(made.World(), from, from+band)
			if box := made.Bounds(); box.Max.Z <= from || box.Min.Z >= from+band {
				want = nil
			}
			if got := made.shadow(from, from+band); !reflect.DeepEqual(got, want) {
				t.Fatalf("the shadow of %v from %v to %v is\n%v, cast by itself\n%v",
					made.Frame, from, from+band, got, want)
			}
		}
	}
}
