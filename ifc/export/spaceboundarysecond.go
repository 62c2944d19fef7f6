package export

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/shape/boundary"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// Package boundary splits the faces of rooms into space boundaries of the second level. The boundaries on both sides of
// a wall name each other (CorrespondingBoundary). The boundary of an opening names the boundary of its wall
// (ParentBoundary).

// secondLevel is the name of boundaries of the second level in all schemas (IFC2X3 has no class for them). Their
// description is their type (IFC4, IfcRelSpaceBoundary2ndLevel): 2b if an element lies on the other side, else 2a.
const (
	secondLevel = "2ndLevel"
	typeA       = "2a"
	typeB       = "2b"
)

// inGround is the item of IfcInternalOrExternalEnum for a boundary to the ground. IFC2X3 has no such item.
const inGround = step.Enum("EXTERNAL_EARTH")

// correspondingAt is the place of CorrespondingBoundary among the attributes of IfcRelSpaceBoundary2ndLevel.
const correspondingAt = 10

// secondLevelBoundaries writes the boundaries of the second level of every room that has a body. It warns of rooms that
// have none, and of rooms that their boundaries do not enclose.
func (x *exporter) secondLevelBoundaries() {
	b := &boundaries{exporter: x, products: x.objects(), levels: map[state.ID][]int{}, virtuals: map[string]step.Ref{}}
	var rooms []boundary.Enclosed
	faces := map[state.ID]*roomFaces{}
	for _, id := range x.model.OfCategory(state.CategoryRoom) {
		shape, known := x.roomShapes[id]
		e, ok := x.element(id)
		if !ok || !known {
			continue
		}
		body, err := shape.Body()
		if !shape.Bounded || err != nil {
			x.warnBoundaries(id, "has no closed body, and so no space boundaries")
			continue
		}
		rooms = append(rooms, boundary.Enclosed{ID: id, Body: body})
		faces[id] = &roomFaces{b, &boundedRoom{element: e, shape: shape}, map[state.ID]int{}}
	}
	list := boundary.Of(x.model, rooms, processors.Each)
	for _, id := range boundary.Open(rooms, list) {
		x.warnBoundaries(id, "is not enclosed by its space boundaries: energy software may leave it out")
	}
	refs := make([]step.Ref, len(list))
	for i := range list {
		processors.Hear(x.ctx)
		refs[i] = faces[list[i].Room].second(list, i, refs)
	}
	for i, l := range list {
		if args := x.file.Instances[refs[i]-1].Args; l.Pair != boundary.None && len(args) > correspondingAt {
			args[correspondingAt] = refs[l.Pair]
		}
	}
}

func (x *exporter) warnBoundaries(room state.ID, message string) {
	name := ""
	if e, ok := x.element(room); ok {
		name = e.Name
	}
	x.warn("SPACE_BOUNDARIES_OPEN", "room "+name+" "+message, map[string]any{"element_id": room})
}

// second writes a boundary. Those before it in the list have been written.
func (f *roomFaces) second(list []boundary.Boundary, i int, refs []step.Ref) step.Ref {
	b := list[i]
	defer f.within("second level of " + string(b.Room))()
	n := f.counts[b.Element]
	f.counts[b.Element]++
	mark := fmt.Sprintf("second level %s %d", b.Element, n)
	defer f.within(string(b.Room) + mark)()
	kind, related := physical, f.products[ifc.GlobalID(b.Element)]
	if b.Virtual {
		kind = virtual
	}
	if related == 0 || b.Virtual && !f.dialect.virtualOpenings {
		first := i
		if b.Pair != boundary.None {
			first = min(i, b.Pair)
		}
		kind, related = virtual, f.virtualElement(fmt.Sprint(first))
	}
	parent := step.Value(null)
	if b.Parent != boundary.None {
		parent = refs[b.Parent]
	}
	described := typeA
	if b.Beyond == boundary.Element {
		described = typeB
	}
	return f.addRoot("IFCRELSPACEBOUNDARY2NDLEVEL", ifc.DerivedGlobalID(string(b.Room), mark), f.history(b.Room),
		step.String(secondLevel), step.String(described), f.spaces[b.Room], related, f.secondSurface(b), kind,
		f.exposure(b.Beyond), parent, null)
}

// exposure returns the item of IfcInternalOrExternalEnum for what lies on the other side.
func (f *roomFaces) exposure(beyond boundary.Beyond) step.Enum {
	switch beyond {
	case boundary.Outside:
		return external
	case boundary.Ground:
		if f.dialect.groundBoundaries {
			return inGround
		}
		return external
	}
	return internal
}

// secondSurface writes the surface of a boundary in the frame of the space.
func (f *roomFaces) secondSurface(b boundary.Boundary) step.Ref {
	origin := f.inSpace(b.Frame.Origin.XY()).At(b.Frame.Origin.Z - f.room.shape.Base)
	plane := f.axesAt(f.point3(origin), b.Frame.X, b.Frame.Z)
	return f.add("IFCCONNECTIONSURFACEGEOMETRY", f.bounded(plane, b.Polygon.Outer, b.Polygon.Holes), null)
}
