package merge

import (
	"errors"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// isInstance reports whether an element is an instance of an array that remains after the merge. Its state follows from
// its original and the array, so the sides have no conflict about it.
func (g *merger) isInstance(id state.ID) bool {
	by, ok := g.arrayOf(id)
	return ok && !(change.Has(g.base, by) && (!change.Has(g.ours, by) || !change.Has(g.theirs, by)))
}

// arrayOf returns the array that an element is an instance of on either side.
func (g *merger) arrayOf(id state.ID) (state.ID, bool) {
	for _, m := range []*state.Model{g.ours, g.theirs} {
		if by, ok := array.Of(m, id); ok {
			return by.ID, true
		}
	}
	return "", false
}

// isMade reports whether an array made an element on either side, even if the array is deleted.
func (g *merger) isMade(id state.ID) bool {
	_, ok := g.arrayOf(id)
	return ok
}

// keepArrays updates the instances of arrays to match the merged originals and arrays. If instances cannot be made,
// this becomes a finding, so that a user decides for one side.
func (g *merger) keepArrays() {
	before := len(g.t.Events)
	err := g.t.KeepArrays(true)
	for _, e := range g.t.Events[before:] {
		g.noteFollowed(e, "it is an instance of an array, and follows its original")
	}
	if err == nil {
		return
	}
	f := findingOf(err)
	if refused, ok := errors.AsType[*state.Error](err); ok {
		for _, name := range []string{"array_id", "original_id"} {
			if id, ok := refused.Data[name].(state.ID); ok {
				f.ids = append(f.ids, id)
			}
		}
	}
	f.ids = state.SortedOnce(f.ids)
	g.stuck = append(g.stuck, f)
}

// deleteElement deletes an element that the plan deletes. With an array, it deletes the instances that only ours has.
// An instance that the base has is deleted if theirs deleted it.
func (g *merger) deleteElement(e *state.Element) error {
	a, ok := e.Params.(*array.Array)
	if !ok {
		return g.t.Delete(e)
	}
	var known []state.ID
	if was := change.Element(g.base, e.ID); was != nil {
		known = was.Params.(*array.Array).Instances
	}
	return g.t.DeleteArray(e, room.Without(a.Instances, known))
}
