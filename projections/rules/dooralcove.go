package rules

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// A door in a curved wall stands in the tangent of the wall. On the hollow side, the faces of the wall beside the door
// lie before it, so the door stands in an alcove of that depth.

const (
	// curveBesideLatch is the missing fact that is reported if the wall of a door itself curves into the space beside
	// the latch. ADA 404.2.4.1 and AD M 2.17 measure from the face of a straight wall.
	curveBesideLatch = "whether the wall beside the latch, which curves into the clearance of the door, obstructs it"

	// clearanceReach is the distance beside the opening of a door up to which the floor before it is examined. Every
	// clearance of the table is smaller (1525 mm deep, 610 mm wide beside the latch).
	clearanceReach = 3 * geometry.Metre
)

// forward returns how far the face of a curved wall lies before the tangent at a place along it, on the given side. It
// returns 0 if the face lies behind the tangent.
func (l leafPlan) forward(x, face, sign geometry.Length) geometry.Length {
	return max(0, sign*(projections.FaceAt(l.wall, l.rect, x, face).Across-face))
}

// alcove returns the free floor before a door in a curved wall, between the tangent and the face of the wall, on both
// sides of the wall. It returns nothing for a straight wall.
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

// floorBefore returns the free floor of a storey around a door, including its alcove and without the other obstacles
// there.
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

// pastCurve measures again the space beside the latch of a door that does not comply, as if its own wall were not in
// that space. If the space then complies, only the curve of the wall is in the way. Because the standards do not cover
// curved walls, the door is then reported as not checked.
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
