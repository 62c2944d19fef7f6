package geometry

import "math"

// SinCos returns sine and cosine of an angle in radians, the same on every machine. It takes sine and cosine of the
// nearest Angle, and adds the first term of the series for the rest. The rest is below 9e-9 radians, so the omitted
// terms are below 1e-16.
func SinCos(radians float64) (sine, cosine float64) {
	turn := math.Mod(radians, 2*math.Pi)
	a := Angle(math.Round(turn * (180e6 / math.Pi)))
	rest := turn - float64(float64(a)*(math.Pi/180e6))
	s, c := a.Sin(), a.Cos()
	return s + float64(c*rest), c - float64(s*rest)
}
