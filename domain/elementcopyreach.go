package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// reachingUp returns the parameters of a column or stair on another level, whose top level becomes what that level has
// in its place.
func (r *copier) reachingUp(e *Element, params Params) (Params, error) {
	up, ok := params.(mentioning)
	p, reaches := e.Category.parameter("top_level")
	if !ok || !reaches || up.mentions() == "" {
		return params, nil
	}
	top, ok := r.levelInPlaceOf(up.mentions(), e.LevelID)
	if !ok {
		hint := "create that level first"
		if _, high := e.Category.parameter("height"); high {
			hint += ", or give it a height of its own with modify_parameter before it is copied"
		}
		return nil, Errorf(NotFound, "%s %q reaches from %s up to %s, and over %s there is no level for the top of "+
			"its copy: %s", e.Category, e.Name, r.model.nameOf(e.LevelID), r.model.nameOf(up.mentions()),
			r.model.nameOf(r.toLevel), hint).
			With("element_id", e.ID).With("elevation", r.heightOver(up.mentions(), e.LevelID)+
			r.model.elevation(r.toLevel))
	}
	return p.with(params, mustJSON(top))
}

// heightOver returns how far a level lies above another one.
func (r *copier) heightOver(level, base ID) geometry.Length {
	return r.model.elevation(level) - r.model.elevation(base)
}

// levelInPlaceOf returns what the level of the copies has in place of a level that the original's has: the one that
// lies as far above it, else the one that is as many levels up. A column of one storey is one of the storey to which
// it is copied, however high that is. Levels that are no storeys count where one of those concerned is none.
func (r *copier) levelInPlaceOf(reached, base ID) (ID, bool) {
	levels := r.model.Levels()
	for _, level := range levels {
		if r.heightOver(level.ID, r.toLevel) == r.heightOver(reached, base) {
			return level.ID, true
		}
	}
	if r.storey(reached) && r.storey(base) && r.storey(r.toLevel) {
		levels = slices.DeleteFunc(levels, func(e *Element) bool { return !r.storey(e.ID) })
	}
	levels = slices.CompactFunc(levels, func(a, b *Element) bool { return r.heightOver(a.ID, b.ID) == 0 })
	place := func(level ID) int {
		return slices.IndexFunc(levels, func(e *Element) bool { return r.heightOver(e.ID, level) == 0 })
	}
	i := place(r.toLevel) + place(reached) - place(base)
	if i < 0 || i >= len(levels) {
		return "", false
	}
	return levels[i].ID, true
}

func (r *copier) storey(level ID) bool {
	e, ok := r.model.Element(level)
	if !ok {
		return false
	}
	l, ok := e.Params.(*Level)
	return ok && l.IsStorey
}

// tellReach warns of a copy that has become higher or lower than its original, since its storey is.
func (r *copier) tellReach(original *Element, id ID) {
	e, ok := r.model.Element(id)
	up, reaches := original.Params.(mentioning)
	if _, top := original.Category.parameter("top_level"); !ok || !reaches || !top || up.mentions() == "" {
		return
	}
	level := e.Params.(mentioning).mentions()
	was, is := r.heightOver(up.mentions(), original.LevelID), r.heightOver(level, e.LevelID)
	if was == is {
		return
	}
	r.warn("OTHER_HEIGHT", map[string]any{"element_id": id, "from": was, "to": is},
		"%s %q reaches from %s up to %s, %s mm where the original has %s mm", e.Category, e.Name,
		r.model.nameOf(e.LevelID), r.model.nameOf(level), is, was)
	if stair, ok := e.Params.(*Stair); ok {
		stair.warnSteep(r.transaction, is)
	}
}

// besideFlight returns the parameters of a railing that is copied with its stair to another storey height.
func (r *copier) besideFlight(host *Element, into ID, hosted Params) Params {
	stair, ok := host.Params.(*Stair)
	railing, beside := hosted.(*Railing)
	copied, found := r.model.Element(into)
	if !ok || !beside || !found || stair.Fixed != nil || railing.Fixed != nil {
		return hosted
	}
	was, is := stair.size(r.model, host), copied.Params.(*Stair).size(r.model, copied)
	was.start, was.toward = is.start, is.toward
	return railing.along(was, is)
}
