package fabric

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// StretchLimit bounds the effect of a join, as a multiple of the thickness of the thicker wall. The lines of the walls
// must meet within that distance of the joined ends, and a corner must lie within that distance of their meeting. The
// corner of two equal walls at the sharpest mitred angle, 10 degrees, is (1 + cos 10) / sin 10 = 11.4 thicknesses away.
// A join whose walls are further apart is not made; the ends stay square.
const StretchLimit = 12

func stretchOf(a, b Strip) geometry.Length { return StretchLimit * max(a.thickness(), b.thickness()) }

// minimumMitreSine is the sine of the sharpest angle at which walls are mitred, 10 degrees: see StretchLimit.
const minimumMitreSine = 0.17364817766693033

// crossingLines describes where the lines of two walls meet.
type crossingLines struct {
	a, b     geometry.Length // along each wall from its start
	sine     float64         // of the angle between the lines, not negative
	Parallel bool
}

func LinesOf(a, b Strip) crossingLines {
	course := b.course(a, 0)
	x, _, ok := own(0).meet(course)
	y, _, _ := own(0).meet(a.course(b, 0))
	return crossingLines{RoundLength(x), RoundLength(y), math.Abs(course.dy), !ok}
}

// SameHeights reports whether two walls share a stretch of height.
func SameHeights(a, b Strip) bool { return a.z0 < b.z1 && b.z0 < a.z1 }

// endsMeet returns the ends of two walls that are the same point, within RoomGap.
func endsMeet(a, b Strip) (pa, pb state.WallPart, ok bool) {
	for _, pa := range []state.WallPart{PartStart, PartEnd} {
		for _, pb := range []state.WallPart{PartStart, PartEnd} {
			if endsApart(a, b, pa, pb) <= RoomGap {
				return pa, pb, true
			}
		}
	}
	return "", "", false
}

func endsApart(a, b Strip, pa, pb state.WallPart) geometry.Length {
	x, y := b.course(a, 0).at(float64(b.endX(pb)))
	x -= float64(a.endX(pa))
	return RoundLength(math.Sqrt(float64(x*x) + float64(y*y)))
}

// PartsMeeting returns the parts of two walls that meet, and whether the walls meet. A meeting counts as at an end if
// it is near the end. Outside the wall, near means within a gap as wide as the thicker wall. Inside the wall, near
// means as far as the body of the other wall covers the line.
func PartsMeeting(a, b Strip) (pa, pb state.WallPart, ok bool) {
	if pa, pb, ok := endsMeet(a, b); ok {
		return pa, pb, true
	}
	lines := LinesOf(a, b)
	if lines.Parallel {
		return "", "", false
	}
	along := func(across geometry.Length) geometry.Length {
		return RoundLength(min(float64(across)/lines.sine, float64(stretchOf(a, b))))
	}
	outside := along(max(a.thickness(), b.thickness()))
	inside := func(s, other Strip, part state.WallPart) geometry.Length { return along(s.coverOver(other, part)) }
	pa, onA := a.partAt(lines.a, inside(b, a, PartStart), inside(b, a, PartEnd), outside)
	pb, onB := b.partAt(lines.b, inside(a, b, PartStart), inside(a, b, PartEnd), outside)
	return pa, pb, onA && onB
}

// coverOver returns how far the wall's body reaches from its line toward the side on which an end of another wall lies.
// It is at least RoomGap, the distance by which an end may miss a line. A wall that is drawn by its face has no body on
// one side of the line.
func (s Strip) coverOver(other Strip, part state.WallPart) geometry.Length {
	if _, y := other.course(s, 0).at(float64(other.endX(part))); y > 0 {
		return max(s.yMax, RoomGap)
	}
	return max(-s.yMin, RoomGap)
}

