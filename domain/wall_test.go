package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

const huge = geometry.LengthOverflow // the value that a decoder makes of 1e300

func TestAWallIsRefused(t *testing.T) {
	p := newPlot(t)
	p.do(change.DefineMaterial{Name: "Brick"})
	layers := p.do(change.DefineType{Category: state.CategoryWall, Name: "Layers",
		Layers: []shape.LayerInput{{Material: "Brick", Thickness: geometry.MM(300), Function: "", Record: ""}}})
	floors := p.do(change.DefineType{Category: state.CategoryFloor, Name: "Floors"})
	good := fabric.Wall{Start: mm(0, 0), End: mm(5000, 0), Height: geometry.MM(3000), Thickness: geometry.MM(200)}
	for _, c := range []struct {
		when string
		edit func(*change.CreateWall)
		want state.Code
	}{
		{"it starts where it ends", func(c *change.CreateWall) { c.End = c.Start }, state.DegenerateGeometry},
		{"it is shorter than a millimetre", func(c *change.CreateWall) { c.End.X = 999 }, state.DegenerateGeometry},
		{"its height is zero", func(c *change.CreateWall) { c.Height = 0 }, state.DegenerateGeometry},
		{"its height is negative", func(c *change.CreateWall) { c.Height = -1 }, state.OutOfRange},
		{"its height is beyond any length", func(c *change.CreateWall) { c.Height = huge }, state.OutOfRange},
		{"it has no thickness", func(c *change.CreateWall) { c.Thickness = 0 }, state.DegenerateGeometry},
		{"its thickness is negative", func(c *change.CreateWall) { c.Thickness = -1 }, state.OutOfRange},
		{"its thickness is beyond any length", func(c *change.CreateWall) { c.Thickness = huge }, state.OutOfRange},
		{"its thickness contradicts its type", func(c *change.CreateWall) { c.TypeID = layers },
			state.ConstraintViolated},
		{"its end is out of bounds", func(c *change.CreateWall) { c.End.X = state.DefaultHalfExtent + 1 },
			state.OutOfModelBounds},
		{"its end is beyond any length", func(c *change.CreateWall) { c.End.X = -huge }, state.OutOfModelBounds},
		{"its top is out of bounds", func(c *change.CreateWall) { c.BaseOffset = state.DefaultHalfExtent },
			state.OutOfModelBounds},
		{"its base is beyond any length", func(c *change.CreateWall) { c.BaseOffset = huge }, state.OutOfRange},
		{"its location line does not exist", func(c *change.CreateWall) { c.LocationLine = "middle" },
			state.OutOfRange},
		{"its use does not exist", func(c *change.CreateWall) { c.WallType = "thick" }, state.OutOfRange},
		{"its level does not exist", func(c *change.CreateWall) { c.LevelID = "nothing" }, state.NotFound},
		{"its level is missing", func(c *change.CreateWall) { c.LevelID = "" }, state.NotFound},
		{"its level is a site", func(c *change.CreateWall) { c.LevelID = p.model.Info().SiteID }, state.IllegalState},
		{"its type does not exist", func(c *change.CreateWall) { c.TypeID = "nothing" }, state.NotFound},
		{"its type is for floors", func(c *change.CreateWall) { c.TypeID = floors }, state.IllegalState},
		{"a property set has no name", func(
			c *change.CreateWall) {
			c.Properties = shape.PropertySets{" ": {"a": shape.PropertyOf(1)}}
		},
			state.OutOfRange},
		{"a property has no name", func(
			c *change.CreateWall) {
			c.Properties = shape.PropertySets{"Pset_A": {"": shape.PropertyOf(1)}}
		},
			state.OutOfRange},
		{"the name of a set has a point", func(c *change.CreateWall) {
			c.Properties =
				shape.PropertySets{"a.b": {"c": shape.PropertyOf(1)}}
		}, state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := change.CreateWall{LevelID: p.level, Wall: good}
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
}

func TestAWallIsAllowedAtItsLimits(t *testing.T) {
	p := newPlot(t)
	p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: mm(0, 0), End: mm(1, 0), Height: 1,
		Thickness: geometry.MM(200)}})
	edge := state.DefaultHalfExtent
	p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: geometry.Point2{X: -edge, Y: -edge},
		End: geometry.Point2{X: edge, Y: edge}, Height: edge, Thickness: geometry.MM(200)}})
}

func TestTheLocationLineSaysOnWhichSideTheWallLies(t *testing.T) {
	for line, want := range map[fabric.LocationLine][2]int64{"": {-100, 100}, fabric.LocationCenter: {-100, 100},
		fabric.LocationInterior: {-200, 0}, fabric.LocationExterior: {0, 200}} {
		p := newPlot(t)
		id := p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: mm(0, 0), End: mm(5000, 0),
			Height:    geometry.MM(3000),
			Thickness: geometry.MM(200), LocationLine: line}})
		plan, err := fabric.WallPlanOf(p.model, id)
		if err != nil || plan.YMin != geometry.MM(want[0]) || plan.YMax != geometry.MM(want[1]) {
			t.Errorf("%q: from %s to %s, want %v (%v)", line, plan.YMin, plan.YMax, want, err)
		}
	}
}

func TestAnElementWithoutANameGetsTheNextOne(t *testing.T) {
	p := newPlot(t)
	first := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(change.DeleteElement{ElementIDs: []state.ID{first}})
	second := p.do(change.CreateWall{LevelID: p.level, Name: "  ",
		Wall: fabric.Wall{Start: mm(0, 0), End: mm(5000, 0), Height: 1, Thickness: geometry.MM(200)}})
	if e, _ := p.model.Element(second); e.Name != "Wall 2" {
		t.Errorf("the second wall is %q", e.Name)
	}
}

func TestNamesThatAreNoTextAreStoredAsText(t *testing.T) {
	p := newPlot(t)
	d, err := p.try(change.CreateWall{LevelID: p.level, Name: "a\xffb",
		Wall: fabric.Wall{Start: mm(0, 0), End: mm(5000, 0), Height: 1, Thickness: geometry.MM(200)}})
	if err != nil {
		t.Fatal(err)
	}
	checkDecision(t, p.model, d)
}

func TestTheModelKeepsNothingOfTheCommand(t *testing.T) {
	p := newPlot(t)
	boundary := rectangle(0, 0, 5000, 5000)
	d, err := p.try(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: boundary,
		Thickness: geometry.MM(200)}})
	if err != nil {
		t.Fatal(err)
	}
	before := d.After.Hash()
	boundary[0] = mm(1, 1)
	if d.After.Hash() != before {
		t.Error("changing the caller's slice changed the model")
	}
}
