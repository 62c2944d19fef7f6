package domain

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func doorAt(offset, width, height int64) fabric.Door {
	return fabric.Door{Offset: geometry.MM(offset), Width: geometry.MM(width), Height: geometry.MM(height)}
}

// partsOf returns the parts of a curtain wall by name and by the element that they frame.
func (p *plot) partsOf(id state.ID) map[string]geometry.Box {
	e, _ := p.model.Element(id)
	out := map[string]geometry.Box{}
	for _, part := range fabric.CurtainShapeOf(p.model, e).Parts {
		name := part.Name
		if of, ok := p.model.Element(part.Of); ok {
			name += " of " + of.Name
		}
		if _, twice := out[name]; twice {
			p.t.Errorf("two parts are called %q", name)
		}
		out[name] = part.Box
	}
	return out
}

// elevation returns the extent of a box along a curtain wall and upwards, in mm.
func elevation(b geometry.Box) [4]float64 {
	return [4]float64{b.Min.X.MM(), b.Max.X.MM(), b.Min.Z.MM(), b.Max.Z.MM()}
}

func (p *plot) wantParts(id state.ID, want map[string][4]float64) {
	p.t.Helper()
	parts := p.partsOf(id)
	for name, at := range want {
		box, ok := parts[name]
		if !ok {
			p.t.Errorf("no %q", name)
		} else if elevation(box) != at {
			p.t.Errorf("%s is at %v, want %v", name, elevation(box), at)
		}
	}
}

// The wall is 4.5 by 3 m in three by two bays of 1500 mm: mullions at 0, 1475, 2975 and 4450, transoms at 0, 1475 and
// 2950.
func TestADoorInACurtainWallIsFramed(t *testing.T) {
	p := newPlot(t)
	wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	door := p.do(change.PlaceDoor{WallID: wall, Door: doorAt(1800, 900, 2100)})
	checkBody(t, p.model, wall)
	checkBody(t, p.model, door)
	p.wantParts(wall, map[string][4]float64{
		"start jamb of Door 1": {1750, 1800, 0, 2950},
		"end jamb of Door 1":   {2700, 2750, 0, 2950},
		"head of Door 1":       {1800, 2700, 2100, 2150},
		"transom 1/1 part 1":   {1525, 1750, 1475, 1525},
		"transom 1/1 part 2":   {2750, 2975, 1475, 1525},
		"panel 1/1 part 1":     {1525, 1750, 1525, 2950},
		"panel 1/1 part 2":     {1800, 2700, 2150, 2950},
		"panel 1/1 part 3":     {2750, 2975, 1525, 2950},
		"panel 0/0":            {50, 1475, 50, 1475},
		"mullion 1":            {1475, 1525, 0, 3000},
	})
	p.measure(wall, "GrossSideArea", 13.5)
	p.measure(wall, "NetSideArea", 13.5-0.9*2.1)
	e, _ := p.model.Element(door)
	if e.HostID != wall || e.FillsID != "" || e.LevelID != p.level {
		t.Errorf("the door is %+v", e)
	}
	body, err := bodyshape.Body(p.model, door)
	if err != nil {
		t.Fatal(err)
	}
	box := body.Bounds() // lining of 100 mm in the middle of a wall along y = 20000
	if box.Min != shift(1800, 19950, 0) || box.Max != shift(2700, 20050, 2100) {
		t.Errorf("the door is in %v", box)
	}
}

// A mullion at the edge of a door, or close to it, serves as its jamb.
func TestAMullionStandsForAJamb(t *testing.T) {
	p := newPlot(t)
	wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	p.do(change.PlaceDoor{WallID: wall, Door: doorAt(1525, 900, 2100)})
	p.wantParts(wall, map[string][4]float64{"mullion 1": {1475, 1525, 0, 3000},
		"end jamb of Door 1": {2425, 2475, 0, 2950}, "head of Door 1": {1525, 2425, 2100, 2150}})
	if _, ok := p.partsOf(wall)["start jamb of Door 1"]; ok {
		t.Error("a jamb beside the mullion that stands for it")
	}
	p.do(change.PlaceDoor{WallID: wall, Door: doorAt(3045, 900, 1465)}) // 20 mm beside a mullion, 10 mm below a transom
	p.wantParts(wall, map[string][4]float64{"start jamb of Door 2": {3025, 3045, 0, 1475},
		"head of Door 2": {3045, 3945, 1465, 1475}, "mullion 2": {2975, 3025, 0, 3000},
		"transom 2/1": {3025, 4450, 1475, 1525}})
}

