package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A corner whose ends are the same point stays as drawn. Two ends that miss each other are extended or cut back to a
// corner, unless one of the walls makes a nearer corner with a third wall there. Then the end of the other wall butts
// against the face of the trimmed body, and the nearer corner stays as it is.

// IsLoose reports whether a join is a corner of two ends that miss each other.
func IsLoose(m *state.Model, j *state.Join) bool { return cornerGap(m, j) > RoomGap }

// cornerGap returns the distance between the ends of a corner, or 0 for other joins.
func cornerGap(m *state.Model, j *state.Join) geometry.Length {
	a, b, ok := StraightWalls(m, j)
	if j.Kind != JoinL || !ok {
		return 0
	}
	return endsApart(a, b, j.APart, j.BPart)
}

// NearerCorner returns a third wall that is joined to the same end of a wall as a given join, but at a smaller
// distance. The third wall makes a corner with that end, continues from it, or has a face that the end meets. It
// returns "" if there is none.
func NearerCorner(m *state.Model, j *state.Join, wall state.ID) state.ID {
	nearest, gap := state.ID(""), cornerGap(m, j)
	for _, k := range m.JoinsOf(wall) {
		if k.Part(wall) != j.Part(wall) || k.Other(wall) == j.Other(wall) {
			continue
		}
		apart, made := missAsDrawn(m, k, wall)
		if made && apart < gap && gap-apart > RoomGap {
			nearest, gap = k.Other(wall), apart
		}
	}
	return nearest
}

// missAsDrawn returns the distance, as drawn, between an end of a wall and the wall to which a join connects it. It
// returns false for a T in which the end, as drawn, does not lie in the band of the other wall.
func missAsDrawn(m *state.Model, j *state.Join, wall state.ID) (geometry.Length, bool) {
	if j.Kind != JoinT {
		return cornerGap(m, j), true
	}
	s, o, ok := straightOf(m, j, wall, j.Through)
	return 0, ok && o.holds(s, j.Part(wall))
}

// holds reports whether an end of another wall, as drawn, lies in the band of this wall, within RoomGap.
func (o Strip) holds(s Strip, part state.WallPart) bool {
	x, y := s.course(o, 0).at(float64(s.endX(part)))
	at := RoundPoint(x, y)
	return at.X >= -RoomGap && at.X <= o.length+RoomGap && at.Y >= o.yMin-RoomGap && at.Y <= o.yMax+RoomGap
}

// JoinAsTee returns the join as a T in which the end of the other wall butts against the wall that runs through.
func JoinAsTee(j state.Join, through state.ID) *state.Join {
	j.Kind, j.Type, j.Through = JoinT, JoinButt, through
	if through == j.A {
		j.APart = state.PartSpan
	} else {
		j.BPart = state.PartSpan
	}
	return &j
}

// GoesBetween reports whether the wall through passes between the other wall of a join and a third wall that meets that
// wall's end from the opposite side. The other wall and the third wall end in the band of through, at different faces.
// The end of through does not lie between the faces of the other wall.
func GoesBetween(m *state.Model, j *state.Join, through state.ID) bool {
	wall := j.Other(through)
	part := j.Part(wall)
	s, o, ok := straightOf(m, j, wall, through)
	return ok && o.goesOnBeyond(s, part) && !s.covers(o, j.Part(through)) &&
		slices.ContainsFunc(m.JoinsOf(wall), func(k *state.Join) bool {
			mate, ok := endStrip(m, k.Other(wall), k.Part(k.Other(wall)))
			return ok && k.Part(wall) == part && mate.ID != through &&
				(k.Kind == JoinInline || k.Kind == JoinL && !IsLoose(m, k)) &&
				o.faceAt(mate, k.Part(mate.ID)) != o.faceAt(s, part)
		})
}

// covers reports whether an end of another wall, as drawn, lies between the faces of this wall, more than RoomGap from
// both.
func (s Strip) covers(o Strip, part state.WallPart) bool {
	_, y := o.course(s, 0).at(float64(o.endX(part)))
	at := RoundLength(y)
	return at > s.yMin+RoomGap && at < s.yMax-RoomGap
}

// IsNode reports whether a third wall ends at the point where the two walls of a corner end.
func IsNode(m *state.Model, j *state.Join) bool {
	return slices.ContainsFunc([]state.ID{j.A, j.B}, func(wall state.ID) bool {
		return slices.ContainsFunc(m.JoinsOf(wall), func(k *state.Join) bool {
			return k.Part(wall) == j.Part(wall) && k.Other(wall) != j.Other(wall) &&
				(k.Kind == JoinL || k.Kind == JoinInline) && !IsLoose(m, k)
		})
	})
}

