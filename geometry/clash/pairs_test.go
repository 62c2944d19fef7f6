package clash

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
)

// everyPair returns the expected result of Pairs by comparing all boxes.
func everyPair(boxes []geometry.Box, clearance geometry.Length) []Pair {
	var out []Pair
	for i, a := range boxes {
		for k := i + 1; k < len(boxes); k++ {
			if !a.Empty() && !boxes[k].Empty() && a.Grow(clearance).Intersects(boxes[k]) {
				out = append(out, Pair{int32(i), int32(k)})
			}
		}
	}
	return out
}

// boxAt draws a box: flat, long or thick, on a coarse raster so that many only touch, or far away.
func boxAt(t *rapid.T) geometry.Box {
	length := func(name string) geometry.Length {
		unit := rapid.SampledFrom([]geometry.Length{1, geometry.Millimetre, 100 * geometry.Millimetre,
			3 * geometry.Metre}).Draw(t, "unit of "+name)
		return unit * geometry.Length(rapid.IntRange(0, 40).Draw(t, name))
	}
	corner := geometry.Point3{X: length("x"), Y: length("y"), Z: length("z")}
	if rapid.IntRange(0, 20).Draw(t, "how far") == 0 {
		corner.X -= 9_000_000 * geometry.Metre
	}
	return geometry.Box{Min: corner, Max: corner.Add(geometry.Point3{X: length("dx"),
		Y: length("dy"), Z: length("dz")})}
}

func TestPairsAreThoseThatMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boxes := rapid.SliceOfN(rapid.Custom(boxAt), 0, 60).Draw(t, "boxes")
		if len(boxes) > 0 && rapid.Bool().Draw(t, "an empty one") {
			boxes[0] = geometry.EmptyBox()
		}
		clearance := geometry.Length(rapid.SampledFrom([]int64{0, 1, 50_000, 4_000_000}).Draw(t, "clearance"))
		if got, want := Pairs(boxes, clearance), everyPair(boxes, clearance); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// TestPairsOfABuilding uses boxes like those of a building: thousands of small boxes, and walls and slabs over many of
// them.
func TestPairsOfABuilding(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	boxes := scattered(r, 1500)
	for range 20 {
		boxes = append(boxes, geometry.Box{Max: geometry.Point3{X: 72 * geometry.Metre, Y: 14 * geometry.Metre,
			Z: geometry.Length(r.IntN(9_000_000))}})
	}
	for _, clearance := range []geometry.Length{0, 100 * geometry.Millimetre} {
		if got, want := Pairs(boxes, clearance), everyPair(boxes, clearance); !slices.Equal(got, want) {
			t.Errorf("clearance %s: %d pairs, want %d", clearance, len(got), len(want))
		}
	}
}

// scattered returns boxes of doors and walls, thirty to a storey of 72 by 14 m.
func scattered(r *rand.Rand, n int) []geometry.Box {
	boxes := make([]geometry.Box, n)
	for i := range boxes {
		at := geometry.Point3{X: geometry.Length(r.IntN(72_000_000)), Y: geometry.Length(r.IntN(14_000_000)),
			Z: 3 * geometry.Metre * geometry.Length(i/1000)}
		size := geometry.Point3{X: geometry.Length(100_000 + r.IntN(1_000_000)),
			Y: geometry.Length(100_000 + r.IntN(1_000_000)), Z: 2_100_000}
		if i%10 == 0 {
			size.X = geometry.Length(r.IntN(12_000_000))
		}
		boxes[i] = geometry.Box{Min: at, Max: at.Add(size)}
	}
	return boxes
}

func BenchmarkPairs(b *testing.B) {
	boxes := scattered(rand.New(rand.NewPCG(1, 1)), 100_000)
	for b.Loop() {
		_ = Pairs(boxes, 0)
	}
}
