package drawings

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
)

// glazed returns an office behind four curtain walls, whose corridor wall has a door.
func glazed(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(12000, 0), mm(12000, 8000), mm(0, 8000)}
	for i, c := range corners {
		s.curtain(c, corners[(i+1)%4])
	}
	s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(0, 4000), End: mm(12000, 4000),
		Height: geometry.MM(3000), Thickness: geometry.MM(100)}})
	s.do("", change.PlaceDoor{WallID: s.id["wall"], Door: fabric.Door{Offset: geometry.MM(1000),
		Width: geometry.MM(900), Height: geometry.MM(2100)}})
	s.do("", change.CreateFloor{LevelID: s.id["ground"], Floor: fabric.Floor{Thickness: geometry.MM(200),
		Boundary: corners}})
	s.do("", change.CreateRoom{Name: "Office", LevelID: s.id["ground"], Room: room.Room{
		Seed: &geometry.Point2{X: geometry.MM(6000), Y: geometry.MM(2000)}, Number: "1"}}) // and none behind the door
	return s
}

func (s *site) curtain(from, to geometry.Point2) {
	s.do("curtain", change.CreateCurtainWall{LevelID: s.id["ground"], CurtainWall: fabric.CurtainWall{Start: from,
		End: to, Height: geometry.MM(3000), USpacing: geometry.MM(1500), VSpacing: geometry.MM(1500)}})
}

// TestChainsOfCurtainWalls checks that chains before curtain walls measure the axes of the mullions, but not their
// sides or doors behind them.
func TestChainsOfCurtainWalls(t *testing.T) {
	v := glazed(t).view()
	d := planOf(t, v, 0, 100).Drawing
	bays := []string{"1575", "1500", "1500", "1500", "1500", "1500", "1500", "1575"}
	sides := []string{"1408", "1334", "1333", "1333", "1334", "1408"} // six bays of 1333.3 mm
	for upright, want := range map[bool][][]string{false: {bays, {"12150"}, bays}, true: {sides, sides, {"8150"}}} {
		got := measured(d, layerDimensions, upright)
		if len(got) != len(want) {
			t.Errorf("upright %t: chains %v", upright, got)
		}
		for _, w := range want {
			if !slices.ContainsFunc(got, func(l []string) bool { return slices.Equal(l, w) }) {
				t.Errorf("upright %t: no chain %v, but %v", upright, w, got)
			}
		}
	}
	if faults, n := check.Openings(v, d, 0, usualCut); len(faults) > 0 || n > 0 {
		t.Errorf("%d openings look out: %v", n, faults)
	}
}

// TestDoorsInCurtainWalls checks that doors in curtain walls have symbols and are measured by their edges. Mullions
// close to these edges, and mullions that the doors interrupt, must not be measured.
func TestDoorsInCurtainWalls(t *testing.T) {
	s := glazed(t)
	south := s.view().Model.OfCategory(state.CategoryCurtainWall)[0]
	for _, id := range s.view().Model.OfCategory(state.CategoryCurtainWall) {
		e, _ := s.view().Model.Element(id)
		if e.Params.(*fabric.CurtainWall).Start == mm(0, 0) {
			south = id
		}
	}
	s.do("", change.PlaceDoor{WallID: south, Door: fabric.Door{Offset: geometry.MM(1525), Width: geometry.MM(1000),
		Height: geometry.MM(2100), Facing: fabric.FacingExterior}})
	s.do("", change.PlaceDoor{WallID: south, Door: fabric.Door{Offset: geometry.MM(5400), Width: geometry.MM(1800),
		Height: geometry.MM(2100), DoorType: fabric.DoorDouble}})
	v := s.view()
	d := planOf(t, v, 0, 100).Drawing
	want := []string{"1600", "1000", "1975", "900", "1800", "1800", "1500", "1575"}
	if got := measured(d, layerDimensions, false); !slices.ContainsFunc(got,
		func(l []string) bool { return slices.Equal(l, want) }) {
		t.Errorf("no chain %v, but %v", want, got)
	}
	if faults, n := check.Openings(v, d, 0, usualCut); len(faults) > 0 || n != 2 {
		t.Errorf("%d openings look out: %v", n, faults)
	}
	if faults, n := check.Swings(v, d); len(faults) > 0 || n != 3 {
		t.Errorf("%d doors: %v", n, faults)
	}
}

// TestNarrowBaysAreNotMeasured checks that a chain has only the ends of a curtain wall whose bays are narrow on paper.
func TestNarrowBaysAreNotMeasured(t *testing.T) {
	d := planOf(t, glazed(t).view(), 0, 500).Drawing
	if got := measured(d, layerDimensions, false); len(got) != 1 || !slices.Equal(got[0], []string{"12150"}) {
		t.Errorf("chains %v", got)
	}
}

// TestWindowsBehindASecondSkinAreMeasured checks that a window is measured through a second skin with only air between
// them.
func TestWindowsBehindASecondSkinAreMeasured(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(12000, 0), mm(12000, 8000), mm(0, 8000)}
	var walls []state.ID
	for i, c := range corners {
		walls = append(walls, s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
			End: corners[(i+1)%4], Height: geometry.MM(3000), Thickness: geometry.MM(200)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	s.do("", change.PlaceWindow{WallID: walls[0], Window: fabric.Window{Offset: geometry.MM(5000),
		Width: geometry.MM(1200), Height: geometry.MM(1200), SillHeight: geometry.MM(900)}})
	s.do("", change.CreateRoom{Name: "Hall", LevelID: s.id["ground"], Room: room.Room{
		Seed: &geometry.Point2{X: geometry.MM(4000), Y: geometry.MM(4000)}, Number: "1"}})
	s.curtain(mm(0, -800), mm(12000, -800))
	v := s.view()
	d := planOf(t, v, 0, 500).Drawing
	want := []string{"5100", "1200", "5900"}
	if got := measured(d, layerDimensions, false); !slices.ContainsFunc(got,
		func(l []string) bool { return slices.Equal(l, want) }) {
		t.Errorf("no chain %v, but %v", want, got)
	}
	if faults, n := check.Openings(v, d, 0, usualCut); len(faults) > 0 || n != 1 {
		t.Errorf("%d openings look out: %v", n, faults)
	}
}

// TestChainsReachIntoOpenings checks that a door in a curtain wall within an opening is in the first chain. The wall
// around the opening must not hide it.
func TestChainsReachIntoOpenings(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(0, 0), End: mm(12000, 0),
		Height: geometry.MM(3000), Thickness: geometry.MM(300)}})
	offset := geometry.MM(2000)
	s.do("hole", change.CreateOpening{HostID: s.id["wall"], Offset: &offset, Width: geometry.MM(6000),
		Height: geometry.MM(2800)})
	s.do("front", change.CreateCurtainWall{CurtainWall: fabric.CurtainWall{Opening: s.id["hole"], UBays: 2, VBays: 1}})
	s.do("door", change.PlaceDoor{WallID: s.id["front"], Door: fabric.Door{Offset: geometry.MM(1000),
		Width: geometry.MM(1000), Height: geometry.MM(2100)}})
	d := planOf(t, s.view(), 0, 100).Drawing
	got := measured(d, layerDimensions, false)
	want := []string{"2000", "1000", "1000", "1000", "3000", "4000"}
	if !slices.ContainsFunc(got, func(l []string) bool { return slices.Equal(l, want) }) {
		t.Errorf("no chain %v, but %v", want, got)
	}
}
