package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// overlapLeft is the least area in m2 that two joined walls share and that is told: a square of 10 mm, above what
// chords within a quarter of a millimetre of their arcs leave along a face of a third of a metre.
const overlapLeft = 1e-4

// warnSecondMeetings warns of pairs of walls that are joined at one place and overlap at another one: an arc and the
// wall that closes it meet at both ends, and two walls have one join.
func (t *transaction) warnSecondMeetings(joins []*Join) {
	for _, j := range joins {
		at, overlap := t.model.MeetsTwice(j)
		if !overlap || !t.stands(j) {
			continue
		}
		t.warn("JOIN_LEFT_OUT", map[string]any{"element_ids": []ID{j.A, j.B}, "at": []geometry.Length{at.X, at.Y}},
			"walls %s and %s meet at two places and are joined at one: at [%s, %s] they overlap. Draw the curved one "+
				"as two walls, one after the other, then join again",
			t.model.nameOf(j.A), t.model.nameOf(j.B), at.X, at.Y)
	}
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
