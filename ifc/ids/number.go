package ids

import (
	"math"
	"regexp"
	"strconv"
)

// tolerance is the e of IDS 1.0 (tolerance.md): a real x equals a value v where |x - v| <= |v| e + e.
const tolerance = 1e-6

// ulps allows for rounding errors. The subtraction and the conversions of both numbers from decimals each cause an
// error of up to half a unit in the last place. The arithmetic of the bound adds as much. Without it a number exactly
// on the bound, such as 1.000002 for 1, would fail because of its binary form.
const ulps = 4

// nearly reports whether a real of the model equals a real of the document within the tolerance.
func nearly(x, v float64) bool {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return x == v
	}
	unit := math.Max(math.Abs(x), math.Abs(v)) * 0x1p-52
	return math.Abs(x-v) <= float64(math.Abs(v)*tolerance)+tolerance+float64(ulps*unit)
}

// The patterns of numbers in XML Schema. The pattern of reals is stricter than the table of IDS (DataTypes.md), which
// would accept an empty text and a lone point.
var (
	realPattern    = regexp.MustCompile(`^([-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?|NaN|\+?INF|-INF)$`)
	integerPattern = regexp.MustCompile(`^[-+]?[0-9]+$`)
)

// ParseReal parses a text of type xs:double.
func ParseReal(text string) (float64, bool) {
	if !realPattern.MatchString(text) {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil || math.IsInf(v, 0)
}

func parseInteger(text string) (int64, bool) {
	if !integerPattern.MatchString(text) {
		return 0, false
	}
	v, err := strconv.ParseInt(text, 10, 64)
	return v, err == nil
}
