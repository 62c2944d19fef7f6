package projections

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// commander generates commands, most of which the model accepts.
type commander struct {
	random *rand.Rand
	model  *state.Model
}

// pick returns an element of a category, or "" if there is none.
func (c *commander) pick(category state.Category) state.ID {
	ids := c.model.OfCategory(category)
	if len(ids) == 0 {
		return ""
	}
	return ids[c.random.IntN(len(ids))]
}

// anything returns an element of any category that can be moved and deleted.
func (c *commander) anything() state.ID {
	categories := []state.Category{state.CategoryWall, state.CategoryDoor,
		state.CategoryWindow, state.CategoryRoom,
		state.CategoryOpening, state.CategoryLevel, state.CategoryFloor, state.CategoryColumn}
	return c.pick(categories[c.random.IntN(len(categories))])
}

// mm returns a multiple of a step within a range, in millimetres.
func (c *commander) mm(from, to, step int64) geometry.Length {
	return geometry.MM(from + step*c.random.Int64N((to-from)/step+1))
}

// corner returns a point of a 4 by 4 grid of 3 m, so that walls meet.
func (c *commander) corner() geometry.Point2 {
	return geometry.Point2{X: c.mm(0, 9000, 3000), Y: c.mm(0, 9000, 3000)}
}

func (c *commander) next() changing.Operation {
	if len(c.model.OfCategory(state.CategoryLevel)) == 0 {
		return c.level()
	}
	makers := []func() changing.Operation{
		c.wall, c.wall, c.ring, c.join, c.join, c.door, c.window, c.opening, c.room,
		c.move, c.move, c.modify, c.modify, c.modify, c.rename, c.remove, c.level, c.floor, c.column,
		c.wallType, c.typed, c.retype, c.roof, c.attach, c.attach,
	}
	return makers[c.random.IntN(len(makers))]()
}

func (c *commander) level() changing.Operation {
	storey := c.random.IntN(4) > 0
	z := c.mm(-3000, 9000, 1500)
	return changing.CreateLevel{Name: "Level " + z.String(), Elevation: z, IsStorey: &storey}
}

func (c *commander) wall() changing.Operation {
	lines := []fabric.LocationLine{fabric.LocationCenter, fabric.LocationInterior, fabric.LocationExterior}
	wall := fabric.Wall{Start: c.corner(), End: c.corner(), Height: c.mm(2400, 3600, 300),
		Thickness: c.mm(100, 300, 100), LocationLine: lines[c.random.IntN(3)]}
	if c.random.IntN(5) == 0 {
		wall.Mid = c.mid(wall.Start, wall.End)
	}
	return changing.CreateWall{LevelID: c.pick(state.CategoryLevel), Wall: wall}
}

// mid returns a point of an arc between two points: their middle, moved by up to a metre and a half.
func (c *commander) mid(a, b geometry.Point2) *geometry.Point2 {
	off := geometry.Point2{X: c.mm(-1500, 1500, 250), Y: c.mm(-1500, 1500, 250)}
	return new(geometry.Point2{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}.Add(off))
}

// roof covers the area of the random walls, low enough to cover rooms.
func (c *commander) roof() changing.Operation {
	p := c.corner()
	far := geometry.Point2{X: p.X + c.mm(3000, 12000, 1000), Y: p.Y + c.mm(3000, 12000, 1000)}
	roof := fabric.Roof{Boundary: []geometry.Point2{p, {X: far.X, Y: p.Y}, far, {X: p.X, Y: far.Y}},
		Thickness: geometry.MM(200), Offset: c.mm(1500, 3500, 250),
		RoofType: []fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable,
			fabric.RoofHip}[c.random.IntN(4)]}
	if roof.RoofType != fabric.RoofFlat {
		roof.Slope = geometry.Angle(10+c.random.IntN(40)) * geometry.Degree
	}
	return changing.CreateRoof{LevelID: c.pick(state.CategoryLevel), Roof: roof}
}

// attach attaches the walls of a level to a roof or floor.
func (c *commander) attach() changing.Operation {
	to := c.pick(state.CategoryRoof)
	if c.random.IntN(4) == 0 {
		to = c.pick(state.CategoryFloor)
	}
	var walls []state.ID
	for _, id := range c.model.OnLevel(c.pick(state.CategoryLevel)) {
		if e, _ := c.model.Element(id); e.Category == state.CategoryWall && c.random.IntN(2) == 0 {
			walls = append(walls, id)
		}
	}
	return changing.Attach{ElementIDs: walls, To: []state.ID{to}}
}

// ring joins all walls of a level, which closes rooms.
func (c *commander) ring() changing.Operation {
	var walls []state.ID
	for _, id := range c.model.OnLevel(c.pick(state.CategoryLevel)) {
		if e, _ := c.model.Element(id); e.Category == state.CategoryWall {
			walls = append(walls, id)
		}
	}
	return changing.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto}
}

func (c *commander) join() changing.Operation {
	kinds := []state.JoinType{fabric.JoinAuto, fabric.JoinButt, fabric.JoinMitre}
	return changing.JoinElements{ElementIDs: []state.ID{c.pick(state.CategoryWall), c.pick(state.CategoryWall)},
		JoinType: kinds[c.random.IntN(3)]}
}

