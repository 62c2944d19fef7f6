package domain

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// stretchLimit bounds the effect of a join, as a multiple of the thickness of the thicker wall. The lines of the walls
// meet no further than that from the joined ends, and a corner lies no further than that from where the lines meet. The
// corner of two equal walls at the sharpest mitred angle, 10 degrees, is (1 + cos 10) / sin 10 = 11.4 thicknesses away.
// A join whose walls are further apart is not made; the ends stay square.
const stretchLimit = 12

func stretchOf(a, b strip) geometry.Length { return stretchLimit * max(a.thickness(), b.thickness()) }

// minimumMitreSine is the sine of the sharpest angle that is mitred, 10 degrees: see stretchLimit.
const minimumMitreSine = 0.17364817766693033

// crossingLines is where the lines of two walls meet.
type crossingLines struct {
	a, b     geometry.Length // along each wall from its start
	sine     float64         // of the angle between the lines, not negative
	parallel bool
}

func linesOf(a, b strip) crossingLines {
	course := b.course(a, 0)
	x, _, ok := own(0).meet(course)
	y, _, _ := own(0).meet(a.course(b, 0))
	return crossingLines{roundLength(x), roundLength(y), math.Abs(course.dy), !ok}
}

// sameHeights reports whether two walls share a stretch of height.
func sameHeights(a, b strip) bool { return a.z0 < b.z1 && b.z0 < a.z1 }

// endsMeet returns which ends of two walls are the same point.
func endsMeet(a, b strip) (pa, pb WallPart, ok bool) {
	for _, pa := range []WallPart{PartStart, PartEnd} {
		for _, pb := range []WallPart{PartStart, PartEnd} {
			if endsApart(a, b, pa, pb) <= roomGap {
				return pa, pb, true
			}
		}
	}
	return "", "", false
}

func endsApart(a, b strip, pa, pb WallPart) geometry.Length {
	x, y := b.course(a, 0).at(float64(b.endX(pb)))
	x -= float64(a.endX(pa))
	return roundLength(math.Sqrt(float64(x*x) + float64(y*y)))
}

// partsMeeting returns which parts of two walls meet, and whether they meet. The reach of an end is, outside the wall,
// a gap of the thicker wall's thickness along the wall; inside it, what the other wall's body covers.
func partsMeeting(a, b strip) (pa, pb WallPart, ok bool) {
	if pa, pb, ok := endsMeet(a, b); ok {
		return pa, pb, true
	}
	lines := linesOf(a, b)
	if lines.parallel {
		return "", "", false
	}
	along := func(across geometry.Length) geometry.Length {
		return roundLength(min(float64(across)/lines.sine, float64(stretchOf(a, b))))
	}
	outside := along(max(a.thickness(), b.thickness()))
	inside := func(s, other strip, part WallPart) geometry.Length { return along(s.coverOver(other, part)) }
	pa, onA := a.partAt(lines.a, inside(b, a, PartStart), inside(b, a, PartEnd), outside)
	pb, onB := b.partAt(lines.b, inside(a, b, PartStart), inside(a, b, PartEnd), outside)
	return pa, pb, onA && onB
}

// coverOver returns how far the wall's body reaches from its line on the side on which an end of another wall lies: of
// a wall drawn by its face, seen from the other side, no further than an end may miss a line.
func (s strip) coverOver(other strip, part WallPart) geometry.Length {
	if _, y := other.course(s, 0).at(float64(other.endX(part))); y > 0 {
		return max(s.yMax, roomGap)
	}
	return max(-s.yMin, roomGap)
}

// partAt returns which part of the wall a place on its line belongs to. An end reaches to the place from further in by
// what the other wall covers there.
func (s strip) partAt(x, atStart, atEnd, outside geometry.Length) (WallPart, bool) {
	fromStart, fromEnd := x, s.length-x
	nearStart := -outside <= fromStart && fromStart <= atStart
	nearEnd := -outside <= fromEnd && fromEnd <= atEnd
	switch {
	case nearStart && (!nearEnd || fromStart.Abs() <= fromEnd.Abs()):
		return PartStart, true
	case nearEnd:
		return PartEnd, true
	}
	return PartSpan, x > 0 && x < s.length
}

// outwards returns the cosine of the angle between two walls that meet at their ends, both seen outwards from the node:
// 1 if one lies on the other, -1 if one continues the other.
func outwards(a, b strip, pa, pb WallPart) float64 {
	ax, ay := ray{strip: a, part: pa}.direction(a)
	bx, by := ray{strip: b, part: pb}.direction(a)
	return float64(ax*bx) + float64(ay*by)
}

// sharp reports whether two walls meet at their ends at less than the sharpest mitred angle.
func sharp(a, b strip, pa, pb WallPart) bool {
	return linesOf(a, b).sine < minimumMitreSine && outwards(a, b, pa, pb) > 0
}

// near reports whether the two walls of a join still meet where they were joined, within the stretch that a join may
// bridge. The strips may come in either order.
func (j *Join) near(a, b strip) bool {
	if a.id != j.A {
		a, b = b, a
	}
	if !sameHeights(a, b) {
		return false
	}
	a, b = j.straight(a, b)
	bothEnds := j.APart != PartSpan && j.BPart != PartSpan
	if bothEnds && j.Type == JoinMitre && sharp(a, b, j.APart, j.BPart) {
		return false
	}
	if bothEnds && endsApart(a, b, j.APart, j.BPart) <= roomGap {
		return true
	}
	lines := linesOf(a, b)
	if lines.parallel || j.Kind == JoinInline {
		return false
	}
	stretch := stretchOf(a, b)
	return a.reaches(j.APart, lines.a, stretch) && b.reaches(j.BPart, lines.b, stretch)
}

// reaches reports whether a place on the wall's line is still at the given part of it.
func (s strip) reaches(part WallPart, x, stretch geometry.Length) bool {
	if part == PartSpan {
		return x >= -s.thickness() && x <= s.length+s.thickness()
	}
	return (x - s.endX(part)).Abs() <= stretch
}

// JoinHolds reports whether the join shapes the ends of both walls. A join does not hold after its walls were moved
// apart, turned nearly parallel, or made too short for it. It stays recorded, and holds again when the walls are back
// in place.
func (m *Model) JoinHolds(j *Join) bool { return joinsOf(m).hold(j) }

// heldJoins reports which joins of one state hold. It computes the ends of each wall once.
type heldJoins struct {
	model *Model
	sides map[wallSide]missedJoins
}

// wallSide is one effect of joins on a wall: an end, or the walls that cross it.
type wallSide struct {
	wall    ID
	crossed bool
}

// missedJoins are those that do not hold there.
type missedJoins struct {
	ids        []ID
	parametric bool // false for a wall that has no joins, because it is none with parameters
}

func joinsOf(m *Model) heldJoins { return heldJoins{m, map[wallSide]missedJoins{}} }

func (h heldJoins) hold(j *Join) bool {
	for _, wall := range []ID{j.A, j.B} {
		missed := h.missed(wallSide{wall, j.Kind == JoinX})
		if !missed.parametric || slices.Contains(missed.ids, j.ID) {
			return false
		}
	}
	return true
}

func (h heldJoins) missed(side wallSide) missedJoins {
	missed, made := h.sides[side]
	if made {
		return missed
	}
	if s, ok := h.model.stripOf(side.wall); ok {
		joins := h.model.JoinsOf(side.wall)
		missed.parametric = true
		if side.crossed {
			_, missed.ids = h.model.crossing(s, joins)
		} else {
			missed.ids = h.model.footprint(s, joins).missed
		}
	}
	h.sides[side] = missed
	return missed
}
