package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Edges of round bodies are chords, which are short on paper at small scales. Chords of one arc are drawn together as
// one line, so that chords too short to be seen alone are not lost.

// leastBend is the least angle between two chords of one arc. On an arc of radius 13 m, chords within
// geometry.ChordTolerance bend by 0.7 degrees. The chords of wider arcs are long enough to be drawn one by one at
// 1:500.
const leastBend = geometry.Degree / 2

var (
	straightOn = leastBend.Cos()
	smoothOn   = linework.SmoothAngle.Cos()
)

// goesOn reports whether two consecutive lines, from a point to at and from at to another point, bend like two chords
// of an arc.
func goesOn(from, at, to paper.Point) bool {
	a, b := segment{from, at}, segment{at, to}
	x, y := float64(a.b.X-a.a.X), float64(a.b.Y-a.a.Y)
	u, v := float64(b.b.X-b.a.X), float64(b.b.Y-b.a.Y)
	cosine := (float64(x*u) + float64(y*v)) / (a.length() * b.length())
	return cosine <= straightOn && cosine >= smoothOn
}

// bodyPoint is an end of an edge of a body.
type bodyPoint struct {
	body int
	at   paper.Point
}

// chords reports for each edge whether it continues in another edge of its body as a chord of an arc.
func chords(edges []edge) []bool {
	ends := map[bodyPoint][]paper.Point{} // the far ends of the edges at a point
	for _, e := range edges {
		if e.a != e.b {
			ends[bodyPoint{e.body, e.a}] = append(ends[bodyPoint{e.body, e.a}], e.b)
			ends[bodyPoint{e.body, e.b}] = append(ends[bodyPoint{e.body, e.b}], e.a)
		}
	}
	out := make([]bool, len(edges))
	for i, e := range edges {
		if e.a == e.b {
			continue
		}
		for _, way := range []segment{e.segment, {e.b, e.a}} {
			for _, to := range ends[bodyPoint{e.body, way.b}] {
				out[i] = out[i] || goesOn(way.a, way.b, to)
			}
		}
	}
	return out
}

// chordsIn returns the sides of an outline that are chords of arcs.
func chordsIn(sides []segment) (out []segment) {
	edges := make([]edge, len(sides))
	for i, s := range sides {
		edges[i] = edge{segment: s}
	}
	for i, is := range chords(edges) {
		if is {
			out = append(out, sides[i])
		}
	}
	return out
}

// following groups segments that follow each other as chords of one arc; every other segment is a group by itself.
// Groups that are too short to be seen are left out.
func following(segments []segment) [][]paper.Point {
	var all [][]paper.Point
	for _, s := range segments {
		if n := len(all) - 1; n >= 0 && s.a != s.b {
			if last := all[n]; last[len(last)-1] == s.a && goesOn(last[len(last)-2], s.a, s.b) {
				all[n] = append(last, s.b)
				continue
			}
		}
		all = append(all, []paper.Point{s.a, s.b})
	}
	return slices.DeleteFunc(all, func(line []paper.Point) bool { return lengthOf(line) < float64(leastLine) })
}

// runs joins pieces of the chords of a body into lines that are as long as possible. Lines that are too short to be
// seen are left out.
func runs(pieces []segment) (out [][]paper.Point) {
	at := map[paper.Point][]int{}
	for i, s := range pieces {
		at[s.a], at[s.b] = append(at[s.a], i), append(at[s.b], i)
	}
	used := make([]bool, len(pieces))
	follow := func(line []paper.Point) []paper.Point {
		for {
			end, next := line[len(line)-1], -1
			for _, i := range at[end] {
				if !used[i] && goesOn(line[len(line)-2], end, pieces[i].other(end)) {
					next = i
					break
				}
			}
			if next < 0 {
				return line
			}
			used[next] = true
			line = append(line, pieces[next].other(end))
		}
	}
	for i, s := range pieces {
		if used[i] {
			continue
		}
		used[i] = true
		line := follow([]paper.Point{s.b, s.a})
		slices.Reverse(line)
		if line = follow(line); lengthOf(line) >= float64(leastLine) {
			out = append(out, line)
		}
	}
	return out
}

// other returns the end of the segment that differs from a point.
func (s segment) other(p paper.Point) paper.Point {
	if s.a == p {
		return s.b
	}
	return s.a
}

// lengthOf returns the length of a polyline.
func lengthOf(line []paper.Point) float64 {
	sum := 0.0
	for i := 1; i < len(line); i++ {
		sum += segment{line[i-1], line[i]}.length()
	}
	return sum
}
