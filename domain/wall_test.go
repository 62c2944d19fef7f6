package domain

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

const huge = geometry.LengthOverflow // what a decoder makes of 1e300

func TestAWallIsRefused(t *testing.T) {
	p := newPlot(t)
	p.do(DefineMaterial{Name: "Brick"})
	layers := p.do(DefineType{Category: CategoryWall, Name: "Layers",
		Layers: []LayerInput{{"Brick", geometry.MM(300), "", ""}}})
	floors := p.do(DefineType{Category: CategoryFloor, Name: "Floors"})
	good := Wall{Start: mm(0, 0), End: mm(5000, 0), Height: geometry.MM(3000), Thickness: geometry.MM(200)}
	for _, c := range []struct {
		when string
		edit func(*CreateWall)
		want Code
	}{
		{"it starts where it ends", func(c *CreateWall) { c.End = c.Start }, DegenerateGeometry},
		{"it is shorter than a millimetre", func(c *CreateWall) { c.End.X = 999 }, DegenerateGeometry},
		{"its height is zero", func(c *CreateWall) { c.Height = 0 }, DegenerateGeometry},
		{"its height is negative", func(c *CreateWall) { c.Height = -1 }, OutOfRange},
		{"its height is beyond any length", func(c *CreateWall) { c.Height = huge }, OutOfRange},
		{"it has no thickness", func(c *CreateWall) { c.Thickness = 0 }, DegenerateGeometry},
		{"its thickness is negative", func(c *CreateWall) { c.Thickness = -1 }, OutOfRange},
		{"its thickness is beyond any length", func(c *CreateWall) { c.Thickness = huge }, OutOfRange},
		{"its thickness contradicts its type", func(c *CreateWall) { c.TypeID = layers }, ConstraintViolated},
		{"its end is out of bounds", func(c *CreateWall) { c.End.X = DefaultHalfExtent + 1 }, OutOfModelBounds},
		{"its end is beyond any length", func(c *CreateWall) { c.End.X = -huge }, OutOfModelBounds},
		{"its top is out of bounds", func(c *CreateWall) { c.BaseOffset = DefaultHalfExtent }, OutOfModelBounds},
		{"its base is beyond any length", func(c *CreateWall) { c.BaseOffset = huge }, OutOfRange},
		{"its location line does not exist", func(c *CreateWall) { c.LocationLine = "middle" }, OutOfRange},
		{"its use does not exist", func(c *CreateWall) { c.WallType = "thick" }, OutOfRange},
		{"its level does not exist", func(c *CreateWall) { c.LevelID = "nothing" }, NotFound},
		{"its level is missing", func(c *CreateWall) { c.LevelID = "" }, NotFound},
		{"its level is a site", func(c *CreateWall) { c.LevelID = p.model.Info().SiteID }, IllegalState},
		{"its type does not exist", func(c *CreateWall) { c.TypeID = "nothing" }, NotFound},
		{"its type is for floors", func(c *CreateWall) { c.TypeID = floors }, IllegalState},
		{"a property set has no name", func(c *CreateWall) { c.Properties = PropertySets{" ": {"a": PropertyOf(1)}} },
			OutOfRange},
		{"a property has no name", func(c *CreateWall) { c.Properties = PropertySets{"Pset_A": {"": PropertyOf(1)}} },
			OutOfRange},
		{"the name of a set has a point", func(c *CreateWall) {
			c.Properties =
				PropertySets{"a.b": {"c": PropertyOf(1)}}
		}, OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := CreateWall{LevelID: p.level, Wall: good}
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
}

func TestAWallIsAllowedAtItsLimits(t *testing.T) {
	p := newPlot(t)
	p.do(CreateWall{LevelID: p.level, Wall: Wall{Start: mm(0, 0), End: mm(1, 0), Height: 1,
		Thickness: geometry.MM(200)}})
	edge := DefaultHalfExtent
	p.do(CreateWall{LevelID: p.level, Wall: Wall{Start: geometry.Point2{X: -edge, Y: -edge},
		End: geometry.Point2{X: edge, Y: edge}, Height: edge, Thickness: geometry.MM(200)}})
}

func TestTheLocationLineSaysOnWhichSideTheWallLies(t *testing.T) {
	for line, want := range map[LocationLine][2]int64{"": {-100, 100}, LocationCenter: {-100, 100},
		LocationInterior: {-200, 0}, LocationExterior: {0, 200}} {
		p := newPlot(t)
		id := p.do(CreateWall{LevelID: p.level, Wall: Wall{Start: mm(0, 0), End: mm(5000, 0), Height: geometry.MM(3000),
			Thickness: geometry.MM(200), LocationLine: line}})
		plan, err := p.model.WallPlan(id)
		if err != nil || plan.YMin != geometry.MM(want[0]) || plan.YMax != geometry.MM(want[1]) {
			t.Errorf("%q: from %s to %s, want %v (%v)", line, plan.YMin, plan.YMax, want, err)
		}
	}
}

func TestAnElementWithoutANameGetsTheNextOne(t *testing.T) {
	p := newPlot(t)
	first := p.wall(mm(0, 0), mm(5000, 0), 200)
	p.do(DeleteElement{ElementIDs: []ID{first}})
	second := p.do(CreateWall{LevelID: p.level, Name: "  ",
		Wall: Wall{Start: mm(0, 0), End: mm(5000, 0), Height: 1, Thickness: geometry.MM(200)}})
	if e, _ := p.model.Element(second); e.Name != "Wall 2" {
		t.Errorf("the second wall is %q", e.Name)
	}
}

func TestNamesThatAreNoTextAreStoredAsText(t *testing.T) {
	p := newPlot(t)
	d, err := p.try(CreateWall{LevelID: p.level, Name: "a\xffb",
		Wall: Wall{Start: mm(0, 0), End: mm(5000, 0), Height: 1, Thickness: geometry.MM(200)}})
	if err != nil {
		t.Fatal(err)
	}
	checkDecision(t, p.model, d)
}

func TestTheModelKeepsNothingOfTheCommand(t *testing.T) {
	p := newPlot(t)
	boundary := rectangle(0, 0, 5000, 5000)
	d, err := p.try(CreateFloor{LevelID: p.level, Floor: Floor{Boundary: boundary, Thickness: geometry.MM(200)}})
	if err != nil {
		t.Fatal(err)
	}
	before := d.After.Hash()
	boundary[0] = mm(1, 1)
	if d.After.Hash() != before {
		t.Error("changing the caller's slice changed the model")
	}
}
