package projections

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
)

// deriveLoose derives the elements that a search by level does not find. These are on no level, reach far beyond their
// storey, or have no heights in their parameters.
func deriveLoose(ctx context.Context, m *state.Model, made *madeItems) *derived {
	d := underived(m)
	s, onLevels := newSurveyor(m), true
	var others, loose []*state.Element
	m.Each(func(e *state.Element) bool {
		if e.Category == state.CategoryRoom {
			onLevels = s.room(e) && onLevels
		} else if e.Category.Physical() {
			others = append(others, e)
		}
		return true
	})
	for i, heights := range rangesOf(m, others) {
		if heights == nowhere || !s.noteRange(others[i], heights) {
			loose = append(loose, others[i])
		}
	}
	for i, it := range makeItems(ctx, m, loose, made) {
		d.place(it)
		s.noteItem(loose[i], it)
	}
	d.survey = s.done()
	if !onLevels {
		d.fillAll(ctx, made)
	}
	return d
}

// has reports whether everything in a need is derived.
func (d *derived) has(n need) bool {
	if d.extent.whole || n.whole {
		return d.extent.whole
	}
	if len(n.heights) == 0 { // the rooms include everything that they depend on
		return d.hasRooms(n.levels)
	}
	rooms, others := d.survey.cellsOf(n)
	return d.hasRooms(rooms) && !slices.ContainsFunc(others, func(c cell) bool { return !d.extent.holds(c) })
}

// hasRooms reports whether the rooms of levels are derived.
func (d *derived) hasRooms(levels []state.ID) bool {
	return !slices.ContainsFunc(levels, func(id state.ID) bool {
		return !d.extent.holds(cell{id, state.CategoryRoom})
	})
}

// with returns the derived data of the same model extended by a need. Some items are already made. It stops when the
// context ends.
func (d *derived) with(ctx context.Context, n need, made *madeItems) *derived {
	next := d.fork(d.model)
	next.work = d.work
	if n.whole {
		next.fillAll(ctx, made)
		return next
	}
	rooms, others := next.survey.cellsOf(n)
	next.fillItems(ctx, others, made, nil)
	next.fillRooms(ctx, rooms)
	return next
}

// regain returns the derived data of the same model, extended by the part that was derived from it earlier.
func (d *derived) regain(ctx context.Context, known *derived, made *madeItems) *derived {
	if d.extent.whole {
		return d
	}
	next := d.fork(d.model)
	next.work, next.known = d.work, known
	defer func() { next.known = nil }()
	var others []cell
	for c := range known.extent.cells {
		if c.category != state.CategoryRoom {
			others = append(others, c)
		}
	}
	slices.SortFunc(others, compareCells)
	next.fillItems(ctx, others, made, nil)
	next.fillRooms(ctx, known.extent.rooms())
	return next
}

func (d *derived) fork(m *state.Model) *derived {
	return &derived{
		model: m, items: d.items.fork(), spatial: d.spatial.fork(), walls: d.walls.fork(),
		rooms: d.rooms.fork(), searchBoxes: d.searchBoxes.fork(), bounded: d.bounded.fork(),
		extent: d.extent.fork(), survey: d.survey,
		outlines: d.outlines,
	}
}

// fillAll derives everything that is not derived yet.
func (d *derived) fillAll(ctx context.Context, made *madeItems) {
	var elements []*state.Element
	dirty := map[state.ID]bool{}
	d.model.Each(func(e *state.Element) bool {
		switch {
		case d.items.get(e.ID) != nil:
		case e.Category == state.CategoryRoom:
			dirty[e.ID] = true
		default:
			elements = append(elements, e)
		}
		return true
	})
	d.placeAll(ctx, elements, made)
	d.renewRooms(ctx, dirty)
	d.extent, d.survey = extent{whole: true}, nil
}

func (d *derived) placeAll(ctx context.Context, elements []*state.Element, made *madeItems) {
	for _, it := range makeItems(ctx, d.model, elements, made) {
		processors.Hear(ctx)
		d.place(it)
	}
}

// fillItems derives the items of cells without rooms that are not derived yet, leaving out the elements in except.
func (d *derived) fillItems(ctx context.Context, cells []cell, made *madeItems, except map[state.ID]bool) {
	var elements []*state.Element
	for _, c := range cells {
		if d.extent.holds(c) {
			continue
		}
		for _, id := range d.model.OfCategoryOn(c.level, c.category) {
			if e, ok := d.model.Element(id); ok && d.items.get(id) == nil && !except[id] {
				elements = append(elements, e)
			}
		}
		d.extent.add(c)
	}
	d.placeAll(ctx, elements, made)
}

// fillRooms derives the rooms of levels. Everything that they depend on must be derived already.
func (d *derived) fillRooms(ctx context.Context, levels []state.ID) {
	dirty := map[state.ID]bool{}
	for _, level := range levels {
		c := cell{level, state.CategoryRoom}
		if d.extent.holds(c) {
			continue
		}
		for _, id := range d.model.OfCategoryOn(level, c.category) {
			if d.rooms.get(id) == nil {
				dirty[id] = true
			}
		}
		d.extent.add(c)
	}
	d.renewRooms(ctx, dirty)
}
