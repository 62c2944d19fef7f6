package fabric

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Ceiling is a suspended or applied ceiling. Its underside lies at a height above its level.
type Ceiling struct {
	Boundary  []geometry.Point2 `json:"boundary_points"`
	Holes     []geometry.Ring   `json:"holes,omitempty" jsonschema:"rings of points"`
	Height    geometry.Length   `json:"height" rule:"positive" jsonschema:"of the underside above the level"`
	Thickness geometry.Length   `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"or type_id"`
	Fixed     *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the other parameters
}

func (c *Ceiling) Check(m *state.Model, e *state.Element) error {
	if err := shape.CheckOutline("boundary_points", c.Boundary, c.Holes...); err != nil {
		return err
	}
	underside := shape.ElevationOf(m, e.LevelID) + c.Height
	if err := m.CheckHeights("height", underside, underside+CeilingThickness(m, e)); err != nil {
		return err
	}
	return m.CheckThickness(e, c.Thickness)
}

func (c *Ceiling) Moved(t state.Transform) state.Params {
	k := *c
	k.Boundary, k.Holes = t.Ring(c.Boundary), t.Rings(c.Holes)
	k.Height += t.Delta.Z
	return &k
}

func (c *Ceiling) Anchor(*state.Model, *state.Element) geometry.Point3 {
	return c.Boundary[0].At(c.Height)
}

func (c *Ceiling) Centre() geometry.Point2 { return shape.Middle(c.Boundary...) }

func (c *Ceiling) FixedField() **state.FixedShape { return &c.Fixed }

func (c *Ceiling) Plate(m *state.Model, e *state.Element) (Plate, bool, error) {
	bottom := shape.ElevationOf(m, e.LevelID) + c.Height
	region, err := regionOf(c.Boundary, c.Holes...)
	return Plate{Region: region, Bottom: bottom, Top: bottom + CeilingThickness(m, e)}, true, err
}

// CeilingThickness returns the thickness of a ceiling, from its type or from the ceiling itself.
func CeilingThickness(m *state.Model, e *state.Element) geometry.Length {
	return m.LayersThickness(e, e.Params.(*Ceiling).Thickness)
}

func (c *Ceiling) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	outline, err := geometry.NewPolygon(c.Boundary, c.Holes...)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	return shape.OneSolid(m.Stop.Extrude(shape.Horizontal(shape.ElevationOf(m, e.LevelID)+c.Height),
		geometry.Region{outline}, 0, CeilingThickness(m, e)))
}

func (c *Ceiling) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	outline, err := geometry.NewPolygon(c.Boundary, c.Holes...)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	whole := geometry.Polygon{Outer: outline.Outer}
	thickness := CeilingThickness(m, e).M()
	all := float64(outline.Area() * thickness)
	return []state.Quantity{
		shape.Length("Width", thickness), shape.Area("GrossArea", whole.Area()), shape.Area("NetArea", outline.Area()),
		shape.Volume("GrossVolume", all), shape.Volume("NetVolume", all),
	}, nil
}
