package tower

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Spec describes the building to generate.
type Spec struct {
	ModelID  string
	Name     string
	Owner    string
	Storeys  int
	Elements int // about how many elements the whole building has
	Seed     uint64
}

// The bounds of a Spec. With fewer than two bays a wing has no place for both a stair and a flat. With larger numbers
// the wings would extend beyond the bounds of a model.
const (
	maxStoreys = 500
	maxWings   = 200
)

// Check refuses a spec that cannot be built.
func (s Spec) Check() error {
	switch wings := s.wings(); {
	case s.Storeys < 1 || s.Storeys > maxStoreys:
		return fmt.Errorf("%d storeys: give 1 to %d", s.Storeys, maxStoreys)
	case len(wings) == 0:
		return fmt.Errorf("%d elements on %d storeys: give at least %d for each storey", s.Elements, s.Storeys,
			wing{bays: minBays}.elements())
	case len(wings) > maxWings:
		return fmt.Errorf("%d elements on %d storeys take %d wings: give more storeys, or at most %d elements",
			s.Elements, s.Storeys, len(wings), maxWings*s.Storeys*wing{bays: maxBays}.elements())
	}
	return nil
}

// wings divides a storey into full wings and a smaller wing for the remaining elements.
func (s Spec) wings() []wing {
	var out []wing
	left := s.Elements / max(1, s.Storeys)
	for left >= (wing{bays: minBays}).elements() {
		w := wing{bays: minBays, origin: geometry.Point2{Y: wingDistance * geometry.Length(len(out))}}
		for w.bays < maxBays && (wing{bays: w.bays + 1}).elements() <= left {
			w.bays++
		}
		out = append(out, w)
		left -= w.elements()
	}
	return out
}

// Do executes a command and returns the ids of the elements, types and materials that it created, in the order of
// creation.
type Do func(change.Operation) ([]state.ID, error)

// builder builds a tower.
type builder struct {
	spec   Spec
	do     Do
	random random
	err    error
	types  map[string]state.ID
	levels []state.ID
}

// Build creates the model and the building in it. It stops at the first error, from Build itself or from a command.
func Build(s Spec, do Do) error {
	if err := s.Check(); err != nil {
		return err
	}
	b := &builder{spec: s, do: do, random: random(s.Seed), types: map[string]state.ID{}}
	b.make(change.CreateModel{ID: s.ModelID, Name: s.Name, Owner: s.Owner, BuildingUse: "residential"})
	b.library()
	b.serviceLibrary()
	for i := range s.Storeys + 1 { // the last level carries the roof slab
		b.levels = append(b.levels, b.make(change.CreateLevel{Name: levelName(i, s.Storeys),
			Elevation: storeyHeight * geometry.Length(i)}))
	}
	for i := range s.Storeys {
		for k, w := range s.wings() {
			b.wing(w, i, k)
		}
	}
	for _, w := range s.wings() {
		b.slab(w, s.Storeys)
	}
	return b.err
}

func levelName(i, storeys int) string {
	switch i {
	case 0:
		return "Ground floor"
	case storeys:
		return "Roof"
	}
	return fmt.Sprintf("Storey %d", i)
}

// make executes a command and returns the first id that it created. After an error it does nothing.
func (b *builder) make(op change.Operation) state.ID {
	if b.err != nil {
		return ""
	}
	made, err := b.do(op)
	if err != nil {
		b.err = fmt.Errorf("%T: %w", op, err)
		return ""
	}
	if len(made) == 0 {
		return ""
	}
	return made[0]
}

// library defines materials and types.
func (b *builder) library() {
	for _, m := range []change.DefineMaterial{
		{Name: "Concrete C30/37", Category: "concrete", Colour: "#9a9a9a", Density: 2400},
		{Name: "Brick", Category: "brick", Colour: "#b5533c", Density: 1800},
		{Name: "Mineral wool", Category: "insulation", Colour: "#e8d44d", Density: 60},
		{Name: "Gypsum board", Category: "gypsum", Colour: "#f2f2f2", Density: 800},
	} {
		b.make(m)
	}
	layer := func(material string, mm int64, function string) shape.LayerInput {
		return shape.LayerInput{Material: material, Thickness: geometry.MM(mm), Function: function}
	}
	column := &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(300), Depth: geometry.MM(300)}
	beam := &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(200), Depth: geometry.MM(300)}
	for _, t := range []change.DefineType{
		{Category: state.CategoryWall, Name: outer, Layers: []shape.LayerInput{
			layer("Gypsum board", 15, "finish"), layer("Concrete C30/37", 160, "structure"),
			layer("Mineral wool", 100, "insulation"), layer("Brick", 85, "finish")}},
		{Category: state.CategoryWall, Name: party, Layers: []shape.LayerInput{layer("Concrete C30/37", 200,
			"structure")}},
		{Category: state.CategoryWall, Name: inner, Layers: []shape.LayerInput{
			layer("Gypsum board", 13, "finish"), layer("Mineral wool", 74, "insulation"),
			layer("Gypsum board", 13, "finish")}},
		{Category: state.CategoryFloor, Name: slabType,
			Layers: []shape.LayerInput{layer("Concrete C30/37", 200, "structure")}},
		{Category: state.CategoryColumn, Name: columnType, Profile: column, Material: "Concrete C30/37"},
		{Category: state.CategoryBeam, Name: beamType, Profile: beam, Material: "Concrete C30/37"},
		{Category: state.CategoryDoor, Name: doorType},
		{Category: state.CategoryWindow, Name: windowType},
	} {
		b.types[t.Name] = b.make(t)
	}
}

// The names of the types.
const (
	outer      = "Outer wall 360"
	party      = "Party wall 200"
	inner      = "Partition 100"
	slabType   = "Slab 200"
	columnType = "Column 300x300"
	beamType   = "Beam 200x300"
	doorType   = "Inner door"
	windowType = "Window"
)
