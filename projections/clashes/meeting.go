package clashes

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
)

// Meeting is a body that shares space with another one after a change and did not before.
type Meeting struct {
	ID, Other state.ID // what the change placed, and what it meets
	Volume    float64  // of the common space, m3
	Depth     geometry.Length
	Location  geometry.Point3 // the centre of the common space
}

const (
	// meetingTouch is how deep bodies may be in each other and still only touch: roundings of what is turned.
	meetingTouch = geometry.Millimetre

	// floorFinish is the largest thickness of a floor finish: boards of 22 mm on 5 mm of insulation. Screeds begin at
	// 35 mm.
	floorFinish = 30 * geometry.Millimetre

	// mostPaired bounds the pairs that one change is looked at for. Beyond it the change is a job to be checked as a
	// whole, by a clash test.
	mostPaired = 4000
)

// installed are the categories of what is installed or put into a building. Nothing of them is in another body unless
// it is hosted by it or connected to it.
var installed = []state.Category{
	state.CategoryDuct, state.CategoryPipe, state.CategoryCableTray, state.CategoryDuctFitting,
	state.CategoryPipeFitting, state.CategoryCableTrayFitting, state.CategoryTerminal, state.CategoryEquipment,
	state.CategorySanitary, state.CategoryFurniture,
}

// crossing are the pairs of categories of the fabric that share no space. Other parts of the fabric often do while a
// model is being made: walls before they are joined, columns in walls, beams in slabs.
var crossing = [][2]state.Category{
	{state.CategoryBeam, state.CategoryDoor}, {state.CategoryBeam, state.CategoryWindow},
	{state.CategoryBeam, state.CategoryCeiling}, {state.CategoryBeam, state.CategoryStair},
	{state.CategoryColumn, state.CategoryDoor}, {state.CategoryColumn, state.CategoryWindow},
	{state.CategoryColumn, state.CategoryStair},
	{state.CategoryCeiling, state.CategoryDoor}, {state.CategoryCeiling, state.CategoryWindow},
	{state.CategoryStair, state.CategoryDoor}, {state.CategoryStair, state.CategoryWindow},
	{state.CategoryBeam, state.CategoryRamp}, {state.CategoryColumn, state.CategoryRamp},
	{state.CategoryRamp, state.CategoryDoor}, {state.CategoryRamp, state.CategoryWindow},
	{state.CategoryRamp, state.CategoryStair},
}

// sharing are the pairs of installed categories that often share space: a terminal has its hole in the ceiling cut on
// the site, and chairs stand under tables.
var sharing = [][2]state.Category{
	{state.CategoryTerminal, state.CategoryCeiling}, {state.CategoryFurniture, state.CategoryFurniture},
}

// apart reports whether bodies of two categories share no space in a sound model.
func apart(a, b state.Category) bool {
	if immaterial(a) != "" || immaterial(b) != "" || slices.Contains(sharing, [2]state.Category{a, b}) ||
		slices.Contains(sharing, [2]state.Category{b, a}) {
		return false
	}
	return slices.Contains(installed, a) || slices.Contains(installed, b) ||
		slices.Contains(crossing, [2]state.Category{a, b}) || slices.Contains(crossing, [2]state.Category{b, a})
}

// opposite returns the categories whose bodies are apart from those of a category, nil for none.
func opposite(c state.Category) (out []state.Category) {
	for _, name := range c.Enum() {
		if other := state.Category(name); apart(c, other) {
			out = append(out, other)
		}
	}
	return out
}

// Meetings returns what the placed elements of a change meet after it and did not meet before, in the order of placed:
// services, equipment and furniture in the fabric or in each other, beams and columns in doors, windows, ceilings and
// stairs. What is hosted, connected or of one whole meets by intention, as in a clash test. complete is false where the
// change has more pairs than are looked at, or the context was cancelled.
func Meetings(ctx context.Context, before, after *projections.View, placed []state.ID) (out []Meeting, complete bool) {
	var err error // of the context
	defer processors.Stopped(&err)
	m := &meetings{before: before.Until(ctx), after: after.Until(ctx), bodies: map[state.ID]*clash.Body{},
		rules: newFilter(after.Model, Exclusions{}), seen: map[[2]state.ID]bool{}}
	for _, id := range placed {
		if e, ok := after.Model.Element(id); ok {
			m.take(e)
		}
		if m.pairs > mostPaired || ctx.Err() != nil {
			return m.found, false
		}
	}
	return m.found, true
}

// meetings is the look at one change.
type meetings struct {
	before, after *projections.View
	rules         *filter
	bodies        map[state.ID]*clash.Body // of the state after the change
	seen          map[[2]state.ID]bool
	pairs         int
	found         []Meeting
}

// take compares an element with what is near it.
func (m *meetings) take(e *state.Element) {
	against := slices.DeleteFunc(opposite(e.Category), func(c state.Category) bool { return !m.after.Model.Has(c) })
	if len(against) == 0 {
		return
	}
	box := m.after.BoundsOf(e.ID)
	if box.Empty() {
		return
	}
	hits := m.after.Spatial().Intersecting(box, against...)
	slices.SortFunc(hits, func(a, b projections.Hit) int { return cmp.Compare(a.ID, b.ID) })
	for _, hit := range hits {
		pair := inOrder(e.ID, hit.ID)
		other, ok := m.after.Model.Element(hit.ID)
		if !ok || hit.ID == e.ID || m.seen[pair] || m.rules.rule(e, other) != "" {
			continue
		}
		m.seen[pair] = true
		if m.pairs++; m.pairs > mostPaired {
			return
		}
		f, deep := overlapOf(m.body(e.ID), m.body(other.ID))
		if deep && !inFinish(e, other, length(f.Depth)) && !m.metBefore(e.ID, other.ID) {
			m.found = append(m.found, Meeting{ID: e.ID, Other: other.ID, Volume: math.Round(f.Volume*1e9) / 1e9,
				Depth: length(f.Depth), Location: point(f.Centre)})
		}
	}
}

// inFinish reports whether one of two elements is a floor and the other is no deeper in it than a floor finish, on
// which things stand that are placed at the height of their level.
func inFinish(a, b *state.Element, depth geometry.Length) bool {
	return (a.Category == state.CategoryFloor || b.Category == state.CategoryFloor) && depth <= floorFinish
}

// body returns the body of an element after the change, nil for none.
func (m *meetings) body(id state.ID) *clash.Body {
	body, known := m.bodies[id]
	if !known {
		body, _ = m.after.Measures().Matter(id)
		m.bodies[id] = body
	}
	return body
}

// metBefore reports whether two elements shared space before the change.
func (m *meetings) metBefore(a, b state.ID) bool {
	if m.before.BoundsOf(a).Empty() || m.before.BoundsOf(b).Empty() {
		return false
	}
	one, _ := m.before.Measures().Matter(a)
	other, _ := m.before.Measures().Matter(b)
	_, deep := overlapOf(one, other)
	return deep
}

// overlapOf returns how two bodies lie to each other, and whether they share more space than what touches.
func overlapOf(a, b *clash.Body) (f clash.Finding, deep bool) {
	if a == nil || b == nil {
		return f, false
	}
	f, err := clash.Overlap(a, b, meetingTouch)
	return f, err == nil && f.Kind != clash.Touch && f.Kind != clash.None
}
