package projections

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
)

// Aspect is a side of an element that a change can affect although no event names the element.
type Aspect string

// These are the aspects.
const (
	AspectBody       Aspect = "body"       // another solid
	AspectPlace      Aspect = "place"      // another box, level or host
	AspectRelations  Aspect = "relations"  // other joins, connections or hosted elements
	AspectExtent     Aspect = "extent"     // of a room: other outline, base or height
	AspectBounds     Aspect = "bounds"     // of a room: other walls around it, another slab or ceiling above it
	AspectOpenings   Aspect = "openings"   // of a room: other doors, windows or openings
	AspectNeighbours Aspect = "neighbours" // of a room: other adjacent or open rooms, or other walls or doors between
)

// Effect is an element that exists in two states and differs between them.
type Effect struct {
	ID      state.ID
	Aspects []Aspect // aspects in the order of the constants, at least one
}

// Effects returns the elements that exist in a preview and in the view below it and differ in body, place, relations,
// extent or neighbours, sorted by id. It leaves out elements that events change directly. Membership in a level, a
// type, a system or a zone is no relation here, because these would differ with each change of a member. The cost
// depends on what the events touch; the first call on a model with rooms derives all rooms. The error is the context's.
func Effects(ctx context.Context, before, preview *View) ([]Effect, error) {
	if preview.preview == nil || preview.preview.affected == nil {
		return nil, ctx.Err()
	}
	s := effectSearch{ctx: ctx, before: side{before.Model, before.derived.lookUntil(ctx)},
		after: side{preview.Model, preview.derived.lookUntil(ctx)},
		named: preview.preview.touched}
	return s.run(preview.preview.affected)
}

// EffectsBetween is like Effects for two states of one model between which the touched elements and definitions may
// differ. Its result includes the touched elements.
func EffectsBetween(ctx context.Context, before, after *View, touched []state.ID) (effects []Effect, err error) {
	defer processors.Stopped(&err)
	affected := new(idSet)
	for _, m := range []*state.Model{before.Model, after.Model} {
		for _, id := range touched {
			processors.Hear(ctx)
			markDependents(m, id, affected)
			for _, typed := range m.OfType(id) {
				processors.Hear(ctx)
				markDependents(m, typed, affected)
			}
		}
	}
	named := new(idSet)
	for _, id := range touched {
		named.Insert(id)
	}
	affected = changedOf(ctx, before.Model, after.Model, named, affected)
	was, is := before.derived, after.derived
	switch { // common data are derived once
	case !was.follows():
		is.coveringUntil(ctx, need{})
		was = is.after(before.Model, affected)
	case !is.follows():
		is = was.after(after.Model, affected)
	}
	s := effectSearch{ctx: ctx, before: side{before.Model, was.lookUntil(ctx)},
		after: side{after.Model, is.lookUntil(ctx)}, named: new(idSet)}
	s.makeBodies(affected)
	return s.run(affected)
}

// makeBodies makes the bodies that compareItem will compare, on all processors.
func (s *effectSearch) makeBodies(affected *idSet) {
	var bodies []*item
	affected.Scan(func(id state.ID) bool {
		processors.Hear(s.ctx)
		if before, after := s.before.derived.item(id), s.after.derived.item(id); before != nil && after != nil &&
			before != after {
			bodies = append(bodies, before, after)
		}
		return true
	})
	processors.Each(len(bodies), func(i int) {
		processors.Hear(s.ctx)
		bodies[i].taken()
	})
}

// side is one of two compared states.
type side struct {
	model   *state.Model
	derived look
}

// effectSearch compares the elements that may differ between two states.
type effectSearch struct {
	ctx           context.Context
	before, after side
	named         *idSet // elements in events; directly changed elements are no effects
	effects       []Effect
	walls         map[state.ID]bool // walls along which rooms may differ
	plates        map[state.ID]bool // plates under which rooms may differ
	stairs        map[state.ID]bool // stairs and ramps at whose ends rooms may differ
	open          map[state.ID]bool // rooms whose open connections may differ
	// walls whose openings and neighbours may differ: the changed walls, and the walls at rooms that differ
	bearing map[state.ID]bool
}

