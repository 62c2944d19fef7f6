package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// carrier is a host before a change: a plate with the height of its carrying face, or a flight. When the change moves
// that face, the elements on it move too, as with move_element. Otherwise a lamp would no longer hang from its ceiling,
// and a railing would no longer stand on its stair.
type carrier struct {
	id     state.ID
	Slope  geometry.Angle
	Face   geometry.Length // above the level
	Flight *stair.FlightSize
}

// carriersOf returns the carriers of other elements among the given elements and the stairs that end at them.
func carriersOf(m *state.Model, ids ...state.ID) []carrier {
	var out []carrier
	seen := map[state.ID]bool{}
	for _, id := range ids {
		for _, host := range append([]state.ID{id}, stair.FlightsAt(m, id)...) {
			e, ok := m.Element(host)
			if !ok || seen[host] || len(m.HostedBy(host)) == 0 {
				continue
			}
			seen[host] = true
			if c, ok := CarrierOf(m, e); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// CarrierOf returns the carrying part of a host: the top of a floor or roof, the underside of a ceiling, or a flight.
func CarrierOf(m *state.Model, e *state.Element) (carrier, bool) {
	if state.FixedOf(e) != nil {
		return carrier{}, false
	}
	c := carrier{id: e.ID}
	switch p := e.Params.(type) {
	case *fabric.Floor:
		c.Face = p.Offset
	case *fabric.Roof:
		c.Slope, c.Face = p.Slope, p.Offset+p.Vertical(m.LayersThickness(e, p.Thickness))
	case *fabric.Ceiling:
		c.Face = p.Height
	case stair.Ascent:
		size := p.Size(m, e)
		c.Flight = &size
	default:
		return carrier{}, false
	}
	return c, true
}

// carry moves the hosted elements of carriers that have changed.
func (t *Transaction) carry(before []carrier) error {
	for _, was := range before {
		host, ok := t.Model.Element(was.id)
		if !ok {
			continue
		}
		is, ok := CarrierOf(t.Model, host)
		if !ok {
			continue
		}
		for _, id := range t.Model.HostedBy(was.id) {
			hosted, ok := t.Model.Element(id)
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

// carryOne moves one hosted element. If the slope of a roof has changed, the shift differs from place to place, so the
// element stays.
func (t *Transaction) carryOne(hosted *state.Element, was, is carrier) error {
	switch railing, onFlight := hosted.Params.(*stair.Railing); {
	case was.Flight != nil && is.Flight != nil:
		if !onFlight || railing.Fixed != nil || *was.Flight == *is.Flight {
			return nil
		}
		return t.change(hosted, shape.ParamFacets(hosted.Category), func(e *state.Element) {
			e.Params = railing.Along(*was.Flight, *is.Flight)
		})
	case was.Slope != is.Slope || was.Face == is.Face:
		return nil
	}
	c := MoveElement{Delta: geometry.Point3{Z: is.Face - was.Face}}
	params := shape.MovedParams(hosted, state.Transform{Delta: c.Delta})
	if err := CheckElement(t.Model, hosted.With(func(e *state.Element) { e.Params = params })); err != nil {
		return err
	}
	c.emit(t, hosted, params, geometry.Point2{})
	return nil
}
