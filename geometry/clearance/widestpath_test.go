package clearance

import (
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// TestWidestWaysOfRandomFloors compares the estimate, and the widest way found with it, with bisection of widths alone,
// on random halls with tables.
func TestWidestWaysOfRandomFloors(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	near, trials, all := 0, 0, 0
	for range 150 {
		area := geometry.Region{geometry.Rectangle(pt(0, 0), pt(12, 8))}
		for range 5 + r.IntN(20) {
			x, y := geometry.Length(2_100_000+r.Int64N(7_000_000)), geometry.Length(r.Int64N(8_000_000))
			w, d := geometry.Length(100_000+r.Int64N(700_000)), geometry.Length(100_000+r.Int64N(2_000_000))
			area = geometry.Subtract(area, geometry.Region{geometry.Rectangle(geometry.Point2{X: x, Y: y},
				geometry.Point2{X: x + w, Y: y + d})})
		}
		from, to := pt(1, 4), pt(11, 4)
		if area.Contains(from) != geometry.Inside || area.Contains(to) != geometry.Inside {
			continue
		}
		const limit = 2 * geometry.Metre // the ends have this much room
		passes := func(width geometry.Length) bool {
			trials++
			_, err := connection(area, from, to, width/2)
			return err == nil
		}
		if !passes(0) {
			if got, err := WidestWay(area, from, to, limit); err == nil {
				t.Errorf("%v where there is no way", got)
			}
			continue
		}
		lo, hi := geometry.Length(0), limit
		for hi-lo > WidthTolerance/4 {
			if middle := (lo + hi) / 2; passes(middle) {
				lo = middle
			} else {
				hi = middle
			}
		}
		got, err := WidestWay(area, from, to, limit)
		if err != nil || got > hi || got < lo-WidthTolerance {
			t.Errorf("%v, %v, expected %v", got, err, lo)
		}
		all++
		trials = 0
		widest(limit, estimateWidest(area, []geometry.Point2{from, to}, float64(limit)), passes)
		if trials <= 3 {
			near++
		} else {
			t.Logf("%v, estimated %v, %d trials", lo, geometry.Length(estimateWidest(area,
				[]geometry.Point2{from, to}, float64(limit))), trials)
		}
	}
	t.Logf("%d of %d in three trials", near, all)
	if all < 40 || near*10 < all*8 {
		t.Errorf("%d of %d estimates took no more than three trials", near, all)
	}
}
