package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A wall may end at the face of a second wall near the corner that the second wall makes with a third wall. The ending
// wall may meet the face of the third wall first, or both faces. So its end bounds the part of its band that lies
// outside the bodies of both walls, on the side of its own body. The end is the same whichever of the two walls it is
// joined to. The same rule applies if the second wall continues as a thinner or thicker wall, or ends at a third wall.
// It also applies if the ending wall meets the free end of the second wall. Otherwise a cut along the line of the long
// face would end in the air beyond the corner of that end.

// cornerCap returns the end of a wall that butts against walls with a corner or a free end nearby, or false if there is
// no such corner or end. If a part of the wall's thickness passes the corner, that part ends squarely at the corner.
func cornerCap(m *state.Model, s Strip, part state.WallPart, butts []butt) (geometry.Ring, bool) {
	if whole, _ := StripOfOf(m, s.ID); whole.Arc.Curved() || slices.ContainsFunc(butts, butt.curved) {
		return nil, false // curved walls are cut wall by wall
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

// passed returns the corner that a part of a wall's thickness passes. free is false if there is no such part: the end
// then nowhere reaches the position far along the wall. The corner is the last corner before far. If a face leads from
// it back across the wall, it is the first corner of that face. If the corner is itself at far, the wall meets nothing.
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

// outside returns the end of the part of a wall's band that lies outside some bodies, from the wall's middle to a place
// along it. It returns nil if the bodies cover the middle.
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

// bodiesGap is the largest gap between two touching bodies in the frame of a third wall. A corner of each is rounded in
// the frame of its own wall and in the frame of the third wall, by 0.71 micrometres each time.
const bodiesGap = 3 * geometry.Micrometre

// cornerBodies returns, as one region in a wall's frame, the bodies of the walls that it butts against. The bodies of
// the walls that are joined to these near it are included. The bodies are computed without their joins to the wall.
// limit is the greatest distance of the wall's end beyond the end as drawn. It returns no region if there is neither
// such a joined wall nor a free end nearby.
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

// passesFreeEnd reports whether a wall reaches, with a part of its thickness, past an end of the wall that it butts
// against. The reach is measured on the line of the face. An end with another join does not count, because another body
// continues beyond it.
func passesFreeEnd(m *state.Model, s Strip, b butt) bool {
	o := b.other
	from, to, ok := o.interval(s, o.faceAt(s, b.join.Part(s.ID)))
	if !ok {
		return false
	}
	return from < -FootprintGrid && !m.EndIsMade(o.ID, PartStart, s.ID) ||
		to > o.length+FootprintGrid && !m.EndIsMade(o.ID, PartEnd, s.ID)
}

// matesBeside returns the walls that are joined to an end of o near the place where s butts against o. They may block
// s, or s may pass their corner. An end is near if it is no farther along the face than the thicknesses of the three
// walls, measured along the face.
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