// If a door extends over several bays, the mullions between them are cut, and the head of the door runs through.
func TestADoorOverSeveralBays(t *testing.T) {
	p := newPlot(t)
	wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	p.do(change.PlaceDoor{WallID: wall, Door: doorAt(1000, 2500, 1475)})
	p.wantParts(wall, map[string][4]float64{"head of Door 1": {1000, 3500, 1475, 1525},
		"mullion 1": {1475, 1525, 1525, 3000}, "start jamb of Door 1": {950, 1000, 0, 1525},
		"panel 1/1": {1525, 2975, 1525, 2950}, "transom 0/1": {50, 950, 1475, 1525}})
	checkBody(t, p.model, wall)
}

// If the rest of a panel beside a jamb is narrower than a mullion, it becomes an infill.
func TestNarrowRestsOfPanelsAreInfills(t *testing.T) {
	p := newPlot(t)
	wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	p.do(change.PlaceDoor{WallID: wall, Door: doorAt(1605, 900, 2100)})
	p.wantParts(wall, map[string][4]float64{"infill 1/0 part 1": {1525, 1555, 50, 1475}})
}

func TestAWindowInACurtainWall(t *testing.T) {
	p := newPlot(t)
	wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	window := p.do(change.PlaceWindow{WallID: wall, ToGrid: true, Window: fabric.Window{Offset: geometry.MM(1400),
		Width: geometry.MM(1200), Height: geometry.MM(1000), SillHeight: geometry.MM(1600)}})
	e, _ := p.model.Element(window)
	w := e.Params.(*fabric.Window)
	if w.Offset != geometry.MM(1525) || w.Width != geometry.MM(1450) || w.SillHeight != geometry.MM(1525) ||
		w.Height != geometry.MM(1425) {
		t.Errorf("the window is at %+v", w)
	}
	parts := p.partsOf(wall)
	if _, ok := parts["panel 1/1"]; ok || len(parts) != 4+9+5 {
		t.Errorf("%d parts, the panel is there: %v", len(parts), ok)
	}
	p.do(change.PlaceWindow{WallID: wall, Window: fabric.Window{Offset: geometry.MM(3200), Width: geometry.MM(600),
		Height: geometry.MM(500), SillHeight: geometry.MM(1800)}})
	p.wantParts(wall, map[string][4]float64{"sill of Window 2": {3200, 3800, 1750, 1800},
		"head of Window 2": {3200, 3800, 2300, 2350}, "start jamb of Window 2": {3150, 3200, 1525, 2950}})
}

func TestADoorInACurtainWallIsRefused(t *testing.T) {
	p := newPlot(t)
	wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	plain := p.wall(mm(0, 0), mm(4000, 0), 200)
	p.do(change.PlaceDoor{WallID: wall, Door: doorAt(1600, 900, 2100)})
	for _, c := range []struct {
		when string
		do   change.Operation
		want state.Code
	}{
		{"it cuts the first mullion", change.PlaceDoor{WallID: wall, Door: doorAt(49, 900, 2100)},
			state.OpeningOutsideHost},
		{"it cuts the last mullion", change.PlaceDoor{WallID: wall, Door: doorAt(3551, 900, 2100)},
			state.OpeningOutsideHost},
		{"it cuts the highest transom", change.PlaceDoor{WallID: wall, Door: doorAt(50, 900, 2951)},
			state.OpeningOutsideHost},
		{"it overlaps another", change.PlaceDoor{WallID: wall, Door: doorAt(2400, 900, 2100)}, state.OpeningsOverlap},
		{"a wall has no grid", change.PlaceDoor{WallID: plain, ToGrid: true, Door: doorAt(100, 900, 2100)},
			state.OutOfRange},
		{"an opening has no panel", change.CreateOpening{HostID: wall, Offset: new(geometry.Length), Width: 1,
			Height: 1},
			state.IllegalState},
		{"the wall becomes too short", change.ModifyParameter{ElementID: wall, ParameterName: "end",
			Value: json.RawMessage(`[2400, 20000]`)}, state.OpeningOutsideHost},
		{"the wall becomes too low", change.ModifyParameter{ElementID: wall, ParameterName: "height",
			Value: json.RawMessage(`2100`)}, state.OpeningOutsideHost},
	} {
		t.Run(c.when, func(t *testing.T) { p.refused(c.do, c.want) })
	}
}

