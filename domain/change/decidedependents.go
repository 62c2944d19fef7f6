package change

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// CheckDependents checks the dependents of a changed element: openings against their host and each other, and a door
// against its wall. For a level it checks the elements that stand on it or reach up to it.
func CheckDependents(m *state.Model, id state.ID) error {
	e, ok := m.Element(id)
	if !ok {
		return nil
	}
	if err := fabric.CheckFollowing(m, id); err != nil {
		return err
	}
	if e.Category == state.CategoryLevel {
		return checkStanding(m, id)
	}
	if err := fabric.CheckAttached(m, e); err != nil {
		return err
	}
	if opening, ok := m.Element(e.FillsID); ok {
		return fabric.CheckOpening(m, opening)
	}
	if e.Category == state.CategoryOpening {
		return fabric.CheckOpening(m, e)
	}
	if host, ok := m.Element(e.HostID); ok && host.Category == state.CategoryCurtainWall && fabric.SetInWall(e) {
		return fabric.CheckInCurtain(m, host, e)
	}
	if e.Category == state.CategoryCurtainWall {
		return fabric.CheckInCurtain(m, e)
	}
	return fabric.CheckOpenings(m, e)
}

// checkStanding checks all elements that depend on the height of a level. It visits every element on the level.
func checkStanding(m *state.Model, level state.ID) error {
	for _, id := range append(m.OnLevel(level), m.Mentioning(level)...) {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		err := CheckElement(m, e)
		if err == nil {
			err = cmp.Or(fabric.CheckAttached(m, e), fabric.CheckFollowing(m, id))
		}
		if err != nil {
			return state.Errorf(state.CodeOf(err), "%s %q depends on the level: %w", e.Category, e.Name,
				err).With("element_id", id)
		}
	}
	return nil
}

// Regenerated returns, sorted, the elements whose derived geometry can differ after an element was touched. These are
// the element, its hosted elements, its host, the walls joined to it with their hosted elements, and the elements
// attached to it. For a level they are all elements on it, with their hosted and attached elements. Hosted elements
// host nothing themselves (CategoryRows). Rooms are not included, because callers that cache rooms find them by place.
func Regenerated(m *state.Model, id state.ID) []state.ID {
	seen := map[state.ID]bool{}
	regenerate(m, id, seen)
	out := make([]state.ID, 0, len(seen))
	for id := range seen {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

func regenerate(m *state.Model, id state.ID, seen map[state.ID]bool) {
	seen[id] = true
	e, ok := m.Element(id)
	if !ok {
		return
	}
	if e.Category == state.CategoryLevel {
		for _, on := range append(m.OnLevel(id), m.Mentioning(id)...) {
			markWithHosted(m, on, seen)
			markAttached(m, on, seen)
		}
		return
	}
	markWithHosted(m, id, seen)
	markAttached(m, id, seen)
	if e.HostID != "" {
		markWithHosted(m, e.HostID, seen)
	}
	for _, j := range m.JoinsOf(id) {
		markWithHosted(m, j.Other(id), seen)
	}
}

func markAttached(m *state.Model, id state.ID, seen map[state.ID]bool) {
	for _, by := range fabric.AttachedTo(m, id) {
		markWithHosted(m, by, seen)
	}
}

func markWithHosted(m *state.Model, id state.ID, seen map[state.ID]bool) {
	seen[id] = true
	for _, hosted := range m.HostedBy(id) {
		seen[hosted] = true
	}
}
