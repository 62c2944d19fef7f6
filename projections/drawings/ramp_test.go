package drawings

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/ramps"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// rampYard returns ramps from the ground to the storey above, through its floor, and a ramp before a door.
func rampYard(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("upper", change.CreateLevel{Name: "Upper", Elevation: geometry.MM(2400)})
	s.do("", change.CreateFloor{LevelID: s.id["upper"], Floor: fabric.Floor{Thickness: geometry.MM(200),
		Boundary: geometry.Ring{mm(-3000, -3000), mm(30000, -3000), mm(30000, 20000), mm(-3000, 20000)}}})
	s.do("there and back", change.CreateRamp{LevelID: s.id["ground"], Ramp: stair.Ramp{Start: mm(0, 0),
		Toward: mm(1000, 0), TopLevel: s.id["upper"], Bends: []ramps.Bend{ramps.HalfLeft, ramps.HalfRight,
			ramps.HalfLeft}, Width: geometry.MM(1300), Kerb: geometry.MM(100), Railings: "both",
		Well: geometry.MM(200)}})
	s.do("corner", change.CreateRamp{LevelID: s.id["ground"], Ramp: stair.Ramp{Start: mm(0, 10000),
		Toward: mm(1000, 10000), TopLevel: s.id["upper"], Bends: []ramps.Bend{ramps.Straight, ramps.Right},
		Width: geometry.MM(1200)}})
	s.do("step", change.CreateRamp{LevelID: s.id["ground"], Ramp: stair.Ramp{Start: mm(5000, 15000),
		Toward: mm(5000, 16000), Rise: geometry.MM(150), Offset: geometry.MM(-150), Width: geometry.MM(2000)}})
	return s
}

// TestRampsHaveTheirSlopeOnPlans checks that each ramp has its slope on the plan of its foot. Ramps to the next storey
// must also have it on that plan, downwards. Parts above the cut must be dashed.
func TestRampsHaveTheirSlopeOnPlans(t *testing.T) {
	s := rampYard(t)
	for n, want := range []map[string]int{{"UP 1:12": 3}, {"DN 1:12": 2}} {
		got, dashed := map[string]int{}, 0
		for _, i := range planOf(t, s.view(), n, 100).Drawing.Items {
			if !strings.HasPrefix(i.Layer, "A-FLOR-RAMP") {
				continue
			}
			switch m := i.Mark.(type) {
			case paper.Text:
				got[m.String]++
			case paper.Stroke:
				if m.Pattern == paper.Dashed {
					dashed++
				}
			}
		}
		for text, count := range want {
			if got[text] != count || len(got) != len(want) {
				t.Errorf("level %d: %v, want %v", n, got, want)
			}
		}
		if (dashed > 0) != (n == 0) {
			t.Errorf("level %d: %d dashed lines", n, dashed)
		}
	}
}
