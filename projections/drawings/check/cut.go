package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// cutTolerance is the largest relative error of a cut area: 0.01 %.
const cutTolerance = 1e-4

// leastArea is the area in m2 under which areas are not compared. It is the area of a line 10 m long, as wide as the
// rounding error of coordinates.
const leastArea = 1e-5

// CutArea is the area of a material that a plan reports as cut, in m2.
type CutArea struct {
	Material state.ID
	Area     float64
}

// CutSpec defines what a plan cuts: the height, the categories of the elements, and the material of each part. A plan
// with layers is checked only by its sum, because layers have no bodies of their own. The sum must lie between the area
// that the bodies cover together and the sum of their areas.
type CutSpec struct {
	Height     geometry.Length
	Categories []state.Category
	Material   func(e *state.Element, part, parts int) state.ID
	Layered    bool
}

// Cut compares the areas that a plan cuts with slices of the bodies' meshes. Overlapping bodies of one material count
// once. It returns the faults, and the area of the slices.
func Cut(v *projections.View, name string, said []CutArea, spec CutSpec) (faults []string, total float64) {
	cuts := map[state.ID][][]edge{}
	v.Model.Each(func(e *state.Element) bool {
		if !slices.Contains(spec.Categories, e.Category) {
			return true
		}
		body, err := shape.Body(v.Model, e.ID)
		if err != nil {
			return true
		}
		for i, s := range body {
			if cut := sliced(s.Mesh(), float64(spec.Height)); len(cut) > 0 {
				m := spec.Material(e, i, len(body))
				cuts[m] = append(cuts[m], cut)
			}
		}
		return true
	})
	drawn := map[state.ID]float64{}
	sum := 0.0
	for _, c := range said {
		drawn[c.Material] += c.Area
		sum += c.Area
		if _, is := cuts[c.Material]; !is && !spec.Layered && c.Area > leastArea {
			faults = append(faults, fmt.Sprintf("%s: %v m2 cut of %q, of which no body is cut", name, c.Area,
				c.Material))
		}
	}
	var all [][]edge
	most := 0.0
	for _, m := range sortedIDs(cuts) {
		want := unionArea(cuts[m])
		total += want
		all = append(all, cuts[m]...)
		for _, b := range cuts[m] {
			most += unionArea([][]edge{b})
		}
		if got := drawn[m]; !spec.Layered && math.Abs(got-want) > max(leastArea, cutTolerance*want) {
			faults = append(faults, fmt.Sprintf("%s: %v m2 cut of %q, its bodies have %v", name, got, m, want))
		}
	}
	if spec.Layered {
		least, off := unionArea(all), max(leastArea, cutTolerance*total)
		if sum < least-off || sum > most+off {
			faults = append(faults, fmt.Sprintf("%s: %v m2 cut, the bodies cover %v and have %v in sum", name, sum,
				least, most))
		}
	}
	return faults, total
}

