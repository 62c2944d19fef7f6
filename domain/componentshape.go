package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// componentParts returns the prisms that an element consists of: its type's, or the box of its own size.
func (m *Model) componentParts(e *Element, c *Component) ([]ComponentPart, error) {
	if t, ok := m.Type(e.TypeID); ok && len(t.Parts) > 0 {
		return t.Parts, nil
	}
	return boxParts(c.Width, c.Depth, c.Height)
}

// ComponentShape is where a component stands and what it consists of.
type ComponentShape struct {
	Frame geometry.Placement // in the world: the origin in the middle of the foot, Z up
	Use   ComponentUse
	Parts []ComponentPart

	BodyID ID            // of a fixed body, "" for none
	Solids geometry.Body // of the fixed body, in Frame
}

// ComponentShape returns the shape of a piece of furniture or equipment, a terminal or a sanitary fixture.
func (m *Model) ComponentShape(e *Element) (ComponentShape, error) {
	c, ok := e.Params.(*Component)
	if !ok {
		return ComponentShape{}, Errorf(IllegalState, "a %s is not a component", e.Category).With("element_id", e.ID)
	}
	shape := ComponentShape{Frame: geometry.World(), Use: c.Use, BodyID: c.BodyID}
	var err error
	if c.BodyID != "" {
		shape.Solids, err = m.fixedSolids(c.BodyID)
	} else {
		shape.Parts, err = m.componentParts(e, c)
	}
	if err != nil {
		return ComponentShape{}, err
	}
	if t, ok := m.Type(e.TypeID); ok && t.Use != "" {
		shape.Use = t.Use
	}
	shape.Frame.Origin = c.Location.XY().At(m.elevation(e.LevelID) + c.Location.Z)
	shape.Frame.X.X, shape.Frame.X.Y = c.Rotation.Cos(), c.Rotation.Sin()
	return shape, nil
}

func (c *Component) body(m *Model, e *Element) (geometry.Body, error) {
	shape, err := m.ComponentShape(e)
	if err != nil {
		return nil, err
	}
	if c.BodyID != "" {
		return standing(shape.Frame, shape.Solids), nil
	}
	return bodyOfParts(shape.Frame, shape.Parts)
}

func (c *Component) quantities(m *Model, e *Element) ([]Quantity, error) {
	if c.BodyID != "" {
		body, err := m.fixedSolids(c.BodyID)
		if err != nil {
			return nil, err
		}
		return componentQuantities(body, body.Volume()), nil
	}
	parts, err := m.componentParts(e, c)
	if err != nil {
		return nil, err
	}
	all, err := VolumeOfParts(parts)
	if err != nil {
		return nil, err
	}
	body, err := bodyOfParts(geometry.World(), parts)
	if err != nil {
		return nil, err
	}
	return componentQuantities(body, all), nil
}

// componentQuantities are those of a body in the component's frame.
func componentQuantities(body geometry.Body, all float64) []Quantity {
	size := body.Bounds().Max.Sub(body.Bounds().Min)
	return []Quantity{
		length("Width", size.X.M()), length("Depth", size.Y.M()), length("Height", size.Z.M()),
		volume("GrossVolume", all), volume("NetVolume", all),
	}
}
