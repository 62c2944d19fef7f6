package drawings

import (
	"context"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// measured returns the figures of the upright or the level dimensions on a layer, by lines. Figures are in the order of
// their places along the line, and lines in the order of their places across.
func measured(d *paper.Drawing, layer string, upright bool) (lines [][]string) {
	places := map[geometry.Length]int{}
	for _, i := range d.Items {
		m, ok := i.Mark.(paper.Dimension)
		if !ok || i.Layer != layer || m.Upright != upright {
			continue
		}
		at := m.Line.Y
		if upright {
			at = m.Line.X
		}
		n, known := places[at]
		if !known {
			n = len(lines)
			places[at], lines = n, append(lines, nil)
		}
		lines[n] = append(lines[n], m.Text.String)
	}
	return lines
}

// TestChainsOfCurvedWalls checks that chains measure how far the arcs of curved walls reach, and where straight walls
// end at them. Chords, edges of openings and openings in curved walls must be in no chain.
func TestChainsOfCurvedWalls(t *testing.T) {
	v := newCurvedSite(t).view()
	d := planOf(t, v, 0, 100).Drawing
	level, upright := measured(d, layerDimensions, false), measured(d, layerDimensions, true)
	for _, want := range [][]string{{"950", "1200", "856", "4289", "3005", "2200", "5300"}, {"17800"},
		{"7150", "1500", "1650", "2200", "5300"}} {
		if !slices.ContainsFunc(level, func(l []string) bool { return slices.Equal(l, want) }) {
			t.Errorf("no chain %v along, but %v", want, level)
		}
	}
	for _, want := range [][]string{{"10300"}, {"2000", "1000", "5300", "2000"}, {"2000", "2150", "1000", "5150"}} {
		if !slices.ContainsFunc(upright, func(l []string) bool { return slices.Equal(l, want) }) {
			t.Errorf("no chain %v upright, but %v", want, upright)
		}
	}
}

// TestChainsEndAtRoundedCorners checks that a straight facade that continues around a rounded corner is measured up to
// the corner.
func TestChainsEndAtRoundedCorners(t *testing.T) {
	s := newLayeredSite(t)
	s.wall("south", "outer", mm(0, 0), mm(6000, 0), nil)
	s.wall("corner", "outer", mm(6000, 0), mm(8000, 2000), at45(6000, 2000, 2000))
	s.wall("east", "outer", mm(8000, 2000), mm(8000, 7000), nil)
	s.wall("north", "outer", mm(8000, 7000), mm(0, 7000), nil)
	s.wall("west", "outer", mm(0, 7000), mm(0, 0), nil)
	s.joined("south", "corner", "east", "north", "west")
	d := planOf(t, s.view(), 0, 100).Drawing
	for upright, want := range map[bool][]string{false: {"6150", "2150"}, true: {"2150", "5150"}} {
		if got := measured(d, layerDimensions, upright); !slices.ContainsFunc(got,
			func(l []string) bool { return slices.Equal(l, want) }) {
			t.Errorf("no chain %v, but %v", want, got)
		}
	}
}

// TestRoomsAreNotMeasuredBetweenChords checks that a room between two arcs is not measured between their middle chords,
// which are upright and face each other.
func TestRoomsAreNotMeasuredBetweenChords(t *testing.T) {
	const half = 1_838_478 * geometry.Micrometre // 2600 mm at 45 degrees
	s := newLayeredSite(t)
	at := func(x int64, y geometry.Length) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: y} }
	lower, upper := -half, half
	beside := func(p geometry.Point2, by geometry.Length) geometry.Point2 { return p.Add(geometry.Point2{X: by}) }
	s.wall("left", "outer", beside(at(0, upper), -half), beside(at(0, lower), -half), via(-2600, 0))
	s.wall("right", "outer", beside(at(4000, lower), half), beside(at(4000, upper), half), via(6600, 0))
	s.wall("bottom", "outer", beside(at(0, lower), -half), beside(at(4000, lower), half), nil)
	s.wall("top", "outer", beside(at(4000, upper), half), beside(at(0, upper), -half), nil)
	s.joined("left", "bottom", "right", "top")
	s.room("Hall", 2000, 0)
	v := s.view()
	drawn, err := Plan(context.Background(), v, PlanSpec{LevelID: shape.Levels(v.Model)[0].ID, Scale: 50,
		Annotate: []Annotation{AnnotateDimensions}}) // no stamp in the middle
	if err != nil {
		t.Fatal(err)
	}
	if got := measured(drawn.Drawing, layerRoomDimensions, false); len(got) > 0 {
		t.Errorf("measured between chords: %v", got)
	}
}
