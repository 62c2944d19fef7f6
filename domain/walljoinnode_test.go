package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TestJoiningAPointCostsItsPairs checks that joining n walls that all end at one point costs in proportion to n
// squared: the walls at the point are looked up once for each end, not once for each pair. The cost is counted in
// look-ups of the model, which are the same on every machine.
func TestJoiningAPointCostsItsPairs(t *testing.T) {
	looks := func(n int) int {
		p := newPlot(t)
		var walls []state.ID
		for _, end := range circle(mm(0, 0), 40*geometry.Metre, n) {
			walls = append(walls, p.wall(mm(0, 0), end, 200))
		}
		stop, asked := endsAfter(1 << 40)
		d, err := Decide(p.model, change.Command{ID: "00000000-0000-4000-8000-000000000009", Stop: stop,
			Do: change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto}})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Events) < n-1 {
			t.Fatalf("%d walls have %d events", n, len(d.Events))
		}
		return *asked
	}
	few, many := looks(16), looks(32)
	if many > 5*few {
		t.Errorf("joining 32 walls takes %d looks at the model, joining 16 of them %d", many, few)
	}
}
