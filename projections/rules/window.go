package rules

import (
	"fmt"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// panesOf is what is known of a window: its clear opening with one panel open, its sill, its glass.
type panesOf struct {
	id            domain.ID
	width, height geometry.Length // of the clear opening; 0 where it does not open
	sill          geometry.Length // over the level
	glass         float64         // m2
	opening       float64         // m2, of the hole in the wall
	court         bool            // it opens to a court that walls close
}

// openable assumes that every panel of a window opens, unless the window is fixed: hardware is not modelled.
const openable = "panels of windows that are not fixed open fully"

// windowsOf returns the windows of a room that are in outer walls, not those to what walls close and something covers;
// lacks says what is not known of one.
func (s *subjects) windowsOf(room domain.ID) (out []panesOf, lacks string) {
	found := recalledOf(&s.known, &s.known.windows, keptFacts, room, func() (w windows) {
		w.panes, w.lacks = s.findWindowsOf(room)
		return w
	})
	return found.panes, found.lacks
}

func (s *subjects) findWindowsOf(room domain.ID) (out []panesOf, lacks string) {
	facts, err := s.analyse(room)
	if err != nil || !facts.Bounded {
		return nil, noArea
	}
	for _, id := range facts.Windows {
		e, ok := s.view.Model.Element(id)
		beyond := s.beyondWindow(e, facts.Base)
		if !ok || len(s.beside().Facing(id)) != 1 || beyond == ways.Covered {
			continue
		}
		w, ok := e.Params.(*domain.Window)
		if !ok || w.Fixed != nil {
			return nil, "operable part of the window (body only)"
		}
		out = append(out, paneOf(e.ID, w, s.view.Model.HostThickness(e)))
		out[len(out)-1].court = beyond == ways.Court
	}
	return out, ""
}

func paneOf(id domain.ID, w *domain.Window, thickness geometry.Length) panesOf {
	sizes := w.Sizes(thickness)
	columns, rows := geometry.Length(1), geometry.Length(1)
	switch w.WindowType {
	case domain.WindowDoubleVertical:
		columns = 2
	case domain.WindowTripleVertical:
		columns = 3
	case domain.WindowDoubleHorizontal:
		rows = 2
	}
	width, height := (w.Width-2*sizes.LiningThickness)/columns, (w.Height-2*sizes.LiningThickness)/rows
	frame := 2 * sizes.FrameThickness
	p := panesOf{id: id, width: width, height: height, sill: w.SillHeight + sizes.LiningThickness,
		opening: w.Width.M() * w.Height.M()}
	p.glass = float64(columns*rows) * (width - frame).M() * (height - frame).M()
	if w.WindowType == domain.WindowFixed {
		p.width, p.height = 0, 0
	}
	return p
}

func (p panesOf) area() float64 { return p.width.M() * p.height.M() }

// escapeWindow measures rooms by the window through which one escapes best: the one with the largest clear opening.
func escapeWindow(value func(p panesOf) float64, how string) measure {
	return func(s *subjects, r *Rule) ([]Measurement, error) {
		if err := s.readyExits(); err != nil {
			return nil, err
		}
		return s.rooms(r, func(e *domain.Element) []Measurement {
			all, lacks := s.windowsOf(e.ID)
			if lacks != "" {
				return []Measurement{missing(e, lacks)}
			}
			var best panesOf
			doubtful := false
			for _, p := range all {
				if p.court {
					doubtful = true
				} else if p.area() > best.area() {
					best = p
				}
			}
			if doubtful && (best.id == "" || !r.complies(value(best))) {
				return []Measurement{missing(e, courtOnly)}
			}
			shape, _ := s.shape(e)
			m := of(e, 0, "no window of the room opens to the outside").in(shape.Region.Centroid().At(shape.Base))
			if best.id == "" {
				if r.Op == "<=" {
					return nil // the rule about the area tells it
				}
				return []Measurement{m}
			}
			m.Value, m.How, m.Assumed = value(best), how, openable
			m.Elements = append(m.Elements, best.id)
			return []Measurement{m}
		})
	}
}

// shareOfWindows measures what windows in outer walls have of something, in percent of the floor area of their room.
func shareOfWindows(value func(p panesOf) float64, how string) measure {
	return func(s *subjects, r *Rule) ([]Measurement, error) {
		if err := s.readyExits(); err != nil {
			return nil, err
		}
		return s.rooms(r, func(e *domain.Element) []Measurement {
			all, lacks := s.windowsOf(e.ID)
			if lacks != "" {
				return []Measurement{missing(e, lacks)}
			}
			shape, _ := s.shape(e)
			total, area := 0.0, shape.Region.Area()
			m := of(e, 0, "").in(shape.Region.Centroid().At(shape.Base))
			for _, p := range all {
				total += value(p)
				m.Elements = append(m.Elements, p.id)
			}
			m.Value, m.How = 100*total/area, fmt.Sprintf("%s: %s m2 of %s m2 of floor", how,
				number(total), number(area))
			return []Measurement{m}
		})
	}
}

// roomArea measures the net floor area of rooms, in m2.
func roomArea(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rooms(r, func(e *domain.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		return []Measurement{of(e, shape.Region.Area(),
			"between the faces of the walls").in(shape.Region.Centroid().At(shape.Base))}
	})
}
