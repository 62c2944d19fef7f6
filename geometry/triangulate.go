package geometry

import "slices"

// Triangulate returns counter-clockwise triangles that cover the polygon exactly. Their exact areas add up to the area
// of the polygon. Every corner is a vertex of the polygon, or a point where its rings touch.
func Triangulate(p Polygon) [][3]Point2 { return Interrupt(nil).Triangulate(p) }

// Triangulate is the function Triangulate with an interrupt.
func (stop Interrupt) Triangulate(p Polygon) [][3]Point2 {
	a := stop.arrange(appendRegion(nil, Region{p}, 0), []counters{{0, 1}})
	if stop.Now() {
		return nil
	}
	return a.triangles(stop)
}

// triangles covers the area with a positive first winding counter.
func (a *arrangement) triangles(stop Interrupt) [][3]Point2 {
	m := &monotone{inside: make([]bool, len(a.edges)), chains: make([]chain, len(a.edges))}
	for i := range a.edges {
		m.inside[i] = a.windingAbove(int32(i))[0] > 0
	}
	stop.sweep(a.edges, m.visit)
	return m.out
}

// monotone triangulates during a sweep (after Hertel and Mehlhorn 1983). Each inside interval of the sweep line keeps
// the chain that bounds the covered area on its left, from its lower edge to its upper edge. As seen from the right the
// chain is nowhere convex, so a new vertex sees a contiguous part of it.
type monotone struct {
	inside []bool  // of each edge: whether the interval above it is inside
	chains []chain // of each edge: the chain of the interval above it
	out    [][3]Point2
}

// chain holds points; apex is the index of the rightmost point, which the sweep reached last.
type chain struct {
	points []Point2
	apex   int
}

func (m *monotone) visit(v event) {
	if len(v.ends) == 0 {
		m.open(v)
	} else {
		m.advance(v)
	}
	for i, e := range v.starts {
		if m.inside[e] && i+1 < len(v.starts) {
			m.chains[e] = chain{points: []Point2{v.at}}
		}
	}
}

// open handles a vertex at which no edge ends: it splits an inside interval in two.
func (m *monotone) open(v event) {
	if v.below < 0 || !m.inside[v.below] {
		return
	}
	lower, upper := m.split(m.chains[v.below], v.at)
	m.chains[v.below], m.chains[last(v.starts)] = lower, upper
}

// advance handles a vertex at which edges end: it closes the intervals between them, and continues the adjacent ones.
func (m *monotone) advance(v event) {
	for _, e := range v.ends[:len(v.ends)-1] {
		if m.inside[e] {
			m.close(m.chains[e], v.at)
		}
	}
	var lower, upper chain
	if v.below >= 0 && m.inside[v.below] {
		lower = m.extendTop(m.chains[v.below], v.at)
	}
	if top := last(v.ends); m.inside[top] {
		upper = m.extendBottom(m.chains[top], v.at)
	}
	switch {
	case len(v.starts) > 0:
		m.chains[last(v.starts)] = upper
		if v.below >= 0 {
			m.chains[v.below] = lower
		}
	case len(lower.points) > 0 && len(upper.points) > 0:
		m.chains[v.below] = chain{append(lower.points, upper.points[1:]...), len(lower.points) - 1}
	}
}

// emit adds the triangle of two neighbours of a chain, the lower first, and a vertex to their right, if the vertex sees
// them from inside.
func (m *monotone) emit(lower, upper, p Point2) bool {
	if Orient(lower, p, upper) <= 0 {
		return false
	}
	m.out = append(m.out, [3]Point2{lower, p, upper})
	return true
}

func (m *monotone) close(c chain, p Point2) {
	for i := range len(c.points) - 1 {
		m.emit(c.points[i], c.points[i+1], p)
	}
}

// extendTop continues a chain at p, the end of the upper edge. Every chain has its own memory, so it grows in place:
// copying a long chain at each of its vertices would take quadratic time.
func (m *monotone) extendTop(c chain, p Point2) chain {
	n := len(c.points)
	for n > 1 && m.emit(c.points[n-2], c.points[n-1], p) {
		n--
	}
	return chain{append(c.points[:n], p), n}
}

// extendBottom continues a chain at p, the end of the lower edge.
func (m *monotone) extendBottom(c chain, p Point2) chain {
	i := 0
	for i+1 < len(c.points) && m.emit(c.points[i], c.points[i+1], p) {
		i++
	}
	if i > 0 {
		c.points[i-1] = p
		return chain{c.points[i-1:], 0}
	}
	return chain{slices.Concat([]Point2{p}, c.points), 0}
}

// split connects p, between the edges, with the vertices that it sees on both sides of the apex.
func (m *monotone) split(c chain, p Point2) (lower, upper chain) {
	down, up := c.apex, c.apex
	for down > 0 && m.emit(c.points[down-1], c.points[down], p) {
		down--
	}
	for up+1 < len(c.points) && m.emit(c.points[up], c.points[up+1], p) {
		up++
	}
	lower = chain{append(c.points[:down+1:down+1], p), down + 1}
	return lower, chain{slices.Concat([]Point2{p}, c.points[up:]), 0}
}

func last(s []int32) int32 { return s[len(s)-1] }
