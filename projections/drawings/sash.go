package drawings

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// sash is a leaf or panel that turns, in the elevation of its opening: its rectangle and the side of its hinges.
type sash struct {
	lo, hi geometry.Point2
	hinges hingeSide
}

// hingeSide is the side of a sash with its hinges, for a viewer on the exterior of its wall.
type hingeSide int

const (
	hingesLeft hingeSide = iota
	hingesRight
	hingesTop
	hingesBottom
)

// triangle returns the symbol of a turning sash: two lines from the corners opposite the hinges to the middle of the
// hinge side.
func (s sash) triangle() [3]geometry.Point2 {
	middle := geometry.Point2{X: s.lo.X + (s.hi.X-s.lo.X)/2, Y: s.lo.Y + (s.hi.Y-s.lo.Y)/2}
	at := func(x, y geometry.Length) geometry.Point2 { return geometry.Point2{X: x, Y: y} }
	switch s.hinges {
	case hingesLeft:
		return [3]geometry.Point2{s.hi, at(s.lo.X, middle.Y), at(s.hi.X, s.lo.Y)}
	case hingesRight:
		return [3]geometry.Point2{at(s.lo.X, s.hi.Y), at(s.hi.X, middle.Y), s.lo}
	case hingesTop:
		return [3]geometry.Point2{s.lo, at(middle.X, s.hi.Y), at(s.hi.X, s.lo.Y)}
	}
	return [3]geometry.Point2{at(s.lo.X, s.hi.Y), at(middle.X, s.lo.Y), s.hi}
}

// doorSashes returns the leaves of a door that swing, along its wall and up from its sill.
func doorSashes(d *fabric.Door) (out []sash) {
	for _, l := range doorLeaves(d, 0, d.Width, 0) {
		from, to := l.hinge.X, l.closed.X
		if d.Facing == fabric.FacingExterior {
			from, to = d.Width-from, d.Width-to
		}
		s := sash{lo: geometry.Point2{X: min(from, to)}, hi: geometry.Point2{X: max(from, to), Y: d.Height}}
		if from > to {
			s.hinges = hingesRight
		}
		out = append(out, s)
	}
	return out
}

// windowOperations are the operations of IfcWindowPanelOperationEnum that a symbol shows. The viewer looks along the Y
// axis of the window, from the exterior of its wall.
var windowOperations = map[string][]hingeSide{
	"SIDEHUNGLEFTHAND": {hingesLeft}, "SIDEHUNGRIGHTHAND": {hingesRight},
	"TILTANDTURNLEFTHAND": {hingesLeft, hingesBottom}, "TILTANDTURNRIGHTHAND": {hingesRight, hingesBottom},
	"TOPHUNG": {hingesTop}, "BOTTOMHUNG": {hingesBottom},
}

// windowSashes returns the panels of a window whose operation is known. The operation is the property OperationType of
// Pset_WindowPanelProperties (IFC4X3), on the window or on its type.
func windowSashes(m *state.Model, e *state.Element, w *fabric.Window, thickness geometry.Length) (out []sash) {
	const set, name = "Pset_WindowPanelProperties", "OperationType"
	value, ok := state.Lookup(e.Psets, set, name)
	if t, typed := m.Type(e.TypeID); !ok && typed {
		value, ok = state.Lookup(t.Psets, set, name)
	}
	hinges := windowOperations[strings.ToUpper(strings.Trim(value.Raw, `"`))]
	if !ok || len(hinges) == 0 {
		return nil
	}
	for _, part := range w.Parts(thickness) {
		if part.Role != fabric.RolePanel {
			continue
		}
		lo, hi := part.Elevation.Bounds()
		for _, h := range hinges {
			out = append(out, sash{lo, hi, h})
		}
	}
	return out
}

// sashes draws in sections and elevations how doors and windows open: a triangle with its tip at the hinges, dashed if
// a door opens away from the viewer. The side to which a window opens is not known, so its lines are solid.
func (u *upright) sashes() {
	if bandOf(u.scale) > upTo100 {
		return
	}
	for _, b := range byElement(u.bodies) {
		u.goOn()
		e := b[0].element
		if !u.visible[e.ID] || u.differsAt(e.ID) || state.FixedOf(e) != nil {
			continue
		}
		host, r, ok := u.openingOf(e)
		if !ok || u.cutting && u.cutsOpening(host, r) {
			continue
		}
		along, toward := geometry.Dot(host.Frame.X, u.frame.X), geometry.Dot(host.Frame.Y(), u.frame.Z)
		if along*along < alongView*alongView {
			continue // the wall is seen from its end
		}
		var all []sash
		pattern := paper.Solid
		switch params := e.Params.(type) {
		case *fabric.Door:
			all = doorSashes(params)
			if (toward > 0) == (params.Facing == fabric.FacingExterior) {
				pattern = paper.Dashed
			}
		case *fabric.Window:
			all = windowSashes(u.model, e, params, host.Thickness())
		}
		u.drawSashes(e, host, r, all, pattern, maxFront(b, u.frame))
	}
}

// alongView is the cosine of the largest angle between a wall and the paper at which its doors have opening symbols.
// Beyond 60 degrees the triangles run together.
const alongView = 0.5

