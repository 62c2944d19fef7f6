package building

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// linearPlacement returns the frame of an IfcLinearPlacement relative to its parent. It is located at a length along a
// curve, with X along the curve, Y to the left and Z upwards. It is then rotated as the placement states (IFC4X3,
// IfcAxis2PlacementLinear). If the file also has a Cartesian position, that is used instead.
func (s *Source) linearPlacement(in *step.Instance) (Frame, error) {
	if position := s.one(in, "CartesianPosition"); position != nil {
		return s.axes(position), nil
	}
	relative := s.one(in, "RelativePlacement")
	place := s.one(relative, "Location")
	if !s.isA(place, "IfcPointByDistanceExpression") {
		return identity(), s.unreadable(in, "it names no place along a curve")
	}
	f, err := s.alongCurve(place)
	if err != nil {
		return identity(), err
	}
	turned := Frame{Z: s.direction(s.one(relative, "Axis"), r3.Vector{Z: 1})}
	turned.X, turned.Y = s.besideAxis(turned.Z, s.one(relative, "RefDirection"))
	return f.Compose(turned), nil
}

// alongCurve returns the frame of an IfcPointByDistanceExpression: X along the curve, Y to the left in plan, displaced
// by its offsets in that frame.
func (s *Source) alongCurve(in *step.Instance) (Frame, error) {
	if typed, ok := s.value(in, "DistanceAlong").(step.Typed); !ok || typed.Name != "IFCLENGTHMEASURE" {
		return identity(), s.unreadable(in, "places by the parameter of a curve are not read")
	}
	basis := s.one(in, "BasisCurve")
	line, curved, err := s.curve(basis, 0)
	if err != nil {
		return identity(), err
	}
	line = distinct(line)
	if len(line) < 2 {
		return identity(), s.unreadable(in, "its curve has no length")
	}
	at, x := placeAlong(line, s.length(in, "DistanceAlong"), s.isA(basis, "IfcGradientCurve"), curved)
	y, ok := unit(geometry.Cross(r3.Vector{Z: 1}, x))
	if !ok {
		return identity(), s.unreadable(in, "its curve is upright there")
	}
	f := Frame{O: at, X: x, Y: y, Z: geometry.Cross(x, y)}
	f.O = f.Point(r3.Vector{X: s.length(in, "OffsetLongitudinal"), Y: s.length(in, "OffsetLateral"),
		Z: s.length(in, "OffsetVertical")})
	return f, nil
}

// placeAlong returns the point at a length along a line, and the direction at that point. Beyond the ends it continues
// the first or the last leg. If flat is true, lengths are measured in plan (IFC4X3, IfcGradientCurve).
func placeAlong(line []r3.Vector, length float64, flat, curved bool) (at, direction r3.Vector) {
	size := func(v r3.Vector) float64 {
		if flat {
			v.Z = 0
		}
		return v.Norm()
	}
	leg := 0
	for leg < len(line)-2 && length > size(line[leg+1].Sub(line[leg]))+sameLength {
		length -= size(line[leg+1].Sub(line[leg]))
		leg++
	}
	v := line[leg+1].Sub(line[leg])
	part := 0.0
	if s := size(v); s > 0 {
		part = length / s
	}
	at = line[leg].Add(geometry.Times(v, part))
	if !curved {
		direction, _ = unit(v)
		return at, direction
	}
	from, to := tangentAt(line, leg, leg-1), tangentAt(line, leg, leg+1)
	part = max(0, min(1, part))
	direction, _ = unit(geometry.Times(from, 1-part).Add(geometry.Times(to, part)))
	return at, direction
}

// tangentAt returns the direction of a curve at the end of one of its chords where another chord begins. It is halfway
// between the chords if both approximate one bend, that is, if they are nearly equally long and deviate from the bend
// no more than chords do. Otherwise it is the direction of the chord, since the curve has a corner there or continues
// straight.
func tangentAt(line []r3.Vector, chord, next int) r3.Vector {
	v := line[chord+1].Sub(line[chord])
	d, _ := unit(v)
	if next < 0 || next > len(line)-2 {
		return d
	}
	w := line[next+1].Sub(line[next])
	e, _ := unit(w)
	long, short := max(v.Norm(), w.Norm()), min(v.Norm(), w.Norm())
	rise := float64(long*d.Sub(e).Norm()) / 8 // rise of an arc over its chord: an eighth of length times turn
	if short < sameChords*long || rise > 2*float64(geometry.ChordTolerance) {
		return d
	}
	out, _ := unit(d.Add(e))
	return out
}

// sameChords is the least ratio of the lengths of two neighbouring chords of one bend. Chords of an arc are equally
// long, chords of a clothoid nearly.
const sameChords = 0.9
