package cases

import "encoding/json"

// Factors are the factors of a scaling along the axes. In JSON, one number means three equal factors.
type Factors [3]float64

// UnmarshalJSON reads a number or a list of three.
func (f *Factors) UnmarshalJSON(b []byte) error {
	var one float64
	if json.Unmarshal(b, &one) == nil {
		*f = Factors{one, one, one}
		return nil
	}
	return json.Unmarshal(b, (*[3]float64)(f))
}
