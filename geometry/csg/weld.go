package csg

import (
	"math"
	"math/bits"

	"github.com/golang/geo/r3"
)

// welder finds equal vertices with a table of cubes, each of which lists the vertices found in it so far. A vertex is
// compared with those in every cube within the tolerance of the vertex, usually a single cube.
type welder struct {
	tolerance float64
	pos       []r3.Vector
	heads     []int32 // by slot: 1 + an entry, 0 for none
	next      []int32 // by entry: 1 + the next entry
	entry     []int32 // by entry: its vertex
	keys      []uint64
	shift     uint
}

// cube is the side of the cubes in micrometres.
const cube = 64

// reset empties the table for n vertices.
func (w *welder) reset(pos []r3.Vector, n int, tolerance float64) {
	size := bits.Len(uint(2*n + 8))
	w.tolerance, w.pos, w.shift = tolerance, pos, 64-uint(size)
	w.heads = zeroed(w.heads, 1<<size)
	w.next, w.entry, w.keys = w.next[:0], w.entry[:0], w.keys[:0]
}

// weld returns the first vertex within the tolerance of v, or v itself if there is none.
func (w *welder) weld(v int32) int32 {
	if u := w.near(v); u >= 0 {
		return u
	}
	c := cubeOf(w.pos[v])
	key := cubeKey(c[0], c[1], c[2])
	slot := w.slot(key)
	w.entry, w.keys, w.next = append(w.entry, v), append(w.keys, key), append(w.next, w.heads[slot])
	w.heads[slot] = int32(len(w.entry))
	return v
}

// near returns the first vertex within the tolerance of v, or -1 if there is none.
func (w *welder) near(v int32) int32 {
	p := w.pos[v]
	reach := r3.Vector{X: w.tolerance, Y: w.tolerance, Z: w.tolerance}
	lo, hi := cubeOf(p.Sub(reach)), cubeOf(p.Add(reach))
	for x := lo[0]; x <= hi[0]; x++ {
		for y := lo[1]; y <= hi[1]; y++ {
			for z := lo[2]; z <= hi[2]; z++ {
				if u := w.find(cubeKey(x, y, z), p); u >= 0 {
					return u
				}
			}
		}
	}
	return -1
}

func cubeOf(p r3.Vector) [3]int64 {
	return [3]int64{int64(math.Floor(p.X / cube)), int64(math.Floor(p.Y / cube)), int64(math.Floor(p.Z / cube))}
}

// cubeKey packs the low 21 bits of each coordinate; distances distinguish cubes that share a key.
func cubeKey(x, y, z int64) uint64 {
	const mask = 1<<21 - 1
	return uint64(x&mask)<<42 | uint64(y&mask)<<21 | uint64(z&mask)
}

func (w *welder) slot(key uint64) int { return int((key * 0x9e3779b97f4a7c15) >> w.shift) }

func (w *welder) find(key uint64, p r3.Vector) int32 {
	for e := w.heads[w.slot(key)]; e != 0; e = w.next[e-1] {
		if w.keys[e-1] != key {
			continue
		}
		if d := w.pos[w.entry[e-1]].Sub(p); d.Dot(d) <= w.tolerance*w.tolerance {
			return w.entry[e-1]
		}
	}
	return -1
}

// weldVertices gives equal vertices of the kept fragments the same number, the smallest, and drops fragments that
// thereby lose their area.
func (k *kernel) weldVertices() {
	one := zeroed(k.scratch.one, len(k.pos)) // 1 + the vertex
	k.scratch.one = one
	n := 0
	for _, f := range k.kept {
		for _, v := range f.verts {
			if one[v] == 0 {
				one[v] = 1
				n++
			}
		}
	}
	w := &k.scratch.welder
	w.reset(k.pos, n, k.weld)
	for v := range one {
		if one[v] != 0 {
			one[v] = 1 + w.weld(int32(v))
		}
	}
	k.renumberKept(one)
}

// renumberKept replaces the vertices of the kept fragments by other numbers, each stored with 1 added. It drops
// fragments that thereby lose their area.
func (k *kernel) renumberKept(one []int32) {
	kept := k.scratch.kept[:0]
	for _, f := range k.kept {
		f.verts = renumbered(f.verts, one)
		kept = appendSimple(kept, f)
	}
	k.kept, k.scratch.kept = kept, k.kept
}

// renumbered replaces vertices in place and drops repetitions of neighbours.
func renumbered(verts, one []int32) []int32 {
	out := verts[:0]
	for _, v := range verts {
		if v = one[v] - 1; len(out) == 0 || out[len(out)-1] != v {
			out = append(out, v)
		}
	}
	for len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out
}
