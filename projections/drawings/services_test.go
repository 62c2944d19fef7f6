package drawings

import (
	"context"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestAPlanWithServicesShowsDuctsOverhead checks that a plan with services shows the ducts under its ceiling dashed,
// and not the ducts on the floor of the next storey. A plan without services must show no ducts.
func TestAPlanWithServicesShowsDuctsOverhead(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3600)})
	corners := []geometry.Point2{mm(0, 0), mm(10000, 0), mm(10000, 8000), mm(0, 8000)}
	for i, c := range corners {
		s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c, End: corners[(i+1)%4],
			Height: geometry.MM(3300), Thickness: geometry.MM(300)}})
	}
	s.do("slab", change.CreateFloor{LevelID: s.id["first"], Floor: fabric.Floor{Boundary: corners,
		Thickness: geometry.MM(250)}})
	duct := func(name string, y, z int64) {
		s.do(name, change.CreateSegment{System: "duct", LevelID: s.id["ground"], Name: name,
			Profile: &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(600),
				Depth: geometry.MM(300)},
			Path: []geometry.Point3{mm(1000, y).At(geometry.MM(z)), mm(9000, y).At(geometry.MM(z))}})
	}
	duct("under the ceiling", 3000, 2900)
	duct("on the next floor", 6000, 3800)
	for _, services := range []bool{false, true} {
		v, err := Plan(context.Background(), s.view(),
			PlanSpec{LevelID: s.id["ground"], Scale: 100, Services: services})
		if err != nil {
			t.Fatal(err)
		}
		length := map[state.ID]geometry.Length{}
		for _, i := range v.Drawing.Items {
			stroke, ok := i.Mark.(paper.Stroke)
			if !ok || i.Category != "duct" || i.Class == paper.ClassAxis {
				continue
			}
			if i.Class != paper.ClassOverhead || i.Layer != "M-HVAC-DUCT" {
				t.Errorf("a duct above the cut on %s, %s", i.Layer, i.Class)
			}
			points := stroke.Points
			if stroke.Closed {
				points = append(points, points[0])
			}
			for k := 1; k < len(points); k++ {
				length[state.ID(i.Element)] += geometry.Length(segment{points[k-1], points[k]}.length())
			}
		}
		want := map[state.ID]geometry.Length{}
		if services {
			want[s.id["under the ceiling"]] = 172 * geometry.Millimetre // 2 x (8 + 0.6) m at 1:100
		}
		if len(length) != len(want) || length[s.id["under the ceiling"]] != want[s.id["under the ceiling"]] {
			t.Errorf("services %v: %v, want %v", services, length, want)
		}
	}
}
