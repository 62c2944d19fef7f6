package clash

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// hull is the convex hull of points: triangles, counter-clockwise as seen from outside.
type hull struct {
	points []r3.Vector
	reach  float64 // upper bound of the distance between two points, in micrometres
	faces  []hullFace
}

// hullFace is a triangle of a hull, with its outward unit normal and its distance from the origin along the normal. Its
// outside points are the points that lie beyond it but beyond no earlier face. The normal of a sliver is uncertain, so
// a point must be farther away to lie beyond the sliver. A triangle on a line has no normal, and no point is beyond it.
type hullFace struct {
	at      [3]int32
	normal  r3.Vector
	height  float64
	band    float64 // least distance of a point that is outside
	outside []int32
	gone    bool
}

// hullBand is the least distance in micrometres from a face at which a point counts as outside. It is a nanometre, more
// than the noise of coordinates within 1 km. A hull is too small by at most this band, except at slivers (hullFace).
const hullBand = 1e-3

// coordinateNoise is the uncertainty in micrometres of a coordinate within 1 km. The distance between doubles is 1.2e-7
// there, and each sum and product in the computation of a normal adds as much.
const coordinateNoise = 5e-7

// hullOf returns the hull of points by repeatedly adding the farthest point outside a face (Quickhull, Barber, Dobkin
// and Huhdanpaa 1996). It returns false if the points lie in one plane within the band.
func hullOf(points []r3.Vector) (hull, bool) {
	h := hull{points: points}
	lo, hi := r3.Vector{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}, r3.Vector{X: math.Inf(-1), Y: math.Inf(-1),
		Z: math.Inf(-1)}
	for _, p := range points {
		lo = r3.Vector{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
		hi = r3.Vector{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
	}
	h.reach = hi.Sub(lo).Norm()
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

// cover appends faces and assigns each of some points to the first face that it lies beyond.
func (h *hull) cover(faces [][3]int32, points []int32) {
	from := len(h.faces)
	for _, t := range faces {
		h.faces = append(h.faces, h.face(t))
	}
	for _, v := range points {
		for i := from; i < len(h.faces); i++ {
			if f := &h.faces[i]; f.beyond(h.points[v]) > f.band {
				f.outside = append(f.outside, v)
				break
			}
		}
	}
}

// face makes a face of three points. The uncertainty of its normal is the uncertainty of its points divided by its
// height. That uncertainty times the reach of all points is the band of the face.
func (h *hull) face(t [3]int32) hullFace {
	a, b, c := h.points[t[0]], h.points[t[1]], h.points[t[2]]
	n := b.Sub(a).Cross(c.Sub(a))
	size := n.Norm()
	longest := math.Sqrt(max(b.Sub(a).Norm2(), c.Sub(b).Norm2(), a.Sub(c).Norm2()))
	if size <= coordinateNoise*longest {
		return hullFace{at: t, band: math.Inf(1)}
	}
	n = geometry.Times(n, 1/size)
	return hullFace{at: t, normal: n, height: n.Dot(a), band: hullBand + float64(coordinateNoise*h.reach*longest/size)}
}

// beyond returns the distance of a point beyond a face.
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

// add replaces the faces that a point lies beyond by faces from their outline to the point. It returns false if they
// have no outline.
func (h *hull) add(v int32) bool {
	outline := map[[2]int32]bool{}
	var sides [][2]int32
	var freed []int32
	for i := range h.faces {
		f := &h.faces[i]
		if f.gone || f.beyond(h.points[v]) <= f.band {
			continue
		}
		f.gone = true
		for _, p := range f.outside {
			if p != v { // v is a corner of all new faces
				freed = append(freed, p)
			}
		}
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
