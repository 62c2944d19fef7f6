package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Mirrored returns the mirror image of a wall. Its line is mirrored, and its start and end are exchanged. So the
// interior stays on the left and the layers keep their order.
func (w *Wall) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *w
	c.Start, c.End = by.Point(w.End), by.Point(w.Start)
	c.Mid = mirroredPoint(w.Mid, by)
	return &c, nil
}

func mirroredPoint(p *geometry.Point2, by geometry.Mirror) *geometry.Point2 {
	if p == nil {
		return nil
	}
	q := by.Point(*p)
	return &q
}

func mirroredRings(rings []geometry.Ring, by geometry.Mirror) []geometry.Ring {
	if rings == nil {
		return nil
	}
	out := make([]geometry.Ring, len(rings))
	for i, r := range rings {
		out[i] = by.Ring(r)
	}
	return out
}

// handed is a category whose elements lie in a wall and have a mirror image along it.
type handed interface {
	MeasuredInWall
	// span returns the width along the wall.
	span() geometry.Length
	// facedAbout returns the mirror image along the wall, with its near edge at an offset.
	facedAbout(offset geometry.Length) state.Params
}

func (o *Opening) span() geometry.Length { return o.Width }

func (d *Door) span() geometry.Length { return d.Width }

func (w *Window) span() geometry.Length { return w.Width }

func (o *Opening) facedAbout(offset geometry.Length) state.Params {
	c := *o
	c.Offset, c.Form = offset, o.Form.facedAbout(o.Width)
	return &c
}

func (d *Door) facedAbout(offset geometry.Length) state.Params {
	c := *d
	c.Offset, c.Form, c.Kept = offset, d.Form.facedAbout(d.Width), nil
	if c.Swing = "right"; d.Swing == "right" {
		c.Swing = "left"
	}
	return &c
}

func (w *Window) facedAbout(offset geometry.Length) state.Params {
	c := *w
	c.Offset, c.Form, c.Kept = offset, w.Form.facedAbout(w.Width), nil
	return &c
}

// facedAbout returns the mirror image of a form along the wall, in an opening of a width.
func (f *OpeningForm) facedAbout(width geometry.Length) *OpeningForm {
	if f == nil {
		return nil
	}
	c := *f
	c.Skew = -f.Skew
	c.Points = slices.Clone(f.Points)
	n := len(f.Points)
	flip := func(p geometry.Point2) geometry.Point2 { return geometry.Point2{X: width - p.X, Y: p.Y} }
	for i := range c.Points {
		c.Points[i] = OutlinePoint{At: flip(f.Points[n-1-i].At)}
		if mid := f.Points[(2*n-2-i)%n].Mid; mid != nil { // of the edge to the previous corner, now the next
			flipped := flip(*mid)
			c.Points[i].Mid = &flipped
		}
	}
	return &c
}

// MirroredInWall returns the parameters of an opening, door or window in the mirror image of its wall. The image runs
// the other way, so the element is as far from its end as it was from its start. A filled opening has no place of its
// own and is unchanged.
func MirroredInWall(e *state.Element, image *Wall) state.Params {
	p, ok := e.Params.(handed)
	if o, opening := e.Params.(*Opening); !ok || opening && o.FilledBy != "" {
		return e.Params
	}
	_, _, length := image.Line(0)
	offset, _ := p.Edge()
	return p.facedAbout(max(0, length-offset-p.span()))
}

// MirroredOwnWall returns the parameters of the mirror image of an opening, door or window in the same wall. The mirror
// line must cross the wall at right angles, because any other image would leave the wall.
func MirroredOwnWall(e *state.Element, wall *Wall, by geometry.Mirror) (state.Params, error) {
	p, ok := e.Params.(handed)
	frame, arc, length := wall.Line(0)
	start, end := by.Point(wall.Start), by.Point(wall.End)
	from, to := frame.Local(start.At(0)), frame.Local(end.At(0))
	if !ok || arc.Curved() || from.Y.Abs() > mirrorSlack || to.Y.Abs() > mirrorSlack || from.X < to.X {
		return nil, state.Errorf(state.IllegalState,
			"%s %q stays in its wall, and its mirror image would leave that: mirror about a line at right angles to "+
				"the wall, or name the wall", e.Category, e.Name).With("element_id", e.ID)
	}
	offset, _ := p.Edge()
	at := from.X - offset - p.span() // the image of the far edge
	if at < 0 || at+p.span() > length {
		return nil, state.Errorf(state.OpeningOutsideHost, "the mirror image of %s %q would be beyond the end of its "+
			"wall: mirror about a line nearer to it", e.Category, e.Name).With("element_id", e.ID)
	}
	return p.facedAbout(at), nil
}

