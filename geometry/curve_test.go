package geometry

import (
	"errors"
	"math"
	"testing"
)

// TestCurvesKeepTheirChord checks that corners lie on the curve, and that the middles of sides are within the chord
// tolerance of it.
func TestCurvesKeepTheirChord(t *testing.T) {
	centre := Point2{3_000_000, -2_000_000}
	for _, radius := range []Length{20 * Millimetre, 300 * Millimetre, 5 * Metre} {
		for _, chord := range []Length{50, ChordTolerance, 5 * Millimetre} {
			ring, err := Circle(centre, radius, chord)
			if err != nil {
				t.Fatal(err)
			}
			points, err := Arc(centre, radius, 30*Degree, -200*Degree, chord)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range [][]Point2{append(ring, ring[0]), points} {
				checkChord(t, line, centre, radius, chord)
			}
			if first, last := points[0], points[len(points)-1]; first !=
				(Point2{radius, 0}).Rotate(Point2{}, 30*Degree).Add(centre) ||
				last != (Point2{radius, 0}).Rotate(Point2{}, -170*Degree).Add(centre) {
				t.Errorf("arc from %v to %v", first, last)
			}
		}
	}
}

func checkChord(t *testing.T, line []Point2, centre Point2, radius, chord Length) {
	t.Helper()
	for i, p := range line[1:] {
		a, b := line[i].Sub(centre), p.Sub(centre)
		middle := norm(a.Add(b).At(0).Vector()) / 2
		if off := math.Abs(norm(a.At(0).Vector()) - float64(radius)); off > 0.71 {
			t.Errorf("radius %v, chord %v: a corner is off by %v um", radius, chord, off)
		}
		if off := float64(radius) - middle; off > float64(chord)+0.71 || off < -0.71 {
			t.Errorf("radius %v, chord %v: a side is off by %v um", radius, chord, off)
		}
	}
}

func TestEllipses(t *testing.T) {
	ring, err := Ellipse(Point2{10, 20}, 2*Metre, 1*Metre, 90*Degree, Millimetre)
	if err != nil {
		t.Fatal(err)
	}
	if ring[0] != (Point2{10, 20 + 2*Metre}) {
		t.Errorf("the first corner is %v", ring[0])
	}
	n := float64(len(ring))
	if want := 2 * n / 2 * math.Sin(2*math.Pi/n); math.Abs(ring.Area()-want) > 1e-5 {
		t.Errorf("area %v, expected %v", ring.Area(), want)
	}
	if _, err := NewPolygon(ring); err != nil {
		t.Error(err)
	}
	for _, err := range []error{second(Circle(Point2{}, 0, 1)), second(Circle(Point2{}, 1, 0)),
		second(Arc(Point2{}, 5, 0, 0, 1)),
		second(Arc(Point2{}, 5, 0, 361*Degree, 1)), second(Ellipse(Point2{}, 1, -1, 0, 1))} {
		if !errors.Is(err, ErrOutOfRange) {
			t.Errorf("%v", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
