package fabric

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// lineWall returns a wall with the line, the faces and the height of a curtain wall, or of the first facet of a bent
// one.
func (c *CurtainWall) lineWall() *Wall {
	return &Wall{Start: c.Start, End: c.path()[1], Height: c.Height, BaseOffset: c.BaseOffset, Thickness: c.depth()}
}

// curtainRect returns the place of a door or window in a curtain wall, which fills no opening there. It returns false
// for a door or window that fills an opening, for a fixed shape and for other elements.
func curtainRect(e *state.Element) (OpeningRect, bool) {
	p, ok := e.Params.(Filling)
	if !ok || e.FillsID != "" || state.FixedOf(e) != nil {
		return OpeningRect{}, false
	}
	offset, sill := p.Edge()
	width, height := p.Size()
	return OpeningRect{ID: e.ID, Filler: e.ID, Offset: offset, Sill: sill, Width: width, Height: height}, true
}

// CheckInCurtain checks a door or window in a curtain wall against the wall and against the wall's other doors and
// windows. If in is nil, it checks all doors and windows of the wall.
func CheckInCurtain(m *state.Model, host *state.Element, in ...*state.Element) error {
	wall := host.Params.(*CurtainWall)
	rects := WallOpenings(m, host.ID)
	for _, r := range rects {
		e, ok := m.Element(r.Filler)
		if !ok || len(in) > 0 && in[0].ID != e.ID {
			continue
		}
		if err := wall.checkRect(host, e, r); err != nil {
			return err
		}
		if err := checkApart(m, host, e, r, rects); err != nil {
			return err
		}
	}
	return nil
}

// checkRect refuses a door or window that would cut the mullion at an end of the curtain wall or the highest transom,
// because these parts hold the others. It may cut the lowest transom, because every door does.
func (c *CurtainWall) checkRect(host, e *state.Element, r OpeningRect) error {
	run, bar := geometry.Distance(c.Start, c.End), c.MullionProfile().Width
	switch {
	case c.Bent():
		return state.Errorf(state.IllegalState,
			"curtain wall %q is bent, and %s %q is measured along a straight one: end the bent ones beside the %s and "+
				"make the bays that it takes a straight curtain wall", host.Name, e.Category, e.Name, e.Category).
			With("host_id", host.ID)
	case !formOf(e).plain():
		return state.Errorf(state.OutOfRange,
			"%s %q takes the place of panels of curtain wall %q, which are rectangles: leave form out", e.Category,
			e.Name, host.Name).With("parameter", "form").With("host_id", host.ID)
	case r.Offset < bar || r.Offset+r.Width > run-bar+flushSlack:
		return state.Errorf(state.OpeningOutsideHost,
			"%s %q from %s to %s mm does not fit curtain wall %q of %s mm length "+
				"between the mullions of %s mm at its ends: change offset or width", e.Category, e.Name, r.Offset,
			r.Offset+r.Width, host.Name, run, bar).
			With("opening_id", e.ID).With("host_id", host.ID).With("offset", r.Offset).With("width", r.Width).
			With("host_length", run).With("lowest_offset", bar)
	case r.Sill+r.Height > c.Height-bar:
		return state.Errorf(state.OpeningOutsideHost,
			"%s %q from %s to %s mm above the base does not fit curtain wall %q of %s "+
				"mm height below its highest transom of %s mm: change sill_height or height", e.Category, e.Name,
			r.Sill,
			r.Sill+r.Height, host.Name, c.Height, bar).With("opening_id", e.ID).With("host_id", host.ID).
			With("sill_height", r.Sill).With("height", r.Height).With("host_height", c.Height)
	}
	return nil
}

// checkApart refuses an opening that overlaps another opening of its straight host.
func checkApart(m *state.Model, host, e *state.Element, r OpeningRect, rects []OpeningRect) error {
	for _, other := range rects {
		if other.ID == r.ID || !r.overlaps(other) {
			continue
		}
		second, _ := m.Element(other.ID)
		return state.Errorf(state.OpeningsOverlap,
			"%s %q overlaps %s in %s %q: %s to %s mm against %s to %s mm along the wall",
			e.Category, e.Name, subjectName(m, second), host.Category, host.Name, r.Offset, r.Offset+r.Width,
			other.Offset, other.Offset+other.Width).
			With("opening_id", e.ID).With("other_id", other.Filler).With("host_id", host.ID)
	}
	return nil
}

// gridded is a category whose elements can fill whole bays of a curtain wall: doors and windows.
type gridded interface {
	// InBays returns the parameters with edges at mullions and transoms. Both lists of intervals are in order.
	InBays(mullions, transoms []Interval) state.Params
}

// ToGrid returns the parameters of a door or window with its edges moved to the nearest mullions, and for a window also
// to the nearest transoms.
func (c *CurtainWall) ToGrid(p state.Params) state.Params {
	g, ok := p.(gridded)
	if !ok {
		return p
	}
	grid := c.grid()
	return g.InBays(grid.mullions, grid.transoms)
}

func (d *Door) InBays(mullions, _ []Interval) state.Params {
	out := *d
	out.Offset, out.Width = bayed(mullions, d.Offset, d.Width)
	return &out
}

func (w *Window) InBays(mullions, transoms []Interval) state.Params {
	out := *w
	out.Offset, out.Width = bayed(mullions, w.Offset, w.Width)
	out.SillHeight, out.Height = bayed(transoms, w.SillHeight, w.Height)
	return &out
}

// bayed returns the start and the length of the clear stretch between the two bars nearest to the ends of a given
// stretch. The result is at least one bay long.
func bayed(bars []Interval, from, long geometry.Length) (start, length geometry.Length) {
	first, last := 0, len(bars)-1
	for i := range bars[:len(bars)-1] {
		if (bars[i].To - from).Abs() < (bars[first].To - from).Abs() {
			first = i
		}
	}
	for i := len(bars) - 1; i > first; i-- {
		if (bars[i].From - from - long).Abs() < (bars[last].From - from - long).Abs() {
			last = i
		}
	}
	return bars[first].To, bars[last].From - bars[first].To
}