// drawSashes draws the symbols of an element's sashes, without the parts that nearer bodies hide.
func (u *upright) drawSashes(e *state.Element, host fabric.WallPlan, r fabric.OpeningRect, all []sash,
	pattern paper.Pattern, depth float64) {
	var lines []segment
	for _, s := range all {
		corners := s.triangle()
		var at [3]paper.Point
		for i, c := range corners {
			at[i] = u.world(host.Frame.Point(geometry.Point3{X: r.Offset + c.X,
				Y: host.YMin + host.Thickness()/2, Z: r.Sill + c.Y}))
		}
		lines = append(lines, segment{at[0], at[1]}, segment{at[1], at[2]})
	}
	if len(lines) == 0 {
		return
	}
	if hidden := u.before(lines, depth, e.ID); len(hidden) > 0 {
		lines = newAreas(hidden).outside(u.goOn, lines)
	}
	u.placer.avoid(lines)
	u.lines(layerOf(e.Category), paper.ClassSwing, e, lines, u.pen(swingLine), pattern)
}

// openingOf returns the wall of a door or window and its opening in the wall; for a curved wall it returns the tangent
// wall.
func (u *upright) openingOf(e *state.Element) (fabric.WallPlan, fabric.OpeningRect, bool) {
	if e.Category != state.CategoryDoor && e.Category != state.CategoryWindow {
		return fabric.WallPlan{}, fabric.OpeningRect{}, false
	}
	host, ok := u.model.Element(e.HostID)
	if ok && host.Category == state.CategoryOpening {
		host, ok = u.model.Element(host.HostID)
	}
	if !ok || !host.Category.BoundsRooms() || state.FixedOf(host) != nil {
		return fabric.WallPlan{}, fabric.OpeningRect{}, false
	}
	plan, err := fabric.WallPlanOf(u.model, host.ID)
	if err != nil {
		return fabric.WallPlan{}, fabric.OpeningRect{}, false
	}
	holes := u.holesOf(host.ID)
	n := slices.IndexFunc(holes, func(r fabric.OpeningRect) bool { return r.Filler == e.ID || r.ID == e.ID })
	if n < 0 {
		return fabric.WallPlan{}, fabric.OpeningRect{}, false
	}
	return plan.At(holes[n]), holes[n], true
}

// holesOf returns the openings of a wall. It derives them only once.
func (u *upright) holesOf(wall state.ID) []fabric.OpeningRect {
	if u.holes == nil {
		u.holes = map[state.ID][]fabric.OpeningRect{}
	}
	holes, ok := u.holes[wall]
	if !ok {
		holes = fabric.WallOpenings(u.model, wall)
		u.holes[wall] = holes
	}
	return holes
}

// hiding holds the bodies that may hide marks of a view. Its fields are computed at the first use.
type hiding struct {
	onPaper *boxIndex // the rectangles around the bodies
	fronts  []float64 // how far the bodies reach towards the viewer
	shadows map[int32]geometry.Region
	holes   map[state.ID][]fabric.OpeningRect
}

// seenElements returns the elements with a visible edge in a picture.
func (u *upright) seenElements(picture linework.Picture) map[state.ID]bool {
	out := map[state.ID]bool{}
	for _, l := range picture.Lines {
		if l.Class == linework.Visible {
			out[u.bodies[l.Source].element.ID] = true
		}
	}
	return out
}

// differsAt reports whether the view shows in colour that an element differs from the earlier state.
func (u *upright) differsAt(id state.ID) bool {
	_, differs := u.fates[id]
	return differs && u.cloudy == ""
}

// maxFront returns how far an element reaches towards the viewer.
func maxFront(solids []body, frame geometry.Placement) float64 {
	out := front(solids[0].shape, frame)
	for _, b := range solids[1:] {
		out = max(out, front(b.shape, frame))
	}
	return out
}

// before returns, on paper, the area of bodies that lie nearer to the viewer than a depth and may hide lines of an
// element.
func (u *upright) before(lines []segment, depth float64, id state.ID) geometry.Region {
	if u.onPaper == nil {
		u.onPaper, u.shadows = newBoxes(nil), map[int32]geometry.Region{}
		for _, b := range u.bodies {
			u.goOn()
			lo, hi := u.boxOf(b)
			u.onPaper.add(geometry.Rectangle(lo, hi).Outer)
			u.fronts = append(u.fronts, front(b.shape, u.frame))
		}
	}
	lo, hi := lines[0].a, lines[0].a
	for _, l := range lines {
		lo, hi = min2(lo, min2(l.a, l.b)), max2(hi, max2(l.a, l.b))
	}
	box := geometry.Rectangle(lo, hi).Outer
	var parts []geometry.Region
	for _, n := range u.onPaper.near(lo, hi) {
		b := u.bodies[n]
		if b.element.ID == id || u.fronts[n] <= depth+float64(flush) || !meet(box, u.onPaper.all[n]) ||
			u.isAround(b.element, id) {
			continue
		}
		shadow, known := u.shadows[n]
		if !known {
			shadow = u.region(u.shadow(b.shape))
			u.shadows[n] = shadow
		}
		parts = append(parts, shadow)
	}
	return geometry.Interrupt(u.stop).Union(parts...)
}

// isAround reports whether e is the wall or the opening that contains another element. The faces of the wall lie nearer
// to the viewer, but beside the element.
func (u *upright) isAround(e *state.Element, id state.ID) bool {
	in, ok := u.model.Element(id)
	return ok && (in.HostID == e.ID || e.HostID != "" && in.HostID == e.HostID)
}

// boxOf returns the rectangle around a body on paper.
func (u *upright) boxOf(b body) (lo, hi paper.Point) {
	box := u.source.BoundsOf(b.element.ID)
	lo = u.world(box.Min)
	hi = lo
	for _, x := range []geometry.Length{box.Min.X, box.Max.X} {
		for _, y := range []geometry.Length{box.Min.Y, box.Max.Y} {
			for _, z := range []geometry.Length{box.Min.Z, box.Max.Z} {
				at := u.world(geometry.Point3{X: x, Y: y, Z: z})
				lo, hi = min2(lo, at), max2(hi, at)
			}
		}
	}
	return lo, hi
}
