package csg

import (
	"cmp"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// side is a directed edge of a fragment. Its number is also the number of the corner at its start.
type side struct {
	from, to int32
	next     int32 // next side around the fragment
	fragment int32
	mate     int32 // opposite side along the same edge, which continues the same surface
}

// surface is the set of fragments joined along their sides.
type surface struct {
	k       *kernel
	sides   []side
	corners []int32 // union-find: corners of the same vertex
}

// joinSides pairs the sides along each edge so that every pair encloses the inside of the result. It merges the corners
// that such pairs connect into one vertex. So parts of the surface that only touch become separate.
func (k *kernel) joinSides() *surface {
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
		s.pairAround(group)
	}
	s.corners = zeroed(k.scratch.corners, len(s.sides))
	k.scratch.corners = s.corners
	for i := range s.corners {
		s.corners[i] = int32(i)
	}
	for i := range s.sides {
		joinSets(s.corners, int32(i), s.sides[s.sides[i].mate].next)
	}
	return s
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

// chainSides returns for every side the next side along the same edge, or -1 for the last side.
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
func (s *surface) pairAround(group []int32) {
	if len(group) != 2 || s.sides[group[0]].from != s.sides[group[1]].to {
		group = s.inPairs(s.sortAround(group))
	}
	for g := 0; g < len(group); g += 2 {
		c, d := group[g], group[g+1]
		s.sides[c].mate, s.sides[d].mate = d, c
	}
}

// spoke is one of the sides along one edge. angle is the angle of its fragment about the edge from the smaller vertex
// to the greater, and up reports whether the side runs in that direction.
type spoke struct {
	side  int32
	angle float64
	up    bool
}

// sortAround orders the sides along one edge by angle.
func (s *surface) sortAround(group []int32) []spoke {
	k, a := s.k, s.sides[group[0]]
	lo, hi := min(a.from, a.to), max(a.from, a.to)
	axis := k.pos[hi].Sub(k.pos[lo]).Normalize()
	spokes := make([]spoke, len(group))
	var first r3.Vector
	for i, g := range group {
		d := s.sides[g]
		into := k.signedNormal(k.kept[d.fragment].plane).Cross(k.pos[d.to].Sub(k.pos[d.from])).Normalize()
		if i == 0 {
			first = into
		}
		spokes[i] = spoke{g, pseudoAngle(first.Dot(into), axis.Dot(first.Cross(into))), d.from == lo}
	}
	slices.SortStableFunc(spokes, func(c, d spoke) int { return cmp.Compare(c.angle, d.angle) })
	return spokes
}

// inPairs lists the sides along one edge so that each pair encloses the inside between its faces. In the order of
// angles, the inside follows a face whose side runs down, so sides running down and up normally alternate. They do not
// alternate if a fragment is narrower than the weld distance. Such a fragment lies on one of its neighbours in the
// plane, and the two are paired because the face continues there. The remaining sides are paired like brackets.
func (s *surface) inPairs(spokes []spoke) []int32 {
	if i := unturned(spokes); i >= 0 {
		return sidesFrom(spokes, i)
	}
	if i, j, ok := s.flatPair(spokes); ok {
		pair := []int32{spokes[i].side, spokes[j].side}
		return append(pair, s.inPairs(slices.Delete(slices.Delete(spokes, j, j+1), i, i+1))...)
	}
	return brackets(spokes)
}

// unturned returns the index of a side that runs down if sides running down and up alternate, or -1.
func unturned(spokes []spoke) int {
	for i, a := range spokes {
		if a.up == spokes[(i+1)%len(spokes)].up {
			return -1
		}
	}
	if len(spokes) > 0 && spokes[0].up {
		return 1
	}
	return 0
}

// sidesFrom lists sides from an index on, once around.
func sidesFrom(spokes []spoke, from int) []int32 {
	out := make([]int32, len(spokes))
	for i := range spokes {
		out[i] = spokes[(from+i)%len(spokes)].side
	}
	return out
}

// flatPair returns the first two sides that run in opposite directions and have fragments in one signed plane.
func (s *surface) flatPair(spokes []spoke) (i, j int, ok bool) {
	for i, a := range spokes {
		for j := i + 1; j < len(spokes); j++ {
			b := spokes[j]
			if a.up != b.up && s.k.kept[s.sides[a.side].fragment].plane == s.k.kept[s.sides[b.side].fragment].plane {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// brackets pairs each side that runs down with the side that closes it, as brackets are paired. As many sides run down
// as up.
func brackets(spokes []spoke) []int32 {
	var out, open []int32
	for i := 0; len(out) < len(spokes); i = (i + 1) % len(spokes) {
		a := &spokes[i]
		switch {
		case a.side < 0:
		case !a.up:
			open = append(open, a.side)
			a.side = -1
		case len(open) > 0:
			out = append(out, open[len(open)-1], a.side)
			open, a.side = open[:len(open)-1], -1
		}
	}
	return out
}

// pseudoAngle returns a number that grows with the direction of (x, y) from 0 to 4 over a full turn.
func pseudoAngle(x, y float64) float64 {
	r := x / (max(x, -x) + max(y, -y))
	if y < 0 {
		return 3 + r
	}
	return 1 - r
}

// signedNormal returns the outward normal of a signed plane.
func (k *kernel) signedNormal(sign int32) r3.Vector {
	n := k.planes[sign/2].n
	if sign%2 == 1 {
		return geometry.Times(n, -1)
	}
	return n
}
