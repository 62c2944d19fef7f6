package domain

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// tableParts returns a top on a round leg: 0.8 x 0.6 x 0.03 m and a cylinder 60 mm wide and 0.7 m high.
func tableParts() []state.ComponentPart {
	return []state.ComponentPart{
		{At: shift(0, 0, 700), Profile: geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(800),
			Depth: geometry.MM(600)}, Height: geometry.MM(30)},
		{Profile: geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(60)}, Height: geometry.MM(700)},
	}
}

const tableVolume = 0.8*0.6*0.03 + math.Pi*0.03*0.03*0.7

func (p *plot) defineTable() state.ID {
	p.t.Helper()
	return p.do(change.DefineComponentType{Category: "furniture", Name: "Table", Use: "table", Parts: tableParts()})
}

func TestAComponentTypeIsRefused(t *testing.T) {
	p := newPlot(t)
	p.defineTable()
	good := change.DefineComponentType{Category: "sanitary", Name: "Basin", Use: "washbasin", Width: geometry.MM(600),
		Depth: geometry.MM(450), Height: geometry.MM(200)}
	if _, err := p.try(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		when string
		edit func(*change.DefineComponentType)
		want state.Code
	}{
		{"it has no name", func(c *change.DefineComponentType) { c.Name = " " }, state.OutOfRange},
		{"its name is taken", func(c *change.DefineComponentType) {
			c.Category, c.Name, c.Use = "furniture", "Table",
				""
		},
			state.AlreadyExists},
		{"its category has no types", func(c *change.DefineComponentType) { c.Category = "room" }, state.OutOfRange},
		{"its category is none of components", func(c *change.DefineComponentType) { c.Category = "wall" },
			state.OutOfRange},
		{"its use is another category's", func(c *change.DefineComponentType) { c.Use = "table" }, state.OutOfRange},
		{"it has no height", func(c *change.DefineComponentType) { c.Height = 0 }, state.DegenerateGeometry},
		{"its width is negative", func(c *change.DefineComponentType) { c.Width = -1 }, state.OutOfRange},
		{"it is wider than the model", func(c *change.DefineComponentType) { c.Width = huge }, state.OutOfRange},
		{"it has a size and parts", func(c *change.DefineComponentType) { c.Parts = tableParts() }, state.OutOfRange},
		{"its material does not exist", func(c *change.DefineComponentType) { c.Material = "cheese" }, state.NotFound},
		{"its parts overlap", func(c *change.DefineComponentType) {
			c.Width, c.Depth, c.Height, c.Parts = 0, 0, 0, tableParts()
			c.Parts[1].Height++
		}, state.OutOfRange},
		{"a part has no height", func(c *change.DefineComponentType) {
			c.Width, c.Depth, c.Height, c.Parts = 0, 0, 0, tableParts()
			c.Parts[1].Height = 0
		}, state.DegenerateGeometry},
		{"a part is far away", func(c *change.DefineComponentType) {
			c.Width, c.Depth, c.Height, c.Parts = 0, 0, 0, tableParts()
			c.Parts[1].At.X = huge
		}, state.OutOfModelBounds},
		{"it has more parts than it may", func(c *change.DefineComponentType) {
			c.Width, c.Depth, c.Height, c.Parts = 0, 0, 0, make([]state.ComponentPart, component.MaxParts+1)
		}, state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := good
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
	p.refused(change.DefineType{Category: state.CategoryFurniture, Name: "Bodiless"}, state.OutOfRange)
}

func TestAComponentIsRefused(t *testing.T) {
	p := newPlot(t)
	table := p.defineTable()
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	other := p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	good := change.PlaceComponent{Category: "furniture", LevelID: p.level, Component: crate(1000, 1000)}
	for _, c := range []struct {
		when string
		edit func(*change.PlaceComponent)
		want state.Code
	}{
		{"its category does not exist", func(c *change.PlaceComponent) { c.Category = "plant" }, state.OutOfRange},
		{"its category is not of components", func(c *change.PlaceComponent) { c.Category = "wall" }, state.OutOfRange},
		{"it is nowhere", func(c *change.PlaceComponent) { c.LevelID = "" }, state.NotFound},
		{"its host is none", func(c *change.PlaceComponent) { c.LevelID, c.HostID = "", p.level }, state.IllegalState},
		{"its host is on another level", func(c *change.PlaceComponent) { c.LevelID, c.HostID = other, wall },
			state.OutOfRange},
		{"it has no size and no type", func(c *change.PlaceComponent) { c.Depth = 0 }, state.DegenerateGeometry},
		{"it has a size and a type", func(c *change.PlaceComponent) { c.TypeID = table }, state.ConstraintViolated},
		{"its use is not its type's", func(c *change.PlaceComponent) {
			c.TypeID, c.Component = table, component.Component{Use: "chair"}
		}, state.ConstraintViolated},
		{"its type is of another category", func(c *change.PlaceComponent) { c.Category, c.TypeID = "sanitary", table },
			state.IllegalState},
		{"its use does not exist", func(c *change.PlaceComponent) { c.Use = "throne" }, state.OutOfRange},
		{"it is too high up", func(c *change.PlaceComponent) { c.Location.Z = state.DefaultHalfExtent },
			state.OutOfModelBounds},
		{"it turns more than once", func(c *change.PlaceComponent) { c.Rotation = geometry.FullTurn + 1 },
			state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := good
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
}

func TestAComponentHasTheBodyOfItsType(t *testing.T) {
	p := newPlot(t)
	id := p.do(change.PlaceComponent{Category: "furniture", LevelID: p.level, TypeID: p.defineTable(),
		Component: component.Component{Location: shift(4000, 2000, 100), Rotation: 90 * geometry.Degree}})
	checkBody(t, p.model, id)
	p.measure(id, "NetVolume", tableVolume)
	p.measure(id, "Width", 0.8)
	body, err := shape.Body(p.model, id)
	if err != nil {
		t.Fatal(err)
	}
	want := geometry.Box{Min: shift(3700, 1600, 100), Max: shift(4300, 2400, 830)}
	if body.Bounds() != want || len(body) != 2 {
		t.Errorf("%d solids in %v, want 2 in %v", len(body), body.Bounds(), want)
	}
}

// A component moves with its host, and is copied and deleted with it. By itself it moves freely.
func TestAComponentFollowsItsHost(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(3000), Width: geometry.MM(900),
		Height: geometry.MM(2100)}})
	shelf := p.do(change.PlaceComponent{Category: "furniture", HostID: wall, Component: crate(1000, 400)})
	where := func(id state.ID) geometry.Point3 {
		e, _ := p.model.Element(id)
		return e.Params.(*component.Component).Location
	}
	p.do(change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(100, 200, 0)})
	if got := where(shelf); got != shift(1100, 600, 0) {
		t.Errorf("after its wall moved it is at %v", got)
	}
	stay := false
	p.do(change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(500, 0, 0), WithHosted: &stay})
	if got := where(shelf); got != shift(1100, 600, 0) {
		t.Errorf("it was to stay, and is at %v", got)
	}
	p.do(change.MoveElement{ElementIDs: []state.ID{shelf}, Delta: shift(0, 50, 10), Rotation: 30 * geometry.Degree})
	if got := where(shelf); got != shift(1100, 650, 10) {
		t.Errorf("moved by itself it is at %v", got)
	}
	d, err := p.try(change.CopyElement{ElementIDs: []state.ID{wall}, Delta: delta(0, 9000, 0)})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range made(d) {
		if e.Category == state.CategoryFurniture && (e.HostID == wall ||
			e.Params.(*component.Component).Location != shift(1100, 9650, 10)) {
			t.Errorf("the copy is at %v in %s", e.Params.(*component.Component).Location, e.HostID)
		}
	}
	p.do(change.DeleteElement{ElementIDs: []state.ID{wall}})
	if change.Has(p.model, shelf) {
		t.Error("it outlives its host")
	}
}

func TestAHostedComponentKeepsToTheModel(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(change.PlaceComponent{Category: "furniture", HostID: wall,
		Component: component.Component{Location: geometry.Point3{X: state.DefaultHalfExtent - 1}, Width: 1, Depth: 1,
			Height: 1}})
	p.refused(change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(1, 0, 0)}, state.OutOfModelBounds)
}

// Giving a component a type removes its own size. Its use must fit the type.
func TestAComponentTakesAType(t *testing.T) {
	p := newPlot(t)
	table := p.defineTable()
	id := p.do(change.PlaceComponent{Category: "furniture", LevelID: p.level, Component: crate(0, 0)})
	p.measure(id, "NetVolume", 0.8*0.6*0.7)
	p.do(change.ModifyParameter{ElementID: id, ParameterName: "type_id", Value: state.MustJSON(table)})
	p.measure(id, "NetVolume", tableVolume)
	p.refused(change.ModifyParameter{ElementID: id, ParameterName: "width", Value: json.RawMessage("900")},
		state.ConstraintViolated)
	e, _ := p.model.Element(id)
	if shape, err := component.ComponentShapeOf(p.model, e); err != nil || shape.Use != "table" {
		t.Errorf("it is used as %q: %v", shape.Use, err)
	}
}
