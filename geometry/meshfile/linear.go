package meshfile

import "math"

// linear holds the linear value for each of the 256 values of an sRGB component (IEC 61966-2-1). They have four
// decimals, because the steps between the darkest values are about as small.
var linear = linearValues()

func linearValues() (out [256]float32) {
	for i := range out {
		v := float64(i) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		out[i] = float32(math.Round(v*1e4) / 1e4)
	}
	return out
}
