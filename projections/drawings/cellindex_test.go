package drawings

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestTheIndexFindsWhatSharesASquare compares the results of the index with a search of all lines. The lines are from
// millimetres to kilometres long, and some are removed again.
func TestTheIndexFindsWhatSharesASquare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]int64{10, 1_000, 1_000_000})
		drawn := func() cellRange {
			of := rapid.Int64Range(-scale.Draw(t, "scale"), scale.Draw(t, "scale"))
			at := func() paper.Point {
				return paper.Point{X: geometry.MM(of.Draw(t, "x")), Y: geometry.MM(of.Draw(t, "y"))}
			}
			return cellsAround(segment{at(), at()}, 0)
		}
		var x cellIndex
		var all []cellRange
		for range rapid.IntRange(0, 20).Draw(t, "lines") {
			all = append(all, drawn())
			x.add(all[len(all)-1])
		}
		gone := map[int]bool{}
		for n := range all {
			if rapid.IntRange(0, 4).Draw(t, "goes") == 0 {
				gone[n] = true
				x.remove(int32(n))
			}
		}
		for range 3 {
			r := drawn()
			var want []int32
			for n, at := range all {
				if !gone[n] && at.meets(r) {
					want = append(want, int32(n))
				}
			}
			if got := x.meeting(r); !slices.Equal(got, want) {
				t.Fatalf("at %v of %v without %v: %v, want %v", r, all, gone, got, want)
			}
		}
	})
}
