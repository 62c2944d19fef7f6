package domain

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// checkFixedShape checks a fixed shape, and refuses parameters beside it.
func (m *Model) checkFixedShape(e *Element, f *FixedShape) error {
	if width, height := fixedSize(e); width < 0 || height < 0 {
		return Errorf(OutOfRange, "width and height of a %s must not be negative",
			e.Category).With("parameter", "width")
	}
	for _, p := range e.Category.Parameters() {
		if !besideFixed(e, p.Name) && !p.field(e.Params).IsZero() {
			return Errorf(ConstraintViolated,
				"%s %q has a fixed body, which follows from no parameters: leave %s out, move it with move_element, "+
					"or draw another one", e.Category, e.Name, p.Name).
				With("parameter", p.Name)
		}
	}
	switch {
	case len(f.Parts) > maxFixedParts:
		return Errorf(OutOfRange, "the element has %d parts, more than %d: import them as elements of their own",
			len(f.Parts), maxFixedParts).With("parameter", fixedParameter)
	case f.BodyID == "" && len(f.Parts) == 0:
		return Errorf(DegenerateGeometry, "the element has neither a body nor parts").With("parameter", fixedParameter)
	}
	if err := m.checkPieces(e, f); err != nil {
		return err
	}
	if fitting, ok := e.Params.(*Fitting); ok {
		return fitting.checkFixed(m, e)
	}
	if len(f.Ports) > 0 {
		return Errorf(OutOfRange, "a %s has no ports", e.Category).With("parameter", fixedParameter)
	}
	return nil
}

// fixedParameter is the parameter that holds a fixed shape.
const fixedParameter = "fixed"

// HasParameter reports whether a parameter of its category applies to an element. With a fixed shape few do.
func (e *Element) HasParameter(name string) bool { return FixedOf(e) == nil || besideFixed(e, name) }

// besideFixed reports whether an element may have a parameter beside a fixed shape: the system of a fitting, the size
// of a door or window, and how a door opens, which its body does not tell.
func besideFixed(e *Element, name string) bool {
	if _, ok := e.Params.(*Door); ok && (name == "door_type" || name == "swing") {
		return true
	}
	if _, ok := e.Params.(filling); ok {
		return name == fixedParameter || name == "width" || name == "height"
	}
	return name == fixedParameter || name == systemParameter
}

// checkPieces checks the pieces of a fixed shape.
func (m *Model) checkPieces(e *Element, f *FixedShape) error {
	known := map[ID]bool{e.ID: true, "": true}
	if err := m.checkPiece(e, f.FixedPiece); err != nil {
		return err
	}
	for _, p := range f.Parts {
		if known[p.ID] {
			return Errorf(AlreadyExists, "part id %q is empty or used twice: give each part an id of its own",
				p.ID).With("parameter", fixedParameter)
		}
		known[p.ID] = true
		if p.BodyID == "" {
			return Errorf(DegenerateGeometry, "part %q has no body", p.Name).With("parameter", fixedParameter)
		}
		if _, ok := m.Material(p.MaterialID); !ok && p.MaterialID != "" {
			return Errorf(NotFound, "no material %q: define it with define_material first",
				p.MaterialID).With("material_id", p.MaterialID)
		}
		if err := setsOf(p.Psets).check(); err != nil {
			return err
		}
		if err := m.checkPiece(e, p.FixedPiece); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) checkPiece(e *Element, p FixedPiece) error {
	if err := checkIfcClass(p.IfcClass, p.PredefinedType, p.ObjectType, p.Tag); err != nil {
		return err
	}
	if err := checkAngle("rotation", p.Rotation); err != nil {
		return err
	}
	if p.GrossVolume < 0 || math.IsNaN(p.GrossVolume) || math.IsInf(p.GrossVolume, 0) {
		return Errorf(OutOfRange, "the volume before openings are cut is no positive number").With("parameter",
			fixedParameter)
	}
	if err := m.checkBounds("location", p.Location); err != nil {
		return err
	}
	body, err := m.bodyOfPiece(p, e.LevelID)
	if err != nil {
		return err
	}
	return m.checkWithin(body)
}

// checkFixed checks the ports of a fitting with a fixed shape.
func (f *Fitting) checkFixed(m *Model, e *Element) error {
	if n := len(f.Fixed.Ports); n > maxFixedPorts {
		return Errorf(OutOfRange, "the fitting has %d ports, more than %d", n,
			maxFixedPorts).With("parameter", fixedParameter)
	}
	for _, p := range f.Fixed.Ports {
		if geometry.Distance3(p.At, p.Toward) < minimumExtent {
			return Errorf(DegenerateGeometry, "a port has no direction: toward must differ from at").With("parameter",
				fixedParameter)
		}
		for _, at := range []geometry.Point3{p.At, p.At.Add(geometry.Point3{Z: m.elevation(e.LevelID)})} {
			if err := m.checkBounds("port", at); err != nil {
				return err
			}
		}
	}
	return m.checkSystem(e, f.SystemID)
}
