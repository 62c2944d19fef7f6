package scenes

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TestOpenSurfacesAreSeenFromBothSides checks that a sheet of two triangles has four triangles in a scene, and that
// curves and footprints have none.
func TestOpenSurfacesAreSeenFromBothSides(t *testing.T) {
	h := newHouse(t)
	corner := func(x, z int64) geometry.Point3 { return geometry.Point3{X: geometry.MM(x), Z: geometry.MM(z)} }
	sheet := geometry.Drawn{Form: geometry.DrawnFaceSet,
		Vertices: []geometry.Point3{corner(0, 0), corner(900, 0), corner(900, 1800), corner(0, 1800)},
		Faces:    []geometry.Face{{Loops: [][]int32{{0, 1, 2, 3}}}}}
	line := geometry.Drawn{Form: geometry.DrawnCurves, Vertices: []geometry.Point3{corner(0, 0), corner(50, 50)},
		Lines: [][]int32{{0, 1}}}
	e := &state.Element{ID: state.DeriveID("screen", 1), Category: state.CategoryProxy, Name: "Screen",
		LevelID: h.id["ground"], Params: &component.Proxy{}}
	h.do("screen", change.Import{Elements: []*state.Element{e},
		Drawn: map[state.ID][]geometry.Drawn{e.ID: {sheet, line}}})
	surfaces, err := Surfaces(h.view, e)
	if err != nil || len(surfaces) != 1 {
		t.Fatalf("%d surfaces (%v)", len(surfaces), err)
	}
	turned := map[[3]int32]int{}
	for _, triangle := range surfaces[0].Mesh.Triangles {
		a, b, c := triangle[0], triangle[1], triangle[2]
		for a != min(a, b, c) {
			a, b, c = b, c, a
		}
		turned[[3]int32{a, min(b, c), max(b, c)}] += map[bool]int{true: 1, false: 10}[b < c]
	}
	if len(surfaces[0].Mesh.Triangles) != 4 || len(turned) != 2 {
		t.Errorf("the sheet is %v", surfaces[0].Mesh.Triangles)
	}
	for triangle, n := range turned {
		if n != 11 {
			t.Errorf("the triangle %v is there from one side alone", triangle)
		}
	}
}
