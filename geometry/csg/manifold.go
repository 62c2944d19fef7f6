package csg

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/golang/geo/r3"
)

// side is a directed edge of a fragment. Its number is also that of the corner at its start.
type side struct {
	from, to int32
	next     int32 // the side that follows around the fragment
	fragment int32
	mate     int32 // the side it runs along in the opposite direction, on the other side of the same stretch of surface
}

// surface is the set of fragments joined along their sides.
type surface struct {
	k       *kernel
	sides   []side
	corners []int32 // union-find: corners that are one vertex
}

// joinSides pairs sides that run along one edge so that each pair encloses the inside of the result, and makes one
// vertex of the corners that such pairs connect. What only touches itself comes apart by that.
func (k *kernel) joinSides() (*surface, error) {
	s := &surface{k: k}
	s.listSides()
	chains := s.chainSides()
	var group []int32
	for i := range s.sides {
		if s.sides[i].mate >= 0 {
			continue
		}
		group = group[:0]
		for j := int32(i); j >= 0; j = chains[j] {
			group = append(group, j)
		}
		if err := s.pairAround(group); err != nil {
			return nil, err
		}
	}
	s.corners = zeroed(k.scratch.corners, len(s.sides))
	k.scratch.corners = s.corners
	for i := range s.corners {
		s.corners[i] = int32(i)
	}
	for i := range s.sides {
		joinSets(s.corners, int32(i), s.sides[s.sides[i].mate].next)
	}
	return s, nil
}

func (s *surface) listSides() {
	s.sides = s.k.scratch.sides[:0]
	for i, f := range s.k.kept {
		base := len(s.sides)
		for j, v := range f.verts {
			next := (j + 1) % len(f.verts)
			s.sides = append(s.sides, side{v, f.verts[next], int32(base + next), int32(i), -1})
		}
	}
	s.k.scratch.sides = s.sides
}

// chainSides answers for every side the next one along the same edge, -1 for the last.
func (s *surface) chainSides() []int32 {
	edges := &s.k.edges
	edges.reset(len(s.sides))
	chain := zeroed(s.k.scratch.chains, len(s.sides))
	s.k.scratch.chains = chain
	for i := len(s.sides) - 1; i >= 0; i-- {
		slot := edges.at(s.sides[i].from, s.sides[i].to)
		chain[i] = slot.last - 1
		slot.last = int32(i) + 1
	}
	return chain
}

// pairAround pairs the sides along one edge.
func (s *surface) pairAround(group []int32) error {
	if len(group) != 2 || s.sides[group[0]].from != s.sides[group[1]].to {
		if err := s.sortAround(group); err != nil {
			return err
		}
	}
	for g := 0; g < len(group); g += 2 {
		c, d := group[g], group[g+1]
		s.sides[c].mate, s.sides[d].mate = d, c
	}
	return nil
}

// sortAround orders the sides along one edge so that each two in a row enclose the inside between their faces.
func (s *surface) sortAround(group []int32) error {
	k, a := s.k, s.sides[group[0]]
	lo, hi := min(a.from, a.to), max(a.from, a.to)
	axis := k.pos[hi].Sub(k.pos[lo]).Normalize()
	angles := make([]float64, len(group))
	var first r3.Vector
	for i, g := range group {
		d := s.sides[g]
		into := k.signedNormal(k.kept[d.fragment].plane).Cross(k.pos[d.to].Sub(k.pos[d.from])).Normalize()
		if i == 0 {
			first = into
		}
		angles[i] = pseudoAngle(first.Dot(into), axis.Dot(first.Cross(into)))
	}
	if !s.alternate(group, angles, lo) {
		return fmt.Errorf("%d faces along the edge from %v to %v um: %w", len(group), k.pos[lo], k.pos[hi], ErrNotClosed)
	}
	return nil
}

// alternate sorts a group by angle about the edge from lo upwards, and starts with a side that runs downwards: its face
// has the inside right after it in that order, so the next one must run upwards.
func (s *surface) alternate(group []int32, angles []float64, lo int32) bool {
	rank := make([]int, len(group))
	for i := range rank {
		rank[i] = i
	}
	slices.SortStableFunc(rank, func(i, j int) int { return cmp.Compare(angles[i], angles[j]) })
	sorted := make([]int32, 0, len(group)+1)
	for _, r := range rank {
		sorted = append(sorted, group[r])
	}
	if s.sides[sorted[0]].from == lo {
		sorted = append(sorted[1:], sorted[0])
	}
	for i, g := range sorted {
		if (s.sides[g].from == lo) != (i%2 == 1) {
			return false
		}
	}
	copy(group, sorted)
	return len(group)%2 == 0
}

// pseudoAngle grows with the direction of (x, y) from 0 to 4 over a full turn.
func pseudoAngle(x, y float64) float64 {
	r := x / (max(x, -x) + max(y, -y))
	if y < 0 {
		return 3 + r
	}
	return 1 - r
}

// signedNormal answers the outward normal of a signed plane.
func (k *kernel) signedNormal(sign int32) r3.Vector {
	n := k.planes[sign/2].n
	if sign%2 == 1 {
		return times(n, -1)
	}
	return n
}
