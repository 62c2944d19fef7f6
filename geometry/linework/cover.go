package linework

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/extent"
)

// span is a part of an edge, from and to between 0 and 1.
type span struct{ from, to float64 }

// cover finds the covered parts of an edge.
type cover struct {
	stops   []float64
	covered []span
	beside  [2][]span // the parts of covered edges to its left and to its right, including covered
}

// of returns the spans of an edge that faces cover, in order and without overlap. They are valid until the next call.
// If an edge runs along the outline of a face, the face covers one side of the edge, and another face may cover the
// other side. So an edge exactly behind the joint of two bodies is hidden.
func (c *cover) of(sc *scene, e edge) []span {
	b := extent.Empty().Extend(e.a).Extend(e.b)
	c.covered, c.beside[0], c.beside[1] = c.covered[:0], c.beside[0][:0], c.beside[1][:0]
	sc.tree.above(&b, func(i int32) {
		if f := &sc.faces[i]; mayCover(&f.box, &b) {
			c.by(f, e)
		}
	})
	if len(c.beside[0]) == 0 || len(c.beside[1]) == 0 {
		return inOrder(c.covered)
	}
	for i := range c.beside {
		c.beside[i] = inOrder(append(c.beside[i], c.covered...))
	}
	c.covered = c.covered[:0]
	for _, l := range c.beside[0] {
		for _, r := range c.beside[1] {
			if s := (span{max(l.from, r.from), min(l.to, r.to)}); s.from < s.to {
				c.covered = append(c.covered, s)
			}
		}
	}
	return c.covered
}

// inOrder sorts spans, and joins those that overlap or touch, in place.
func inOrder(all []span) []span {
	slices.SortFunc(all, func(s, t span) int { return cmp.Or(cmp.Compare(s.from, t.from), cmp.Compare(s.to, t.to)) })
	out := all[:0]
	for _, s := range all {
		if n := len(out); n > 0 && s.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}

// by adds the spans that one face covers. Coverage changes only where the edge crosses the face's plane, or its outline
// as seen.
func (c *cover) by(f *face, e edge) {
	da, db := f.n.Dot(e.a)-f.d, f.n.Dot(e.b)-f.d
	if da >= -inPlane && db >= -inPlane {
		return // in front of it, or in its plane
	}
	c.stops = append(c.stops[:0], 0, 1)
	if da*db < 0 {
		c.stops = append(c.stops, da/(da-db))
	}
	for _, l := range f.loops {
		last := l[len(l)-1]
		for _, p := range l {
			if t, ok := crossing(e, last, p); ok {
				c.stops = append(c.stops, t)
			}
			last = p
		}
	}
	slices.Sort(c.stops)
	for i := 1; i < len(c.stops); i++ {
		s := span{c.stops[i-1], c.stops[i]}
		if s.to <= s.from {
			continue
		}
		middle := between(e.a, e.b, (s.from+s.to)/2)
		if f.n.Dot(middle)-f.d >= -inPlane {
			continue
		}
		switch f.place(middle) {
		case geometry.Inside:
			c.covered = append(c.covered, s)
		case geometry.OnBoundary:
			c.besideOutline(f, e, middle, s)
		}
	}
}

// offOutline is the distance from an outline, in micrometres, at which the two sides of an edge are tested. It exceeds
// the tolerance for points on the outline.
const offOutline = 4 * inPlane

// besideOutline adds a span to the side of an edge on which a face lies, if the edge runs along the outline of the
// face.
func (c *cover) besideOutline(f *face, e edge, middle r3.Vector, s span) {
	long := seenLength(e)
	x, y := (e.b.X-e.a.X)*offOutline/long, (e.b.Y-e.a.Y)*offOutline/long
	for i, at := range [2]r3.Vector{{X: middle.X - y, Y: middle.Y + x}, {X: middle.X + y, Y: middle.Y - x}} {
		if f.place(at) == geometry.Inside {
			c.beside[i] = append(c.beside[i], s)
		}
	}
}

// crossing returns where an edge crosses the line p q as seen by the viewer.
func crossing(e edge, p, q r3.Vector) (float64, bool) {
	dx, dy := e.b.X-e.a.X, e.b.Y-e.a.Y
	sp := float64(dx*(p.Y-e.a.Y)) - float64(dy*(p.X-e.a.X))
	sq := float64(dx*(q.Y-e.a.Y)) - float64(dy*(q.X-e.a.X))
	if sp > 0 && sq > 0 || sp < 0 && sq < 0 {
		return 0, false
	}
	ux, uy := q.X-p.X, q.Y-p.Y
	den := float64(dx*uy) - float64(dy*ux)
	if den == 0 {
		return 0, false
	}
	t := (float64((p.X-e.a.X)*uy) - float64((p.Y-e.a.Y)*ux)) / den
	return t, t > 0 && t < 1
}

// place reports whether a point lies inside of the face, as seen, or on its outline.
func (f *face) place(at r3.Vector) geometry.Side {
	if at.X < f.box.Lo.X-inPlane || at.X > f.box.Hi.X+inPlane || at.Y < f.box.Lo.Y-inPlane ||
		at.Y > f.box.Hi.Y+inPlane {
		return geometry.Outside
	}
	inside := false
	for _, l := range f.loops {
		a := l[len(l)-1]
		for _, b := range l {
			ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, at.X-a.X, at.Y-a.Y
			side := float64(ux*vy) - float64(uy*vx)
			along, square := float64(ux*vx)+float64(uy*vy), float64(ux*ux)+float64(uy*uy)
			if along >= 0 && along <= square && math.Abs(side) <= inPlane*math.Sqrt(square) {
				return geometry.OnBoundary
			}
			if (a.Y > at.Y) != (b.Y > at.Y) && (b.Y > a.Y) == (side > 0) {
				inside = !inside
			}
			a = b
		}
	}
	if inside {
		return geometry.Inside
	}
	return geometry.Outside
}

// index prepares the scene for queries.
func (sc *scene) index() { sc.tree = newTree(sc.faces) }

// lines returns the visible parts of all edges. On request it also returns the hidden parts that do not lie under other
// lines.
func (sc *scene) lines(stop geometry.Interrupt, hidden bool, cut []Line) []Line {
	var c cover
	var seen, unseen []Line
	for _, e := range sc.edges {
		if stop.Now() {
			return nil
		}
		at := 0.0
		switch {
		case e.back && hidden: // its own solid covers it
			unseen = appendSpan(unseen, e, span{0, 1}, Hidden)
			continue
		case e.back:
			continue
		}
		for _, s := range c.of(sc, e) {
			seen = appendSpan(seen, e, span{at, s.from}, Visible)
			if hidden {
				unseen = appendSpan(unseen, e, s, Hidden)
			}
			at = s.to
		}
		seen = appendSpan(seen, e, span{at, 1}, Visible)
	}
	seen = merged(seen)
	return append(seen, notUnder(merged(unseen), slices.Concat(cut, seen))...)
}

// appendSpan appends a part of an edge if it has a length on the grid. Its points are in ascending order.
func appendSpan(out []Line, e edge, s span, class Class) []Line {
	p, q := onGrid(between(e.a, e.b, s.from)), onGrid(between(e.a, e.b, s.to))
	switch c := comparePoints(p, q); {
	case c == 0 || s.to <= s.from:
		return out
	case c > 0:
		p, q = q, p
	}
	return append(out, Line{Class: class, Source: e.source, Points: []point{p, q}})
}
