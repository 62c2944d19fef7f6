package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// rising is a category whose parameters say between which heights an element's body lies, without making it.
type rising interface {
	// heightRange returns heights above the model's origin between which the body lies, if it has one; ok is false
	// where only the body says it. The element has no fixed shape.
	heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool)
}

// HeightRange returns heights above the model's origin between which an element's body lies, if it has one. They follow
// from its parameters alone, and may be farther apart than those of the body. ok is false for an element of which only
// the body says it.
func (m *Model) HeightRange(e *Element) (low, high geometry.Length, ok bool) {
	r, is := e.Params.(rising)
	if !is || FixedOf(e) != nil {
		return 0, 0, false
	}
	return r.heightRange(m, e)
}

func (w *Wall) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	low = m.elevation(e.LevelID) + w.BaseOffset
	return low, low + w.Height, len(w.AttachedTop) == 0 && len(w.AttachedBase) == 0
}

// rangeInWall returns the heights of what lies in a wall, given those above the base of the wall.
func (m *Model) rangeInWall(e *Element, sill, height geometry.Length) (low, high geometry.Length, ok bool) {
	host, ok := m.Element(e.HostID)
	if !ok {
		return 0, 0, false
	}
	wall, ok := host.Params.(*Wall)
	if !ok || wall.Fixed != nil {
		return 0, 0, false
	}
	low = m.elevation(host.LevelID) + wall.BaseOffset + sill
	return low, low + height, true
}

func (o *Opening) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	if r, is := m.OpeningRect(e); is {
		return m.rangeInWall(e, r.Sill, r.Height)
	}
	host, ok := m.Element(e.HostID)
	if !ok || host.Category != CategoryFloor {
		return 0, 0, false
	}
	return m.HeightRange(host)
}

func (d *Door) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	return m.rangeInWall(e, d.SillHeight, d.Height)
}

func (w *Window) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	return m.rangeInWall(e, w.SillHeight, w.Height)
}

func (c *Column) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	low, high = c.span(m, e)
	return low, high, len(c.AttachedTop) == 0 && len(c.AttachedBase) == 0
}

func (f *Floor) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	high = m.elevation(e.LevelID) + f.Offset
	return high - m.FloorThickness(e), high, true
}

func (c *Ceiling) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	low = m.elevation(e.LevelID) + c.Height
	return low, low + m.CeilingThickness(e), true
}

// heightRange is that of the flight, whose underside and steps lie between its level and its top level.
func (s *Stair) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	low = m.elevation(e.LevelID)
	return low, low + s.rise(m, e), true
}

func (b *Beam) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	profile, err := m.profileOf(e, b.Profile)
	low, high = m.rangeAround(e, aroundLine(profile), b.Start, b.End)
	return low, high, err == nil
}

func (s *Segment) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	profile, err := m.profileOf(e, s.Profile)
	low, high = m.rangeAround(e, aroundLine(profile), s.Start, s.End)
	return low, high, err == nil
}

// heightRange is that of the lines from the location to the ports: a bend lies between these.
func (f *Fitting) heightRange(m *Model, e *Element) (low, high geometry.Length, ok bool) {
	at, around := []geometry.Point3{f.Location}, geometry.Length(0)
	for _, p := range f.Ports {
		at, around = append(at, p.At), max(around, aroundLine(p.Profile))
	}
	low, high = m.rangeAround(e, around, at...)
	return low, high, true
}

// aroundLine returns how far a profile reaches from the line that it runs along, at most: from its middle half its
// diagonal, from its top or bottom half its depth more. What the grid rounds off is far less than the rest of it.
func aroundLine(p geometry.Profile) geometry.Length { return p.Width + p.Depth + p.Diameter }

// rangeAround returns the heights of what lies around points above the level of an element.
func (m *Model) rangeAround(e *Element, around geometry.Length, at ...geometry.Point3) (low, high geometry.Length) {
	low, high = at[0].Z, at[0].Z
	for _, p := range at {
		low, high = min(low, p.Z), max(high, p.Z)
	}
	z := m.elevation(e.LevelID)
	return z + low - around, z + high + around
}
