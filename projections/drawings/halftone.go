package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// halftone draws the items of linked models at half the strength of their ink, if the drawing also has items of the
// model itself. The office's own work then stands out. An item that belongs to both, such as the common outline of cut
// walls, keeps its full strength.
func (v *view) halftone() {
	if len(v.source.Parts()) == 0 {
		return
	}
	linked := make([]bool, len(v.drawing.Items))
	own := false
	for i, item := range v.drawing.Items {
		ids := item.Elements
		if item.Element != "" {
			ids = []string{item.Element}
		}
		if len(ids) == 0 {
			continue
		}
		linked[i] = !slices.ContainsFunc(ids, v.own)
		own = own || !linked[i] && item.Category != string(state.CategoryLevel) &&
			item.Category != string(state.CategoryGrid)
	}
	if !own {
		return
	}
	for i := range v.drawing.Items {
		if linked[i] {
			v.drawing.Items[i].Mark = paper.Halftone(v.drawing.Items[i].Mark)
		}
	}
}

// own reports whether an element is in the model itself, not in a linked one.
func (v *view) own(id string) bool {
	part, _ := v.source.PartOf(state.ID(id))
	return part == nil
}
