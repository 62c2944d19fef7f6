package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

func TestAMaterialIsRefused(t *testing.T) {
	b := newBuilder(t)
	b.do(DefineMaterial{Name: "Brick", Colour: "#AAbb00", Density: maxDensity})
	for _, c := range []struct {
		when string
		do   DefineMaterial
		want Code
	}{
		{"it has no name", DefineMaterial{Name: " "}, OutOfRange},
		{"its name is taken", DefineMaterial{Name: " Brick "}, AlreadyExists},
		{"its colour is none", DefineMaterial{Name: "M", Colour: "red"}, OutOfRange},
		{"its colour has other digits", DefineMaterial{Name: "M", Colour: "#12345g"}, OutOfRange},
		{"its density is negative", DefineMaterial{Name: "M", Density: -1}, OutOfRange},
		{"it is denser than anything", DefineMaterial{Name: "M", Density: maxDensity + 1}, OutOfRange},
		{"its density is no number", DefineMaterial{Name: "M", Density: math.NaN()}, OutOfRange},
		{"its density is infinite", DefineMaterial{Name: "M", Density: math.Inf(1)}, OutOfRange},
		{"a property has no name", DefineMaterial{Name: "M", Properties: PropertySets{"A": {" ": PropertyOf(1)}}},
			OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) { b.refused(c.do, c.want) })
	}
}

func TestATypeIsRefused(t *testing.T) {
	b := newBuilder(t)
	b.do(DefineMaterial{Name: "Brick"})
	b.do(DefineType{Category: CategoryWall, Name: "Wall"})
	layer := func(thickness geometry.Length) []LayerInput { return []LayerInput{{"Brick", thickness, "", ""}} }
	for _, c := range []struct {
		when string
		do   DefineType
		want Code
	}{
		{"it has no name", DefineType{Category: CategoryWall}, OutOfRange},
		{"its name is taken in its category", DefineType{Category: CategoryWall, Name: "Wall"}, AlreadyExists},
		{"its category does not exist", DefineType{Category: "chimney", Name: "T"}, OutOfRange},
		{"its category has no types", DefineType{Category: CategoryRoom, Name: "T"}, OutOfRange},
		{"a column has layers", DefineType{Category: CategoryColumn, Name: "T", Layers: layer(1)}, OutOfRange},
		{"a wall has a profile", DefineType{Category: CategoryWall, Name: "T", Profile: square(100)}, OutOfRange},
		{"a layer is of nothing", DefineType{Category: CategoryWall, Name: "T", Layers: []LayerInput{{"", 1, "", ""}}},
			NotFound},
		{"a layer has no thickness", DefineType{Category: CategoryWall, Name: "T", Layers: layer(0)},
			DegenerateGeometry},
		{"a layer is negative", DefineType{Category: CategoryWall, Name: "T", Layers: layer(-1)}, OutOfRange},
		{"a layer is beyond any length", DefineType{Category: CategoryWall, Name: "T",
			Layers: append(layer(huge), layer(huge)...)}, OutOfRange},
		{"the layers are thicker than the model", DefineType{Category: CategoryWall, Name: "T",
			Layers: append(layer(DefaultHalfExtent), layer(1)...)}, OutOfRange},
		{"its thickness is of nothing", DefineType{Category: CategoryWall, Name: "T", Thickness: 100}, InvalidInput},
		{"its thickness is negative", DefineType{Category: CategoryWall, Name: "T", Thickness: -1, Material: "Brick"},
			OutOfRange},
		{"its thickness is said twice", DefineType{Category: CategoryWall, Name: "T", Thickness: 1, Layers: layer(1)},
			InvalidInput},
		{"a column has a thickness", DefineType{Category: CategoryColumn, Name: "T", Thickness: 1, Material: "Brick"},
			OutOfRange},
		{"its material does not exist", DefineType{Category: CategoryWall, Name: "T", Material: "cheese"}, NotFound},
		{"its profile is impossible", DefineType{Category: CategoryBeam, Name: "T", Profile: square(-1)}, OutOfRange},
		{"its profile is beyond any length", DefineType{Category: CategoryBeam, Name: "T",
			Profile: &geometry.Profile{Shape: "rectangle", Width: huge - 1, Depth: 1}}, OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) { b.refused(c.do, c.want) })
	}
	b.do(DefineType{Category: CategoryDoor, Name: "Wall"})
}

func TestALevelNeedsItsOwnName(t *testing.T) {
	b := newBuilder(t)
	b.do(CreateLevel{Name: "Level 1"})
	b.refused(CreateLevel{Name: " Level 1 "}, AlreadyExists)
	b.refused(CreateLevel{Name: " "}, OutOfRange)
	b.refused(CreateLevel{Name: "High", Elevation: huge}, OutOfRange)
	b.refused(CreateLevel{Name: "High", Elevation: DefaultHalfExtent + 1}, OutOfModelBounds)
}

func TestAModelIsMadeOnce(t *testing.T) {
	empty := NewModel()
	for _, c := range []struct {
		when string
		do   Operation
		want Code
	}{
		{"there is no model", CreateLevel{Name: "Ground"}, NotFound},
		{"nothing is asked for", nil, InvalidInput},
		{"it has no name", CreateModel{ID: "m", Name: " "}, OutOfRange},
		{"it has no id", CreateModel{Name: "M"}, OutOfRange},
		{"it is smaller than a metre", CreateModel{ID: "m", Name: "M", HalfExtent: at(geometry.Metre - 1)}, OutOfRange},
		{"it is larger than allowed", CreateModel{ID: "m", Name: "M", HalfExtent: at(huge)}, OutOfRange},
		{"it has a latitude alone", CreateModel{ID: "m", Name: "M", Latitude: new(geometry.Angle)}, OutOfRange},
		{"it is no place on earth", CreateModel{ID: "m", Name: "M", Latitude: angle(91), Longitude: angle(0)},
			OutOfRange},
		{"its north turns more than once", CreateModel{ID: "m", Name: "M", TrueNorth: geometry.FullTurn + 1},
			OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			if _, err := Decide(empty, Command{ID: "c", Do: c.do}); CodeOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want.Name())
			}
		})
	}
	newBuilder(t).refused(CreateModel{ID: "other", Name: "Other"}, AlreadyExists)
}

func angle(degrees int64) *geometry.Angle {
	a := geometry.Angle(degrees) * geometry.Degree
	return &a
}
