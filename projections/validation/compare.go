package validation

// Comparison is what has become of the findings of one run in another one: which it has more, which both have, which
// it could not judge, which are gone. Keys are in the order of the run that has them; those of both in the order of the
// later one.
type Comparison struct {
	Added      []string
	Persistent []string
	Unjudged   []string
	Resolved   []string
}

// Compare compares two runs by the keys of their findings. unjudged are the findings of the first one that the second
// one could not judge (see [Found.Unjudged]).
func Compare(before, after *Run, unjudged []Finding) Comparison {
	var out Comparison
	was := setOf(before.keys)
	for _, key := range after.keys {
		if was[key] {
			out.Persistent = append(out.Persistent, key.Value())
		} else {
			out.Added = append(out.Added, key.Value())
		}
	}
	is, left := setOf(after.keys), map[string]bool{}
	for _, f := range unjudged {
		left[f.Key] = true
	}
	for _, key := range before.keys {
		switch {
		case is[key]:
		case left[key.Value()]:
			out.Unjudged = append(out.Unjudged, key.Value())
		default:
			out.Resolved = append(out.Resolved, key.Value())
		}
	}
	return out
}

func setOf(keys []findingKey) map[findingKey]bool {
	out := make(map[findingKey]bool, len(keys))
	for _, k := range keys {
		out[k] = true
	}
	return out
}
