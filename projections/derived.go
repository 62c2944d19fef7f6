package projections

import (
	"cmp"
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
)

// derived holds the data derived from the geometry of one model, or of a part of it. It is immutable once made. Derived
// data of a larger part are a new value that shares the data of this one.
type derived struct {
	model       *state.Model
	extent      extent
	survey      *survey // survey of the model; nil if everything is derived
	items       *sortedMap[state.ID, *item]
	spatial     *Spatial
	walls       *wallIndex
	rooms       *sortedMap[state.ID, *roomEntry]
	searchBoxes *boxTrees[state.ID, roomEntry]     // areas of the wall searches of the rooms of each level
	bounded     *sortedMap[wallRoomPair, struct{}] // pairs of a wall and a room that it bounds
	// walls with a new height and an unchanged plan, until the rooms are renewed
	lifted    []state.ID
	uncovered map[state.ID]bool // rooms under plates that changed, until the rooms are renewed
	outlines  *outlines         // outlines of derived rooms, shared with earlier views
	work      workCount         // work done to make it
	// known holds data that were derived earlier from the same model, for a smaller part. Its values are reused, so
	// that earlier callers find the same values again. It is set only while this value is being made.
	known *derived
}

// workCount counts the work done to make derived data, for tests of the cost of an edit.
type workCount struct{ items, rooms int }

// underived returns the derived data of a model before anything is derived from it.
func underived(m *state.Model) *derived {
	return &derived{
		model: m, items: newSortedMap[state.ID, *item](), spatial: newSpatial(m),
		walls: newBoxTrees[state.ID, fabric.WallBounds](),
		rooms: newSortedMap[state.ID, *roomEntry](), searchBoxes: newBoxTrees[state.ID, roomEntry](),
		bounded: newSortedMap[wallRoomPair, struct{}](),
		extent:  extent{cells: map[cell]bool{}}, outlines: &outlines{of: map[string]geometry.Region{}},
	}
}

// deriveAll derives everything from a model, some of whose items are already made. It stops when the context ends
// (processors.Hear).
func deriveAll(ctx context.Context, m *state.Model, made *madeItems) *derived {
	d := underived(m)
	d.fillAll(ctx, made)
	return d
}

// makeItems makes the items of elements, in their order, except items that are already made.
func makeItems(ctx context.Context, m *state.Model, elements []*state.Element, made *madeItems) []*item {
	out := make([]*item, len(elements))
	m = m.Until(processors.Until(ctx))
	processors.Each(len(elements), func(i int) {
		processors.Hear(ctx)
		if made != nil {
			out[i], _ = made.Get(elements[i].ID)
		}
		if out[i] == nil {
			out[i] = makeItem(m, elements[i])
		}
	})
	return out
}

// rederive returns the derived data of a later model in which the geometry of the affected elements may differ, for the
// same part. made holds items that are already made. known holds data that were derived earlier from the later model
// for a smaller part, or nil. It stops when the context ends.
func (d *derived) rederive(ctx context.Context, m *state.Model, affected *idSet, made *madeItems,
	known *derived) *derived {
	if known != nil {
		known.keepItems(d, made)
	}
	next := d.fork(m)
	next.known = known
	defer func() { next.known = nil }()
	next.uncovered = map[state.ID]bool{}
	dirty, levels := map[state.ID]bool{}, false
	var elements []*state.Element
	affected.Scan(func(id state.ID) bool {
		was, before := d.model.Element(id)
		e, after := m.Element(id)
		levels = levels || before && was.Category == state.CategoryLevel ||
			after && e.Category == state.CategoryLevel
		switch old := next.items.get(id); {
		case !after:
			next.forget(old, dirty)
			d.markSlips(old, dirty)
		case e.Category == state.CategoryRoom:
			dirty[id] = true
		default:
			elements = append(elements, e)
		}
		return true
	})
	if levels {
		next.spatial.band(m)
	}
	items, ok := next.remake(ctx, elements, dirty, levels, made)
	if !ok {
		return deriveAll(ctx, m, made)
	}
	for _, it := range items {
		next.replace(next.items.get(it.id), it, dirty)
	}
	for _, it := range items {
		if old := d.items.get(it.id); old == nil || old.level != it.level || !equalPlans(old.wall, it.wall) {
			d.markSlips(old, dirty)
			next.markSlips(it, dirty)
		}
	}
	next.renewRooms(ctx, dirty)
	return next
}

// keepItems adds to made the items that base does not have, except the items of rooms.
func (d *derived) keepItems(base *derived, made *madeItems) {
	d.items.entries.Scan(func(id state.ID, it *item) bool {
		if it.category != state.CategoryRoom && base.items.get(id) != it {
			made.Set(id, it)
		}
		return true
	})
}

// knownRoom returns a room and its item as they were derived earlier from the same model, or nil for none.
func (d *derived) knownRoom(id state.ID) (*roomEntry, *item) {
	if d.known == nil {
		return nil, nil
	}
	return d.known.rooms.get(id), d.known.items.get(id)
}

