package check

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// modelled are the classes of the marks that show the model itself.
var modelled = []paper.Class{paper.ClassPoche, paper.ClassHatch, paper.ClassLayer, paper.ClassCut, paper.ClassSeen,
	paper.ClassOverhead, paper.ClassSymbol, paper.ClassSwing}

// Owned checks that each mark of the model names its elements, and that the model has them. Cut marks must name each
// wall without openings that the plane cuts, unless the wall lies within others.
func Owned(v *projections.View, d *paper.Drawing, floor, cut geometry.Length) (faults []string) {
	add := func(format string, args ...any) { faults = append(faults, d.Name+": "+fmt.Sprintf(format, args...)) }
	named := map[state.ID]bool{}
	for _, i := range d.Items {
		if !slices.Contains(modelled, i.Class) {
			continue
		}
		ids := i.Elements
		if i.Element != "" {
			ids = append([]string{i.Element}, ids...)
		}
		if len(ids) == 0 {
			add("a mark of class %s on %s names no element", i.Class, i.Layer)
		}
		for _, id := range ids {
			if _, ok := v.Model.Element(state.ID(id)); !ok {
				add("a mark of class %s on %s names %s, which there is not", i.Class, i.Layer, id)
			}
			named[state.ID(id)] = named[state.ID(id)] || i.Class == paper.ClassCut || i.Class == paper.ClassPoche
		}
	}
	walls := newStorey(v, floor, cut).walls
	for _, w := range walls {
		m, err := v.MeasureOf(w.ID)
		if err == nil && len(fabric.WallOpenings(v.Model, w.ID)) == 0 && m.Bounds.Min.Z < cut && m.Bounds.Max.Z > cut &&
			!named[w.ID] && !within(v.Model, w, walls) {
			add("nothing that is cut names wall %s", w.Name)
		}
	}
	return faults
}

// within reports whether other walls cover the whole plan of a wall.
func within(m *state.Model, w *state.Element, walls []*state.Element) bool {
	plan, err := fabric.WallPlanOf(m, w.ID)
	if err != nil {
		return true
	}
	rest := plan.World()
	for _, o := range walls {
		if p, err := fabric.WallPlanOf(m, o.ID); err == nil && o.ID != w.ID {
			rest = geometry.Subtract(rest, p.World())
		}
	}
	return rest.Area() < 1e-4 // m2
}
