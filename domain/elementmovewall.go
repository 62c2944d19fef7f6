package domain

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// held returns the parameters with which an element stays where it is while its wall moves.
func (c MoveElement) held(params Params, wall *Wall) Params {
	if o, ok := params.(*Opening); ok && o.FilledBy != "" {
		return params
	}
	return shifted(params, wall.shift(params, geometry.Point2{}.Sub(c.Delta.XY())), -c.Delta.Z)
}

// holdInWall keeps what is set in a wall where it is when the wall is made longer or shorter at its start: offsets are
// measured from there. A start beside the wall's line makes another wall, of which the offsets are as they were.
func (t *transaction) holdInWall(before *Element) error {
	was, ok := lineWall(before)
	after, found := t.model.Element(before.ID)
	if !ok || !found {
		return nil
	}
	is, still := lineWall(after)
	if !still || is.Start == was.Start || is.End != was.End {
		return nil
	}
	by, ok := was.longerAtStart(is)
	if !ok {
		return nil
	}
	for _, id := range t.model.HostedBy(before.ID) {
		if hosted, ok := t.model.Element(id); ok {
			if err := t.slideBy(hosted, by); err != nil {
				return err
			}
		}
	}
	return nil
}

// longerAtStart returns by how much a wall of the same end is longer than this one, along the same line or circle;
// false where it is along another one.
func (w *Wall) longerAtStart(is *Wall) (geometry.Length, bool) {
	frame, arc, old := w.line(0)
	_, now, length := is.line(0)
	if arc.curved() || now.curved() {
		return length - old, w.Mid != nil && is.Mid != nil && *w.Mid == *is.Mid &&
			math.Abs(now.radius-arc.radius) <= float64(roundingSlack)
	}
	start := frame.Local(is.Start.At(0)).XY()
	return length - old, start.Y.Abs() <= roundingSlack && start.X < old
}

// slideBy moves what is set in a wall along it; an opening is where its filling is.
func (t *transaction) slideBy(hosted *Element, by geometry.Length) error {
	p, ok := hosted.Params.(measuredInWall)
	if filler(hosted) != "" || !ok {
		return nil
	}
	if offset, _ := p.edge(); offset+by < 0 {
		return Errorf(OpeningOutsideHost,
			"%s %q stays where it is and would begin %s mm before the start of its wall: start the wall there or "+
				"before it, or move or delete it first", hosted.Category, hosted.Name, -offset-by).
			With("opening_id", hosted.ID).With("host_id", hosted.HostID).With("distance", -offset-by)
	}
	return t.change(hosted, paramFacets(hosted.Category), func(e *Element) { e.Params = p.slid(by, 0) })
}

// hostWall returns the wall that an opening, door or window is set in, and measured along; of a curtain wall the wall
// of its line.
func (m *Model) hostWall(e *Element) (*Wall, bool) {
	host, ok := m.Element(e.HostID)
	if !ok || !setInWall(e) {
		return nil, false
	}
	return lineWall(host)
}

// lineWall returns a wall, or the wall with the line, the faces and the height of a curtain wall: what is set in one of
// them is measured along it. False for all else, and for a curtain wall by its body alone.
func lineWall(e *Element) (*Wall, bool) {
	switch p := e.Params.(type) {
	case *Wall:
		return p, true
	case *CurtainWall:
		return p.lineWall(), p.Fixed == nil
	}
	return nil, false
}

// measuredInWall is a category whose elements a wall or curtain wall hosts and that are measured along it: openings,
// doors and windows.
type measuredInWall interface {
	// edge returns how far the near edge is from the start of the wall, and the sill's height above the wall's base.
	edge() (offset, sill geometry.Length)
	// slid returns the parameters further along the wall and higher up.
	slid(by, up geometry.Length) Params
}

// setInWall reports whether an element that a wall hosts is measured along the wall. Other hosted elements only move
// with it.
func setInWall(e *Element) bool {
	_, ok := e.Params.(measuredInWall)
	return ok
}

// edgeInWall returns the point of a wall's line at the near edge of an element in it, at the height of its sill.
// Without a wall it is the origin.
func (m *Model) edgeInWall(e *Element, p measuredInWall) geometry.Point3 {
	wall, ok := m.hostWall(e)
	if !ok {
		return geometry.Point3{}
	}
	offset, sill := p.edge()
	frame, arc, length := wall.line(wall.BaseOffset)
	x, y := arc.at(float64(offset), 0, float64(length))
	return frame.Point(roundPoint(x, y).At(sill))
}

// slide returns the parameters of a door, window or opening after a move along its wall.
func (c MoveElement) slide(e *Element, wall *Wall) (Params, error) {
	if o, ok := e.Params.(*Opening); ok && o.FilledBy != "" {
		return nil, Errorf(IllegalState, "this opening follows the door or window in it: move element %s instead",
			o.FilledBy).With("element_id", o.FilledBy)
	}
	by, across := wall.shifts(e.Params, c.Delta.XY())
	slack := roundingSlack
	if wall.Mid != nil { // a straight delta leaves an arc: what is given may end within the wall
		slack = max(slack, wall.Thickness/2)
	}
	if c.Rotation != 0 || across.Abs() > slack {
		return nil, Errorf(IllegalState,
			"a %s moves along its wall only: give a delta in the wall's direction, or modify its offset", e.Category).
			With("element_id", e.ID).With("host_id", e.HostID)
	}
	return shifted(e.Params, by, c.Delta.Z), nil
}

// shift returns how far along a wall's line what is set in it goes by a delta.
func (w *Wall) shift(params Params, delta geometry.Point2) geometry.Length {
	by, _ := w.shifts(params, delta)
	return by
}

// shifts returns how far along a wall's line and across it the near edge of what is set in it goes by a delta; in a
// curved wall it is the middle of a door, window or opening.
func (w *Wall) shifts(params Params, delta geometry.Point2) (by, across geometry.Length) {
	frame, arc, length := w.line(0)
	if !arc.curved() {
		d, x, y := frame.X, float64(delta.X), float64(delta.Y)
		return roundLength(float64(d.X*x) + float64(d.Y*y)), roundLength(float64(d.X*y) - float64(d.Y*x))
	}
	middle := geometry.Length(0)
	if p, ok := params.(measuredInWall); ok {
		middle, _ = p.edge()
	}
	if p, ok := params.(filling); ok {
		width, _ := p.size()
		middle += width / 2
	} else if o, ok := params.(*Opening); ok {
		middle += o.Width / 2
	}
	from := frame.Point(roundPoint(arc.at(float64(middle), 0, float64(length))).At(0)).XY()
	along, across := arc.place(frame.Local(from.Add(delta).At(0)).XY(), length)
	return along - middle, across
}

// roundingSlack is how far a shift along a skew wall may lead across it, after each coordinate was rounded to 1 mm.
const roundingSlack = geometry.Millimetre

// shifted returns a hosted element's parameters further along its wall and higher up.
func shifted(params Params, by, up geometry.Length) Params {
	if p, ok := params.(measuredInWall); ok {
		return p.slid(by, up)
	}
	return params
}
