package fixes

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/clashes"
)

// elements returns the elements with some ids, or nil if one of them is missing.
func (p *problem) elements(ids []state.ID) []*state.Element {
	var out []*state.Element
	for _, id := range ids {
		e, ok := p.View.Model.Element(id)
		if !ok {
			return nil
		}
		out = append(out, e)
	}
	return out
}

func (p *problem) hosts(id state.ID) int { return len(p.View.Model.HostedBy(id)) }

func deleteDuplicate(p *problem) (map[string]any, string, bool) {
	if p.clash == nil || p.clash.Kind != clashes.Duplicate {
		return nil, "", false
	}
	copies := p.elements(p.clash.Elements)
	if len(copies) < 2 {
		return nil, "an element is gone", true
	}
	slices.SortFunc(copies, func(a, b *state.Element) int {
		return cmp.Or(-cmp.Compare(p.hosts(a.ID), p.hosts(b.ID)),
			cmp.Compare(p.born(a.ID), p.born(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	var gone []state.ID
	for _, e := range copies[1:] {
		if p.hosts(e.ID) > 0 {
			return nil, "two of the copies host elements", true
		}
		gone = append(gone, e.ID)
	}
	return map[string]any{"element_ids": gone, "expected_ids": gone}, "", true
}

// born returns the revision at which an element was created.
func (p *problem) born(id state.ID) uint64 {
	if mentions := p.View.Timeline(id); len(mentions) > 0 {
		return mentions[0].Revision
	}
	return 0
}

func joinWalls(p *problem) (map[string]any, string, bool) {
	if p.clash == nil || p.clash.Kind != clashes.Hard || len(p.clash.Elements) != 2 {
		return nil, "", false
	}
	walls := p.elements(p.clash.Elements)
	if len(walls) != 2 || walls[0].Category != state.CategoryWall || walls[1].Category != state.CategoryWall {
		return nil, "", false
	}
	if walls[0].LevelID != walls[1].LevelID {
		return nil, "the walls stand on different levels", true
	}
	return map[string]any{"element_ids": p.clash.Elements, "join_type": "auto"}, "", true
}

// loose lists the categories that a fix may move, because nothing else depends on their place.
var loose = []state.Category{state.CategoryFurniture, state.CategoryEquipment,
	state.CategoryTerminal, state.CategorySanitary}

func moveApart(p *problem) (map[string]any, string, bool) {
	if p.clash == nil || p.clash.Kind == clashes.Duplicate || len(p.clash.Elements) != 2 {
		return nil, "", false
	}
	pair := p.elements(p.clash.Elements)
	if len(pair) != 2 {
		return nil, "an element is gone", true
	}
	moved, other := p.looser(pair[0], pair[1])
	if moved == nil {
		return nil, "", false
	}
	gap := p.clearance()
	a, errA := p.View.MeasureOf(moved.ID)
	b, errB := p.View.MeasureOf(other.ID)
	if errA != nil || errB != nil {
		return nil, "an element has no body", true
	}
	for _, delta := range ways(a.Bounds, b.Bounds.Grow(gap)) {
		if p.free(shifted(a.Bounds, delta), gap, moved.ID) {
			return map[string]any{"element_ids": []state.ID{moved.ID}, "delta": delta}, "", true
		}
	}
	return nil, "its box finds no free place beside the other one", true
}

// looser returns the element of a pair that a fix can move, and the other element. It moves the only loose element, or
// the smaller element if both are loose.
func (p *problem) looser(a, b *state.Element) (moved, other *state.Element) {
	can := func(e *state.Element) bool { return slices.Contains(loose, e.Category) && e.HostID == "" }
	switch {
	case can(a) && can(b):
		if p.size(b) < p.size(a) {
			return b, a
		}
		return a, b
	case can(a):
		return a, b
	case can(b):
		return b, a
	}
	return nil, nil
}

func (p *problem) size(e *state.Element) float64 {
	m, err := p.View.MeasureOf(e.ID)
	if err != nil {
		return 0
	}
	return m.Volume
}

// clearance returns the gap that the check requires.
func (p *problem) clearance() geometry.Length {
	var test clashes.Test
	if json.Unmarshal(p.Parameters, &test) != nil {
		return 0
	}
	return test.Clearance
}

// ways returns the four horizontal moves along the axes after which box a touches box b from outside, the shortest
// first.
func ways(a, b geometry.Box) []geometry.Point3 {
	out := []geometry.Point3{
		{X: b.Min.X - a.Max.X}, {X: b.Max.X - a.Min.X}, {Y: b.Min.Y - a.Max.Y}, {Y: b.Max.Y - a.Min.Y},
	}
	slices.SortStableFunc(out, func(v, w geometry.Point3) int {
		return cmp.Compare(v.X.Abs()+v.Y.Abs(),
			w.X.Abs()+w.Y.Abs())
	})
	return out
}

func shifted(b geometry.Box, d geometry.Point3) geometry.Box {
	return geometry.Box{Min: b.Min.Add(d), Max: b.Max.Add(d)}
}

// free reports whether a box grown by a gap overlaps no other element. Rooms, openings and elements that only touch it
// are ignored.
func (p *problem) free(box geometry.Box, gap geometry.Length, moved state.ID) bool {
	near := box.Grow(gap)
	for _, hit := range p.View.Spatial().Intersecting(near) {
		if hit.ID == moved || hit.Category == state.CategoryRoom || hit.Category == state.CategoryOpening {
			continue
		}
		o := hit.Bounds
		apart := o.Max.X <= near.Min.X || o.Min.X >= near.Max.X || o.Max.Y <= near.Min.Y || o.Min.Y >= near.Max.Y ||
			o.Max.Z <= box.Min.Z || o.Min.Z >= box.Max.Z
		if !apart {
			return false
		}
	}
	return true
}
