package member

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func (c *Column) Attachments() state.Attachments {
	return state.Attachments{Top: c.AttachedTop, Base: c.AttachedBase}
}

func (c *Column) Attached(a state.Attachments) state.Params {
	k := *c
	k.AttachedTop, k.AttachedBase = state.SortedOnce(a.Top), state.SortedOnce(a.Base)
	return &k
}

// memberShapeCutBody returns the body of a column between the surfaces that it is attached to.
func memberShapeCutBody(s bodyshape.MemberShape, t fabric.Trim) (geometry.Body, error) {
	region, err := s.Profile.Region()
	if err != nil {
		return nil, bodyshape.GeometryError(err)
	}
	base := s.Frame.Origin.Z
	prism, err := geometry.Extrude(s.Frame, region, t.Low-base, t.High-base)
	if err != nil {
		return nil, bodyshape.GeometryError(err)
	}
	return t.CutOff(prism)
}

// Trim returns how an attached wall or column is cut off, and false for an element without attachments.
func Trim(m *state.Model, e *state.Element) (fabric.Trim, bool, error) {
	if state.AttachmentsOf(e).None() {
		return fabric.Trim{}, false, nil
	}
	switch p := e.Params.(type) {
	case *fabric.Wall:
		plan, err := fabric.WallPlanOf(m, e.ID)
		if err != nil {
			return fabric.Trim{}, false, err
		}
		return fabric.TrimWall(m, e, p, plan)
	case *Column:
		return trimColumn(m, e, p)
	}
	return fabric.Trim{}, false, nil
}

func trimColumn(m *state.Model, e *state.Element, c *Column) (fabric.Trim, bool, error) {
	a := c.Attachments()
	if a.None() {
		return fabric.Trim{}, false, nil
	}
	shape, err := c.Shape(m, e)
	if err != nil {
		return fabric.Trim{}, false, err
	}
	region, err := fabric.MemberShapePlan(shape)
	if err != nil {
		return fabric.Trim{}, false, err
	}
	z0, z1 := c.span(m, e)
	t, err := fabric.TrimOf(m, a, region, z0, z1)
	return t, true, err
}

// Column is a vertical member. It has either a height or a top level that it extends to.
type Column struct {
	Location   geometry.Point2   `json:"location"`
	Height     geometry.Length   `json:"height,omitempty" rule:"nonnegative" jsonschema:"or top_level"`
	TopLevel   state.ID          `json:"top_level,omitempty"`
	BaseOffset geometry.Length   `json:"base_offset,omitempty"`
	TopOffset  geometry.Length   `json:"top_offset,omitempty"`
	Profile    *geometry.Profile `json:"profile,omitempty" jsonschema:"or type_id"`
	Rotation   geometry.Angle    `json:"rotation,omitempty"`

	AttachedTop  []state.ID `json:"attached_top,omitempty" rule:"set" input:"-"`  // roofs, floors, ceilings, levels
	AttachedBase []state.ID `json:"attached_base,omitempty" rule:"set" input:"-"` // as AttachedTop

	Fixed *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the others
}

func (c *Column) Mentions() state.ID { return c.TopLevel }

func (c *Column) Check(m *state.Model, e *state.Element) error {
	if c.TopLevel == "" && c.Height == 0 {
		return state.Errorf(state.DegenerateGeometry,
			"a column needs a height greater than zero or a top_level").With("parameter",
			"height")
	}
	if c.TopLevel != "" && c.Height != 0 {
		return state.Errorf(state.OutOfRange,
			"a column takes a height or a top_level, not both: leave one out").With("parameter",
			"height")
	}
	if c.TopLevel != "" {
		if _, err := m.FindOf(c.TopLevel, state.CategoryLevel); err != nil {
			return err
		}
	}
	z0, z1 := c.span(m, e)
	if z1 <= z0 {
		return state.Errorf(state.DegenerateGeometry,
			"the column ends (%s mm) below its base (%s mm): choose a higher top_level or offset", z1,
			z0).With("parameter", "top_level")
	}
	if err := m.CheckHeights("height", z0, z1); err != nil {
		return err
	}
	if err := fabric.CheckAttachments(m, c.Attachments()); err != nil {
		return err
	}
	return m.CheckOwnProfile(e, c.Profile)
}

