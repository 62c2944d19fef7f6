package rules

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// panesOf holds the dimensions of a window: its clear opening with one panel open, its sill and its glass.
type panesOf struct {
	id            state.ID
	width, height geometry.Length // size of the clear opening; 0 if the window does not open
	sill          geometry.Length // height over the floor of the room
	glass         float64         // m2
	opening       float64         // area of the hole in the wall, in m2
	court         bool            // the window opens to an enclosed court
}

// openable is the assumption that every panel of a window opens, unless the window is fixed. Hardware is not modelled.
const openable = "panels of windows that are not fixed open fully"

// windowsOf returns the windows of a room in outer walls, its curtain walls, and the skylights over it. It leaves out
// windows to enclosed and covered parts of the storey.
func (s *subjects) windowsOf(room state.ID) windows {
	return recalledOf(&s.known, &s.known.windows, keptFacts, room, func() (w windows) {
		facts, err := s.analyse(room)
		if err != nil || !facts.Bounded {
			return windows{lacks: noArea}
		}
		if w = s.findWindowsOf(facts); w.lacks == "" {
			glass, unsure := s.facadesOf(facts)
			w.facades, w.unsure = glass, cmp.Or(unsure, w.unsure)
			w.panes = append(w.panes, s.skylightsOf(facts)...)
		}
		return w
	})
}

// findWindowsOf returns the windows of a room in outer walls, and the missing fact about any of them.
func (s *subjects) findWindowsOf(facts projections.RoomFacts) (out windows) {
	for _, id := range facts.Windows {
		e, ok := s.view.Model.Element(id)
		if !ok || len(s.beside().Facing(id)) != 1 {
			continue
		}
		beyond, told := s.beyondWindow(e, facts.Base)
		switch {
		case !told:
			return windows{lacks: noStoreyAt}
		case beyond == ways.Closed:
			return windows{lacks: noCover}
		case beyond == ways.Covered:
			continue
		case beyond == ways.Glazed:
			out.unsure = noLightThrough
			continue
		}
		w, ok := e.Params.(*fabric.Window)
		if !ok || w.Fixed != nil {
			return windows{lacks: "operable part of the window (body only)"}
		}
		wall, err := fabric.WallLine(s.view.Model, e.HostID)
		if err != nil {
			return windows{lacks: "sill of the window (its wall has no line)"}
		}
		pane := paneOf(e.ID, w, fabric.HostThickness(s.view.Model, e))
		pane.sill += wall.Frame.Origin.Z - facts.Base // walls may stand above or below the floor
		pane.court = beyond == ways.Court
		out.panes = append(out.panes, pane)
	}
	return out
}

// paneOf returns the dimensions of a window, with the sill above the foot of its wall.
func paneOf(id state.ID, w *fabric.Window, thickness geometry.Length) panesOf {
	sizes := w.Sizes(thickness)
	columns, rows := geometry.Length(1), geometry.Length(1)
	switch w.WindowType {
	case fabric.WindowDoubleVertical:
		columns = 2
	case fabric.WindowTripleVertical:
		columns = 3
	case fabric.WindowDoubleHorizontal:
		rows = 2
	}
	width, height := (w.Width-2*sizes.LiningThickness)/columns, (w.Height-2*sizes.LiningThickness)/rows
	frame := 2 * sizes.FrameThickness
	p := panesOf{id: id, width: width, height: height, sill: w.SillHeight + sizes.LiningThickness,
		opening: w.Width.M() * w.Height.M()}
	p.glass = float64(columns*rows) * (width - frame).M() * (height - frame).M()
	if w.Form.Outline() != "" {
		p.formed(w, thickness)
	}
	if w.WindowType == fabric.WindowFixed {
		p.width, p.height = 0, 0
	}
	return p
}

// formed measures a window that is not rectangular by the areas of its parts. The clear height of a panel is its
// average over the width.
func (p *panesOf) formed(w *fabric.Window, thickness geometry.Length) {
	p.opening, p.glass = fabric.OpeningRect{Width: w.Width, Height: w.Height, Form: w.Form}.Area(), 0
	panes, free := 0, 0.0
	for _, part := range w.Parts(thickness) {
		switch part.Role {
		case fabric.RoleGlazing:
			p.glass += part.Elevation.Area()
			panes++
			fallthrough
		case fabric.RolePanel:
			free += part.Elevation.Area()
		}
	}
	if panes > 0 && p.width > 0 {
		p.height = min(p.height, geometry.Length(free/float64(panes)/p.width.M()*float64(geometry.Metre)))
	}
}

func (p panesOf) area() float64 { return p.width.M() * p.height.M() }

