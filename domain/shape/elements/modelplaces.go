package elements

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/tidwall/btree"
)

// MetElsewhere returns the doors, windows and openings whose storey is not their level, in the order of their ids.
func MetElsewhere(m *state.Model) (out []bodyshape.Met) {
	askPlaces(m, func(n *state.PlaceIndex) {
		n.Away.Scan(func(id, storey state.ID) bool {
			if e, ok := m.Element(id); ok {
				out = append(out, bodyshape.Met{Element: e, Storey: storey})
			}
			return true
		})
	})
	return out
}

// CountOf returns the number of elements of a category.
func CountOf(m *state.Model, c state.Category) (count int) {
	askPlaces(m, func(n *state.PlaceIndex) { count, _ = n.Counts.Get(string(c)) })
	return count
}

// CountOn returns the number of elements of a category that stand on a level.
func CountOn(m *state.Model, level state.ID, c state.Category) (count int) {
	askPlaces(m, func(n *state.PlaceIndex) { count, _ = n.Counts.Get(state.PlaceName(level, c)) })
	return count
}

// MetOn returns the ids of the elements found on a level, of some categories or of all. These are the elements that
// stand on the level, and the doors, windows and openings that open onto it in walls that begin on a level below.
// Doors, windows and openings in walls on the level that open onto a storey above are left out.
func MetOn(m *state.Model, level state.ID, categories ...state.Category) []state.ID {
	on := m.StandingOn(level, categories)
	askPlaces(m, func(n *state.PlaceIndex) {
		if n.Away.Len() == 0 {
			return
		}
		on = slices.DeleteFunc(on, func(id state.ID) bool {
			_, away := n.Away.Get(id)
			return away
		})
		n.Away.Scan(func(id, storey state.ID) bool {
			if storey == level && m.IsOf(id, categories) {
				on = append(on, id)
			}
			return true
		})
	})
	slices.Sort(on)
	return slices.Compact(on)
}

// askPlaces calls f with the place index of the model, brought up to date. For a model without an index it creates one
// for the call.
func askPlaces(m *state.Model, f func(*state.PlaceIndex)) {
	m.Ordered()
	m.Indexed()
	n := m.Places
	if n == nil {
		n = &state.PlaceIndex{Alone: func(f func()) { f() }}
	}
	whole := m
	if m.Stop != nil { // a shared index must not be left incomplete
		c := *m
		c.Stop, whole = nil, &c
	}
	n.Alone(func() {
		placeIndexBring(n, whole)
		f(n)
	})
}

// placeIndexBring builds the parts of the index that are missing, and updates the openings of walls that have changed.
func placeIndexBring(n *state.PlaceIndex, m *state.Model) {
	if n.Counts == nil {
		n.Counts = new(btree.Map[string, int])
		m.Elements.Scan(func(_ state.ID, e *state.Element) bool {
			n.Count(e, 1)
			return true
		})
	}
	if n.Away == nil {
		n.Away, n.Stale = new(btree.Map[state.ID, state.ID]), new(btree.Set[state.ID])
		levels := m.LevelsByID()
		for _, c := range state.SetInWalls {
			placeIndexLook(n, m, levels, m.OfCategory(c))
		}
	}
	if n.Stale.Len() == 0 {
		return
	}
	levels := m.LevelsByID()
	n.Stale.Scan(func(wall state.ID) bool {
		placeIndexLook(n, m, levels, m.HostedBy(wall))
		return true
	})
	n.Stale = new(btree.Set[state.ID])
}

// placeIndexLook records the storeys of elements that are found on another storey than their level.
func placeIndexLook(n *state.PlaceIndex, m *state.Model, levels []*state.Element, ids []state.ID) {
	for _, id := range ids {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		if storey := storeyAmong(m, levels, e); storey != e.LevelID {
			n.Away.Set(id, storey)
		} else {
			n.Away.Delete(id)
		}
	}
}
