package drawings

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// written is a text of a drawing with what it belongs to.
type written struct {
	paper.Text
	item paper.Item
}

func textsOf(d *paper.Drawing) (out []written) {
	for _, i := range d.Items {
		switch m := i.Mark.(type) {
		case paper.Text:
			out = append(out, written{m, i})
		case paper.Dimension:
			out = append(out, written{m.Text, i})
		}
	}
	return out
}

// checkDrawing measures on the drawing what an office would reject.
func checkDrawing(t *testing.T, d *paper.Drawing) {
	t.Helper()
	texts := textsOf(d)
	placed := newBoxes(nil)
	cut := newIndex(nil)
	for _, i := range d.Items {
		if s, ok := i.Mark.(paper.Stroke); ok && i.Class == paper.ClassCut {
			for k := range s.Points {
				if k > 0 || s.Closed {
					cut.add(segment{s.Points[(k+len(s.Points)-1)%len(s.Points)], s.Points[k]})
				}
			}
		}
		lo, hi := i.Mark.Bounds()
		if lo.X < 0 || lo.Y < 0 || hi.X > d.Width || hi.Y > d.Height {
			t.Errorf("%s: %T of %s lies outside the paper", d.Name, i.Mark, i.Layer)
		}
	}
	for _, w := range texts {
		switch {
		case w.String == "":
			t.Errorf("%s: an empty text on %s", d.Name, w.item.Layer)
		case w.Height < textLeast:
			t.Errorf("%s: %q is %v mm high", d.Name, w.String, w.Height)
		case placed.meets(w.Box()):
			t.Errorf("%s: %q lies on another text", d.Name, w.String)
		case !clearOf(cut, w.Box()):
			t.Errorf("%s: %q lies on a cut line", d.Name, w.String)
		case w.Angle <= -geometry.QuarterTurn || w.Angle > geometry.QuarterTurn:
			t.Errorf("%s: %q stands on its head", d.Name, w.String)
		case !w.Face.Has(w.String):
			t.Errorf("%s: the font lacks a sign of %q", d.Name, w.String)
		}
		placed.add(w.Box())
	}
}

// real returns the place in the frame of the view of a place on paper.
func real(d *paper.Drawing, p paper.Point) geometry.Point2 {
	q := p.Add(d.Origin)
	n := geometry.Length(d.Scale)
	return geometry.Point2{X: q.X * n, Y: q.Y * n}
}

// checkStamps holds that each bounded room of a level is stamped, inside of itself.
func checkStamps(t *testing.T, v *projections.View, drawn *View, level domain.ID) {
	t.Helper()
	for _, id := range v.Rooms().OnLevel(level) {
		facts, err := v.Rooms().Analyse(id)
		if err != nil || !facts.Bounded {
			continue
		}
		stamped := false
		for _, w := range textsOf(drawn.Drawing) {
			if w.item.Element != string(id) {
				continue
			}
			stamped = true
			for _, corner := range w.Box() {
				if facts.Region.Contains(real(drawn.Drawing, corner)) != geometry.Inside {
					t.Errorf("%s: %q of room %s is not inside of it", drawn.Drawing.Name, w.String, facts.Name)
					break
				}
			}
		}
		said := slices.ContainsFunc(drawn.Warnings, func(w Warning) bool { return w.ElementID == id })
		if !stamped && !said {
			t.Errorf("%s: room %s has no stamp, and no warning says so", drawn.Drawing.Name, facts.Name)
		}
	}
}

