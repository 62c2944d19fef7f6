package drawings

import (
	"github.com/bimstream/bimstream/domain/state"
)

// roofsOf numbers the roofs among bodies for linework.View, or returns nil if there is none. Solids of one roof follow
// each other. The view then draws the lines in which roofs run through each other and through walls or chimneys.
// Examples are valleys and the foot of a dormer.
func roofsOf(bodies []body) []int {
	var out []int
	roofs := 0
	for i, b := range bodies {
		if b.element.Category != state.CategoryRoof {
			continue
		}
		if out == nil {
			out = make([]int, len(bodies))
		}
		if roofs == 0 || bodies[i-1].element != b.element {
			roofs++
		}
		out[i] = roofs
	}
	return out
}
