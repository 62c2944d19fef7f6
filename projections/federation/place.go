package federation

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Placing returns the transform from the coordinates of a linked model to the coordinates of the model that links it.
// The error is ILLEGAL_STATE if the link is placed by the map and the two models do not share a coordinate reference
// system.
func Placing(own, linked *state.Model, l state.ModelLink) (state.Transform, error) {
	switch l.Placement {
	case state.PlacedAsGiven:
		return state.Transform{Delta: l.Offset, Rotation: l.Rotation}, nil
	case state.PlacedByMap:
		return byMap(siteOf(own), siteOf(linked))
	}
	delta := shape.Offset(linked).Sub(shape.Offset(own))
	return state.Transform{Delta: delta}, nil
}

// siteOf returns the site of a model, or an empty site if there is none.
func siteOf(m *state.Model) *shape.Site {
	if e, ok := m.Element(m.Info().SiteID); ok {
		if s, ok := e.Params.(*shape.Site); ok {
			return s
		}
	}
	return new(shape.Site)
}

// SameMap reports whether two models share a coordinate reference system.
func SameMap(a, b *state.Model) bool {
	crs := siteOf(a).CRS
	return crs != "" && crs == siteOf(b).CRS
}

// byMap transforms points to the map by the place of one model on it, and from the map by the place of the other model
// (IfcMapConversion, ISO 16739-1). Heights are relative to the datum of the map. Bodies keep their size; different
// scales are a finding.
func byMap(own, linked *shape.Site) (state.Transform, error) {
	if own.CRS == "" || own.CRS != linked.CRS {
		return state.Transform{}, state.Errorf(state.IllegalState,
			"the two models are not placed in one coordinate reference system: set_model_info places a model, or link "+
				"it by origin or as given").With("state", "not on one map").
			With("allowed", []string{string(state.PlacedByOrigin), string(state.PlacedAsGiven)})
	}
	shift := geometry.Point2{X: linked.Eastings - own.Eastings, Y: linked.Northings - own.Northings}
	shift = shift.Rotate(geometry.Point2{}, -own.MapRotation)
	if scale := scaleOf(own); scale != 1 {
		shift.X = geometry.Length(math.Round(float64(shift.X) / scale))
		shift.Y = geometry.Length(math.Round(float64(shift.Y) / scale))
	}
	return state.Transform{
		Delta:    shift.At(linked.OrthogonalHeight - own.OrthogonalHeight),
		Rotation: (linked.MapRotation - own.MapRotation) % geometry.FullTurn,
	}, nil
}

// scaleOf returns the number of map metres per metre of the model.
func scaleOf(s *shape.Site) float64 {
	if s.MapScale == 0 {
		return 1
	}
	return s.MapScale
}
