package elements

import (
	"math"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// CheckFixedShape checks a fixed shape. It refuses most other parameters of an element with a fixed shape.
func CheckFixedShape(m *state.Model, e *state.Element, f *state.FixedShape) error {
	if width, height := fixedSize(e); width < 0 || height < 0 {
		return state.Errorf(state.OutOfRange, "width and height of a %s must not be negative",
			e.Category).With("parameter", "width")
	}
	for _, p := range e.Category.Parameters() {
		if !besideFixed(e, p.Name) && !p.Field(e.Params).IsZero() {
			return state.Errorf(state.ConstraintViolated,
				"%s %q has a fixed body, which follows from no parameters: leave %s out, move it with move_element, "+
					"or draw another one", e.Category, e.Name, p.Name).
				With("parameter", p.Name)
		}
	}
	switch {
	case len(f.Parts) > maxFixedParts:
		return state.Errorf(state.OutOfRange,
			"the element has %d parts, more than %d: import them as elements of their own",
			len(f.Parts), maxFixedParts).With("parameter", bodyshape.FixedParameter)
	case f.BodyID == "" && len(f.Parts) == 0:
		return state.Errorf(state.DegenerateGeometry, "the element has neither a body nor parts").With("parameter",
			bodyshape.FixedParameter)
	}
	if err := checkPieces(m, e, f); err != nil {
		return err
	}
	if fitting, ok := e.Params.(*services.Fitting); ok {
		return fitting.CheckFixed(m, e)
	}
	if len(f.Ports) > 0 {
		return state.Errorf(state.OutOfRange, "a %s has no ports", e.Category).With("parameter",
			bodyshape.FixedParameter)
	}
	return nil
}

// ElementHasParameter reports whether a parameter of its category applies to an element. Few parameters apply to an
// element with a fixed shape.
func ElementHasParameter(e *state.Element, name string) bool {
	return state.FixedOf(e) == nil || besideFixed(e, name)
}

// besideFixed reports whether an element may have a parameter beside a fixed shape. These are the system of a fitting,
// the size of a door or window, and the way in which a door opens, because the body does not show them.
func besideFixed(e *state.Element, name string) bool {
	if _, ok := e.Params.(*fabric.Door); ok && (name == "door_type" || name == "swing") {
		return true
	}
	if _, ok := e.Params.(fabric.Filling); ok {
		return name == bodyshape.FixedParameter || name == "width" || name == "height"
	}
	return name == bodyshape.FixedParameter || name == services.SystemParameter
}

// checkPieces checks the pieces of a fixed shape.
func checkPieces(m *state.Model, e *state.Element, f *state.FixedShape) error {
	known := map[state.ID]bool{e.ID: true, "": true}
	if err := checkPiece(m, e, f.FixedPiece); err != nil {
		return err
	}
	for _, p := range f.Parts {
		if known[p.ID] {
			return state.Errorf(state.AlreadyExists,
				"part id %q is empty or used twice: give each part an id of its own",
				p.ID).With("parameter", bodyshape.FixedParameter)
		}
		known[p.ID] = true
		if p.BodyID == "" {
			return state.Errorf(state.DegenerateGeometry, "part %q has no body", p.Name).With("parameter",
				bodyshape.FixedParameter)
		}
		if _, ok := m.Material(p.MaterialID); !ok && p.MaterialID != "" {
			return state.Errorf(state.NotFound, "no material %q: define it with define_material first",
				p.MaterialID).With("material_id", p.MaterialID)
		}
		if err := bodyshape.SetsOf(p.Psets).Check(); err != nil {
			return err
		}
		if err := checkPiece(m, e, p.FixedPiece); err != nil {
			return err
		}
	}
	return nil
}

func checkPiece(m *state.Model, e *state.Element, p state.FixedPiece) error {
	if err := bodyshape.CheckIfcClass(p.IfcClass, p.PredefinedType, p.ObjectType, p.Tag); err != nil {
		return err
	}
	if err := bodyshape.CheckAngle("rotation", p.Rotation); err != nil {
		return err
	}
	if p.GrossVolume < 0 || math.IsNaN(p.GrossVolume) || math.IsInf(p.GrossVolume, 0) {
		return state.Errorf(state.OutOfRange,
			"the volume before openings are cut is no positive number").With("parameter",
			bodyshape.FixedParameter)
	}
	if err := m.CheckBounds("location", p.Location); err != nil {
		return err
	}
	body, err := bodyshape.BodyOfPiece(m, p, e.LevelID)
	if err != nil {
		return err
	}
	drawn, err := bodyshape.DrawnOfPiece(m, p, e.LevelID)
	if err != nil {
		return err
	}
	return component.CheckWithin(m, body, drawn...)
}