// walling returns a wall, or sometimes a curtain wall, if there is one.
func (c *commander) walling() state.ID {
	if id := c.pick(state.CategoryCurtainWall); id != "" && c.random.IntN(3) == 0 {
		return id
	}
	return c.pick(state.CategoryWall)
}

func (c *commander) door() changing.Operation {
	return changing.PlaceDoor{WallID: c.walling(),
		Door: fabric.Door{Offset: c.mm(0, 6000, 500), Width: geometry.MM(900), Height: geometry.MM(2100)}}
}

func (c *commander) window() changing.Operation {
	return changing.PlaceWindow{WallID: c.walling(), Window: fabric.Window{
		Offset: c.mm(0, 6000, 500), Width: geometry.MM(600), Height: geometry.MM(900),
		SillHeight: c.mm(600, 1500, 300)}}
}

func (c *commander) opening() changing.Operation {
	offset := c.mm(0, 6000, 500)
	return changing.CreateOpening{HostID: c.pick(state.CategoryWall), Offset: &offset, Width: geometry.MM(500),
		Height: geometry.MM(500), Depth: c.mm(0, 50, 50)}
}

func (c *commander) room() changing.Operation {
	seed := c.corner().Add(geometry.Point2{X: geometry.MM(1500), Y: geometry.MM(1400)})
	return changing.CreateRoom{LevelID: c.pick(state.CategoryLevel), Room: room.Room{Seed: &seed}}
}

func (c *commander) floor() changing.Operation {
	a, b := c.corner(), c.corner()
	return changing.CreateFloor{LevelID: c.pick(state.CategoryLevel), Floor: fabric.Floor{
		Boundary: []geometry.Point2{a, {X: b.X, Y: a.Y}, b, {X: a.X, Y: b.Y}}, Thickness: geometry.MM(200)}}
}

func (c *commander) column() changing.Operation {
	profile := &geometry.Profile{Shape: "rectangle", Width: geometry.MM(300), Depth: geometry.MM(300)}
	return changing.CreateColumn{BaseLevel: c.pick(state.CategoryLevel),
		Column: member.Column{Location: c.corner(), TopLevel: c.pick(state.CategoryLevel), Profile: profile}}
}

func (c *commander) move() changing.Operation {
	delta := geometry.Point3{X: c.mm(-3000, 3000, 1500), Y: c.mm(-3000, 3000, 1500), Z: c.mm(0, 300, 300)}
	if c.random.IntN(2) == 0 {
		delta.Z = 0
	}
	id := c.anything()
	if e, ok := c.model.Element(id); ok && e.Category == state.CategoryLevel {
		delta.X, delta.Y = 0, 0
	}
	return changing.MoveElement{ElementIDs: []state.ID{id}, Delta: delta,
		Rotation: geometry.Angle(c.random.IntN(2)*c.random.IntN(2)) * 90 * geometry.Degree}
}

func (c *commander) modify() changing.Operation {
	type change struct {
		category state.Category
		name     string
		value    any
	}
	changes := []change{
		{state.CategoryWall, "height", c.mm(2400, 3600, 300)}, {state.CategoryWall, "thickness", c.mm(100, 300, 100)},
		{state.CategoryWall, "end", c.corner()}, {state.CategoryWall, "base_offset", c.mm(0, 600, 300)},
		{state.CategoryWall, "mid", c.corner()},
		{state.CategoryWall, "level_id", c.pick(state.CategoryLevel)},
		{state.CategoryRoom, "level_id", c.pick(state.CategoryLevel)},
		{state.CategoryLevel, "elevation", c.mm(-3000, 9000, 500)},
		{state.CategoryLevel, "is_storey", c.random.IntN(2) == 0},
		{state.CategoryDoor, "offset", c.mm(0, 6000, 500)}, {state.CategoryRoom, "height", c.mm(2000, 3000, 500)},
	}
	pick := changes[c.random.IntN(len(changes))]
	value, _ := json.Marshal(pick.value)
	return changing.ModifyParameter{ElementID: c.pick(pick.category), ParameterName: pick.name, Value: value}
}

func (c *commander) rename() changing.Operation {
	return changing.ModifyParameter{ElementID: c.anything(), ParameterName: "name", Value: json.RawMessage(`"renamed"`)}
}

func (c *commander) remove() changing.Operation {
	return changing.DeleteElement{ElementIDs: []state.ID{c.anything()}}
}

func (c *commander) wallType() changing.Operation {
	if len(c.model.Materials()) == 0 {
		return changing.DefineMaterial{Name: "Brick"}
	}
	return changing.DefineType{Category: state.CategoryWall, Name: "Wall " + c.mm(100, 400, 10).String(),
		Layers: []shape.LayerInput{{Material: "Brick", Thickness: c.mm(100, 400, 10)}}}
}

func (c *commander) typed() changing.Operation {
	types := c.model.Types()
	if len(types) == 0 {
		return c.wallType()
	}
	return changing.CreateWall{LevelID: c.pick(state.CategoryLevel), TypeID: types[c.random.IntN(len(types))].ID,
		Wall: fabric.Wall{Start: c.corner(), End: c.corner(), Height: geometry.MM(2700)}}
}

