package csg

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// side returns the side of a plane, given by its identity, on which a vertex lies: 1 above, 0 on, -1 below.
func (k *kernel) side(v, p int32) int {
	if k.on.has(v, p) {
		return 0
	}
	return k.planes[p].side(k.pos[v])
}

func (p *plane) side(q r3.Vector) int {
	switch d := p.n.Dot(q) - p.d; {
	case d > onPlane:
		return 1
	case d < -onPlane:
		return -1
	}
	return 0
}

// crossing makes the vertex where the segment u v, whose ends lie on different sides, crosses a plane. The vertex is on
// that plane and on the planes that contain both ends.
func (k *kernel) crossing(u, v, p int32) int32 {
	if v < u {
		u, v = v, u // the same arithmetic for every piece that asks
	}
	a, b := k.pos[u], k.pos[v]
	q := &k.planes[p]
	da, db := q.n.Dot(a)-q.d, q.n.Dot(b)-q.d
	t := da / (da - db)
	at := a.Add(geometry.Times(b.Sub(a), t))
	if t > 0.5 {
		at = b.Add(geometry.Times(a.Sub(b), db/(db-da)))
	}
	return k.addVertex(at, k.on.of(u), k.on.of(v), p)
}

// addVertex appends a vertex on p and on the planes common to both lists.
func (k *kernel) addVertex(at r3.Vector, a, b []int32, p int32) int32 {
	added := false
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case b[j] < a[i]:
			j++
		default:
			if !added && p <= a[i] {
				k.on.planes = append(k.on.planes, p)
				added = true
			}
			if a[i] != p {
				k.on.planes = append(k.on.planes, a[i])
			}
			i, j = i+1, j+1
		}
	}
	if !added {
		k.on.planes = append(k.on.planes, p)
	}
	k.pos = append(k.pos, at)
	k.on.start = append(k.on.start, int32(len(k.on.planes)))
	return int32(len(k.pos)) - 1
}
