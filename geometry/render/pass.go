package render

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// pass fills the parts of a kind, seen by a projector, onto bands of rows. The order in which objects are filled does
// not matter for what is seen; those that are near come first, so that what they hide need not be filled, nor made.
type pass struct {
	*frame
	view    *projector
	kind    func(*Part) bool
	into    *buffer // where cuts are closed; nil where they are not
	horizon *horizon
	bands   []*filler
	shapes  []shape
}

// shape is an object of a batch: where it lies, and the corners of its parts in the picture.
type shape struct {
	seat   *seat
	parts  []shaped
	filled int // how many of the parts are those of this batch
}

type shaped struct {
	part int
	corners
}

const (
	// batch is how many objects are brought into the picture before they are filled: enough for all processors, few
	// beside those that a large building hides.
	batch = 512
	// bands is into how many stretches of rows a picture is divided: enough for all processors to end together.
	bands = 24
)

// newPass divides a picture into bands, whose strokes go to what to returns.
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

// fill returns what of the parts of a kind is seen in each sample, with their fragments where they are asked for.
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

// seats returns where the objects lie that may be in a picture.
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

// run fills a batch of objects, each whole, or the one part of it that only names.
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

// add brings a part into the picture.
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

// object fills the parts of an object, as far as they lie in the band.
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

// part fills a part. Where it is cut, what is seen of its inside is closed.
func (l *filler) part(object int, s *shaped) {
	if s.any&l.view.entries == 0 || l.into == nil {
		l.triangles(object, s, math.MaxUint16)
		return
	}
	if l.stencil == nil {
		l.stencil = newStencil(l.into, l.low, l.high)
	}
	if l.stencil.draws = s.any&l.view.exits == 0; !l.stencil.draws {
		l.triangles(object, s, math.MaxUint16) // what is left is less than what the stencil has to count
	}
	usual := l.to
	l.to, l.both = l.stencil, true
	l.triangles(object, s, sideBits|l.view.entries)
	l.to, l.both = usual, false
	l.stencil.close(l.view, object, s.part)
}

// triangles fills the triangles of a part, clipped by the sides and planes with some bits.
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
