package shape

import (
	"github.com/bimstream/bimstream/domain/state"
)

// The states of a linked model that are neither a revision nor a tag.
const (
	LinkLive     = "live"     // as it is now
	LinkDelivery = "delivery" // as after the last import of a file into it
)

// Relocated returns an element after its whole model was moved. An element on a level keeps its height above the level,
// because the level moves too.
func Relocated(e *state.Element, t state.Transform) *state.Element {
	if e.LevelID != "" {
		t.Delta.Z = 0
	}
	return e.With(func(c *state.Element) { c.Params = MovedParams(e, t) })
}
