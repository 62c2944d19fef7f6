package domain

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// shopfront is a wall of 8 m with an opening from 1000 to 6000 mm, up to 2800 mm, and a curtain wall with a door in it.
type shopfront struct{ wall, opening, glass, door state.ID }

func (p *plot) shopfront() shopfront { return p.shopfrontAt(0) }

func (p *plot) shopfrontAt(y int64) shopfront {
	s := shopfront{wall: p.wall(mm(0, y), mm(8000, y), 300)}
	offset := geometry.MM(1000)
	s.opening = p.do(change.CreateOpening{HostID: s.wall, Offset: &offset, Width: geometry.MM(5000),
		Height: geometry.MM(2800)})
	s.glass = p.do(change.CreateCurtainWall{CurtainWall: fabric.CurtainWall{Opening: s.opening,
		USpacing: geometry.MM(1000), VBays: 1}})
	s.door = p.do(change.PlaceDoor{WallID: s.glass, Door: doorAt(2050, 900, 2100)})
	return s
}

// standing describes the place of a curtain wall: start and end along X, base and height, in mm.
func (p *plot) standing(id state.ID) string {
	c := change.Element(p.model, id).Params.(*fabric.CurtainWall)
	return fmt.Sprint(c.Start, c.End, c.BaseOffset, c.Height)
}

func (p *plot) wantStanding(id state.ID, start, end geometry.Point2, base, height int64) {
	p.t.Helper()
	if is, want := p.standing(id), fmt.Sprint(start, end, geometry.MM(base), geometry.MM(height)); is != want {
		p.t.Errorf("the curtain wall stands at %s, want %s", is, want)
	}
}

func (p *plot) set(id state.ID, name string, value any) {
	p.t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		p.t.Fatal(err)
	}
	p.do(change.ModifyParameter{ElementID: id, ParameterName: name, Value: text})
}

func TestACurtainWallFollowsItsOpening(t *testing.T) {
	p := newPlot(t)
	s := p.shopfront()
	p.wantStanding(s.glass, mm(1000, 0), mm(6000, 0), 0, 2800)
	p.set(s.opening, "width", 4500)
	p.set(s.opening, "sill_height", 200)
	p.set(s.opening, "offset", 1500)
	p.wantStanding(s.glass, mm(1500, 0), mm(6000, 0), 200, 2800)
	p.do(change.MoveElement{ElementIDs: []state.ID{s.wall}, Delta: shift(0, 700, 100)})
	p.wantStanding(s.glass, mm(1500, 700), mm(6000, 700), 300, 2800)
	p.do(change.MoveElement{ElementIDs: []state.ID{s.wall, s.glass}, Delta: shift(0, -700, -100)})
	p.wantStanding(s.glass, mm(1500, 0), mm(6000, 0), 200, 2800)
	p.set(s.wall, "location_line", "interior")
	p.wantStanding(s.glass, mm(1500, -150), mm(6000, -150), 200, 2800)
	p.set(s.wall, "start", [2]int{-1000, 0})
	p.wantStanding(s.glass, mm(1500, -150), mm(6000, -150), 200, 2800)
	p.do(change.SplitWall{WallID: s.wall, Offset: geometry.MM(1500)})
	p.wantStanding(s.glass, mm(1500, -150), mm(6000, -150), 200, 2800)
}

func TestACurtainWallInAnOpeningIsRefused(t *testing.T) {
	p := newPlot(t)
	s := p.shopfront()
	bare := fabric.CurtainWall{USpacing: geometry.MM(1000), VBays: 1}
	in := func(opening state.ID) fabric.CurtainWall { c := bare; c.Opening = opening; return c }
	high := in(s.opening)
	high.Height = geometry.MM(2000)
	p.refused(change.CreateCurtainWall{CurtainWall: high}, state.OutOfRange)
	p.refused(change.CreateCurtainWall{CurtainWall: in(s.opening)}, state.IllegalState) // it is filled
	p.refused(change.CreateCurtainWall{CurtainWall: in(s.wall)}, state.IllegalState)
	p.refused(change.CreateCurtainWall{CurtainWall: bare}, state.NotFound) // it names no level
	window := p.do(change.PlaceWindow{WallID: s.wall, Window: fabric.Window{Offset: geometry.MM(6500),
		Width: geometry.MM(800), Height: geometry.MM(800), SillHeight: geometry.MM(900)}})
	p.refused(change.CreateCurtainWall{CurtainWall: in(change.Element(p.model, window).FillsID)}, state.IllegalState)
	p.refused(change.MoveElement{ElementIDs: []state.ID{s.glass}, Delta: shift(100, 0, 0)}, state.IllegalState)
	p.refused(setting(s.glass, "height", 2500), state.IllegalState)
	p.refused(setting(s.opening, "depth", 100), state.IllegalState)
	p.refused(setting(s.opening, "width", 700), state.OpeningOutsideHost) // the door no longer fits
	p.set(s.glass, "opening_id", "")
	p.do(change.MoveElement{ElementIDs: []state.ID{s.glass}, Delta: shift(100, 0, 0)})
	p.wantStanding(s.glass, mm(1100, 0), mm(6100, 0), 0, 2800)
}

