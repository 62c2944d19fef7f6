package component

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// componentParts returns the prisms of a component: the parts of its type, or the box with its own size.
func componentParts(m *state.Model, e *state.Element, c *Component) ([]state.ComponentPart, error) {
	if t, ok := m.Type(e.TypeID); ok && len(t.Parts) > 0 {
		return t.Parts, nil
	}
	return BoxParts(c.Width, c.Depth, c.Height)
}

// ComponentShape holds the place of a component and its parts or solids.
type ComponentShape struct {
	Frame geometry.Placement // in world coordinates: the origin in the middle of the foot, Z up
	Use   state.ComponentUse
	Parts []state.ComponentPart

	BodyID state.ID      // of a fixed body, "" for none
	Solids geometry.Body // of the fixed body, in Frame
}

// ComponentShapeOf returns the shape of a piece of furniture or equipment, a terminal or a sanitary fixture.
func ComponentShapeOf(m *state.Model, e *state.Element) (ComponentShape, error) {
	c, ok := e.Params.(*Component)
	if !ok {
		return ComponentShape{}, state.Errorf(state.IllegalState, "a %s is not a component",
			e.Category).With("element_id", e.ID)
	}
	shape := ComponentShape{Frame: geometry.World(), Use: c.Use, BodyID: c.BodyID}
	var err error
	if c.BodyID != "" {
		shape.Solids, err = m.FixedSolids(c.BodyID)
	} else {
		shape.Parts, err = componentParts(m, e, c)
	}
	if err != nil {
		return ComponentShape{}, err
	}
	if t, ok := m.Type(e.TypeID); ok && t.Use != "" {
		shape.Use = t.Use
	}
	shape.Frame = c.frame(m, e)
	return shape, nil
}

// frame returns the frame of the component in world coordinates.
func (c *Component) frame(m *state.Model, e *state.Element) geometry.Placement {
	out := geometry.World()
	out.Origin = c.Location.XY().At(bodyshape.ElevationOf(m, e.LevelID) + c.Location.Z)
	out.X.X, out.X.Y = c.Rotation.Cos(), c.Rotation.Sin()
	return out
}

// Drawn returns the open surfaces and the lines of the component in world coordinates.
func (c *Component) Drawn(m *state.Model, e *state.Element) ([]geometry.Drawn, error) {
	if c.BodyID == "" {
		return nil, nil
	}
	return bodyshape.DrawnIn(m, c.BodyID, c.frame(m, e))
}

func (c *Component) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape, err := ComponentShapeOf(m, e)
	if err != nil {
		return nil, err
	}
	if c.BodyID != "" {
		return bodyshape.Standing(shape.Frame, shape.Solids), nil
	}
	return bodyOfParts(shape.Frame, shape.Parts)
}

func (c *Component) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	if c.BodyID != "" {
		body, err := m.FixedSolids(c.BodyID)
		if err != nil {
			return nil, err
		}
		return componentQuantities(body, body.Volume()), nil
	}
	parts, err := componentParts(m, e, c)
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

// componentQuantities returns the quantities of a body in the component's frame. all is its volume in m3.
func componentQuantities(body geometry.Body, all float64) []state.Quantity {
	size := geometry.Point3{}
	if box := body.Bounds(); !box.Empty() { // an empty box has only open surfaces
		size = box.Max.Sub(box.Min)
	}
	return []state.Quantity{
		bodyshape.Length("Width", size.X.M()), bodyshape.Length("Depth", size.Y.M()),
		bodyshape.Length("Height", size.Z.M()),
		bodyshape.Volume("GrossVolume", all), bodyshape.Volume("NetVolume", all),
	}
}
