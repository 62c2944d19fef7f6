package drawings

import (
	"context"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// lengthDrawn returns the total length, in mm of the building, and the number of the strokes of an element in one
// class.
func lengthDrawn(d *paper.Drawing, id state.ID, class paper.Class) (mm float64, strokes int) {
	for _, i := range d.Items {
		if s, ok := i.Mark.(paper.Stroke); ok && i.Element == string(id) && i.Class == class {
			points := s.Points
			if s.Closed {
				points = append(points[:len(points):len(points)], points[0])
			}
			for _, side := range polyline(points) {
				mm += side.length() / 1000 * float64(d.Scale)
			}
			strokes++
		}
	}
	return mm, strokes
}

// low makes a semicircular wall below the cut.
func (s *curvedSite) low(name string) {
	s.do(name, change.CreateWall{Name: name, LevelID: s.id["ground"], TypeID: s.id["inner"], Wall: fabric.Wall{
		Start: mm(1000, 0), End: mm(3000, 0), Mid: via(2000, -1000), Height: geometry.MM(600)}})
}

// TestArcsAreDrawnWholeAtEveryScale checks curved walls below the cut and under a roof. They must be drawn completely
// at every scale although their chords are shorter on paper than visible lines. Each arc must be one stroke.
func TestArcsAreDrawnWholeAtEveryScale(t *testing.T) {
	s := newLayeredSite(t)
	s.low("low")
	arcs, ends := math.Pi*(940+1060), 2*120.0 // the ends are too short to be seen at 1:500
	off := func(got float64) bool { return got < 0.99*arcs || got > 1.01*(arcs+ends) }
	for _, scale := range Scales {
		got, n := lengthDrawn(planOf(t, s.view(), 0, scale).Drawing, s.id["low"], paper.ClassSeen)
		if off(got) || n > 4 {
			t.Errorf("1:%d: %.0f mm are drawn in %d strokes, of %.0f", scale, got, n, arcs)
		}
	}
	s.do("roof", change.CreateRoof{LevelID: s.id["first"], Roof: fabric.Roof{RoofType: fabric.RoofFlat,
		Boundary:  []geometry.Point2{mm(0, -2000), mm(4000, -2000), mm(4000, 1000), mm(0, 1000)},
		Thickness: geometry.MM(200)}})
	for _, scale := range Scales {
		drawn, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["first"], Scale: scale, Roof: true})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := lengthDrawn(drawn.Drawing, s.id["low"], paper.ClassOverhead); off(got) {
			t.Errorf("1:%d: %.0f mm are dashed below the roof, of %.0f", scale, got, arcs)
		}
	}
}

// TestGoneArcsAreDashed checks that a removed curved wall is dashed along its arcs, not by chords that are shorter than
// a dash.
func TestGoneArcsAreDashed(t *testing.T) {
	s := newLayeredSite(t)
	s.low("arc")
	s.wall("stays", "outer", mm(0, 3000), mm(4000, 3000), nil)
	before := s.view()
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.id["arc"]}})
	for _, cloud := range []string{"", "A"} {
		drawn, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: 500, Since: before,
			Cloud: cloud})
		if err != nil {
			t.Fatal(err)
		}
		if drawn.Compared == nil || drawn.Compared.Gone != 1 {
			t.Errorf("cloud %q: compared: %+v", cloud, drawn.Compared)
		}
		longest := 0.0
		for _, i := range drawn.Drawing.Items {
			if m, ok := i.Mark.(paper.Stroke); ok && m.Ink == inkGone && len(m.Points) > 9 {
				longest = max(longest, lengthOf(m.Points)/1000*500)
			}
		}
		if cloud == "" && longest < 0.99*math.Pi*940 {
			t.Errorf("the longest line of what is gone has %.0f mm", longest)
		}
	}
}
