package check

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Fixed holds that each stair, door and window with a fixed body that a plan cuts is drawn, or that a note names it,
// and that no mark is drawn of such a door or window that ends below the floor. Railings may lie under the lines of
// stairs. It returns how many elements were judged.
func Fixed(v *projections.View, d *paper.Drawing, floor, cut geometry.Length,
	warned func(state.ID) bool) (faults []string, judged int) {
	drawn := map[string]bool{}
	for _, i := range d.Items {
		if slices.Contains(modelled, i.Class) {
			drawn[i.Element] = true
		}
	}
	for _, c := range []state.Category{state.CategoryStair, state.CategoryDoor, state.CategoryWindow} {
		for _, id := range v.Model.OfCategory(c) {
			e, ok := v.Model.Element(id)
			if !ok || state.FixedOf(e) == nil {
				continue
			}
			m, err := v.MeasureOf(id)
			low, high := m.Bounds.Min.Z, m.Bounds.Max.Z
			switch {
			case err != nil || m.Bounds.Empty():
			case low < cut && high > cut:
				judged++
				if !drawn[string(id)] && !warned(id) {
					faults = append(faults, fmt.Sprintf("%s: %s %s is cut and not drawn", d.Name, c, e.Name))
				}
			case c != state.CategoryStair && high < floor && drawn[string(id)]:
				faults = append(faults, fmt.Sprintf("%s: %s %s of another storey is drawn", d.Name, c, e.Name))
			}
		}
	}
	return faults, judged
}
