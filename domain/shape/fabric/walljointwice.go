package fabric

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// overlapLeft is the least area in m2 shared by two joined walls that is reported: a square of 10 mm. Chords within a
// quarter of a millimetre of their arcs leave less than that along a face of a third of a metre.
const overlapLeft = 1e-4

// LeavesGap returns an end of one wall of a join j that has no join itself and leaves a gap to the other wall. The end
// is as near to the other wall as joined ends may be, but does not touch it, so that a join at that end would close the
// gap.
func LeavesGap(m *state.Model, j *state.Join) (geometry.Point2, bool) {
	a, okA := StripOfOf(m, j.A)
	b, okB := StripOfOf(m, j.B)
	if !okA || !okB || !a.Arc.Curved() && !b.Arc.Curved() || !SameHeights(a, b) {
		return geometry.Point2{}, false
	}
	for _, seed := range meetingSeeds(a, b) {
		at := seed.refined(a, b)
		ta, tb := a.tangent(at.a), b.tangent(at.b)
		pa, pb, meet := PartsMeeting(ta, tb)
		if !meet || LinesOf(ta, tb).Parallel {
			continue
		}
		if endGapes(m, j, ta, tb, pa) {
			return a.world(a.endX(pa)), true
		}
		if endGapes(m, j, tb, ta, pb) {
			return b.world(b.endX(pb)), true
		}
	}
	return geometry.Point2{}, false
}

// endGapes reports whether part is an end of s that has no join, is near o, and is not in the band of o. The end must
// be away from the place where the two walls are joined. Both walls are given as straight strips at their meeting near
// the end.
func endGapes(m *state.Model, j *state.Join, s, o Strip, part state.WallPart) bool {
	reach := max(s.thickness(), o.thickness())
	if part == state.PartSpan || m.EndIsMade(s.ID, part, "") || o.holds(s, part) || s.misses(o, part).Distance > reach {
		return false
	}
	for _, wall := range []Strip{s, o} {
		joined := j.Part(wall.ID)
		whole, _ := StripOfOf(m, wall.ID)
		if joined != state.PartSpan && geometry.Distance(whole.world(whole.endX(joined)),
			s.world(s.endX(part))) <= 2*reach {
			return false
		}
	}
	return true
}

// MeetsTwice returns a point where two joined walls still overlap, or false if they do not. At least one of the walls
// must be curved: an arc and the wall that closes it meet twice, but are joined at one end.
func MeetsTwice(m *state.Model, j *state.Join) (geometry.Point2, bool) {
	sa, okA := StripOfOf(m, j.A)
	sb, okB := StripOfOf(m, j.B)
	if !okA || !okB || !sa.Arc.Curved() && !sb.Arc.Curved() || !SameHeights(sa, sb) {
		return geometry.Point2{}, false // decided without the plans, because each plan inspects its whole node
	}
	a, errA := WallPlanOf(m, j.A)
	b, errB := WallPlanOf(m, j.B)
	if errA != nil || errB != nil {
		return geometry.Point2{}, false
	}
	common := m.Stop.Intersect(a.World(), b.World())
	if common.Area() < overlapLeft {
		return geometry.Point2{}, false
	}
	lo, hi := common[:1].Bounds()
	return geometry.Point2{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}, true
}
