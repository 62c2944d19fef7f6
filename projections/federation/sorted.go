package federation

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// sortByID sorts content by ids, for a source whose ids changed.
func sortByID(c *state.Content) {
	slices.SortFunc(c.Elements, func(a, b *state.Element) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(c.Joins, func(a, b *state.Join) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(c.Connections, func(a, b *state.Connection) int { return cmp.Compare(a.ID, b.ID) })
}

// together merges contents, each in the order of ids, into one.
func together(contents []state.Content) state.Content {
	var elements [][]*state.Element
	var joins [][]*state.Join
	var connections [][]*state.Connection
	for _, c := range contents {
		elements = append(elements, c.Elements)
		joins = append(joins, c.Joins)
		connections = append(connections, c.Connections)
	}
	return state.Content{
		Elements:    merged(elements, func(e *state.Element) state.ID { return e.ID }),
		Joins:       merged(joins, (*state.Join).LinkID),
		Connections: merged(connections, (*state.Connection).LinkID),
	}
}

// merged merges lists in the order of ids into one. It halves the number of lists in each round, so that many links
// cost little more than few.
func merged[T any](lists [][]T, id func(T) state.ID) []T {
	switch len(lists) {
	case 0:
		return nil
	case 1:
		return lists[0]
	}
	half := len(lists) / 2
	a, b := merged(lists[:half], id), merged(lists[half:], id)
	out := make([]T, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if id(b[0]) < id(a[0]) {
			out, b = append(out, b[0]), b[1:]
		} else {
			out, a = append(out, a[0]), a[1:]
		}
	}
	return append(append(out, a...), b...)
}
