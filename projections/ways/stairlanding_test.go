package ways

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// half imports the body of a flight of nine risers, as from a file that describes a stair flight by flight. It has
// eight treads of 280 mm and is 1.2 m wide, along X at the given y.
func (m *model) half(name string, x, y, z, step int64) {
	m.t.Helper()
	var body geometry.Body
	const riser = 3000.0 / 18
	for i := range int64(8) {
		x0, x1 := x+step*i, x+step*(i+1)
		base := geometry.Region{geometry.Rectangle(mm(min(x0, x1), y-600), mm(max(x0, x1), y+600))}
		top := geometry.Length(math.Round(riser * float64(i+1) * 1000))
		solid, err := geometry.Extrude(geometry.PlacementInPlan(geometry.Point3{Z: geometry.MM(z)}, mm(1, 0)), base,
			top-geometry.MM(50), top)
		if err != nil {
			m.t.Fatal(err)
		}
		body = append(body, solid)
	}
	id := state.DeriveID(name, 1)
	m.do(name, change.Import{Elements: []*state.Element{{ID: id, Category: state.CategoryStair, Name: name,
		LevelID: m.ids["Ground"], Params: &stair.Stair{Fixed: &state.FixedShape{}}}},
		Bodies: map[state.ID]geometry.Body{id: body}})
	m.ids[name] = id
}

// TestAStairInHalvesIsAWay checks two flights that a file describes one by one, with a landing between them at the
// height of no storey: they are one way from storey to storey. Without the landing, or with a landing that only the
// first flight meets, they are reported as unread.
func TestAStairInHalvesIsAWay(t *testing.T) {
	for name, c := range map[string]struct {
		landing geometry.Ring
		want    int
	}{
		"a landing":           {rectangle(7240, 1000, 8600, 3600), 1},
		"no landing":          {nil, 0},
		"a landing too short": {rectangle(7240, 1000, 8600, 2300), 0},
	} {
		m := newModel(t)
		m.do("Ground", change.CreateLevel{Name: "Ground"})
		m.do("First", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
		m.half("up", 5000, 1600, 0, 280)
		m.half("on", 7240, 3000, 1500, -280)
		if c.landing != nil {
			m.do("", change.CreateFloor{LevelID: m.ids["Ground"], Floor: fabric.Floor{Boundary: c.landing,
				Thickness: geometry.MM(200), Offset: geometry.MM(1500)}})
		}
		b := build(t, m, point())
		flights, unread := b.Flights(), m.names(b.Unread())
		slices.Sort(unread)
		if len(flights) != c.want {
			t.Errorf("%s: %d ways, not taken are %v", name, len(flights), unread)
			continue
		}
		if c.want == 0 {
			if fmt.Sprint(unread) != "[on up]" {
				t.Errorf("%s: not taken are %v", name, unread)
			}
			continue
		}
		// seven steps from tread to tread in each flight, and 1400 mm between the middles of the treads at the landing
		want := 2*7*math.Hypot(280, 3000./18) + 1400
		if f := flights[0]; math.Abs(f.Length.MM()-want) > 0.1 || f.Risers != 16 || len(unread) != 0 {
			t.Errorf("%s: %.3f mm with %d risers, expected %.3f; not taken are %v", name, f.Length.MM(), f.Risers, want,
				unread)
		}
	}
}
