package change

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// held returns the parameters that keep an element in its place while its wall moves.
func (c MoveElement) held(params state.Params, wall *fabric.Wall) state.Params {
	if o, ok := params.(*fabric.Opening); ok && o.FilledBy != "" {
		return params
	}
	return shifted(params, wallShift(wall, params, geometry.Point2{}.Sub(c.Delta.XY())), -c.Delta.Z)
}

// holdInWall keeps elements in a wall in place when the wall becomes longer or shorter at its start, because offsets
// are measured from there. If the new start is not on the wall's line, the offsets stay unchanged.
func (t *Transaction) holdInWall(before *state.Element) error {
	was, ok := fabric.LineWall(before)
	after, found := t.Model.Element(before.ID)
	if !ok || !found {
		return nil
	}
	is, still := fabric.LineWall(after)
	if !still || is.Start == was.Start || is.End != was.End {
		return nil
	}
	by, ok := wallLongerAtStart(was, is)
	if !ok {
		return nil
	}
	for _, id := range t.Model.HostedBy(before.ID) {
		if hosted, ok := t.Model.Element(id); ok {
			if err := t.slideBy(hosted, by); err != nil {
				return err
			}
		}
	}
	return nil
}

// wallLongerAtStart returns the length by which a wall in its new form (is) is longer at its start than in its old form
// (w). The second result is false unless both lie along the same line or circle.
func wallLongerAtStart(w *fabric.Wall, is *fabric.Wall) (geometry.Length, bool) {
	frame, arc, old := w.Line(0)
	_, now, length := is.Line(0)
	if arc.Curved() || now.Curved() {
		return length - old, w.Mid != nil && is.Mid != nil && *w.Mid == *is.Mid &&
			math.Abs(now.Radius-arc.Radius) <= float64(roundingSlack)
	}
	start := frame.Local(is.Start.At(0)).XY()
	return length - old, start.Y.Abs() <= roundingSlack && start.X < old
}

// slideBy moves an element along its wall. It skips a filled opening, which follows its door or window.
func (t *Transaction) slideBy(hosted *state.Element, by geometry.Length) error {
	p, ok := hosted.Params.(fabric.MeasuredInWall)
	if Filler(hosted) != "" || !ok {
		return nil
	}
	if offset, _ := p.Edge(); offset+by < 0 {
		return state.Errorf(state.OpeningOutsideHost,
			"%s %q stays where it is and would begin %s mm before the start of its wall: start the wall there or "+
				"before it, or move or delete it first", hosted.Category, hosted.Name, -offset-by).
			With("opening_id", hosted.ID).With("host_id", hosted.HostID).With("distance", -offset-by)
	}
	return t.change(hosted, shape.ParamFacets(hosted.Category), func(e *state.Element) { e.Params = p.Slid(by, 0) })
}

// slide returns the parameters of a door, window or opening after a move along its wall.
func (c MoveElement) slide(e *state.Element, wall *fabric.Wall) (state.Params, error) {
	if o, ok := e.Params.(*fabric.Opening); ok && o.FilledBy != "" {
		return nil, state.Errorf(state.IllegalState,
			"this opening follows the door or window in it: move element %s instead",
			o.FilledBy).With("element_id", o.FilledBy)
	}
	by, across := wallShifts(wall, e.Params, c.Delta.XY())
	slack := roundingSlack
	if wall.Mid != nil { // a straight delta leaves an arc, so it may end anywhere within the wall
		slack = max(slack, wall.Thickness/2)
	}
	if c.Rotation != 0 || across.Abs() > slack {
		return nil, state.Errorf(state.IllegalState,
			"a %s moves along its wall only: give a delta in the wall's direction, or modify its offset", e.Category).
			With("element_id", e.ID).With("host_id", e.HostID)
	}
	return shifted(e.Params, by, c.Delta.Z), nil
}

// wallShift returns how far along a wall's line an element in the wall moves by a delta.
func wallShift(w *fabric.Wall, params state.Params, delta geometry.Point2) geometry.Length {
	by, _ := wallShifts(w, params, delta)
	return by
}

// wallShifts returns how far a delta moves the near edge of an element in a wall, along the wall's line and across it.
// In a curved wall the middle of the door, window or opening is used instead of the near edge.
func wallShifts(w *fabric.Wall, params state.Params, delta geometry.Point2) (by, across geometry.Length) {
	frame, arc, length := w.Line(0)
	if !arc.Curved() {
		d, x, y := frame.X, float64(delta.X), float64(delta.Y)
		return fabric.RoundLength(float64(d.X*x) + float64(d.Y*y)), fabric.RoundLength(float64(d.X*y) - float64(d.Y*x))
	}
	middle := geometry.Length(0)
	if p, ok := params.(fabric.MeasuredInWall); ok {
		middle, _ = p.Edge()
	}
	if p, ok := params.(fabric.Filling); ok {
		width, _ := p.Size()
		middle += width / 2
	} else if o, ok := params.(*fabric.Opening); ok {
		middle += o.Width / 2
	}
	from := frame.Point(fabric.RoundPoint(arc.At(float64(middle), 0, float64(length))).At(0)).XY()
	along, across := arc.Place(frame.Local(from.Add(delta).At(0)).XY(), length)
	return along - middle, across
}

// roundingSlack is the allowed deviation of a shift from the line of a skew wall, because callers round each coordinate
// to 1 mm.
const roundingSlack = geometry.Millimetre

// shifted returns a hosted element's parameters shifted along its wall and upwards.
func shifted(params state.Params, by, up geometry.Length) state.Params {
	if p, ok := params.(fabric.MeasuredInWall); ok {
		return p.Slid(by, up)
	}
	return params
}
