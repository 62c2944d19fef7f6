package curved

import (
	"errors"
	"math"
	"testing"

	"github.com/golang/geo/r3"
	"pgregory.net/rapid"
)

// nurbsCircle returns the circle of 100 mm as a rational curve of degree two.
func nurbsCircle(t *testing.T) *SplineCurve {
	w := math.Sqrt(0.5)
	var control []r3.Vector
	for _, p := range [][2]float64{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}} {
		control = append(control, r3.Vector{X: 1e5 * p[0], Y: 1e5 * p[1]})
	}
	c, err := NewSplineCurve(2, []float64{0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4}, control,
		[]float64{1, w, 1, w, 1, w, 1, w, 1})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestRationalCircle checks that a rational B-spline is exactly a circle. Its chords must be within the tolerance of
// it, also across the end of the domain.
func TestRationalCircle(t *testing.T) {
	c := nurbsCircle(t)
	if !c.Closed() {
		t.Error("it is not closed")
	}
	points := c.Points(3.5, 5.25, tolerance)
	for i, p := range points {
		if off := math.Abs(norm(p) - 1e5); off > 1e-6 {
			t.Errorf("%v is %v um off", p, off)
		}
		if i > 0 && 1e5-norm(lerp(points[i-1], p, 0.5)) > tolerance {
			t.Errorf("the chord to %v strays", p)
		}
	}
	begin, end := points[0], points[len(points)-1]
	if begin.Y > 0 || end.Y < 0 || end.X > 0 {
		t.Errorf("from %v to %v", begin, end)
	}
}

// TestSplinesLocateTheirPoints checks that locating a point of a curve or a surface finds its place.
func TestSplinesLocateTheirPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		degree := rapid.IntRange(1, 4).Draw(t, "degree")
		n := rapid.IntRange(degree+1, degree+4).Draw(t, "points")
		values := make([]float64, n+degree+1)
		for i := range values {
			values[i] = float64(min(max(i-degree, 0), n-degree))
		}
		row := func(y float64) []r3.Vector {
			out := make([]r3.Vector, n)
			for i := range out {
				out[i] = r3.Vector{X: 1e5 * float64(i), Y: y, Z: rapid.Float64Range(-5e4, 5e4).Draw(t, "height")}
			}
			return out
		}
		c, err := NewSplineCurve(degree, values, row(0), nil)
		if err != nil {
			t.Fatal(err)
		}
		at := rapid.Float64Range(0, float64(n-degree)).Draw(t, "at")
		if p := c.Point(at); gap(p, c.Point(c.Locate(p))) > 1 {
			t.Errorf("the point at %v is located at %v", at, c.Locate(p))
		}
		s, err := NewSplineSurface(1, degree, []float64{0, 0, 1, 1}, values, [][]r3.Vector{row(0), row(3e5)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		uv := UV{rapid.Float64Range(0, 1).Draw(t, "u"), at}
		if p := s.Point(uv); gap(p, s.Point(s.Locate(p, nil))) > 1 {
			t.Errorf("the point at %v is located at %v", uv, s.Locate(p, nil))
		}
	})
}

// TestSplinesThatDoNotFit checks that knots, weights and points that do not match are refused.
func TestSplinesThatDoNotFit(t *testing.T) {
	line := []r3.Vector{{}, {X: 1e5}}
	for name, c := range map[string]struct {
		degree  int
		knots   []float64
		weights []float64
	}{
		"too few knots":    {1, []float64{0, 1}, nil},
		"knots backwards":  {1, []float64{0, 0, 1, 0}, nil},
		"knots of nothing": {1, []float64{0, 0, 0, 0}, nil},
		"degree too high":  {2, []float64{0, 0, 0, 1, 1}, nil},
		"no degree":        {0, []float64{0, 1, 2}, nil},
		"not a number":     {1, []float64{0, 0, 1, math.NaN()}, nil},
		"weight of zero":   {1, []float64{0, 0, 1, 1}, []float64{1, 0}},
		"too many weights": {1, []float64{0, 0, 1, 1}, []float64{1, 1, 1}},
	} {
		if _, err := NewSplineCurve(c.degree, c.knots, line, c.weights); !errors.Is(err, ErrBadSpline) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