func sortedIDs[T any](m map[state.ID]T) []state.ID {
	var out []state.ID
	for id := range m {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// edge is a side of a slice, in micrometres, with the body on its left.
type edge struct{ ax, ay, bx, by float64 }

// sliced returns the sides of the slice of a mesh in the plane just below a height.
func sliced(m geometry.Mesh, z float64) (out []edge) {
	z -= 0.5 // no corner lies at this height
	for _, tr := range m.Triangles {
		var p [3][3]float64
		for i, n := range tr {
			q := m.Vertices[n]
			p[i] = [3]float64{float64(q.X), float64(q.Y), float64(q.Z)}
		}
		var ends [2][2]float64 // where the surface passes the plane downwards, and upwards
		hit := false
		for i := range p {
			a, b := p[i], p[(i+1)%3]
			if (a[2] < z) == (b[2] < z) {
				continue
			}
			f := (z - a[2]) / (b[2] - a[2])
			k := 0
			if a[2] < z {
				k = 1
			}
			ends[k], hit = [2]float64{a[0] + f*(b[0]-a[0]), a[1] + f*(b[1]-a[1])}, true
		}
		if hit && ends[0] != ends[1] {
			out = append(out, edge{ends[0][0], ends[0][1], ends[1][0], ends[1][1]})
		}
	}
	return out
}

// unionArea returns the area, in m2, that slices cover together. It divides the slices into strips at the heights of
// all corners and crossings. Within a strip no sides cross, so that the covered length along the strip's middle, times
// its height, is exact.
func unionArea(bodies [][]edge) float64 {
	sides, ys := sidesOf(bodies)
	area, first := 0.0, 0
	for i := 1; i < len(ys); i++ {
		var hits []hit
		hits, first = hitsAt((ys[i-1]+ys[i])/2, sides, first)
		area += covered(hits) * (ys[i] - ys[i-1])
	}
	return area / 1e12
}

// side is a side of a body that is not level.
type side struct {
	edge
	body int
}

// sidesOf returns the sides of bodies from the lowest up. It also returns all heights at which a side begins, ends or
// crosses a side of another body.
func sidesOf(bodies [][]edge) (sides []side, ys []float64) {
	for n, b := range bodies {
		for _, e := range b {
			if ys = append(ys, e.ay, e.by); e.ay != e.by {
				sides = append(sides, side{e, n})
			}
		}
	}
	for i, a := range sides {
		for _, b := range sides[:i] {
			if a.body != b.body {
				if y, ok := crossingHeight(a.edge, b.edge); ok {
					ys = append(ys, y)
				}
			}
		}
	}
	slices.Sort(ys)
	slices.SortFunc(sides, func(a, b side) int { return cmp.Compare(min(a.ay, a.by), min(b.ay, b.by)) })
	return sides, slices.Compact(ys)
}

// hit is a point where a level line meets a side; up is 1 if the side goes up there, and -1 if it goes down.
type hit struct {
	x    float64
	body int
	up   int
}

// hitsAt returns the points where the line at a height meets the sides, from left to right. It skips the sides before
// first, which end below the line. The search for the next line may begin at next.
func hitsAt(height float64, sides []side, first int) (hits []hit, next int) {
	for k := first; k < len(sides) && min(sides[k].ay, sides[k].by) < height; k++ {
		s := sides[k]
		if max(s.ay, s.by) <= height {
			if k == first {
				first++
			}
			continue
		}
		up := 1
		if s.by < s.ay {
			up = -1
		}
		hits = append(hits, hit{s.ax + (height-s.ay)/(s.by-s.ay)*(s.bx-s.ax), s.body, up})
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(a.x, b.x) })
	return hits, first
}

// covered returns the length of a line that lies in any of the bodies.
func covered(hits []hit) (length float64) {
	winding, inside := map[int]int{}, 0
	for k, h := range hits {
		if k > 0 && inside > 0 {
			length += h.x - hits[k-1].x
		}
		was := winding[h.body] != 0
		winding[h.body] += h.up
		if is := winding[h.body] != 0; is && !was {
			inside++
		} else if was && !is {
			inside--
		}
	}
	return length
}

// crossingHeight returns the height at which two sides cross between their ends.
func crossingHeight(a, b edge) (y float64, ok bool) {
	if max(a.ay, a.by) <= min(b.ay, b.by) || max(b.ay, b.by) <= min(a.ay, a.by) || max(a.ax, a.bx) < min(b.ax, b.bx) ||
		max(b.ax, b.bx) < min(a.ax, a.bx) {
		return 0, false
	}
	dx, dy, ex, ey := a.bx-a.ax, a.by-a.ay, b.bx-b.ax, b.by-b.ay
	det := dx*ey - dy*ex
	if det == 0 {
		return 0, false
	}
	s := ((b.ax-a.ax)*ey - (b.ay-a.ay)*ex) / det
	t := ((b.ax-a.ax)*dy - (b.ay-a.ay)*dx) / det
	return a.ay + s*dy, s > 0 && s < 1 && t > 0 && t < 1
}
