package building

import (
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// weldSteps are the distances, in micrometres, within which corners are merged. They are tried in turn, and only on a
// surface that is not closed otherwise. The first is the accuracy of files with five digits of a metre, the second the
// deviation of chords.
var weldSteps = [...]float64{10, float64(geometry.ChordTolerance)}

// welded returns the surface with corners near to each other merged. The first corner of each group keeps its place.
func (b *surface) welded(within float64) *surface {
	out := newSurface()
	cells := map[[3]int64][]int32{}
	cell := func(v float64) int64 { return int64(math.Floor(v / within)) }
	one := make([]int32, len(b.vertices))
	for i, p := range b.vertices {
		v := p.Vector()
		x, y, z := cell(v.X), cell(v.Y), cell(v.Z)
		found := int32(-1)
		for n := 0; n < 27 && found < 0; n++ {
			for _, c := range cells[[3]int64{x + int64(n%3) - 1, y + int64(n/3%3) - 1, z + int64(n/9) - 1}] {
				if out.vertices[c].Sub(p).Vector().Norm() <= within {
					found = c
					break
				}
			}
		}
		if found < 0 {
			found = out.vertex(p)
			cells[[3]int64{x, y, z}] = append(cells[[3]int64{x, y, z}], found)
		}
		one[i] = found
	}
	for _, f := range b.faces {
		out.add(renumbered(f.Loops, one)...)
	}
	return out
}

func renumbered(loops [][]int32, one []int32) [][]int32 {
	out := make([][]int32, len(loops))
	for i, l := range loops {
		loop := make([]int32, len(l))
		for k, v := range l {
			loop[k] = one[v]
		}
		out[i] = withoutRepeats(loop)
	}
	return out
}

// onceEach returns the surface with every face once, because some files repeat faces, or write each face once for
// either side.
func (b *surface) onceEach() *surface {
	out := &surface{places: b.places, vertices: b.vertices}
	seen := map[string]bool{}
	for _, f := range b.faces {
		corners := slices.Concat(f.Loops...)
		slices.Sort(corners)
		if key := fmt.Sprint(corners); !seen[key] {
			seen[key] = true
			out.faces = append(out.faces, f)
		}
	}
	return out
}
