package change

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// apart returns the shift that brings an element to the wanted distance from the leading element. The element stays on
// the side on which it was before the command, even if the leading element has moved past it.
func (s *solving) apart(c *Constraint, e, lead *state.Element) (geometry.Point2, error) {
	wanted := c.Value
	if c.Kind == ConstraintAligned {
		wanted = 0
	}
	m := s.t.Model
	a, b, lineE := axisOf(e)
	p, q, lineLead := axisOf(lead)
	switch {
	case lineE && lineLead:
		if d := (offLine(p, q, b) - offLine(p, q, a)).Abs(); d > ConstraintTolerance {
			return geometry.Point2{}, state.Errorf(state.DegenerateGeometry, "the axes are not parallel")
		}
		return across(p, q, offLine(p, q, a), s.wasLeft(lead, e, offLine(p, q, a)), wanted), nil
	case lineLead:
		off := offLine(p, q, PlaceOf(m, e).XY())
		return across(p, q, off, s.wasLeft(lead, e, off), wanted), nil
	case lineE: // the line moves, so the point is on its other side
		off := offLine(a, b, PlaceOf(m, lead).XY())
		shift := across(a, b, off, s.wasLeft(e, lead, off), wanted)
		return geometry.Point2{X: -shift.X, Y: -shift.Y}, nil
	}
	return s.apartFrom(PlaceOf(m, lead).XY(), PlaceOf(m, e).XY(), e, lead, wanted)
}

// apartFrom returns the shift that brings a place to the wanted distance from the leading place. The shift is along the
// line through both places. The place stays on the same side of the leading place as before the command.
func (s *solving) apartFrom(from, at geometry.Point2, e, lead *state.Element,
	wanted geometry.Length) (geometry.Point2, error) {
	now, was := at.Sub(from), geometry.Point2{}
	if old, oldLead, both := s.bothBefore(e, lead); both {
		before := s.t.Before
		was = PlaceOf(before, old).XY().Sub(PlaceOf(before, oldLead).XY())
	}
	turned := float64(float64(now.X)*float64(was.X))+float64(float64(now.Y)*float64(was.Y)) < 0
	if now == (geometry.Point2{}) {
		turned = was != geometry.Point2{}
	}
	var direction r3.Vector
	switch {
	case turned:
		direction = geometry.Direction(geometry.Point2{}, was)
	case now == geometry.Point2{}:
		return geometry.Point2{}, state.Errorf(state.DegenerateGeometry,
			"both are at one place, which says no direction")
	default:
		direction = geometry.Direction(geometry.Point2{}, now)
	}
	to := from.Add(shiftBy(direction, wanted))
	return to.Sub(at), nil
}

// bothBefore returns two elements as they were before the command. both is false if one of them did not exist.
func (s *solving) bothBefore(e, other *state.Element) (old, oldOther *state.Element, both bool) {
	old, there := s.t.Before.Element(e.ID)
	oldOther, thereToo := s.t.Before.Element(other.ID)
	return old, oldOther, there && thereToo
}

// wasLeft reports whether an element was to the left of an axis before the command, as seen in the present direction of
// the axis. If the element was on the axis or did not exist, its present side decides.
func (s *solving) wasLeft(line, e *state.Element, off geometry.Length) bool {
	now := off >= 0
	old, oldLine, both := s.bothBefore(e, line)
	if !both {
		return now
	}
	p, q, was := axisOf(oldLine)
	if !was {
		return now
	}
	at := PlaceOf(s.t.Before, old).XY()
	if a, _, axis := axisOf(old); axis {
		at = a
	}
	side := offLine(p, q, at)
	if side == 0 {
		return now
	}
	a, b, _ := axisOf(line)
	turned := geometry.Direction(a, b).Dot(geometry.Direction(p, q)) < 0 // its ends have changed places
	return side > 0 != turned
}

// across returns the shift that brings an element to the wanted distance from a line, on the given side. The element
// now lies at distance off to the left of the line.
func across(p, q geometry.Point2, off geometry.Length, left bool, wanted geometry.Length) geometry.Point2 {
	if !left {
		wanted = -wanted
	}
	d := geometry.Direction(p, q)
	return shiftBy(r3.Vector{X: -d.Y, Y: d.X}, wanted-off)
}

func shiftBy(d r3.Vector, by geometry.Length) geometry.Point2 {
	return geometry.Point2{X: fabric.RoundLength(float64(d.X * float64(by))),
		Y: fabric.RoundLength(float64(d.Y * float64(by)))}
}
