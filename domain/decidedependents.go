package domain

import (
	"cmp"
	"slices"
)

// checkDependents checks what depends on an element after a change: openings against their host and each other, a door
// against its wall, what stands on a level or reaches up to it against the level's height.
func (m *Model) checkDependents(id ID) error {
	e, ok := m.Element(id)
	if !ok {
		return nil
	}
	if err := m.checkFollowing(id); err != nil {
		return err
	}
	if e.Category == CategoryLevel {
		return m.checkStanding(id)
	}
	if err := m.checkAttached(e); err != nil {
		return err
	}
	if opening, ok := m.Element(e.FillsID); ok {
		return m.checkOpening(opening)
	}
	if e.Category == CategoryOpening {
		return m.checkOpening(e)
	}
	if host, ok := m.Element(e.HostID); ok && host.Category == CategoryCurtainWall && setInWall(e) {
		return m.checkInCurtain(host, e)
	}
	if e.Category == CategoryCurtainWall {
		return m.checkInCurtain(e)
	}
	return m.checkOpenings(e)
}

// checkStanding checks all elements that depend on a level's height. It visits every element of the level.
func (m *Model) checkStanding(level ID) error {
	for _, id := range append(m.OnLevel(level), m.Mentioning(level)...) {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		if err := cmp.Or(m.checkElement(e), m.checkAttached(e), m.checkFollowing(id)); err != nil {
			return Errorf(CodeOf(err), "%s %q depends on the level: %w", e.Category, e.Name, err).With("element_id", id)
		}
	}
	return nil
}

// Regenerated returns, sorted, the elements whose derived geometry can differ after an element was touched: the
// element, what it hosts, its host, the walls joined to it, each with what they host, what is attached to it; for a
// level, everything on it with what that hosts and what is attached to that. What is hosted hosts nothing itself
// (categoryRows). Rooms are not included: callers that keep rooms find them by place.
func (m *Model) Regenerated(id ID) []ID {
	seen := map[ID]bool{}
	m.regenerate(id, seen)
	out := make([]ID, 0, len(seen))
	for id := range seen {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

func (m *Model) regenerate(id ID, seen map[ID]bool) {
	seen[id] = true
	e, ok := m.Element(id)
	if !ok {
		return
	}
	if e.Category == CategoryLevel {
		for _, on := range append(m.OnLevel(id), m.Mentioning(id)...) {
			m.markWithHosted(on, seen)
			m.markAttached(on, seen)
		}
		return
	}
	m.markWithHosted(id, seen)
	m.markAttached(id, seen)
	if e.HostID != "" {
		m.markWithHosted(e.HostID, seen)
	}
	for _, j := range m.JoinsOf(id) {
		m.markWithHosted(j.Other(id), seen)
	}
}

func (m *Model) markAttached(id ID, seen map[ID]bool) {
	for _, by := range m.attachedTo(id) {
		m.markWithHosted(by, seen)
	}
}

func (m *Model) markWithHosted(id ID, seen map[ID]bool) {
	seen[id] = true
	for _, hosted := range m.HostedBy(id) {
		seen[hosted] = true
	}
}
