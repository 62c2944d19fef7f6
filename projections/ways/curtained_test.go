package ways

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// walled builds a room of 6 x 4 m with an opening of 3 m in its south wall, the only way out.
func walled(t *testing.T) *model {
	m := newModel(t)
	m.do("L", change.CreateLevel{Name: "L"})
	m.wall("S", "L", 0, 0, 6000, 0, 200)
	m.wall("E", "L", 6000, 0, 6000, 4000, 200)
	m.wall("N", "L", 6000, 4000, 0, 4000, 200)
	m.wall("W", "L", 0, 4000, 0, 0, 200)
	m.do("", change.JoinElements{LevelID: m.ids["L"]})
	offset := geometry.MM(1500)
	m.do("", change.CreateOpening{HostID: m.ids["S"], Offset: &offset, Width: geometry.MM(3000),
		Height: geometry.MM(2500)})
	seed := mm(3000, 2000)
	m.do("R", change.CreateRoom{LevelID: m.ids["L"], Name: "R", Room: roomshape.Room{Seed: &seed}})
	return m
}

func (m *model) exits() int {
	m.t.Helper()
	b, err := (*Index)(nil).Building(m.t.Context(), m.view, Walker())
	if err != nil {
		m.t.Fatal(err)
	}
	exits, err := b.Exits()
	if err != nil {
		m.t.Fatal(err)
	}
	return len(exits)
}

// TestAnOpeningWithACurtainWallIsNoExit checks that an opening filled by a curtain wall is no exit, unless it is wider
// than the curtain wall.
func TestAnOpeningWithACurtainWallIsNoExit(t *testing.T) {
	for _, c := range []struct{ from, to int64 }{{0, 0}, {1500, 4500}, {1600, 4400}, {1500, 3000}} {
		m, want := walled(t), 1
		if c.to > 0 {
			m.do("C", change.CreateCurtainWall{LevelID: m.ids["L"], CurtainWall: fabric.CurtainWall{
				Start: mm(c.from, 0), End: mm(c.to, 0), Height: geometry.MM(2500), USpacing: geometry.MM(1000),
				VSpacing: geometry.MM(1250)}})
			if c.to-c.from > 2500 {
				want = 0
			}
		}
		if got := m.exits(); got != want {
			t.Errorf("with a curtain wall from %d to %d there are %d exits, want %d", c.from, c.to, got, want)
		}
	}
}

// TestACurtainWallInAnOpeningLeadsOutByItsDoors checks that the door of a curtain wall is an exit. The opening around
// it is no second exit, and neither is an empty cell, which has a transom below.
func TestACurtainWallInAnOpeningLeadsOutByItsDoors(t *testing.T) {
	for _, c := range []struct {
		door, empty bool
		want        int
	}{{false, false, 0}, {true, false, 1}, {false, true, 0}, {true, true, 1}} {
		m := walled(t)
		glass := fabric.CurtainWall{Opening: m.view.Model.OfCategory(state.CategoryOpening)[0], UBays: 3, VBays: 1}
		if c.empty {
			glass.Panels = []fabric.CurtainCells{{U: []int{2}, Kind: fabric.CellEmpty}}
		}
		m.do("C", change.CreateCurtainWall{CurtainWall: glass})
		if c.door {
			m.do("D", change.PlaceDoor{WallID: m.ids["C"], Door: fabric.Door{Offset: geometry.MM(1050),
				Width: geometry.MM(900), Height: geometry.MM(2100)}})
		}
		if got := m.exits(); got != c.want {
			t.Errorf("%+v: %d exits", c, got)
		}
	}
}

// TestACoveringIsNoStep checks that a wheelchair can get onto boards on a floor, but not onto a platform.
func TestACoveringIsNoStep(t *testing.T) {
	for thick, want := range map[int64]bool{19: true, 30: true, 80: false} {
		m := walled(t)
		m.do("slab", change.CreateFloor{LevelID: m.ids["L"], Floor: fabric.Floor{Thickness: geometry.MM(200),
			Boundary: geometry.Ring{mm(-3000, -3000), mm(9000, -3000), mm(9000, 7000), mm(-3000, 7000)}}})
		m.do("boards", change.CreateFloor{LevelID: m.ids["L"], Floor: fabric.Floor{Thickness: geometry.MM(thick),
			Offset: geometry.MM(thick), Boundary: geometry.Ring{mm(100, 100), mm(5900, 100), mm(5900, 3900),
				mm(100, 3900)}}})
		b, err := (*Index)(nil).Building(t.Context(), m.view, Wheelchair())
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Route(Place{0, mm(3000, -1500)}, Place{0, mm(3000, 2000)})
		if got := err == nil; got != want {
			t.Errorf("onto boards of %d mm: %v", thick, err)
		}
	}
}
