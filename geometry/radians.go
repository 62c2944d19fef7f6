package geometry

import "math"

// SinCos returns sine and cosine of an angle in radians, the same on every machine: those of the nearest angle on the
// grid, and the rest by the first term of the series, which is below 9e-9 radians, so that what is left out is below
// 1e-16.
func SinCos(radians float64) (sine, cosine float64) {
	turn := math.Mod(radians, 2*math.Pi)
	a := Angle(math.Round(turn * (180e6 / math.Pi)))
	rest := turn - float64(float64(a)*(math.Pi/180e6))
	s, c := a.Sin(), a.Cos()
	return s + float64(c*rest), c - float64(s*rest)
}
