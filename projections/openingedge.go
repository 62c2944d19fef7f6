package projections

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// FacePlace is a point on a face of a wall, relative to an opening of the wall. Openings are straight: in a curved wall
// they stand in the tangent at their middle, from which the faces curve away.
type FacePlace struct {
	Along  geometry.Length // distance along the wall's line, from its start
	Across geometry.Length // distance from the tangent at the middle of the opening, positive to the left
}

// FaceAt returns where a perpendicular to the tangent at the middle of an opening meets a face of the wall. along is
// the place of the perpendicular on the tangent, measured from the start of the wall as the opening's offset is. across
// is the distance of the face from the wall's line. In a straight wall both values stay unchanged.
func FaceAt(line fabric.WallPlan, o fabric.OpeningRect, along, across geometry.Length) FacePlace {
	if !line.Curved() {
		return FacePlace{along, across}
	}
	radius, _ := line.Radius()
	middle := o.Offset + o.Width/2
	r, beside := float64(radius), float64(along-middle)
	face := math.Abs(r - float64(across)) // the radius of the face
	beside = max(-face, min(face, beside))
	deep := math.Sqrt(float64(face*face) - float64(beside*beside)) // distance from the centre to the place
	angle := geometry.Atan2Degrees(beside, deep)
	on := geometry.Length(math.Round(math.Abs(r) * (float64(angle) * (math.Pi / 180e6))))
	if r < 0 {
		deep = -deep
	}
	return FacePlace{middle + on, radius - geometry.Length(math.Round(deep))}
}

// OpeningEdges returns where the two sides of an opening meet a face of its wall.
func OpeningEdges(line fabric.WallPlan, o fabric.OpeningRect, across geometry.Length) [2]FacePlace {
	return [2]FacePlace{FaceAt(line, o, o.Offset, across), FaceAt(line, o, o.Offset+o.Width, across)}
}