// mirrorSlack is the largest distance between the image of a wall's end and the wall's line. Both are rounded to the
// grid, in world coordinates and in the frame of the wall.
const mirrorSlack = 2 * geometry.Micrometre

// Mirrored returns the opening with its polygon and slant mirrored. An opening that is measured along a wall is
// mirrored with the wall.
func (o *Opening) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *o
	c.Polygon = by.Ring(o.Polygon)
	c.Slant = turned(o.Slant, by.Point)
	return &c, nil
}

// Mirrored returns the floor with its outline mirrored.
func (f *Floor) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *f
	c.Boundary, c.Holes = by.Ring(f.Boundary), mirroredRings(f.Holes, by)
	c.Falls = movedFalls(f.Falls, by.Point, func(r []geometry.Point2) []geometry.Point2 { return by.Ring(r) })
	return &c, nil
}

// Mirrored returns the ceiling with its outline mirrored.
func (c *Ceiling) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	k := *c
	k.Boundary, k.Holes = by.Ring(c.Boundary), mirroredRings(c.Holes, by)
	return &k, nil
}

// Mirrored returns the roof with its outline, its gables and its edges mirrored. A shed roof rises to the left of its
// ridge, so the ridge of the image points back along the image of the ridge.
func (r *Roof) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *r
	c.Boundary, c.Gables = by.Ring(r.Boundary), by.Points(r.Gables)
	c.Edges = slices.Clone(r.Edges)
	for i, e := range r.Edges {
		c.Edges[i].At = by.Point(e.At)
	}
	if r.RidgeDirection != "" || r.HasRidge() {
		c.RidgeDirection, c.RidgeAngle = r.pointing(by.Turned(r.Azimuth()) + geometry.HalfTurn)
	}
	return &c, nil
}

// Mirrored returns the footing with its place mirrored. A pad is symmetric.
func (f *Footing) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *f
	c.Location, c.Start, c.End = mirroredPoint(f.Location, by), mirroredPoint(f.Start, by), mirroredPoint(f.End, by)
	if !f.Strip() {
		c.Rotation = by.Turned(f.Rotation) % geometry.HalfTurn
	}
	return &c, nil
}

// Mirrored returns the curtain wall over the mirror image of its line. The image runs the other way, so lines, bays and
// hosted elements are counted from the other end.
func (c *CurtainWall) Mirrored(_ *state.Model, e *state.Element, by geometry.Mirror) (state.Params, error) {
	k := *c
	k.Start, k.End, k.Mid = by.Point(c.End), by.Point(c.Start), mirroredPoint(c.Mid, by)
	k.Corners = by.Points(c.Corners)
	slices.Reverse(k.Corners)
	var across, total geometry.Length
	for _, leg := range c.legs() {
		across, total = across+geometry.Length(leg.count()), total+leg.total
	}
	k.ULines = slices.Clone(c.ULines)
	for i, u := range c.ULines {
		k.ULines[len(c.ULines)-1-i] = total - u
	}
	k.Panels = slices.Clone(c.Panels)
	for i, cells := range c.Panels {
		k.Panels[i].U = slices.Clone(cells.U)
		for j, u := range cells.U {
			k.Panels[i].U[len(cells.U)-1-j] = int(across) - 1 - u
		}
	}
	return &k, nil
}

var _ = []shape.Mirrorable{(*Wall)(nil), (*Opening)(nil), (*Floor)(nil), (*Ceiling)(nil), (*Roof)(nil), (*Footing)(nil),
	(*CurtainWall)(nil)}
