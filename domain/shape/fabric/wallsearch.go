package fabric

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// WallsOn returns a search over all walls of a level. A search compares the boxes of all walls, and computes the
// footprint of each wall that may be in the window, only once. A caller with a spatial index passes its own search to
// RoomShape.
func WallsOn(m *state.Model, level state.ID) WallSearch {
	var all []*candidate
	for _, id := range m.BoundingOn(level) {
		if e, ok := m.Element(id); ok {
			if b, ok := e.Params.(Bounding); ok {
				all = append(all, b.Candidate(m, e))
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

// candidate is a wall with a box that contains its footprint. The footprint is computed on demand.
type candidate struct {
	element   *state.Element
	low, high geometry.Point2
	known, ok bool
	wall      WallBounds
}

func (c *CurtainWall) Candidate(m *state.Model, e *state.Element) *candidate {
	b, ok := c.Bounds(m, e)
	return &candidate{element: e, low: b.Low, high: b.High, known: true, ok: ok, wall: b}
}

// Candidate returns the wall with the box of its line, widened by its thickness. For a wall with joins, the box is
// widened by the greatest length by which they may stretch the wall. That is twice the stretch of the thickest wall
// that it is joined to (see StretchLimit).
func (w *Wall) Candidate(m *state.Model, e *state.Element) *candidate {
	if w.Fixed != nil {
		return &candidate{element: e, known: true}
	}
	thickest := m.LayersThickness(e, w.Thickness)
	margin := thickest
	for _, j := range m.JoinsOf(e.ID) {
		if other, ok := StripOfOf(m, j.Other(e.ID)); ok {
			margin = max(margin, 2*StretchLimit*max(thickest, other.thickness()))
		}
	}
	d := geometry.Point2{X: margin, Y: margin}
	lo := geometry.Point2{X: min(w.Start.X, w.End.X), Y: min(w.Start.Y, w.End.Y)}
	hi := geometry.Point2{X: max(w.Start.X, w.End.X), Y: max(w.Start.Y, w.End.Y)}
	if w.Mid != nil {
		low, high := StripOf(m, e).lineBox()
		lo, hi = Lowest(lo, low, low), Highest(hi, high, high)
	}
	return &candidate{element: e, low: lo.Sub(d), high: hi.Add(d)}
}

func (c *candidate) bounds(m *state.Model) (WallBounds, bool) {
	if !c.known {
		c.wall, c.ok = WallBoundsOf(m, c.element)
		c.known = true
	}
	return c.wall, c.ok
}