// Doors follow their curtain wall: they move, are copied and are deleted with it. They stay in place when the wall
// becomes longer at its start.
func TestDoorsGoWithTheirCurtainWall(t *testing.T) {
	p := newPlot(t)
	wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	door := p.do(change.PlaceDoor{WallID: wall, Door: doorAt(1600, 900, 2100)})
	at := func(id state.ID) geometry.Point3 {
		t.Helper()
		body, err := bodyshape.Body(p.model, id)
		if err != nil {
			t.Fatal(err)
		}
		return body.Bounds().Min
	}
	p.do(change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(100, 200, 300)})
	if got := at(door); got != shift(1700, 20150, 300) {
		t.Errorf("with its wall it moved to %v", got)
	}
	p.do(change.MoveElement{ElementIDs: []state.ID{door}, Delta: shift(250, 0, 0)})
	if got := at(door); got != shift(1950, 20150, 300) {
		t.Errorf("along its wall it moved to %v", got)
	}
	p.refused(change.MoveElement{ElementIDs: []state.ID{door}, Delta: shift(0, 500, 0)}, state.IllegalState)
	p.do(change.ModifyParameter{ElementID: wall, ParameterName: "start", Value: json.RawMessage(`[-900, 20200]`)})
	if got := at(door); got != shift(1950, 20150, 300) {
		t.Errorf("with its wall longer at the start it is at %v", got)
	}
	p.do(change.CopyElement{ElementIDs: []state.ID{wall}, Delta: delta(0, 5000, 0)})
	copies := p.model.OfCategory(state.CategoryDoor)
	if len(copies) != 2 {
		t.Fatalf("%d doors after the wall was copied", len(copies))
	}
	other := copies[slices.IndexFunc(copies, func(id state.ID) bool { return id != door })]
	if e, _ := p.model.Element(other); e.HostID == wall || e.FillsID != "" || at(other) != shift(1950, 25150, 300) {
		t.Errorf("the copy of the door is %+v at %v", e, at(other))
	}
	p.do(change.CopyElement{ElementIDs: []state.ID{door}, Delta: delta(1200, 0, 0)})
	if n := len(p.model.HostedBy(wall)); n != 2 {
		t.Errorf("%d doors in the wall after one was copied along it", n)
	}
	p.do(change.DeleteElement{ElementIDs: []state.ID{door}})
	p.do(change.DeleteElement{ElementIDs: []state.ID{wall}})
	if left := p.model.OfCategory(state.CategoryDoor); !slices.Equal(left, []state.ID{other}) {
		t.Errorf("doors left: %v", left)
	}
}

// For any doors and windows in a curtain wall, the parts and these elements do not overlap, and leave only joints free.
func TestCurtainPartsFillTheWall(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(t)
		mm := func(name string, from, to int64) geometry.Length {
			return geometry.MM(rapid.Int64Range(from/10, to/10).Draw(rt, name) * 10)
		}
		c := fabric.CurtainWall{End: geometry.Point2{X: mm("length", 3000, 9000)}, Height: mm("height", 2500, 6000),
			USpacing: mm("u", 600, 3000), VSpacing: mm("v", 600, 3000)}
		wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: c})
		for range rapid.IntRange(1, 4).Draw(rt, "fillings") {
			offset, width := mm("offset", 0, 8000), mm("width", 300, 3000)
			sill, height := mm("sill", 0, 3000), mm("tall", 300, 3000)
			grid := rapid.Bool().Draw(rt, "to grid")
			var place change.Operation = change.PlaceWindow{WallID: wall, ToGrid: grid,
				Window: fabric.Window{Offset: offset, Width: width, SillHeight: sill, Height: height}}
			if rapid.Bool().Draw(rt, "door") {
				place = change.PlaceDoor{WallID: wall, ToGrid: grid,
					Door: fabric.Door{Offset: offset, Width: width, Height: height}}
			}
			if d, err := p.try(place); err == nil {
				p.model = d.After
			}
		}
		p.checkFilled(rt, wall)
	})
}

func (p *plot) checkFilled(rt *rapid.T, wall state.ID) {
	e, _ := p.model.Element(wall)
	c, shape := e.Params.(*fabric.CurtainWall), fabric.CurtainShapeOf(p.model, e)
	var all []geometry.Region
	sum := 0.0
	add := func(u0, v0, u1, v1 geometry.Length) {
		r := geometry.Region{geometry.Rectangle(geometry.Point2{X: u0, Y: v0}, geometry.Point2{X: u1, Y: v1})}
		all, sum = append(all, r), sum+r.Area()
	}
	for _, part := range shape.Parts {
		add(part.Box.Min.X, part.Box.Min.Z, part.Box.Max.X, part.Box.Max.Z)
	}
	for _, r := range fabric.WallOpenings(p.model, wall) {
		add(r.Offset, r.Sill, r.Offset+r.Width, r.Sill+r.Height)
	}
	whole := float64(shape.Length.M() * c.Height.M())
	union := geometry.Union(all...).Area()
	joints := float64(bodyshape.MinimumExtent.M()*(shape.Length.M()+c.Height.M())) * 8 // two each way at each of four
	if diff := sum - union; diff > 1e-9 || diff < -1e-9 {
		rt.Fatalf("parts overlap by %v m2", diff)
	}
	if gap := whole - union; gap < -1e-9 || gap > joints {
		rt.Fatalf("%v m2 are left of %v", gap, whole)
	}
	p.partsOf(wall)
	if _, err := bodyshape.Body(p.model, wall); err != nil {
		rt.Fatal(err)
	}
}

