package boundary

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// The distances behind a face within which an element is searched, one after the other. The first one is above the
// joints and roundings of drawings. The last one is the height of a void above a suspended ceiling that was not drawn.
var searched = []geometry.Length{5 * geometry.Millimetre, 50 * geometry.Millimetre, 150 * geometry.Millimetre,
	500 * geometry.Millimetre}

// touching is the distance by which a body must pass a plane to lie behind it. It is more than rounding moves a plane.
const touching = geometry.Millimetre

// leastStrip is the average width below which a part without an element is a gap between two elements. It belongs to
// the greatest part beside it.
const leastStrip = 20 * geometry.Millimetre

// noElement is the index of no element.
const noElement = -1

// part is a part of a face with one element behind it.
type part struct {
	region  geometry.Region
	element int             // index in work.elements, or noElement
	gap     geometry.Length // within which the element begins
}

// surroundings are the elements about one face, in its frame.
type surroundings struct {
	*work
	face     *face
	elements []int // indexes in work.elements, by their rank
	bodies   map[int]seen
	voids    map[int][]seen
}

// about returns the elements within reach of a face.
func (w *work) about(f *face) *surroundings {
	s := &surroundings{work: w, face: f, bodies: map[int]seen{}, voids: map[int][]seen{}}
	w.near.search(f.box.Grow(searched[len(searched)-1]), func(i int) { s.elements = append(s.elements, i) })
	slices.Sort(s.elements) // the list of elements is in the order of their categories
	return s
}

func (s *surroundings) bodyOf(i int) seen {
	body, known := s.bodies[i]
	if !known {
		body = seenFrom(s.face.frame, s.work.elements[i].body)
		s.bodies[i] = body
	}
	return body
}

func (s *surroundings) voidsOf(i int) []seen {
	voids, known := s.voids[i]
	if !known {
		for _, v := range s.work.elements[i].voids {
			voids = append(voids, seenFrom(s.face.frame, v.body))
		}
		s.voids[i] = voids
	}
	return voids
}

// covered returns the part of a region that an element covers between two heights, with its openings closed.
func (s *surroundings) covered(i int, region geometry.Region, from, to geometry.Length) geometry.Region {
	parts := []geometry.Region{s.bodyOf(i).shade(s.stop, region, from, to)}
	for _, v := range s.voidsOf(i) {
		if hole := v.shade(s.stop, region, from, to); len(hole) > 0 {
			parts = append(parts, hole)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return s.stop.Union(parts...)
}

// behind splits a region of the face by the elements that begin within reach behind it. The parts cover the region.
func (s *surroundings) behind(region geometry.Region, reach geometry.Length) []part {
	var out []part
	rest := region
	for n, gap := range searched {
		if n > 0 && gap > reach {
			break
		}
		for _, i := range s.elements {
			if len(rest) == 0 || s.stop.Now() {
				return out
			}
			taken := wide(s.covered(i, rest, touching, gap))
			if len(taken) == 0 {
				continue
			}
			rest = s.stop.Subtract(rest, taken)
			out = s.add(out, part{taken, i, gap})
		}
	}
	open, strips := parted(rest, leastStrip)
	if len(strips) > 0 && len(out) > 0 {
		largest := 0
		for k := range out {
			if out[k].region.Area() > out[largest].region.Area() {
				largest = k
			}
		}
		out[largest].region = s.stop.Union(out[largest].region, strips)
	} else {
		open = rest
	}
	if len(open) > 0 {
		out = append(out, part{open, noElement, 0})
	}
	return out
}

// add adds a part to the part of the same element, or to the list.
func (s *surroundings) add(list []part, p part) []part {
	for k := range list {
		if list[k].element == p.element {
			list[k].region = s.stop.Union(list[k].region, p.region)
			list[k].gap = max(list[k].gap, p.gap)
			return list
		}
	}
	return append(list, p)
}
