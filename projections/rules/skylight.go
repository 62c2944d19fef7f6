package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// covering are the categories that keep the light of a skylight from a room if they lie between the two.
var covering = []state.Category{state.CategoryFloor, state.CategoryRoof, state.CategoryCeiling}

// skylightsOf returns the skylights that light a room: the middle of the skylight lies over the room, no floor, roof or
// ceiling lies between the two, and none lies above the skylight.
func (s *subjects) skylightsOf(facts projections.RoomFacts) (out []panesOf) {
	if !s.view.Model.Has(state.CategorySkylight) {
		return nil
	}
	above := facts.Bounds
	above.Min.Z, above.Max.Z = facts.Base, facts.Base+geometry.LengthOverflow/4
	for _, hit := range s.view.Spatial().Intersecting(above, state.CategorySkylight) {
		e, ok := s.view.Model.Element(hit.ID)
		if !ok {
			continue
		}
		light := e.Params.(*fabric.Skylight)
		seat, err := fabric.SeatOf(s.view.Model, e)
		if err != nil || facts.Region.Contains(light.Location) == geometry.Outside ||
			s.coveredBetween(e, light.Location, facts.Base, hit.Bounds.Min.Z) ||
			s.coveredBetween(e, light.Location, hit.Bounds.Max.Z, above.Max.Z) {
			continue
		}
		out = append(out, skylightPane(e.ID, light, seat, facts.Base))
	}
	return out
}

// coveredBetween reports whether a floor, roof or ceiling other than the host of a skylight lies over or under a place
// between two heights.
func (s *subjects) coveredBetween(light *state.Element, at geometry.Point2, from, to geometry.Length) bool {
	from += geometry.Millimetre // the floor itself ends at its own height
	if from >= to {
		return false
	}
	column := geometry.Box{Min: at.At(from), Max: at.At(to)}
	return slices.ContainsFunc(s.view.Spatial().Intersecting(column, covering...), func(hit projections.Hit) bool {
		return hit.ID != light.HostID && s.shadow(hit.ID, from, to).Contains(at) != geometry.Outside
	})
}

// skylightPane returns the dimensions of a skylight over a floor. The sill is the upper edge of the lower side of the
// lining. A sash that turns about its middle leaves half of its height clear.
func skylightPane(id state.ID, light *fabric.Skylight, seat fabric.Seat, floor geometry.Length) panesOf {
	sizes := light.Sizes(seat.Thickness)
	p := panesOf{id: id, width: light.Width - 2*sizes.LiningThickness, height: light.Height - 2*sizes.LiningThickness,
		opening: light.Width.M() * light.Height.M()}
	sill := geometry.Point3{X: light.Width / 2, Y: sizes.LiningThickness, Z: light.Upstand}
	p.sill = seat.Frame.Point(sill).Z - floor
	for _, part := range light.Parts(seat.Thickness) {
		if part.Role == fabric.RoleGlazing {
			p.glass += part.Elevation.Area()
		}
	}
	switch light.Operates() {
	case fabric.SkylightFixed:
		p.width, p.height = 0, 0
	case fabric.SkylightPivot:
		p.height /= 2
	}
	return p
}
