package projections

import (
	"context"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
)

// changedOf returns the affected elements whose derived geometry may really differ between two models. touched lists
// the elements and definitions in the events. If these are only walls and elements hosted by walls, the result leaves
// out meeting walls with an unchanged footprint, and the elements that they host. A new height of a wall affects no
// other wall, and most moves affect few. Otherwise it returns all affected elements.
func changedOf(ctx context.Context, before, after *state.Model, touched, affected *idSet) *idSet {
	c := change{before: before, after: after, own: map[state.ID]bool{}, moved: map[state.ID]bool{},
		hosts: map[state.ID]bool{}}
	if !c.ofWallsOnly(touched) {
		return affected
	}
	if !c.bent {
		return c.atTheirPlace()
	}
	out := new(idSet)
	affected.Scan(func(id state.ID) bool {
		processors.Hear(ctx)
		if c.reaches(id) {
			out.Insert(id)
		}
		return true
	})
	return out
}

// atTheirPlace returns the elements that differ if no wall has a new line: the elements in the events, the walls of
// hosted elements among them, and the openings that hosted elements fill.
func (c *change) atTheirPlace() *idSet {
	out := new(idSet)
	for id := range c.hosts {
		out.Insert(id)
	}
	for id := range c.own {
		out.Insert(id)
		for _, m := range []*state.Model{c.before, c.after} {
			if e, ok := m.Element(id); ok && e.FillsID != "" {
				out.Insert(e.FillsID)
			}
		}
	}
	return out
}

// change describes the difference between two models.
type change struct {
	before, after *state.Model
	own           map[state.ID]bool // elements that events name
	moved         map[state.ID]bool // results of movedWall for these
	hosts         map[state.ID]bool // hosts of elements in the events
	bent          bool              // a wall has a new line or new joins
}

// ofWallsOnly records the elements in the events, and reports whether these are only walls and elements that walls
// host.
func (c *change) ofWallsOnly(touched *idSet) bool {
	only := true
	touched.Scan(func(id state.ID) bool {
		a, inBefore := c.before.Element(id)
		b, inAfter := c.after.Element(id)
		c.own[id] = true
		only = (inBefore || inAfter) && (!inBefore || c.note(c.before, a)) && (!inAfter || c.note(c.after, b))
		c.bent = c.bent || only && c.movedWall(id)
		return only
	})
	return only
}

// note reports whether an element is a wall or hosted by a wall, and records the host.
func (c *change) note(m *state.Model, e *state.Element) bool {
	if e.Category == state.CategoryWall {
		return state.FixedOf(e) == nil
	}
	host, ok := m.Element(e.HostID)
	if !ok || host.Category != state.CategoryWall || !e.Category.Physical() {
		return false
	}
	c.hosts[e.HostID] = true
	return true
}

// reaches reports whether the change can affect the body, place or relations of an element.
func (c *change) reaches(id state.ID) bool {
	if c.own[id] || c.hosts[id] {
		return true
	}
	e, ok := c.after.Element(id)
	switch {
	case !ok:
		return true
	case e.Category == state.CategoryWall:
		return !samePlan(c.before, c.after, id)
	case e.HostID != "":
		opening, ok := e.Params.(*fabric.Opening)
		return ok && c.own[opening.FilledBy] || c.movedWall(e.HostID)
	}
	return true
}

// movedWall reports whether an element is a wall with a new line or with other meeting walls. A wall that no event
// names keeps its line, since no level and no type differs.
func (c *change) movedWall(id state.ID) bool {
	if !c.own[id] {
		return false
	}
	moved, known := c.moved[id]
	if !known {
		moved = !fabric.WallLineKept(c.before, c.after, id)
		c.moved[id] = moved
	}
	return moved
}

// samePlan reports whether a wall has the same footprint in two models.
func samePlan(before, after *state.Model, wall state.ID) bool {
	a, errA := fabric.WallPlanOf(before, wall)
	b, errB := fabric.WallPlanOf(after, wall)
	return errA == nil && errB == nil && a.Frame == b.Frame && a.Length == b.Length && sameArc(a, b) &&
		a.YMin == b.YMin && a.YMax == b.YMax &&
		equalRegions(a.Region, b.Region)
}

// sameArc reports whether the lines of two walls have the same curvature.
func sameArc(a, b fabric.WallPlan) bool {
	ra, sa := a.Radius()
	rb, sb := b.Radius()
	return ra == rb && sa == sb
}
