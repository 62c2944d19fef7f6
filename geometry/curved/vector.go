package curved

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

func norm(v r3.Vector) float64 { return math.Sqrt(geometry.Dot(v, v)) }

func gap(a, b r3.Vector) float64 { return norm(a.Sub(b)) }

// lerp returns what lies between a and b at a part t of the way.
func lerp(a, b r3.Vector, t float64) r3.Vector { return a.Add(geometry.Times(b.Sub(a), t)) }

// Frame is an origin with three unit vectors at right angles to each other.
type Frame struct {
	O, X, Y, Z r3.Vector
}

// point takes coordinates in the frame out of it.
func (f Frame) point(x, y, z float64) r3.Vector {
	return f.O.Add(geometry.Times(f.X, x)).Add(geometry.Times(f.Y, y)).Add(geometry.Times(f.Z, z))
}

// local returns coordinates in the frame.
func (f Frame) local(p r3.Vector) r3.Vector {
	v := p.Sub(f.O)
	return r3.Vector{X: geometry.Dot(v, f.X), Y: geometry.Dot(v, f.Y), Z: geometry.Dot(v, f.Z)}
}

// flatLength returns how far a point is from the Z axis.
func flatLength(q r3.Vector) float64 { return math.Sqrt(float64(q.X*q.X) + float64(q.Y*q.Y)) }
