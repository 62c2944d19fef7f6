package linework

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// runsThrough reports whether the line in which two faces meet is drawn. The faces must be of different objects, at
// least one of which has a number in Meeting. If both objects have a number, the line is drawn once.
func (v View) runsThrough(f, g *face, first bool) bool {
	a, b := v.Meeting[f.source], v.Meeting[g.source]
	return a != 0 && a != b && f.source != g.source && (b == 0 || first)
}

// meet adds the lines in which faces of different solids run through each other. Both faces must look up, because a
// line at a face that looks away is behind its own solid. No line is added between faces that bend by no more than the
// faces of a round surface.
func (sc *scene) meet(v View) {
	if v.Meeting == nil {
		return
	}
	floor := math.Inf(-1)
	if v.Depth > 0 {
		floor = -float64(v.Depth)
	}
	var line meetingLine
	for i := range sc.faces {
		if v.Stop.Now() {
			return
		}
		f := &sc.faces[i]
		if v.Meeting[f.source] == 0 {
			continue
		}
		sc.tree.above(&f.box, func(j int32) {
			g := &sc.faces[j]
			if g.box.Lo.Z > f.box.Hi.Z || !v.runsThrough(f, g, i < int(j)) || math.Abs(f.n.Dot(g.n)) >= smooth {
				return
			}
			for _, e := range line.of(f, g) {
				e, ok := e.above(floor)
				inCut := e.a.Z >= -inPlane && e.b.Z >= -inPlane
				if ok && !inCut && seenLength(e) > inPlane {
					e.source = f.source
					sc.edges = append(sc.edges, e)
				}
			}
		})
	}
}

// meetingLine finds the parts of the line of two planes on which their faces meet.
type meetingLine struct {
	f, g []float64 // places along the line where it enters and leaves each face, in turn
}

// of returns the parts of the line of two faces' planes that lie in both faces.
func (m *meetingLine) of(f, g *face) (out []edge) {
	d := f.n.Cross(g.n)
	square := d.Norm2()
	m.f, m.g = through(m.f[:0], f, g, d), through(m.g[:0], g, f, d)
	if len(m.f) == 0 || len(m.g) == 0 {
		return nil
	}
	// This is the point of both planes that is nearest to the origin of the frame.
	origin := geometry.Times(g.n.Cross(d), f.d/square).Add(geometry.Times(d.Cross(f.n), g.d/square))
	at := func(t float64) r3.Vector { return origin.Add(geometry.Times(d, t/square)) }
	for i := 0; i+1 < len(m.f); i += 2 {
		for k := 0; k+1 < len(m.g); k += 2 {
			if from, to := max(m.f[i], m.g[k]), min(m.f[i+1], m.g[k+1]); from < to {
				out = append(out, edge{a: at(from), b: at(to)})
			}
		}
	}
	return out
}

// through appends the sorted places along a direction at which the outline of a face passes through the plane of
// another face. A corner in the plane counts as above it, so that the number of places is even.
func through(out []float64, f, other *face, d r3.Vector) []float64 {
	for _, l := range f.loops {
		last := l[len(l)-1]
		s := other.n.Dot(last) - other.d
		for _, p := range l {
			t := other.n.Dot(p) - other.d
			if (s < 0) != (t < 0) {
				out = append(out, d.Dot(between(last, p, s/(s-t))))
			}
			last, s = p, t
		}
	}
	slices.Sort(out)
	return out
}
