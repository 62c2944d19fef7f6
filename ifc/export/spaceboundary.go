package export

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// Space boundaries of the first level are the faces of a room's body, each with the element behind it. Openings of a
// wall, and the doors and windows in them, have their own boundaries. These lie on the boundaries of the wall and name
// them as their parent. A face without an element gets a virtual element (IfcVirtualElement), which both rooms that
// meet there share.

// firstLevel is the name of boundaries of the first level in all schemas (IFC2X3 has no class for them).
const firstLevel = "1stLevel"

// The items of IfcPhysicalOrVirtualEnum and IfcInternalOrExternalEnum.
const (
	physical = step.Enum("PHYSICAL")
	virtual  = step.Enum("VIRTUAL")
	internal = step.Enum("INTERNAL")
	external = step.Enum("EXTERNAL")
)

// minFace is the smallest side of a face that is written. Smaller sides are gaps in walls that still close a room.
const minFace = 5 * geometry.Millimetre

// boundaries holds the state while the space boundaries of all rooms are written.
type boundaries struct {
	*exporter
	products map[string]step.Ref // products by GlobalId
	rooms    []boundedRoom
	levels   map[state.ID][]int // indexes in rooms
	floors   []plate
	overhead []plate // ceilings, floors and flat roofs
	virtuals map[string]step.Ref
}

// plate is a slab with the rooms above it and below it.
type plate struct {
	fabric.Plate
	over, under []int // indexes in rooms
}

// boundedRoom is a room with a body.
type boundedRoom struct {
	element   *state.Element
	shape     room.RoomShape
	low, high geometry.Point2
}

func (r boundedRoom) top() geometry.Length { return r.shape.Base + r.shape.Height }

// spaceBoundaries writes the boundaries of every room that has a body.
func (x *exporter) spaceBoundaries() {
	if x.options.SecondLevel {
		x.secondLevelBoundaries()
		return
	}
	if !x.options.SpaceBoundaries {
		return
	}
	b := boundaries{exporter: x, products: x.objects(), levels: map[state.ID][]int{}, virtuals: map[string]step.Ref{}}
	for _, id := range x.model.OfCategory(state.CategoryRoom) {
		shape, known := x.roomShapes[id]
		if e, ok := x.element(id); ok && known && shape.Bounded && shape.Height > minFace {
			lo, hi := shape.Region.Bounds()
			b.levels[e.LevelID] = append(b.levels[e.LevelID], len(b.rooms))
			b.rooms = append(b.rooms, boundedRoom{e, shape, lo, hi})
		}
	}
	b.floors = b.plates(state.CategoryFloor)
	b.overhead = slices.Concat(b.plates(state.CategoryCeiling), b.floors, b.plates(state.CategoryRoof))
	for i := range b.rooms {
		processors.Hear(x.ctx)
		b.ofRoom(&b.rooms[i])
	}
}

// plates returns the slabs of a category with the rooms that they meet.
func (b *boundaries) plates(c state.Category) []plate {
	var out []plate
	for _, id := range b.model.OfCategory(c) {
		e, ok := b.model.Element(id)
		if !ok {
			continue
		}
		slab, ok := fabric.PlateOf(b.model, e)
		if !ok {
			continue
		}
		p := plate{Plate: slab}
		for i := range b.rooms {
			if room.PlateMeets(slab, b.rooms[i].shape.Base) {
				p.over = append(p.over, i)
			}
			if room.PlateMeets(slab, b.rooms[i].top()) {
				p.under = append(p.under, i)
			}
		}
		out = append(out, p)
	}
	return out
}

// roomFaces writes the faces of one room.
type roomFaces struct {
	*boundaries
	room   *boundedRoom
	counts map[state.ID]int // number of boundaries, by the element behind them
}

