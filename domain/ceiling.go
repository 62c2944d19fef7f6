package domain

import "github.com/bimstream/bimstream/geometry"

// Ceiling is a suspended or applied ceiling. Its underside lies at a height above its level.
type Ceiling struct {
	Boundary  []geometry.Point2 `json:"boundary_points"`
	Holes     []geometry.Ring   `json:"holes,omitempty" jsonschema:"rings of points"`
	Height    geometry.Length   `json:"height" rule:"positive" jsonschema:"of the underside above the level"`
	Thickness geometry.Length   `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"or type_id"`
	Fixed     *FixedShape       `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

func (c *Ceiling) check(m *Model, e *Element) error {
	if err := checkOutline("boundary_points", c.Boundary, c.Holes...); err != nil {
		return err
	}
	underside := m.elevation(e.LevelID) + c.Height
	if err := m.checkHeights("height", underside, underside+m.CeilingThickness(e)); err != nil {
		return err
	}
	return m.checkThickness(e, c.Thickness)
}

func (c *Ceiling) moved(t Transform) Params {
	k := *c
	k.Boundary, k.Holes = t.ring(c.Boundary), t.rings(c.Holes)
	k.Height += t.Delta.Z
	return &k
}

func (c *Ceiling) anchor(*Model, *Element) geometry.Point3 { return c.Boundary[0].At(c.Height) }

func (c *Ceiling) centre() geometry.Point2 { return middle(c.Boundary...) }

func (c *Ceiling) fixedField() **FixedShape { return &c.Fixed }

func (c *Ceiling) plate(m *Model, e *Element) (Plate, bool, error) {
	bottom := m.elevation(e.LevelID) + c.Height
	region, err := regionOf(c.Boundary, c.Holes...)
	return Plate{Region: region, Bottom: bottom, Top: bottom + m.CeilingThickness(e)}, true, err
}

// CreateCeiling adds a ceiling.
type CreateCeiling struct {
	LevelID ID `json:"level_id"`
	Ceiling
	TypeID     ID           `json:"type_id,omitempty"`
	Material   string       `json:"material,omitempty" jsonschema:"id or name"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateCeiling) decide(t *transaction) error {
	ceiling := c.Ceiling
	ceiling.Boundary, ceiling.Holes = notched(ceiling.Boundary, ceiling.Holes)
	return t.createMember(&Element{ID: t.newID(), Category: CategoryCeiling, Name: c.Name, LevelID: c.LevelID,
		TypeID: c.TypeID, Params: &ceiling}, c.Material, c.Properties)
}

// CeilingThickness returns a ceiling's thickness, from its type or its own.
func (m *Model) CeilingThickness(e *Element) geometry.Length {
	return m.layersThickness(e, e.Params.(*Ceiling).Thickness)
}

func (c *Ceiling) body(m *Model, e *Element) (geometry.Body, error) {
	outline, err := geometry.NewPolygon(c.Boundary, c.Holes...)
	if err != nil {
		return nil, geometryError(err)
	}
	return oneSolid(m.stop.Extrude(horizontal(m.elevation(e.LevelID)+c.Height),
		geometry.Region{outline}, 0, m.CeilingThickness(e)))
}

func (c *Ceiling) quantities(m *Model, e *Element) ([]Quantity, error) {
	outline, err := geometry.NewPolygon(c.Boundary, c.Holes...)
	if err != nil {
		return nil, geometryError(err)
	}
	whole := geometry.Polygon{Outer: outline.Outer}
	thickness := m.CeilingThickness(e).M()
	all := float64(outline.Area() * thickness)
	return []Quantity{
		length("Width", thickness), area("GrossArea", whole.Area()), area("NetArea", outline.Area()),
		volume("GrossVolume", all), volume("NetVolume", all),
	}, nil
}
