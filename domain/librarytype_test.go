package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func TestAMaterialIsRefused(t *testing.T) {
	b := newBuilder(t)
	b.do(change.DefineMaterial{Name: "Brick", Colour: "#AAbb00", Density: change.MaxDensity})
	for _, c := range []struct {
		when string
		do   change.DefineMaterial
		want state.Code
	}{
		{"it has no name", change.DefineMaterial{Name: " "}, state.OutOfRange},
		{"its name is taken", change.DefineMaterial{Name: " Brick "}, state.AlreadyExists},
		{"its colour is none", change.DefineMaterial{Name: "M", Colour: "red"}, state.OutOfRange},
		{"its colour has other digits", change.DefineMaterial{Name: "M", Colour: "#12345g"}, state.OutOfRange},
		{"its density is negative", change.DefineMaterial{Name: "M", Density: -1}, state.OutOfRange},
		{"it is denser than anything", change.DefineMaterial{Name: "M", Density: change.MaxDensity + 1},
			state.OutOfRange},
		{"its density is no number", change.DefineMaterial{Name: "M", Density: math.NaN()}, state.OutOfRange},
		{"its density is infinite", change.DefineMaterial{Name: "M", Density: math.Inf(1)}, state.OutOfRange},
		{"a property has no name", change.DefineMaterial{Name: "M",
			Properties: shape.PropertySets{"A": {" ": shape.PropertyOf(1)}}},
			state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) { b.refused(c.do, c.want) })
	}
}

func TestATypeIsRefused(t *testing.T) {
	b := newBuilder(t)
	b.do(change.DefineMaterial{Name: "Brick"})
	b.do(change.DefineType{Category: state.CategoryWall, Name: "Wall"})
	layer := func(thickness geometry.Length) []shape.LayerInput {
		return []shape.LayerInput{{Material: "Brick", Thickness: thickness, Function: "", Record: ""}}
	}
	for _, c := range []struct {
		when string
		do   change.DefineType
		want state.Code
	}{
		{"it has no name", change.DefineType{Category: state.CategoryWall}, state.OutOfRange},
		{"its name is taken in its category", change.DefineType{Category: state.CategoryWall, Name: "Wall"},
			state.AlreadyExists},
		{"its category does not exist", change.DefineType{Category: "chimney", Name: "T"}, state.OutOfRange},
		{"its category has no types", change.DefineType{Category: state.CategoryRoom, Name: "T"}, state.OutOfRange},
		{"a column has layers", change.DefineType{Category: state.CategoryColumn, Name: "T", Layers: layer(1)},
			state.OutOfRange},
		{"a wall has a profile", change.DefineType{Category: state.CategoryWall, Name: "T", Profile: square(100)},
			state.OutOfRange},
		{"a layer is of nothing", change.DefineType{Category: state.CategoryWall, Name: "T",
			Layers: []shape.LayerInput{{Material: "", Thickness: 1, Function: "", Record: ""}}},
			state.NotFound},
		{"a layer has no thickness", change.DefineType{Category: state.CategoryWall, Name: "T", Layers: layer(0)},
			state.DegenerateGeometry},
		{"a layer is negative", change.DefineType{Category: state.CategoryWall, Name: "T", Layers: layer(-1)},
			state.OutOfRange},
		{"a layer is beyond any length", change.DefineType{Category: state.CategoryWall, Name: "T",
			Layers: append(layer(huge), layer(huge)...)}, state.OutOfRange},
		{"the layers are thicker than the model", change.DefineType{Category: state.CategoryWall, Name: "T",
			Layers: append(layer(state.DefaultHalfExtent), layer(1)...)}, state.OutOfRange},
		{"its thickness is of nothing", change.DefineType{Category: state.CategoryWall, Name: "T", Thickness: 100},
			state.InvalidInput},
		{"its thickness is negative", change.DefineType{Category: state.CategoryWall, Name: "T", Thickness: -1,
			Material: "Brick"},
			state.OutOfRange},
		{"its thickness is said twice", change.DefineType{Category: state.CategoryWall, Name: "T", Thickness: 1,
			Layers: layer(1)},
			state.InvalidInput},
		{"a column has a thickness", change.DefineType{Category: state.CategoryColumn, Name: "T", Thickness: 1,
			Material: "Brick"},
			state.OutOfRange},
		{"its material does not exist", change.DefineType{Category: state.CategoryWall, Name: "T", Material: "cheese"},
			state.NotFound},
		{"its profile is impossible", change.DefineType{Category: state.CategoryBeam, Name: "T", Profile: square(-1)},
			state.OutOfRange},
		{"its profile is beyond any length", change.DefineType{Category: state.CategoryBeam, Name: "T",
			Profile: &geometry.Profile{Shape: "rectangle", Width: huge - 1, Depth: 1}}, state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) { b.refused(c.do, c.want) })
	}
	b.do(change.DefineType{Category: state.CategoryDoor, Name: "Wall"})
}

