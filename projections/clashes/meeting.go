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

// Meeting is a pair of bodies that overlap after a change and did not before.
type Meeting struct {
	ID, Other state.ID // the element that the change placed, and the other one
	Volume    float64  // of the common space, m3
	Depth     geometry.Length
	Location  geometry.Point3 // the centre of the common space
}

const (
	// meetingTouch is the greatest depth of an overlap that counts as touching, because rotated bodies are rounded.
	meetingTouch = geometry.Millimetre

	// floorFinish is the largest thickness of a floor finish: boards of 22 mm on 5 mm of insulation. Screeds begin at
	// 35 mm.
	floorFinish = 30 * geometry.Millimetre

	// mostPaired is the greatest number of pairs that are examined for one change. A larger change is left to a clash
	// test.
	mostPaired = 4000
)

// installed lists the categories of elements that are installed or put into a building. In a sound model they overlap
// only bodies that host them or are connected to them.
var installed = []state.Category{
	state.CategoryDuct, state.CategoryPipe, state.CategoryCableTray, state.CategoryDuctFitting,
	state.CategoryPipeFitting, state.CategoryCableTrayFitting, state.CategoryTerminal, state.CategoryEquipment,
	state.CategorySanitary, state.CategoryFurniture,
}

// crossing lists the pairs of fabric categories that must not overlap. Other parts of the fabric often overlap while a
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
	{state.CategoryBeam, state.CategorySkylight}, {state.CategoryColumn, state.CategorySkylight},
	{state.CategoryCeiling, state.CategorySkylight}, {state.CategoryStair, state.CategorySkylight},
}

// sharing lists the pairs of installed categories that often overlap: the hole of a terminal in a ceiling is cut on the
// site, and chairs stand under tables.
var sharing = [][2]state.Category{
	{state.CategoryTerminal, state.CategoryCeiling}, {state.CategoryFurniture, state.CategoryFurniture},
}

// apart reports whether bodies of two categories must not overlap in a sound model.
func apart(a, b state.Category) bool {
	if immaterial(a) != "" || immaterial(b) != "" || slices.Contains(sharing, [2]state.Category{a, b}) ||
		slices.Contains(sharing, [2]state.Category{b, a}) {
		return false
	}
	return slices.Contains(installed, a) || slices.Contains(installed, b) ||
		slices.Contains(crossing, [2]state.Category{a, b}) || slices.Contains(crossing, [2]state.Category{b, a})
}

// opposite returns the categories whose bodies must not overlap bodies of a category, or nil for none.
func opposite(c state.Category) (out []state.Category) {
	for _, name := range c.Enum() {
		if other := state.Category(name); apart(c, other) {
			out = append(out, other)
		}
	}
	return out
}

// Meetings returns the overlaps of the placed elements that exist after a change and did not before, in the order of
// placed: services, equipment and furniture in the fabric or in each other, beams and columns in doors, windows,
// ceilings and stairs. Elements that are hosted, connected or parts of one composite overlap by design, as in a clash
// test. complete is false if the change has too many pairs, or the context was cancelled.
func Meetings(ctx context.Context, before, after *projections.View, placed []state.ID) (out []Meeting, complete bool) {
	var err error // the error of the context
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

// meetings is the examination of one change.
type meetings struct {
	before, after *projections.View
	rules         *filter
	bodies        map[state.ID]*clash.Body // bodies after the change
	seen          map[[2]state.ID]bool
	pairs         int
	found         []Meeting
}

// take compares an element with the elements near it.
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

// inFinish reports whether one of two elements is a floor and the overlap is no deeper than a floor finish. Elements
// placed at the height of their level stand in the finish.
func inFinish(a, b *state.Element, depth geometry.Length) bool {
	return (a.Category == state.CategoryFloor || b.Category == state.CategoryFloor) && depth <= floorFinish
}

// body returns the body of an element after the change, or nil for none.
func (m *meetings) body(id state.ID) *clash.Body {
	body, known := m.bodies[id]
	if !known {
		body, _ = m.after.Measures().Matter(id)
		m.bodies[id] = body
	}
	return body
}

// metBefore reports whether two elements overlapped before the change.
func (m *meetings) metBefore(a, b state.ID) bool {
	if m.before.BoundsOf(a).Empty() || m.before.BoundsOf(b).Empty() {
		return false
	}
	one, _ := m.before.Measures().Matter(a)
	other, _ := m.before.Measures().Matter(b)
	_, deep := overlapOf(one, other)
	return deep
}

// overlapOf returns the relation of two bodies, and whether they overlap by more than touching bodies.
func overlapOf(a, b *clash.Body) (f clash.Finding, deep bool) {
	if a == nil || b == nil {
		return f, false
	}
	f, err := clash.Overlap(a, b, meetingTouch)
	return f, err == nil && f.Kind != clash.Touch && f.Kind != clash.None
}
