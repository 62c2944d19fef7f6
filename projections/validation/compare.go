package validation

// Comparison compares the findings of two runs: findings that only the later run has, findings that both have, findings
// that the later run could not judge, and findings that are gone. Keys are in the order of the run that has them; keys
// of both are in the order of the later run.
type Comparison struct {
	Added      []string
	Persistent []string
	Unjudged   []string
	Resolved   []string
}

// Compare compares two runs by the keys of their findings. unjudged lists the findings of the first run that the second
// run could not judge (see [Found.Unjudged]).
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
