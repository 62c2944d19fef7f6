package projections

import (
	"slices"
	"strings"

	"github.com/tidwall/btree"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// idSet is a set of ids that is cheap to copy.
type idSet = btree.Set[state.ID]

// markAffected adds the elements whose derived geometry an event can change, judged on one state. Callers use the state
// before the event and, unless the event keeps relations, the state after it, since the dependents of an element may
// differ. It leaves out rooms that a wall bounds, because these are found by place.
func markAffected(m *state.Model, e state.Event, into *idSet) {
	for _, t := range e.Touched() {
		if !shapes(t.Facets) {
			markConnected(t, into)
			continue
		}
		markShaped(m, t.ElementID, into)
	}
}

// markShaped adds the elements that depend on the geometry of an element, or on a definition.
func markShaped(m *state.Model, id state.ID, into *idSet) {
	markDependents(m, id, into)
	for _, of := range m.OfType(id) {
		markDependents(m, of, into)
	}
}

// markConnected adds an element that an event names only for a connection. Its geometry stays, but its relations
// change.
func markConnected(t state.Touch, into *idSet) {
	if connects(t.Facets) {
		into.Insert(t.ElementID)
	}
}

func connects(facets []state.Facet) bool {
	return slices.ContainsFunc(facets, state.Facet.IsConnection)
}

// markTouched adds the ids that an event names with facets that can affect geometry.
func markTouched(e state.Event, into *idSet) {
	for _, t := range e.Touched() {
		if shapes(t.Facets) {
			into.Insert(t.ElementID)
		}
	}
}

// keepsRelations reports whether all relations of hosts, joins, bearings and types are the same before and after an
// event, because it changes parameters only.
func keepsRelations(e state.Event) bool {
	modified, ok := e.(*state.ElementModified)
	return ok && !slices.ContainsFunc(modified.Changes, func(c state.Change) bool { return !c.Facet.IsParameter() })
}

// onlyNames reports whether an event changes only the name or the properties of a type, so that its elements keep their
// geometry.
func onlyNames(before *state.Model, e state.Event) bool {
	defined, ok := e.(*state.TypeDefined)
	return ok && !defined.Reshapes(before)
}

// shapes reports whether one of the facets can affect geometry.
func shapes(facets []state.Facet) bool {
	for _, f := range facets {
		switch f {
		case state.FacetName, state.FacetMaterial, state.FacetClassification, state.FacetOrigin:
			continue
		}
		if !strings.HasPrefix(string(f), "pset.") && !f.IsConnection() {
			return true
		}
	}
	return false
}

func markDependents(m *state.Model, id state.ID, into *idSet) {
	for _, d := range changing.Regenerated(m, id) {
		into.Insert(d)
	}
	for _, changed := range wallsOf(m, id) {
		for wall := range meetingWalls(m, changed) {
			into.Insert(wall)
		}
	}
}

// wallsOf returns the walls that change with an element: the element itself, or for a level the walls on it, which move
// up and down with it and so meet other walls.
func wallsOf(m *state.Model, id state.ID) []state.ID {
	e, ok := m.Element(id)
	switch {
	case ok && e.Category == state.CategoryWall:
		return []state.ID{id}
	case !ok || e.Category != state.CategoryLevel:
		return nil
	}
	return slices.DeleteFunc(m.OnLevel(id), func(on state.ID) bool {
		e, ok := m.Element(on)
		return !ok || e.Category != state.CategoryWall
	})
}

// meetingWalls returns the walls whose footprint depends on the lines and joins of a wall. These are the walls joined
// to it, and the walls that share a mitred node with it. They also include walls that cross or end at one of these
// walls, because a wall that ends near a corner follows the corner.
func meetingWalls(m *state.Model, wall state.ID) map[state.ID]bool {
	near := map[state.ID]bool{wall: true}
	var nodes []state.WallPart // nodes already marked, since many joins may meet in one node
	for _, j := range m.JoinsOf(wall) {
		near[j.Other(wall)] = true
		if part := j.Part(wall); j.Type == fabric.JoinMitre && !slices.Contains(nodes, part) {
			nodes = append(nodes, part)
			markNode(m, wallEnd{wall, part}, near)
		}
	}
	out := make(map[state.ID]bool, len(near))
	for id := range near {
		out[id] = true
		for _, j := range m.JoinsOf(id) {
			if j.Kind == fabric.JoinX || j.Kind == fabric.JoinT && j.Through == id {
				out[j.Other(id)] = true
			}
		}
	}
	return out
}

// wallEnd is one end of a wall.
type wallEnd struct {
	wall state.ID
	part state.WallPart
}

// markNode adds all walls that mitre joins connect at one node.
func markNode(m *state.Model, from wallEnd, into map[state.ID]bool) {
	seen := map[wallEnd]bool{from: true}
	queue := []wallEnd{from}
	for len(queue) > 0 {
		here := queue[0]
		queue = queue[1:]
		into[here.wall] = true
		for _, j := range m.JoinsOf(here.wall) {
			other := wallEnd{j.Other(here.wall), j.Part(j.Other(here.wall))}
			if j.Type == fabric.JoinMitre && j.Part(here.wall) == here.part && !seen[other] {
				seen[other] = true
				queue = append(queue, other)
			}
		}
	}
}
