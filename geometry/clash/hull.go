package clash

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// hull is the convex hull of points: triangles, counter-clockwise seen from outside.
type hull struct {
	points []r3.Vector
	faces  []hullFace
}

// hullFace is a triangle of a hull: its corners, its outward unit normal, its distance from the origin along it, and
// the points that lie beyond it and beyond no face that was looked at before.
type hullFace struct {
	at      [3]int32
	normal  r3.Vector
	height  float64
	outside []int32
	gone    bool
}

// hullBand is how far in micrometres a point has to lie beyond a face to be outside: a nanometre, above the noise of
// coordinates within 1 km. A hull is too small by no more.
const hullBand = 1e-3

// hullOf returns the hull of points by adding the farthest one outside a face again and again (Quickhull, Barber,
// Dobkin and Huhdanpaa 1996). It is false when the points lie in one plane but for the band.
func hullOf(points []r3.Vector) (hull, bool) {
	h := hull{points: points}
	if !h.start() {
		return h, false
	}
	for i := 0; i < len(h.faces); i++ {
		if f := &h.faces[i]; !f.gone && len(f.outside) > 0 && !h.add(h.farthest(f)) {
			return h, false
		}
	}
	kept := h.faces[:0]
	for _, f := range h.faces {
		if !f.gone {
			kept = append(kept, f)
		}
	}
	h.faces = kept
	return h, true
}

// start makes a tetrahedron of points far from each other.
func (h *hull) start() bool {
	p := h.points
	a := h.most(func(q r3.Vector) float64 { return -q.X })
	b := h.most(func(q r3.Vector) float64 { return q.Sub(p[a]).Norm2() })
	along := p[b].Sub(p[a])
	c := h.most(func(q r3.Vector) float64 { return along.Cross(q.Sub(p[a])).Norm2() })
	normal := along.Cross(p[c].Sub(p[a]))
	d := h.most(func(q r3.Vector) float64 { return math.Abs(normal.Dot(q.Sub(p[a]))) })
	if !(math.Abs(normal.Dot(p[d].Sub(p[a]))) > hullBand*normal.Norm()) {
		return false
	}
	if normal.Dot(p[d].Sub(p[a])) > 0 {
		b, c = c, b
	}
	all := make([]int32, len(p))
	for i := range all {
		all[i] = int32(i)
	}
	h.cover([][3]int32{{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}}, all)
	return true
}

// most returns the first point for which a measure is greatest.
func (h *hull) most(measure func(r3.Vector) float64) int32 {
	best, most := int32(0), math.Inf(-1)
	for i, q := range h.points {
		if m := measure(q); m > most {
			best, most = int32(i), m
		}
	}
	return best
}

// cover appends faces and gives each of some points to the first of them that it lies beyond.
func (h *hull) cover(faces [][3]int32, points []int32) {
	from := len(h.faces)
	for _, t := range faces {
		a, b, c := h.points[t[0]], h.points[t[1]], h.points[t[2]]
		n := b.Sub(a).Cross(c.Sub(a))
		if size := n.Norm(); size > 0 {
			n = geometry.Times(n, 1/size)
		}
		h.faces = append(h.faces, hullFace{at: t, normal: n, height: n.Dot(a)})
	}
	for _, v := range points {
		for i := from; i < len(h.faces); i++ {
			if f := &h.faces[i]; f.beyond(h.points[v]) > hullBand {
				f.outside = append(f.outside, v)
				break
			}
		}
	}
}

// beyond returns how far a point lies beyond a face.
func (f *hullFace) beyond(p r3.Vector) float64 { return f.normal.Dot(p) - f.height }

func (h *hull) farthest(f *hullFace) int32 {
	best, most := f.outside[0], math.Inf(-1)
	for _, v := range f.outside {
		if d := f.beyond(h.points[v]); d > most {
			best, most = v, d
		}
	}
	return best
}

// add replaces the faces that a point lies beyond by those from their outline to it; it is false when they have none.
func (h *hull) add(v int32) bool {
	outline := map[[2]int32]bool{}
	var sides [][2]int32
	var freed []int32
	for i := range h.faces {
		f := &h.faces[i]
		if f.gone || f.beyond(h.points[v]) <= hullBand {
			continue
		}
		f.gone = true
		freed = append(freed, f.outside...)
		for j, a := range f.at {
			side := [2]int32{a, f.at[(j+1)%3]}
			sides, outline[side] = append(sides, side), true
		}
	}
	var faces [][3]int32
	for _, s := range sides {
		if !outline[[2]int32{s[1], s[0]}] {
			faces = append(faces, [3]int32{s[0], s[1], v})
		}
	}
	h.cover(faces, freed)
	return len(faces) > 2
}