func (s *effectSearch) run(affected *idSet) (effects []Effect, err error) {
	defer processors.Stopped(&err)
	s.walls, s.plates, s.stairs = map[state.ID]bool{}, map[state.ID]bool{}, map[state.ID]bool{}
	affected.Scan(func(id state.ID) bool {
		processors.Hear(s.ctx)
		s.compareItem(id)
		return true
	})
	if err := s.compareRooms(affected); err != nil {
		return nil, err
	}
	slices.SortFunc(s.effects, func(a, b Effect) int { return cmp.Compare(a.ID, b.ID) })
	return s.effects, nil
}

// compareItem compares an element other than a room, and records the walls, plates and stairs through which its
// difference can affect rooms.
func (s *effectSearch) compareItem(id state.ID) {
	a, inBefore := s.before.model.Element(id)
	b, inAfter := s.after.model.Element(id)
	switch {
	case inBefore && inAfter && b.Category == state.CategoryRoom:
		return // compareRooms handles it
	case inBefore && inAfter && (a == b || !s.named.Contains(id)):
		aspects := s.aspects(a, b)
		if len(aspects) == 0 {
			return
		}
		s.effects = append(s.effects, Effect{id, aspects})
	}
	for _, e := range []*state.Element{a, b} {
		switch {
		case e == nil:
		case e.Category.BoundsRooms():
			s.walls[id] = true
		case slices.Contains(room.OverheadCategories, e.Category):
			s.plates[id] = true
		case e.Category == state.CategoryStair || e.Category == state.CategoryRamp:
			s.stairs[id] = true
		case e.HostID != "":
			s.walls[e.HostID] = true
		}
	}
}

func (s *effectSearch) aspects(a, b *state.Element) []Aspect {
	var out []Aspect
	before, after := s.before.derived.item(a.ID), s.after.derived.item(b.ID)
	if !before.sameBody(after) || !equalPlans(before.wall, after.wall) || // a trimmed wall's quantities use its plan
		!s.sameOpenings(a, b) {
		out = append(out, AspectBody)
	}
	if before.placed != after.placed || before.box != after.box || a.LevelID != b.LevelID || a.HostID != b.HostID {
		out = append(out, AspectPlace)
	}
	if !sameRelations(s.before.model, s.after.model, a.ID) {
		out = append(out, AspectRelations)
	}
	return out
}

// sameOpenings reports whether a wall has the same openings in two states. An opening where joins leave no body does
// not change the body, but it does change the net side area.
func (s *effectSearch) sameOpenings(a, b *state.Element) bool {
	return a.Category != state.CategoryWall ||
		slices.Equal(fabric.WallOpenings(s.before.model, a.ID), fabric.WallOpenings(s.after.model, b.ID))
}

// sameRelations reports whether an element has the same joins, connections and hosted elements in two states.
func sameRelations(before, after *state.Model, id state.ID) bool {
	sameJoin := func(a, b *state.Join) bool { return *a == *b }
	sameConnection := func(a, b *state.Connection) bool { return *a == *b }
	return slices.Equal(before.HostedBy(id), after.HostedBy(id)) &&
		slices.EqualFunc(before.JoinsOf(id), after.JoinsOf(id), sameJoin) &&
		slices.EqualFunc(before.ConnectionsOf(id), after.ConnectionsOf(id), sameConnection)
}

