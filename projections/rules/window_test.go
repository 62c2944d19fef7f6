package rules

import (
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// chamber makes a room of 3.8 by 3.8 m on L0, whose southern wall stands so far above or below the level and holds a
// window of 1500 by 1200 mm with a sill so far above the foot of the wall.
func chamber(t *testing.T, usage string, foot, sill int64) *building {
	t.Helper()
	b := newBuilding(t)
	corners := []geometry.Point2{mm(0, 0), mm(4000, 0), mm(4000, 4000), mm(0, 4000)}
	var ids []domain.ID
	for i, name := range []string{"S", "E", "N", "W"} {
		offset := geometry.MM(0)
		if name == "S" {
			offset = geometry.MM(foot)
		}
		b.do(name, domain.CreateWall{LevelID: b.ids["L0"], Name: name, Wall: domain.Wall{Start: corners[i],
			End: corners[(i+1)%4], Height: geometry.MM(2800) - offset, Thickness: geometry.MM(200), BaseOffset: offset}})
		ids = append(ids, b.ids[name])
	}
	b.do("", domain.JoinElements{ElementIDs: ids, JoinType: "auto"})
	b.do("room", domain.CreateRoom{LevelID: b.ids["L0"], Name: usage, Room: domain.Room{Usage: usage,
		Seed: new(mm(2000, 2000))}})
	b.do("window", domain.PlaceWindow{WallID: b.ids["S"], Window: domain.Window{Offset: geometry.MM(1000),
		Width: geometry.MM(1500), Height: geometry.MM(1200), SillHeight: geometry.MM(sill)}})
	return b
}

// TestASillIsOverTheFloorOfItsRoom, not over the foot of its wall: the lining of 60 mm stands on it.
func TestASillIsOverTheFloorOfItsRoom(t *testing.T) {
	for _, c := range []struct {
		foot, sill int64
		want       string
	}{
		{0, 800, "IBC-1031.3.3: pass 1 (860 to 860)"},
		{0, 1300, "IBC-1031.3.3: fail room 1360"},
		{500, 800, "IBC-1031.3.3: fail room 1360"},
		{500, 500, "IBC-1031.3.3: pass 1 (1060 to 1060)"},
		{-800, 1600, "IBC-1031.3.3: pass 1 (860 to 860)"},
		{-800, 2000, "IBC-1031.3.3: fail room 1260"},
	} {
		b := chamber(t, "bedroom", c.foot, c.sill)
		r := b.check(Options{Checks: []string{"code_compliance"}, Standards: []string{"IBC"}, Occupancy: "R-3"})
		if got := b.said(r, "IBC-1031.3.3"); got != c.want {
			t.Errorf("a sill of %d in a wall from %d: %s; expected %s", c.sill, c.foot, got, c.want)
		}
		for _, f := range r.Findings {
			if f.Rule == "IBC-1031.3.3" && f.Call == nil {
				t.Errorf("a sill of %d in a wall from %d: nothing is suggested", c.sill, c.foot)
			}
		}
	}
}
