package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A wall that ends at the face of another one near that one's corner may meet the face of the third wall before, or
// both: its end is what its band has outside the bodies of the two, on the side of its own body. It is the same
// whichever of the two it is joined to. So it is beside a wall that goes on thinner or thicker, or that ends at the
// course of a third one, and with a wall that leaves another one by the face of its free end, or over the corner there:
// along the line of the long face it would end in the air beyond.

// cornerCap returns the end of a wall at walls of which one has a corner or ends there; false where none does. A wall
// that passes the corner with a part of its thickness ends there squarely beside what it meets.
func cornerCap(m *state.Model, s Strip, part state.WallPart, butts []butt) (geometry.Ring, bool) {
	if whole, _ := StripOfOf(m, s.ID); whole.Arc.Curved() || slices.ContainsFunc(butts, butt.curved) {
		return nil, false // what a curved wall ends at is cut wall by wall
	}
	bodies, limit := cornerBodies(m, s, butts)
	if len(bodies) == 0 {
		return nil, false
	}
	far := s.endX(part) + limit
	if part == PartStart {
		far = -limit
	}
	ring := s.outside(part, bodies, far)
	if corner, free := passed(ring, far); free {
		if corner.X == far {
			return nil, false
		}
		ring = s.outside(part, bodies, corner.X)
	}
	return ring, len(ring) > 1
}

// passed returns the corner of what a wall meets that it passes with a part of its thickness, and whether its end
// reaches a place along it so: the last corner before that place, or, where a face leads away from there and back
// across the wall, the first one of that face. A corner at the place itself says that the wall meets nothing.
func passed(end geometry.Ring, far geometry.Length) (corner geometry.Point2, free bool) {
	i := slices.IndexFunc(end, func(p geometry.Point2) bool { return p.X == far })
	if i < 0 {
		return geometry.Point2{}, false
	}
	if last := len(end) - 1; i == 0 {
		for i < last && end[i].X == far {
			i++
		}
		for i < last && end[i+1].Y < end[i].Y {
			i++
		}
		return end[i], true
	}
	for i--; i > 0 && end[i-1].Y > end[i].Y; {
		i--
	}
	return end[i], true
}

// outside returns the end of what the band of a wall, from its middle to a place along it, has outside some bodies; nil
// where they cover the middle.
func (s Strip) outside(part state.WallPart, bodies geometry.Region, far geometry.Length) geometry.Ring {
	middle := s.length / 2
	if far == middle {
		return nil
	}
	band := geometry.Rectangle(geometry.Point2{X: min(middle, far), Y: s.yMin},
		geometry.Point2{X: max(middle, far), Y: s.yMax})
	for _, rest := range geometry.Subtract(geometry.Region{band}, bodies) {
		low := slices.Index(rest.Outer, geometry.Point2{X: middle, Y: s.yMin})
		high := slices.Index(rest.Outer, geometry.Point2{X: middle, Y: s.yMax})
		if low < 0 || high < 0 || len(rest.Holes) > 0 {
			continue
		}
		if part == PartStart {
			low, high = high, low
		}
		var ring geometry.Ring
		for i := (low + 1) % len(rest.Outer); i != high; i = (i + 1) % len(rest.Outer) {
			ring = append(ring, rest.Outer[i])
		}
		if part == PartStart {
			slices.Reverse(ring)
		}
		if len(ring) > 1 {
			return straightEnd(ring)
		}
	}
	return nil
}

// bodiesGap is how far two bodies that touch may miss each other in the frame of a third wall: a corner of each is
// rounded in the frame of its own wall and in that one, by 0.71 micrometres each time.
const bodiesGap = 3 * geometry.Micrometre

// cornerBodies returns in a wall's frame, as one region, the bodies of the walls that it butts against and of those
// that one of them has its end at beside it, as they are without the wall, and how far the end may be from its line;
// none where no such wall and no free end is near.
func cornerBodies(m *state.Model, s Strip, butts []butt) (all geometry.Region, limit geometry.Length) {
	var bodies []geometry.Region
	var walls []Strip
	add := func(o Strip) {
		if o.ID != s.ID && !slices.ContainsFunc(walls, func(k Strip) bool { return k.ID == o.ID }) {
			walls = append(walls, o)
		}
	}
	cornered := false
	for _, b := range butts {
		if b.join.Kind != JoinT || b.join.Through == s.ID {
			return nil, 0
		}
		limit = max(limit, stretchOf(s, b.other))
		add(b.other)
		mates := matesBeside(m, s, b.other)
		for _, c := range mates {
			add(c)
		}
		cornered = cornered || len(mates) > 0 || passesFreeEnd(m, s, b)
	}
	if !cornered {
		return nil, 0
	}
	for _, o := range walls {
		joins := slices.DeleteFunc(m.JoinsOf(o.ID), func(k *state.Join) bool { return k.Other(o.ID) == s.ID })
		local := make(geometry.Ring, 0, 8)
		for _, p := range footprintWith(m, o, joins, false).polygon.Outer {
			local = append(local, s.frame.Local(o.frame.Point(p.At(0))).XY())
		}
		if p, err := geometry.NewPolygon(local); err == nil {
			bodies = append(bodies, geometry.Region{p})
		}
	}
	return m.Stop.UnionWithin(bodiesGap, bodies...), limit
}

// passesFreeEnd reports whether a wall crosses the line of the face that it butts against, with a part of its
// thickness at least, beyond an end of the other wall that has no other join. Where it has one, other bodies follow
// beyond it.
func passesFreeEnd(m *state.Model, s Strip, b butt) bool {
	o := b.other
	from, to, ok := o.interval(s, o.faceAt(s, b.join.Part(s.ID)))
	if !ok {
		return false
	}
	return from < -FootprintGrid && !m.EndIsMade(o.ID, PartStart, s.ID) ||
		to > o.length+FootprintGrid && !m.EndIsMade(o.ID, PartEnd, s.ID)
}

// matesBeside returns the walls at which another wall ends, or goes on, so near to where a wall butts against it that
// they may be in the way of that, or that it may pass their corner: no farther along the face than both are thick.
func matesBeside(m *state.Model, s, o Strip) []Strip {
	var out []Strip
	lines := LinesOf(o, s)
	for _, k := range m.JoinsOf(o.ID) {
		if k.Part(o.ID) == state.PartSpan {
			continue
		}
		c, ok := StripOfOf(m, k.Other(o.ID))
		if !ok || c.ID == s.ID || !joinNear(k, o, c) {
			continue
		}
		reach := RoundLength(min(float64(s.thickness()+o.thickness()+c.thickness())/max(lines.sine, minimumMitreSine),
			float64(max(stretchOf(s, o), stretchOf(s, c)))))
		if (lines.a - o.endX(k.Part(o.ID))).Abs() <= reach {
			out = append(out, c)
		}
	}
	return out
}
