package boundary

import (
	"github.com/bimstream/bimstream/geometry"
)

const (
	// leastShare is the average width from which a part of a face that faces no room is a boundary of its own. Below
	// it, it is the difference of two outlines: chords of the two faces of a curved wall differ in length.
	leastShare = 5 * geometry.Millimetre
	// leastMend is the average width below which such a difference is left out. Along the whole outline of a face it
	// takes less than 0.01 % of a face of 2 m.
	leastMend = 20 * geometry.Micrometre
)

// mend gives the narrow parts of faces that no piece has to pieces beside them, so that the pieces cover each face.
func (w *work) mend() {
	byFace := make([][]*geometry.Polygon, len(w.faces))
	for i := range w.pieces {
		p := &w.pieces[i]
		byFace[p.face] = append(byFace[p.face], &p.polygon)
		if p.other != None {
			byFace[p.other] = append(byFace[p.other], &p.mirrored)
		}
	}
	w.each(len(w.faces), func(i int) {
		taken := make([]geometry.Region, len(byFace[i]))
		for k, p := range byFace[i] {
			taken[k] = geometry.Region{*p}
		}
		left, _ := parted(w.stop.Subtract(w.faces[i].region, taken...), leastMend)
		for _, p := range left {
			if w.stop.Now() {
				return
			}
			w.join(byFace[i], p)
		}
	})
}

// join adds a polygon to the largest polygon that it shares a side with.
func (w *work) join(list []*geometry.Polygon, p geometry.Polygon) {
	lo, hi := p.Bounds()
	var best *geometry.Polygon
	var joined geometry.Polygon
	for _, q := range list {
		from, to := q.Bounds()
		if from.X > hi.X || to.X < lo.X || from.Y > hi.Y || to.Y < lo.Y || best != nil && q.Area() <= best.Area() {
			continue
		}
		if both := w.stop.Union(geometry.Region{*q}, geometry.Region{p}); len(both) == 1 {
			best, joined = q, both[0]
		}
	}
	if best != nil {
		*best = joined
	}
}
