package drawings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
)

// mostNamed is the most openings of a wall that a warning names.
const mostNamed = 10

// notMeasured warns of each curved wall that has openings on the plan. Chains of dimensions do not measure these
// openings, so that their places along the arc must be given elsewhere.
func (p *plan) notMeasured() {
	for _, wall := range p.rounded {
		openings := fabric.WallOpenings(p.model, wall.element.ID)
		var names []string
		for _, f := range p.fills {
			if slices.ContainsFunc(openings, func(r fabric.OpeningRect) bool { return r.ID == f.rect.ID }) {
				names = append(names, f.element.Name)
			}
		}
		if len(names) == 0 {
			continue
		}
		if len(names) > mostNamed {
			names = append(names[:mostNamed], "and others")
		}
		p.warn("NOT_MEASURED", fmt.Sprintf("no dimension says where along the arc of %s its openings stand: %s",
			wall.element.Name, strings.Join(names, ", ")), wall.element.ID)
	}
}
