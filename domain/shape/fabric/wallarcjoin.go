package fabric

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Joins of curved walls are computed with the straight strips that touch the walls where they are joined. At an end the
// strip touches that end; along the line it touches the place at which the other wall meets it. Only the face at which
// another wall ends is used with its chords.

// meetingRounds bounds the number of rounds in the search for the meeting of two lines. Each round doubles the number
// of exact digits, starting with a first guess within a wall's length.
const meetingRounds = 12

// straightPair returns two walls as straight strips that touch them where their lines meet or are nearest to each
// other.
func straightPair(a, b Strip) (Strip, Strip) {
	if !a.Arc.Curved() && !b.Arc.Curved() {
		return a, b
	}
	best, found := lineMeeting{}, false
	for _, seed := range meetingSeeds(a, b) {
		if at := seed.refined(a, b); !found || at.outside < best.outside {
			best, found = at, true
		}
	}
	return a.tangent(best.a), b.tangent(best.b)
}

// StraightPairs returns two walls as straight strips that touch them, for each place at which their lines meet or come
// near, the nearest first.
func StraightPairs(a, b Strip) (out [][2]Strip) {
	if !a.Arc.Curved() && !b.Arc.Curved() {
		return [][2]Strip{{a, b}}
	}
	var all []lineMeeting
	for _, seed := range meetingSeeds(a, b) {
		all = append(all, seed.refined(a, b))
	}
	slices.SortStableFunc(all, func(x, y lineMeeting) int { return cmp.Compare(x.outside, y.outside) })
	reach := max(a.thickness(), b.thickness())
	for i, at := range all {
		if i == 0 || at.outside <= reach {
			out = append(out, [2]Strip{a.tangent(at.a), b.tangent(at.b)})
		}
	}
	return out
}

// lineMeeting is a place on each of two walls' lines.
type lineMeeting struct {
	a, b    geometry.Length
	outside geometry.Length // how far the places are apart, and beyond the walls' ends
}

// meetingSeeds returns the first guesses for the meeting of two lines. Each pairs an end of a wall, or a point along an
// arc, with the nearest place of the other line.
func meetingSeeds(a, b Strip) []lineMeeting {
	var out []lineMeeting
	for _, x := range a.stations() {
		out = append(out, lineMeeting{a: x, b: b.nearest(a.world(x))})
	}
	for _, x := range b.stations() {
		out = append(out, lineMeeting{a: a.nearest(b.world(x)), b: x})
	}
	return out
}

// stations returns the ends of a wall, and for an arc three places between them.
func (s Strip) stations() []geometry.Length {
	if !s.Arc.Curved() {
		return []geometry.Length{0, s.length}
	}
	return []geometry.Length{0, s.length, s.length / 4, s.length / 2, s.length - s.length/4}
}

// world returns the point of a wall's line at a place along it.
func (s Strip) world(along geometry.Length) geometry.Point2 {
	return s.frame.Point(s.point(along, 0).At(0)).XY()
}

// nearest returns the place of a wall's line, between its ends, that is nearest to a point.
func (s Strip) nearest(p geometry.Point2) geometry.Length {
	along, _ := s.Arc.Place(s.frame.Local(p.At(s.frame.Origin.Z)).XY(), s.length)
	return max(0, min(s.length, along))
}

// refined returns the meeting of the lines near a first guess. It uses Newton's method: the intersection of the
// tangents at two places is nearer to the meeting than the places. If the ends of both walls are one point, it returns
// that point.
func (l lineMeeting) refined(a, b Strip) lineMeeting {
	l.outside = geometry.Distance(a.world(l.a), b.world(l.b))
	if l.outside <= RoomGap && l.atEnds(a, b) {
		return lineMeeting{a: l.a, b: l.b}
	}
	best := l
	for range meetingRounds {
		lines := LinesOf(a.tangent(l.a), b.tangent(l.b))
		if lines.Parallel {
			return best
		}
		next := lineMeeting{a: max(0, min(a.length, lines.a)), b: max(0, min(b.length, lines.b))}
		next.outside = (lines.a - next.a).Abs() + (lines.b - next.b).Abs() +
			geometry.Distance(a.tangent(next.a).world(lines.a), b.tangent(next.b).world(lines.b))
		if next.outside < best.outside {
			best = next
		}
		if next.a == l.a && next.b == l.b {
			break
		}
		l = next
	}
	return best
}

// atEnds reports whether both places are ends of their walls.
func (l lineMeeting) atEnds(a, b Strip) bool {
	return (l.a == 0 || l.a == a.length) && (l.b == 0 || l.b == b.length)
}

