package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// Column is a vertical member. Its height is given, or runs to a top level.
type Column struct {
	Location   geometry.Point2   `json:"location"`
	Height     geometry.Length   `json:"height,omitempty" rule:"nonnegative" jsonschema:"or top_level"`
	TopLevel   ID                `json:"top_level,omitempty"`
	BaseOffset geometry.Length   `json:"base_offset,omitempty"`
	TopOffset  geometry.Length   `json:"top_offset,omitempty"`
	Profile    *geometry.Profile `json:"profile,omitempty" jsonschema:"or type_id"`
	Rotation   geometry.Angle    `json:"rotation,omitempty"`

	AttachedTop  []ID `json:"attached_top,omitempty" rule:"set" input:"-"`  // roofs, floors, ceilings, levels
	AttachedBase []ID `json:"attached_base,omitempty" rule:"set" input:"-"` // the same

	Fixed *FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

func (c *Column) mentions() ID { return c.TopLevel }

func (c *Column) check(m *Model, e *Element) error {
	if c.TopLevel == "" && c.Height == 0 {
		return Errorf(DegenerateGeometry, "a column needs a height greater than zero or a top_level").With("parameter",
			"height")
	}
	if c.TopLevel != "" && c.Height != 0 {
		return Errorf(OutOfRange, "a column takes a height or a top_level, not both: leave one out").With("parameter",
			"height")
	}
	if c.TopLevel != "" {
		if _, err := m.findOf(c.TopLevel, CategoryLevel); err != nil {
			return err
		}
	}
	z0, z1 := c.span(m, e)
	if z1 <= z0 {
		return Errorf(DegenerateGeometry,
			"the column ends (%s mm) below its base (%s mm): choose a higher top_level or offset", z1,
			z0).With("parameter", "top_level")
	}
	if err := m.checkHeights("height", z0, z1); err != nil {
		return err
	}
	if err := m.checkAttachments(c.attachments()); err != nil {
		return err
	}
	return m.checkOwnProfile(e, c.Profile)
}

// adjusted clears the height where a top level was set, and the other way round, and sorts what it is attached to.
func (c *Column) adjusted(parameter string) Params {
	k := *c.attached(c.attachments()).(*Column)
	switch {
	case parameter == "height" && c.Height != 0:
		k.TopLevel, k.TopOffset = "", 0
	case parameter == "top_level" && c.TopLevel != "":
		k.Height = 0
	}
	return &k
}

// span returns the heights of the column's base and top above the model's origin.
func (c *Column) span(m *Model, e *Element) (z0, z1 geometry.Length) {
	z0 = m.elevation(e.LevelID) + c.BaseOffset
	if c.TopLevel != "" {
		return z0, m.elevation(c.TopLevel) + c.TopOffset
	}
	return z0, z0 + c.Height
}

func (c *Column) moved(t Transform) Params {
	k := *c
	k.Location = t.plan(c.Location)
	k.BaseOffset += t.Delta.Z
	if c.TopLevel != "" {
		k.TopOffset += t.Delta.Z
	}
	k.Rotation = (k.Rotation + t.Rotation) % (360 * geometry.Degree)
	return &k
}

func (c *Column) anchor(*Model, *Element) geometry.Point3 { return c.Location.At(c.BaseOffset) }

func (c *Column) centre() geometry.Point2 { return c.Location }

func (c *Column) fixedField() **FixedShape { return &c.Fixed }

// CreateColumn adds a column.
type CreateColumn struct {
	BaseLevel ID `json:"base_level"`
	Column
	TypeID     ID           `json:"type_id,omitempty"`
	Material   string       `json:"material,omitempty" jsonschema:"id or name"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateColumn) decide(t *transaction) error {
	column := c.Column
	return t.createMember(&Element{ID: t.newID(), Category: CategoryColumn, Name: c.Name, LevelID: c.BaseLevel,
		TypeID: c.TypeID, Params: &column}, c.Material, c.Properties)
}

func (c *Column) shape(m *Model, e *Element) (MemberShape, error) {
	profile, err := m.profileOf(e, c.Profile)
	if err != nil {
		return MemberShape{}, err
	}
	z0, z1 := c.span(m, e)
	frame := horizontal(z0)
	frame.Origin = c.Location.At(z0)
	frame.X.X, frame.X.Y = c.Rotation.Cos(), c.Rotation.Sin()
	return MemberShape{frame, profile, z1 - z0}, nil
}

func (c *Column) body(m *Model, e *Element) (geometry.Body, error) {
	s, t, attached, err := c.trimmedShape(m, e)
	switch {
	case err != nil:
		return nil, err
	case attached:
		return s.cutBody(t)
	}
	return s.body()
}

func (c *Column) quantities(m *Model, e *Element) ([]Quantity, error) {
	s, t, attached, err := c.trimmedShape(m, e)
	switch {
	case err != nil:
		return nil, err
	case attached:
		return s.trimmedQuantities(t)
	}
	return s.quantities()
}

// trimmedShape returns the shape of a column, and where it is cut off if it is attached to something.
func (c *Column) trimmedShape(m *Model, e *Element) (s MemberShape, t Trim, attached bool, err error) {
	if s, err = c.shape(m, e); err != nil {
		return s, t, false, err
	}
	t, attached, err = m.trimColumn(e, c)
	return s, t, attached, err
}

// trimmedQuantities returns the quantities of an attached column: the length is the greatest one. What is cut off by a
// plane has the volume of its section times the height in the middle of the section, so that the chords of a round
// section are made up for by its area.
func (s MemberShape) trimmedQuantities(t Trim) ([]Quantity, error) {
	body, err := s.cutBody(t)
	if err != nil {
		return nil, err
	}
	region, err := s.Profile.Region()
	if err != nil {
		return nil, geometryError(err)
	}
	section, err := s.Profile.Area()
	if err != nil {
		return nil, geometryError(err)
	}
	around, err := perimeter(s.Profile)
	if err != nil {
		return nil, err
	}
	box := body.Bounds()
	mean := body.Volume() / region.Area()
	all := float64(section * mean)
	return []Quantity{
		length("Length", (box.Max.Z - box.Min.Z).M()), area("CrossSectionArea", section),
		area("OuterSurfaceArea", float64(around*mean)),
		volume("GrossVolume", all), volume("NetVolume", all),
	}, nil
}
