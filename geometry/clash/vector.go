package clash

import "github.com/golang/geo/r3"

// times returns v m with every product rounded: a product of r3.Vector.Mul may be fused with a sum that follows, on
// some machines and not on others.
func times(v r3.Vector, m float64) r3.Vector {
	return r3.Vector{X: float64(v.X * m), Y: float64(v.Y * m), Z: float64(v.Z * m)}
}
