package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// overlapLeft is the least area in m2 that two joined walls share and that is told: a square of 10 mm, above what
// chords within a quarter of a millimetre of their arcs leave along a face of a third of a metre.
const overlapLeft = 1e-4

// warnSecondMeetings warns of pairs of walls that are joined at one place and at another one overlap, or leave a gap:
// an arc and the wall that closes it meet at both ends, and two walls have one join.
func (t *transaction) warnSecondMeetings(joins []*Join) {
	for _, asked := range joins {
		j := t.model.between(pair{asked.A, asked.B})
		if j == nil {
			continue
		}
		how := "they overlap"
		at, twice := t.model.MeetsTwice(j)
		if !twice {
			how = "a gap is left"
			at, twice = t.model.leavesGap(j)
		}
		if !twice {
			continue
		}
		t.warn("JOIN_LEFT_OUT", map[string]any{"element_ids": []ID{j.A, j.B}, "at": []geometry.Length{at.X, at.Y}},
			"walls %s and %s meet at two places and are joined at one: at [%s, %s] %s. Draw the curved one "+
				"as two walls, one after the other, then join again",
			t.model.nameOf(j.A), t.model.nameOf(j.B), at.X, at.Y, how)
	}
}

// leavesGap returns the end of a wall that has no join, and that the join of the two walls would close if it were made
// there and not where it is: it comes as near to the other wall as ends that are joined may, and does not touch it.
func (m *Model) leavesGap(j *Join) (geometry.Point2, bool) {
	a, okA := m.stripOf(j.A)
	b, okB := m.stripOf(j.B)
	if !okA || !okB || !a.arc.curved() && !b.arc.curved() || !sameHeights(a, b) {
		return geometry.Point2{}, false
	}
	for _, seed := range meetingSeeds(a, b) {
		at := seed.refined(a, b)
		ta, tb := a.tangent(at.a), b.tangent(at.b)
		pa, pb, meet := partsMeeting(ta, tb)
		if !meet || linesOf(ta, tb).parallel {
			continue
		}
		if m.endGapes(j, ta, tb, pa) {
			return a.world(a.endX(pa)), true
		}
		if m.endGapes(j, tb, ta, pb) {
			return b.world(b.endX(pb)), true
		}
	}
	return geometry.Point2{}, false
}

// endGapes reports whether a part of a wall is an end without a join, away from where the two walls are joined, that is
// near the other one and not in its band. Both are given as they touch their meeting there.
func (m *Model) endGapes(j *Join, s, o strip, part WallPart) bool {
	reach := max(s.thickness(), o.thickness())
	if part == PartSpan || m.endIsMade(s.id, part, "") || o.holds(s, part) || s.misses(o, part).Distance > reach {
		return false
	}
	for _, wall := range []strip{s, o} {
		joined := j.Part(wall.id)
		whole, _ := m.stripOf(wall.id)
		if joined != PartSpan && geometry.Distance(whole.world(whole.endX(joined)), s.world(s.endX(part))) <= 2*reach {
			return false
		}
	}
	return true
}

// MeetsTwice returns where two joined walls, one of them curved, overlap with the joins that they have, false where
// they do not: an arc and the wall that closes it are joined at one end.
func (m *Model) MeetsTwice(j *Join) (geometry.Point2, bool) {
	a, errA := m.WallPlan(j.A)
	b, errB := m.WallPlan(j.B)
	sa, okA := m.stripOf(j.A)
	sb, okB := m.stripOf(j.B)
	if errA != nil || errB != nil || !okA || !okB || !a.Curved() && !b.Curved() || !sameHeights(sa, sb) {
		return geometry.Point2{}, false
	}
	common := geometry.Intersect(a.World(), b.World())
	if common.Area() < overlapLeft {
		return geometry.Point2{}, false
	}
	lo, hi := common.Bounds()
	return geometry.Point2{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}, true
}
