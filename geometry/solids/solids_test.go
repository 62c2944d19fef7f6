package solids

import (
	"errors"
	"math"
	"testing"

	"github.com/golang/geo/r3"
	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

const metre = 1e6

func at(x, y, z float64) r3.Vector { return r3.Vector{X: x * metre, Y: y * metre, Z: z * metre} }

func plan(x, y float64) geometry.Point2 {
	return geometry.Point2{X: geometry.Length(math.Round(x * metre)), Y: geometry.Length(math.Round(y * metre))}
}

func rect(x0, y0, x1, y1 float64) geometry.Polygon {
	return geometry.Rectangle(plan(x0, y0), plan(x1, y1))
}

// frameProfile returns a rectangle of 0.4 x 0.2 m about the origin with a hole of 0.2 x 0.1 m.
func frameProfile() geometry.Region {
	p := rect(-0.2, -0.1, 0.2, 0.1)
	p.Holes = []geometry.Ring{rect(-0.1, -0.05, 0.1, 0.05).Outer}
	return geometry.Region{p}
}

const frameArea = 0.08 - 0.02

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// check checks that a shape is closed, has the given volume and topology, and stays closed when rounded to the grid. A
// union with itself, which runs the whole kernel, must not change it.
func check(t *testing.T, name string, s csg.Shape, volume, within float64, euler int) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if math.Abs(s.Volume()-volume) > within || s.Euler() != euler {
		t.Errorf("%s: volume %v, euler %d; expected %v and %d", name, s.Volume(), s.Euler(), volume, euler)
	}
	if rounded, err := s.Solid(); err != nil || math.Abs(rounded.Volume()-volume) > within+1e-6*s.Area() {
		t.Errorf("%s, rounded: volume %v, %v", name, rounded.Volume(), err)
	}
	o := must(csg.FromShape(s))
	whole, err := csg.Evaluate(csg.Union(csg.Of(o), csg.Of(o)))
	if err != nil || math.Abs(whole.Volume()-volume) > within+1e-9 || whole.Euler() != euler {
		t.Errorf("%s, with itself: volume %v, euler %d, %v", name, whole.Volume(), whole.Euler(), err)
	}
}

func TestExtrudeAlongAnyDirection(t *testing.T) {
	for _, by := range []r3.Vector{at(0, 0, 3), at(1, 0.5, 3), at(-4, 0, 0.3), at(0.1, 0.2, -2)} {
		s, err := Extrude(frameProfile(), by)
		if err != nil {
			t.Fatal(err)
		}
		check(t, "frame", s, frameArea*math.Abs(by.Z)/metre, 1e-12, 0)
	}
	if _, err := Extrude(frameProfile(), at(1, 0, 0)); !errors.Is(err, ErrNoVolume) {
		t.Errorf("extruded in its plane: %v", err)
	}
	if _, err := Extrude(geometry.Region{{Outer: geometry.Ring{plan(0, 0), plan(1, 1), plan(1, 0), plan(0, 1)}}},
		at(0, 0, 1)); !errors.Is(err, geometry.ErrSelfIntersecting) {
		t.Errorf("a bow tie: %v", err)
	}
}

// TestRevolvedVolumes checks volumes by the theorem of Pappus: the area times the path of its centre. With steps of the
// angle s the path of the centre is sin(s)/s of the round one.
func TestRevolvedVolumes(t *testing.T) {
	axis := Axis{plan(0, 0), plan(0, 1)}
	triangle := geometry.Region{{Outer: geometry.Ring{plan(0, 0), plan(1, 0), plan(0, 2)}}}
	tip := geometry.Region{{Outer: geometry.Ring{plan(0, 1), plan(1, 0), plan(1, 2)}}}
	ring := geometry.Region{rect(2, 0, 2.5, 1)}
	hollow := geometry.Region{{Outer: rect(1, 0, 2, 1).Outer,
		Holes: []geometry.Ring{rect(1.25, 0.25, 1.75, 0.75).Outer}}}
	for _, c := range []struct {
		name    string
		profile geometry.Region
		area    float64
		centre  float64
		degrees float64
		euler   int
	}{
		{"cone", triangle, 1, 1.0 / 3, 360, 2}, {"part of a cone", triangle, 1, 1.0 / 3, 75, 2},
		{"half a cone", triangle, 1, 1.0 / 3, -180, 2}, {"three quarters of a cone", triangle, 1, 1.0 / 3, 270, 2},
		{"two tips that touch", tip, 1, 2.0 / 3, 360, 2}, {"part with a tip", tip, 1, 2.0 / 3, 100, 2},
		{"ring", ring, 0.5, 2.25, 360, 0}, {"ring, clockwise", ring, 0.5, 2.25, -360, 0},
		{"bow", ring, 0.5, 2.25, 90, 2},
		{"tube in a ring", hollow, 0.75, 1.5, 360, 0}, {"bent tube", hollow, 0.75, 1.5, 45, 0},
	} {
		for _, chord := range []geometry.Length{geometry.ChordTolerance, 10 * geometry.Millimetre} {
			angle := geometry.Angle(c.degrees * float64(geometry.Degree))
			s, err := Revolve(c.profile, axis, angle, chord)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			lo, hi := c.profile.Bounds()
			n := max(minimumSteps, geometry.ArcSides(max(hi.X, -lo.X)+1, chord, angle))
			step := math.Abs(c.degrees) / 180 * math.Pi / float64(n)
			way := c.centre * math.Abs(c.degrees) / 180 * math.Pi
			want := c.area * way * math.Sin(step) / step
			euler := c.euler
			if c.name == "tube in a ring" {
				if _, shells := s.Solids(); shells != 2 {
					t.Errorf("%s: %d shells", c.name, shells)
				}
			}
			check(t, c.name, s, want, 1e-9*want, euler)
			if bound := c.area * way * step * step / 6; c.area*way-s.Volume() > bound {
				t.Errorf("%s: %v is farther from Pappus' %v than %v", c.name, s.Volume(), c.area*way, bound)
			}
		}
	}
}

