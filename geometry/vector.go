package geometry

import (
	"math"

	"github.com/golang/geo/r3"
)

// Dot returns the inner product of two vectors. Like Cross it rounds every product, so that no machine fuses them into
// another result.
func Dot(a, b r3.Vector) float64 {
	return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z)
}

// Cross returns the outer product of two vectors, right-handed.
func Cross(a, b r3.Vector) r3.Vector {
	return r3.Vector{
		X: float64(a.Y*b.Z) - float64(a.Z*b.Y),
		Y: float64(a.Z*b.X) - float64(a.X*b.Z),
		Z: float64(a.X*b.Y) - float64(a.Y*b.X),
	}
}

// Times returns a vector m times as long. Like Dot it rounds every product: on some machines r3.Vector.Mul would be
// fused with a following sum.
func Times(v r3.Vector, m float64) r3.Vector {
	return r3.Vector{X: float64(v.X * m), Y: float64(v.Y * m), Z: float64(v.Z * m)}
}

func norm(v r3.Vector) float64 { return math.Sqrt(Dot(v, v)) }

// roundVector rounds micrometres to the grid.
func roundVector(v r3.Vector) Point3 {
	return Point3{Length(math.Round(v.X)), Length(math.Round(v.Y)), Length(math.Round(v.Z))}
}

// positiveZeros makes negative zeros positive, so that equal directions have equal texts.
func positiveZeros(v r3.Vector) r3.Vector { return r3.Vector{X: v.X + 0, Y: v.Y + 0, Z: v.Z + 0} }

func sign(l Length) float64 {
	if l < 0 {
		return -1
	}
	return 1
}
