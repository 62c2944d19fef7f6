package rules

import (
	"context"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// chamber makes a room of 3.8 by 3.8 m on L0. Its southern wall stands at the height foot relative to the level. The
// wall has a window of 1500 by 1200 mm whose sill is the given height above the foot of the wall.
func chamber(t *testing.T, usage string, foot, sill int64) *building {
	t.Helper()
	b := newBuilding(t)
	corners := []geometry.Point2{mm(0, 0), mm(4000, 0), mm(4000, 4000), mm(0, 4000)}
	var ids []state.ID
	for i, name := range []string{"S", "E", "N", "W"} {
		offset := geometry.MM(0)
		if name == "S" {
			offset = geometry.MM(foot)
		}
		b.do(name, change.CreateWall{LevelID: b.ids["L0"], Name: name, Wall: fabric.Wall{Start: corners[i],
			End: corners[(i+1)%4], Height: geometry.MM(2800) - offset, Thickness: geometry.MM(200),
			BaseOffset: offset}})
		ids = append(ids, b.ids[name])
	}
	b.do("", change.JoinElements{ElementIDs: ids, JoinType: "auto"})
	b.do("room", change.CreateRoom{LevelID: b.ids["L0"], Name: usage, Room: room.Room{Usage: usage,
		Seed: new(mm(2000, 2000))}})
	b.do("window", change.PlaceWindow{WallID: b.ids["S"], Window: fabric.Window{Offset: geometry.MM(1000),
		Width: geometry.MM(1500), Height: geometry.MM(1200), SillHeight: geometry.MM(sill)}})
	return b
}

// TestASillIsOverTheFloorOfItsRoom checks that a sill is measured from the floor, not from the foot of its wall. The
// lining of 60 mm stands on the sill.
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

// glassRoom makes a room of 3.8 by about 4.8 m on L0. A curtain wall of 4 m by 2.8 m stands on its south side, on a
// grid of 1 by 1.4 m with mullions of 50 by 150 mm.
func glassRoom(t *testing.T, usage string) *building {
	t.Helper()
	b := newBuilding(t)
	b.wall("E", mm(4000, 0), mm(4000, 5000), nil)
	b.wall("N", mm(4000, 5000), mm(0, 5000), nil)
	b.wall("W", mm(0, 5000), mm(0, 0), nil)
	b.do("glass", change.CreateCurtainWall{LevelID: b.ids["L0"], CurtainWall: fabric.CurtainWall{Start: mm(0, 0),
		End: mm(4000, 0), Height: geometry.MM(2800), USpacing: geometry.MM(1000), VSpacing: geometry.MM(1400)}})
	b.do("", change.JoinElements{ElementIDs: []state.ID{b.ids["E"], b.ids["N"], b.ids["W"]}, JoinType: "auto"})
	b.do("room", change.CreateRoom{LevelID: b.ids["L0"], Name: usage, Room: room.Room{Usage: usage,
		Seed: new(mm(2000, 2000))}})
	return b
}

// daylight lists the rules about glass and openings of rooms; escape lists the rules about escape windows.
var (
	daylight = []string{"IBC-1204.2", "IBC-1202.5.1", "MBO-47w"}
	escape   = []string{"IBC-1031.3.1", "IBC-1031.3.2h", "IBC-1031.3.2w", "IBC-1031.3.3"}
)

const (
	panelsOpen = "which panels of the curtain wall open (1)"
	openShare  = "IBC-1202.5.1: missing " + panelsOpen
)

// TestGlassOfACurtainWallIsDaylight checks the glass of a curtain wall. The room is 3.8 by 4.825 m: 18.335 m2. It has
// the four columns of panels from x 100 to 3900, between mullions of 50 mm: 875 mm of each outer column, 950 mm of each
// inner one. Two rows of 1325 mm give 9.6725 m2 of glass, which is 52.75 %. The opening in the shell is 3.8 by 2.8 m:
// 10.64 m2, 58.03 %.
func TestGlassOfACurtainWallIsDaylight(t *testing.T) {
	lit := "IBC-1204.2: pass 1 (52.75 to 52.75)\nMBO-47w: pass 1 (58.03 to 58.03)"
	options := Options{Checks: []string{"code_compliance"}, Occupancy: "R-3"}
	b := glassRoom(t, "living room")
	if got, want := b.said(b.check(options), daylight...), openShare+"\n"+lit; got != want {
		t.Errorf("a room behind glass:\n%s\nexpected\n%s", got, want)
	}
	b.do("behind", change.CreateRoom{LevelID: b.ids["L0"], Name: "store", Room: room.Room{Usage: "store room",
		Height:   geometry.MM(2800),
		Boundary: []geometry.Point2{mm(2000, -3900), mm(3900, -3900), mm(3900, -75), mm(2000, -75)}}})
	// half of the wall is before another room: 1900 mm of opening, and 875 + 950 mm of glass without the half mullion
	// at x 2000
	lit = "IBC-1204.2: pass 1 (26.38 to 26.38)\nMBO-47w: pass 1 (29.02 to 29.02)"
	if got, want := b.said(b.check(options), daylight...), openShare+"\n"+lit; got != want {
		t.Errorf("a room behind glass, half of it before another room:\n%s\nexpected\n%s", got, want)
	}
}

// TestWhatOpensOfACurtainWallIsNotKnown checks a room with a curtain wall and a window: a sufficient window passes, and
// with an insufficient window the room is not checked.
func TestWhatOpensOfACurtainWallIsNotKnown(t *testing.T) {
	b := glassRoom(t, "bedroom")
	options := Options{Checks: []string{"code_compliance"}, Standards: []string{"IBC"}, Occupancy: "R-3"}
	want := ""
	for _, id := range escape {
		want += id + ": missing " + panelsOpen + "\n"
	}
	if got := b.said(b.check(options), escape...) + "\n"; got != want {
		t.Errorf("without a window:\n%s\nexpected\n%s", got, want)
	}
	window := fabric.Window{Offset: geometry.MM(1500), Width: geometry.MM(1500), Height: geometry.MM(1200),
		SillHeight: geometry.MM(1300)}
	b.do("window", change.PlaceWindow{WallID: b.ids["N"], Window: window})
	want = "IBC-1031.3.1: pass 1 (1.49 to 1.49)\nIBC-1031.3.2h: pass 1 (1080 to 1080)\n" +
		"IBC-1031.3.2w: pass 1 (1380 to 1380)\nIBC-1031.3.3: missing " + panelsOpen
	if got := b.said(b.check(options), escape...); got != want {
		t.Errorf("with a window that is too high:\n%s\nexpected\n%s", got, want)
	}
	if got, want := b.said(b.check(options), "IBC-1202.5.1"), "IBC-1202.5.1: pass 1 (8.129 to 8.129)"; got != want {
		t.Errorf("%s; expected %s", got, want)
	}
}

// TestAWindowInACurtainWallOpens checks a window in the place of a panel. It is sufficient for escape and ventilation,
// and its own glass replaces the glass of the panel. A window of 950 by 1325 mm has 830 by 1205 mm clear within a
// lining of 60 mm, and 730 by 1105 mm of glass within frames of 50 mm. 9.6725 m2 less 1.25875 and plus 0.80665 are
// 50.29 %. A door in the place of another panel takes 0.95 by 1.35 m of the opening.
func TestAWindowInACurtainWallOpens(t *testing.T) {
	b := glassRoom(t, "bedroom")
	options := Options{Checks: []string{"code_compliance"}, Standards: []string{"IBC"}, Occupancy: "R-3"}
	b.do("window", change.PlaceWindow{WallID: b.ids["glass"], ToGrid: true, Window: fabric.Window{
		Offset: geometry.MM(1000), Width: geometry.MM(1000), SillHeight: geometry.MM(100),
		Height: geometry.MM(1200)}})
	want := "IBC-1031.3.1: pass 1 (1 to 1)\nIBC-1031.3.2h: pass 1 (1205 to 1205)\n" +
		"IBC-1031.3.2w: pass 1 (830 to 830)\nIBC-1031.3.3: pass 1 (110 to 110)\n" +
		"IBC-1202.5.1: pass 1 (5.455 to 5.455)\nIBC-1204.2: pass 1 (50.29 to 50.29)"
	if got := b.said(b.check(options), append(escape, "IBC-1202.5.1", "IBC-1204.2")...); got != want {
		t.Errorf("with a window:\n%s\nexpected\n%s", got, want)
	}
	b.do("door", change.PlaceDoor{WallID: b.ids["glass"], Door: fabric.Door{Offset: geometry.MM(2025),
		Width: geometry.MM(950), Height: geometry.MM(1350)}})
	options.Standards = nil
	if got, want := b.said(b.check(options), "MBO-47w"), "MBO-47w: pass 1 (51.04 to 51.04)"; got != want {
		t.Errorf("with a door: %s, expected %s", got, want)
	}
}

// TestWhatIsBeforeAWindowIsNotGuessed checks a window without a storey: it is not assumed to open to the outside.
func TestWhatIsBeforeAWindowIsNotGuessed(t *testing.T) {
	b := chamber(t, "living room", 0, 800)
	window, _ := b.view.Model.Element(b.ids["window"])
	asked := &subjects{ctx: t.Context(), view: b.view, index: ways.NewIndex()}
	if beyond, told := asked.beyondWindow(window, 0); !told || beyond != ways.OpenAir {
		t.Errorf("on its storey: %v, %v", beyond, told)
	}
	if _, told := asked.beyondWindow(window, 100*geometry.Metre); told {
		t.Error("where no storey is, something is told")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	asked = &subjects{ctx: ended, view: b.view, index: ways.NewIndex()}
	if _, told := asked.beyondWindow(window, 0); told {
		t.Error("after the end of the question, something is told")
	}
}

// facade imports the body of a curtain wall of 2 by 2.5 m, with its middle at x 2000 and the given y.
func (b *building) facade(y int64) {
	b.t.Helper()
	base := geometry.Region{geometry.Rectangle(mm(1000, y-50), mm(3000, y+50))}
	solid, err := geometry.Extrude(geometry.PlacementInPlan(geometry.Point3{}, mm(1, 0)), base, 0, geometry.MM(2500))
	if err != nil {
		b.t.Fatal(err)
	}
	id := state.DeriveID("facade", 1)
	b.do("facade", change.Import{Elements: []*state.Element{{ID: id, Category: state.CategoryCurtainWall,
		Name: "facade", LevelID: b.ids["L0"], Params: &fabric.CurtainWall{Fixed: &state.FixedShape{}}}},
		Bodies: map[state.ID]geometry.Body{id: {solid}}})
}

// TestWhatIsNearAndNotKnownIsTold checks a facade that has a body but no parameters: it may light the room behind it.
// Glass elsewhere does not light the room.
func TestWhatIsNearAndNotKnownIsTold(t *testing.T) {
	const unknown = "glass that is known by its body alone, or stands in no wall, near the room (1)"
	options := Options{Checks: []string{"code_compliance"}, Standards: []string{"MBO"}}
	for _, c := range []struct {
		name string
		y    int64
		want string
	}{
		{"in the wall", 0, "MBO-47w: missing " + unknown}, {"far away", -3000, "MBO-47w: fail room 0"},
	} {
		b := chamber(t, "living room", 0, 800)
		b.do("", change.DeleteElement{ElementIDs: []state.ID{b.ids["window"]}})
		b.facade(c.y)
		if got := b.said(b.check(options), "MBO-47w"); got != c.want {
			t.Errorf("%s: %s; expected %s", c.name, got, c.want)
		}
	}
}

// TestGlassUnderASlopeIsNotKnown checks a room below a gable whose eaves are 300 mm above the floor. Only the glass up
// to that height surely belongs to the room, which is not enough, and the glass above is not known.
func TestGlassUnderASlopeIsNotKnown(t *testing.T) {
	for eaves, want := range map[int64]string{300: "MBO-47w: missing " + noSlopedFacade + " (1)",
		2500: "MBO-47w: pass 1 (53.26 to 53.26)"} { // 3.8 by 2.5 m and 0.1 m times tan 35
		b := glassRoom(t, "living room")
		b.do("roof", change.CreateRoof{LevelID: b.ids["L0"], Roof: fabric.Roof{RoofType: fabric.RoofGable,
			Boundary: []geometry.Point2{mm(0, 0), mm(4000, 0), mm(4000, 5000), mm(0, 5000)},
			Slope:    35 * geometry.Degree, Thickness: geometry.MM(100), RidgeDirection: "y",
			Offset: geometry.MM(eaves)}})
		b.do("", change.Attach{ElementIDs: []state.ID{b.ids["N"], b.ids["E"], b.ids["W"]},
			To: []state.ID{b.ids["roof"]}})
		r := b.check(Options{Checks: []string{"code_compliance"}, Standards: []string{"MBO"}})
		if got := b.said(r, "MBO-47w"); got != want {
			t.Errorf("eaves at %d mm: %s; expected %s", eaves, got, want)
		}
	}
}
