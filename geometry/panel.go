package geometry

import "slices"

// face3 is a face as loops of points, the outer loop first.
type face3 [][]Point3

// lifted returns the polygon as a face in space.
func (p Polygon) lifted(to func(Point2) Point3) face3 {
	var f face3
	for _, r := range p.rings() {
		loop := make([]Point3, len(r))
		for i, q := range r {
			loop[i] = to(q)
		}
		f = append(f, loop)
	}
	return f
}

// flipped reverses the face.
func (f face3) flipped() face3 {
	for _, loop := range f {
		slices.Reverse(loop)
	}
	return f
}

// panel is a vertical quadrilateral over a directed edge in plan, with the inside on the left of the edge. It is given
// by its lower and upper corners at the start and the end of the edge.
type panel struct {
	directed
	line                   line
	from0, to0, from1, to1 Length
}

// line identifies a directed line in plan exactly: its reduced direction and its cross product with any point on it.
type line struct {
	dir    Point2
	offset wide
}

func newPanel(d directed, from0, to0, from1, to1 Length) panel {
	v := d.to.Sub(d.from)
	g := greatestDivisor(v.X.Abs(), v.Y.Abs())
	dir := Point2{v.X / g, v.Y / g}
	return panel{d, line{dir, cross2(dir, d.from)}, from0, to0, from1, to1}
}

func greatestDivisor(a, b Length) Length {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func compareLines(l, m line) int {
	if c := comparePoints(l.dir, m.dir); c != 0 {
		return c
	}
	return l.offset.compare(m.offset)
}

// upright is a vertical side of panels.
type upright struct {
	at     Point2
	z0, z1 Length
}

func (p panel) uprights() [2]upright {
	return [2]upright{{p.from, p.from0, p.from1}, {p.to, p.to0, p.to1}}
}

// facesOfPanels joins panels in one plane with the same orientation to faces with holes. The sides that two panels
// share cancel, and the other sides are traced in the plane. If more than two panels share an upright, parts touch
// along it. Panels of one plane may then belong to different parts, and stay separate.
func facesOfPanels(panels []panel) []face3 {
	use := map[upright]int{}
	for _, p := range panels {
		for _, u := range p.uprights() {
			use[u]++
		}
	}
	slices.SortFunc(panels, func(p, q panel) int { return compareLines(p.line, q.line) })
	var out []face3
	for i := 0; i < len(panels); {
		j := i
		for j < len(panels) && panels[j].line == panels[i].line {
			j++
		}
		out = appendWall(out, panels[i:j], use)
		i = j
	}
	return out
}

// appendWall appends the faces of panels in one plane.
func appendWall(out []face3, panels []panel, use map[upright]int) []face3 {
	if len(panels) == 1 && panels[0].from0 < panels[0].from1 && panels[0].to0 < panels[0].to1 {
		return append(out, panels[0].face())
	}
	return appendTraced(out, panels, use)
}

// face returns the face of a panel that is alone in its plane and has four corners.
func (p panel) face() face3 {
	return face3{{p.from.At(p.from0), p.to.At(p.to0), p.to.At(p.to1), p.from.At(p.from1)}}
}

// appendTraced traces the panels in their plane with points (u, z), where u runs along the line.
func appendTraced(out []face3, panels []panel, use map[upright]int) []face3 {
	along := alongLine(panels[0].line.dir)
	plan := map[Length]Point2{}
	var sides, contacts []directed
	for _, p := range panels {
		u, v := along(p.from), along(p.to)
		plan[u], plan[v] = p.from, p.to
		corners := [...]Point2{{u, p.from0}, {v, p.to0}, {v, p.to1}, {u, p.from1}}
		for k, c := range corners {
			side := directed{c, corners[(k+1)%4]}
			if k%2 == 1 && use[p.uprights()[1-k/2]] > 2 {
				contacts = append(contacts, side)
			} else {
				sides = append(sides, side)
			}
		}
	}
	for _, polygon := range Interrupt(nil).traceFaces(append(withoutOpposites(sides), contacts...)) {
		out = append(out, polygon.lifted(func(q Point2) Point3 { return plan[q.X].At(q.Y) }))
	}
	return out
}

// alongLine returns a coordinate that grows along a direction and distinguishes the points of a line.
func alongLine(dir Point2) func(Point2) Length {
	switch {
	case dir.X.Abs() >= dir.Y.Abs() && dir.X > 0:
		return func(p Point2) Length { return p.X }
	case dir.X.Abs() >= dir.Y.Abs():
		return func(p Point2) Length { return -p.X }
	case dir.Y > 0:
		return func(p Point2) Length { return p.Y }
	}
	return func(p Point2) Length { return -p.Y }
}

// withoutOpposites removes pairs of opposite edges between the same points, and edges without length.
func withoutOpposites(sides []directed) []directed {
	slices.SortFunc(sides, func(d, e directed) int {
		dLo, dHi := d.ordered()
		eLo, eHi := e.ordered()
		if c := comparePoints(dLo, eLo); c != 0 {
			return c
		}
		if c := comparePoints(dHi, eHi); c != 0 {
			return c
		}
		return comparePoints(d.from, e.from)
	})
	out := sides[:0]
	for i := 0; i < len(sides); {
		lo, hi := sides[i].ordered()
		surplus := 0 // edges upwards less edges downwards
		for ; i < len(sides) && (sides[i] == directed{lo, hi} || sides[i] == directed{hi, lo}); i++ {
			if sides[i].from == lo {
				surplus++
			} else {
				surplus--
			}
		}
		for ; surplus > 0 && lo != hi; surplus-- {
			out = append(out, directed{lo, hi})
		}
		for ; surplus < 0 && lo != hi; surplus++ {
			out = append(out, directed{hi, lo})
		}
	}
	return out
}

func (d directed) ordered() (lo, hi Point2) {
	if comparePoints(d.from, d.to) > 0 {
		return d.to, d.from
	}
	return d.from, d.to
}