// Deleting the curtain wall leaves the opening. Deleting the opening or the wall also deletes the curtain wall.
func TestDeletingAroundACurtainWallInAnOpening(t *testing.T) {
	p := newPlot(t)
	s := p.shopfront()
	whole := p.model
	p.do(change.DeleteElement{ElementIDs: []state.ID{s.glass}})
	if !change.Has(p.model, s.opening) || change.Has(p.model, s.door) {
		t.Error("the opening went with its curtain wall, or the door stayed")
	}
	for _, id := range []state.ID{s.opening, s.wall} {
		p.model = whole
		p.do(change.DeleteElement{ElementIDs: []state.ID{id}})
		if change.Has(p.model, s.glass) || change.Has(p.model, s.door) {
			t.Errorf("the curtain wall or its door outlives %s", id)
		}
	}
}

// A copy of the wall has a curtain wall with a door in its opening. A copy of the curtain wall alone is free-standing.
func TestCopyingAroundACurtainWallInAnOpening(t *testing.T) {
	p := newPlot(t)
	s := p.shopfront()
	p.do(change.CopyElement{ElementIDs: []state.ID{s.wall, s.glass}, Delta: delta(0, 5000, 0)})
	all := p.model.OfCategory(state.CategoryCurtainWall)
	if len(all) != 2 || len(p.model.OfCategory(state.CategoryDoor)) != 2 {
		t.Fatalf("curtain walls %v, doors %v", all, p.model.OfCategory(state.CategoryDoor))
	}
	for _, id := range all {
		if id != s.glass {
			p.wantStanding(id, mm(1000, 5000), mm(6000, 5000), 0, 2800)
			p.keptInOpening(id)
		}
	}
	free := p.do(change.CopyElement{ElementIDs: []state.ID{s.glass}, Delta: delta(0, 9000, 0)})
	if c := change.Element(p.model, free).Params.(*fabric.CurtainWall); c.Opening != "" {
		t.Errorf("the copy fills the opening of its original: %+v", c)
	}
}

func (p *plot) keptInOpening(id state.ID) {
	p.t.Helper()
	e := change.Element(p.model, id)
	c := e.Params.(*fabric.CurtainWall)
	place, err := fabric.PlaceInOpening(p.model, c.Opening)
	if err != nil {
		p.t.Fatal(err)
	}
	if is := place.Of(c); is.Start != c.Start || is.End != c.End || is.BaseOffset != c.BaseOffset ||
		is.Height != c.Height || e.LevelID != place.LevelID {
		p.t.Errorf("the curtain wall is at %s, its opening at %+v", p.standing(id), place)
	}
}

func TestMergingAndUndoingACurtainWallInAnOpening(t *testing.T) {
	f := newFork(t)
	b := &builder{t: t, model: f.base, n: 500}
	p := &plot{builder: b, level: f.level}
	s := p.shopfrontAt(20000)
	f.base, f.ours, f.theirs = p.model, newSide(t, b, 1000), newSide(t, b, 2000)
	f.ours.do(change.MoveElement{ElementIDs: []state.ID{s.wall}, Delta: shift(0, 500, 0)})
	f.theirs.do(setting(s.opening, "width", 4000))
	p.model = f.must("").Decision.After
	p.wantStanding(s.glass, mm(1000, 20500), mm(5000, 20500), 0, 2800)
	if out := f.must(""); len(out.Conflicts) > 0 {
		t.Errorf("conflicts:\n%s", listed(out.Conflicts))
	}
	side := newSide(t, &builder{t: t, model: f.base, n: 3000}, 1)
	side.do(setting(s.opening, "width", 4000))
	out, err := merge.Undo{ID: "undo", Before: f.base, After: side.model, Now: side.model, Undone: side.touched,
		Later: merge.NewTouches()}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	p.model = out.Decision.After
	p.wantStanding(s.glass, mm(1000, 20000), mm(6000, 20000), 0, 2800)
}

