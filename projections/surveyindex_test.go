package projections

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/geometry"
)

// TestSpansFindWhatMeets compares the search by height with a search of everything.
func TestSpansFindWhatMeets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height := rapid.Int64Range(-50, 50)
		drawn := func(name string) span {
			a, b := geometry.Length(height.Draw(t, name)), geometry.Length(height.Draw(t, name))
			return span{min(a, b), max(a, b)}
		}
		var all spans[int]
		var at []span
		for i := range rapid.IntRange(0, 30).Draw(t, "spans") {
			at = append(at, drawn("span"))
			all.add(i, at[i])
		}
		all.sort()
		heights := drawn("heights")
		found := all.meeting(heights, nil)
		slices.Sort(found)
		var want []int
		for i, s := range at {
			if s.meets(heights) {
				want = append(want, i)
			}
		}
		if !slices.Equal(found, want) {
			t.Fatalf("%v of %v: found %v, want %v", heights, at, found, want)
		}
	})
}

// When the derived part of a view grows, the derived data of the view before it stay unchanged.
func TestExtentsGrowApart(t *testing.T) {
	var base extent
	base.add(cell{"ground", "wall"})
	next := base.fork()
	next.add(cell{"first", "wall"})
	if base.holds(cell{"first", "wall"}) || !next.holds(cell{"ground", "wall"}) || !next.holds(cell{"first", "wall"}) {
		t.Errorf("the base has %v, what follows it %v", base.cells, next.cells)
	}
}
