package boundary

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// The greatest distances of two faces with rooms on either side of what stands between them.
const (
	// thickestWall is the distance across a wall: no wall of the field is thicker, but gaps between houses are wider.
	thickestWall = 1200 * geometry.Millimetre
	// thickestPair is the distance across two different elements. Beyond it the elements are the walls of two houses
	// with air between them. Two leaves of 240 mm and a cavity of 120 mm are below it.
	thickestPair = 600 * geometry.Millimetre
	// thickestFloor is the distance across a floor with its ceiling and the void between them.
	thickestFloor = 1500 * geometry.Millimetre
)

// overlapping is the greatest depth to which bodies of two rooms may run into each other where their faces meet.
const overlapping = 5 * geometry.Millimetre

// leastFacing is the cosine of 165 degrees: faces whose normals are at a greater angle face each other. Chords of the
// two faces of a curved wall differ by less, and the faces of a tapering wall do.
const leastFacing = -0.966

// parallelEnough is the squared length of the sum of two opposite unit normals below which they count as exactly
// opposite: over 1 km the planes part by less than a micrometre.
const parallelEnough = 1e-18

// facing is a part of a face with a face of another room opposite to it.
type facing struct {
	a, b     int // indexes of the faces
	distance geometry.Length
	along    r3.Vector       // from a to b
	onA, onB geometry.Region // the part, in the frames of the faces
}

// findFacing finds the parts of faces that face each other, nearest first, and leaves in each face the part that faces
// no other room.
func (w *work) findFacing() {
	boxes := make([]geometry.Box, len(w.faces))
	for i := range w.faces {
		w.faces[i].rest = w.faces[i].region
		boxes[i] = w.faces[i].box
	}
	tree := newBoxTree(boxes)
	byFace := make([][]facing, len(w.faces))
	w.each(len(w.faces), func(i int) {
		if !w.stop.Now() {
			byFace[i] = w.candidates(tree, i)
		}
	})
	all := slices.Concat(byFace...)
	slices.SortFunc(all, func(p, q facing) int {
		return cmp.Or(cmp.Compare(p.distance, q.distance), cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
	})
	for _, c := range all {
		if w.stop.Now() {
			return
		}
		a, b := &w.faces[c.a], &w.faces[c.b]
		if len(a.rest) == 0 || len(b.rest) == 0 {
			continue
		}
		c.onA = wide(w.stop.Intersect(a.rest, onto(b.rest, b.frame, a.frame, c.along)))
		if len(c.onA) == 0 {
			continue
		}
		c.onB = onto(c.onA, a.frame, b.frame, c.along)
		a.rest, b.rest = w.stop.Subtract(a.rest, c.onA), w.stop.Subtract(b.rest, c.onB)
		w.facing = append(w.facing, c)
	}
}

// candidates returns the faces with a greater index that look at a face from within reach.
func (w *work) candidates(tree boxTree, i int) (out []facing) {
	f := &w.faces[i]
	reach := thickestWall
	if f.level() {
		reach = thickestFloor
	}
	tree.search(f.box.Grow(reach), func(j int) {
		g := &w.faces[j]
		if j <= i || g.room == f.room || geometry.Dot(f.frame.Z, g.frame.Z) > leastFacing {
			return
		}
		along := w.along(f, g)
		way := middleOf(g.box).Sub(middleOf(f.box))
		d := rounded(geometry.Dot(way, along))
		if d < -overlapping || d > reach {
			return
		}
		out = append(out, facing{a: i, b: j, distance: max(0, d), along: along})
	})
	return out
}

// along returns the direction from a face to one that faces it: the mean of their normals.
func (w *work) along(f, g *face) r3.Vector {
	if sum := f.frame.Z.Add(g.frame.Z); geometry.Dot(sum, sum) > parallelEnough {
		return unit(f.frame.Z.Sub(g.frame.Z))
	}
	return f.frame.Z
}

func middleOf(b geometry.Box) r3.Vector {
	return geometry.Times(b.Min.Vector().Add(b.Max.Vector()), 0.5)
}

func unit(v r3.Vector) r3.Vector { return geometry.Times(v, 1/math.Sqrt(geometry.Dot(v, v))) }
