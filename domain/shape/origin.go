package shape

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// The keys of records that a library has at most once.
const (
	OriginProject = "project" // attributes of the project
	OriginCRS     = "crs"     // the coordinate reference system
)

// The prefixes of the keys of other records.
const (
	OriginHistoryPrefix = "history "
	OriginLayerPrefix   = "layer "
	OriginStylePrefix   = "style "
	OriginSystemPrefix  = "classification " // a classification system, followed by its name
)

// SameOrigin reports whether two origins are equal.
func SameOrigin(a, b *state.Origin) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	inside := a.Container == b.Container
	if a.Container != nil && b.Container != nil {
		inside = *a.Container == *b.Container
	}
	return inside && a.History == b.History && a.Material == b.Material && slices.Equal(a.Layers, b.Layers) &&
		slices.Equal(a.Styles, b.Styles) &&
		slices.Equal(a.DrawnStyles, b.DrawnStyles) && slices.Equal(a.Library, b.Library)
}
