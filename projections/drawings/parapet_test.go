package drawings

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
)

// TestADoorBehindAParapetIsMeasured checks that a door behind the parapet of a balcony is measured, because the plan
// does not cut the parapet. A door behind a wall that the plan cuts must not be measured.
func TestADoorBehindAParapetIsMeasured(t *testing.T) {
	for height, want := range map[int64]bool{1000: true, 2500: false} {
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		corners := []geometry.Point2{mm(0, 0), mm(9000, 0), mm(9000, 6000), mm(0, 6000)}
		var walls []state.ID
		for i, c := range corners {
			walls = append(walls, s.do("", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
				End: corners[(i+1)%4], Height: geometry.MM(2500), Thickness: geometry.MM(200)}})...)
		}
		s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
		s.do("", change.PlaceDoor{WallID: walls[0], Door: fabric.Door{Offset: geometry.MM(4000),
			Width: geometry.MM(1000), Height: geometry.MM(2100)}})
		s.do("", change.CreateFloor{LevelID: s.id["ground"], Floor: fabric.Floor{Thickness: geometry.MM(200),
			Boundary: geometry.Ring{mm(0, -1500), mm(9000, -1500), mm(9000, 6000), mm(0, 6000)}}})
		s.do("", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(0, -1500), End: mm(9000, -1500),
			Height: geometry.MM(height), Thickness: geometry.MM(150)}})
		v := s.view()
		d := planOf(t, v, 0, 100).Drawing
		if got := measured(d, layerDimensions, false); slices.ContainsFunc(got,
			func(l []string) bool { return slices.Equal(l, []string{"4100", "1000", "4100"}) }) != want {
			t.Errorf("behind %d mm: chains %v", height, got)
		}
		if faults, n := check.Openings(v, d, 0, usualCut); len(faults) > 0 || n == 1 != want {
			t.Errorf("behind %d mm: %d openings look out, %v", height, n, faults)
		}
	}
}
