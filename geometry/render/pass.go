package render

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// pass fills the parts of a kind, as a projector sees them, onto bands of rows. The order of objects does not affect
// the picture. Near objects come first, so that the objects that they hide need not be filled, nor made.
type pass struct {
	*frame
	view    *projector
	kind    func(*Part) bool
	into    *buffer // where cuts are closed; nil if they are not
	horizon *horizon
	bands   []*filler
	shapes  []shape
}

// shape is an object of a batch: its seat, and the projected corners of its parts.
type shape struct {
	seat   *seat
	parts  []shaped
	filled int // number of parts in this batch
}

type shaped struct {
	part int
	corners
}

const (
	// batch is the number of objects that are projected before they are filled. It is enough to occupy all processors,
	// and small compared with the number of hidden objects in a large building.
	batch = 512
	// bands is the number of bands of rows in a picture. There are enough of them for all processors to end at about
	// the same time.
	bands = 24
)

// newPass divides a picture into bands. The function to returns the taker for the strokes of a band.
func (f *frame) newPass(view *projector, kind func(*Part) bool, h *horizon, to func() taker) *pass {
	p := &pass{frame: f, view: view, kind: kind, horizon: h, shapes: make([]shape, batch)}
	rows := (view.height + tile - 1) / tile
	for i := range bands {
		low, high := rows*i/bands, rows*(i+1)/bands
		if low < high {
			c := canvas{width: view.width, low: low * tile, high: min(high*tile, view.height), to: to()}
			p.bands = append(p.bands, &filler{pass: p, canvas: c})
		}
	}
	return p
}

// fill returns the visible parts of a kind in each sample, with their fragments if ids is set.
func (f *frame) fill(ctx context.Context, view *projector, kind func(*Part) bool, ids bool) (*buffer, *horizon) {
	b := newBuffer(view.width, view.height, ids)
	h := newHorizon(b)
	p := f.newPass(view, kind, h, func() taker { return b })
	p.into = b
	seats := f.seats(ctx, view)
	slices.SortFunc(seats, func(a, b seat) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.object, b.object))
	})
	for done := 0; done < len(seats) && ctx.Err() == nil; done += batch {
		p.run(ctx, seats[done:min(done+batch, len(seats))], nil)
		if ids && f.Progress != nil {
			f.Progress(min(done+batch, len(seats)), len(seats))
		}
	}
	return b, h
}

// seats returns the seats of the objects that may be in a picture.
func (f *frame) seats(ctx context.Context, view *projector) []seat {
	const stretch = 1024
	found := make([][]seat, (len(f.objects)+stretch-1)/stretch)
	each(ctx, len(found), func(k int) {
		for i := k * stretch; i < min((k+1)*stretch, len(f.objects)); i++ {
			if s, ok := view.seatOf(i, f.objects[i].Box); ok && !f.objects[i].Box.Empty() {
				found[k] = append(found[k], s)
			}
		}
	})
	return slices.Concat(found...)
}

// run fills a batch of objects. If only is nil, it fills all parts of each object, otherwise the one part whose index
// is in only.
func (p *pass) run(ctx context.Context, seats []seat, only []int) {
	each(ctx, len(seats), func(i int) {
		s := &p.shapes[i]
		s.seat, s.filled = &seats[i], 0
		if p.horizon.hides(s.seat) {
			return
		}
		for j, part := range p.parts(int(s.seat.object)) {
			if p.kind(&part) && (only == nil || only[i] == j) {
				s.add(p.view, j, &part)
			}
		}
	})
	if ctx.Err() != nil { // some may not have been shaped
		return
	}
	each(ctx, len(p.bands), func(i int) {
		l := p.bands[i]
		for j := range seats {
			l.object(&p.shapes[j])
		}
		if p.into != nil {
			p.horizon.look(l.low/tile, (l.high+tile-1)/tile)
		}
	})
}

// add projects a part into the picture.
func (s *shape) add(view *projector, number int, part *Part) {
	if s.filled == len(s.parts) {
		s.parts = append(s.parts, shaped{})
	}
	at := &s.parts[s.filled]
	at.part = number
	at.project(view, part.Mesh)
	if at.all == 0 && len(part.Mesh.Triangles) > 0 {
		s.filled++
	}
}

// filler fills a band.
type filler struct {
	*pass
	canvas
	clipping
	stencil *stencil
}

// object fills the parts of an object within the band.
func (l *filler) object(s *shape) {
	touched := false
	for i := range s.parts[:s.filled] {
		if p := &s.parts[i]; p.reaches(l.low, l.high) {
			l.part(int(s.seat.object), p)
			touched = true
		}
	}
	if touched && l.into != nil {
		l.horizon.touched(s.seat, l.low/tile, (l.high+tile-1)/tile)
	}
}

// part fills a part. If it is cut, the visible inside is closed.
func (l *filler) part(object int, s *shaped) {
	if s.any&l.view.entries == 0 || l.into == nil {
		l.triangles(object, s, math.MaxUint16)
		return
	}
	if l.stencil == nil {
		l.stencil = newStencil(l.into, l.low, l.high)
	}
	if l.stencil.draws = s.any&l.view.exits == 0; !l.stencil.draws {
		l.triangles(object, s, math.MaxUint16) // the remaining part is smaller than what the stencil has to count
	}
	usual := l.to
	l.to, l.both = l.stencil, true
	l.triangles(object, s, sideBits|l.view.entries)
	l.to, l.both = usual, false
	l.stencil.close(l.view, object, s.part)
}

// triangles fills the triangles of a part, clipped by the sides and planes with the given bits.
func (l *filler) triangles(object int, s *shaped, by uint16) {
	for j, t := range l.made[object][s.part].Mesh.Triangles {
		id := triangleFragment(object, s.part, j)
		crossed := (s.out[t[0]] | s.out[t[1]] | s.out[t[2]]) & by
		switch {
		case crossed == 0:
			l.triangle(s.points[t[0]], s.points[t[1]], s.points[t[2]], id)
		case s.out[t[0]]&s.out[t[1]]&s.out[t[2]]&by == 0:
			points := l.clip(l.view, &s.corners, t, crossed)
			for i := 2; i < len(points); i++ {
				l.triangle(points[0], points[i-1], points[i], id)
			}
		}
	}
}