// checkChains holds that the parts of each chain follow each other, add up to the overall dimension of its direction
// where they run from end to end, and that each edge of the openings of the walls named as outer ones is in a chain.
func checkChains(t *testing.T, v *projections.View, drawn *View, outer func(*domain.Element) bool) {
	t.Helper()
	d := drawn.Drawing
	chains := map[string][]paper.Dimension{}
	overall := map[bool]geometry.Length{}
	for _, i := range d.Items {
		if m, ok := i.Mark.(paper.Dimension); ok && i.Layer != layerRoomDimensions {
			line := m.Line.Y
			if m.Upright {
				line = m.Line.X
			}
			key := fmt.Sprint(m.Upright, line)
			chains[key] = append(chains[key], m)
			overall[m.Upright] = max(overall[m.Upright], m.Value)
			if millimetres(m.Value) != m.Text.String {
				t.Errorf("%s: a dimension of %v mm says %q", d.Name, m.Value, m.Text.String)
			}
		}
	}
	edges := map[bool][]geometry.Length{}
	for _, c := range chains {
		sum := geometry.Length(0)
		for i, m := range c {
			sum += m.Value
			a, b := m.Ends()
			if i > 0 {
				if _, last := c[i-1].Ends(); last != a {
					t.Errorf("%s: a chain is broken at %v", d.Name, a)
				}
			}
			p, q := real(d, a), real(d, b)
			if m.Upright {
				edges[true] = append(edges[true], p.Y, q.Y)
			} else {
				edges[false] = append(edges[false], p.X, q.X)
			}
		}
		axes := c[0].From == firstOf(c[0].Ends())
		if !axes && sum != overall[c[0].Upright] {
			t.Errorf("%s: a chain adds up to %v mm, overall it is %v mm", d.Name, sum, overall[c[0].Upright])
		}
	}
	for _, id := range v.Model.OfCategory(domain.CategoryWall) {
		wall, _ := v.Model.Element(id)
		plan, err := v.Model.WallPlan(id)
		if err != nil || !outer(wall) {
			continue
		}
		for _, rect := range v.Model.WallOpenings(id) {
			for _, x := range []geometry.Length{rect.Offset, rect.Offset + rect.Width} {
				at, upright := plan.Frame.Point(geometry.Point3{X: x}), math.Abs(plan.Frame.X.Y) > 0.5
				want := at.X
				if upright {
					want = at.Y
				}
				if !slices.ContainsFunc(edges[upright], func(l geometry.Length) bool { return (l - want).Abs() <= samePoint }) {
					t.Errorf("%s: the edge at %v of an opening in %s is in no chain", d.Name, want, wall.Name)
				}
			}
		}
	}
}

// checkRoomDimensions holds that each dimension of a room runs inside of it from one side to the other, that its value
// is their distance, and that there is one of each direction for rooms that are wide enough, which it counts.
func checkRoomDimensions(t *testing.T, v *projections.View, drawn *View) (found int) {
	t.Helper()
	d := drawn.Drawing
	for _, i := range d.Items {
		m, ok := i.Mark.(paper.Dimension)
		if !ok || i.Layer != layerRoomDimensions {
			continue
		}
		found++
		facts, err := v.Rooms().Analyse(domain.ID(i.Element))
		if err != nil {
			t.Fatal(err)
		}
		a, b := m.Ends()
		p, q := real(d, a), real(d, b)
		long := geometry.Length(math.Hypot(float64(q.X-p.X), float64(q.Y-p.Y)))
		if (long-m.Value).Abs() > geometry.Length(d.Scale)*2 || m.Text.String != millimetres(m.Value) {
			t.Errorf("%s: a dimension of room %s says %s, its line has %v mm", d.Name, facts.Name, m.Text.String, long)
		}
		middle := geometry.Point2{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}
		if facts.Region.Contains(middle) != geometry.Inside {
			t.Errorf("%s: a dimension of room %s is not inside of it", d.Name, facts.Name)
		}
		for _, end := range []geometry.Point2{p, q} {
			side := newIndex(rings(facts.Region))
			far := math.Inf(1)
			for _, s := range side.all {
				far = min(far, distanceTo(s, end))
			}
			if far > float64(d.Scale)*2 {
				t.Errorf("%s: a dimension of room %s ends %v micrometres off its walls", d.Name, facts.Name, far)
			}
		}
	}
	return found
}

func distanceTo(s segment, p geometry.Point2) float64 {
	l := s.length()
	ux, uy := float64(s.b.X-s.a.X)/l, float64(s.b.Y-s.a.Y)/l
	x, y := float64(p.X-s.a.X), float64(p.Y-s.a.Y)
	t := max(0, min(l, x*ux+y*uy))
	return math.Hypot(x-t*ux, y-t*uy)
}

func firstOf(a, _ paper.Point) paper.Point { return a }

