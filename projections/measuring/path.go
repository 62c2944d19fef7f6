package measuring

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Path holds the measurements of a path of points.
type Path struct {
	Length geometry.Length   `json:"length"`
	Legs   []geometry.Length `json:"legs"`
	Angles []geometry.Angle  `json:"angles" jsonschema:"between the legs at each inner point, 180 for straight on"`
	Area   float64           `json:"area_m2,omitempty" jsonschema:"that it encloses, closed from last to first, seen square to it"`
	Box    geometry.Box      `json:"box"`
}

// Along measures a path of two points or more in a view. The error is OUT_OF_RANGE for fewer points,
// DEGENERATE_GEOMETRY for a repeated point, and OUT_OF_MODEL_BOUNDS for a point beyond the model.
func Along(v *projections.View, points []geometry.Point3) (*Path, error) {
	if len(points) < 2 {
		return nil, state.Errorf(state.OutOfRange, "points has %d: give two or more",
			len(points)).With("parameter", "points")
	}
	for i, p := range points {
		if err := checkPoint(v, fmt.Sprintf("point %d", i), "points", p); err != nil {
			return nil, err
		}
	}
	out := &Path{Box: geometry.EmptyBox().Extend(points[0]), Angles: []geometry.Angle{}}
	total := 0.0
	for i := 1; i < len(points); i++ {
		leg := points[i].Sub(points[i-1]).Vector().Norm()
		if leg == 0 {
			return nil, state.Errorf(state.DegenerateGeometry, "points %d and %d are the same: leave one out", i-1,
				i).With("parameter", "points")
		}
		total += leg
		out.Legs, out.Box = append(out.Legs, length(leg)), out.Box.Extend(points[i])
		if i > 1 {
			out.Angles = append(out.Angles, geometry.AngleBetween(points[i-2].Sub(points[i-1]).Vector(),
				points[i].Sub(points[i-1]).Vector()))
		}
	}
	out.Length, out.Area = length(total), enclosed(points)
	return out, nil
}

// enclosed returns the area of a closed ring in m2, by the sum of vectors of triangles (Newell).
func enclosed(ring []geometry.Point3) float64 {
	var sum r3.Vector
	for i := 2; i < len(ring); i++ {
		sum = sum.Add(ring[i-1].Sub(ring[0]).Vector().Cross(ring[i].Sub(ring[0]).Vector()))
	}
	return math.Round(sum.Norm()/2/1e6) / 1e6 // um2 to whole mm2, mm2 to m2
}
