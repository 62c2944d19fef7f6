package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// FillingRole is the role of a part of a door or window.
type FillingRole string

// The parts of doors and windows, in IFC's terms. The lining is fixed in the opening and the panels open. The glazing
// of a window lies in its panels, or in the lining if nothing opens.
const (
	RoleLining  FillingRole = "lining"
	RolePanel   FillingRole = "panel"
	RoleGlazing FillingRole = "glazing"
)

// FillingPart is a part of a door or window: a region of its elevation, extruded from Front to Back. The elevation has
// its origin at the foot of one edge on the middle plane of the wall, X along the wall and Y up. Front and Back are
// distances from the middle plane, negative on the side that the element opens to.
type FillingPart struct {
	Role        FillingRole
	Elevation   geometry.Region
	Front, Back geometry.Length
}

// Volume returns the part's volume in m3.
func (p FillingPart) Volume() float64 { return float64(p.Elevation.Area() * (p.Back - p.Front).M()) }

// FillingSizes holds the actual dimensions of the parts of a door or window. They are the standard dimensions if its
// parameters give none. No part is deeper than the wall. A door's panel has no frame and no glazing; a fixed window has
// no frame, and its panel no depth.
type FillingSizes struct {
	LiningThickness, LiningDepth geometry.Length
	FrameThickness, PanelDepth   geometry.Length
	GlazingThickness             geometry.Length
}

// centredPart returns a part that is centred in the wall's thickness.
func centredPart(role FillingRole, elevation geometry.Region, thickness geometry.Length) FillingPart {
	return FillingPart{role, elevation, -thickness / 2, thickness - thickness/2}
}

// formedParts returns the parts of a door or window of any outline. The lining runs along the outline. The panels
// divide the opening inside the lining, with a frame if the sizes give one, and a window has glazing.
func formedParts(outline geometry.Ring, sizes FillingSizes, door bool,
	divided func(rectangular) []rectangular) []FillingPart {
	whole := geometry.Region{{Outer: outline}}
	free := inset(whole, sizes.LiningThickness, door)
	out := []FillingPart{centredPart(RoleLining, geometry.Subtract(whole, free), sizes.LiningDepth)}
	if len(free) == 0 {
		return out
	}
	lo, hi := free.Bounds()
	for _, r := range divided(rectangular{lo, hi}) {
		panel := geometry.Intersect(free, r.region())
		if len(panel) == 0 {
			continue
		}
		if door {
			out = append(out, centredPart(RolePanel, panel, sizes.PanelDepth))
			continue
		}
		pane := panel
		if sizes.FrameThickness > 0 {
			pane = inset(panel, sizes.FrameThickness, false)
			out = append(out, centredPart(RolePanel, geometry.Subtract(panel, pane), sizes.PanelDepth))
		}
		if len(pane) > 0 {
			out = append(out, centredPart(RoleGlazing, pane, sizes.GlazingThickness))
		}
	}
	return out
}

// inset returns the part of a region that is farther from its edge than a margin. If the element stands on the floor,
// the foot is not moved inwards.
func inset(region geometry.Region, margin geometry.Length, onFloor bool) geometry.Region {
	var out geometry.Region
	low, _ := region.Bounds()
	for _, p := range region {
		if onFloor {
			p = geometry.Polygon{Outer: slices.Clone(p.Outer)}
			for i := range p.Outer {
				if p.Outer[i].Y == low.Y {
					p.Outer[i].Y -= margin
				}
			}
		}
		if inner, err := p.Offset(-margin); err == nil {
			out = append(out, inner...)
		}
	}
	return out
}

// formOf returns the form of a door or window, nil for a rectangle.
func formOf(e *state.Element) *OpeningForm {
	switch p := e.Params.(type) {
	case *Door:
		return p.Form
	case *Window:
		return p.Form
	}
	return nil
}

// rectangular is a rectangle of an elevation.
type rectangular struct{ lo, hi geometry.Point2 }

func (r rectangular) width() geometry.Length { return r.hi.X - r.lo.X }

func (r rectangular) height() geometry.Length { return r.hi.Y - r.lo.Y }

func (r rectangular) region() geometry.Region {
	return geometry.Region{geometry.Rectangle(r.lo, r.hi)}
}

