package boundary

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// opening is a part of a piece in which its element has an opening.
type opening struct {
	id, filler state.ID
	polygon    geometry.Polygon
	mirrored   geometry.Polygon // in the other face; empty if there is none
}

// openingsOf returns the openings of a piece: those of the element behind it and, where another element stands behind
// the face on the other side, those of that one which no opening of the first one covers.
func (w *work) openingsOf(p *piece) []opening {
	if p.element == noElement {
		return nil
	}
	f := &w.faces[p.face]
	free := geometry.Region{p.polygon}
	out := w.pierced(p, f.frame, p.element, max(p.gap, searched[0]), &free)
	if p.other != None && p.opposite != p.element && p.opposite != noElement {
		out = append(out, w.pierced(p, f.frame, p.opposite, p.distance, &free)...)
	}
	return out
}

// pierced returns the parts of a piece where an element has an opening that begins within reach, and subtracts them
// from what is free.
func (w *work) pierced(p *piece, frame geometry.Placement, of int, reach geometry.Length,
	free *geometry.Region) (out []opening) {
	for _, v := range w.elements[of].voids {
		if w.stop.Now() {
			return nil
		}
		hole := wide(seenFrom(frame, v.body).shade(w.stop, *free, touching, max(reach, 2*touching)))
		for _, polygon := range hole {
			o := opening{id: v.opening, filler: v.filler, polygon: polygon}
			if p.other != None {
				f, g := &w.faces[p.face], &w.faces[p.other]
				back := onto(geometry.Region{polygon}, f.frame, g.frame, w.along(f, g))
				if len(back) != 1 {
					continue
				}
				o.mirrored = back[0]
			}
			out = append(out, o)
		}
		*free = w.stop.Subtract(*free, hole)
	}
	return out
}