// checkSwings holds that each single leaf is hung on its side and opens to its side, worked out by turning a viewer who
// stands where the door opens to and looks at it.
func checkSwings(t *testing.T, v *projections.View, drawn *View) {
	t.Helper()
	d := drawn.Drawing
	for _, i := range d.Items {
		s, ok := i.Mark.(paper.Stroke)
		if !ok || i.Category != string(domain.CategoryDoor) || i.Class != paper.ClassSymbol || len(s.Points) != 2 {
			continue
		}
		e, _ := v.Model.Element(domain.ID(i.Element))
		door := e.Params.(*domain.Door)
		if door.DoorType != "single_swing" {
			continue
		}
		wall, _ := v.Model.Element(e.HostID)
		w := wall.Params.(*domain.Wall)
		dx, dy := float64(w.End.X-w.Start.X), float64(w.End.Y-w.Start.Y)
		l := math.Hypot(dx, dy)
		dx, dy = dx/l, dy/l
		nx, ny := -dy, dx // the interior is on the left
		if door.Facing == domain.FacingExterior {
			nx, ny = -nx, -ny
		}
		leftX, leftY := ny, -nx // who looks along -n has this on the left
		if door.Swing == "right" {
			leftX, leftY = -leftX, -leftY
		}
		middle := float64(door.Offset) + float64(door.Width)/2
		mx, my := float64(w.Start.X)+dx*middle, float64(w.Start.Y)+dy*middle
		hinge, tip := real(d, s.Points[0]), real(d, s.Points[1])
		if (float64(hinge.X)-mx)*leftX+(float64(hinge.Y)-my)*leftY < float64(door.Width)*0.4 {
			t.Errorf("%s: door %s is hung on the wrong side", d.Name, e.Name)
		}
		if (float64(tip.X)-mx)*nx+(float64(tip.Y)-my)*ny < float64(door.Width)*0.7 {
			t.Errorf("%s: door %s opens to the wrong side", d.Name, e.Name)
		}
		arcs := 0
		for _, k := range d.Items {
			if a, ok := k.Mark.(paper.Arc); ok && k.Element == i.Element && strings.HasSuffix(k.Layer, "-SWNG") {
				from, to := a.Ends()
				if near(from, s.Points[1]) || near(to, s.Points[1]) {
					arcs++
				}
			}
		}
		if arcs != 1 {
			t.Errorf("%s: %d arcs end at the leaf of door %s", d.Name, arcs, e.Name)
		}
	}
}

func near(a, b paper.Point) bool { return segment{a, b}.length() <= 3 }

// checkCut holds the areas that a plan cuts against slices of the bodies' meshes at that height, by material.
func checkCut(t *testing.T, v *projections.View, drawn *View, z geometry.Length, layered bool) {
	t.Helper()
	want, total := map[domain.ID]float64{}, 0.0
	v.Model.Each(func(e *domain.Element) bool {
		if !slices.Contains(solidCategories, e.Category) && !slices.Contains(fixtureCategories, e.Category) {
			return true
		}
		body, err := v.Model.Body(e.ID)
		if err != nil {
			return true
		}
		for _, s := range body {
			a := sliceArea(s.Mesh(), float64(z))
			want[coreOf(v.Model, e)] += a
			total += a
		}
		return true
	})
	sum := 0.0
	for _, c := range drawn.Cut {
		sum += c.AreaM2
		if !layered && math.Abs(c.AreaM2-want[c.MaterialID]) > 1e-4*want[c.MaterialID] {
			t.Errorf("%s: %v m2 cut of %s, its bodies have %v", drawn.Drawing.Name, c.AreaM2, c.Name, want[c.MaterialID])
		}
	}
	if math.Abs(sum-total) > 1e-4*total {
		t.Errorf("%s: %v m2 cut, the bodies have %v", drawn.Drawing.Name, sum, total)
	}
}

// sliceArea returns the area in which the plane just below a height cuts a mesh: the sum of the moments of the segments
// in which it cuts the triangles (Green).
func sliceArea(m geometry.Mesh, z float64) float64 {
	z -= 0.5 // micrometres: no corner lies there
	sum := 0.0
	for _, tr := range m.Triangles {
		var p [3][3]float64
		for i, n := range tr {
			q := m.Vertices[n]
			p[i] = [3]float64{float64(q.X), float64(q.Y), float64(q.Z)}
		}
		var ends [2][2]float64 // where the surface goes up through the plane, and down
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
		if hit {
			sum += ends[0][0]*ends[1][1] - ends[1][0]*ends[0][1]
		}
	}
	return math.Abs(sum) / 2e12
}
