package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// carrier is a host before a change of it: a plate with the height of the face that carries, or a flight. What it
// carries goes along when the change moves that face, as with move_element; else a lamp would stay behind its ceiling
// and a railing beside its stair.
type carrier struct {
	id     ID
	slope  geometry.Angle
	face   geometry.Length // above the level
	flight *flightSize
}

// carriers returns of elements, and of the stairs between levels that are among them, those that carry something.
func (m *Model) carriers(ids ...ID) []carrier {
	var out []carrier
	seen := map[ID]bool{}
	for _, id := range ids {
		for _, host := range append([]ID{id}, m.flightsAt(id)...) {
			e, ok := m.Element(host)
			if !ok || seen[host] || len(m.HostedBy(host)) == 0 {
				continue
			}
			seen[host] = true
			if c, ok := m.carrierOf(e); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// flightsAt returns the stairs that begin or end at a level.
func (m *Model) flightsAt(level ID) []ID {
	if e, ok := m.Element(level); !ok || e.Category != CategoryLevel {
		return nil
	}
	var out []ID
	for _, id := range append(m.OnLevel(level), m.Mentioning(level)...) {
		if e, ok := m.Element(id); ok && e.Category == CategoryStair {
			out = append(out, id)
		}
	}
	return out
}

// carrierOf returns what carries of a host: the top of a floor or roof, the underside of a ceiling, a flight.
func (m *Model) carrierOf(e *Element) (carrier, bool) {
	if FixedOf(e) != nil {
		return carrier{}, false
	}
	c := carrier{id: e.ID}
	switch p := e.Params.(type) {
	case *Floor:
		c.face = p.Offset
	case *Roof:
		c.slope, c.face = p.Slope, p.Offset+p.vertical(m.layersThickness(e, p.Thickness))
	case *Ceiling:
		c.face = p.Height
	case *Stair:
		size := p.size(m, e)
		c.flight = &size
	default:
		return carrier{}, false
	}
	return c, true
}

// carry takes what hosts carry along with what has become of them.
func (t *transaction) carry(before []carrier) error {
	for _, was := range before {
		host, ok := t.model.Element(was.id)
		if !ok {
			continue
		}
		is, ok := t.model.carrierOf(host)
		if !ok {
			continue
		}
		for _, id := range t.model.HostedBy(was.id) {
			hosted, ok := t.model.Element(id)
			if !ok {
				continue
			}
			if err := t.carryOne(hosted, was, is); err != nil {
				return err
			}
		}
	}
	return nil
}

// carryOne takes one element along. On a roof that becomes steeper each place rises by another height: what it carries
// stays.
func (t *transaction) carryOne(hosted *Element, was, is carrier) error {
	switch railing, onFlight := hosted.Params.(*Railing); {
	case was.flight != nil && is.flight != nil:
		if !onFlight || railing.Fixed != nil || *was.flight == *is.flight {
			return nil
		}
		return t.change(hosted, paramFacets(hosted.Category), func(e *Element) {
			e.Params = railing.along(*was.flight, *is.flight)
		})
	case was.slope != is.slope || was.face == is.face:
		return nil
	}
	c := MoveElement{Delta: geometry.Point3{Z: is.face - was.face}}
	params := movedParams(hosted, Transform{Delta: c.Delta})
	if err := t.model.checkElement(hosted.with(func(e *Element) { e.Params = params })); err != nil {
		return err
	}
	c.emit(t, hosted, params, geometry.Point2{})
	return nil
}
