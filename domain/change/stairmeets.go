package change

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	clashes "github.com/bimstream/bimstream/geometry/clash"
)

const (
	// stairTouch is the depth to which a stair or ramp may reach into a neighbour, because turned bodies are rounded.
	stairTouch = geometry.Millimetre

	// mostMet is the maximum number of met elements that a warning about one stair or ramp names.
	mostMet = 8
)

// WarnStairs warns about the stairs and ramps that the command made or changed. The warnings name the bodies that they
// meet, and the floors that leave too little headroom over them.
func (t *Transaction) WarnStairs() {
	var ids []state.ID
	for _, event := range t.Events {
		for _, touch := range event.Touched() {
			places := slices.ContainsFunc(touch.Facets, func(f state.Facet) bool {
				return f.IsParameter() || f == state.FacetExistence || f == state.FacetLevel
			})
			if e, ok := t.Model.Element(touch.ElementID); ok && places && stairshape.Ascends(e.Category) {
				ids = append(ids, e.ID)
			}
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		e, _ := t.Model.Element(id)
		if a, ok := stairshape.AscentOf(e); ok {
			t.warnMet(e, a)
			t.warnLow(e, a)
		}
	}
}

// warnMet warns which elements share space with the body of a stair or ramp.
func (t *Transaction) warnMet(e *state.Element, a stairshape.Ascent) {
	solids, err := bodyshape.Body(t.Model, e.ID)
	if err != nil {
		return
	}
	box := solids.Bounds()
	body, err := clashes.BodyOf(solids)
	if err != nil {
		return
	}
	var met []state.ID
	low, high, _ := a.HeightRange(t.Model, e)
	if level := bodyshape.ElevationOf(t.Model, e.LevelID); level < low {
		low = level
	}
	for _, other := range stairshape.AboutStair(t.Model, low, high) {
		theirs, err := bodyshape.Body(t.Model, other.ID)
		if err != nil || len(theirs) == 0 || !theirs.Bounds().Intersects(box) {
			continue
		}
		o, err := clashes.BodyOf(theirs)
		if err != nil {
			continue
		}
		f, err := clashes.Overlap(body, o, stairTouch)
		if err != nil || f.Kind == clashes.Touch || f.Kind == clashes.None {
			continue
		}
		if met = append(met, other.ID); len(met) > mostMet {
			return
		}
		t.Warn("STAIR_MEETS", map[string]any{"element_id": e.ID, "other_id": other.ID},
			"%s %q and %s %q share space: move the %[1]s, or give it another shape or width", e.Category, e.Name,
			other.Category, other.Name)
	}
}

// warnLow warns which floors leave less than the usual headroom over a stair or ramp.
func (t *Transaction) warnLow(e *state.Element, a stairshape.Ascent) {
	shape, err := a.Laid(t.Model, e)
	if err != nil {
		return
	}
	for _, f := range stairshape.FloorsOver(t.Model, e, a) {
		covered, err := stairshape.VoidIn(t.Model, f, "", shape)
		if err != nil || len(covered) == 0 {
			continue
		}
		t.Warn("STAIR_HEADROOM", map[string]any{"element_id": e.ID, "other_id": f.ID,
			"headroom": stairshape.OpenHeadroom},
			"floor %q leaves less than %s mm over %s %q: set its floor_opening to cut, or cut an opening", f.Name,
			stairshape.OpenHeadroom, e.Category, e.Name)
	}
}
