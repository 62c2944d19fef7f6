package drawings

import (
	"context"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// uprightLines returns the places across a view, in millimetres, of visible upright edges higher than a metre.
func uprightLines(v *View) (out []int64) {
	for _, i := range v.Drawing.Items {
		s, ok := i.Mark.(paper.Stroke)
		if !ok || i.Class != paper.ClassSeen {
			continue
		}
		for _, side := range polyline(s.Points) {
			if a := real(v.Drawing, side.a); side.a.X == side.b.X && side.length()*float64(v.Drawing.Scale) > 1e6 {
				out = append(out, wholeMM(a.X))
			}
		}
	}
	return out
}

// TestRoundSurfacesHaveNoEdges checks that round surfaces have no inner edges, neither at the chords of a curved wall
// nor where it continues smoothly in another wall. There are edges where the other wall has another thickness or
// direction.
func TestRoundSurfacesHaveNoEdges(t *testing.T) {
	elevation := func(s *curvedSite, from Compass) []int64 {
		e, err := Elevation(context.Background(), s.view(), ElevationSpec{From: from, Scale: 100})
		if err != nil {
			t.Fatal(err)
		}
		return uprightLines(e)
	}
	diagonal := func(radius int64, x, y geometry.Length) geometry.Point2 {
		p := at45(0, 0, radius)
		return geometry.Point2{X: x * p.X, Y: y * p.Y.Abs()}
	}
	tower := newLayeredSite(t)
	corners := []geometry.Point2{diagonal(3000, 1, -1), diagonal(3000, 1, 1), diagonal(3000, -1, 1),
		diagonal(3000, -1, -1)}
	for i, mid := range []*geometry.Point2{via(3000, 0), via(0, 3000), via(-3000, 0), via(0, -3000)} {
		tower.wall(fmt.Sprint(i), "outer", corners[i], corners[(i+1)%4], mid)
	}
	tower.joined("0", "1", "2", "3")
	for _, from := range []Compass{South, East, North, West} {
		if got := elevation(tower, from); len(got) > 0 {
			t.Errorf("the tower from the %s has edges at %v", from, got)
		}
	}

	// A straight wall at 45 degrees that continues in an eighth of a circle, seen from the front of the arc.
	rounded := func(kind string, end geometry.Point2) *curvedSite {
		s := newLayeredSite(t)
		start := diagonal(3000, -1, -1)
		s.wall("straight", "outer", start.Add(mm(-2000, 2000)), start, nil)
		s.do("arc", change.CreateWall{LevelID: s.id["ground"], TypeID: s.id[kind], Wall: fabric.Wall{Start: start,
			End: end, Mid: via(0, -3000), Height: geometry.MM(2800)}})
		s.joined("straight", "arc")
		return s
	}
	if got := elevation(rounded("outer", diagonal(3000, 1, -1)), South); len(got) > 0 {
		t.Errorf("the tangent has edges at %v", got)
	}
	if got := elevation(rounded("inner", diagonal(3000, 1, -1)), South); len(got) != 2 {
		t.Errorf("the thinner wall has edges at %v", got)
	}
}
