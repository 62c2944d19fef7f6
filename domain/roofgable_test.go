package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// TestGablesAtBothEndsMakeAGable holds a hip, and a roof of type gable, with gables at both ends of a rectangle against
// a gable roof with a ridge over it, as they are drawn, and as they are turned by 20 degrees.
func TestGablesAtBothEndsMakeAGable(t *testing.T) {
	p := newPlot(t)
	roof := Roof{Boundary: rectangle(0, 0, 9000, 6000), RoofType: RoofGable, Slope: 30 * geometry.Degree,
		Thickness: geometry.MM(200), Overhang: geometry.MM(400)}
	ends := roof
	ends.Gables = []geometry.Point2{mm(9000, 3000), mm(0, 3000)}
	hip := ends
	hip.RoofType = RoofHip
	var ids []ID
	for _, r := range []Roof{roof, ends, hip} {
		ids = append(ids, p.do(CreateRoof{LevelID: p.level, Roof: r}))
	}
	for _, turn := range []geometry.Angle{0, 20 * geometry.Degree} {
		var volumes []float64
		for _, id := range ids {
			if turn != 0 {
				p.do(MoveElement{ElementIDs: []ID{id}, Rotation: turn})
			}
			checkBody(t, p.model, id)
			e, _ := p.model.Element(id)
			shape, err := p.model.RoofShape(e)
			if err != nil || len(shape.Facets) != 2 {
				t.Fatalf("%d planes (%v)", len(shape.Facets), err)
			}
			q, err := p.model.Quantities(id)
			if err != nil {
				t.Fatal(err)
			}
			volume, _ := QuantityNamed(q, "NetVolume")
			volumes = append(volumes, volume)
		}
		for _, v := range volumes {
			if math.Abs(v-volumes[0]) > 1e-6*volumes[0] {
				t.Errorf("turned by %v: volumes %v", turn, volumes)
			}
		}
	}
	e, _ := p.model.Element(ids[0])
	if r := e.Params.(*Roof); r.RidgeDirection == "" {
		t.Error("the gable has no ridge")
	}
	if e, _ = p.model.Element(ids[1]); e.Params.(*Roof).RidgeDirection != "" {
		t.Error("a roof with chosen gables was given a ridge")
	}
}