// retype edits a type: all its walls get the new thickness.
func (c *commander) retype() changing.Operation {
	types := c.model.Types()
	if len(types) == 0 {
		return c.wallType()
	}
	layers := []shape.LayerInput{{Material: "Brick", Thickness: c.mm(100, 400, 50)}}
	return changing.ModifyType{TypeID: types[c.random.IntN(len(types))].ID, Layers: layers}
}

// lattice builds two levels with four rooms each, 3 by 3 m, so that histories begin with rooms, joins and crossings.
func (s *site) lattice() {
	for i, level := range []state.ID{s.level("A", 0), s.level("B", 3000)} {
		var walls []state.ID
		for k := int64(0); k <= 6000; k += 3000 {
			walls = append(walls, s.wall(level, at(0, k), at(6000, k)), s.wall(level, at(k, 0), at(k, 6000)))
		}
		if i == 0 {
			s.must(changing.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
		}
		for _, seed := range []geometry.Point2{at(1500, 1400), at(4500, 1400), at(1500, 4400), at(4500, 4400)} {
			s.room(level, "", seed)
		}
		s.must(changing.CreateRoom{LevelID: level, Room: room.Room{Boundary: []geometry.Point2{at(7000, 0), at(9000, 0),
			at(9000, 3000)}, Height: geometry.MM(2500)}})
	}
}

// After each command the live view answers like a view that folds the log again: the state, every element's body,
// quantities, relations and history, the rooms and the spatial index. The command is previewed, and sometimes the
// preview is announced; the preview answers the same too.
func TestLiveViewEqualsAFoldAnew(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	for n := range uint64(2) {
		runHistory(t, seed+n, 80)
	}
}

// These seeds always run.
func TestLiveViewEqualsAFoldAnewForFixedSeeds(t *testing.T) {
	for seed := range uint64(2) {
		runHistory(t, seed, 80)
	}
}

// FuzzLiveView runs histories from any seed.
func FuzzLiveView(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { runHistory(t, seed, 80) })
}

// askSingly queries single elements of a view from which possibly nothing is derived yet. The answers equal those with
// everything derived, and later views reuse the items.
func (c *commander) askSingly(t *testing.T, v *View) {
	t.Helper()
	fresh := &Measures{wholeOf(v.Model), v.Model}
	v.Model.Each(func(e *state.Element) bool {
		if c.random.IntN(3) > 0 {
			return true
		}
		got, err := v.MeasureOf(e.ID)
		want, wantErr := fresh.Of(e.ID)
		if got != want || (err == nil) != (wantErr == nil) {
			t.Errorf("%s %s alone measures %+v, %v; with the others %+v, %v", e.Category,
				e.Name, got, err, want, wantErr)
		}
		quantities, err := v.QuantitiesOf(e.ID)
		wanted, wantErr := fresh.Quantities(e.ID)
		if !slices.Equal(quantities, wanted) || (err == nil) != (wantErr == nil) {
			t.Errorf("%s %s alone has %v, %v; with the others %v, %v", e.Category, e.Name,
				quantities, err, wanted, wantErr)
		}
		return true
	})
}

// sameStoredForm compares the encoded events of a decision with newly encoded ones.
func sameStoredForm(t *testing.T, d changing.Decision) {
	t.Helper()
	if len(d.Data) != len(d.Events) {
		t.Fatalf("data of %d events, there are %d", len(d.Data), len(d.Events))
	}
	for i, e := range d.Events {
		if again := state.EncodeEvent(e); !bytes.Equal(again, d.Data[i]) {
			t.Fatalf("%T has the data %s, its events say %s", e, d.Data[i], again)
		}
	}
}

func runHistory(t *testing.T, seed uint64, commands int) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("the seed is %d", seed)
		}
	}()
	s := newSite(t)
	s.lattice()
	c := &commander{random: rand.New(rand.NewPCG(seed, 0))}
	for s.commands < commands {
		c.model = s.view().Model
		base, d, err := s.decide(c.next())
		if state.CodeOf(err) == state.Internal && err != nil {
			t.Fatalf("a command failed unexpectedly: %v", err)
		}
		if err != nil || len(d.Events) == 0 {
			continue
		}
		sameStoredForm(t, d)
		preview := base.Preview(d.Events)
		if c.random.IntN(2) == 0 {
			preview.derived.get()
		}
		if c.random.IntN(2) == 0 {
			c.askSingly(t, preview)
		}
		stored := s.append(base, d.Events)
		if c.random.IntN(2) == 0 {
			advance(s.live, preview, stored)
		}
		switch c.random.IntN(4) {
		case 0:
			sameReports(t, "live view and fold anew", s.view(), s.fromScratch())
		case 1:
			anew := s.fromScratch()
			preview.Hash, preview.At = anew.Hash, anew.At
			sameReports(t, "preview and fold anew", preview, anew)
		default: // derived data are not queried, so that a later view has more to derive
		}
	}
}
