package drawings

import (
	"context"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestWallsThroughASlabAreNotSeenInItsTop checks walls that pass up through the slab over them and end at its top, 3 m
// up. The plan above must show the partition below only in a hole of the slab. The elevation must show the slab over
// the facade only if it projects by 100 mm.
func TestWallsThroughASlabAreNotSeenInItsTop(t *testing.T) {
	for _, out := range []int64{0, 100} {
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		s.do("upper", change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
		wall := func(name string, from, to geometry.Point2) {
			s.do(name, change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: from, End: to,
				Height: geometry.MM(3000), Thickness: geometry.MM(200)}})
		}
		wall("front", mm(0, 100), mm(8000, 100))
		wall("partition", mm(3000, 200), mm(3000, 5000))
		s.do("slab", change.CreateFloor{LevelID: s.id["upper"], Floor: fabric.Floor{Thickness: geometry.MM(250),
			Boundary: geometry.Ring{mm(0, -out), mm(8000, -out), mm(8000, 6000), mm(0, 6000)},
			Holes:    []geometry.Ring{{mm(2000, 3000), mm(4000, 3000), mm(4000, 4000), mm(2000, 4000)}}}})
		v := s.view()
		// both of its faces are visible along the hole of 1 m
		got, _ := lengthDrawn(planOf(t, v, 1, 100).Drawing, s.id["partition"], paper.ClassSeen)
		if math.Abs(got-2000) > 1 {
			t.Errorf("out by %d: the plan has %v mm of the partition below, want 2000", out, got)
		}
		drawn, err := Elevation(context.Background(), v,
			ElevationSpec{From: South, Scale: 100, Annotate: []Annotation{}})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := lengthDrawn(drawn.Drawing, s.id["slab"], paper.ClassSeen); (got == 0) != (out == 0) {
			t.Errorf("out by %d: the elevation has %v mm of the slab", out, got)
		}
	}
}
