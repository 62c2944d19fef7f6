package step

// Equal reports whether two instances have the same number and name, and arguments with equal values.
func (in *Instance) Equal(other *Instance) bool {
	if in.ID != other.ID || in.Name != other.Name || len(in.Parts) != len(other.Parts) ||
		!equalValues(in.Args, other.Args) {
		return false
	}
	for i := range in.Parts {
		if in.Parts[i].Name != other.Parts[i].Name || !equalValues(in.Parts[i].Args, other.Parts[i].Args) {
			return false
		}
	}
	return true
}

func equalValues(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equalValue(a[i], b[i]) {
			return false
		}
	}
	return true
}

// equalValue reports whether two values have the same type and are equal. It compares the most frequent types directly,
// in a fraction of the time that a comparison of interfaces takes.
func equalValue(a, b Value) bool {
	switch a := a.(type) {
	case List:
		list, ok := b.(List)
		return ok && equalValues(a, list)
	case Typed:
		typed, ok := b.(Typed)
		return ok && a.Name == typed.Name && equalValue(a.Value, typed.Value)
	case Ref:
		ref, ok := b.(Ref)
		return ok && a == ref
	case Real:
		real, ok := b.(Real)
		return ok && a == real
	case String:
		text, ok := b.(String)
		return ok && a == text
	case Null:
		_, ok := b.(Null)
		return ok
	}
	return a == b // values of different types are never equal
}
