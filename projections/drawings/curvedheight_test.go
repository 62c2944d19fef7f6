package drawings

import (
	"context"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// hasHeights reports whether a view has a chain of heights with given figures.
func hasHeights(v *View, want ...string) bool {
	return slices.ContainsFunc(measured(v.Drawing, layerDimensions, true), func(l []string) bool {
		return slices.Equal(l, want)
	})
}

// TestHeightsInCurvedWalls checks which openings of a curved wall have heights. In an elevation they are the openings
// that face the view, in a section the cut ones, and in an interior elevation the openings in the back wall.
func TestHeightsInCurvedWalls(t *testing.T) {
	s := newLayeredSite(t)
	s.wall("half", "outer", mm(-3000, 0), mm(3000, 0), via(0, -3000))
	s.wall("straight", "outer", mm(3000, 0), mm(-3000, 0), nil)
	s.joined("half", "straight")
	s.room("Apse", 0, -1000)
	s.window("half", 4212, 1000) // 900 to 2300 high, in the middle: 4712 of 9425
	place := func(offset, sill, height int64) {
		s.do("", change.PlaceWindow{WallID: s.id["half"], Window: fabric.Window{Offset: geometry.MM(offset),
			Width: geometry.MM(800), Height: geometry.MM(height), SillHeight: geometry.MM(sill)}})
	}
	place(1956, 600, 1000) // about 45 degrees from it: 2356
	v := s.view()
	drawn := func(view *View, err error) *View {
		if err != nil {
			t.Fatal(err)
		}
		checkDrawing(t, view.Drawing)
		return view
	}
	if e := drawn(Elevation(context.Background(), v, ElevationSpec{From: South, Scale: 100})); !hasHeights(e, "900",
		"1400", "500") {
		t.Errorf("from the south: %v", measured(e.Drawing, layerDimensions, true))
	}
	for _, from := range []Compass{East, West, North} {
		e := drawn(Elevation(context.Background(), v, ElevationSpec{From: from, Scale: 100}))
		if !hasHeights(e, "2800") || len(measured(e.Drawing, layerDimensions, true)) != 2 {
			t.Errorf("from the %s: %v", from, measured(e.Drawing, layerDimensions, true))
		}
	}
	// At 45 degrees the second window is at -2121, -2121.
	line := SectionLine{Name: "A", Start: mm(-2121, -4000), End: mm(-2121, 1000)}
	if e := drawn(Section(context.Background(), v, SectionSpec{Line: line, Scale: 100})); !hasHeights(e, "600",
		"1000", "1200") {
		t.Errorf("cut: %v", measured(e.Drawing, layerDimensions, true))
	}
	line = SectionLine{Name: "B", Start: mm(0, -4000), End: mm(0, 1000)}
	if e := drawn(Section(context.Background(), v, SectionSpec{Line: line, Scale: 100})); !hasHeights(e, "900",
		"1400", "500") {
		t.Errorf("cut: %v", measured(e.Drawing, layerDimensions, true))
	}
	inside := drawn(Interior(context.Background(), v, InteriorSpec{RoomID: s.id["Apse"], From: North, Scale: 50}))
	if !hasHeights(inside, "900", "1400", "500") {
		t.Errorf("inside: %v", measured(inside.Drawing, layerDimensions, true))
	}
}
