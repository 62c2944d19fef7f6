package domain

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// mate is the wall that goes on around a corner where the wall ends against which another one butts: the line of the
// face that goes on, in the frame of the butting wall, and the corner's point there. Where the corner juts out towards
// the butting wall that one reaches as far as it can, else only to what it meets first.
type mate struct {
	wall  ID
	face  line
	at    geometry.Point2
	juts  bool
	limit float64
}

// mateOf returns the mate around the end of the other wall that the butting one covers; false where it lies on the face
// of that wall with its whole thickness.
func (m *Model) mateOf(s strip, part WallPart, b butt) (mate, bool) {
	o := b.other
	face := o.faceAt(s, part)
	joins := slices.DeleteFunc(m.JoinsOf(o.id), func(k *Join) bool { return k.Other(o.id) == s.id })
	lo, hi, ok := o.trimmed(m.footprintWith(o, joins, false).polygon, face)
	from, to, met := o.interval(s, face)
	switch {
	case !ok || !met:
		return mate{}, false
	case from < lo-footprintGrid && to > lo:
		return m.mateAt(s, part, o, PartStart, geometry.Point2{X: lo, Y: face}, joins)
	case to > hi+footprintGrid && from < hi:
		return m.mateAt(s, part, o, PartEnd, geometry.Point2{X: hi, Y: face}, joins)
	}
	return mate{}, false
}

// mateAt returns the wall among those that make a corner at an end of a wall of which a face goes through a point of
// that corner and looks at the butting wall.
func (m *Model) mateAt(s strip, part WallPart, o strip, end WallPart, at geometry.Point2, joins []*Join) (mate, bool) {
	for _, k := range joins {
		c, ok := m.stripOf(k.Other(o.id))
		if k.Kind != JoinL || k.Part(o.id) != end || !ok || !k.near(o, c) {
			continue
		}
		for _, offset := range []geometry.Length{c.yMin, c.yMax} {
			if !s.looksAt(part, c, offset) || math.Abs(c.course(o, offset).side(float64(at.X), float64(at.Y))) > float64(2*footprintGrid) {
				continue
			}
			_, dy := ray{c, k.Part(c.id)}.direction(o)
			corner := s.frame.Local(o.frame.Point(at.At(0))).XY()
			return mate{c.id, c.course(s, offset), corner, (dy > 0) != (at.Y > 0 || at.Y == 0 && o.yMax == 0), float64(stretchOf(s, c))}, true
		}
	}
	return mate{}, false
}

// aroundCorner lets the end of a wall that is cut along the face of another one follow the mate's face from the corner
// on.
func (s strip) aroundCorner(part WallPart, ring geometry.Ring, m mate) geometry.Ring {
	var moved [2]bool
	out := geometry.Ring{ring[0], ring[len(ring)-1]}
	for i := range out {
		x, _, ok := own(out[i].Y).meet(m.face)
		if !ok || math.Abs(x-float64(m.at.X)) > m.limit {
			continue
		}
		at := roundLength(x)
		if longer := (at > out[i].X) == (part == PartEnd); at != out[i].X && longer == m.juts {
			out[i].X, moved[i] = at, true
		}
	}
	if moved[0] != moved[1] {
		return geometry.Ring{out[0], m.at, out[1]}
	}
	return out
}

// looksAt reports whether a face of another wall looks at the body of this one, which ends there.
func (s strip) looksAt(part WallPart, c strip, offset geometry.Length) bool {
	face := c.course(s, offset)
	x, y := c.course(s, (c.yMin+c.yMax)/2).at(0)
	return (face.side(x, y) > 0) != (face.side(float64(s.length-s.endX(part)), 0) > 0)
}
