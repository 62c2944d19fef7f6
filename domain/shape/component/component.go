package component

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Component is a piece of furniture or equipment, a terminal or a sanitary fixture. Its body comes from its type, or is
// a box with its own size. An imported component may have a fixed body and the IFC class from its file. A wall, floor
// or ceiling may host a component, which then moves with its host.
type Component struct {
	Use      state.ComponentUse `json:"use,omitempty" jsonschema:"what it is; the type may say it instead"`
	Location geometry.Point3    `json:"location" jsonschema:"middle of the foot, [x, y] or [x, y, z]; z above the level"`
	Rotation geometry.Angle     `json:"rotation,omitempty" jsonschema:"counter-clockwise"`
	Width    geometry.Length    `json:"width,omitempty" rule:"nonnegative" jsonschema:"of a box; or type_id"`
	Depth    geometry.Length    `json:"depth,omitempty" rule:"nonnegative"`
	Height   geometry.Length    `json:"height,omitempty" rule:"nonnegative"`
	// BodyID names a body in the library of bodies that replaces the size.
	BodyID state.ID `json:"body_id,omitempty" rule:"fixed" input:"-"`

	IfcClass       string `json:"ifc_class,omitempty" input:"-"` // if it does not follow from the use
	PredefinedType string `json:"predefined_type,omitempty" input:"-"`
	ObjectType     string `json:"object_type,omitempty" input:"-"`
	Tag            string `json:"tag,omitempty" input:"-"`
}

func (c *Component) Check(m *state.Model, e *state.Element) error {
	t, typed := m.Type(e.TypeID)
	shaped := typed && len(t.Parts) > 0
	switch {
	case shaped && (c.Width != 0 || c.Depth != 0 || c.Height != 0):
		return state.Errorf(state.ConstraintViolated,
			"type %q has the size: leave width, depth and height out, or place it without a type", t.Name).
			With("parameter", "width").With("type_id", t.ID)
	case shaped && c.Use != "" && t.Use != "" && c.Use != t.Use:
		return state.Errorf(state.ConstraintViolated,
			"use %q contradicts that of type %q, which is %q: leave use out or choose another type", c.Use,
			t.Name, t.Use).
			With("parameter", "use").With("type_id", t.ID)
	}
	if err := CheckUse(e.Category, c.Use); err != nil {
		return err
	}
	if err := shape.CheckIfcClass(c.IfcClass, c.PredefinedType, c.ObjectType, c.Tag); err != nil {
		return err
	}
	if c.BodyID != "" {
		return c.checkFixed(m, e)
	}
	parts, err := componentParts(m, e, c)
	if err != nil {
		return err
	}
	low, high := heightsOf(parts)
	foot := shape.ElevationOf(m, e.LevelID) + c.Location.Z
	return m.CheckHeights("location", foot+low, foot+high)
}

// checkFixed checks a component with a fixed body.
func (c *Component) checkFixed(m *state.Model, e *state.Element) error {
	if t, typed := m.Type(e.TypeID); c.Width != 0 || c.Depth != 0 || c.Height != 0 || (typed && len(t.Parts) > 0) {
		return state.Errorf(state.ConstraintViolated,
			"the component has a fixed body: it has no width, depth and height, and no type with a body").With(
			"parameter", "body_id")
	}
	body, err := c.Body(m, e)
	if err != nil {
		return err
	}
	drawn, err := c.Drawn(m, e)
	if err != nil {
		return err
	}
	return CheckWithin(m, body, drawn...)
}

// heightsOf returns the lowest and the highest point of the parts above the foot.
func heightsOf(parts []state.ComponentPart) (low, high geometry.Length) {
	for i, p := range parts {
		if i == 0 || p.At.Z < low {
			low = p.At.Z
		}
		if top := p.At.Z + p.Height; i == 0 || top > high {
			high = top
		}
	}
	return low, high
}

func (c *Component) Moved(t state.Transform) state.Params {
	k := *c
	k.Location = t.Space(c.Location)
	k.Rotation = (c.Rotation + t.Rotation) % geometry.FullTurn
	return &k
}

func (c *Component) Anchor(*state.Model, *state.Element) geometry.Point3 { return c.Location }

func (c *Component) Centre() geometry.Point2 { return c.Location.XY() }

func (*Component) FixedField() **state.FixedShape { return nil }

func (c *Component) Label() string { return c.Tag }

func (c *Component) WithBody(id state.ID) state.Params {
	with := *c
	with.BodyID = id
	return &with
}

// ComponentCategory is a category of components.
type ComponentCategory string

// Enum lists the categories of components.
func (ComponentCategory) Enum() []string {
	return []string{"furniture", "equipment", "terminal", "sanitary"}
}

// ComponentUses lists the uses of components of a category, or nil for other categories.
func ComponentUses(c state.Category) []string {
	if !c.Known() {
		return nil
	}
	return slices.Clone(state.Rows[c].Uses)
}

// CheckUse refuses a use that components of the category do not have. An empty use is allowed.
func CheckUse(c state.Category, use state.ComponentUse) error {
	uses := ComponentUses(c)
	if use == "" || slices.Contains(uses, string(use)) {
		return nil
	}
	return state.Errorf(state.OutOfRange, "a %s cannot be used as %q: give one of %s, or leave use out", c,
		use, strings.Join(uses, ", ")).
		With("parameter", "use").With("allowed", uses)
}
