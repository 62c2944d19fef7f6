package importer

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// follow tries to import a room so that it follows its walls, if the walls enclose the outline that the room has in the
// file. It runs after all walls and their joins are in the model.
func (t *trial) follow(d *Draft) (taken bool) {
	room, ok := d.Element.Params.(*roomshape.Room)
	if !ok || t.Own || !t.walled || len(d.plan) != 1 || room.Seed != nil {
		return false
	}
	circle, err := clearance.LargestCircle(d.plan)
	if err != nil {
		return false
	}
	seeded := *room
	seeded.Seed, seeded.Boundary = &circle.Centre, nil
	given, err := roomshape.RoomShapeOf(t.model, d.Element.With(func(e *state.Element) { e.Params = &seeded }),
		fabric.WallsOn(t.model, d.Element.LevelID))
	if err != nil || !given.Bounded {
		return false
	}
	following, ok := room.Following(circle.Centre, d.plan, given.Region)
	if !ok {
		return false
	}
	form := *d
	form.Element = d.Element.With(func(e *state.Element) { e.Params = following })
	if len(d.plan[0].Holes) > 0 {
		form.Note = d.oddNote
	}
	if t.try(t.importOf(&form)) != nil {
		return false
	}
	t.took(&form, nil)
	return true
}

// roomPlan returns a plan given in a product's own frame, in the frame of the model. It returns nil if the plan is not
// one polygon.
func (r *reader) roomPlan(d *Draft, plan geometry.Region) geometry.Region {
	if len(plan) != 1 {
		return nil
	}
	holes := make([]geometry.Ring, len(plan[0].Holes))
	for i, hole := range plan[0].Holes {
		holes[i] = r.inWorld(d.Product, hole)
	}
	polygon, err := geometry.NewPolygon(r.inWorld(d.Product, plan[0].Outer), holes...)
	if err != nil {
		return nil
	}
	return geometry.Region{polygon}
}
