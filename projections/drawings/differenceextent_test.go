package drawings

import (
	"context"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// figuresOf returns the figures of the dimensions of a drawing.
func figuresOf(d *paper.Drawing) (out []string) {
	for _, i := range d.Items {
		if m, ok := i.Mark.(paper.Dimension); ok {
			out = append(out, m.Text.String)
		}
	}
	return out
}

// TestDifferencesAreNotMeasured checks the dimensions of a plan on which nothing is cut. Neither the clouds around
// changes nor removed elements may count.
func TestDifferencesAreNotMeasured(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("upper", change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	wall := func(name string, from, to geometry.Point2) {
		s.do(name, change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: from, End: to,
			Height: geometry.MM(2800), Thickness: geometry.MM(200)}})
	}
	wall("south", mm(0, 0), mm(12000, 0))
	wall("east", mm(12000, 0), mm(12000, 8000))
	wall("north", mm(12000, 8000), mm(0, 8000))
	wall("west", mm(0, 8000), mm(0, 0))
	wall("beyond", mm(16000, 1000), mm(16000, 5000))
	before := s.view()
	s.do("", change.MoveElement{ElementIDs: []state.ID{s.id["south"]}, Delta: geometry.Point3{Y: geometry.MM(500)}})
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.id["beyond"]}})
	figures := func(since bool, cloud string) []string {
		spec := PlanSpec{LevelID: s.id["upper"], Scale: 100, Cloud: cloud}
		if since {
			spec.Since = before
		}
		drawn, err := Plan(context.Background(), s.view(), spec)
		if err != nil {
			t.Fatal(err)
		}
		return figuresOf(drawn.Drawing)
	}
	want := figures(false, "")
	if len(want) == 0 {
		t.Fatal("the plan has no dimensions")
	}
	for _, cloud := range []string{"", "B"} {
		if got := figures(true, cloud); !slices.Equal(got, want) {
			t.Errorf("with changes marked by %q the figures are %v, without %v", cloud, got, want)
		}
	}
}