// After any edits of a wall, its opening and the elements beside them, the curtain wall lies in the opening and does
// not overlap the wall.
func TestCurtainWallsInOpeningsOfRandomWalls(t *testing.T) {
	many := manyOf(12)
	rapid.Check(t, func(rt *rapid.T) {
		if many--; many < 0 {
			return
		}
		p := newPlot(t)
		n := func(name string, from, to int64) int64 { return rapid.Int64Range(from, to).Draw(rt, name) }
		wall := fabric.Wall{Start: mm(n("x", 0, 9000), n("y", 0, 9000)), Thickness: geometry.MM(n("thick", 100, 500)),
			Height: geometry.MM(3000), BaseOffset: geometry.MM(n("base", -500, 500)),
			LocationLine: rapid.SampledFrom([]fabric.LocationLine{"", "interior", "exterior"}).Draw(rt, "line")}
		wall.End = wall.Start.Add(onCircle(mm(0, 0), 8000, float64(n("angle", 0, 359))))
		if rapid.Bool().Draw(rt, "curved") {
			mid := bodyshape.Middle(wall.Start, wall.End).Add(onCircle(mm(0, 0), 600, float64(n("bulge", 0, 359))))
			wall.Mid = &mid
		}
		d, err := p.try(change.CreateWall{LevelID: p.level, Wall: wall})
		if err != nil {
			return // the bulge lies on the line
		}
		p.model = d.After
		id := p.model.OfCategory(state.CategoryWall)[0]
		offset := geometry.MM(n("offset", 500, 2000))
		opening := p.do(change.CreateOpening{HostID: id, Offset: &offset, Width: geometry.MM(n("width", 1500, 3000)),
			SillHeight: geometry.MM(n("sill", 0, 300)), Height: geometry.MM(n("height", 2000, 2600))})
		glass := p.do(change.CreateCurtainWall{CurtainWall: fabric.CurtainWall{Opening: opening, UBays: 2, VBays: 2}})
		for range n("steps", 1, 5) {
			p.anyStep(rt, id, opening, n)
			p.keptInOpening(glass)
			checkBody(t, p.model, glass)
			p.apart(rt, id, glass)
		}
	})
}

func (p *plot) anyStep(rt *rapid.T, wall, opening state.ID, n func(string, int64, int64) int64) {
	var op change.Operation
	switch n("step", 0, 6) {
	case 0:
		op = change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(n("dx", -900, 900), n("dy", -900, 900), 50),
			Rotation: geometry.Angle(n("turn", -90, 90)) * geometry.Degree}
	case 1:
		op = setting(wall, "thickness", n("thick", 100, 500))
	case 2:
		op = setting(opening, "width", n("width", 1500, 3000))
	case 3:
		op = setting(opening, "offset", n("offset", 300, 4000))
	case 4:
		op = setting(wall, "location_line", rapid.SampledFrom([]string{"center", "interior", "exterior"}).Draw(rt, "l"))
	case 5:
		op = change.SplitWall{WallID: wall, Offset: geometry.MM(n("at", 200, 7500))}
	case 6:
		op = change.CopyElement{ElementIDs: []state.ID{wall}, Delta: delta(0, 0, 4000)}
	}
	if d, err := p.try(op); err == nil {
		p.model = d.After
	}
}

// apart checks that a curtain wall does not overlap the wall that its opening is in.
func (p *plot) apart(rt *rapid.T, wall, glass state.ID) {
	c := change.Element(p.model, glass).Params.(*fabric.CurtainWall)
	host := change.Element(p.model, change.Element(p.model, c.Opening).HostID)
	a, err := bodyshape.Body(p.model, host.ID)
	if err != nil {
		rt.Fatal(err)
	}
	b, err := bodyshape.Body(p.model, glass)
	if err != nil {
		rt.Fatal(err)
	}
	common := 0.0
	for _, z := range []int64{700, 1500} {
		low := b.Bounds().Min.Z + geometry.MM(z)
		high := low + geometry.Millimetre
		common += geometry.Intersect(a.Shadow(low, high), b.Shadow(low, high)).Area()
	}
	if common > 1e-5 {
		rt.Fatalf("the curtain wall and its wall have %v m2 of plan in common", common)
	}
}
