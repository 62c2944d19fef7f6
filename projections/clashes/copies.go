package clashes

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// mergeCopies merges the findings of pairs of equal elements into one finding for each set. The merged finding has the
// place of the first pair.
func mergeCopies(findings []Finding) []Finding {
	first := copies{}
	for _, f := range findings {
		if f.Kind == Duplicate {
			first.unite(f.Elements[0], f.Elements[1])
		}
	}
	sets := first.sets()
	var out []Finding
	for _, f := range findings {
		if f.Kind == Duplicate {
			all := sets[first.of(f.Elements[0])]
			if all == nil {
				continue // reported already
			}
			delete(sets, first.of(f.Elements[0]))
			f.Elements, f.Key = all, keyOf(Duplicate.rule(), all)
		}
		out = append(out, f)
	}
	return out
}

// copies holds disjoint sets of elements: each element maps to an element with a lower id in its set, or to itself.
type copies map[state.ID]state.ID

// of returns the element with the lowest id in the set of an element.
func (c copies) of(id state.ID) state.ID {
	for {
		lower, ok := c[id]
		if !ok || lower == id {
			return id
		}
		id = lower
	}
}

func (c copies) unite(a, b state.ID) {
	p := inOrder(c.of(a), c.of(b))
	c[p[0]], c[p[1]] = p[0], p[0]
	c[a], c[b] = p[0], p[0]
}

// sets returns the sorted members of each set, with the lowest member as the key.
func (c copies) sets() map[state.ID][]state.ID {
	out := map[state.ID][]state.ID{}
	for id := range c {
		out[c.of(id)] = append(out[c.of(id)], id)
	}
	for _, members := range out {
		slices.Sort(members)
	}
	return out
}
