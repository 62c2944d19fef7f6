package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// halftone draws what is of linked models in half the strength of its ink, where the model has anything of its own in
// the drawing: what an office draws stands out from what others deliver. What belongs to elements of both, such as the
// outline of walls that are one region where they are cut, keeps its strength.
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

// own reports whether an element is of the model itself.
func (v *view) own(id string) bool {
	part, _ := v.source.PartOf(state.ID(id))
	return part == nil
}
