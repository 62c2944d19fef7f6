package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
	clashes "github.com/bimstream/bimstream/geometry/clash"
)

// meetingStairs are the categories that a stair is compared with when it is made or changed.
var meetingStairs = []Category{CategoryWall, CategoryColumn, CategoryBeam, CategoryFloor, CategoryRoof}

const (
	// stairTouch is how deep a stair may be in what it stands beside: roundings of what is turned.
	stairTouch = geometry.Millimetre

	// mostMet bounds what one stair is told to meet.
	mostMet = 8
)

// warnStairs says at once of stairs that the command made or changed what their bodies meet, and over which of them a
// floor leaves too little headroom.
func (t *transaction) warnStairs() {
	var ids []ID
	for _, event := range t.events {
		for _, touch := range event.Touched() {
			places := slices.ContainsFunc(touch.Facets, func(f Facet) bool {
				return f.IsParameter() || f == FacetExistence || f == FacetLevel
			})
			if e, ok := t.model.Element(touch.ElementID); ok && places && e.Category == CategoryStair {
				ids = append(ids, e.ID)
			}
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		e, _ := t.model.Element(id)
		if s := e.Params.(*Stair); s.Fixed == nil {
			t.warnMet(e, s)
			t.warnLow(e, s)
		}
	}
}

// warnMet says what a stair's body shares space with.
func (t *transaction) warnMet(e *Element, s *Stair) {
	solids, err := t.model.Body(e.ID)
	if err != nil {
		return
	}
	box := solids.Bounds()
	body, err := clashes.BodyOf(solids)
	if err != nil {
		return
	}
	var met []ID
	for _, other := range t.model.aboutStair(e.LevelID, s.TopLevel) {
		theirs, err := t.model.Body(other.ID)
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
		t.warn("STAIR_MEETS", map[string]any{"element_id": e.ID, "other_id": other.ID},
			"stair %q and %s %q share space: move the stair, or give it another shape or width", e.Name,
			other.Category, other.Name)
	}
}

// aboutStair returns what of the categories that stairs meet stands on the levels from one height to another, by id.
func (m *Model) aboutStair(from, to ID) []*Element {
	low, high := m.elevation(from), m.elevation(to)
	var out []*Element
	for _, level := range m.Levels() {
		if z := m.elevation(level.ID); z < low || z > high {
			continue
		}
		for _, c := range meetingStairs {
			for _, id := range m.OfCategoryOn(level.ID, c) {
				if e, ok := m.Element(id); ok {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// warnLow says which floors leave less than the usual headroom over a stair.
func (t *transaction) warnLow(e *Element, s *Stair) {
	shape, err := t.model.StairShape(e)
	if err != nil {
		return
	}
	for _, f := range t.model.floorsOver(e, s) {
		covered, err := t.model.voidIn(f, "", &shape)
		if err != nil || len(covered) == 0 {
			continue
		}
		t.warn("STAIR_HEADROOM", map[string]any{"element_id": e.ID, "other_id": f.ID, "headroom": openHeadroom},
			"floor %q leaves less than %s mm over stair %q: set its floor_opening to cut, or cut an opening", f.Name,
			openHeadroom, e.Name)
	}
}
