package domain

import (
	"cmp"
	"encoding/json"
	"slices"
)

// findings returns the rules that the merged state breaks and that neither side breaks. Elements that the merge leaves
// alone are not examined: ours kept the rules for them.
func (g *merger) findings() []finding {
	out := slices.Clone(g.stuck)
	ids := append(slices.Clone(g.source), g.planned...)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		for _, f := range g.t.model.examine(id) {
			if !g.had(f, id) && !slices.ContainsFunc(out, f.same) && !slices.ContainsFunc(g.stuck, f.within) {
				out = append(out, f)
			}
		}
	}
	return append(out, g.unboundedRooms()...)
}

// had reports whether one of the sides already has a finding.
func (g *merger) had(f finding, id ID) bool {
	return slices.ContainsFunc(g.ours.examine(id), f.same) || slices.ContainsFunc(g.theirs.examine(id), f.same)
}

// examine checks an element against every rule of the decider. A finding about an opening is also one about its
// filling.
func (m *Model) examine(id ID) []finding {
	found := m.broken(id)
	for i := range found {
		for k, about := range found[i].ids {
			if f := filler(element(m, about)); m.has(f) {
				found[i].ids[k] = f
			}
		}
		slices.Sort(found[i].ids)
		found[i].ids = slices.Compact(found[i].ids)
	}
	return found
}

func (m *Model) broken(id ID) []finding {
	e, ok := m.Element(id)
	if !ok {
		return m.examineDefinition(id)
	}
	var out []finding
	for _, ref := range references(e) {
		if !m.has(ref) {
			return []finding{{NotFound, e.describe() + " needs something that is not there", []ID{e.ID, ref}}}
		}
	}
	if err := m.checkElement(e); err != nil {
		out = append(out, findingOf(err, id))
	}
	if err := m.checkDependents(id); err != nil {
		out = append(out, findingOf(err, id))
	}
	for _, by := range m.ConstraintsOf(id) {
		out = append(out, m.brokenConstraint(by)...)
	}
	if e.Category == CategoryConstraint {
		out = append(out, m.brokenConstraint(id)...)
	}
	if room, ok := e.Params.(*Room); ok && len(out) == 0 {
		out = append(out, m.examineRoom(e, room)...)
	}
	return out
}

// brokenConstraint returns that a constraint does not hold; nothing where it does.
func (m *Model) brokenConstraint(id ID) []finding {
	e, ok := m.Element(id)
	if !ok {
		return nil
	}
	c := e.Params.(*Constraint)
	state, err := m.measureConstraint(c)
	if err == nil && state.holds {
		return nil
	}
	words := state.words
	if err != nil {
		words = err.Error()
	}
	ids := sortedOnce(slices.DeleteFunc([]ID{id, c.ElementID, c.OtherID}, func(id ID) bool { return id == "" }))
	return []finding{{ConstraintViolated, "constraint " + m.nameOf(id) + " (" + describeConstraint(m, c) +
		") would not hold: " + words, ids}}
}

// examineDefinition checks the elements of a type, and what depends on them, after the type changed.
func (m *Model) examineDefinition(id ID) []finding {
	for _, of := range m.OfType(id) {
		if e, ok := m.Element(of); ok {
			if err := cmp.Or(m.checkElement(e), m.checkDependents(of)); err != nil {
				return []finding{findingOf(err, of)}
			}
		}
	}
	return nil
}

func (m *Model) examineRoom(e *Element, r *Room) []finding {
	shape, err := m.RoomShape(e, m.WallsOn(e.LevelID))
	if err != nil || !shape.Bounded {
		return nil // unboundedRooms reports those that are new
	}
	if err := m.checkRoomAlone(e, shape); err != nil {
		return []finding{findingOf(err, e.ID)}
	}
	return nil
}

// force records findings as semantic conflicts, and forces the elements concerned to the side that was chosen.
func (g *merger) force(found []finding) error {
	progress := false
	for _, f := range found {
		about := g.about(f)
		c := g.semanticConflict(f, about)
		r, decided, err := g.resolve(c)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(g.semantic, func(known Conflict) bool { return known.ID == c.ID }) {
			g.semantic = append(g.semantic, c)
			if decided {
				g.decided = append(g.decided, r)
			}
		}
		for _, id := range about {
			if g.forced[id] == "" {
				g.forced[id], progress = r.Take, true
			}
		}
	}
	if progress {
		return nil
	}
	return Errorf(MergeConflict, "the decisions contradict each other: %s; decide its elements for one side, or "+
		"change one of the branches first", found[0].message).
		With("element_ids", found[0].ids)
}

// about returns the elements of a finding that one of the sides changed, with their fillings and openings.
func (g *merger) about(f finding) []ID {
	seen := map[ID]bool{}
	for _, id := range f.ids {
		for _, m := range []*Model{g.theirs, g.ours} {
			if e, ok := m.Element(id); ok {
				seen[id], seen[e.FillsID], seen[filler(e)] = true, true, true
			}
		}
	}
	delete(seen, "")
	return slices.DeleteFunc(sortedIDs(seen), func(id ID) bool {
		return !g.Ours.Touched.ids[id] && !g.Theirs.Touched.ids[id]
	})
}

func (g *merger) semanticConflict(f finding, about []ID) Conflict {
	subject := f.ids[0]
	c := Conflict{Class: ConflictSemantic, Facet: FacetExistence, ElementID: subject, Base: json.RawMessage("null"),
		Message: f.message, Choices: []Choice{TakeOurs, TakeTheirs}, Involved: []Involved{}}
	ours, theirs := map[ID]json.RawMessage{}, map[ID]json.RawMessage{}
	for _, id := range about {
		ours[id], theirs[id] = stored(element(g.ours, id)), stored(element(g.theirs, id))
		for _, m := range []*Model{g.t.model, g.theirs, g.ours} {
			if e, ok := m.Element(id); ok {
				c.Involved = append(c.Involved, Involved{id, string(e.Category), e.Name})
				break
			}
		}
	}
	for _, m := range []*Model{g.t.model, g.theirs, g.ours} {
		if e, ok := m.Element(subject); ok {
			c.Category, c.Name = string(e.Category), e.Name
			break
		}
	}
	c.Ours, c.Theirs = mustJSON(ours), mustJSON(theirs)
	c.ID = conflictID(c)
	return c
}