// escapeWindow measures the window of each room that is best for escape: the one with the largest clear opening. A room
// without a compliant window is not judged if a curtain wall or a window of unknown size may comply.
func escapeWindow(value func(p panesOf) float64, how string) measure {
	return func(s *subjects, r *Rule) ([]Measurement, error) {
		if err := s.readyExits(); err != nil {
			return nil, err
		}
		return s.rooms(r, func(e *state.Element) []Measurement {
			all := s.windowsOf(e.ID)
			if all.lacks != "" {
				return []Measurement{missing(e, all.lacks)}
			}
			m, found := s.bestWindow(e, all.panes)
			if found.id != "" {
				m.Value, m.How, m.Assumed = value(found), how, openable
			}
			switch unsure := all.unsureOpening(); {
			case all.toCourt() && (found.id == "" || !r.complies(m.Value)):
				return []Measurement{missing(e, courtOnly)}
			case unsure != "" && (found.id == "" || !r.complies(m.Value)):
				return []Measurement{missing(e, unsure)}
			case found.id == "" && r.Op == "<=":
				return nil // the rule about the area reports it
			}
			return []Measurement{m}
		})
	}
}

// bestWindow returns the window with the largest clear opening that does not face a court, and a measurement of the
// room that names it. It returns none if no window opens.
func (s *subjects) bestWindow(room *state.Element, all []panesOf) (m Measurement, best panesOf) {
	for _, p := range all {
		if !p.court && p.area() > best.area() {
			best = p
		}
	}
	shape, _ := s.shape(room)
	m = of(room, 0, "no window of the room opens to the outside").in(shape.Region.Centroid().At(shape.Base))
	if best.id != "" {
		m.Elements = append(m.Elements, best.id)
	}
	return m, best
}

// unsureOpening returns the missing fact about other openings to the outside, or "" if there can be none.
func (w windows) unsureOpening() string {
	if len(w.facades) > 0 {
		return noOpenPanels
	}
	return w.unsure
}

// toCourt reports whether a window or a curtain wall faces a court.
func (w windows) toCourt() bool {
	return slices.ContainsFunc(w.panes, func(p panesOf) bool { return p.court }) ||
		slices.ContainsFunc(w.facades, func(g glassOf) bool { return g.court })
}

// share measures an area of windows and curtain walls in outer walls, in m2.
type share struct {
	pane   func(p panesOf) float64
	facade func(g glassOf) float64 // nil if the area is not known
	how    string
}

// These are the measured shares: of glass, of structural openings, and of the parts that open.
var (
	glassShare = share{func(p panesOf) float64 { return p.glass }, func(g glassOf) float64 { return g.glass },
		"glass of windows and curtain walls in outer walls"}
	openingShare = share{func(p panesOf) float64 { return p.opening }, func(g glassOf) float64 { return g.opening },
		"structural openings of windows and curtain walls in outer walls"}
	openableShare = share{panesOf.area, nil, "clear opening of one panel of each window in an outer wall"}
)

// shareOfWindows measures an area of windows and curtain walls in outer walls, in percent of the floor area of their
// room. If the area is not sufficient and a fact about the windows is missing, it reports that fact.
func shareOfWindows(of share) measure {
	return func(s *subjects, r *Rule) ([]Measurement, error) {
		if err := s.readyExits(); err != nil {
			return nil, err
		}
		return s.rooms(r, func(e *state.Element) []Measurement {
			all := s.windowsOf(e.ID)
			if all.lacks != "" {
				return []Measurement{missing(e, all.lacks)}
			}
			unsure := all.unsure
			if of.facade == nil {
				unsure = all.unsureOpening()
			}
			if m := s.shareOf(e, all, of); unsure == "" || r.complies(m.Value) {
				return []Measurement{m}
			}
			return []Measurement{missing(e, unsure)}
		})
	}
}

// shareOf measures an area of the known windows and curtain walls of a room.
func (s *subjects) shareOf(room *state.Element, all windows, its share) Measurement {
	shape, _ := s.shape(room)
	total, area := 0.0, shape.Region.Area()
	m := of(room, 0, "").in(shape.Region.Centroid().At(shape.Base))
	for _, p := range all.panes {
		total += its.pane(p)
		m.Elements = append(m.Elements, p.id)
	}
	if its.facade != nil {
		for _, g := range all.facades {
			total += its.facade(g)
			m.Elements, m.Assumed = append(m.Elements, g.id), ofGlass
		}
	}
	m.Value, m.How = 100*total/area, fmt.Sprintf("%s: %s m2 of %s m2 of floor", its.how, number(total), number(area))
	return m
}

// roomArea measures the net floor area of rooms, in m2.
func roomArea(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		return []Measurement{of(e, shape.Region.Area(),
			"between the faces of the walls").in(shape.Region.Centroid().At(shape.Base))}
	})
}