func (b *boundaries) ofRoom(room *boundedRoom) {
	defer b.within("boundaries of " + string(room.element.ID))()
	f := roomFaces{b, room, map[state.ID]int{}}
	side, above := f.side, func() { f.cover(room.top(), true) }
	if !room.shape.Level() {
		side, above = f.slopingSide, f.slopingCover
	}
	for _, s := range room.shape.Sides(b.exporter.rooms().Walls(room.element, room.shape)) {
		side(s)
	}
	f.cover(room.shape.Base, false)
	above()
}

// face is one boundary to write.
type face struct {
	element   state.ID // "" if the face has no element
	surface   step.Ref
	isVirtual bool
	exposure  step.Enum
	parent    step.Value
	key       string // key of a virtual element, equal for both rooms that meet there
}

// write writes a boundary.
func (f *roomFaces) write(b face) step.Ref {
	kind, related := physical, f.products[ifc.GlobalID(b.element)]
	if b.isVirtual {
		kind = virtual
	}
	if related == 0 || b.isVirtual && !f.dialect.virtualOpenings {
		kind, related = virtual, f.virtualElement(b.key)
	}
	n := f.counts[b.element]
	f.counts[b.element]++
	if b.parent == nil {
		b.parent = null
	}
	room := f.room.element.ID
	id := ifc.DerivedGlobalID(string(room), fmt.Sprintf("boundary %s %d", b.element, n))
	connection := f.add("IFCCONNECTIONSURFACEGEOMETRY", b.surface, null)
	return f.addRoot("IFCRELSPACEBOUNDARY1STLEVEL", id, f.history(room), step.String(firstLevel), null, f.spaces[room],
		related, connection, kind, b.exposure, b.parent)
}

// virtualElement returns the virtual element of a face without an element, contained in the storey of the first room
// that has the face.
func (f *roomFaces) virtualElement(key string) step.Ref {
	ref, known := f.virtuals[key]
	if !known {
		room := f.room.element
		n := f.counts[virtualOwner]
		f.counts[virtualOwner]++
		id := ifc.DerivedGlobalID(string(room.ID), fmt.Sprintf("virtual element %d", n))
		ref = f.addRoot("IFCVIRTUALELEMENT", id, f.history(room.ID), null, null, null,
			f.place(f.storeys[room.LevelID], geometry.World()).ref, null, null)
		f.contain(room, ref)
		f.virtuals[key] = ref
	}
	return ref
}

// virtualOwner is the key under which the virtual elements of a room are counted; no element has this id.
const virtualOwner = state.ID("virtual")

// side writes a stretch of the room's outline. It writes the part that its wall covers in height, with the wall's
// openings, and the open parts above and below.
func (f *roomFaces) side(s room.RoomSide) {
	base, top := f.room.shape.Base, f.room.top()
	exposure := f.behind(s)
	bottom, height := base, geometry.Length(0)
	if wall, ok := f.model.Element(s.Wall); ok {
		w0, w1 := f.wallHeights(wall)
		bottom = max(base, w0)
		height = max(0, min(top, w1)-bottom)
	}
	if height > minFace {
		parent := f.write(face{element: s.Wall, surface: f.upright(s, bottom, height),
			exposure: exposure, key: keyOf(s, bottom)})
		f.openings(s, bottom, height, parent)
	} else {
		bottom, height = base, 0
	}
	if bottom-base > minFace {
		f.open(s, base, bottom-base)
	}
	if rest := top - bottom - height; rest > minFace {
		f.open(s, bottom+height, rest)
	}
}

// open writes an upright face without an element.
func (f *roomFaces) open(s room.RoomSide, z, height geometry.Length) {
	f.write(face{surface: f.upright(s, z, height), isVirtual: true, exposure: f.behind(s), key: keyOf(s, z)})
}

// keyOf returns a key for an open face that is equal for both rooms that meet there.
func keyOf(s room.RoomSide, z geometry.Length) string {
	a, b := s.From, s.To
	if b.X < a.X || b.X == a.X && b.Y < a.Y {
		a, b = b, a
	}
	return fmt.Sprint(a.X, a.Y, b.X, b.Y, z)
}

