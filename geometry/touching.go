package geometry

import (
	"cmp"
	"slices"
)

// flushAngle is the pseudoAngle below which two faces at an edge count as flush. It is the angle between faces of some
// centimetres whose corners are off by a step of the grid.
const flushAngle = 1e-4

// surfaces returns the sets of faces that are connected along edges. At an edge along which parts touch, more than two
// faces meet. There, the faces that enclose the inside of the solid between them are connected, so parts that only
// touch, along edges or at vertices, are separate. If parts penetrate each other there, they stay one.
func (s Solid) surfaces() partition {
	sets, sides := newPartition(len(s.Faces)), s.sides()
	for _, group := range sidesAlongEdges(sides) {
		err := s.sortAround(sides, group)
		for k := 0; k+1 < len(group); k++ {
			if err != nil || k%2 == 0 {
				sets.join(sides[group[k]].face, sides[group[k+1]].face)
			}
		}
	}
	return sets
}

// byAngle returns the indexes of angles around an edge in ascending order. In a group of flush faces, the faces with
// the inside before them (up) come first, since the inside does not lie between them and the other faces of the group.
func byAngle(angles []float64, up func(i int) bool) []int {
	order := make([]int, len(angles))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(angles[i], angles[j]) })
	order = fromGap(order, angles)
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && onward(angles[order[from]], angles[order[to]]) <= flushAngle {
			to++
		}
		upFirst(order[from:to], up)
		from = to
	}
	return order
}

// fromGap rotates the order to begin after a gap, so that flush faces are adjacent.
func fromGap(order []int, angles []float64) []int {
	for at := range order {
		before := order[(at+len(order)-1)%len(order)]
		if onward(angles[before], angles[order[at]]) > flushAngle {
			return slices.Concat(order[at:], order[:at])
		}
	}
	return order
}

// onward returns the pseudoAngle of the turn from one direction to the next; a whole turn is 4.
func onward(a, b float64) float64 {
	if b < a {
		return b - a + 4
	}
	return b - a
}

func upFirst(order []int, up func(i int) bool) {
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case up(i) == up(j):
			return 0
		case up(i):
			return -1
		}
		return 1
	})
}
