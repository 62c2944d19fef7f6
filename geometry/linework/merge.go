package linework

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

type point = geometry.Point2

// merged joins the lines of one class and source that continue or overlap each other in one straight line.
func merged(lines []Line) []Line {
	slices.SortFunc(lines, compareByDirection)
	var out []Line
	for i := 0; i < len(lines); {
		j := i + 1
		for j < len(lines) && sameRun(lines[i], lines[j]) {
			j++
		}
		out = append(out, joined(lines[i:j])...)
		i = j
	}
	return out
}

// compareByDirection orders lines by class, source and direction, so that lines that may be on one straight line are
// neighbours.
func compareByDirection(a, b Line) int {
	if c := cmp.Or(cmp.Compare(rank(a.Class), rank(b.Class)), cmp.Compare(a.Source, b.Source)); c != 0 {
		return c
	}
	// Both run to the right or straight up, so the cross product orders their directions.
	if c := geometry.Orient(point{}, b.Points[1].Sub(b.Points[0]), a.Points[1].Sub(a.Points[0])); c != 0 {
		return c
	}
	return slices.CompareFunc(a.Points, b.Points, comparePoints)
}

func sameRun(a, b Line) bool {
	return a.Class == b.Class && a.Source == b.Source &&
		geometry.Orient(point{}, a.Points[1].Sub(a.Points[0]), b.Points[1].Sub(b.Points[0])) == 0
}

// joined joins parallel lines that touch or overlap on one straight line.
func joined(lines []Line) []Line {
	slices.SortFunc(lines, func(a, b Line) int {
		// Lines to the left of the direction come later; on one line the start decides.
		if c := geometry.Orient(a.Points[0], a.Points[1], b.Points[0]); c != 0 {
			return -c
		}
		return slices.CompareFunc(a.Points, b.Points, comparePoints)
	})
	out := lines[:0]
	for _, l := range lines {
		if n := len(out); n > 0 {
			last := &out[n-1]
			inLine := geometry.Orient(last.Points[0], last.Points[1], l.Points[0]) == 0
			if inLine && comparePoints(l.Points[0], last.Points[1]) <= 0 {
				if comparePoints(l.Points[1], last.Points[1]) > 0 {
					last.Points[1] = l.Points[1]
				}
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

// track identifies a directed straight line of one source: its direction without common factors, and the cross product
// of the direction with any of its points. The cross products of points within 2 km fit 64 bits. Beyond that they
// overflow, but equally for all points of a line.
type track struct {
	source int
	along  point
	offset geometry.Length
}

func trackOf(source int, p, q point) track {
	d := q.Sub(p)
	a, b := d.X.Abs(), d.Y.Abs()
	for b != 0 {
		a, b = b, a%b
	}
	d = point{X: d.X / a, Y: d.Y / a}
	return track{source, d, d.X*p.Y - d.Y*p.X}
}

// notUnder returns the parts of lines that do not lie under lines of the same source. For example, the lower edges of a
// box lie under its upper edges.
func notUnder(lines, over []Line) []Line {
	tracks := map[track][][]point{}
	for _, l := range over {
		for i := range l.Points {
			p, q := l.Points[i], l.Points[(i+1)%len(l.Points)]
			if comparePoints(p, q) > 0 {
				p, q = q, p
			}
			t := trackOf(l.Source, p, q)
			tracks[t] = append(tracks[t], []point{p, q})
		}
	}
	var out []Line
	for _, l := range lines {
		cover := tracks[trackOf(l.Source, l.Points[0], l.Points[1])]
		slices.SortFunc(cover, func(a, b []point) int { return slices.CompareFunc(a, b, comparePoints) })
		at := l.Points[0]
		for _, c := range cover {
			if comparePoints(c[0], l.Points[1]) >= 0 {
				break // it begins at the end of the line or beyond
			}
			if comparePoints(at, c[0]) < 0 {
				out = append(out, Line{Class: l.Class, Source: l.Source, Points: []point{at, c[0]}})
			}
			if comparePoints(at, c[1]) < 0 {
				at = c[1]
			}
		}
		if comparePoints(at, l.Points[1]) < 0 {
			out = append(out, Line{Class: l.Class, Source: l.Source, Points: []point{at, l.Points[1]}})
		}
	}
	return out
}
