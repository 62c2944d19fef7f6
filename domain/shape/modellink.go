package shape

import (
	"github.com/bimstream/bimstream/domain/state"
)

// The states of a linked model that are no revision and no tag.
const (
	LinkLive     = "live"     // as it is now
	LinkDelivery = "delivery" // as the last file that was imported into it made it
)

// Relocated returns an element after a move of all that it stands on: what is relative to a level, to a host or to a
// line keeps that, and heights are those of the levels.
func Relocated(e *state.Element, t state.Transform) *state.Element {
	if e.LevelID != "" {
		t.Delta.Z = 0
	}
	return e.With(func(c *state.Element) { c.Params = MovedParams(e, t) })
}
