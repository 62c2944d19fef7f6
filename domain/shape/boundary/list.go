package boundary

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// boundaries returns the boundaries that the pieces make, ordered by room and face.
func (w *work) boundaries() []Boundary {
	type side struct {
		piece    int
		mirrored bool
	}
	byFace := make([][]side, len(w.faces))
	for i, p := range w.pieces {
		byFace[p.face] = append(byFace[p.face], side{i, false})
		if p.other != None {
			byFace[p.other] = append(byFace[p.other], side{i, true})
		}
	}
	var out []Boundary
	first := make([][2]int, len(w.pieces)) // index of the boundary of each side of a piece
	for f := range byFace {
		slices.SortStableFunc(byFace[f], func(a, b side) int {
			return w.before(w.polygonOf(a.piece, a.mirrored),
				w.polygonOf(b.piece, b.mirrored))
		})
		for _, s := range byFace[f] {
			at := 0
			if s.mirrored {
				at = 1
			}
			first[s.piece][at] = len(out)
			out = w.appendBoundary(out, f, &w.pieces[s.piece], s.mirrored)
		}
	}
	for i, p := range w.pieces {
		if p.other == None {
			continue
		}
		for k := range 1 + len(p.openings) {
			a, b := first[i][0]+k, first[i][1]+k
			out[a].Pair, out[b].Pair = b, a
		}
	}
	return out
}

func (w *work) polygonOf(i int, mirrored bool) geometry.Polygon {
	if mirrored {
		return w.pieces[i].mirrored
	}
	return w.pieces[i].polygon
}

// before compares polygons by their lowest corners in a face.
func (w *work) before(a, b geometry.Polygon) int {
	p, _ := a.Bounds()
	q, _ := b.Bounds()
	return cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X))
}

// appendBoundary appends the boundary of one side of a piece, and those of its openings.
func (w *work) appendBoundary(out []Boundary, face int, p *piece, mirrored bool) []Boundary {
	polygon, behind := p.polygon, p.element
	other := p.other
	if mirrored {
		polygon, behind, other = p.mirrored, p.opposite, p.face
	}
	b := Boundary{Room: w.rooms[w.faces[face].room].ID, Virtual: behind == noElement, Beyond: p.beyond,
		Frame: w.faces[face].frame, Polygon: polygon, Pair: None, Parent: None}
	if behind != noElement {
		b.Element = w.elements[behind].id
	}
	if other != None {
		b.Other = w.rooms[w.faces[other].room].ID
	}
	parent := len(out)
	out = append(out, b)
	for _, o := range p.openings {
		child := b
		child.Element, child.Virtual, child.Parent, child.Polygon = o.filler, false, parent, o.polygon
		if o.filler == state.ID("") {
			child.Element, child.Virtual = o.id, true
		}
		if mirrored {
			child.Polygon = o.mirrored
		}
		out = append(out, child)
	}
	return out
}
