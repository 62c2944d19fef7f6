package curved

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

func norm(v r3.Vector) float64 { return math.Sqrt(geometry.Dot(v, v)) }

func gap(a, b r3.Vector) float64 { return norm(a.Sub(b)) }

// lerp returns the point between a and b at a fraction t of the way.
func lerp(a, b r3.Vector, t float64) r3.Vector { return a.Add(geometry.Times(b.Sub(a), t)) }

// Frame is an origin with three unit vectors at right angles to each other.
type Frame struct {
	O, X, Y, Z r3.Vector
}

// point returns the point with given coordinates in the frame.
func (f Frame) point(x, y, z float64) r3.Vector {
	return f.O.Add(geometry.Times(f.X, x)).Add(geometry.Times(f.Y, y)).Add(geometry.Times(f.Z, z))
}

// local returns the coordinates of a point in the frame.
func (f Frame) local(p r3.Vector) r3.Vector {
	v := p.Sub(f.O)
	return r3.Vector{X: geometry.Dot(v, f.X), Y: geometry.Dot(v, f.Y), Z: geometry.Dot(v, f.Z)}
}

// flatLength returns the distance of a point from the Z axis.
func flatLength(q r3.Vector) float64 { return math.Sqrt(float64(q.X*q.X) + float64(q.Y*q.Y)) }