// partAt returns the part of the wall to which a place on its line belongs. A place inside the wall belongs to the
// start or the end if it is within atStart or atEnd of it. These are the lengths over which the body of the other wall
// covers the line.
func (s Strip) partAt(x, atStart, atEnd, outside geometry.Length) (state.WallPart, bool) {
	fromStart, fromEnd := x, s.length-x
	nearStart := -outside <= fromStart && fromStart <= atStart
	nearEnd := -outside <= fromEnd && fromEnd <= atEnd
	switch {
	case nearStart && (!nearEnd || fromStart.Abs() <= fromEnd.Abs()):
		return PartStart, true
	case nearEnd:
		return PartEnd, true
	}
	return state.PartSpan, x > 0 && x < s.length
}

// Outwards returns the cosine of the angle between two walls that meet at their ends, both seen outwards from the node.
// It is 1 if one wall lies on the other, and -1 if one continues the other.
func Outwards(a, b Strip, pa, pb state.WallPart) float64 {
	ax, ay := ray{strip: a, part: pa}.direction(a)
	bx, by := ray{strip: b, part: pb}.direction(a)
	return float64(ax*bx) + float64(ay*by)
}

// Sharp reports whether two walls meet at their ends at less than the sharpest mitred angle.
func Sharp(a, b Strip, pa, pb state.WallPart) bool {
	return LinesOf(a, b).sine < minimumMitreSine && Outwards(a, b, pa, pb) > 0
}

// joinNear reports whether the two walls of a join still meet where they were joined, within the stretch that a join
// may bridge. The strips may come in either order.
func joinNear(j *state.Join, a, b Strip) bool {
	if a.ID != j.A {
		a, b = b, a
	}
	if !SameHeights(a, b) {
		return false
	}
	a, b = joinStraight(j, a, b)
	bothEnds := j.APart != state.PartSpan && j.BPart != state.PartSpan
	if bothEnds && j.Type == JoinMitre && Sharp(a, b, j.APart, j.BPart) {
		return false
	}
	if bothEnds && endsApart(a, b, j.APart, j.BPart) <= RoomGap {
		return true
	}
	lines := LinesOf(a, b)
	if lines.Parallel || j.Kind == JoinInline {
		return false
	}
	stretch := stretchOf(a, b)
	return a.reaches(j.APart, lines.a, stretch) && b.reaches(j.BPart, lines.b, stretch)
}

// reaches reports whether a place on the wall's line is still at the given part of it.
func (s Strip) reaches(part state.WallPart, x, stretch geometry.Length) bool {
	if part == state.PartSpan {
		return x >= -s.thickness() && x <= s.length+s.thickness()
	}
	return (x - s.endX(part)).Abs() <= stretch
}

// JoinHolds reports whether a join shapes the ends of both walls. A join no longer holds if its walls were moved apart,
// turned nearly parallel, or made too short for it. The join stays recorded, and holds again when the walls are back in
// place.
func JoinHolds(m *state.Model, j *state.Join) bool { return JoinsOf(m).Hold(j) }

// heldJoins reports which joins of one state hold. It computes the ends of each wall once.
type heldJoins struct {
	model *state.Model
	sides map[wallSide]missedJoins
}

// wallSide identifies the ends of a wall, or the walls that cross it.
type wallSide struct {
	wall    state.ID
	crossed bool
}

// missedJoins lists the joins that do not hold at a wallSide.
type missedJoins struct {
	ids        []state.ID
	parametric bool // false for a wall without parameters, which has no joins
}

func JoinsOf(m *state.Model) heldJoins { return heldJoins{m, map[wallSide]missedJoins{}} }

func (h heldJoins) Hold(j *state.Join) bool {
	for _, wall := range []state.ID{j.A, j.B} {
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
	if s, ok := StripOfOf(h.model, side.wall); ok {
		joins := h.model.JoinsOf(side.wall)
		missed.parametric = true
		if side.crossed {
			_, missed.ids = crossingOf(h.model, s, joins)
		} else {
			missed.ids = footprintOf(h.model, s, joins).missed
		}
	}
	h.sides[side] = missed
	return missed
}
