package render

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Vector is a place or a direction in metres. Its operations round each product, so that no machine fuses them with
// sums.
type Vector struct{ X, Y, Z float64 }

// Metres returns a point of the model in metres.
func Metres(p geometry.Point3) Vector {
	return Vector{float64(p.X) / 1e6, float64(p.Y) / 1e6, float64(p.Z) / 1e6}
}

// Add returns v + w.
func (v Vector) Add(w Vector) Vector { return Vector{v.X + w.X, v.Y + w.Y, v.Z + w.Z} }

// Sub returns v - w.
func (v Vector) Sub(w Vector) Vector { return Vector{v.X - w.X, v.Y - w.Y, v.Z - w.Z} }

// Times returns v scaled by a factor.
func (v Vector) Times(f float64) Vector {
	return Vector{float64(v.X * f), float64(v.Y * f), float64(v.Z * f)}
}

// Dot returns the scalar product.
func (v Vector) Dot(w Vector) float64 {
	return float64(float64(v.X*w.X)+float64(v.Y*w.Y)) + float64(v.Z*w.Z)
}

// Cross returns the vector product.
func (v Vector) Cross(w Vector) Vector {
	return Vector{
		float64(v.Y*w.Z) - float64(v.Z*w.Y), float64(v.Z*w.X) - float64(v.X*w.Z), float64(v.X*w.Y) - float64(v.Y*w.X),
	}
}

// Length returns the length.
func (v Vector) Length() float64 { return math.Sqrt(v.Dot(v)) }

// Unit returns v scaled to length 1; it returns a zero vector unchanged.
func (v Vector) Unit() Vector {
	l := v.Length()
	if l == 0 {
		return v
	}
	return Vector{v.X / l, v.Y / l, v.Z / l}
}
