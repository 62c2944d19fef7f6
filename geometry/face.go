package geometry

import (
	"math"

	"github.com/golang/geo/r3"
)

// FaceMeasure holds the measurements of a face of a solid, in the parent of the solid's frame.
type FaceMeasure struct {
	Area      float64   // m2, without its holes
	Perimeter Length    // including its holes
	Normal    r3.Vector // a unit vector out of the solid
	Centre    Point3    // centre of area
	Box       Box
}

// MeasureFace measures a face. A face without area has no normal; its centre is a corner.
func (s Solid) MeasureFace(f Face) FaceMeasure {
	normal := s.normal(f)
	size := norm(normal)
	m := FaceMeasure{Area: size / 2 / squareMetre, Box: EmptyBox(), Centre: s.Frame.Point(s.Vertices[f.Loops[0][0]])}
	around := 0.0
	for _, loop := range f.Loops {
		for i, v := range loop {
			m.Box = m.Box.Extend(s.Frame.Point(s.Vertices[v]))
			around += norm(s.Vertices[loop[(i+1)%len(loop)]].Sub(s.Vertices[v]).Vector())
		}
	}
	m.Perimeter = Length(math.Round(around))
	if size > 0 {
		unit := r3.Vector{X: normal.X / size, Y: normal.Y / size, Z: normal.Z / size}
		m.Normal = positiveZeros(s.Frame.turn(unit))
		m.Centre = s.Frame.Point(s.centreOf(f, unit))
	}
	return m
}

// centreOf returns the centre of area of a face: the mean of the centres of triangle fans, weighted by area as seen
// along the normal. The parts of a fan beyond the face cancel.
func (s Solid) centreOf(f Face, normal r3.Vector) Point3 {
	origin := s.Vertices[f.Loops[0][0]]
	var sum r3.Vector
	total := 0.0
	for _, loop := range f.Loops {
		a := s.Vertices[loop[0]].Sub(origin).Vector()
		for i := 2; i < len(loop); i++ {
			b, c := s.Vertices[loop[i-1]].Sub(origin).Vector(), s.Vertices[loop[i]].Sub(origin).Vector()
			weight := Dot(normal, Cross(b.Sub(a), c.Sub(a)))
			third := a.Add(b).Add(c)
			sum = sum.Add(r3.Vector{X: float64(third.X * weight), Y: float64(third.Y * weight),
				Z: float64(third.Z * weight)})
			total += weight
		}
	}
	return origin.Add(roundVector(r3.Vector{X: sum.X / (3 * total), Y: sum.Y / (3 * total), Z: sum.Z / (3 * total)}))
}

// AngleBetween returns the angle between two vectors, 0 to 180 degrees, rounded to a millionth of a degree, or 0 if one
// of them has no length. It is also accurate for nearly parallel vectors.
func AngleBetween(a, b r3.Vector) Angle { return Atan2Degrees(norm(Cross(a, b)), Dot(a, b)) }
