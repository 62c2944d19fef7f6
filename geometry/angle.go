package geometry

import "fmt"

// Angle is an angle in millionths of a degree. It is for values that a person gives as an angle, such as a slope or a
// rotation. Directions are derived from points where possible.
type Angle int64

// Degree is one degree.
const Degree Angle = 1_000_000

// angleOverflow is the greatest angle that a decoder returns. Integer arithmetic can still handle it.
const angleOverflow Angle = 1 << 60

// Degrees returns decimal degrees.
func (a Angle) Degrees() float64 { return float64(a) / float64(Degree) }

// String writes decimal degrees with at most six decimals.
func (a Angle) String() string { return string(appendFixed(nil, int64(a), 6)) }

// MarshalJSON writes decimal degrees with at most six decimals.
func (a Angle) MarshalJSON() ([]byte, error) { return appendFixed(nil, int64(a), 6), nil }

// UnmarshalJSON reads decimal degrees and rounds to a millionth.
func (a *Angle) UnmarshalJSON(b []byte) error {
	v, err := parseFixed(b, 6, int64(angleOverflow))
	if err != nil {
		return fmt.Errorf("angle: %w", err)
	}
	*a = Angle(v)
	return nil
}
