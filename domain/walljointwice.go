package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// overlapLeft is the least area in m2 that two joined walls share and that is told: a square of 10 mm, above what
// chords within a quarter of a millimetre of their arcs leave along a face of a third of a metre.
const overlapLeft = 1e-4

// warnSecondMeetings warns of pairs of walls, one of them an arc, that overlap or leave a gap with the joins that they
// have: at a place where they are not joined, or where the butt of an oblique arc leaves a corner in the other wall.
func (t *transaction) warnSecondMeetings(joins []*Join) {
	seen := map[pair]bool{}
	for _, asked := range joins {
		walls := pair{asked.A, asked.B}
		have := t.model.allBetween(walls)
		if len(have) == 0 || seen[walls] {
			continue
		}
		seen[walls] = true
		j := have[0]
		how := "they overlap"
		at, twice := t.model.MeetsTwice(j)
		if !twice {
			how = "a gap is left"
			at, twice = t.model.leavesGap(j)
		}
		if !twice {
			continue
		}
		data := map[string]any{"element_ids": []ID{j.A, j.B}, "at": []geometry.Length{at.X, at.Y}}
		if len(have) > 1 {
			t.warn("JOIN_LEFT_OUT", data, "walls %s and %s are joined at two places, and at [%s, %s] %s: join them "+
				"with join_type mitre", t.model.nameOf(j.A), t.model.nameOf(j.B), at.X, at.Y, how)
			continue
		}
		t.warn("JOIN_LEFT_OUT", data,
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
	sa, okA := m.stripOf(j.A)
	sb, okB := m.stripOf(j.B)
	if !okA || !okB || !sa.arc.curved() && !sb.arc.curved() || !sameHeights(sa, sb) {
		return geometry.Point2{}, false // decided without the plans: each plan inspects its whole node
	}
	a, errA := m.WallPlan(j.A)
	b, errB := m.WallPlan(j.B)
	if errA != nil || errB != nil {
		return geometry.Point2{}, false
	}
	common := m.stop.Intersect(a.World(), b.World())
	if common.Area() < overlapLeft {
		return geometry.Point2{}, false
	}
	lo, hi := common[:1].Bounds()
	return geometry.Point2{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}, true
}
