package step

// NumberOf returns the number of an integer, a real, or a typed value of a number; ok is false for any other value.
func NumberOf(v Value) (n float64, ok bool) {
	switch v := v.(type) {
	case Real:
		return float64(v), true
	case Int:
		return float64(v), true
	case Typed:
		return NumberOf(v.Value)
	}
	return 0, false
}
