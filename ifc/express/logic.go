package express

import "github.com/bimstream/bimstream/ifc/step"

// logical returns a value as LOGICAL; indeterminate counts as UNKNOWN (ISO 10303-11 clause 12.4).
func logical(v Value) (step.Logical, bool) {
	switch v := plain(v).(type) {
	case nil:
		return step.Unknown, true
	case step.Logical:
		return v, true
	}
	return step.Unknown, false
}

func not(a step.Logical) step.Logical {
	switch a {
	case step.True:
		return step.False
	case step.False:
		return step.True
	}
	return step.Unknown
}

func and(a, b step.Logical) step.Logical {
	switch {
	case a == step.False || b == step.False:
		return step.False
	case a == step.True && b == step.True:
		return step.True
	}
	return step.Unknown
}

func or(a, b step.Logical) step.Logical { return not(and(not(a), not(b))) }

func xor(a, b step.Logical) step.Logical {
	if a == step.Unknown || b == step.Unknown {
		return step.Unknown
	}
	return step.Bool(a != b)
}
