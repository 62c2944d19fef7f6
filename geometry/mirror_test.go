package geometry

import (
	"math/rand/v2"
	"testing"
)

// TestMirrorImagesAreAsFarFromTheLine mirrors random points. The image of a point must be as far from points of the
// line as the point itself, and the image of the image must be the point.
func TestMirrorImagesAreAsFarFromTheLine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	at := func() Point2 { return Point2{Length(r.Int64N(2e10) - 1e10), Length(r.Int64N(2e10) - 1e10)} }
	for range 2000 {
		l, p := Mirror{at(), at()}, at()
		image := l.Point(p)
		if off := Distance(l.Point(image), p); off > 2 {
			t.Fatalf("mirrored twice about %v, %v is %v away", l, p, off)
		}
		for _, q := range []Point2{l.From, l.To} {
			if off := Distance(q, p) - Distance(q, image); off.Abs() > 2 {
				t.Fatalf("the image of %v about %v is %v farther from %v", p, l, off, q)
			}
		}
	}
	if got := (Mirror{Point2{}, Point2{5, 5}}).Point(Point2{7, 3}); got != (Point2{3, 7}) {
		t.Errorf("about the diagonal: %v", got)
	}
	if got := (Mirror{Point2{9, 0}, Point2{9, 1}}).Point(Point2{-2, 6}); got != (Point2{20, 6}) {
		t.Errorf("about an upright line: %v", got)
	}
	if got := (Mirror{Point2{}, Point2{Y: 1}}).Turned(30 * Degree); got != 150*Degree {
		t.Errorf("30 degrees are %v about the y axis", got)
	}
	ring := Rectangle(Point2{}, Point2{10, 20}).Outer
	image, err := NewPolygon((Mirror{Point2{}, Point2{Y: 1}}).Ring(ring))
	if err != nil || image.Outer[0] != ring[0] && image.Outer[0] != (Point2{-ring[0].X, ring[0].Y}) {
		t.Errorf("the image of a ring: %v, %v", image, err)
	}
}