// glazed returns a fork of a model with a curtain wall.
func glazed(t *testing.T) (*fork, state.ID) {
	f := newFork(t)
	b := &builder{t: t, model: f.base, n: 500}
	wall := b.do(change.CreateCurtainWall{LevelID: f.level, CurtainWall: facade()})
	f.base, f.ours, f.theirs = b.model, newSide(t, b, 1000), newSide(t, b, 2000)
	return f, wall
}

func TestMergingDoorsInACurtainWall(t *testing.T) {
	f, wall := glazed(t)
	f.ours.do(doorOf(wall, 1600))
	f.theirs.do(doorOf(wall, 3100))
	out := f.must("")
	if len(out.Conflicts) != 0 || len(out.Decision.After.HostedBy(wall)) != 2 {
		t.Errorf("hosted %v, conflicts:\n%s", out.Decision.After.HostedBy(wall), listed(out.Conflicts))
	}
	f, wall = glazed(t)
	mine, other := f.ours.do(doorOf(wall, 1600)), f.theirs.do(doorOf(wall, 2000))
	c := f.conflict(merge.ConflictSemantic)
	if m := f.take(c, merge.TakeTheirs); !slices.Equal(m.HostedBy(wall), []state.ID{other}) {
		t.Errorf("with theirs, %v is in the wall", m.HostedBy(wall))
	}
	if m := f.take(c, merge.TakeOurs); !slices.Equal(m.HostedBy(wall), []state.ID{mine}) {
		t.Errorf("with ours, %v is in the wall", m.HostedBy(wall))
	}
	f, wall = glazed(t)
	f.ours.do(doorOf(wall, 3100))
	f.theirs.do(setting(wall, "end", [2]int{3000, 20000}))
	f.conflict(merge.ConflictSemantic)
	f, wall = glazed(t)
	f.ours.do(change.DeleteElement{ElementIDs: []state.ID{wall}})
	door := f.theirs.do(doorOf(wall, 1600))
	c = f.conflict(merge.ConflictStructural)
	if change.Has(f.take(c, merge.TakeOurs), door) || !change.Has(f.take(c, merge.TakeTheirs), door) {
		t.Error("the door is where its wall is not, or is lost where that is brought back")
	}
	f, wall = glazed(t)
	f.ours.do(change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(0, 500, 0)})
	door = f.theirs.do(doorOf(wall, 1600))
	m := f.must("").Decision.After
	if at := change.AnchorOf(m, change.Element(m, door)); at.Y != geometry.MM(20500) {
		t.Errorf("the door is at %v in the wall that was moved", at)
	}
}

func TestUndoingADoorInACurtainWall(t *testing.T) {
	f, wall := glazed(t)
	b := &builder{t: t, model: f.base, n: 3000}
	s := newSide(t, b, 1)
	s.do(doorOf(wall, 1600))
	out, err := merge.Undo{ID: "undo", Before: f.base, After: s.model, Now: s.model, Undone: s.touched,
		Later: merge.NewTouches()}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	if d := merge.Diff(f.base, out.Decision.After, s.touched.IDs()); d.Len() > 0 || len(out.Decision.Events) == 0 {
		t.Errorf("undoing leaves a difference: %+v", d)
	}
}

// Constraints measure doors in curtain walls as they measure doors in walls. They hold after later edits.
func TestConstraintsOfADoorInACurtainWall(t *testing.T) {
	p := newPlot(t)
	wall := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: facade()})
	door := p.do(change.PlaceDoor{WallID: wall, Door: doorAt(1600, 900, 2100)})
	cross := p.wall(mm(1000, 15000), mm(1000, 18000), 200)
	p.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{cross, door}})
	p.do(change.MoveElement{ElementIDs: []state.ID{cross}, Delta: shift(200, 0, 0)})
	if at := change.AnchorOf(p.model, change.Element(p.model, door)); at != shift(1800, 20000, 0) {
		t.Errorf("the door is at %v, 600 mm from a wall at 1200", at)
	}
}