func TestALevelNeedsItsOwnName(t *testing.T) {
	b := newBuilder(t)
	b.do(change.CreateLevel{Name: "Level 1"})
	b.refused(change.CreateLevel{Name: " Level 1 "}, state.AlreadyExists)
	b.refused(change.CreateLevel{Name: " "}, state.OutOfRange)
	b.refused(change.CreateLevel{Name: "High", Elevation: huge}, state.OutOfRange)
	b.refused(change.CreateLevel{Name: "High", Elevation: state.DefaultHalfExtent + 1}, state.OutOfModelBounds)
}

func TestAModelIsMadeOnce(t *testing.T) {
	empty := state.NewModel()
	for _, c := range []struct {
		when string
		do   change.Operation
		want state.Code
	}{
		{"there is no model", change.CreateLevel{Name: "Ground"}, state.NotFound},
		{"nothing is asked for", nil, state.InvalidInput},
		{"it has no name", change.CreateModel{ID: "m", Name: " "}, state.OutOfRange},
		{"it has no id", change.CreateModel{Name: "M"}, state.OutOfRange},
		{"it is smaller than a metre", change.CreateModel{ID: "m", Name: "M", HalfExtent: at(geometry.Metre - 1)},
			state.OutOfRange},
		{"it is larger than allowed", change.CreateModel{ID: "m", Name: "M", HalfExtent: at(huge)}, state.OutOfRange},
		{"it has a latitude alone", change.CreateModel{ID: "m", Name: "M", Latitude: new(geometry.Angle)},
			state.OutOfRange},
		{"it is no place on earth", change.CreateModel{ID: "m", Name: "M", Latitude: angle(91), Longitude: angle(0)},
			state.OutOfRange},
		{"its north turns more than once", change.CreateModel{ID: "m", Name: "M", TrueNorth: geometry.FullTurn + 1},
			state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			if _, err := Decide(empty, change.Command{ID: "c", Do: c.do}); state.CodeOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want.Name())
			}
		})
	}
	newBuilder(t).refused(change.CreateModel{ID: "other", Name: "Other"}, state.AlreadyExists)
}

func angle(degrees int64) *geometry.Angle {
	a := geometry.Angle(degrees) * geometry.Degree
	return &a
}

// TestFabricTakesAMaterial creates a wall, a floor, a roof and a stair with the name of a material. Their material is
// the defined one, and a material that does not exist is refused.
func TestFabricTakesAMaterial(t *testing.T) {
	p := newPlot(t)
	top := p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	p.do(change.DefineMaterial{Name: "Concrete"})
	concrete, err := shape.MaterialNamed(p.model, "Concrete")
	if err != nil {
		t.Fatal(err)
	}
	outline := rectangle(0, 0, 8000, 6000)
	made := func(material string) map[string]change.Operation {
		return map[string]change.Operation{
			"wall": change.CreateWall{LevelID: p.level, Material: material, Wall: fabric.Wall{Start: mm(0, 9000),
				End: mm(4000, 9000), Height: geometry.MM(3000), Thickness: geometry.MM(200)}},
			"floor": change.CreateFloor{LevelID: p.level, Material: material, Floor: fabric.Floor{Boundary: outline,
				Thickness: geometry.MM(200)}},
			"roof": change.CreateRoof{LevelID: top, Material: material, Roof: fabric.Roof{Boundary: outline,
				RoofType: fabric.RoofFlat, Thickness: geometry.MM(200)}},
			"stair": change.CreateStair{LevelID: p.level, Material: material, Stair: stair.Stair{Start: mm(0, 20000),
				Toward: mm(1000, 20000), TopLevel: top}, Width: geometry.MM(1000)},
		}
	}
	for what, op := range made("cheese") {
		t.Run(what, func(t *testing.T) { p.refused(op, state.NotFound) })
	}
	for what, op := range made("Concrete") {
		e, _ := p.model.Element(p.do(op))
		if e.MaterialID != concrete.ID {
			t.Errorf("the %s has the material %q, not %q", what, e.MaterialID, concrete.ID)
		}
	}
}
