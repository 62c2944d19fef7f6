package building

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// gridPlacement returns the frame of an IfcGridPlacement in the world. Its origin is the intersection of two axes of a
// grid, or of curves at distances from them. X is the tangent of the first axis there, or the direction in the
// placement; Z is the Z axis of the grid (IFC4, IfcGridPlacement). If the origin or X cannot be computed, it returns an
// error with the reason and the frame of the grid.
func (s *Source) gridPlacement(in *step.Instance, depth int) (Frame, error) {
	place := s.one(in, "PlacementLocation")
	grid := s.gridFrame(in, place, depth)
	at, along, err := s.crossing(place)
	if err != nil {
		return grid, err
	}
	switch to := s.one(in, "PlacementRefDirection"); {
	case s.isA(to, "IfcDirection"):
		along = s.direction(to, along)
	case to != nil:
		other, _, err := s.crossing(to)
		if err != nil {
			return grid, err
		}
		along = other.Sub(at)
	}
	x, ok := unit(r3.Vector{X: along.X, Y: along.Y})
	if !ok {
		return grid, s.unreadable(in, "it has no direction in the plane of its grid")
	}
	return grid.Compose(Frame{O: at, X: x, Y: r3.Vector{X: -x.Y, Y: x.X}, Z: r3.Vector{Z: 1}}), nil
}

// gridFrame returns the frame of the grid of a placement: the placement that it names (IFC4X3), otherwise the grid of
// the first axis.
func (s *Source) gridFrame(in, crossing *step.Instance, depth int) Frame {
	if to := s.one(in, "PlacementRelTo"); to != nil {
		return s.placementAt(to, depth+1)
	}
	for _, axis := range s.many(crossing, "IntersectingAxes") {
		if grid := s.gridOf(axis); grid != nil {
			return s.placementAt(s.one(grid, "ObjectPlacement"), depth+1)
		}
	}
	return identity()
}

// gridOf returns the grid of an axis, nil for none.
func (s *Source) gridOf(axis *step.Instance) *step.Instance {
	if s.grids == nil {
		s.grids = map[int]*step.Instance{}
		kinds, names := s.index.Kinds()
		for i, kind := range kinds {
			if in := &s.file.Instances[i]; names[kind] != "" && s.isA(in, "IfcGrid") {
				for _, attribute := range []string{"UAxes", "VAxes", "WAxes"} {
					for _, a := range s.many(in, attribute) {
						s.grids[a.ID] = in
					}
				}
			}
		}
	}
	return s.grids[axis.ID]
}

// crossing returns the point of an IfcVirtualGridIntersection in the frame of its grid, and the tangent of the first
// axis there. Axes extend beyond their ends. If the axes intersect several times, it returns the intersection that lies
// least beyond the ends of the axes. Of equally good intersections it returns the first along the first axis.
func (s *Source) crossing(in *step.Instance) (at, along r3.Vector, err error) {
	axes, offsets := s.many(in, "IntersectingAxes"), numbers(s.value(in, "OffsetDistances"))
	if len(axes) != 2 {
		return at, along, s.unreadable(in, "it is no crossing of two axes")
	}
	for len(offsets) < 3 {
		offsets = append(offsets, 0)
	}
	var lines [2][]axisPart
	for i, axis := range axes {
		if lines[i], err = s.gridAxis(axis, float64(offsets[i]*s.units.length)); err != nil {
			return at, along, err
		}
	}
	least, found := 0.0, false
	for _, a := range lines[0] {
		for _, b := range lines[1] {
			for _, p := range meeting(a, b) {
				if beyond := a.beyond(p) + b.beyond(p); !found || beyond < least-sameLength {
					at, along, least, found = p, a.tangent(p), beyond, true
				}
			}
		}
	}
	if !found {
		return at, along, s.unreadable(in, "its axes do not cross")
	}
	at.Z = float64(offsets[2] * s.units.length)
	return at, along, nil
}

// gridAxis returns the parts of a curve at a distance to the left of a grid's axis.
func (s *Source) gridAxis(axis *step.Instance, left float64) ([]axisPart, error) {
	points, curved, err := s.gridCurve(s.one(axis, "AxisCurve"))
	if err != nil {
		return nil, err
	}
	if s.value(axis, "SameSense") == step.Value(step.False) {
		points = backwards(points)
	}
	for i := range points {
		points[i].Z = 0 // axes lie in the plane of their grid
	}
	var out []axisPart
	for _, part := range axisParts(points, curved) {
		if moved, ok := part.offset(left); ok {
			out = append(out, moved)
		}
	}
	return out, nil
}

// gridCurve returns the points of the curve of a grid's axis, which may be an infinite line.
func (s *Source) gridCurve(in *step.Instance) ([]r3.Vector, bool, error) {
	if !s.isA(in, "IfcLine") {
		return s.curve(in, 0)
	}
	from, along := s.point(s.one(in, "Pnt")), s.one(in, "Dir")
	d := s.direction(s.one(along, "Orientation"), r3.Vector{X: 1})
	length := s.length(along, "Magnitude")
	if length <= 0 {
		length = s.units.length
	}
	return []r3.Vector{from, from.Add(geometry.Times(d, length))}, false, nil
}