func TestRevolveAboutAnyAxisIsRefusedAcrossIt(t *testing.T) {
	skew := Axis{plan(-1, 0), plan(3, 4)}
	s, err := Revolve(geometry.Region{{Outer: geometry.Ring{plan(0, 1), plan(2, 1), plan(1, 2)}}}, skew,
		120*geometry.Degree, geometry.ChordTolerance)
	if err != nil {
		t.Fatal(err)
	}
	check(t, "about a skew axis", s, s.Volume(), 1e-9, 2)
	for _, c := range []struct {
		axis  Axis
		angle geometry.Angle
		chord geometry.Length
		want  error
	}{
		{Axis{plan(1, 0), plan(1, 5)}, 90 * geometry.Degree, 250, ErrAcrossAxis},
		{Axis{plan(-5, 0), plan(-5, 0)}, 90 * geometry.Degree, 250, ErrNoVolume},
		{Axis{plan(-5, 0), plan(-5, 1)}, 0, 250, ErrNoVolume},
		{Axis{plan(-5, 0), plan(-5, 1)}, 361 * geometry.Degree, 250, geometry.ErrOutOfRange},
		{Axis{plan(-5, 0), plan(-5, 1)}, 90 * geometry.Degree, 0, ErrBadChord},
	} {
		if _, err := Revolve(geometry.Region{rect(0, 0, 2, 2)}, c.axis, c.angle, c.chord); !errors.Is(err, c.want) {
			t.Errorf("about %v by %v: %v, expected %v", c.axis, c.angle, err, c.want)
		}
	}
}

// TestSweptVolumes compares volumes with the area times the length of the path. If the centre of the profile is on the
// path, a mitre removes as much inside as it adds outside.
func TestSweptVolumes(t *testing.T) {
	duct := []r3.Vector{at(0, 0, 0), at(4, 0, 0), at(4, 3, 0), at(4, 3, 2), at(7, 5, 3)}
	arch := Path{Start: at(0, 0, 0), Legs: []Leg{{To: at(0, 0, 2)},
		{To: at(4, 0, 2), Through: ptr(at(2, 0, 4))}, {To: at(4, 0, 0)}}}
	circle := Path{Start: at(3, 0, 0), Legs: []Leg{{To: at(-3, 0, 0), Through: ptr(at(0, 3, 0))},
		{To: at(3, 0, 0), Through: ptr(at(0, -3, 0))}}}
	square := must(Polyline([]r3.Vector{at(0, 0, 0), at(5, 0, 0), at(5, 5, 0), at(0, 5, 0), at(0, 0, 0)}, 0))
	for _, c := range []struct {
		name  string
		path  Path
		euler int
	}{
		{"mitred duct", must(Polyline(duct, 0)), 0}, {"duct with bends", must(Polyline(duct, 0.5*metre)), 0},
		{"straight", must(Polyline([]r3.Vector{at(1, 2, 3), at(2, 4, 6), at(3, 6, 9)}, 1*metre)), 0},
		{"arch", arch, 0}, {"closed circle", circle, 0}, {"closed square", square, 0},
	} {
		s, err := Sweep(frameProfile(), c.path, r3.Vector{}, geometry.ChordTolerance)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		length := must(c.path.Length()) / metre
		// The legs of a bend are longer than the arc by the factor tan(s)/s, about 1 + s^2/3, and lie within the chord
		// tolerance of it.
		want := frameArea * length
		check(t, c.name, s, s.Volume(), 1e-9, c.euler)
		if more := s.Volume() - want; more < -1e-9 || more > frameArea*length*2e-3 {
			t.Errorf("%s: volume %v, area times length %v", c.name, s.Volume(), want)
		}
	}
	s := must(Sweep(frameProfile(), must((Polyline(duct, 0))), r3.Vector{}, 250))
	check(t, "mitred duct", s, frameArea*(4+3+2+math.Sqrt(14)), 1e-9, 0)
}

func ptr[T any](v T) *T { return &v }

