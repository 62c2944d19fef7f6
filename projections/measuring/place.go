package measuring

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/projections"
)

// Place is an end of a measurement: an element, one of its faces, or a point.
type Place struct {
	ElementID state.ID         `json:"element_id,omitempty"`
	Face      *int             `json:"face,omitempty" jsonschema:"of the element: its number by faces_of"`
	Point     *geometry.Point3 `json:"point,omitempty"`
}

// subject is a place with its geometry.
type subject struct {
	surface   *clash.Surface
	body      *clash.Body           // for a whole element
	face      *geometry.FaceMeasure // for a face
	point     *geometry.Point3
	direction r3.Vector // normal of a face, or axis of an element; zero if there is none
}

// find returns the geometry of a place. The error is NOT_FOUND or OUT_OF_RANGE for an unknown element or face,
// INVALID_INPUT for a place without a subject or with two, and ILLEGAL_STATE for an element without a body.
func (p Place) find(v *projections.View, name string) (*subject, error) {
	if (p.ElementID == "") == (p.Point == nil) || p.Point != nil && p.Face != nil {
		return nil, state.Errorf(state.InvalidInput,
			"%s: give element_id, with face if it is to be one of its faces, or point", name).With("parameter", name)
	}
	if p.Point != nil {
		if err := checkPoint(v, name, name, *p.Point); err != nil {
			return nil, err
		}
		return &subject{surface: clash.PointSurface(*p.Point), point: p.Point}, nil
	}
	e, body, err := bodyOf(v, p.ElementID)
	if err != nil {
		return nil, err
	}
	if p.Face == nil {
		return ofElement(v.Model, e, body)
	}
	solid, face, err := faceOf(e, body, *p.Face)
	if err != nil {
		return nil, err
	}
	measure := solid.MeasureFace(face)
	return &subject{surface: clash.FaceSurface(solid, face), face: &measure, direction: measure.Normal}, nil
}

// checkPoint returns an error for a point beyond the model.
func checkPoint(v *projections.View, name, parameter string, p geometry.Point3) error {
	if v.Model.Bounds().Contains(geometry.Box{Min: p, Max: p}) {
		return nil
	}
	return state.Errorf(state.OutOfModelBounds, "%s lies outside the model's bounds of %s mm about the origin", name,
		v.Model.Info().HalfExtent).With("parameter", parameter)
}

func ofElement(m *state.Model, e *state.Element, solids geometry.Body) (*subject, error) {
	body, err := clash.BodyOf(solids)
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the body of %s %q cannot be measured: %w", e.Category,
			e.Name, err).With("element_id", e.ID)
	}
	return &subject{surface: clash.SurfaceOf(solids...), body: body, direction: axisOf(m, e)}, nil
}

// bodyOf returns an element with its body.
func bodyOf(v *projections.View, id state.ID) (*state.Element, geometry.Body, error) {
	body, err := v.Measures().Body(id)
	if err != nil {
		return nil, nil, err
	}
	e, ok := v.Model.Element(id)
	if !ok || len(body) == 0 {
		return nil, nil, state.Errorf(state.IllegalState,
			"a %s has no body to measure: give an element that has one, or points", e.Category).With("element_id",
			id).With("state", e.Category)
	}
	return e, body, nil
}

// faceOf returns a face by its number, and its solid.
func faceOf(e *state.Element, body geometry.Body, number int) (geometry.Solid, geometry.Face, error) {
	rest, total := number, 0
	for _, s := range body {
		if rest >= 0 && rest < len(s.Faces) {
			return s, s.Faces[rest], nil
		}
		rest, total = rest-len(s.Faces), total+len(s.Faces)
	}
	return geometry.Solid{}, geometry.Face{}, state.Errorf(state.OutOfRange,
		"%s %q has faces 0 to %d, not %d: list them with faces_of", e.Category, e.Name, total-1, number).
		With("parameter", "face").With("element_id", e.ID).With("faces", total)
}
