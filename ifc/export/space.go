package export

import (
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// room writes a room as a space. The room's number becomes the Name and its name the LongName, as IFC defines them. A
// room that no ring of walls encloses is written without a body, with a warning.
func (x *exporter) room(e *state.Element) error {
	r := e.Params.(*room.Room)
	worked := x.workedOut(e.ID)
	if worked.roomErr != nil {
		return worked.roomErr
	}
	shape := worked.room
	at, body := x.storeys[e.LevelID], step.Ref(0)
	d := described{class: classOf(e.Category)}
	if shape.Bounded {
		corner := shape.Region[0].Outer[0]
		world := geometry.World()
		world.Origin = corner.At(shape.Base)
		at = x.placeWorld(at, world)
		body = x.shape(x.roomBody(shape, world))
		d.quantities = worked.quantities
		d.volume = grossVolume(d.quantities)
	} else {
		at = x.place(at, geometry.World())
		x.warn("ROOM_UNBOUNDED", "room "+e.Name+" has no closed ring of walls around it and is written without a body",
			map[string]any{"room_id": e.ID})
	}
	ref := x.product(product{entity: "IFCSPACE", element: e, name: orElse(r.Number, e.Name), at: at, shape: body,
		tail: []step.Value{label(e.Name), element, x.dialect.spaceKind, null}})
	x.spaces[e.ID] = ref
	if x.options.SpaceBoundaries || x.options.SecondLevel {
		x.roomShapes[e.ID] = shape
	}
	x.aggregated.put(string(x.storeyOf(e.LevelID)), ref)
	if x.dialect.externalBySet {
		d.add(d.class.common, "IsExternal", false)
	}
	if r.Usage != "" {
		d.add("Pset_SpaceOccupancyRequirements", "OccupancyType", r.Usage)
	}
	x.describe(e, ref, d)
	return nil
}

// roomQuantities returns the quantities of a room as Qto_SpaceBaseQuantities defines them: its NetFloorArea excludes
// columns and voids.
func (x *exporter) roomQuantities(shape room.RoomShape) []state.Quantity {
	out := shape.Quantities()
	clear := room.ClearFloorArea(x.model, shape, x.takers().Near(shape))
	for i := range out {
		if out[i].Name == "NetFloorArea" {
			out[i].Value = clear.Value
		}
	}
	return out
}

// roomBody writes the body of a room in its frame: a prism, minus half spaces below sloping covers.
func (x *exporter) roomBody(shape room.RoomShape, frame geometry.Placement) step.Ref {
	plan := shiftedRegion(shape.Region, frame.Origin.XY())
	if shape.Level() {
		return x.body("", x.prism(plan, 0, shape.Height)...)
	}
	profiles := make([]step.Ref, len(plan))
	for i, polygon := range plan {
		profiles[i] = x.polygonProfile(polygon)
	}
	return x.trimmed("", frame, shape.Trim, profiles...)
}

func shiftedRegion(r geometry.Region, origin geometry.Point2) geometry.Region {
	out := make(geometry.Region, len(r))
	for i, p := range r {
		out[i] = shifted(p, origin)
	}
	return out
}
