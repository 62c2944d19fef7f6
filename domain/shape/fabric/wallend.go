package fabric

import (
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// wallEnd is one end of a wall with its joins made: the corners from its exterior to its interior face, in the wall's
// own frame. missed lists the joins that are not made because the walls no longer meet at this end.
type wallEnd struct {
	Ring   geometry.Ring
	missed []state.ID
}

// EndCap returns one end of a wall with the given joins. It makes the mitres first, then a cut along each wall that the
// end butts against. If corners is true, the cut continues around a corner at which such a wall ends.
func EndCap(m *state.Model, s Strip, part state.WallPart, joins []*state.Join, corners bool) wallEnd {
	s = s.tangent(s.endX(part))
	end := wallEnd{Ring: s.square(part)}
	mitres, butts := joinsAt(m, s, part, joins, &end)
	mitred := false
	if len(mitres) > 0 {
		if ring, ok := mitreCap(m, s, part, joins); ok {
			end.Ring, mitred = ring, true
		} else {
			end.missed = append(end.missed, mitres...)
		}
	}
	if corners && len(mitres) == 0 {
		if ring, ok := cornerCap(m, s, part, butts); ok {
			end.Ring = ring
			return end
		}
	}
	for _, b := range butts {
		ring, ok := s.buttCap(part, b, end.Ring, mitred)
		if !ok {
			end.missed = append(end.missed, b.join.ID)
			continue
		}
		end.Ring, mitred = ring, true
	}
	return end
}

// butt is a join that cuts the end of a wall along the other wall.
type butt struct {
	join  *state.Join
	other Strip // as a straight strip
	whole Strip // the same wall, not straightened
}

func (b butt) curved() bool { return b.whole.Arc.Curved() }

// joinsAt sorts the joins at an end of a wall into mitres and butts. Joins whose walls are apart are added to
// end.missed.
func joinsAt(m *state.Model, s Strip, part state.WallPart, joins []*state.Join, end *wallEnd) (mitres []state.ID,
	butts []butt) {
	for _, j := range joins {
		if j.Part(s.ID) != part {
			continue
		}
		whole, ok := StripOfOf(m, j.Other(s.ID))
		_, other := joinStraight(j, s, whole)
		switch {
		case !ok || !joinNear(j, s, other):
			end.missed = append(end.missed, j.ID)
		case j.Type == JoinMitre:
			mitres = append(mitres, j.ID)
		case j.Kind != JoinInline:
			butts = append(butts, butt{j, other, whole})
		}
	}
	return mitres, butts
}

// buttCap cuts an end along the near face of the other wall, or along its far face if this wall runs through. If
// shortenOnly is true, the cut only shortens the end.
func (s Strip) buttCap(part state.WallPart, b butt, end geometry.Ring, shortenOnly bool) (geometry.Ring, bool) {
	if b.whole.Arc.Curved() && b.join.Part(b.whole.ID) == state.PartSpan {
		return s.chordCap(part, b, end, shortenOnly)
	}
	cut, ok := b.other.faceTowards(s, part, b.join.Through == s.ID)
	axis, _, crosses := own(0).meet(b.other.course(s, 0))
	if !ok || !crosses {
		return nil, false
	}
	limit := float64(stretchOf(s, b.other))
	out := geometry.Ring{end[0], end[len(end)-1]}
	for i := range out {
		x, _, ok := own(out[i].Y).meet(cut)
		if !ok || math.Abs(x-axis) > limit {
			return nil, false
		}
		out[i].X = RoundLength(x)
	}
	if shortenOnly {
		return shorter(part, end, out), true
	}
	return out, true
}

// faceTowards returns, in the frame of s, the face of the wall that is turned to the body of s, or the opposite face if
// far is true.
func (o Strip) faceTowards(s Strip, part state.WallPart, far bool) (line, bool) {
	face, ok := o.faceSide(s, part, far)
	return o.course(s, face), ok
}

// faceSide returns the position across the wall of the face that faceTowards returns.
func (o Strip) faceSide(s Strip, part state.WallPart, far bool) (geometry.Length, bool) {
	axis := o.course(s, 0)
	opposite := float64(s.endX(PartStart))
	if part == PartStart {
		opposite = float64(s.endX(PartEnd))
	}
	side := axis.side(opposite, 0)
	if side == 0 {
		return 0, false
	}
	if (side > 0) != far {
		return o.yMax, true
	}
	return o.yMin, true
}
