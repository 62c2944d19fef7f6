package projections

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// commander makes up commands, most of which the model accepts.
type commander struct {
	random *rand.Rand
	model  *domain.Model
}

// pick returns an element of a category, "" when there is none.
func (c *commander) pick(category domain.Category) domain.ID {
	ids := c.model.OfCategory(category)
	if len(ids) == 0 {
		return ""
	}
	return ids[c.random.IntN(len(ids))]
}

// anything returns an element of any category that can be moved and deleted.
func (c *commander) anything() domain.ID {
	categories := []domain.Category{domain.CategoryWall, domain.CategoryDoor,
		domain.CategoryWindow, domain.CategoryRoom,
		domain.CategoryOpening, domain.CategoryLevel, domain.CategoryFloor, domain.CategoryColumn}
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

func (c *commander) next() domain.Operation {
	if len(c.model.OfCategory(domain.CategoryLevel)) == 0 {
		return c.level()
	}
	makers := []func() domain.Operation{
		c.wall, c.wall, c.ring, c.join, c.join, c.door, c.window, c.opening, c.room,
		c.move, c.move, c.modify, c.modify, c.modify, c.rename, c.remove, c.level, c.floor, c.column,
		c.wallType, c.typed, c.retype, c.roof, c.attach, c.attach,
	}
	return makers[c.random.IntN(len(makers))]()
}

func (c *commander) level() domain.Operation {
	storey := c.random.IntN(4) > 0
	z := c.mm(-3000, 9000, 1500)
	return domain.CreateLevel{Name: "Level " + z.String(), Elevation: z, IsStorey: &storey}
}

func (c *commander) wall() domain.Operation {
	lines := []domain.LocationLine{domain.LocationCenter, domain.LocationInterior, domain.LocationExterior}
	wall := domain.Wall{Start: c.corner(), End: c.corner(), Height: c.mm(2400, 3600, 300),
		Thickness: c.mm(100, 300, 100), LocationLine: lines[c.random.IntN(3)]}
	if c.random.IntN(5) == 0 {
		wall.Mid = c.mid(wall.Start, wall.End)
	}
	return domain.CreateWall{LevelID: c.pick(domain.CategoryLevel), Wall: wall}
}

// mid returns a point of an arc between two others: their middle, moved by up to a metre and a half.
func (c *commander) mid(a, b geometry.Point2) *geometry.Point2 {
	off := geometry.Point2{X: c.mm(-1500, 1500, 250), Y: c.mm(-1500, 1500, 250)}
	return new(geometry.Point2{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}.Add(off))
}

// roof covers what the random walls stand on, low enough to cover rooms.
func (c *commander) roof() domain.Operation {
	p := c.corner()
	far := geometry.Point2{X: p.X + c.mm(3000, 12000, 1000), Y: p.Y + c.mm(3000, 12000, 1000)}
	roof := domain.Roof{Boundary: []geometry.Point2{p, {X: far.X, Y: p.Y}, far, {X: p.X, Y: far.Y}},
		Thickness: geometry.MM(200), Offset: c.mm(1500, 3500, 250),
		RoofType: []domain.RoofType{domain.RoofFlat, domain.RoofShed, domain.RoofGable,
			domain.RoofHip}[c.random.IntN(4)]}
	if roof.RoofType != domain.RoofFlat {
		roof.Slope = geometry.Angle(10+c.random.IntN(40)) * geometry.Degree
	}
	return domain.CreateRoof{LevelID: c.pick(domain.CategoryLevel), Roof: roof}
}

// attach lets the walls of a level run up to a roof or floor.
func (c *commander) attach() domain.Operation {
	to := c.pick(domain.CategoryRoof)
	if c.random.IntN(4) == 0 {
		to = c.pick(domain.CategoryFloor)
	}
	var walls []domain.ID
	for _, id := range c.model.OnLevel(c.pick(domain.CategoryLevel)) {
		if e, _ := c.model.Element(id); e.Category == domain.CategoryWall && c.random.IntN(2) == 0 {
			walls = append(walls, id)
		}
	}
	return domain.Attach{ElementIDs: walls, To: []domain.ID{to}}
}

// ring joins all walls of a level, which closes rooms.
func (c *commander) ring() domain.Operation {
	var walls []domain.ID
	for _, id := range c.model.OnLevel(c.pick(domain.CategoryLevel)) {
		if e, _ := c.model.Element(id); e.Category == domain.CategoryWall {
			walls = append(walls, id)
		}
	}
	return domain.JoinElements{ElementIDs: walls, JoinType: domain.JoinAuto}
}

func (c *commander) join() domain.Operation {
	kinds := []domain.JoinType{domain.JoinAuto, domain.JoinButt, domain.JoinMitre}
	return domain.JoinElements{ElementIDs: []domain.ID{c.pick(domain.CategoryWall), c.pick(domain.CategoryWall)},
		JoinType: kinds[c.random.IntN(3)]}
}

// walling returns a wall, or now and then a curtain wall, if there is one.
func (c *commander) walling() domain.ID {
	if id := c.pick(domain.CategoryCurtainWall); id != "" && c.random.IntN(3) == 0 {
		return id
	}
	return c.pick(domain.CategoryWall)
}

func (c *commander) door() domain.Operation {
	return domain.PlaceDoor{WallID: c.walling(),
		Door: domain.Door{Offset: c.mm(0, 6000, 500), Width: geometry.MM(900), Height: geometry.MM(2100)}}
}

func (c *commander) window() domain.Operation {
	return domain.PlaceWindow{WallID: c.walling(), Window: domain.Window{
		Offset: c.mm(0, 6000, 500), Width: geometry.MM(600), Height: geometry.MM(900),
		SillHeight: c.mm(600, 1500, 300)}}
}

func (c *commander) opening() domain.Operation {
	offset := c.mm(0, 6000, 500)
	return domain.CreateOpening{HostID: c.pick(domain.CategoryWall), Offset: &offset, Width: geometry.MM(500),
		Height: geometry.MM(500), Depth: c.mm(0, 50, 50)}
}

func (c *commander) room() domain.Operation {
	seed := c.corner().Add(geometry.Point2{X: geometry.MM(1500), Y: geometry.MM(1400)})
	return domain.CreateRoom{LevelID: c.pick(domain.CategoryLevel), Room: domain.Room{Seed: &seed}}
}

func (c *commander) floor() domain.Operation {
	a, b := c.corner(), c.corner()
	return domain.CreateFloor{LevelID: c.pick(domain.CategoryLevel), Floor: domain.Floor{
		Boundary: []geometry.Point2{a, {X: b.X, Y: a.Y}, b, {X: a.X, Y: b.Y}}, Thickness: geometry.MM(200)}}
}

func (c *commander) column() domain.Operation {
	profile := &geometry.Profile{Shape: "rectangle", Width: geometry.MM(300), Depth: geometry.MM(300)}
	return domain.CreateColumn{BaseLevel: c.pick(domain.CategoryLevel),
		Column: domain.Column{Location: c.corner(), TopLevel: c.pick(domain.CategoryLevel), Profile: profile}}
}

func (c *commander) move() domain.Operation {
	delta := geometry.Point3{X: c.mm(-3000, 3000, 1500), Y: c.mm(-3000, 3000, 1500), Z: c.mm(0, 300, 300)}
	if c.random.IntN(2) == 0 {
		delta.Z = 0
	}
	id := c.anything()
	if e, ok := c.model.Element(id); ok && e.Category == domain.CategoryLevel {
		delta.X, delta.Y = 0, 0
	}
	return domain.MoveElement{ElementIDs: []domain.ID{id}, Delta: delta,
		Rotation: geometry.Angle(c.random.IntN(2)*c.random.IntN(2)) * 90 * geometry.Degree}
}

func (c *commander) modify() domain.Operation {
	type change struct {
		category domain.Category
		name     string
		value    any
	}
	changes := []change{
		{domain.CategoryWall, "height", c.mm(2400, 3600, 300)}, {domain.CategoryWall, "thickness", c.mm(100, 300, 100)},
		{domain.CategoryWall, "end", c.corner()}, {domain.CategoryWall, "base_offset", c.mm(0, 600, 300)},
		{domain.CategoryWall, "mid", c.corner()},
		{domain.CategoryWall, "level_id", c.pick(domain.CategoryLevel)},
		{domain.CategoryRoom, "level_id", c.pick(domain.CategoryLevel)},
		{domain.CategoryLevel, "elevation", c.mm(-3000, 9000, 500)},
		{domain.CategoryLevel, "is_storey", c.random.IntN(2) == 0},
		{domain.CategoryDoor, "offset", c.mm(0, 6000, 500)}, {domain.CategoryRoom, "height", c.mm(2000, 3000, 500)},
	}
	pick := changes[c.random.IntN(len(changes))]
	value, _ := json.Marshal(pick.value)
	return domain.ModifyParameter{ElementID: c.pick(pick.category), ParameterName: pick.name, Value: value}
}

func (c *commander) rename() domain.Operation {
	return domain.ModifyParameter{ElementID: c.anything(), ParameterName: "name", Value: json.RawMessage(`"renamed"`)}
}

func (c *commander) remove() domain.Operation {
	return domain.DeleteElement{ElementIDs: []domain.ID{c.anything()}}
}

func (c *commander) wallType() domain.Operation {
	if len(c.model.Materials()) == 0 {
		return domain.DefineMaterial{Name: "Brick"}
	}
	return domain.DefineType{Category: domain.CategoryWall, Name: "Wall " + c.mm(100, 400, 10).String(),
		Layers: []domain.LayerInput{{Material: "Brick", Thickness: c.mm(100, 400, 10)}}}
}

func (c *commander) typed() domain.Operation {
	types := c.model.Types()
	if len(types) == 0 {
		return c.wallType()
	}
	return domain.CreateWall{LevelID: c.pick(domain.CategoryLevel), TypeID: types[c.random.IntN(len(types))].ID,
		Wall: domain.Wall{Start: c.corner(), End: c.corner(), Height: geometry.MM(2700)}}
}

// retype edits a type: all its walls become as thick.
func (c *commander) retype() domain.Operation {
	types := c.model.Types()
	if len(types) == 0 {
		return c.wallType()
	}
	layers := []domain.LayerInput{{Material: "Brick", Thickness: c.mm(100, 400, 50)}}
	return domain.ModifyType{TypeID: types[c.random.IntN(len(types))].ID, Layers: layers}
}

// lattice builds two levels with four rooms each, 3 by 3 m, so that histories begin with rooms, joins and crossings.
func (s *site) lattice() {
	for i, level := range []domain.ID{s.level("A", 0), s.level("B", 3000)} {
		var walls []domain.ID
		for k := int64(0); k <= 6000; k += 3000 {
			walls = append(walls, s.wall(level, at(0, k), at(6000, k)), s.wall(level, at(k, 0), at(k, 6000)))
		}
		if i == 0 {
			s.must(domain.JoinElements{ElementIDs: walls, JoinType: domain.JoinAuto})
		}
		for _, seed := range []geometry.Point2{at(1500, 1400), at(4500, 1400), at(1500, 4400), at(4500, 4400)} {
			s.room(level, "", seed)
		}
		s.must(domain.CreateRoom{LevelID: level, Room: domain.Room{Boundary: []geometry.Point2{at(7000, 0), at(9000, 0),
			at(9000, 3000)}, Height: geometry.MM(2500)}})
	}
}

// After each command the live view answers what a view answers that folds the log anew: the state, every element's
// body, quantities, relations and history, the rooms and the index of places. The command is previewed, and sometimes
// the preview is handed on; the preview answers the same too.
func TestLiveViewEqualsAFoldAnew(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	for n := range uint64(2) {
		runHistory(t, seed+n, 80)
	}
}

// Some seeds are run always.
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

// askSingly asks for single elements of a view of which nothing may be derived yet. That says the same as deriving all,
// and what was made for it serves the views after.
func (c *commander) askSingly(t *testing.T, v *View) {
	t.Helper()
	fresh := &Measures{wholeOf(v.Model), v.Model}
	v.Model.Each(func(e *domain.Element) bool {
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

// sameStoredForm holds the data that a decision has of its events to those that are made of them.
func sameStoredForm(t *testing.T, d domain.Decision) {
	t.Helper()
	if len(d.Data) != len(d.Events) {
		t.Fatalf("data of %d events, there are %d", len(d.Data), len(d.Events))
	}
	for i, e := range d.Events {
		if again := domain.EncodeEvent(e); !bytes.Equal(again, d.Data[i]) {
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
		if domain.CodeOf(err) == domain.Internal && err != nil {
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
		default: // nothing asks for what is derived: a later view has more to catch up with
		}
	}
}
