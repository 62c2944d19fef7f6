package ways

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// wedge returns a ramp of 1,500 mm in width: a block under two runs of the given goings and rises in mm, with a level
// landing of 1,500 mm between them. A kerb of 100 mm beside it is 50 mm higher, and all is turned by an angle. With
// triangles, each sloping face is cut along its diagonal.
func wedge(going, rise [2]int64, angle float64, triangles bool) geometry.Body {
	sin, cos := math.Sincos(angle)
	at := func(x, y, z int64) geometry.Point3 {
		fx, fy := float64(x)*1000, float64(y)*1000
		return geometry.Point3{X: geometry.Length(math.Round(fx*cos - fy*sin)),
			Y: geometry.Length(math.Round(fx*sin + fy*cos)), Z: geometry.MM(z)}
	}
	block := func(y0, y1, over int64) geometry.Solid {
		x := []int64{0, going[0], going[0] + 1500, going[0] + 1500 + going[1]}
		z := []int64{over, over + rise[0], over + rise[0], over + rise[0] + rise[1]}
		s := geometry.Solid{Frame: geometry.World()}
		for i := range x {
			s.Vertices = append(s.Vertices, at(x[i], y0, z[i]), at(x[i], y1, z[i]))
		}
		for i := range int32(3) {
			a, b, c, d := 2*i, 2*i+2, 2*i+3, 2*i+1
			if triangles {
				s.Faces = append(s.Faces, geometry.Face{Loops: [][]int32{{a, b, c}}},
					geometry.Face{Loops: [][]int32{{a, c, d}}})
				continue
			}
			s.Faces = append(s.Faces, geometry.Face{Loops: [][]int32{{a, b, c, d}}})
		}
		return s
	}
	return geometry.Body{block(0, 1500, 0), block(1500, 1600, 50)}
}

// TestRunsOfRamps checks the slopes, goings, rises and widths of ramps of 1:12 and 1:10 against values computed by
// hand. It also turns the ramps and cuts their faces into triangles. The landing between the runs is no run, and
// neither are the kerbs.
func TestRunsOfRamps(t *testing.T) {
	for _, angle := range []float64{0, 0.5, 2.1} {
		for _, triangles := range []bool{false, true} {
			runs := RunsOf(wedge([2]int64{6000, 3000}, [2]int64{500, 300}, angle, triangles))
			if len(runs) != 2 {
				t.Fatalf("turned by %v: %d runs, expected 2: %+v", angle, len(runs), runs)
			}
			for i, want := range []struct{ per, going, rise float64 }{{12, 6000, 500}, {10, 3000, 300}} {
				got := runs[i]
				if per := math.Round(1000/got.Slope) / 1000; per != want.per ||
					math.Abs(got.Going.MM()-want.going) > 0.01 || got.Rise.MM() != want.rise ||
					math.Abs(got.Width.MM()-1500) > 0.01 {
					t.Errorf("turned by %v: run %d is %+v", angle, i, got)
				}
			}
		}
	}
	if runs := RunsOf(wedge([2]int64{6000, 3000}, [2]int64{0, 0}, 0, false)); len(runs) != 0 {
		t.Errorf("a level floor has the runs %+v", runs)
	}
}
