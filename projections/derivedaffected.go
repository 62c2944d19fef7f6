package projections

import (
	"slices"
	"strings"

	"github.com/tidwall/btree"

	"github.com/bimstream/bimstream/domain"
)

// idSet is a set of ids that is cheap to copy.
type idSet = btree.Set[domain.ID]

// markAffected adds the elements whose derived geometry an event can change, judged on one state. It is called with the
// state before and, unless the event leaves relations as they are, with the state after it, since what depended on an
// element and what will may differ. Rooms that a wall bounds are not in it: they are found by place.
func markAffected(m *domain.Model, e domain.Event, into *idSet) {
	for _, t := range e.Touched() {
		if !shapes(t.Facets) {
			markConnected(t, into)
			continue
		}
		markShaped(m, t.ElementID, into)
	}
}

// markShaped adds what depends on the geometry of an element, or on a definition.
func markShaped(m *domain.Model, id domain.ID, into *idSet) {
	markDependents(m, id, into)
	for _, of := range m.OfType(id) {
		markDependents(m, of, into)
	}
}

// markConnected adds an element that an event names for a connection alone. Its geometry stays; its relations do not.
func markConnected(t domain.Touch, into *idSet) {
	if connects(t.Facets) {
		into.Insert(t.ElementID)
	}
}

func connects(facets []domain.Facet) bool {
	return slices.ContainsFunc(facets, domain.Facet.IsConnection)
}

// markTouched adds what an event names in facets that can have a bearing on geometry.
func markTouched(e domain.Event, into *idSet) {
	for _, t := range e.Touched() {
		if shapes(t.Facets) {
			into.Insert(t.ElementID)
		}
	}
}

// keepsRelations reports whether what hosts, joins, bears and types what is the same before and after an event: it
// changes parameters only.
func keepsRelations(e domain.Event) bool {
	modified, ok := e.(*domain.ElementModified)
	return ok && !slices.ContainsFunc(modified.Changes, func(c domain.Change) bool { return !c.Facet.IsParameter() })
}

// onlyNames reports whether an event gives a type another name or other properties and leaves its elements as they are.
func onlyNames(before *domain.Model, e domain.Event) bool {
	defined, ok := e.(*domain.TypeDefined)
	return ok && !defined.Reshapes(before)
}

// shapes reports whether one of the facets can have a bearing on geometry.
func shapes(facets []domain.Facet) bool {
	for _, f := range facets {
		switch f {
		case domain.FacetName, domain.FacetMaterial, domain.FacetClassification, domain.FacetOrigin:
			continue
		}
		if !strings.HasPrefix(string(f), "pset.") && !f.IsConnection() {
			return true
		}
	}
	return false
}

func markDependents(m *domain.Model, id domain.ID, into *idSet) {
	for _, d := range m.Regenerated(id) {
		into.Insert(d)
	}
	for _, changed := range wallsOf(m, id) {
		for wall := range meetingWalls(m, changed) {
			into.Insert(wall)
		}
	}
}

// wallsOf returns the walls that change with an element: itself, or of a level those on it, which go up and down with
// it and so meet others, or none.
func wallsOf(m *domain.Model, id domain.ID) []domain.ID {
	e, ok := m.Element(id)
	switch {
	case ok && e.Category == domain.CategoryWall:
		return []domain.ID{id}
	case !ok || e.Category != domain.CategoryLevel:
		return nil
	}
	return slices.DeleteFunc(m.OnLevel(id), func(on domain.ID) bool {
		e, ok := m.Element(on)
		return !ok || e.Category != domain.CategoryWall
	})
}

// meetingWalls returns the walls whose footprint depends on the lines and joins of a wall: those joined to it, those
// that share a mitred node with it, and those that one of all these crosses or that end at it: what ends near a corner
// follows it.
func meetingWalls(m *domain.Model, wall domain.ID) map[domain.ID]bool {
	near := map[domain.ID]bool{wall: true}
	var nodes []domain.WallPart // at which the walls are marked: many joins may meet in one
	for _, j := range m.JoinsOf(wall) {
		near[j.Other(wall)] = true
		if part := j.Part(wall); j.Type == domain.JoinMitre && !slices.Contains(nodes, part) {
			nodes = append(nodes, part)
			markNode(m, wallEnd{wall, part}, near)
		}
	}
	out := make(map[domain.ID]bool, len(near))
	for id := range near {
		out[id] = true
		for _, j := range m.JoinsOf(id) {
			if j.Kind == domain.JoinX || j.Kind == domain.JoinT && j.Through == id {
				out[j.Other(id)] = true
			}
		}
	}
	return out
}

// wallEnd is one end of a wall.
type wallEnd struct {
	wall domain.ID
	part domain.WallPart
}

// markNode adds all walls that mitre joins connect at one node.
func markNode(m *domain.Model, from wallEnd, into map[domain.ID]bool) {
	seen := map[wallEnd]bool{from: true}
	queue := []wallEnd{from}
	for len(queue) > 0 {
		here := queue[0]
		queue = queue[1:]
		into[here.wall] = true
		for _, j := range m.JoinsOf(here.wall) {
			other := wallEnd{j.Other(here.wall), j.Part(j.Other(here.wall))}
			if j.Type == domain.JoinMitre && j.Part(here.wall) == here.part && !seen[other] {
				seen[other] = true
				queue = append(queue, other)
			}
		}
	}
}