// compareRooms compares the rooms that an affected element or wall can affect: rooms whose wall search covers the place
// of the wall, rooms along it, and rooms along the walls of a room that differs.
func (s *effectSearch) compareRooms(affected *idSet) error {
	rooms := map[state.ID]bool{}
	affected.Scan(func(id state.ID) bool {
		for _, m := range []*state.Model{s.before.model, s.after.model} {
			if e, ok := m.Element(id); ok && e.Category == state.CategoryRoom {
				rooms[id] = true // the neighbours of an added or deleted room differ
			}
		}
		return true
	})
	nothing := len(rooms) == 0 && len(s.walls) == 0 && len(s.plates) == 0 && len(s.stairs) == 0
	if nothing || !s.before.model.Has(state.CategoryRoom) || !s.after.model.Has(state.CategoryRoom) {
		return nil
	}
	about := slices.Concat(slices.Collect(maps.Keys(rooms)), slices.Collect(maps.Keys(s.walls)),
		slices.Collect(maps.Keys(s.plates)), slices.Collect(maps.Keys(s.stairs)))
	for _, l := range []look{s.before.derived, s.after.derived} {
		if err := l.prepareAbout(about); err != nil {
			return err
		}
	}
	was, is := newRoomSides(s.before.model, s.before.derived), newRoomSides(s.after.model, s.after.derived)
	before, after := was.derived, is.derived
	resized := maps.Clone(rooms)
	near := s.roomsNear(was, is, rooms)
	s.bearing = maps.Clone(s.walls)
	var lifted []state.ID
	for id := range near {
		processors.Hear(s.ctx)
		a, b := before.room(id), after.room(id)
		switch {
		case a == b || a != nil && b != nil && sameExtent(a, b) && sameBounds(a, b):
		case a != nil && b != nil && onlyLifted(a, b) && before.nothingBetween(a, b) && after.nothingBetween(a, b):
			lifted = append(lifted, id)
		default:
			rooms[id], resized[id] = true, true
			was.markBeside(id, rooms, s.bearing)
			is.markBeside(id, rooms, s.bearing)
		}
	}
	s.open = openRooms(s.stairs, resized, was, is)
	for id := range s.open {
		rooms[id] = true
	}
	for _, id := range lifted {
		if !rooms[id] {
			s.effects = append(s.effects, Effect{id, liftedAspects(before.room(id), after.room(id))})
		}
	}
	for id := range rooms {
		processors.Hear(s.ctx)
		s.compareRoom(id, was, is)
	}
	return nil
}

// roomsNear returns the rooms at walls and plates that differ, together with the rooms already known to differ. To the
// rooms known to differ it adds the rooms at walls with a new line, other openings or other rooms.
func (s *effectSearch) roomsNear(was, is *Rooms, rooms map[state.ID]bool) map[state.ID]bool {
	near := map[state.ID]bool{}
	before, after := was.derived, is.derived
	for wall := range s.walls {
		processors.Hear(s.ctx)
		s.markAtWall(wall, was, is, rooms)
		was.markAlong(wall, near)
		is.markAlong(wall, near)
		for _, d := range []look{before, after} {
			for _, from := range []look{before, after} {
				if it := from.itemOf(wall); it != nil {
					d.markRooms(it, near)
				}
			}
			d.markSlips(d.itemOf(wall), near)
		}
	}
	for plate := range s.plates {
		for _, d := range []look{before, after} {
			d.markUnder(before.itemOf(plate), near)
			d.markUnder(after.itemOf(plate), near)
		}
	}
	for id := range rooms {
		near[id] = true
	}
	return near
}

// markAtWall marks the rooms on both sides of a wall if the wall has a new line, other openings or other rooms along
// it.
func (s *effectSearch) markAtWall(wall state.ID, before, after *Rooms, rooms map[state.ID]bool) {
	was, is := before.roomsAt(wall), after.roomsAt(wall)
	sameRooms := slices.EqualFunc(was, is, func(a, b *roomEntry) bool { return a.id == b.id })
	if sameRooms && fabric.WallLineKept(s.before.model, s.after.model, wall) &&
		slices.Equal(fabric.WallOpenings(s.before.model, wall), fabric.WallOpenings(s.after.model, wall)) {
		return
	}
	for _, room := range slices.Concat(was, is) {
		rooms[room.id] = true
	}
}

func (s *effectSearch) compareRoom(id state.ID, before, after *Rooms) {
	a, b := before.derived.room(id), after.derived.room(id)
	if a == nil || b == nil {
		return
	}
	var out []Aspect
	if s.before.levelOf(id) != s.after.levelOf(id) {
		out = append(out, AspectPlace)
	}
	if !sameExtent(a, b) {
		out = append(out, AspectExtent)
	}
	if !sameBounds(a, b) {
		out = append(out, AspectBounds)
	}
	was, is := before.atWalls(a, s.bearing), after.atWalls(b, s.bearing)
	if !slices.Equal(was.Doors, is.Doors) || !slices.Equal(was.Windows, is.Windows) ||
		!slices.Equal(was.Openings, is.Openings) {
		out = append(out, AspectOpenings)
	}
	if !slices.EqualFunc(was.Adjacent, is.Adjacent, sameAdjacency) ||
		s.open[id] && !slices.EqualFunc(before.openWithout(a), after.openWithout(b), sameOpenTo) {
		out = append(out, AspectNeighbours)
	}
	if len(out) > 0 {
		s.effects = append(s.effects, Effect{id, out})
	}
}

