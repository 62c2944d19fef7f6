package merge

import (
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// SameElement reports whether two elements are equal, or both nil.
func SameElement(a, b *state.Element) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.Category == b.Category && len(change.DifferingFacets(a, b)) == 0
}
