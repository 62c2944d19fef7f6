package merge

import (
	"github.com/bimstream/bimstream/domain/change"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// ChangedFacets lists, in a fixed order, the changes that turn one element into another one of its category.
func ChangedFacets(from, to *state.Element) []state.Change {
	return bodyshape.Difference(from, to, change.DifferingFacets(from, to))
}
