package geometry_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// canopy is a sheet of two faces, one with a hole.
func canopy() geometry.Drawn {
	at := func(x, y, z geometry.Length) geometry.Point3 { return geometry.Point3{X: x, Y: y, Z: z} }
	return geometry.Drawn{Form: geometry.DrawnShells,
		Vertices: []geometry.Point3{at(0, 0, 0), at(2e6, 0, 0), at(2e6, 1e6, 0), at(0, 1e6, 0), at(2e6, 0, -5e5),
			at(0, 0, -5e5), at(5e5, 3e5, 0), at(8e5, 3e5, 0), at(8e5, 6e5, 0)},
		Faces: []geometry.Face{{Loops: [][]int32{{0, 1, 2, 3}, {6, 8, 7}}}, {Loops: [][]int32{{1, 0, 5, 4}}}}}
}

func TestDrawnItemsAreReadAsTheyWereWritten(t *testing.T) {
	items := []geometry.Drawn{canopy(), {Form: geometry.DrawnCurveSet, Identifier: "FootPrint", Flat: true,
		Vertices: []geometry.Point3{{}, {X: 1e6}, {X: 1e6, Y: 7}}, Lines: [][]int32{{0, 1, 2, 0}, {2, 0}}}}
	got, err := geometry.ParseDrawn(geometry.DrawnText(items))
	if err != nil || !reflect.DeepEqual(got, items) {
		t.Fatalf("%v: %+v\nwant %+v", err, got, items)
	}
	if none, err := geometry.ParseDrawn(""); err != nil || none != nil || geometry.DrawnText(nil) != "" {
		t.Errorf("no items are %v, %v", none, err)
	}
	text := geometry.DrawnText(items)
	for i := range len(text) - 1 { // cut off anywhere
		if _, err := geometry.ParseDrawn(text[:i+1]); i+1 < len(text) && !errors.Is(err, geometry.ErrBodyText) {
			t.Fatalf("%d of %d characters give %v", i+1, len(text), err)
		}
	}
	if _, err := geometry.ParseBody(text); !errors.Is(err, geometry.ErrBodyText) {
		t.Errorf("drawn items are read as a body: %v", err)
	}
}

func TestDrawnItemsThatAreNoneAreRefused(t *testing.T) {
	for name, change := range map[string]func(*geometry.Drawn){
		"no form":          func(d *geometry.Drawn) { d.Form = 0 },
		"unknown form":     func(d *geometry.Drawn) { d.Form = 9 },
		"no faces":         func(d *geometry.Drawn) { d.Faces = nil },
		"no loop":          func(d *geometry.Drawn) { d.Faces[0].Loops = nil },
		"two corners":      func(d *geometry.Drawn) { d.Faces[1].Loops[0] = []int32{0, 1} },
		"no such vertex":   func(d *geometry.Drawn) { d.Faces[1].Loops[0][2] = 9 },
		"lines of a sheet": func(d *geometry.Drawn) { d.Lines = [][]int32{{0, 1}} },
		"faces of a curve": func(d *geometry.Drawn) { d.Form, d.Lines = geometry.DrawnCurves, [][]int32{{0, 1}} },
	} {
		d := canopy()
		if change(&d); !errors.Is(d.Check(), geometry.ErrOutOfRange) {
			t.Errorf("%s: %v", name, d.Check())
		}
	}
	if d := canopy(); d.Check() != nil {
		t.Error(d.Check())
	}
}
