package clash

import (
	"errors"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// TestAnOverlapEndsWhereItIsInterrupted interrupts the boolean of two bodies at each of its checks.
func TestAnOverlapEndsWhereItIsInterrupted(t *testing.T) {
	var bodies [2]*Body
	for i, at := range []geometry.Length{0, 300 * geometry.Millimetre} {
		corner := geometry.Point2{X: at, Y: at}
		s, err := geometry.Extrude(geometry.World(), geometry.Region{geometry.Rectangle(corner,
			corner.Add(geometry.Point2{X: geometry.Metre, Y: geometry.Metre}))}, at, at+geometry.Metre)
		if err != nil {
			t.Fatal(err)
		}
		if bodies[i], err = BodyOf([]geometry.Solid{s}); err != nil {
			t.Fatal(err)
		}
	}
	asked := 0
	f, err := OverlapUntil(func() bool { asked++; return false }, bodies[0], bodies[1], 0)
	if err != nil || f.Kind != Hard || asked == 0 {
		t.Fatalf("%+v, %v; it asked %d times whether to go on", f, err, asked)
	}
	for after := range asked {
		n := 0
		_, err := OverlapUntil(func() bool { n++; return n > after }, bodies[0], bodies[1], 0)
		if !errors.Is(err, geometry.ErrInterrupted) {
			t.Errorf("interrupted at question %d: %v", after+1, err)
		}
	}
}
