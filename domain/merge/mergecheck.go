package merge

import (
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	modelstate "github.com/bimstream/bimstream/domain/state"
)

// findings returns the violations of rules in the merged state that exist on neither side. Elements that the merge does
// not change are not examined, because ours already kept the rules for them.
func (g *merger) findings() []finding {
	out := slices.Clone(g.stuck)
	ids := append(slices.Clone(g.source), g.planned...)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		for _, f := range Examine(g.t.Model, id) {
			if !g.had(f, id) && !slices.ContainsFunc(out, f.same) && !slices.ContainsFunc(g.stuck, f.within) {
				out = append(out, f)
			}
		}
	}
	return append(out, g.unboundedRooms()...)
}

// had reports whether a finding exists already in ours or in theirs.
func (g *merger) had(f finding, id modelstate.ID) bool {
	return slices.ContainsFunc(Examine(g.ours, id), f.same) || slices.ContainsFunc(Examine(g.theirs, id), f.same)
}

// Examine checks an element against every rule of the decider. A finding about a filled opening names its door or
// window instead of the opening.
func Examine(m *modelstate.Model, id modelstate.ID) []finding {
	found := broken(m, id)
	for i := range found {
		for k, about := range found[i].ids {
			if f := change.Filler(change.Element(m, about)); change.Has(m, f) {
				found[i].ids[k] = f
			}
		}
		slices.Sort(found[i].ids)
		found[i].ids = slices.Compact(found[i].ids)
	}
	return found
}

func broken(m *modelstate.Model, id modelstate.ID) []finding {
	e, ok := m.Element(id)
	if !ok {
		return examineDefinition(m, id)
	}
	var out []finding
	for _, ref := range references(e) {
		if !change.Has(m, ref) {
			return []finding{{modelstate.NotFound, change.ElementDescribe(e) + " needs something that is not there",
				[]modelstate.ID{e.ID, ref}}}
		}
	}
	if err := change.CheckElement(m, e); err != nil {
		out = append(out, findingOf(err, id))
	}
	if err := change.CheckDependents(m, id); err != nil {
		out = append(out, findingOf(err, id))
	}
	for _, by := range change.ConstraintsOf(m, id) {
		out = append(out, brokenConstraint(m, by)...)
	}
	if e.Category == modelstate.CategoryConstraint {
		out = append(out, brokenConstraint(m, id)...)
	}
	if room, ok := e.Params.(*room.Room); ok && len(out) == 0 {
		out = append(out, examineRoom(m, e, room)...)
	}
	return out
}

// brokenConstraint returns a finding if a constraint does not hold, otherwise nothing.
func brokenConstraint(m *modelstate.Model, id modelstate.ID) []finding {
	e, ok := m.Element(id)
	if !ok {
		return nil
	}
	c := e.Params.(*change.Constraint)
	state, err := change.MeasureConstraint(m, c)
	if err == nil && state.Holds {
		return nil
	}
	words := state.Words
	if err != nil {
		words = err.Error()
	}
	ids := modelstate.SortedOnce(slices.DeleteFunc([]modelstate.ID{id, c.ElementID, c.OtherID},
		func(id modelstate.ID) bool { return id == "" }))
	return []finding{{modelstate.ConstraintViolated, "constraint " + shape.NameOf(m,
		id) + " (" + change.DescribeConstraint(m, c) +
		") would not hold: " + words, ids}}
}

// examineDefinition checks the elements of a changed type and the elements that depend on these.
func examineDefinition(m *modelstate.Model, id modelstate.ID) []finding {
	for _, of := range m.OfType(id) {
		if e, ok := m.Element(of); ok {
			err := change.CheckElement(m, e)
			if err == nil {
				err = change.CheckDependents(m, of)
			}
			if err != nil {
				return []finding{findingOf(err, of)}
			}
		}
	}
	return nil
}

func examineRoom(m *modelstate.Model, e *modelstate.Element, r *room.Room) []finding {
	shape, err := room.RoomShapeOf(m, e, fabric.WallsOn(m, e.LevelID))
	if err != nil || !shape.Bounded {
		return nil // unboundedRooms reports the new ones
	}
	if err := room.CheckRoomAlone(m, e, shape); err != nil {
		return []finding{findingOf(err, e.ID)}
	}
	return nil
}

// force records findings as semantic conflicts, and forces the elements concerned to the chosen side.
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
	return modelstate.Errorf(modelstate.MergeConflict,
		"the decisions contradict each other: %s; decide its elements for one side, or "+
			"change one of the branches first", found[0].Message).
		With("element_ids", found[0].ids)
}

// about returns the elements of a finding that at least one side changed, with their fillings and openings.
func (g *merger) about(f finding) []modelstate.ID {
	seen := map[modelstate.ID]bool{}
	for _, id := range f.ids {
		for _, m := range []*modelstate.Model{g.theirs, g.ours} {
			if e, ok := m.Element(id); ok {
				seen[id], seen[e.FillsID], seen[change.Filler(e)] = true, true, true
			}
		}
	}
	delete(seen, "")
	return slices.DeleteFunc(shape.SortedIDs(seen), func(id modelstate.ID) bool {
		return !g.Ours.Touched.ids[id] && !g.Theirs.Touched.ids[id]
	})
}

func (g *merger) semanticConflict(f finding, about []modelstate.ID) Conflict {
	subject := f.ids[0]
	c := Conflict{Class: ConflictSemantic, Facet: modelstate.FacetExistence, ElementID: subject,
		Base:    json.RawMessage("null"),
		Message: f.Message, Choices: []modelstate.Choice{TakeOurs, TakeTheirs}, Involved: []Involved{}}
	ours, theirs := map[modelstate.ID]json.RawMessage{}, map[modelstate.ID]json.RawMessage{}
	for _, id := range about {
		ours[id], theirs[id] = stored(change.Element(g.ours, id)), stored(change.Element(g.theirs, id))
		for _, m := range []*modelstate.Model{g.t.Model, g.theirs, g.ours} {
			if e, ok := m.Element(id); ok {
				c.Involved = append(c.Involved, Involved{id, string(e.Category), e.Name})
				break
			}
		}
	}
	for _, m := range []*modelstate.Model{g.t.Model, g.theirs, g.ours} {
		if e, ok := m.Element(subject); ok {
			c.Category, c.Name = string(e.Category), e.Name
			break
		}
	}
	c.Ours, c.Theirs = modelstate.MustJSON(ours), modelstate.MustJSON(theirs)
	c.ID = conflictID(c)
	return c
}