// wallHeights returns the bottom and the top of a wall above the model's origin.
func (f *roomFaces) wallHeights(e *state.Element) (foot, head geometry.Length) {
	up := shape.Elevation(f.model, e.LevelID)
	switch w := e.Params.(type) {
	case *fabric.Wall:
		return up + w.BaseOffset, up + w.BaseOffset + w.Height
	case *fabric.CurtainWall:
		return up + w.BaseOffset, up + w.BaseOffset + w.Height
	}
	return up, up
}

// openings writes the boundaries of a wall's openings, or of the doors and windows in them, as far as they lie on a
// side.
func (f *roomFaces) openings(s room.RoomSide, z, height geometry.Length, parent step.Ref) {
	plan, ok := f.plans[s.Wall]
	if !ok {
		return
	}
	for _, rect := range fabric.WallOpenings(f.model, s.Wall) {
		if rect.Depth > 0 {
			continue // a recess does not go through the wall
		}
		from, to, ok := f.stretch(s, plan, rect)
		foot := max(z, plan.Frame.Origin.Z+rect.Sill)
		head := min(z+height, plan.Frame.Origin.Z+rect.Sill+rect.Height)
		if !ok || head-foot <= minFace {
			continue
		}
		part := room.RoomSide{From: from, To: to, Wall: s.Wall, Depth: s.Depth}
		b := face{element: rect.Filler, surface: f.opening(s, part, plan, rect, foot, head), exposure: f.behind(part),
			parent: parent, key: string(rect.ID)}
		if rect.Filler == "" {
			b.element, b.isVirtual = rect.ID, true
		}
		f.write(b)
	}
}

// behind returns whether a side has rooms of its level behind it, tested at the middles of its thirds. It is INTERNAL
// if at least two of these three points lie in a room, otherwise EXTERNAL.
func (f *roomFaces) behind(s room.RoomSide) step.Enum {
	found := 0
	for third := range 3 {
		if f.isRoom(s.Behind(float64(2*third+1) / 6)) {
			found++
		}
	}
	if found >= 2 {
		return internal
	}
	return external
}

func (f *roomFaces) isRoom(q geometry.Point2) bool {
	for _, i := range f.levels[f.room.element.LevelID] {
		r := &f.rooms[i]
		if r.low.X <= q.X && q.X <= r.high.X && r.low.Y <= q.Y && q.Y <= r.high.Y &&
			r.shape.Region.Contains(q) != geometry.Outside {
			return true
		}
	}
	return false
}

// cover writes the room's floor or ceiling: the parts that slabs, ceilings and flat roofs meet, and the remaining
// parts.
func (f *roomFaces) cover(z geometry.Length, above bool) {
	slabs := f.floors
	if above {
		slabs = f.overhead
	}
	plain := make([]fabric.Plate, len(slabs))
	for i, p := range slabs {
		plain[i] = p.Plate
	}
	for _, c := range f.room.shape.Cover(z, plain) {
		lo, hi := c.Polygon.Bounds()
		f.write(face{element: c.Plate, surface: f.level(c.Polygon, z, above), isVirtual: c.Plate == "",
			exposure: f.beyond(c, slabs, above), key: fmt.Sprint("level ", z, lo, hi)})
	}
}

// beyond returns INTERNAL if rooms lie on the other side of a plate over at least half of a face, otherwise EXTERNAL.
func (f *roomFaces) beyond(c room.RoomCover, slabs []plate, above bool) step.Enum {
	at := slices.IndexFunc(slabs, func(p plate) bool { return p.ID == c.Plate })
	if at < 0 {
		return external
	}
	others := slabs[at].under
	if above {
		others = slabs[at].over
	}
	lo, hi := c.Polygon.Bounds()
	covered := 0.0
	for _, i := range others {
		if r := &f.rooms[i]; r != f.room && r.low.X < hi.X && r.high.X > lo.X && r.low.Y < hi.Y && r.high.Y > lo.Y {
			covered += geometry.Intersect(geometry.Region{c.Polygon}, r.shape.Region).Area()
		}
	}
	if covered >= c.Polygon.Area()/2 {
		return internal
	}
	return external
}
