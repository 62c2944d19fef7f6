package drawings

import (
	"github.com/bimstream/bimstream/domain/state"
)

// roofsOf numbers the roofs among some bodies, whose solids follow each other, for linework.View: the lines in which
// they run through each other and through walls, chimneys and the like are drawn, such as valleys, and the foot of a
// dormer. Nil where there is no roof.
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
