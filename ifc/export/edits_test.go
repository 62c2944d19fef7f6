package export

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// TestExportAfterEdits checks that the file follows the edits of the house; the expected values were computed by hand.
func TestExportAfterEdits(t *testing.T) {
	for name, c := range map[string]struct {
		edit                func(*site)
		element, set, named string
		want                string
	}{
		"P1 moves, 001 shrinks": {func(s *site) {
			s.do("", change.MoveElement{ElementIDs: []state.ID{s.ids["P1"]}, Delta: at(-1000, 0).At(0)})
		}, "001", "Qto_SpaceBaseQuantities", "NetFloorArea", "41.556"},
		"P1 moves and keeps its volume": {func(s *site) {
			s.do("", change.MoveElement{ElementIDs: []state.ID{s.ids["P1"]}, Delta: at(-1000, 0).At(0)})
		}, "P1", "Qto_WallBaseQuantities", "NetVolume", "2.2596"},
		"D1 becomes wider": {func(s *site) { s.modify("D1", "width", 1300) }, "W1",
			"Qto_WallBaseQuantities", "NetVolume", "7.674"},
		"W2 becomes higher": {func(s *site) { s.modify("W2", "height", 3000) }, "W2",
			"Qto_WallBaseQuantities", "NetVolume", "6.066"},
	} {
		t.Run(name, func(t *testing.T) {
			s := house(t)
			c.edit(s)
			r := read(t, s)
			if got := r.property(r.one(t, "IfcProduct", c.element), c.set, c.named); got != c.want {
				t.Errorf("%s of %s is %s, want %s", c.named, c.element, got, c.want)
			}
		})
	}
}

// TestEmptyModel checks that a model with only a site and a building can be exported.
func TestEmptyModel(t *testing.T) {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "m", Name: "empty"})
	r := read(t, s)
	if len(r.of("IfcElement")) != 0 || len(r.of("IfcBuildingStorey")) != 0 ||
		r.attribute(r.one(t, "IfcBuilding", ""), "ObjectPlacement") == step.Value(null) {
		t.Error("an empty model is not empty")
	}
}