// IsParted reports whether the two ends of a corner meet opposite faces of a third wall that continues between them.
// Each end is then cut along the face that it meets, and the two walls make no corner.
func IsParted(m *state.Model, j *state.Join) bool {
	a, b, ok := StraightWalls(m, j)
	if j.Kind != JoinL || !ok {
		return false
	}
	return slices.ContainsFunc(m.JoinsOf(j.A), func(k *state.Join) bool {
		_, o, ok := straightOf(m, k, k.Other(k.Through), k.Through)
		return k.Kind == JoinT && ok && k.Through != j.A && k.Part(j.A) == j.APart &&
			endsAt(m, j.B, j.BPart, k.Through) && o.faceAt(a, j.APart) != o.faceAt(b, j.BPart)
	})
}

// EndsAtAFace reports whether an end of a wall has no corner and no continuing wall, so that it ends at a face of the
// wall between. Joins with that wall are ignored. A continuing wall is ignored too if its end lies in the band of the
// wall between, away from the ends of that wall.
func EndsAtAFace(m *state.Model, wall state.ID, part state.WallPart, between state.ID) bool {
	o, _ := StripOfOf(m, between)
	return !slices.ContainsFunc(m.JoinsOf(wall), func(k *state.Join) bool {
		mate, ok := endStrip(m, k.Other(wall), k.Part(k.Other(wall)))
		if k.Part(wall) != part || mate.ID == between || !ok {
			return false
		}
		return k.Kind == JoinL || k.Kind == JoinInline && !o.goesOnBeyond(mate, k.Part(mate.ID))
	})
}

// goesOnBeyond reports whether an end of another wall, as drawn, lies in the band of this wall, away from its ends.
func (o Strip) goesOnBeyond(s Strip, part state.WallPart) bool {
	x, _ := s.course(o, 0).at(float64(s.endX(part)))
	at := RoundLength(x)
	return o.holds(s, part) && at > RoomGap && at < o.length-RoomGap
}

// endsAt reports whether an end of a wall butts against another wall in a T.
func endsAt(m *state.Model, wall state.ID, part state.WallPart, through state.ID) bool {
	return slices.ContainsFunc(m.JoinsOf(wall), func(k *state.Join) bool {
		return k.Kind == JoinT && k.Through == through && k.Other(wall) == through && k.Part(wall) == part
	})
}

// contact describes where the end of a wall meets the face of another wall's body. The other joins of that wall have
// trimmed the body.
type contact struct {
	Past    geometry.Length    // how far the end misses the face, along the face
	Touches bool               // the end meets the face
	ends    [2]geometry.Point2 // ends of the part of the face that the wall meets, in its frame, lower Y first
}

// ContactOf returns the contact of the other wall of a join with the wall that runs through.
func ContactOf(m *state.Model, j *state.Join, through state.ID) contact {
	s, o, _ := straightOf(m, j, j.Other(through), through)
	others := slices.DeleteFunc(m.JoinsOf(through), func(k *state.Join) bool { return k.Other(through) == s.ID })
	face := o.faceAt(s, j.Part(s.ID))
	lo, hi, ok := faceLeft(m, o, others, face)
	from, to, met := o.interval(s, face)
	if !ok || !met {
		return contact{}
	}
	past := max(from-hi, lo-to)
	// If the line of a wall crosses the line of the other wall beyond an end, by more than the thickness of the other
	// wall, it does not end at that wall.
	at := LinesOf(o, s).a
	past = max(past, -at-o.thickness(), at-o.length-o.thickness())
	c := contact{Past: max(past, 0), Touches: past < -RoomGap}
	for i, x := range []geometry.Length{max(lo, from), min(hi, to)} {
		c.ends[i] = s.frame.Local(o.frame.Point(geometry.Point2{X: x, Y: face}.At(0))).XY()
	}
	if c.ends[0].Y > c.ends[1].Y {
		c.ends[0], c.ends[1] = c.ends[1], c.ends[0]
	}
	return c
}

// contactGrid is the largest rounding error of an end of a contact. It is rounded along its face, and in the frame of
// the wall that ends there.
const contactGrid = 2 * FootprintGrid

