package rules

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// A door in a curved wall stands in its tangent. On the hollow side of the wall the faces beside the door lie before
// the door, which stands in an alcove as deep as that.

const (
	// curveBesideLatch is what is missing where the wall of a door itself comes into the space beside its latch. ADA
	// 404.2.4.1 and AD M 2.17 measure from the face of a straight wall.
	curveBesideLatch = "whether the wall beside the latch, which curves into the clearance of the door, obstructs it"

	// clearanceReach is how far beside the opening of a door the floor before it is looked at: farther than any
	// clearance of the table reaches (1525 mm deep, 610 mm wide beside the latch).
	clearanceReach = 3 * geometry.Metre
)

// forward returns how far the face of a curved wall lies before the tangent at a place along it, on the side of sign;
// 0 where it lies behind it.
func (l leafPlan) forward(x, face, sign geometry.Length) geometry.Length {
	return max(0, sign*(projections.FaceAt(l.wall, l.rect, x, face).Across-face))
}

// alcove returns what is free before a door between its tangent and the face of a curved wall at its sides, on both
// sides of the wall; nothing in a straight wall.
func (d hungDoor) alcove() geometry.Region {
	if !d.opening.wall.Curved() {
		return nil
	}
	var all []geometry.Region
	o := d.opening
	from, to := o.rect.Offset, o.rect.Offset+o.rect.Width
	for _, at := range []side{pullSide, pushSide} {
		face, sign := at(o)
		if deep := max(o.forward(from, face, sign), o.forward(to, face, sign)); deep > 0 {
			all = append(all, o.area(from, to, face, sign, deep))
		}
	}
	return geometry.Union(all...)
}

// floorBefore returns the free floor of a storey about a door: with its alcove, less what else stands there.
func floorBefore(storey *ways.Storey, e *state.Element, d hungDoor) geometry.Region {
	alcove := d.alcove()
	if len(alcove) == 0 {
		return storey.Area
	}
	lo, hi := alcove.Bounds()
	for _, o := range storey.Obstacles {
		if o.ID != e.ID && o.ID != e.HostID && len(partsNear(o.Plan, alcove)) > 0 {
			alcove = geometry.Subtract(alcove, o.Plan)
		}
	}
	reach := geometry.Point2{X: clearanceReach, Y: clearanceReach}
	near := geometry.Region{geometry.Rectangle(lo.Sub(reach), hi.Add(reach))}
	return geometry.Union(geometry.Intersect(partsNear(storey.Area, near), near), alcove)
}

// pastCurve returns the space beside the latch of a door that does not comply, as if its own wall were not in it. Where
// that does, it is the curve of the wall alone that is in the way, and nothing says whether it may be.
func (s *subjects) pastCurve(r *Rule, e *state.Element, d hungDoor, found Measurement,
	of func(area geometry.Region) Measurement, area geometry.Region) Measurement {
	if r.Quantity != "door_latch_space" || found.Missing != "" || r.complies(found.Value) || len(d.alcove()) == 0 {
		return found
	}
	plan, err := fabric.WallPlanOf(s.view.Model, e.HostID)
	if err != nil {
		return found
	}
	without := of(s.stop().Union(area, plan.World()))
	if without.Missing == "" && r.complies(without.Value) {
		return missing(e, curveBesideLatch)
	}
	return without
}
