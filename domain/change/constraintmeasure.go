package change

import (
	"bytes"
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ConstraintTolerance is the tolerance for lengths of constraints. When an axis is moved or turned, each of its ends is
// rounded by up to 0.71 micrometres in plan. The errors of two such ends, and of a line that is extended by its own
// length, add up to less than 5 micrometres.
const ConstraintTolerance = 5 * geometry.Micrometre

// constraintState is the measured value of a constraint and whether the constraint holds.
type constraintState struct {
	value geometry.Length
	Holds bool
	Words string // the measured state, for a message
}

// ConstraintState returns the measured value of a constraint in its unit and whether the constraint holds. The error
// gives the reason why nothing can be measured.
func ConstraintState(m *state.Model, id state.ID) (value geometry.Length, holds bool, words string, err error) {
	e, err := m.FindOf(id, state.CategoryConstraint)
	if err != nil {
		return 0, false, "", err
	}
	s, err := MeasureConstraint(m, e.Params.(*Constraint))
	return s.value, s.Holds, s.Words, err
}

// MeasureConstraint measures a constraint on the model as it is.
func MeasureConstraint(m *state.Model, c *Constraint) (constraintState, error) {
	if c.Query != nil {
		return measureQuery(m, c)
	}
	e, err := m.Find(c.ElementID)
	if err != nil {
		return constraintState{}, err
	}
	var other *state.Element
	if c.OtherID != "" {
		if other, err = m.Find(c.OtherID); err != nil {
			return constraintState{}, err
		}
	}
	switch c.Kind {
	case ConstraintDistance, ConstraintAligned:
		return measureApart(m, c, e, other)
	case ConstraintEqual:
		return measureEqual(c, e, other)
	case ConstraintClearance:
		return newClearing(m).clearance(c)
	case ConstraintClearDistance:
		return measureClear(m, c, e, other)
	case ConstraintAttachedToLevel:
		return measureAttached(m, c, e, other)
	case ConstraintAttachedToElement:
		return measureBeside(m, c, e, other)
	}
	return measureFixed(m, c, e)
}

func within(a, b geometry.Length) bool { return (a - b).Abs() <= ConstraintTolerance }

// axisOf returns the axis of an element in plan, or false for an element without a straight axis.
func axisOf(e *state.Element) (a, b geometry.Point2, ok bool) {
	if state.FixedOf(e) != nil {
		return a, b, false
	}
	switch p := e.Params.(type) {
	case *fabric.Wall:
		return p.Start, p.End, p.Mid == nil
	case *fabric.CurtainWall:
		return p.Start, p.End, !p.Bent()
	case *member.Beam:
		return p.Start.XY(), p.End.XY(), p.Start.XY() != p.End.XY()
	case *services.Segment:
		return p.Start.XY(), p.End.XY(), p.Start.XY() != p.End.XY()
	}
	return a, b, false
}

// isCurved reports whether an element is a wall along an arc.
func isCurved(e *state.Element) bool {
	w, ok := e.Params.(*fabric.Wall)
	return ok && w.Mid != nil && w.Fixed == nil
}

// PlaceOf returns the point by which an element is placed, in the world.
func PlaceOf(m *state.Model, e *state.Element) geometry.Point3 {
	if e == nil {
		return geometry.Point3{}
	}
	p := AnchorOf(m, e)
	if wall, ok := m.Element(e.HostID); ok && fabric.SetInWall(e) {
		p.Z += shape.ElevationOf(
			m,
			wall.LevelID,
		) // the point of a wall's line has the wall's own height above its level
		return p
	}
	p.Z += shape.ElevationOf(m, e.LevelID)
	return p
}

// placesOf returns the points that locate an element: its place and the ends of its axis, or the three points of its
// arc.
func placesOf(m *state.Model, e *state.Element) []geometry.Point3 {
	out := []geometry.Point3{PlaceOf(m, e)}
	if isCurved(e) {
		w := e.Params.(*fabric.Wall)
		return append(out, w.Start.At(0), w.Mid.At(0), w.End.At(0))
	}
	if a, b, ok := axisOf(e); ok {
		out = append(out, a.At(0), b.At(0))
	}
	return out
}

// offLine returns how far a point lies to the left of a line, rounded to a micrometre.
func offLine(a, b, p geometry.Point2) geometry.Length {
	d := geometry.Direction(a, b)
	q := p.Sub(a)
	return geometry.Length(math.Round(float64(d.X*float64(q.Y)) - float64(d.Y*float64(q.X))))
}

// measureApart measures the constraints distance and aligned, between two parallel axes or between an axis and a point.
// It measures a distance also between two points.
func measureApart(m *state.Model, c *Constraint, e, other *state.Element) (constraintState, error) {
	for _, x := range [...]*state.Element{e, other} {
		if isCurved(x) {
			return constraintState{}, state.Errorf(state.OutOfRange,
				"%s is curved: a distance is measured and an alignment made "+
					"with straight axes; keep it by fixed, attached_to_element or clearance", shape.NameOf(m, x.ID)).
				With("parameter", "element_ids").With("element_id", x.ID)
		}
	}
	a, b, lineE := axisOf(e)
	p, q, lineOther := axisOf(other)
	wanted := c.Value
	if c.Kind == ConstraintAligned {
		wanted = 0
	}
	var found, off geometry.Length
	switch {
	case lineE && lineOther:
		found = offLine(p, q, a).Abs()
		off = (offLine(p, q, b) - offLine(p, q, a)).Abs()
	case lineOther:
		found = offLine(p, q, PlaceOf(m, e).XY()).Abs()
	case lineE:
		found = offLine(a, b, PlaceOf(m, other).XY()).Abs()
	case c.Kind == ConstraintAligned:
		return constraintState{}, state.Errorf(state.OutOfRange,
			"neither %s nor %s has an axis to be aligned with: name a wall, "+
				"a beam or a segment", shape.NameOf(m, e.ID), shape.NameOf(m, other.ID)).
			With("parameter", "element_ids")
	default:
		found = geometry.Distance(PlaceOf(m, e).XY(), PlaceOf(m, other).XY())
	}
	words := fmt.Sprintf("%s %v mm from %s", measuredAt(m, e), found, measuredAt(m, other))
	s := constraintState{found, within(found, wanted) && off <= ConstraintTolerance, words}
	if off > ConstraintTolerance {
		s.Words = fmt.Sprintf("not parallel: %v mm apart at one end, %v more or less at the other", found, off)
	}
	return s, nil
}

// measuredAt names the part of an element, its axis or its place, from which a distance is measured.
func measuredAt(m *state.Model, e *state.Element) string {
	if _, _, line := axisOf(e); line {
		return "axis of " + shape.NameOf(m, e.ID)
	}
	return "place of " + shape.NameOf(m, e.ID)
}

// measureEqual compares a parameter of two elements.
func measureEqual(c *Constraint, e, other *state.Element) (constraintState, error) {
	values := [2][]byte{}
	for i, x := range [...]*state.Element{e, other} {
		p, ok := x.Category.Parameter(c.Parameter)
		if !ok || state.FixedOf(x) != nil {
			return constraintState{}, state.Errorf(state.UnknownParameter, "a %s has no parameter %q to keep equal",
				x.Category,
				c.Parameter).With("parameter", "parameter").With("element_id", x.ID)
		}
		values[i] = p.Get(x.Params)
	}
	return constraintState{0, bytes.Equal(values[0], values[1]), fmt.Sprintf("%s and %s", values[0], values[1])}, nil
}

// heightsOf returns base and top of an element. ok is false if its parameters do not contain its height, or if its
// height follows from elements that it is attached to.
func heightsOf(m *state.Model, e *state.Element) (base, top geometry.Length, ok bool) {
	if state.FixedOf(e) != nil || len(state.AttachmentsOf(e).All()) > 0 {
		return 0, 0, false
	}
	z := shape.ElevationOf(m, e.LevelID)
	switch p := e.Params.(type) {
	case *fabric.Wall:
		return z + p.BaseOffset, z + p.BaseOffset + p.Height, true
	case *fabric.CurtainWall:
		return z + p.BaseOffset, z + p.BaseOffset + p.Height, true
	case *member.Column:
		if p.TopLevel != "" {
			return 0, 0, false
		}
		return z + p.BaseOffset, z + p.BaseOffset + p.Height, true
	}
	return 0, 0, false
}

// reachOf returns the lowest and the highest point of the body of an element whose parameters do not contain its
// height. ok is false if it has no body or if its height follows from another element.
func reachOf(m *state.Model, e *state.Element) (base, top geometry.Length, ok bool) {
	if fabric.SetInWall(e) || len(state.AttachmentsOf(e).All()) > 0 {
		return 0, 0, false
	}
	body, err := shape.Body(m, e.ID)
	if err != nil || len(body) == 0 {
		return 0, 0, false
	}
	box := body.Bounds()
	return box.Min.Z, box.Max.Z, true
}

// measureAttached measures the height of base or top above a level.
func measureAttached(m *state.Model, c *Constraint, e, level *state.Element) (constraintState, error) {
	base, top, ok := heightsOf(m, e)
	if !ok {
		base, top, ok = reachOf(m, e)
	}
	if !ok {
		return constraintState{}, state.Errorf(state.OutOfRange,
			"base and top of %s follow from what it is in or attached to: "+
				"attach that to the level", shape.NameOf(m, e.ID)).With("element_id", e.ID)
	}
	z := top
	if c.End == "base" {
		z = base
	}
	d := z - shape.ElevationOf(m, level.ID)
	return constraintState{d, d == c.Value, fmt.Sprintf("%s %v mm above the level", c.End, d)}, nil
}

// measureBeside measures the distance of an element from its required place beside the other element.
func measureBeside(m *state.Model, c *Constraint, e, other *state.Element) (constraintState, error) {
	if len(c.Places) != 1 {
		return constraintState{}, state.Errorf(state.OutOfRange,
			"the constraint does not say where the element is beside "+
				"the other").With("parameter", "places")
	}
	off := PlaceOf(m, e).Sub(PlaceOf(m, other)).Sub(c.Places[0])
	d := max(off.X.Abs(), off.Y.Abs(), off.Z.Abs())
	return constraintState{0, d <= ConstraintTolerance, fmt.Sprintf("%v mm off its place beside the other", d)}, nil
}

// measureFixed measures the distance of an element from the place at which it was fixed.
func measureFixed(m *state.Model, c *Constraint, e *state.Element) (constraintState, error) {
	now := placesOf(m, e)
	off := geometry.Length(0)
	for i, p := range c.Places {
		if i >= len(now) {
			return constraintState{0, false, "it has no axis any more"}, nil
		}
		d := now[i].Sub(p)
		off = max(off, d.X.Abs(), d.Y.Abs(), d.Z.Abs())
	}
	return constraintState{0, off == 0, fmt.Sprintf("%v mm off its place", off)}, nil
}
