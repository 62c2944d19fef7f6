package export

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// zone writes a zone as a group of its rooms. A zone without rooms is left out, since a group needs members (IFC2X3,
// IfcGroup.IsGroupedBy).
func (x *exporter) zone(e *state.Element) error {
	z := e.Params.(*room.Zone)
	if !writesZone(e) {
		x.warn("ZONE_WITHOUT_ROOMS", "zone "+e.Name+" has no rooms and is not written", map[string]any{"zone_id": e.ID})
		return nil
	}
	x.warnLongName(e.ID, e.Name)
	ref := x.addRoot(classOf(e.Category).entity, ifc.GlobalID(e.ID), x.history(e.ID),
		label(e.Name), text(x.attribute(e, shape.AttributeDescription, "")), label(z.Usage),
		label(x.longName(e)))
	x.describe(e, ref, described{class: classOf(e.Category)})
	var rooms []step.Ref
	for _, id := range z.Rooms {
		if room, ok := x.spaces[id]; ok {
			rooms = append(rooms, room)
		}
	}
	x.rel("IFCRELASSIGNSTOGROUP", string(e.ID), "rooms", x.refs(rooms...), null, ref)
	return nil
}

// writesZone reports whether the file can contain an element. It returns false for zones without rooms, and for
// constraints, arrays, views and sheets, which IFC cannot express.
func writesZone(e *state.Element) bool {
	switch e.Category {
	case state.CategoryConstraint, state.CategoryView, state.CategorySheet, state.CategoryArray:
		return false
	}
	z, ok := e.Params.(*room.Zone)
	return !ok || len(z.Rooms) > 0
}
