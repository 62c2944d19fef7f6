package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TestGablesAtBothEndsMakeAGable compares roofs over a rectangle, as drawn and turned by 20 degrees. A roof of type hip
// and one of type gable have gables at both ends. Both must equal a gable roof that is defined by its ridge.
func TestGablesAtBothEndsMakeAGable(t *testing.T) {
	p := newPlot(t)
	roof := fabric.Roof{Boundary: rectangle(0, 0, 9000, 6000), RoofType: fabric.RoofGable, Slope: 30 * geometry.Degree,
		Thickness: geometry.MM(200), Overhang: geometry.MM(400)}
	ends := roof
	ends.Gables = []geometry.Point2{mm(9000, 3000), mm(0, 3000)}
	hip := ends
	hip.RoofType = fabric.RoofHip
	var ids []state.ID
	for _, r := range []fabric.Roof{roof, ends, hip} {
		ids = append(ids, p.do(change.CreateRoof{LevelID: p.level, Roof: r}))
	}
	for _, turn := range []geometry.Angle{0, 20 * geometry.Degree} {
		var volumes []float64
		for _, id := range ids {
			if turn != 0 {
				p.do(change.MoveElement{ElementIDs: []state.ID{id}, Rotation: turn})
			}
			checkBody(t, p.model, id)
			e, _ := p.model.Element(id)
			shape, err := fabric.RoofShapeOf(p.model, e)
			if err != nil || len(shape.Facets) != 2 {
				t.Fatalf("%d planes (%v)", len(shape.Facets), err)
			}
			q, err := elements.Quantities(p.model, id)
			if err != nil {
				t.Fatal(err)
			}
			volume, _ := bodyshape.QuantityNamed(q, "NetVolume")
			volumes = append(volumes, volume)
		}
		for _, v := range volumes {
			if math.Abs(v-volumes[0]) > 1e-6*volumes[0] {
				t.Errorf("turned by %v: volumes %v", turn, volumes)
			}
		}
	}
	e, _ := p.model.Element(ids[0])
	if r := e.Params.(*fabric.Roof); r.RidgeDirection == "" {
		t.Error("the gable has no ridge")
	}
	if e, _ = p.model.Element(ids[1]); e.Params.(*fabric.Roof).RidgeDirection != "" {
		t.Error("a roof with chosen gables was given a ridge")
	}
}
