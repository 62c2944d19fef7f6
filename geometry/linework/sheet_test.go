package linework

import (
	"reflect"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// sheet returns an open surface of faces over corners in metres, with lines.
func sheet(corners [][3]float64, faces [][]int32, lines ...[]int32) csg.Shape {
	d := geometry.Drawn{Form: geometry.DrawnShells, Lines: lines}
	for _, c := range corners {
		p := at(c[0], c[1], c[2])
		d.Vertices = append(d.Vertices, geometry.Point3{X: geometry.Length(p.X), Y: geometry.Length(p.Y),
			Z: geometry.Length(p.Z)})
	}
	for _, f := range faces {
		d.Faces = append(d.Faces, geometry.Face{Loops: [][]int32{f}})
	}
	return csg.SheetOf(d)
}

// seen returns the visible lines of sheets in a view from a height, in order. Each is a pair of points, the lesser one
// first.
func seen(t *testing.T, z float64, shapes ...csg.Shape) (out [][2]geometry.Point2) {
	t.Helper()
	for _, l := range must(Draw(shapes, View{Plane: plan(z)})) {
		a, b := l.Points[0], l.Points[1]
		if comparePoints(a, b) > 0 {
			a, b = b, a
		}
		if l.Class == Visible && shapes[l.Source].Sheet {
			out = append(out, [2]geometry.Point2{a, b})
		}
	}
	slices.SortFunc(out, func(p, q [2]geometry.Point2) int {
		return slices.CompareFunc(p[:], q[:], comparePoints)
	})
	return out
}

func line(x0, y0, x1, y1 float64) [2]geometry.Point2 {
	return [2]geometry.Point2{onGrid(at(x0, y0, 0)), onGrid(at(x1, y1, 0))}
}

// TestSheetsShowBordersFoldsAndCuts draws a plate folded up at x = 2, for every orientation of its faces.
func TestSheetsShowBordersFoldsAndCuts(t *testing.T) {
	corners := [][3]float64{{0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {0, 1, 1}, {3, 0, 3}, {3, 1, 3}}
	upTo := func(x float64) [][2]geometry.Point2 { // the sides go on over the fold
		return [][2]geometry.Point2{line(0, 0, 0, 1), line(0, 0, x, 0), line(0, 1, x, 1), line(2, 0, 2, 1),
			line(x, 0, x, 1)}
	}
	for name, faces := range map[string][][]int32{
		"up": {{0, 1, 2, 3}, {1, 4, 5, 2}}, "down": {{3, 2, 1, 0}, {2, 5, 4, 1}}, "mixed": {{0, 1, 2, 3}, {2, 5, 4, 1}},
	} {
		s := sheet(corners, faces)
		if got := seen(t, 4, s); !reflect.DeepEqual(got, upTo(3)) {
			t.Errorf("%s, from above: %v", name, got)
		}
		if got := seen(t, 2, s); !reflect.DeepEqual(got, upTo(2.5)) {
			t.Errorf("%s, cut at half the height of the fold: %v", name, got)
		}
		if got := seen(t, 0.5, s); got != nil {
			t.Errorf("%s, from below it: %v", name, got)
		}
	}
}

// TestSheetsHideAndAreHidden puts a box over a part of a sheet and a line under it.
func TestSheetsHideAndAreHidden(t *testing.T) {
	s := sheet([][3]float64{{0, 0, 1}, {4, 0, 1}, {4, 2, 1}, {0, 2, 1}}, [][]int32{{3, 2, 1, 0}})
	under := sheet([][3]float64{{-1, 1, 0}, {5, 1, 0}}, nil, []int32{0, 1})
	lid := boxOf(1, -1, 2, 3, 3, 2.5)
	want := [][2]geometry.Point2{line(-1, 1, 0, 1), line(0, 0, 0, 2), line(0, 0, 1, 0), line(0, 2, 1, 2),
		line(3, 0, 4, 0), line(3, 2, 4, 2), line(4, 0, 4, 2), line(4, 1, 5, 1)}
	if got := seen(t, 5, lid, s, under); !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	post := sheet([][3]float64{{0, 0, 4}, {0, 0, 6}, {1, 0, 6}}, nil, []int32{0, 1, 2})
	if got := seen(t, 5, s, post); len(got) != 4 {
		t.Errorf("a post and what is above the plane are drawn: %v", got)
	}
}