// TestPipeBend checks the volume of an elbow by the theorem of Pappus for its polygons.
func TestPipeBend(t *testing.T) {
	path := must(Polyline([]r3.Vector{at(0, 0, 0), at(2, 0, 0), at(2, 2, 0)}, metre))
	if l := must(path.Length()); math.Abs(l/metre-(2+math.Pi/2)) > 1e-9 {
		t.Errorf("length %v", l)
	}
	s := must(Pipe(path, 100*geometry.Millimetre, 80*geometry.Millimetre, geometry.ChordTolerance))
	n := float64(geometry.CircleSides(100*geometry.Millimetre, geometry.ChordTolerance))
	ring := n / 2 * math.Sin(2*math.Pi/n) * (0.01 - 0.0064)
	want := ring * (2 + math.Pi/2)
	if s.Volume() < want*(1-1e-5) || s.Volume() > want*1.001 || s.Euler() != 0 {
		t.Errorf("volume %v, Pappus %v, euler %d", s.Volume(), want, s.Euler())
	}
	// The end beyond the bend is square, and is a circle with the same corners.
	lo, hi := s.Bounds()
	if math.Abs(hi.Y-2*metre) > 1e-3 || math.Abs(lo.X) > 1e-3 || math.Abs(hi.Z-0.1*metre) > 1 {
		t.Errorf("bounds %v %v", lo, hi)
	}
}

func TestSweepsThatAreRefused(t *testing.T) {
	line := func(radius float64, points ...r3.Vector) (Path, error) { return Polyline(points, radius) }
	var leg *LegError
	if _, err := line(metre, at(0, 0, 0), at(2, 0, 0), at(2, 1.5, 0), at(0, 1.5, 0)); !errors.As(err, &leg) ||
		leg.Leg != 2 || !errors.Is(err, ErrTightBend) {
		t.Errorf("bends that overlap: %v", err)
	}
	if _, err := line(0, at(0, 0, 0), at(2, 0, 0), at(1, 0, 0)); !errors.Is(err, ErrNoVolume) {
		t.Errorf("a path that turns back: %v", err)
	}
	if _, err := line(0, at(0, 0, 0)); !errors.Is(err, ErrNoVolume) {
		t.Errorf("a path of a point: %v", err)
	}
	z := must(line(0, at(0, 0, 0), at(2, 0, 0), at(2, 0.1, 0), at(0, 0.1, 0)))
	if _, err := Sweep(frameProfile(), z, r3.Vector{}, 250); !errors.As(err, &leg) || leg.Leg != 1 ||
		!errors.Is(err, ErrTightBend) {
		t.Errorf("a leg shorter than its mitres: %v", err)
	}
	out := must(line(0, at(0, 0, 0), at(2, 0, 0), at(2, 2, 1), at(4, 2, 3)))
	if _, err := Sweep(frameProfile(), out, r3.Vector{Z: 1}, 250); !errors.Is(err, ErrTwist) {
		t.Errorf("a reference that twists: %v", err)
	}
	if _, err := Pipe(out, 50*geometry.Millimetre, 0, 250); err != nil {
		t.Errorf("a rod has no twist: %v", err)
	}
	if _, err := Sweep(frameProfile(), z, r3.Vector{X: 1}, 250); !errors.Is(err, ErrTwist) {
		t.Errorf("a reference along the path: %v", err)
	}
	flatArc := Path{Start: at(0, 0, 0), Legs: []Leg{{To: at(2, 0, 0), Through: ptr(at(1, 0, 0))}}}
	if _, err := Pipe(flatArc, 50*geometry.Millimetre, 0, 250); !errors.Is(err, ErrBadArc) {
		t.Errorf("an arc on a line: %v", err)
	}
	if _, err := Pipe(z, 50*geometry.Millimetre, 50*geometry.Millimetre, 250); !errors.Is(err,
		geometry.ErrProfileDimension) {
		t.Errorf("a pipe without a wall: %v", err)
	}
}

// TestSweepsAnyway checks that every accepted sweep is closed and has the volume of its path.
func TestSweepsAnyway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.IntRange(-6, 6)
		var points []r3.Vector
		for range rapid.IntRange(2, 6).Draw(t, "points") {
			points = append(points, at(float64(coordinate.Draw(t, "x")), float64(coordinate.Draw(t, "y")),
				float64(coordinate.Draw(t, "z"))))
		}
		path, err := Polyline(points, float64(rapid.IntRange(0, 8).Draw(t, "radius"))*metre/4)
		if err != nil {
			return
		}
		s, err := Sweep(frameProfile(), path, r3.Vector{}, geometry.Millimetre)
		if err != nil {
			return
		}
		length, err := path.Length()
		if err != nil {
			t.Fatal(err)
		}
		want := frameArea * length / metre
		if err := s.Check(); err != nil || s.Volume() < want*(1-1e-9) || s.Volume() > want*1.01 || s.Euler() != 0 {
			t.Fatalf("%v: volume %v, area times length %v, euler %d, %v", points, s.Volume(), want, s.Euler(), err)
		}
	})
}
