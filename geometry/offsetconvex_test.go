package geometry

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// TestOffsetOfAConvexPolygon compares the direct offset of convex polygons with the general one, point by point.
func TestOffsetOfAConvexPolygon(t *testing.T) {
	direct := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "corners")
		size := float64(rapid.IntRange(100, 20_000_000).Draw(t, "size"))
		flat := rapid.Float64Range(0.02, 1).Draw(t, "flat")
		at := Point2{X: Length(rapid.IntRange(-1e9, 1e9).Draw(t, "x")),
			Y: Length(rapid.IntRange(-1e9, 1e9).Draw(t, "y"))}
		begin := rapid.Float64Range(0, math.Pi).Draw(t, "begin")
		var ring Ring
		for i := range n {
			a := begin + 2*math.Pi*(float64(i)+rapid.Float64Range(0, 0.9).Draw(t, "turn"))/float64(n)
			ring = append(ring, at.Add(Point2{X: Length(size * math.Cos(a)), Y: Length(size * flat * math.Sin(a))}))
		}
		p, err := NewPolygon(ring)
		if err != nil {
			return
		}
		d := Length(rapid.IntRange(1000, 400_000).Draw(t, "d"))
		got, ok := p.offsetConvex(d)
		if !ok {
			return
		}
		direct++
		want, err := Interrupt(nil).offset(p, d)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("offset of %v by %d:\n%v, want\n%v (%v)", ring, d, got, want, err)
		}
	})
	if direct == 0 {
		t.Error("no polygon was offset directly")
	}
}