// remake makes the items of elements that may have changed. For a part of a model it leaves out elements outside the
// part and removes rooms outside the part from dirty. It extends the part by everything that its rooms depend on now.
// It returns false if the part can no longer be determined. levels reports whether levels may have changed.
func (d *derived) remake(ctx context.Context, elements []*state.Element, dirty map[state.ID]bool, levels bool,
	made *madeItems) ([]*item, bool) {
	if d.extent.whole {
		return makeItems(ctx, d.model, elements, made), true
	}
	s := d.survey.after(d.model, levels)
	if !d.surveyRooms(s, dirty) {
		return nil, false
	}
	others := make(map[state.ID]bool, len(elements))
	var loose, onLevels []*state.Element
	for _, e := range elements {
		others[e.ID] = true
		if e.Category.Physical() && !s.noteByParameters(d.model, e) {
			loose = append(loose, e)
		} else {
			onLevels = append(onLevels, e)
		}
	}
	items := makeItems(ctx, d.model, loose, made)
	for i, e := range loose {
		s.noteItem(e, items[i])
	}
	if now := s.done(); now != d.survey { // then derive the elements on which the rooms depend
		d.survey = now
		d.fillItems(ctx, now.roomsDependOn(d.extent.rooms()), made, others)
	}
	onLevels = slices.DeleteFunc(onLevels, func(e *state.Element) bool {
		return !d.extent.holds(cell{e.LevelID, e.Category}) && d.items.get(e.ID) == nil
	})
	return append(items, makeItems(ctx, d.model, onLevels, made)...), true
}

// surveyRooms records the rooms among some elements, and removes the rooms on levels whose rooms are not derived. It
// returns false for a room on no level.
func (d *derived) surveyRooms(s *surveyor, rooms map[state.ID]bool) bool {
	for id := range rooms {
		e, ok := d.model.Element(id)
		if !ok || e.Category != state.CategoryRoom {
			continue
		}
		if !s.room(e) {
			return false
		}
		if !d.extent.holds(cell{e.LevelID, state.CategoryRoom}) {
			delete(rooms, id)
			d.forget(d.items.get(id), rooms)
		}
	}
	return true
}

// place adds the derived data of a new element.
func (d *derived) place(it *item) {
	d.work.items++
	d.items.entries.Set(it.id, it)
	d.spatial.insert(it)
	d.addWall(it)
}

// replace replaces the derived data of an element, and marks the rooms that may change with it.
func (d *derived) replace(old, it *item, dirty map[state.ID]bool) {
	d.markUnder(old, d.uncovered)
	d.markUnder(it, d.uncovered)
	if old == nil {
		d.place(it)
		d.markRooms(it, dirty)
		return
	}
	d.work.items++
	d.items.entries.Set(it.id, it)
	d.spatial.remove(old)
	d.spatial.insert(it)
	switch {
	case old.level != it.level || !equalPlans(old.wall, it.wall):
		d.removeWall(old)
		d.addWall(it)
		d.markRooms(old, dirty)
		d.markRooms(it, dirty)
	case it.wall == nil || room.WallBoundsSameTop(old.wall, it.wall):
		it.wall = old.wall
	default:
		d.removeWall(old)
		d.addWall(it)
		d.lifted = append(d.lifted, it.id)
	}
}

// forget removes the derived data of a deleted element.
func (d *derived) forget(old *item, dirty map[state.ID]bool) {
	if old == nil {
		return
	}
	d.markUnder(old, d.uncovered)
	d.items.entries.Delete(old.id)
	d.spatial.remove(old)
	d.removeWall(old)
	d.markRooms(old, dirty)
	d.forgetRoom(d.rooms.get(old.id))
}

func (d *derived) addWall(it *item) {
	if it.wall != nil {
		d.walls.edit(it.level).Insert(flat(it.wall.Low), flat(it.wall.High), it.wall)
	}
}

func (d *derived) removeWall(it *item) {
	if it.wall != nil {
		d.walls.edit(it.level).Delete(flat(it.wall.Low), flat(it.wall.High), it.wall)
	}
}

// markRooms marks the rooms whose wall search covers the place of a wall.
func (d *derived) markRooms(it *item, dirty map[state.ID]bool) {
	if it.wall == nil {
		return
	}
	d.searchBoxes.at(it.level).Search(flat(it.wall.Low), flat(it.wall.High), func(_, _ [2]float64, r *roomEntry) bool {
		dirty[r.id] = true
		return true
	})
}

