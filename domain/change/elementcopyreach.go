package change

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// centre returns the point about which an element turns: the given point, or the middle of the points that place the
// element. For a fixed shape it is the middle of its body in plan, because another program may have placed its location
// far from the body.
func (c MoveElement) centre(m *state.Model, e *state.Element) geometry.Point2 {
	switch f := state.FixedOf(e); {
	case c.About != nil:
		return *c.About
	case c.Rotation == 0:
		return geometry.Point2{}
	case f != nil:
		return bodyshape.FixedShapeMiddle(f, m, e)
	}
	return e.Params.Centre()
}

// reachingUp returns the parameters of a column or stair that is copied to another level. Its top level becomes the
// level that corresponds to the top level of the original.
func (r *copier) reachingUp(e *state.Element, params state.Params) (state.Params, error) {
	up, ok := params.(state.Mentioning)
	p, reaches := e.Category.Parameter("top_level")
	if !ok || !reaches || up.Mentions() == "" {
		return params, nil
	}
	top, ok := r.levelInPlaceOf(up.Mentions(), e.LevelID)
	if !ok {
		hint := "create that level first"
		if _, high := e.Category.Parameter("height"); high {
			hint += ", or give it a height of its own with modify_parameter before it is copied"
		}
		return nil, state.Errorf(state.NotFound,
			"%s %q reaches from %s up to %s, and over %s there is no level for the top of "+
				"its copy: %s", e.Category, e.Name, bodyshape.NameOf(r.Model, e.LevelID),
			bodyshape.NameOf(r.Model, up.Mentions()),
			bodyshape.NameOf(r.Model, r.toLevel), hint).
			With("element_id", e.ID).With("elevation", r.heightOver(up.Mentions(), e.LevelID)+
			bodyshape.ElevationOf(r.Model, r.toLevel))
	}
	return p.With(params, state.MustJSON(top))
}

// heightOver returns the height of a level above another level.
func (r *copier) heightOver(level, base state.ID) geometry.Length {
	return bodyshape.ElevationOf(r.Model, level) - bodyshape.ElevationOf(r.Model, base)
}

// levelInPlaceOf returns the level that corresponds, for the copies, to a level of the original. It is the level at the
// same height above the level of the copies. If there is none, it is the level that is as many levels above it. So a
// column of one storey stays a column of one storey, whatever the storey height. Levels that are not storeys are
// counted only if one of the three levels involved is not a storey.
func (r *copier) levelInPlaceOf(reached, base state.ID) (state.ID, bool) {
	levels := bodyshape.Levels(r.Model)
	for _, level := range levels {
		if r.heightOver(level.ID, r.toLevel) == r.heightOver(reached, base) {
			return level.ID, true
		}
	}
	if r.storey(reached) && r.storey(base) && r.storey(r.toLevel) {
		levels = slices.DeleteFunc(levels, func(e *state.Element) bool { return !r.storey(e.ID) })
	}
	levels = slices.CompactFunc(levels, func(a, b *state.Element) bool { return r.heightOver(a.ID, b.ID) == 0 })
	place := func(level state.ID) int {
		return slices.IndexFunc(levels, func(e *state.Element) bool { return r.heightOver(e.ID, level) == 0 })
	}
	i := place(r.toLevel) + place(reached) - place(base)
	if i < 0 || i >= len(levels) {
		return "", false
	}
	return levels[i].ID, true
}

func (r *copier) storey(level state.ID) bool {
	e, ok := r.Model.Element(level)
	if !ok {
		return false
	}
	l, ok := e.Params.(*bodyshape.Level)
	return ok && l.IsStorey
}

// tellReach warns about a copy that is higher or lower than its original because the storeys have different heights.
func (r *copier) tellReach(original *state.Element, id state.ID) {
	e, ok := r.Model.Element(id)
	up, reaches := original.Params.(state.Mentioning)
	if _, top := original.Category.Parameter("top_level"); !ok || !reaches || !top || up.Mentions() == "" {
		return
	}
	level := e.Params.(state.Mentioning).Mentions()
	was, is := r.heightOver(up.Mentions(), original.LevelID), r.heightOver(level, e.LevelID)
	if was == is {
		return
	}
	r.Warn("OTHER_HEIGHT", map[string]any{"element_id": id, "from": was, "to": is},
		"%s %q reaches from %s up to %s, %s mm where the original has %s mm", e.Category, e.Name,
		bodyshape.NameOf(r.Model, e.LevelID), bodyshape.NameOf(r.Model, level), is, was)
	if stair, ok := e.Params.(*stairshape.Stair); ok {
		stairWarnSteep(stair, r.Transaction, is)
	}
}

// besideFlight returns the parameters of a railing that is copied with its stair to another storey height.
func (r *copier) besideFlight(host *state.Element, into state.ID, hosted state.Params) state.Params {
	original, ok := stairshape.AscentOf(host)
	railing, beside := hosted.(*stairshape.Railing)
	copied, found := r.Model.Element(into)
	if !ok || !beside || !found || railing.Fixed != nil {
		return hosted
	}
	was, is := original.Size(r.Model, host), copied.Params.(stairshape.Ascent).Size(r.Model, copied)
	was.Start, was.Toward = is.Start, is.Toward
	return railing.Along(was, is)
}