// liftedAspects returns the aspects of a room of which only the height differs.
func liftedAspects(a, b *roomEntry) []Aspect {
	if a.shape.HeightOf != b.shape.HeightOf {
		return []Aspect{AspectExtent, AspectBounds}
	}
	return []Aspect{AspectExtent}
}

// onlyLifted reports whether a room has the same plan but a different height in two states.
func onlyLifted(a, b *roomEntry) bool {
	return a.err == nil && b.err == nil && a.shape.Bounded && b.shape.Bounded &&
		a.level == b.level && a.shape.Base == b.shape.Base && equalRegions(a.shape.Region, b.shape.Region) &&
		slices.Equal(a.shape.Bounding, b.shape.Bounding)
}

// betweenCategories lists the categories of elements that open onto rooms or lie beside them.
var betweenCategories = []state.Category{state.CategoryRoom, state.CategoryWall, state.CategoryCurtainWall,
	state.CategoryOpening, state.CategoryDoor, state.CategoryWindow}

// between returns the box around a room between its heights in two states, or false if there is none. If no wall,
// opening or room begins in the box, the openings and neighbours of the room are the same in both states.
func (d *derived) between(a, b *roomEntry) (geometry.Box, bool) {
	box := geometry.EmptyBox()
	for _, wall := range a.shape.Bounding {
		if it := d.items.get(wall); it != nil && it.placed {
			box = box.Union(it.box)
		}
	}
	if box.Empty() {
		return box, false
	}
	box = box.Grow(2 * edgeGap)
	box.Min.Z = a.shape.Base + min(a.shape.Height, b.shape.Height) - 2*edgeGap
	box.Max.Z = a.shape.Base + max(a.shape.Height, b.shape.Height) + 2*edgeGap
	return box, true
}

// beginsIn reports whether one of some elements begins above the bottom of a box.
func beginsIn(hits []Hit, box geometry.Box) bool {
	return slices.ContainsFunc(hits, func(h Hit) bool { return h.Bounds.Min.Z >= box.Min.Z })
}

func (s side) levelOf(id state.ID) state.ID {
	e, _ := s.model.Element(id)
	return e.LevelID
}

// atWalls returns the openings and neighbours of a room at some of its walls, or nothing if the room has no shape.
func (r *Rooms) atWalls(entry *roomEntry, walls map[state.ID]bool) RoomFacts {
	var facts RoomFacts
	if entry.err == nil && entry.shape.Bounded {
		at := slices.DeleteFunc(r.derived.wallsAt(entry), func(wall state.ID) bool { return !walls[wall] })
		r.surround(entry, at, &facts)
	}
	return facts
}

func sameExtent(a, b *roomEntry) bool {
	return (a.err == nil) == (b.err == nil) && a.shape.Bounded == b.shape.Bounded && a.shape.Base == b.shape.Base &&
		a.shape.SameExtent(b.shape) && equalRegions(a.shape.Region, b.shape.Region)
}

func sameBounds(a, b *roomEntry) bool {
	return a.shape.HeightOf == b.shape.HeightOf && slices.Equal(a.shape.Bounding, b.shape.Bounding)
}

func sameAdjacency(a, b Adjacency) bool {
	return a.RoomID == b.RoomID && slices.Equal(a.Walls, b.Walls) && slices.Equal(a.Doors, b.Doors) &&
		slices.Equal(a.Windows, b.Windows) && slices.Equal(a.Openings, b.Openings)
}

// markAlong marks the rooms along a wall.
func (r *Rooms) markAlong(wall state.ID, into map[state.ID]bool) {
	for _, room := range r.roomsAt(wall) {
		into[room.id] = true
	}
}

// markBeside marks the rooms that share a wall with a room, and the shared walls.
func (r *Rooms) markBeside(room state.ID, into, walls map[state.ID]bool) {
	if entry := r.derived.room(room); entry != nil {
		for _, wall := range r.derived.wallsAt(entry) {
			walls[wall] = true
			r.markAlong(wall, into)
		}
	}
}
