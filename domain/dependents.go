package domain

import "slices"

// checkDependents holds what depends on an element against it after a change: openings against their host and each
// other, a door against its wall.
func (m *Model) checkDependents(id ID) error {
	e, ok := m.Element(id)
	if !ok {
		return nil
	}
	host := e
	if e.HostID != "" {
		if host, ok = m.Element(e.HostID); !ok {
			return nil
		}
	}
	// The changed one first, so that a refusal speaks of it and not of what it got in the way of.
	for _, hosted := range append([]ID{e.ID, e.FillsID}, m.HostedBy(host.ID)...) {
		opening, ok := m.Element(hosted)
		if !ok || opening.Category != CategoryOpening {
			continue
		}
		if err := m.checkOpening(opening); err != nil {
			return err
		}
	}
	return nil
}

// Regenerated answers the elements whose derived geometry can differ after an element was touched: the element itself,
// what it hosts and what hosts it, the walls joined to it with what they host, and for a level everything on it. Sorted.
// Rooms are not in it: whoever keeps rooms looks them up by place.
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
			seen[on] = true
		}
		return
	}
	m.markWithHosted(id, seen)
	if e.HostID != "" {
		m.markWithHosted(e.HostID, seen)
	}
	for _, j := range m.JoinsOf(id) {
		m.markWithHosted(j.Other(id), seen)
	}
}

func (m *Model) markWithHosted(id ID, seen map[ID]bool) {
	seen[id] = true
	for _, hosted := range m.HostedBy(id) {
		seen[hosted] = true
	}
}