// within returns the rectangle without a margin on every side. If the rectangle stands on the floor, its foot is not
// moved.
func (r rectangular) within(margin geometry.Length, onFloor bool) rectangular {
	in := rectangular{geometry.Point2{X: r.lo.X + margin, Y: r.lo.Y + margin},
		geometry.Point2{X: r.hi.X - margin, Y: r.hi.Y - margin}}
	if onFloor {
		in.lo.Y = r.lo.Y
	}
	return in
}

// around returns the region between a rectangle and a smaller one inside it: a frame, or a frame without a foot.
func (r rectangular) around(in rectangular) geometry.Region {
	if in.lo.Y == r.lo.Y {
		return geometry.Region{{Outer: geometry.Ring{
			r.lo, {X: in.lo.X, Y: r.lo.Y}, {X: in.lo.X, Y: in.hi.Y}, in.hi, {X: in.hi.X, Y: r.lo.Y},
			{X: r.hi.X, Y: r.lo.Y}, r.hi, {X: r.lo.X, Y: r.hi.Y},
		}}}
	}
	hole := geometry.Ring{in.lo, {X: in.lo.X, Y: in.hi.Y}, in.hi, {X: in.hi.X, Y: in.lo.Y}}
	return geometry.Region{{Outer: geometry.Rectangle(r.lo, r.hi).Outer, Holes: []geometry.Ring{hole}}}
}

// columns divides a rectangle into n rectangles side by side; the last one takes the remainder.
func (r rectangular) columns(n int) []rectangular {
	out := make([]rectangular, n)
	for i := range out {
		out[i] = r
		out[i].lo.X = r.lo.X + r.width()/geometry.Length(n)*geometry.Length(i)
		if i+1 < n {
			out[i].hi.X = r.lo.X + r.width()/geometry.Length(n)*geometry.Length(i+1)
		}
	}
	return out
}

// rows divides a rectangle into an upper and a lower rectangle, in this order.
func (r rectangular) rows() []rectangular {
	upper, lower := r, r
	upper.lo.Y = r.lo.Y + r.height()/2
	lower.hi.Y = upper.lo.Y
	return []rectangular{upper, lower}
}

// fitted returns the thickness of a lining or frame, reduced if necessary so that at least half of the opening's width
// and height remain free.
func fitted(thickness geometry.Length, in rectangular) geometry.Length {
	return min(thickness, in.width()/4, in.height()/4)
}

// dimension returns a parameter's value, or the standard value if it is 0.
func dimension(value, standard geometry.Length) geometry.Length {
	if value > 0 {
		return value
	}
	return standard
}

// fillingFrame returns the frame of a door or window. Its origin is at the foot of the near edge on the wall's middle
// plane, X along the wall, Y toward the interior, Z up. If turned is true, the frame is at the foot of the far edge,
// with X and Y reversed. The second result is the thickness of the wall.
func fillingFrame(m *state.Model, e *state.Element, at OpeningRect, turned bool) (geometry.Placement,
	geometry.Length, error) {
	if e.HostID == "" { // a later event of the same append sets the element into its wall
		return geometry.Placement{}, 0, state.Errorf(state.NotFound,
			"no wall has it in this state, which is in the middle of a change: ask for "+
				"the last revision of a change").With("element_id", e.ID)
	}
	plan, err := WallLine(m, e.HostID)
	if err != nil {
		return geometry.Placement{}, 0, err
	}
	plan = plan.At(at)
	frame := geometry.Placement{X: plan.Frame.X, Z: plan.Frame.Z}
	corner := geometry.Point3{X: at.Offset, Y: plan.YMin + plan.Thickness()/2, Z: at.Sill}
	if turned {
		corner.X += at.Width
		frame.X = geometry.Times(frame.X, -1)
	}
	frame.Origin = plan.Frame.Point(corner)
	return frame, plan.Thickness(), nil
}

// fillingBody returns the parts of a door or window at their place, each extruded across the wall.
func fillingBody(m *state.Model, e *state.Element, at OpeningRect, turned bool,
	parts func(thickness geometry.Length) []FillingPart) (geometry.Body, error) {
	stands, thickness, err := fillingFrame(m, e, at, turned)
	if err != nil {
		return nil, err
	}
	frame := geometry.Placement{Origin: stands.Origin, X: stands.X, Z: geometry.Times(stands.Y(), -1)}
	var out geometry.Body
	for _, p := range parts(thickness) {
		solid, err := m.Stop.Extrude(frame, p.Elevation, p.Front, p.Back)
		if err != nil {
			return nil, shape.GeometryError(err)
		}
		out = append(out, solid)
	}
	return out, nil
}
