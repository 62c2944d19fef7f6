package validation

// Comparison is what has become of the findings of one run in another one: which it has more, which both have, which
// are gone. Keys are in the order of the run that has them; those of both in the order of the later one.
type Comparison struct {
	Added      []string
	Persistent []string
	Resolved   []string
}

// Compare compares two runs by the keys of their findings.
func Compare(before, after *Run) Comparison {
	var out Comparison
	was := setOf(before.keys)
	for _, key := range after.keys {
		if was[key] {
			out.Persistent = append(out.Persistent, key.Value())
		} else {
			out.Added = append(out.Added, key.Value())
		}
	}
	is := setOf(after.keys)
	for _, key := range before.keys {
		if !is[key] {
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
