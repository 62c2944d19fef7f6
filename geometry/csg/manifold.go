package csg

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/golang/geo/r3"
)

// side is a directed edge of a loop. Its number is also that of the corner of the face at its start.
type side struct {
	from, to int32
	next     int32 // the side that follows in the loop
	loop     int32
}

// takeApart gives what only touches itself vertices of its own. Sides that run along one edge are paired so that each
// pair encloses the inside of the result; corners at the ends of a pair are one. It answers the corners' sets.
func (k *kernel) takeApart(s *surface) ([]side, []int32, error) {
	sides := s.sides()
	corners := make([]int32, len(sides))
	order := make([]int32, len(sides))
	for i := range order {
		corners[i], order[i] = int32(i), int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(pairKey(sides[i].from, sides[i].to), pairKey(sides[j].from, sides[j].to)), cmp.Compare(i, j))
	})
	for i := 0; i < len(order); {
		j, key := i, pairKey(sides[order[i]].from, sides[order[i]].to)
		for j < len(order) && pairKey(sides[order[j]].from, sides[order[j]].to) == key {
			j++
		}
		group := order[i:j]
		if err := k.sortAround(s, sides, group); err != nil {
			return nil, nil, err
		}
		for g := 0; g < len(group); g += 2 {
			c, d := group[g], group[g+1]
			joinSets(corners, c, sides[d].next)
			joinSets(corners, d, sides[c].next)
		}
		i = j
	}
	return sides, corners, nil
}

func (s *surface) sides() []side {
	n := 0
	for i := range s.loops {
		n += len(s.loops[i].verts)
	}
	out := make([]side, 0, n)
	for i := range s.loops {
		verts, base := s.loops[i].verts, len(out)
		for j, v := range verts {
			next := (j + 1) % len(verts)
			out = append(out, side{v, verts[next], int32(base + next), int32(i)})
		}
	}
	return out
}

// sortAround orders the sides along one edge so that each two in a row enclose the inside between their faces.
func (k *kernel) sortAround(s *surface, sides []side, group []int32) error {
	if len(group) == 2 && sides[group[0]].from == sides[group[1]].to {
		return nil
	}
	a := sides[group[0]]
	lo, hi := min(a.from, a.to), max(a.from, a.to)
	axis := k.pos[hi].Sub(k.pos[lo]).Normalize()
	angles := make([]float64, len(group))
	var first r3.Vector
	for i, g := range group {
		d := sides[g]
		into := k.signedNormal(s.loops[d.loop].plane).Cross(k.pos[d.to].Sub(k.pos[d.from])).Normalize()
		if i == 0 {
			first = into
		}
		angles[i] = pseudoAngle(first.Dot(into), axis.Dot(first.Cross(into)))
	}
	if !alternate(sides, group, angles, lo) {
		return fmt.Errorf("%d faces along the edge from %v to %v um: %w", len(group), k.pos[lo], k.pos[hi], ErrNotClosed)
	}
	return nil
}

// alternate sorts a group by angle about the edge from lo upwards, and starts with a side that runs downwards: its face
// has the inside right after it in that order, so the next one must run upwards.
func alternate(sides []side, group []int32, angles []float64, lo int32) bool {
	rank := make([]int, len(group))
	for i := range rank {
		rank[i] = i
	}
	slices.SortStableFunc(rank, func(i, j int) int { return cmp.Compare(angles[i], angles[j]) })
	sorted := make([]int32, 0, len(group)+1)
	for _, r := range rank {
		sorted = append(sorted, group[r])
	}
	if sides[sorted[0]].from == lo {
		sorted = append(sorted[1:], sorted[0])
	}
	for i, g := range sorted {
		if (sides[g].from == lo) != (i%2 == 1) {
			return false
		}
	}
	copy(group, sorted)
	return len(group)%2 == 0
}
