package merge

import (
	"errors"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// keepConstraints solves the constraints of elements that the merge changes, as a command does. Elements that theirs
// changed lead; elements that only ours has follow and are reported as followed. A constraint that cannot be kept
// becomes a finding about all elements of its chain, so that a user decides for one side.
func (g *merger) keepConstraints() {
	before := len(g.t.Events)
	err := g.t.KeepConstraints()
	for _, e := range g.t.Events[before:] {
		g.noteFollowed(e, "a constraint keeps it beside what the merge changes")
	}
	if err == nil {
		return
	}
	f := findingOf(err)
	if violated, ok := errors.AsType[*state.Error](err); ok {
		for _, name := range []string{"element_id", "other_id"} { // a constraint by query names neither
			if id, ok := violated.Data[name].(state.ID); ok {
				f.ids = append(f.ids, id)
			}
		}
		chain, _ := violated.Data["chain"].([]state.ID)
		for _, id := range chain {
			f.ids = append(f.ids, id)
			if e, ok := g.t.Model.Element(id); ok {
				c := e.Params.(*change.Constraint)
				f.ids = append(f.ids, c.ElementID, c.OtherID)
			}
		}
	}
	f.ids = state.SortedOnce(slices.DeleteFunc(f.ids, func(id state.ID) bool { return id == "" }))
	if !g.brokenBefore(f) {
		g.stuck = append(g.stuck, f)
	}
}

// brokenBefore reports whether a constraint of a finding is already broken on one of the sides, so that the merge is
// not the cause.
func (g *merger) brokenBefore(f finding) bool {
	for _, id := range f.ids {
		for _, m := range []*state.Model{g.ours, g.theirs} {
			if e, ok := m.Element(id); ok && e.Category == state.CategoryConstraint &&
				len(brokenConstraint(m, id)) > 0 {
				return true
			}
		}
	}
	return false
}

// noteFollowed records the elements that a follow-up event changed, and the reason.
func (g *merger) noteFollowed(event state.Event, why string) {
	for _, touch := range event.Touched() {
		if e, ok := g.t.Model.Element(touch.ElementID); ok {
			g.note(e, ActionFollowed, why)
		}
	}
}

// within reports whether another finding with the same code covers all elements of this one.
func (f finding) within(o finding) bool {
	return f.code == o.code && !slices.ContainsFunc(f.ids, func(id state.ID) bool {
		return !slices.Contains(o.ids,
			id)
	})
}

// keepCurtains makes curtain walls follow the openings that they fill, as a command does. A curtain wall that cannot
// follow becomes a finding about it and its opening, so that a user decides for one side.
func (g *merger) keepCurtains() {
	before := len(g.t.Events)
	err := g.t.KeepCurtains()
	for _, e := range g.t.Events[before:] {
		g.noteFollowed(e, "it goes along with the opening that it fills")
	}
	if err == nil {
		return
	}
	f := findingOf(err)
	if refused, ok := errors.AsType[*state.Error](err); ok {
		for _, name := range []string{"element_id", "host_id", "opening_id"} {
			if id, ok := refused.Data[name].(state.ID); ok {
				f.ids = append(f.ids, id)
			}
		}
	}
	for _, id := range slices.Clone(f.ids) {
		if e, ok := g.t.Model.Element(id); ok && e.Category == state.CategoryCurtainWall {
			f.ids = append(f.ids, e.Params.(*fabric.CurtainWall).Opening)
		}
	}
	f.ids = state.SortedOnce(f.ids)
	g.stuck = append(g.stuck, f)
}
