package check

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Fixed checks the stairs, doors and windows with fixed bodies. Each one that a plan cuts must be drawn or named in a
// warning. A door or window that ends below the floor must not be drawn. Railings are left out, because they may lie
// under the lines of stairs. It returns how many elements were judged.
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