// Adjusted clears the height if a top level was set, and the top level if a height was set. It sorts the attachments.
func (c *Column) Adjusted(parameter string) state.Params {
	k := *c.Attached(c.Attachments()).(*Column)
	switch {
	case parameter == "height" && c.Height != 0:
		k.TopLevel, k.TopOffset = "", 0
	case parameter == "top_level" && c.TopLevel != "":
		k.Height = 0
	}
	return &k
}

// span returns the heights of the column's base and top above the model's origin.
func (c *Column) span(m *state.Model, e *state.Element) (z0, z1 geometry.Length) {
	z0 = bodyshape.ElevationOf(m, e.LevelID) + c.BaseOffset
	if c.TopLevel != "" {
		return z0, bodyshape.ElevationOf(m, c.TopLevel) + c.TopOffset
	}
	return z0, z0 + c.Height
}

func (c *Column) Moved(t state.Transform) state.Params {
	k := *c
	k.Location = t.Plan(c.Location)
	k.BaseOffset += t.Delta.Z
	if c.TopLevel != "" {
		k.TopOffset += t.Delta.Z
	}
	k.Rotation = (k.Rotation + t.Rotation) % (360 * geometry.Degree)
	return &k
}

func (c *Column) Anchor(*state.Model, *state.Element) geometry.Point3 {
	return c.Location.At(c.BaseOffset)
}

func (c *Column) Centre() geometry.Point2 { return c.Location }

func (c *Column) FixedField() **state.FixedShape { return &c.Fixed }

func (c *Column) Shape(m *state.Model, e *state.Element) (bodyshape.MemberShape, error) {
	profile, err := m.OwnOrTypeProfile(e, c.Profile)
	if err != nil {
		return bodyshape.MemberShape{}, err
	}
	z0, z1 := c.span(m, e)
	frame := bodyshape.Horizontal(z0)
	frame.Origin = c.Location.At(z0)
	frame.X.X, frame.X.Y = c.Rotation.Cos(), c.Rotation.Sin()
	return bodyshape.MemberShape{Frame: frame, Profile: profile, Length: z1 - z0}, nil
}

func (c *Column) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	s, t, attached, err := c.trimmedShape(m, e)
	switch {
	case err != nil:
		return nil, err
	case attached:
		return memberShapeCutBody(s, t)
	}
	return s.Body()
}

func (c *Column) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	s, t, attached, err := c.trimmedShape(m, e)
	switch {
	case err != nil:
		return nil, err
	case attached:
		return memberShapeTrimmedQuantities(s, t)
	}
	return s.Quantities()
}

// trimmedShape returns the shape of a column, and how it is cut off if it is attached.
func (c *Column) trimmedShape(m *state.Model, e *state.Element) (s bodyshape.MemberShape, t fabric.Trim, attached bool,
	err error) {
	if s, err = c.Shape(m, e); err != nil {
		return s, t, false, err
	}
	t, attached, err = trimColumn(m, e, c)
	return s, t, attached, err
}

// memberShapeTrimmedQuantities returns the quantities of an attached column. Its length is the greatest height of the
// body. Its volume is the exact area of the section times the mean height, so that the chords of a round section do not
// affect it.
func memberShapeTrimmedQuantities(s bodyshape.MemberShape, t fabric.Trim) ([]state.Quantity, error) {
	body, err := memberShapeCutBody(s, t)
	if err != nil {
		return nil, err
	}
	region, err := s.Profile.Region()
	if err != nil {
		return nil, bodyshape.GeometryError(err)
	}
	section, err := s.Profile.Area()
	if err != nil {
		return nil, bodyshape.GeometryError(err)
	}
	around, err := bodyshape.Perimeter(s.Profile)
	if err != nil {
		return nil, err
	}
	box := body.Bounds()
	mean := body.Volume() / region.Area()
	all := float64(section * mean)
	return []state.Quantity{
		bodyshape.Length("Length", (box.Max.Z - box.Min.Z).M()), bodyshape.Area("CrossSectionArea", section),
		bodyshape.Area("OuterSurfaceArea", float64(around*mean)),
		bodyshape.Volume("GrossVolume", all), bodyshape.Volume("NetVolume", all),
	}, nil
}
