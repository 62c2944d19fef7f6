package export

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// relatives holds the written elements to which relations of other elements refer.
type relatives struct {
	inRooms  []inRoom
	nowhere  map[string]bool // elements that nothing contains, by their GlobalIds
	walls    map[state.ID]step.Ref
	spaces   map[state.ID]step.Ref
	services services
}

func newRelatives() relatives {
	return relatives{nowhere: map[string]bool{}, walls: map[state.ID]step.Ref{}, spaces: map[state.ID]step.Ref{},
		services: newServices()}
}

// rel writes the attributes with which every relation begins, then the given arguments. Its GlobalId depends on its
// owner and its role.
func (x *exporter) rel(entity, owner, role string, rest ...step.Value) step.Ref {
	id := ifc.DerivedGlobalID(owner, entity, " ", role)
	return x.addRooted(entity, id, []step.Value{x.history(state.ID(owner)), null, null}, rest)
}

func (x *exporter) aggregate(owner, role string, whole step.Ref, parts ...step.Ref) {
	x.decomposed[whole] = x.rel("IFCRELAGGREGATES", owner, role, whole, x.refs(parts...))
}

// contain records the container of an element: the storey of its level, or its container in the source file. Elements
// in rooms are related later, since rooms may be written after the elements.
func (x *exporter) contain(e *state.Element, ref step.Ref) {
	switch in := elements.ContainerOf(x.model, e); {
	case in == state.Nowhere:
		x.nowhere[ifc.GlobalID(e.ID)] = true
	case x.isRoom(in):
		x.inRooms = append(x.inRooms, inRoom{e, in, ref})
	default:
		x.contained.put(string(x.storeyOf(in)), ref)
	}
	if e.AssemblyID != "" {
		x.assembled = append(x.assembled, e)
	}
}

// inRoom is a written element that its source file contains in a room.
type inRoom struct {
	element *state.Element
	room    state.ID
	ref     step.Ref
}

func (x *exporter) isRoom(id state.ID) bool {
	e, ok := x.model.Element(id)
	return ok && e.Category == state.CategoryRoom
}

// containInRooms relates the elements in rooms to their rooms, or to their storey if the room is not written.
func (x *exporter) containInRooms() {
	for _, each := range x.inRooms {
		space, written := x.spaces[each.room]
		if !written {
			x.contained.put(string(x.storeyOf(elements.StoreyOf(x.model, each.element))), each.ref)
			continue
		}
		if len(x.contained.members[string(each.room)]) == 0 {
			x.contained.put(string(each.room), space)
		}
		x.contained.put(string(each.room), each.ref)
	}
}

// relations writes the relations that have several members: one for each storey, type and classification reference. The
// first member of a storey's group is the storey itself.
func (x *exporter) relations() {
	x.containInRooms()
	for _, level := range x.contained.keys {
		members := slices.DeleteFunc(x.contained.members[level], func(r step.Ref) bool { return x.parts[r] })
		if len(members) > 1 {
			x.rel("IFCRELCONTAINEDINSPATIALSTRUCTURE", level, "elements", x.refs(members[1:]...), members[0])
		}
	}
	for _, level := range x.aggregated.keys {
		if members := x.aggregated.members[level]; len(members) > 1 {
			x.aggregate(level, "spaces", members[0], members[1:]...)
		}
	}
	for _, key := range x.typed.keys {
		processors.Hear(x.ctx)
		x.rel("IFCRELDEFINESBYTYPE", key, "occurrences", x.refs(x.typed.members[key]...), x.types[key])
	}
	x.classifications()
}

// connections writes how walls meet. In a butt joint the wall that ends at the other wall is the relating element, as
// in Bonsai. The description states how the bodies meet (BUTT or MITRE, and L, T, X or INLINE). The GlobalId is the
// join's own id.
func (x *exporter) connections() {
	for _, j := range x.model.Joins() {
		processors.Hear(x.ctx)
		a, okA := x.walls[j.A]
		b, okB := x.walls[j.B]
		if !okA || !okB {
			continue
		}
		partA, partB := connectionType(j.APart), connectionType(j.BPart)
		if j.Through == j.A {
			a, b, partA, partB = b, a, partB, partA
		}
		x.addRoot("IFCRELCONNECTSPATHELEMENTS", ifc.GlobalID(j.ID), x.history(""), null,
			text(strings.ToUpper(string(j.Type)+" "+string(j.Kind))), null,
			a, b, step.List{}, step.List{}, partB, partA)
	}
}

// connectionType returns the IfcConnectionTypeEnum of a part of a wall.
func connectionType(p state.WallPart) step.Enum {
	switch p {
	case fabric.PartStart:
		return "ATSTART"
	case fabric.PartEnd:
		return "ATEND"
	}
	return "ATPATH"
}
