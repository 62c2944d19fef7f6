package geometry

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestIntersectionsOfSmallAndLarge checks that leaving out distant parts changes no intersection. It intersects a comb
// of many teeth with small rectangles and triangles at many places. It compares each result with the result of
// arranging all edges.
func TestIntersectionsOfSmallAndLarge(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		var comb Ring
		at := func(x, y int64) { comb = append(comb, Point2{MM(x), MM(y)}) }
		at(0, 0)
		at(40_000, 0)
		for x := int64(40_000); x > 0; x -= 1000 {
			at(x, 1000+r.Int64N(9000))
			at(x-500, 1000+r.Int64N(9000))
		}
		large := Union(Region{{Outer: comb}})
		x, y, w := r.Int64N(40_000), r.Int64N(10_000), 100+r.Int64N(4000)
		small := Region{{Outer: Ring{{MM(x), MM(y)}, {MM(x + w), MM(y)}, {MM(x + w), MM(y + w)}}}}
		if seed%2 == 0 {
			small = Region{{Outer: Ring{{MM(x), MM(y)}, {MM(x + w), MM(y)},
				{MM(x + w), MM(y + w)}, {MM(x), MM(y + w)}}}}
		}
		want := overlay(appendRegion(appendRegion(nil, large, 0), small, 1), 2,
			func(w []int32) bool { return w[0] > 0 && w[1] > 0 })
		if got := Intersect(large, small); !reflect.DeepEqual(got, want) && (len(got) > 0 || len(want) > 0) {
			t.Errorf("seed %d: %v, expected %v", seed, got, want)
		}
		if got := Intersect(small, large); !reflect.DeepEqual(got, want) && (len(got) > 0 || len(want) > 0) {
			t.Errorf("seed %d, the other way round: %v, expected %v", seed, got, want)
		}
	}
}
