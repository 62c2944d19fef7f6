package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestFurnitureOfTheNextStoreyIsNotOverhead checks that furniture on the floor of the next storey is not dashed on the
// plan below, and that furniture that hangs on a wall of this storey is dashed.
func TestFurnitureOfTheNextStoreyIsNotOverhead(t *testing.T) {
	s := stairHouse(t)
	place := func(name, level string, x, z int64) state.ID {
		return s.do(name, change.PlaceComponent{Category: "furniture", LevelID: s.id[level], Name: name,
			Component: component.Component{Location: mm(x, 5000).At(geometry.MM(z)), Width: geometry.MM(900),
				Depth: geometry.MM(400), Height: geometry.MM(500)}})[0]
	}
	bed, cupboard := place("Bed", "first", 3000, 0), place("Cupboard", "ground", 7000, 1800)
	d := planOf(t, s.view(), 0, 100).Drawing
	if got := drawnAs(d, bed); len(got) > 0 {
		t.Errorf("the bed of the storey above is drawn as %q", got)
	}
	if l, _, _ := extentOf(d, cupboard, paper.ClassOverhead); l == 0 {
		t.Error("the cupboard is not dashed")
	}
}
