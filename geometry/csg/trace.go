package csg

import (
	"cmp"
	"slices"

	"github.com/golang/geo/r3"
)

// directed is an edge of the boundary of a face, with the face on its left.
type directed struct{ from, to int32 }

// surface is the result while it is put together: loops of vertices, each in a signed plane.
type surface struct {
	loops []loop
}

// loop is a closed boundary of a face; the face is on its left.
type loop struct {
	verts []int32
	plane int32
}

// joinFragments joins the fragments of every signed plane: sides that two of them share vanish, the rest is traced to
// loops.
func (k *kernel) joinFragments() surface {
	slices.SortStableFunc(k.kept, func(f, g fragment) int { return cmp.Compare(f.plane, g.plane) })
	s := surface{loops: make([]loop, 0, len(k.kept))}
	t := &tracer{k: k}
	for i := 0; i < len(k.kept); {
		j := i + 1
		for j < len(k.kept) && k.kept[j].plane == k.kept[i].plane {
			j++
		}
		if j == i+1 && !repeats(k.kept[i].verts) {
			s.loops = append(s.loops, loop{k.kept[i].verts, k.kept[i].plane})
		} else {
			s.loops = t.trace(k.kept[i:j], s.loops)
		}
		i = j
	}
	return s
}

func repeats(verts []int32) bool {
	for i, v := range verts {
		if slices.Contains(verts[:i], v) {
			return true
		}
	}
	return false
}

// tracer walks the boundary of the fragments of one signed plane.
type tracer struct {
	k     *kernel
	edges []directed
	used  []bool
	n     r3.Vector
}

func (t *tracer) trace(fragments []fragment, out []loop) []loop {
	t.collect(fragments)
	sign := fragments[0].plane
	t.n = t.k.signedNormal(sign)
	t.used = append(t.used[:0], make([]bool, len(t.edges))...)
	for i := range t.edges {
		if t.used[i] {
			continue
		}
		verts := t.k.loops.make(len(t.edges))
		for e := i; e >= 0 && !t.used[e]; e = t.next(e) {
			t.used[e] = true
			verts = append(verts, t.edges[e].from)
		}
		t.k.loops.giveBack(cap(verts) - len(verts))
		out = append(out, loop{verts[:len(verts):len(verts)], sign})
	}
	return out
}

// giveBack returns the unused end of what was made last.
func (a *arena) giveBack(n int) { a.block = a.block[:len(a.block)-n] }

// signedNormal answers the outward normal of a signed plane.
func (k *kernel) signedNormal(sign int32) r3.Vector {
	n := k.planes[sign/2].n
	if sign%2 == 1 {
		return n.Mul(-1)
	}
	return n
}

// collect lists the sides of the fragments that are left when opposite ones cancel, by their start.
func (t *tracer) collect(fragments []fragment) {
	t.edges = t.edges[:0]
	for _, f := range fragments {
		last := f.verts[len(f.verts)-1]
		for _, v := range f.verts {
			t.edges = append(t.edges, directed{last, v})
			last = v
		}
	}
	slices.SortFunc(t.edges, func(e, f directed) int {
		return cmp.Or(cmp.Compare(min(e.from, e.to), min(f.from, f.to)), cmp.Compare(max(e.from, e.to), max(f.from, f.to)),
			cmp.Compare(e.from, f.from))
	})
	t.cancel()
	slices.SortFunc(t.edges, func(e, f directed) int { return cmp.Or(cmp.Compare(e.from, f.from), cmp.Compare(e.to, f.to)) })
}

// cancel takes opposite sides out of sides that are sorted by their ends.
func (t *tracer) cancel() {
	kept := t.edges[:0]
	for i := 0; i < len(t.edges); {
		e := t.edges[i]
		j, net := i, 0
		for ; j < len(t.edges) && min(t.edges[j].from, t.edges[j].to) == min(e.from, e.to) &&
			max(t.edges[j].from, t.edges[j].to) == max(e.from, e.to); j++ {
			if t.edges[j].from < t.edges[j].to {
				net++
			} else {
				net--
			}
		}
		lo, hi := min(e.from, e.to), max(e.from, e.to)
		for ; net > 0; net-- {
			kept = append(kept, directed{lo, hi})
		}
		for ; net < 0; net++ {
			kept = append(kept, directed{hi, lo})
		}
		i = j
	}
	t.edges = kept
}

// next answers the unused edge that goes on from the end of e. Where several do it is the sharpest left turn, so that
// parts of a face that only touch at a vertex are walked around one by one.
func (t *tracer) next(e int) int {
	at := t.edges[e].to
	i, _ := slices.BinarySearchFunc(t.edges, at, func(d directed, v int32) int { return cmp.Compare(d.from, v) })
	if i+1 >= len(t.edges) || t.edges[i+1].from != at {
		return min(i, len(t.edges)-1)
	}
	best := -1
	for j := i; j < len(t.edges) && t.edges[j].from == at; j++ {
		if !t.used[j] && (best < 0 || t.edges[j].to != t.edges[best].to && t.leftOf(e, j, best)) {
			best = j
		}
	}
	return best
}

// leftOf reports whether edge i turns left more sharply than j after e: seen from the way back it comes first when
// turning clockwise.
func (t *tracer) leftOf(e, i, j int) bool {
	at := t.k.pos[t.edges[e].to]
	back := t.k.pos[t.edges[e].from].Sub(at)
	angle := func(i int) float64 {
		d := t.k.pos[t.edges[i].to].Sub(at)
		a := pseudoAngle(back.Dot(d), t.n.Dot(d.Cross(back)))
		if a == 0 {
			return 4 // straight back is the last choice
		}
		return a
	}
	return angle(i) < angle(j)
}

// pseudoAngle grows with the direction of (x, y) from 0 to 4 over a full turn.
func pseudoAngle(x, y float64) float64 {
	r := x / (max(x, -x) + max(y, -y))
	if y < 0 {
		return 3 + r
	}
	return 1 - r
}
