package boundary

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// piece is a part of a face that has one element behind it and one side beyond. Facing pieces are made for the face
// with the smaller index, and list their part of the other face too.
type piece struct {
	face     int
	polygon  geometry.Polygon // in the frame of the face
	element  int
	gap      geometry.Length
	beyond   Beyond
	other    int // index of the face on the other side, or None
	mirrored geometry.Polygon
	opposite int             // the element behind the other face
	distance geometry.Length // to the other face
	openings []opening
}

// share is the work on one face: the parts of it that face others, and the rest.
type share struct {
	facing []int    // indexes in work.facing of which the face is a or b
	parts  [][]part // of each of them
	pieces []piece  // of the rest
}

// split makes the pieces of all faces.
func (w *work) split() {
	shares := make([]share, len(w.faces))
	for i, f := range w.facing {
		shares[f.a].facing = append(shares[f.a].facing, i)
		shares[f.b].facing = append(shares[f.b].facing, i)
	}
	w.each(len(w.faces), func(i int) {
		if len(shares[i].facing) == 0 || w.stop.Now() {
			return
		}
		about := w.about(&w.faces[i])
		for _, k := range shares[i].facing {
			region := w.facing[k].onA
			if w.facing[k].b == i {
				region = w.facing[k].onB
			}
			shares[i].parts = append(shares[i].parts, about.behind(region, w.facing[k].distance))
		}
	})
	byFacing := make([][2][]part, len(w.facing))
	for i := range shares {
		for n, k := range shares[i].facing {
			if n >= len(shares[i].parts) {
				return // the work was ended
			}
			side := 0
			if w.facing[k].b == i {
				side = 1
			}
			byFacing[k][side] = shares[i].parts[n]
		}
	}
	for k := range w.facing {
		w.pieces = append(w.pieces, w.between(k, byFacing[k][0], byFacing[k][1])...)
	}
	w.each(len(w.faces), func(i int) {
		if !w.stop.Now() {
			shares[i].pieces = w.unfaced(i)
		}
	})
	for i := range shares {
		w.pieces = append(w.pieces, shares[i].pieces...)
	}
	w.mend()
	w.each(len(w.pieces), func(i int) {
		if !w.stop.Now() {
			w.pieces[i].openings = w.openingsOf(&w.pieces[i])
		}
	})
}

// between returns the pieces of two faces that face each other. What turns out to have open air between it becomes part
// of the rest of both faces.
func (w *work) between(k int, onA, onB []part) (out []piece) {
	f := w.facing[k]
	a, b := &w.faces[f.a], &w.faces[f.b]
	for _, pa := range onA {
		for _, pb := range onB {
			if w.stop.Now() {
				return nil
			}
			region := pa.region
			if len(onB) > 1 {
				region = wide(w.stop.Intersect(region, onto(pb.region, b.frame, a.frame, f.along)))
			}
			if len(region) == 0 {
				continue
			}
			if !a.level() && f.distance > thickestPair && (pa.element != pb.element || pa.element == noElement) {
				a.rest = w.stop.Union(a.rest, region)
				b.rest = w.stop.Union(b.rest, onto(region, a.frame, b.frame, f.along))
				continue
			}
			first, second := pa, pb
			if first.element == noElement {
				first.element, first.gap = second.element, f.distance
			}
			if second.element == noElement {
				second.element = pa.element
			}
			for _, polygon := range region {
				back := onto(geometry.Region{polygon}, a.frame, b.frame, f.along)
				if len(back) != 1 {
					continue
				}
				out = append(out, piece{face: f.a, polygon: polygon, element: first.element, gap: first.gap,
					beyond: Room, other: f.b, mirrored: back[0], opposite: second.element, distance: f.distance})
			}
		}
	}
	return out
}

// unfaced returns the pieces of a face that face no other room.
func (w *work) unfaced(i int) (out []piece) {
	f := &w.faces[i]
	region, _ := parted(f.rest, leastShare)
	if len(region) == 0 {
		return nil
	}
	about := w.about(f)
	for _, p := range about.behind(region, searched[len(searched)-1]) {
		add := func(region geometry.Region, beyond Beyond) {
			for _, polygon := range wide(region) {
				out = append(out, piece{face: i, polygon: polygon, element: p.element, gap: p.gap, beyond: beyond,
					other: None})
			}
		}
		if p.element == noElement {
			add(p.region, Outside)
			continue
		}
		ground := w.inGround(f, p.region)
		rest := w.stop.Subtract(p.region, ground)
		deep := wide(about.deep(p.element, rest))
		add(w.stop.Subtract(rest, deep), Outside)
		add(ground, Ground)
		add(deep, Element)
	}
	return out
}

// groundHeight is the height of the ground above the model's origin: a model has no terrain, and its origin is by
// convention at the entrance.
const groundHeight = geometry.Length(0)

// inGround returns the part of a region that lies in the ground: floors at its height or lower, and sides below it.
func (w *work) inGround(f *face, region geometry.Region) geometry.Region {
	switch up := f.frame.Z.Z; {
	case up > levelShare:
		return nil
	case up < -levelShare:
		if f.box.Min.Z <= groundHeight {
			return region
		}
		return nil
	}
	if f.box.Min.Z >= groundHeight {
		return nil
	}
	if f.box.Max.Z <= groundHeight {
		return region
	}
	rise := f.frame.Y().Z // of the face, by its length
	y := rounded(float64(groundHeight-f.frame.Origin.Z) / rise)
	lo, hi := region.Bounds()
	if y <= lo.Y {
		return nil
	}
	below := geometry.Rectangle(lo, geometry.Point2{X: hi.X, Y: min(y, hi.Y)})
	return w.stop.Intersect(region, geometry.Region{below})
}

// The heights behind a face at which deep looks for material.
const (
	pastElement = 300 * geometry.Millimetre // behind the far side of an element: thicker than any cladding
	deepest     = thickestPair              // in an element that reaches further than thickestWall
)

// deep returns the part of a region behind whose element there is no air but another element, or the length of the
// element itself: the end of a wall, or a wall that another one ends at.
func (s *surroundings) deep(i int, region geometry.Region) geometry.Region {
	if s.work.elements[i].category == state.CategoryRoof || len(region) == 0 {
		return nil // what stands on a roof is outside
	}
	at := s.bodyOf(i).box.Max.Z + pastElement
	if at > thickestWall+pastElement {
		at = deepest
	}
	var found []geometry.Region
	s.near.search(s.face.box.Grow(at), func(j int) {
		if region := s.bodyOf(j).shade(s.stop, region, at, at+touching); len(region) > 0 {
			found = append(found, region)
		}
	})
	if len(found) == 0 {
		return nil
	}
	return s.stop.Union(found...)
}
