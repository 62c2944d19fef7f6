package boundary

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TestOpenNamesRoomsThatAreNotCovered takes boundaries of two boxes away. Open must name the box that lost one, also if
// only the boundary of an opening is left in its place.
func TestOpenNamesRoomsThatAreNotCovered(t *testing.T) {
	rooms := []Enclosed{box(t, "a", 0), box(t, "b", 20_000)}
	all := Of(state.NewModel(), rooms, func(n int, f func(int)) {
		for i := range n {
			f(i)
		}
	})
	if got := Open(rooms, all); len(all) != 12 || len(got) != 0 {
		t.Fatalf("%d boundaries, open are %v", len(all), got)
	}
	for i := range all {
		less := slices.Delete(slices.Clone(all), i, i+1)
		if got := Open(rooms, less); len(got) != 1 || got[0] != all[i].Room {
			t.Errorf("without boundary %d of %s, open are %v", i, all[i].Room, got)
		}
		child := slices.Clone(all)
		child[i].Parent = (i + 1) % len(all)
		if got := Open(rooms, child); len(got) != 1 || got[0] != all[i].Room {
			t.Errorf("with boundary %d of %s as an opening, open are %v", i, all[i].Room, got)
		}
	}
}

// box returns a room of 4 m by 3 m by 2.5 m.
func box(t *testing.T, id state.ID, x int64) Enclosed {
	t.Helper()
	plan := geometry.Rectangle(geometry.Point2{X: geometry.MM(x)},
		geometry.Point2{X: geometry.MM(x + 4000), Y: geometry.MM(3000)})
	solid, err := geometry.Extrude(geometry.World(), geometry.Region{plan}, 0, geometry.MM(2500))
	if err != nil {
		t.Fatal(err)
	}
	return Enclosed{ID: id, Body: geometry.Body{solid}}
}