// renewRooms derives the marked rooms that still exist. No room depends on another room.
func (d *derived) renewRooms(ctx context.Context, dirty map[state.ID]bool) {
	elements := make([]*state.Element, 0, len(dirty))
	for id := range dirty {
		if e, ok := d.model.Element(id); ok {
			elements = append(elements, e)
		}
	}
	slices.SortFunc(elements, func(a, b *state.Element) int { return cmp.Compare(a.ID, b.ID) })
	rooms, items := make([]*roomEntry, len(elements)), make([]*item, len(elements))
	m := d.model.Until(processors.Until(ctx))
	processors.Each(len(elements), func(i int) {
		processors.Hear(ctx)
		if rooms[i], items[i] = d.knownRoom(elements[i].ID); rooms[i] == nil || items[i] == nil {
			rooms[i], items[i] = d.makeRoom(m, elements[i], d.outlines.remember)
		}
	})
	for i := range elements {
		processors.Hear(ctx)
		d.renewRoom(rooms[i], items[i])
	}
	d.liftRooms(dirty)
}

// liftRooms updates the height of the rooms along walls with a new height and under changed plates, except renewed
// rooms.
func (d *derived) liftRooms(renewed map[state.ID]bool) {
	lifted := map[state.ID]bool{}
	for id := range d.uncovered {
		if !renewed[id] {
			lifted[id] = true
		}
	}
	for _, wall := range d.lifted {
		for _, id := range d.roomsAlong(wall) {
			if !renewed[id] {
				lifted[id] = true
			}
		}
	}
	uncovered := d.uncovered
	d.lifted, d.uncovered = nil, nil
	for id := range lifted {
		if r, it := d.liftRoom(id, uncovered[id]); r != nil {
			d.renewRoom(r, it)
		}
	}
}

// liftRoom returns a room and its item with the height that its walls and its cover give it now, or nil if that is its
// height already. It measures the cover again only if a plate near the room changed, or other plates may cover it.
func (d *derived) liftRoom(id state.ID, uncovered bool) (*roomEntry, *item) {
	old := d.rooms.get(id)
	e, ok := d.model.Element(id)
	if !ok || old == nil || old.err != nil {
		return nil, nil
	}
	if r, it := d.knownRoom(id); r != nil && it != nil {
		return r, it
	}
	room := e.Params.(*room.Room)
	shape := room.WithWallTops(old.shape, func(wall state.ID) *fabric.WallBounds { return d.items.get(wall).wall })
	sameTops := slices.Equal(shape.Tops, old.shape.Tops)
	switch {
	case uncovered || !sameTops || !old.shape.Level() || !room.SameCovers(old.shape, shape, d.overheads) &&
		!slices.Equal(room.CoveredBy(old.shape, d.overheads), room.CoveredBy(shape, d.overheads)):
		shape = room.UnderCover(shape, d.overheads)
	case old.shape.Covered():
		shape.Height, shape.HeightOf = old.shape.Height, old.shape.HeightOf
	default:
		shape.Unreached = old.shape.Unreached
	}
	same := shape.SameTop(old.shape)
	if same && shape.Reach == old.shape.Reach && sameTops {
		return nil, nil
	}
	r := &roomEntry{id: id, level: old.level, shape: shape, lo: old.lo, hi: old.hi, went: old.went}
	if same {
		return r, d.items.get(id)
	}
	return r, r.item(e)
}

func (d *derived) renewRoom(r *roomEntry, it *item) {
	d.work.rooms++
	old := d.rooms.get(r.id)
	d.forgetSearchBox(old)
	d.searchBoxes.edit(r.level).Insert(flat(r.lo), flat(r.hi), r)
	d.rooms.entries.Set(r.id, r)
	if old == nil || !slices.Equal(old.shape.Bounding, r.shape.Bounding) {
		d.forgetBounding(old)
		for _, wall := range r.shape.Bounding {
			d.bounded.entries.Set(wallRoomPairOf(wall, r.id), struct{}{})
		}
	}
	d.spatial.remove(d.items.get(r.id))
	d.items.entries.Set(it.id, it)
	d.spatial.insert(it)
}

func (d *derived) forgetRoom(r *roomEntry) {
	if r == nil {
		return
	}
	d.rooms.entries.Delete(r.id)
	d.forgetSearchBox(r)
	d.forgetBounding(r)
}

func (d *derived) forgetSearchBox(r *roomEntry) {
	if r != nil {
		d.searchBoxes.edit(r.level).Delete(flat(r.lo), flat(r.hi), r)
	}
}

func (d *derived) forgetBounding(r *roomEntry) {
	if r == nil {
		return
	}
	for _, wall := range r.shape.Bounding {
		d.bounded.entries.Delete(wallRoomPairOf(wall, r.id))
	}
}

// roomsAlong returns the rooms that a wall bounds, sorted by id.
func (d *derived) roomsAlong(wall state.ID) []state.ID {
	var out []state.ID
	d.bounded.entries.Ascend(wallRoomPairOf(wall, ""), func(p wallRoomPair, _ struct{}) bool {
		room, ok := p.roomOf(wall)
		if ok {
			out = append(out, room)
		}
		return ok
	})
	return out
}
