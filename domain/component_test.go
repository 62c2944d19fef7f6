package domain

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// tableParts are a top on a round leg: 0.8 x 0.6 x 0.03 m and a cylinder 60 mm wide and 0.7 m high.
func tableParts() []ComponentPart {
	return []ComponentPart{
		{At: shift(0, 0, 700), Profile: geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(800),
			Depth: geometry.MM(600)}, Height: geometry.MM(30)},
		{Profile: geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(60)}, Height: geometry.MM(700)},
	}
}

const tableVolume = 0.8*0.6*0.03 + math.Pi*0.03*0.03*0.7

func (p *plot) defineTable() ID {
	p.t.Helper()
	return p.do(DefineComponentType{Category: "furniture", Name: "Table", Use: "table", Parts: tableParts()})
}

func TestAComponentTypeIsRefused(t *testing.T) {
	p := newPlot(t)
	p.defineTable()
	good := DefineComponentType{Category: "sanitary", Name: "Basin", Use: "washbasin", Width: geometry.MM(600),
		Depth: geometry.MM(450), Height: geometry.MM(200)}
	if _, err := p.try(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		when string
		edit func(*DefineComponentType)
		want Code
	}{
		{"it has no name", func(c *DefineComponentType) { c.Name = " " }, OutOfRange},
		{"its name is taken", func(c *DefineComponentType) { c.Category, c.Name, c.Use = "furniture", "Table", "" },
			AlreadyExists},
		{"its category has no types", func(c *DefineComponentType) { c.Category = "room" }, OutOfRange},
		{"its category is none of components", func(c *DefineComponentType) { c.Category = "wall" }, OutOfRange},
		{"its use is another category's", func(c *DefineComponentType) { c.Use = "table" }, OutOfRange},
		{"it has no height", func(c *DefineComponentType) { c.Height = 0 }, DegenerateGeometry},
		{"its width is negative", func(c *DefineComponentType) { c.Width = -1 }, OutOfRange},
		{"it is wider than the model", func(c *DefineComponentType) { c.Width = huge }, OutOfRange},
		{"it has a size and parts", func(c *DefineComponentType) { c.Parts = tableParts() }, OutOfRange},
		{"its material does not exist", func(c *DefineComponentType) { c.Material = "cheese" }, NotFound},
		{"its parts overlap", func(c *DefineComponentType) {
			c.Width, c.Depth, c.Height, c.Parts = 0, 0, 0, tableParts()
			c.Parts[1].Height++
		}, OutOfRange},
		{"a part has no height", func(c *DefineComponentType) {
			c.Width, c.Depth, c.Height, c.Parts = 0, 0, 0, tableParts()
			c.Parts[1].Height = 0
		}, DegenerateGeometry},
		{"a part is far away", func(c *DefineComponentType) {
			c.Width, c.Depth, c.Height, c.Parts = 0, 0, 0, tableParts()
			c.Parts[1].At.X = huge
		}, OutOfModelBounds},
		{"it has more parts than it may", func(c *DefineComponentType) {
			c.Width, c.Depth, c.Height, c.Parts = 0, 0, 0, make([]ComponentPart, maxParts+1)
		}, OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := good
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
	p.refused(DefineType{Category: CategoryFurniture, Name: "Bodiless"}, OutOfRange)
}

func TestAComponentIsRefused(t *testing.T) {
	p := newPlot(t)
	table := p.defineTable()
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	other := p.do(CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	good := PlaceComponent{Category: "furniture", LevelID: p.level, Component: crate(1000, 1000)}
	for _, c := range []struct {
		when string
		edit func(*PlaceComponent)
		want Code
	}{
		{"its category does not exist", func(c *PlaceComponent) { c.Category = "plant" }, OutOfRange},
		{"its category is not of components", func(c *PlaceComponent) { c.Category = "wall" }, OutOfRange},
		{"it is nowhere", func(c *PlaceComponent) { c.LevelID = "" }, NotFound},
		{"its host is none", func(c *PlaceComponent) { c.LevelID, c.HostID = "", p.level }, IllegalState},
		{"its host is on another level", func(c *PlaceComponent) { c.LevelID, c.HostID = other, wall }, OutOfRange},
		{"it has no size and no type", func(c *PlaceComponent) { c.Depth = 0 }, DegenerateGeometry},
		{"it has a size and a type", func(c *PlaceComponent) { c.TypeID = table }, ConstraintViolated},
		{"its use is not its type's", func(c *PlaceComponent) {
			c.TypeID, c.Component = table, Component{Use: "chair"}
		}, ConstraintViolated},
		{"its type is of another category", func(c *PlaceComponent) { c.Category, c.TypeID = "sanitary", table },
			IllegalState},
		{"its use does not exist", func(c *PlaceComponent) { c.Use = "throne" }, OutOfRange},
		{"it is too high up", func(c *PlaceComponent) { c.Location.Z = DefaultHalfExtent }, OutOfModelBounds},
		{"it turns more than once", func(c *PlaceComponent) { c.Rotation = geometry.FullTurn + 1 }, OutOfRange},
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
	id := p.do(PlaceComponent{Category: "furniture", LevelID: p.level, TypeID: p.defineTable(),
		Component: Component{Location: shift(4000, 2000, 100), Rotation: 90 * geometry.Degree}})
	checkBody(t, p.model, id)
	p.measure(id, "NetVolume", tableVolume)
	p.measure(id, "Width", 0.8)
	body, err := p.model.Body(id)
	if err != nil {
		t.Fatal(err)
	}
	want := geometry.Box{Min: shift(3700, 1600, 100), Max: shift(4300, 2400, 830)}
	if body.Bounds() != want || len(body) != 2 {
		t.Errorf("%d solids in %v, want 2 in %v", len(body), body.Bounds(), want)
	}
}

// A component goes along with its host, is copied with it and goes when the host goes; by itself it moves freely.
func TestAComponentFollowsItsHost(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(PlaceDoor{WallID: wall, Door: Door{Offset: geometry.MM(3000), Width: geometry.MM(900),
		Height: geometry.MM(2100)}})
	shelf := p.do(PlaceComponent{Category: "furniture", HostID: wall, Component: crate(1000, 400)})
	where := func(id ID) geometry.Point3 {
		e, _ := p.model.Element(id)
		return e.Params.(*Component).Location
	}
	p.do(MoveElement{ElementIDs: []ID{wall}, Delta: shift(100, 200, 0)})
	if got := where(shelf); got != shift(1100, 600, 0) {
		t.Errorf("after its wall moved it is at %v", got)
	}
	stay := false
	p.do(MoveElement{ElementIDs: []ID{wall}, Delta: shift(500, 0, 0), WithHosted: &stay})
	if got := where(shelf); got != shift(1100, 600, 0) {
		t.Errorf("it was to stay, and is at %v", got)
	}
	p.do(MoveElement{ElementIDs: []ID{shelf}, Delta: shift(0, 50, 10), Rotation: 30 * geometry.Degree})
	if got := where(shelf); got != shift(1100, 650, 10) {
		t.Errorf("moved by itself it is at %v", got)
	}
	d, err := p.try(CopyElement{ElementIDs: []ID{wall}, Delta: delta(0, 9000, 0)})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range made(d) {
		if e.Category == CategoryFurniture && (e.HostID == wall ||
			e.Params.(*Component).Location != shift(1100, 9650, 10)) {
			t.Errorf("the copy is at %v in %s", e.Params.(*Component).Location, e.HostID)
		}
	}
	p.do(DeleteElement{ElementIDs: []ID{wall}})
	if p.model.has(shelf) {
		t.Error("it outlives its host")
	}
}

func TestAHostedComponentKeepsToTheModel(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(PlaceComponent{Category: "furniture", HostID: wall,
		Component: Component{Location: geometry.Point3{X: DefaultHalfExtent - 1}, Width: 1, Depth: 1, Height: 1}})
	p.refused(MoveElement{ElementIDs: []ID{wall}, Delta: shift(1, 0, 0)}, OutOfModelBounds)
}

// Giving a component a type takes its own size away; the use that it had must fit.
func TestAComponentTakesAType(t *testing.T) {
	p := newPlot(t)
	table := p.defineTable()
	id := p.do(PlaceComponent{Category: "furniture", LevelID: p.level, Component: crate(0, 0)})
	p.measure(id, "NetVolume", 0.8*0.6*0.7)
	p.do(ModifyParameter{ElementID: id, ParameterName: "type_id", Value: mustJSON(table)})
	p.measure(id, "NetVolume", tableVolume)
	p.refused(ModifyParameter{ElementID: id, ParameterName: "width", Value: json.RawMessage("900")}, ConstraintViolated)
	e, _ := p.model.Element(id)
	if shape, err := p.model.ComponentShape(e); err != nil || shape.Use != "table" {
		t.Errorf("it is used as %q: %v", shape.Use, err)
	}
}
