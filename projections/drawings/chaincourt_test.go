package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestACourtsChainEndsAtAWallBesideAnOpening draws a court with a window that reaches into its corner. The chain must
// begin with the window, and no dimension may be zero.
func TestACourtsChainEndsAtAWallBesideAnOpening(t *testing.T) {
	r := newRandom(t, 1)
	r.do("court", change.CreateLevel{Name: "Court", Elevation: geometry.MM(9000)})
	r.id["ground"] = r.id["court"]
	walls := []state.ID{r.wall("outer", 0, 0, 8000, 0), r.wall("outer", 8000, 0, 8000, 4000),
		r.wall("outer", 8000, 4000, 0, 4000), r.wall("outer", 0, 4000, 0, 0)}
	r.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	r.do("", change.PlaceWindow{Name: "corner", WallID: walls[2], Window: fabric.Window{Offset: geometry.MM(3000),
		Width: geometry.MM(1200), Height: geometry.MM(1200), SillHeight: geometry.MM(900)}})
	r.do("", change.CreateRoom{Name: "Room", LevelID: r.id["court"], Room: room.Room{
		Seed: &geometry.Point2{X: geometry.MM(4000), Y: geometry.MM(2000)}, Number: "1"}})
	r.wall("outer", 5150, 4000, 5150, 10000) // its face is at the edge of the window
	r.wall("outer", 1000, 4000, 1000, 10000)
	r.wall("outer", 1000, 10000, 5150, 10000)
	v := r.view()
	drawn := planOf(t, v, 2, 100)
	checkPlan(t, v, drawn, r.id["court"])
	dimensions := 0
	for _, i := range drawn.Drawing.Items {
		if m, ok := i.Mark.(paper.Dimension); ok && i.Layer == check.CourtDimensions {
			dimensions++
			if m.Value < geometry.Millimetre {
				t.Errorf("a dimension of %v", m.Value)
			}
		}
	}
	if dimensions != 2 { // the window, and the rest of the facade
		t.Errorf("the court has %d dimensions, want 2", dimensions)
	}
}

// TestCourtsHaveChains draws two wings that face each other, with and without walls that close the court between them.
// The windows on the court must be measured by a chain before their own facade.
func TestCourtsHaveChains(t *testing.T) {
	for name, closed := range map[string]bool{"open": false, "closed": true} {
		t.Run(name, func(t *testing.T) {
			r := newRandom(t, 1)
			r.do("court", change.CreateLevel{Name: "Court", Elevation: geometry.MM(9000)})
			r.id["ground"] = r.id["court"]
			wing := func(y0, y1 int64, facing func(walls [4]state.ID) state.ID) {
				walls := [4]state.ID{r.wall("outer", 0, y0, 8000, y0), r.wall("outer", 8000, y0, 8000, y1),
					r.wall("outer", 8000, y1, 0, y1), r.wall("outer", 0, y1, 0, y0)}
				r.do("", change.JoinElements{ElementIDs: walls[:], JoinType: fabric.JoinAuto})
				for _, x := range []int64{1000, 4000} {
					r.do("", change.PlaceWindow{Name: r.name("W"), WallID: facing(walls), Window: fabric.Window{
						Offset: geometry.MM(x), Width: geometry.MM(1200), Height: geometry.MM(1200),
						SillHeight: geometry.MM(900)}})
				}
				r.do("", change.CreateRoom{Name: r.name("Room "), LevelID: r.id["court"], Room: room.Room{
					Seed: &geometry.Point2{X: geometry.MM(4000), Y: geometry.MM((y0 + y1) / 2)}, Number: r.name("0")}})
			}
			wing(0, 4000, func(w [4]state.ID) state.ID { return w[2] })
			wing(10000, 14000, func(w [4]state.ID) state.ID { return w[0] })
			if closed {
				r.wall("outer", 0, 4000, 0, 10000)
				r.wall("outer", 8000, 4000, 8000, 10000)
			}
			v := r.view()
			drawn := planOf(t, v, 2, 100)
			checkPlan(t, v, drawn, r.id["court"])
			edges := 0
			for _, i := range drawn.Drawing.Items {
				if m, ok := i.Mark.(paper.Dimension); ok && i.Layer == check.CourtDimensions {
					edges++
					if a, _ := m.Ends(); real(drawn.Drawing, a).Y < geometry.MM(4000) ||
						real(drawn.Drawing, a).Y > geometry.MM(10000) {
						t.Errorf("a dimension of the court stands at %v", real(drawn.Drawing, a))
					}
				}
			}
			if edges != 10 { // five parts for each wing
				t.Errorf("the court has %d dimensions, want 10", edges)
			}
			if _, n := check.Openings(v, drawn.Drawing, geometry.MM(9000), geometry.MM(9000)+usualCut); n != 4 {
				t.Errorf("%d openings look out or into the court, want 4", n)
			}
		})
	}
}
