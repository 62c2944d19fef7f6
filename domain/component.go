package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Component is a piece of furniture or equipment, a terminal or a sanitary fixture. Its body comes from its type, or is
// a box of its own size; an imported one may have a fixed body and the IFC class of its file. A wall, floor or ceiling
// may host it; it then moves with its host.
type Component struct {
	Use      ComponentUse    `json:"use,omitempty" jsonschema:"what it is; the type may say it instead"`
	Location geometry.Point3 `json:"location" jsonschema:"middle of the foot; z above the level"`
	Rotation geometry.Angle  `json:"rotation,omitempty" jsonschema:"counter-clockwise"`
	Width    geometry.Length `json:"width,omitempty" rule:"nonnegative" jsonschema:"of a box; or type_id"`
	Depth    geometry.Length `json:"depth,omitempty" rule:"nonnegative"`
	Height   geometry.Length `json:"height,omitempty" rule:"nonnegative"`
	BodyID   ID              `json:"body_id,omitempty" rule:"fixed" input:"-"` // in the library of bodies, in place of a size

	IfcClass       string `json:"ifc_class,omitempty" input:"-"` // unless it follows from the use
	PredefinedType string `json:"predefined_type,omitempty" input:"-"`
	ObjectType     string `json:"object_type,omitempty" input:"-"`
	Tag            string `json:"tag,omitempty" input:"-"`
}

func (c *Component) check(m *Model, e *Element) error {
	t, typed := m.Type(e.TypeID)
	shaped := typed && len(t.Parts) > 0
	switch {
	case shaped && (c.Width != 0 || c.Depth != 0 || c.Height != 0):
		return Errorf(ConstraintViolated, "type %q has the size: leave width, depth and height out, or place it without a type", t.Name).
			With("parameter", "width").With("type_id", t.ID)
	case shaped && c.Use != "" && t.Use != "" && c.Use != t.Use:
		return Errorf(ConstraintViolated, "use %q contradicts that of type %q, which is %q: leave use out or choose another type", c.Use, t.Name, t.Use).
			With("parameter", "use").With("type_id", t.ID)
	}
	if err := checkUse(e.Category, c.Use); err != nil {
		return err
	}
	if err := checkIfcClass(c.IfcClass, c.PredefinedType, c.ObjectType, c.Tag); err != nil {
		return err
	}
	if c.BodyID != "" {
		return c.checkFixed(m, e)
	}
	parts, err := m.componentParts(e, c)
	if err != nil {
		return err
	}
	low, high := heightsOf(parts)
	foot := m.elevation(e.LevelID) + c.Location.Z
	return m.checkHeights("location", foot+low, foot+high)
}

// checkFixed checks a component that has a fixed body.
func (c *Component) checkFixed(m *Model, e *Element) error {
	if t, typed := m.Type(e.TypeID); c.Width != 0 || c.Depth != 0 || c.Height != 0 || (typed && len(t.Parts) > 0) {
		return Errorf(ConstraintViolated, "the component has a fixed body: it has no width, depth and height, and no type with a body").With("parameter", "body_id")
	}
	body, err := c.body(m, e)
	if err != nil {
		return err
	}
	return m.checkWithin(body)
}

// heightsOf returns the lowest and the highest point of the parts above the foot.
func heightsOf(parts []ComponentPart) (low, high geometry.Length) {
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

func (c *Component) moved(t Transform) Params {
	k := *c
	k.Location = t.space(c.Location)
	k.Rotation = (c.Rotation + t.Rotation) % geometry.FullTurn
	return &k
}

func (c *Component) anchor(*Model, *Element) geometry.Point3 { return c.Location }

func (c *Component) centre() geometry.Point2 { return c.Location.XY() }

func (*Component) checkMove(*Model, *Element, MoveElement) error { return nil }

func (*Component) checkCopy(*Element) error { return nil }

func (*Component) fixed() **FixedShape { return nil }

func (c *Component) withBody(id ID) Params {
	with := *c
	with.BodyID = id
	return &with
}

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

// ComponentCategory is a category of components.
type ComponentCategory string

// Enum lists the categories of components.
func (ComponentCategory) Enum() []string {
	return []string{"furniture", "equipment", "terminal", "sanitary"}
}

// PlaceComponent adds a piece of furniture or equipment, a terminal or a sanitary fixture.
type PlaceComponent struct {
	Category ComponentCategory `json:"category"`
	LevelID  ID                `json:"level_id,omitempty" jsonschema:"or host_id"`
	HostID   ID                `json:"host_id,omitempty" jsonschema:"wall, floor or ceiling it goes along with"`
	Component
	TypeID     ID           `json:"type_id,omitempty"`
	Material   string       `json:"material,omitempty" jsonschema:"id or name"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c PlaceComponent) decide(t *transaction) error {
	if !slices.Contains(c.Category.Enum(), string(c.Category)) {
		return Errorf(OutOfRange, "%q is no category of components: give one of %v", c.Category, c.Category.Enum()).With("parameter", "category").With("allowed", c.Category.Enum())
	}
	component := c.Component
	e := &Element{ID: t.newID(), Category: Category(c.Category), Name: c.Name, TypeID: c.TypeID, Params: &component}
	level, err := t.levelFor(e.Category, c.LevelID, c.HostID)
	if err != nil {
		return err
	}
	e.LevelID = level
	if err := t.createMember(e, c.Material, c.Properties); err != nil {
		return err
	}
	t.host(e.ID, c.HostID)
	return nil
}

// levelFor returns the level of a new element that stands on a level or in a host: the host's, where there is one.
func (t *transaction) levelFor(category Category, level, host ID) (ID, error) {
	if host == "" {
		return level, nil
	}
	h, err := t.model.findOf(host, rows[category].hosts...)
	if err != nil {
		return "", err
	}
	if level != "" && level != h.LevelID {
		return "", Errorf(OutOfRange, "%s is on another level than level_id: leave level_id out, the level is the host's", h.describe()).
			With("parameter", "level_id").With("host_id", h.ID)
	}
	return h.LevelID, nil
}

// host emits that a host carries an element. An empty id emits nothing.
func (t *transaction) host(id, host ID) {
	if host != "" {
		t.emit(&ElementHosted{ElementID: id, HostID: host})
	}
}