// joinStraight returns the two walls of a join, given in either order, as straight strips that touch them there.
func joinStraight(j *state.Join, s, o Strip) (Strip, Strip) {
	if !s.Arc.Curved() && !o.Arc.Curved() {
		return s, o
	}
	ps, po := j.Part(s.ID), j.Part(o.ID)
	switch {
	case ps != state.PartSpan && po != state.PartSpan:
		return s.tangent(s.endX(ps)), o.tangent(o.endX(po))
	case ps != state.PartSpan:
		s = s.tangent(s.endX(ps))
		return s, o.touching(s, ps)
	case po != state.PartSpan:
		o = o.tangent(o.endX(po))
		return s.touching(o, po), o
	}
	return straightPair(s, o)
}

// touching returns the straight strip that touches a wall where the straight line of another wall meets it, nearest to
// an end of the other wall.
func (s Strip) touching(o Strip, part state.WallPart) Strip {
	at := s.nearest(o.world(o.endX(part)))
	for range meetingRounds {
		lines := LinesOf(s.tangent(at), o)
		next := max(0, min(s.length, lines.a))
		if lines.Parallel || next == at {
			break
		}
		at = next
	}
	return s.tangent(at)
}

// StraightWalls returns the walls of a join as straight strips, or false if one of them has no line.
func StraightWalls(m *state.Model, j *state.Join) (a, b Strip, ok bool) {
	a, okA := StripOfOf(m, j.A)
	b, okB := StripOfOf(m, j.B)
	if !okA || !okB {
		return a, b, false
	}
	a, b = joinStraight(j, a, b)
	return a, b, true
}

// straightOf returns the walls of a join as StraightWalls does, in a given order.
func straightOf(m *state.Model, j *state.Join, first, second state.ID) (s, o Strip, ok bool) {
	s, o, ok = StraightWalls(m, j)
	if s.ID != first {
		s, o = o, s
	}
	return s, o, ok && s.ID == first && o.ID == second
}

// endStrip returns the straight strip that touches a wall at its end.
func endStrip(m *state.Model, wall state.ID, part state.WallPart) (Strip, bool) {
	s, ok := StripOfOf(m, wall)
	return s.tangent(s.endX(part)), ok
}

// chordCap cuts the end of a wall along the chords of a curved wall's face, near the place where their lines meet. b
// holds the curved wall, and the strip that touches it there.
func (s Strip) chordCap(part state.WallPart, b butt, end geometry.Ring, shortenOnly bool) (geometry.Ring, bool) {
	face, ok := b.other.faceSide(s, part, b.join.Through == s.ID)
	axis, _, crosses := own(0).meet(b.other.course(s, 0))
	if !ok || !crosses {
		return nil, false
	}
	limit := stretchOf(s, b.other)
	chords := b.whole.face(face)
	chords = append(append(geometry.Ring{b.whole.point(-limit, face)}, chords...),
		b.whole.point(b.whole.length+limit, face))
	for i, p := range chords {
		chords[i] = s.frame.Local(b.whole.frame.Point(p.At(0))).XY()
	}
	out, ok := chordsAcross(chords, s.yMin, s.yMax, RoundLength(axis), limit)
	if !ok {
		return nil, false
	}
	if s.bent && !shortenOnly {
		// The faces of s deviate from the faces of the tangent before they are cut, so the chords must reach beyond the
		// faces of the tangent.
		if wide, ok := chordsAcross(chords, s.yMin-s.thickness(), s.yMax+s.thickness(), RoundLength(axis), limit); ok {
			out = wide
		}
	}
	if shortenOnly {
		return shorter(part, end, out), true
	}
	return out, true
}

// chordsAcross returns the part of a line of chords between two faces that is nearest to a place along a wall. It runs
// from its crossing of the first face to its crossing of the second, with Y not decreasing. It returns false if the
// chords do not cross both faces within a limit of the place.
func chordsAcross(chords geometry.Ring, low, high, near, limit geometry.Length) (geometry.Ring, bool) {
	var best geometry.Ring
	apart := math.Inf(1)
	for _, course := range []geometry.Ring{chords, reversedRing(chords)} {
		var open geometry.Ring
		for i := range course[1:] {
			a, b := course[i], course[i+1]
			if b.Y <= a.Y {
				open = nil // the line turns back
				continue
			}
			if a.Y <= low && b.Y > low {
				open = geometry.Ring{chordAt(a, b, low)}
			}
			if open == nil {
				continue
			}
			if b.Y < high {
				open = append(open, b)
				continue
			}
			open = append(open, chordAt(a, b, high))
			middle := (open[0].X + open[len(open)-1].X) / 2
			if d := math.Abs(float64(middle - near)); d < apart {
				best, apart = open, d
			}
			open = nil
		}
	}
	for _, p := range best {
		if (p.X - near).Abs() > limit {
			return nil, false
		}
	}
	return best, len(best) > 1
}

// chordAt returns the point of a chord at a place across the wall.
func chordAt(a, b geometry.Point2, y geometry.Length) geometry.Point2 {
	return geometry.Point2{X: RoundLength(endCourse{a, b}.x(y)), Y: y}
}

func reversedRing(r geometry.Ring) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, p := range r {
		out[len(r)-1-i] = p
	}
	return out
}
