package geometry

import (
	"testing"

	"github.com/golang/geo/r3"
)

// A plate of 4 x 3 m, 0.2 m thick, with a hole of 1 x 1 m, stands turned by 90 degrees about Z.
func TestFacesAreMeasured(t *testing.T) {
	square := func(x0, y0, x1, y1 int64) Ring {
		return Rectangle(Point2{MM(x0), MM(y0)}, Point2{MM(x1), MM(y1)}).Outer
	}
	plate, err := NewPolygon(square(0, 0, 4000, 3000), square(500, 500, 1500, 1500))
	if err != nil {
		t.Fatal(err)
	}
	frame := Placement{Origin: Point3{Z: MM(100)}, X: r3.Vector{Y: 1}, Z: r3.Vector{Z: 1}}
	s, err := Extrude(frame, Region{plate}, 0, MM(200))
	if err != nil {
		t.Fatal(err)
	}
	var top *FaceMeasure
	total := 0.0
	for _, f := range s.Faces {
		m := s.MeasureFace(f)
		total += m.Area
		if m.Normal == (r3.Vector{Z: 1}) {
			top = &m
		}
	}
	if top == nil || top.Area != 11 || top.Perimeter != MM(18000) || total != s.Area() {
		t.Fatalf("top %+v, %v m2 in all", top, total)
	}
	// (12 * (2, 1.5) - 1 * (1, 1)) / 11 in the plate, turned: x = -y, y = x.
	want := Point3{-Length(17_000_000/11) - 1, Length(23_000_000 / 11), MM(300)}
	if d := top.Centre.Sub(want); d.X.Abs() > 1 || d.Y.Abs() > 1 || d.Z != 0 {
		t.Errorf("centre %v, want %v", top.Centre, want)
	}
	if want := (Box{Point3{MM(-3000), 0, MM(300)}, Point3{0, MM(4000), MM(300)}}); top.Box != want {
		t.Errorf("box %v, want %v", top.Box, want)
	}
}

func TestAnglesBetweenVectors(t *testing.T) {
	x := r3.Vector{X: 2}
	for _, c := range []struct {
		v    r3.Vector
		want Angle
	}{
		{r3.Vector{X: 7}, 0}, {r3.Vector{X: -1}, HalfTurn}, {r3.Vector{Z: 3}, QuarterTurn},
		{r3.Vector{X: 1, Y: 1}, QuarterTurn / 2}, {r3.Vector{}, 0},
		{r3.Vector{X: 1, Z: 1e-7}, 6}, // 5.7 millionths of a degree
	} {
		if got := AngleBetween(x, c.v); got != c.want {
			t.Errorf("%v: %v degrees, want %v", c.v, got, c.want)
		}
	}
}