// hides reports whether a wall meets this contact's face before the face of the other contact, over the whole width of
// the other contact.
func (c contact) hides(other contact, part state.WallPart) bool {
	if !c.Touches || c.ends[0].Y > other.ends[0].Y+contactGrid || c.ends[1].Y < other.ends[1].Y-contactGrid ||
		c.ends[0].Y == c.ends[1].Y {
		return false
	}
	y := (other.ends[0].Y + other.ends[1].Y) / 2
	here := RoundLength(float64(c.ends[0].X) + float64(c.ends[1].X-c.ends[0].X)*float64(
		y-c.ends[0].Y)/float64(c.ends[1].Y-c.ends[0].Y))
	there := (other.ends[0].X + other.ends[1].X) / 2
	return here != there && (here > there) == (part == PartStart)
}

// endIsHidden reports whether an end of a wall meets the face of another wall before it reaches a contact. The wall
// named but is ignored.
func endIsHidden(m *state.Model, wall state.ID, part state.WallPart, but state.ID, c contact) bool {
	return slices.ContainsFunc(m.JoinsOf(wall), func(j *state.Join) bool {
		return j.Kind == JoinT && j.Part(wall) == part && j.Through != but && ContactOf(m, j, j.Through).hides(c, part)
	})
}

// Recuts reports whether a T would cut again an end that, as drawn, makes a corner with a third wall. This happens if
// the end does not lie in the band of the wall that runs through, or if that wall itself ends at the face of the third
// wall.
func Recuts(m *state.Model, j *state.Join) bool {
	butting := j.Other(j.Through)
	part := j.Part(butting)
	s, o, _ := straightOf(m, j, butting, j.Through)
	held := o.holds(s, part)
	return slices.ContainsFunc(m.JoinsOf(butting), func(k *state.Join) bool {
		mate := k.Other(butting)
		return k.Kind == JoinL && k.Part(butting) == part && mate != j.Through && !IsLoose(m, k) &&
			(!held || ButtsAgainst(m, j.Through, mate))
	})
}

// ButtsAgainst reports whether either end of a wall butts against another wall in a T.
func ButtsAgainst(m *state.Model, wall, through state.ID) bool {
	return endsAt(m, wall, PartStart, through) || endsAt(m, wall, PartEnd, through)
}

// IsMoot reports whether joining an end of a wall to the wall through in a T would have no effect. Either the end meets
// the face of another wall first, or it does not meet the body of through and has another join.
func IsMoot(m *state.Model, j *state.Join, through state.ID, c contact) bool {
	butting := j.Other(through)
	if c.Touches {
		return endIsHidden(m, butting, j.Part(butting), through, c)
	}
	return m.EndIsMade(butting, j.Part(butting), through)
}

// faceAt returns the position across the wall of the face that is turned to the body of a wall that ends at it.
func (o Strip) faceAt(s Strip, part state.WallPart) geometry.Length {
	far := s.course(o, 0)
	if _, y := far.at(float64(s.length - s.endX(part))); y > 0 {
		return o.yMax
	}
	return o.yMin
}

// faceLeft returns the extent of a face along its wall with the given joins. The face of a curved wall extends from end
// to end as drawn.
func faceLeft(m *state.Model, o Strip, joins []*state.Join, face geometry.Length) (lo, hi geometry.Length, ok bool) {
	if whole, _ := StripOfOf(m, o.ID); whole.Arc.Curved() {
		return 0, o.length, true
	}
	return o.trimmed(footprintOf(m, o, joins).polygon, face)
}

// trimmed returns the extent of a footprint along a face of its wall.
func (o Strip) trimmed(footprint geometry.Polygon, face geometry.Length) (lo, hi geometry.Length, ok bool) {
	for _, p := range footprint.Outer {
		if (p.Y - face).Abs() > FootprintGrid {
			continue
		}
		if !ok {
			lo, hi, ok = p.X, p.X, true
		}
		lo, hi = min(lo, p.X), max(hi, p.X)
	}
	return lo, hi, ok
}

// FootprintGrid is the greatest distance of a corner of a footprint from its face, because the corner is rounded once
// in the wall's frame.
const FootprintGrid = geometry.Micrometre

// interval returns the interval between the points where the two faces of another wall cross a face of this wall.
func (o Strip) interval(s Strip, face geometry.Length) (from, to geometry.Length, ok bool) {
	left, _, okLeft := own(face).meet(s.course(o, s.yMax))
	right, _, okRight := own(face).meet(s.course(o, s.yMin))
	a, b := RoundLength(left), RoundLength(right)
	return min(a, b), max(a, b), okLeft && okRight
}

// Miss returns the distance by which two joined walls miss each other. It is the distance between the ends of a corner,
// or between an end and the face that it butts against.
func Miss(m *state.Model, j *state.Join) geometry.Length {
	if j.Kind == JoinT {
		return ContactOf(m, j, j.Through).Past
	}
	return cornerGap(m, j)
}
