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

// TestACeilingPlanLiesOverThePlan checks that a ceiling plan cuts the same walls at the same places as the floor plan.
// A ceiling in the north-east must be drawn in the north-east.
func TestACeilingPlanLiesOverThePlan(t *testing.T) {
	r := newRandom(t, 5)
	lamp := r.do("", change.CreateCeiling{LevelID: r.id["ground"], Name: "raft", Ceiling: fabric.Ceiling{
		Boundary: []geometry.Point2{mm(700, 600), mm(1500, 600), mm(1500, 900), mm(700, 900)},
		Height:   geometry.MM(2500), Thickness: geometry.MM(50),
	}})[0]
	v := r.view()
	floor := planOf(t, v, 0, 100)
	drawn, err := Plan(context.Background(), v, PlanSpec{LevelID: r.id["ground"], Scale: 100, Ceiling: true})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, drawn.Drawing)
	checkStamps(t, v, drawn, r.id["ground"])
	checkCut(t, v, drawn, geometry.MM(1200)+geometry.Micrometre)
	fills := func(d *paper.Drawing) (lo, hi geometry.Point2) {
		lo, hi = geometry.Region(nil).Bounds()
		for _, i := range d.Items {
			if f, ok := i.Mark.(paper.Fill); ok && i.Class == paper.ClassPoche {
				a, b := f.Bounds()
				p, q := real(d, a), real(d, b)
				lo, hi = geometry.Point2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)},
					geometry.Point2{X: max(hi.X, q.X), Y: max(hi.Y, q.Y)}
			}
		}
		return lo, hi
	}
	a, b := fills(floor.Drawing)
	p, q := fills(drawn.Drawing)
	if a != p || b != q {
		t.Errorf("the plan cuts from %v to %v, the ceiling plan from %v to %v", a, b, p, q)
	}
	seen := 0.0
	for _, i := range drawn.Drawing.Items {
		s, ok := i.Mark.(paper.Stroke)
		if !ok || i.Element != string(lamp) {
			continue
		}
		for _, side := range sidesOf(s) {
			seen += side.length()
			for _, end := range []paper.Point{side.a, side.b} {
				if at := real(drawn.Drawing, end); at.X < geometry.MM(699) || at.X > geometry.MM(1501) ||
					at.Y < geometry.MM(599) || at.Y > geometry.MM(901) {
					t.Errorf("the raft reaches to %v", at)
				}
			}
		}
	}
	if seen < 2*(8000+3000)*0.9 {
		t.Errorf("%v micrometres of the raft's outline are seen, it has 22,000", seen)
	}
	if _, err := Plan(context.Background(), v, PlanSpec{LevelID: r.id["ground"], Scale: 100, Ceiling: true,
		Roof: true}); state.CodeOf(err) != state.OutOfRange {
		t.Errorf("%v", err)
	}
}

// TestInteriorElevations checks that the elevations of a room's walls have its width and height. Each must show only
// the openings of its own wall.
func TestInteriorElevations(t *testing.T) {
	for seed := range uint64(20) {
		v := newRandom(t, seed).view()
		for _, id := range v.Model.OfCategory(state.CategoryRoom) {
			views, err := Interiors(context.Background(), v, InteriorSpec{RoomID: id, Scale: 50})
			if err != nil {
				t.Fatal(err)
			}
			facts, _ := v.Rooms().Analyse(id)
			lo, hi := facts.Region.Bounds()
			for n, drawn := range views {
				checkDrawing(t, drawn.Drawing)
				width := hi.X - lo.X
				if n%2 == 1 {
					width = hi.Y - lo.Y
				}
				found := map[geometry.Length]bool{}
				for _, i := range drawn.Drawing.Items {
					if d, ok := i.Mark.(paper.Dimension); ok {
						found[d.Value] = true
					}
				}
				if !found[width] || !found[facts.Height] {
					t.Errorf("seed %d, %s: no dimension of %v and %v mm", seed, drawn.Drawing.Name, width, facts.Height)
				}
			}
		}
	}
	if _, err := Interior(context.Background(), newRandom(t, 1).view(),
		InteriorSpec{RoomID: "nobody", From: South, Scale: 50}); state.CodeOf(err) != state.NotFound {
		t.Errorf("%v", err)
	}
}
