package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// WallsOn returns a search over all walls of a level. A search compares the box of every wall, and computes the
// footprint of those that may be in the window, each once. A caller with a spatial index passes a search of its own to
// RoomShape.
func (m *Model) WallsOn(level ID) WallSearch {
	var all []*candidate
	for _, id := range m.boundingOn(level) {
		if e, ok := m.Element(id); ok {
			if b, ok := e.Params.(bounding); ok {
				all = append(all, b.candidate(m, e))
			}
		}
	}
	return func(lo, hi geometry.Point2) (found []WallBounds, complete bool) {
		complete = true
		for _, c := range all {
			if c.low.X > hi.X || lo.X > c.high.X || c.low.Y > hi.Y || lo.Y > c.high.Y {
				complete = false
				continue
			}
			w, ok := c.bounds(m)
			if !ok {
				continue
			}
			if w.Low.X <= hi.X && lo.X <= w.High.X && w.Low.Y <= hi.Y && lo.Y <= w.High.Y {
				found = append(found, w)
			} else {
				complete = false
			}
		}
		return found, complete
	}
}

// boundingOn returns the walls and curtain walls of a level in the order of their ids.
func (m *Model) boundingOn(level ID) []ID {
	var out []ID
	for _, c := range categoriesThat(func(row *categoryRow) bool { return row.bounding }) {
		out = append(out, m.OfCategoryOn(level, c)...)
	}
	slices.Sort(out)
	return out
}

// candidate is a wall with a box that contains its footprint; the footprint is computed when it is needed.
type candidate struct {
	element   *Element
	low, high geometry.Point2
	known, ok bool
	wall      WallBounds
}

func (c *CurtainWall) candidate(m *Model, e *Element) *candidate {
	b, ok := c.bounds(m, e)
	return &candidate{element: e, low: b.Low, high: b.High, known: true, ok: ok, wall: b}
}

// candidate widens the box of a wall's line by its thickness, and by the most that its joins may stretch it: twice the
// stretch of the thickest wall it is joined to (see stretchLimit).
func (w *Wall) candidate(m *Model, e *Element) *candidate {
	if w.Fixed != nil {
		return &candidate{element: e, known: true}
	}
	thickest := m.layersThickness(e, w.Thickness)
	margin := thickest
	for _, j := range m.JoinsOf(e.ID) {
		if other, ok := m.stripOf(j.Other(e.ID)); ok {
			margin = max(margin, 2*stretchLimit*max(thickest, other.thickness()))
		}
	}
	d := geometry.Point2{X: margin, Y: margin}
	lo := geometry.Point2{X: min(w.Start.X, w.End.X), Y: min(w.Start.Y, w.End.Y)}
	hi := geometry.Point2{X: max(w.Start.X, w.End.X), Y: max(w.Start.Y, w.End.Y)}
	if w.Mid != nil {
		low, high := m.strip(e).lineBox()
		lo, hi = lowest(lo, low, low), highest(hi, high, high)
	}
	return &candidate{element: e, low: lo.Sub(d), high: hi.Add(d)}
}

func (c *candidate) bounds(m *Model) (WallBounds, bool) {
	if !c.known {
		c.wall, c.ok = m.WallBounds(c.element)
		c.known = true
	}
	return c.wall, c.ok
}
