package change

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A stair or ramp keeps the openings in the floors over it and the railings along it. They are separate elements, so
// that drawings, checks and files treat them like any others. At the end of each command that touched the stair, a
// floor or a level, they are updated to match the stair.

// KeepStairs updates the openings and railings of stairs and ramps after the events so far.
func (t *Transaction) KeepStairs() error {
	if !t.Model.Has(state.CategoryStair) && !t.Model.Has(state.CategoryRamp) {
		return nil
	}
	ids := t.stairsTouched()
	for _, id := range ids { // first remove what is no longer needed, to make room
		if err := t.keepStair(id, false); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := t.keepStair(id, true); err != nil {
			return err
		}
	}
	return nil
}

// stairsTouched returns, sorted, the stairs and ramps that keep openings or railings and may be affected by the events
// so far.
func (t *Transaction) stairsTouched() []state.ID {
	seen := map[state.ID]bool{}
	var out []state.ID
	add := func(id state.ID) {
		e, ok := t.Model.Element(id)
		if !ok || seen[id] {
			return
		}
		seen[id] = true
		if a, ok := stair.AscentOf(e); ok && (stair.Keeps(a) ||
			len(t.Model.Mentioning(id)) > 0 || len(t.Model.HostedBy(id)) > 0) {
			out = append(out, id)
		}
	}
	looked := map[state.ID]bool{}
	for _, event := range t.Events {
		for _, touch := range event.Touched() {
			if !looked[touch.ElementID] {
				looked[touch.ElementID] = true
				stair.EachStairOf(t.Model, touch.ElementID, add)
			}
		}
	}
	slices.Sort(out)
	return out
}

// keepStair removes the openings and railings that a stair no longer needs, or makes the ones that it needs.
func (t *Transaction) keepStair(id state.ID, make bool) error {
	e, ok := t.Model.Element(id)
	if !ok {
		return nil
	}
	a := e.Params.(stair.Ascent)
	shape, err := a.Laid(t.Model, e)
	if err != nil {
		return nil // the change of levels that causes this error is refused elsewhere
	}
	if err := t.keepOpenings(e, a, shape, make); err != nil {
		return err
	}
	return t.keepRailings(e, a, shape, make)
}

func (t *Transaction) keepOpenings(e *state.Element, a stair.Ascent, shape stair.Laid, make bool) error {
	needed := map[state.ID][]geometry.Ring{}
	var floors []*state.Element
	if opening, _ := a.Kept(); opening == "cut" {
		floors = stair.FloorsOver(t.Model, e, a)
		for _, f := range floors {
			rings, err := stair.VoidIn(t.Model, f, e.ID, shape)
			if err != nil {
				return err
			}
			needed[f.ID] = rings
		}
	}
	for _, o := range t.Model.CutBy(e.ID) {
		rings := needed[o.HostID]
		if len(rings) == 0 {
			if !make {
				t.uncut(o)
			}
			continue
		}
		needed[o.HostID] = rings[1:]
		if ring := rings[0]; make && !slices.Equal(o.Params.(*fabric.Opening).Polygon, ring) {
			if err := t.change(o, bodyshape.ParamFacets(state.CategoryOpening), func(after *state.Element) {
				p := *o.Params.(*fabric.Opening)
				p.Polygon = ring
				after.Params = &p
			}); err != nil {
				return err
			}
			if err := CheckDependents(t.Model, o.ID); err != nil {
				return err
			}
		}
	}
	if !make {
		return nil
	}
	for _, f := range floors {
		for _, ring := range needed[f.ID] {
			if err := t.cut(e, f, ring); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut cuts an opening of a stair or ramp into a floor. The error explains why that is not possible.
func (t *Transaction) cut(by, floor *state.Element, ring geometry.Ring) error {
	o := &state.Element{ID: t.newID(), Category: state.CategoryOpening, LevelID: floor.LevelID,
		Name:   by.Name + " opening",
		Params: &fabric.Opening{Polygon: ring, OpeningType: fabric.OpeningThrough, CutBy: by.ID}}
	if bodyshape.CheckOutline("polygon", ring) != nil {
		return nil
	}
	if err := t.create(o); err != nil {
		return err
	}
	t.Emit(&state.ElementHosted{ElementID: o.ID, HostID: floor.ID})
	if err := CheckDependents(t.Model, o.ID); err != nil {
		return state.Errorf(state.CodeOf(err),
			"%s %q cannot cut its opening into floor %q: %w. Set its floor_opening to none, "+
				"and cut one by create_opening", by.Category, by.Name, floor.Name, err).With("element_id", by.ID)
	}
	return nil
}

// uncut deletes an opening that its stair or ramp no longer needs.
func (t *Transaction) uncut(o *state.Element) {
	t.Emit(&state.ElementDeleted{Element: o, Cascade: cascade(t.Model, o), Joins: t.Model.JoinsOf(o.ID)})
}

// uncutAll deletes the openings that a stair or ramp has cut. Its railings are deleted with it, because it hosts them.
func (t *Transaction) uncutAll(e *state.Element) error {
	for _, o := range t.Model.CutBy(e.ID) {
		t.uncut(o)
	}
	return nil
}
