package ways

import (
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// landingDepth is the greatest distance from a door to the flight that leads to it: the landing that codes require
// there, 60 in (ADA 404.2.4.1, IBC 1010.1.6 and 1012.6).
const landingDepth = 1525 * geometry.Millimetre

// BehindSteps reports whether steps lead up to an exit from outside. Such a stair has its head outside, on the floor
// before the door or right before it, and its foot is lower, with no ramp beside it. stairs are the stairs of a person
// who walks. A traveller without steps may reach such a door over ground that is not modelled, or not at all.
func (b *Building) BehindSteps(x Exit, stairs []Flight) (bool, error) {
	s, err := b.Storey(x.Storey)
	if err != nil {
		return false, err
	}
	plan := s.planOf(b)
	for k := range x.Sides {
		out := s.sideOf(x.Doorway, k, plan.outside)
		if !out.outside {
			continue
		}
		before := s.floorBefore(b, plan, out.at)
		leads := func(f Flight) bool {
			p := f.Head.XY()
			if isIn(plan.around, p) && !isIn(plan.outside, p) || (f.Head.Z-s.Elevation).Abs() > rampFlush {
				return false
			}
			return geometry.Distance(p, out.at) <= landingDepth ||
				len(before) > 0 && (isIn(before, f.up) || meets(before, p))
		}
		for _, f := range b.flights {
			if f.Ramp && leads(f) {
				return false, nil
			}
		}
		for _, f := range stairs {
			if !f.Ramp && f.Head.Z-f.Foot.Z > b.Traveller.Step && leads(f) {
				return true, nil
			}
		}
	}
	return false, b.ctx.Err()
}

// floorBefore returns the piece of floor outside at a place, or nothing if no floor is modelled there.
func (s *Storey) floorBefore(b *Building, plan storeyPlan, at geometry.Point2) geometry.Region {
	stop := geometry.Interrupt(b.stop)
	outer := stop.Union(geometry.Intersect(s.Area, plan.outside), stop.Subtract(s.Area, plan.around))
	for _, part := range outer {
		one := geometry.Region{part}
		if isIn(one, at) || clearance.DistanceTo(one, at) <= rampJoint {
			return one
		}
	}
	return nil
}
