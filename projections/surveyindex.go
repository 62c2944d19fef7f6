package projections

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// surveyIndex finds the cells of a survey between some heights without visiting all levels.
type surveyIndex struct {
	cells    spans[cell]
	overhead spans[cell]         // cells of categories that cover rooms
	bounding map[state.ID][]cell // cells of categories that bound rooms, by level
	rooms    spans[state.ID]     // levels with rooms
	covered  spans[state.ID]     // levels with rooms, up to the height at which the covers of the rooms may begin
}

// newIndex makes the index of a survey.
func (s *survey) newIndex() *surveyIndex {
	x := &surveyIndex{bounding: map[state.ID][]cell{}}
	for c, at := range s.cells {
		x.cells.add(c, at)
		if slices.Contains(room.OverheadCategories, c.category) {
			x.overhead.add(c, at)
		}
		if c.category.BoundsRooms() {
			x.bounding[c.level] = append(x.bounding[c.level], c)
		}
	}
	for id, l := range s.levels {
		if l.rooms {
			of := s.roomSpan(l)
			x.rooms.add(id, of)
			x.covered.add(id, of.with(l.reach()))
		}
	}
	x.cells.sort()
	x.overhead.sort()
	x.rooms.sort()
	x.covered.sort()
	return x
}

// cellsOf returns the cells of a need, sorted: the levels with rooms, and the cells of other categories, including the
// cells on which these rooms depend.
func (s *survey) cellsOf(n need) (rooms []state.ID, others []cell) {
	rooms = slices.Clone(n.levels)
	for _, heights := range n.heights {
		heights = span{heights.low - spanSlack, heights.high + spanSlack}
		if n.takes(state.CategoryRoom) {
			levels := &s.index().rooms
			if n.covers {
				levels = &s.index().covered
			}
			rooms = levels.meeting(heights, rooms)
		}
		for _, c := range s.index().cells.meeting(heights, nil) {
			if n.takes(c.category) {
				others = append(others, c)
			}
		}
	}
	slices.Sort(rooms)
	rooms = slices.Compact(rooms)
	others = append(others, s.roomsDependOn(rooms)...)
	slices.SortFunc(others, compareCells)
	return rooms, slices.Compact(others)
}

// roomsDependOn returns the cells on which the rooms of some levels depend: their walls, and the plates that may cover
// them.
func (s *survey) roomsDependOn(levels []state.ID) (out []cell) {
	for _, id := range levels {
		out = append(out, s.index().bounding[id]...)
		out = s.index().overhead.meeting(s.levels[id].reach(), out)
	}
	return out
}

// spans holds values with their height ranges, ordered by the lower height.
type spans[T any] struct {
	of      []T
	at      []span
	highest []geometry.Length // greatest upper height of this value and all earlier values
}

func (s *spans[T]) add(of T, at span) { s.of, s.at = append(s.of, of), append(s.at, at) }

// sort sorts the added values.
func (s *spans[T]) sort() {
	order := make([]int, len(s.of))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(s.at[a].low, s.at[b].low) })
	sorted := spans[T]{highest: make([]geometry.Length, 0, len(order))}
	for i, from := range order {
		sorted.add(s.of[from], s.at[from])
		high := sorted.at[i].high
		if i > 0 {
			high = max(high, sorted.highest[i-1])
		}
		sorted.highest = append(sorted.highest, high)
	}
	*s = sorted
}

// meeting appends the values that meet a range of heights to out, in any order.
func (s *spans[T]) meeting(heights span, out []T) []T {
	above, _ := slices.BinarySearchFunc(s.at, heights.high+1, func(p span, z geometry.Length) int {
		return cmp.Compare(p.low, z)
	})
	for i := above - 1; i >= 0 && s.highest[i] >= heights.low; i-- {
		if s.at[i].meets(heights) {
			out = append(out, s.of[i])
		}
	}
	return out
}
