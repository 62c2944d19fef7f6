package domain

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Proxy is an element with a fixed body: the result of a boolean operation, or an import without parameters. It is
// named after IfcBuildingElementProxy, as which it is exported unless IfcClass names another class.
type Proxy struct {
	BodyID         ID              `json:"body_id" rule:"fixed"` // in the library of bodies
	Location       geometry.Point3 `json:"location"`
	Rotation       geometry.Angle  `json:"rotation,omitempty"`
	IfcClass       string          `json:"ifc_class,omitempty"`
	PredefinedType string          `json:"predefined_type,omitempty"`
	ObjectType     string          `json:"object_type,omitempty"`
	Tag            string          `json:"tag,omitempty"`
	Combination    *Combination    `json:"combination,omitempty" rule:"fixed"` // of the result of a boolean operation
}

// maxLabelText bounds class names, object types and tags; IFC allows 255 characters in a label.
const maxLabelText = 255

// ifcName is the form of the names of IFC's classes, ifcItem that of the items of their enumerations.
var (
	ifcName = regexp.MustCompile(`^Ifc[A-Z][A-Za-z0-9]*$`)
	ifcItem = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
)

func (p *Proxy) check(m *Model, e *Element) error {
	if err := checkIfcClass(p.IfcClass, p.PredefinedType, p.ObjectType, p.Tag); err != nil {
		return err
	}
	body, err := p.body(m, e)
	if err != nil {
		return err
	}
	return m.checkWithin(body)
}

// checkWithin checks a body in world coordinates against the model's bounds.
func (m *Model) checkWithin(body geometry.Body) error {
	if box := body.Bounds(); !m.Bounds().Contains(box) {
		return Errorf(OutOfModelBounds, "the body reaches from %s to %s, beyond the model's bounds of %s mm about the origin: move it nearer", place3(box.Min), place3(box.Max), m.info.HalfExtent).
			With("parameter", "location").With("max", m.info.HalfExtent)
	}
	return nil
}

// place3 writes a point for a message.
func place3(p geometry.Point3) string { return string(mustJSON(p)) }

// checkIfcClass refuses a class, predefined type, object type or tag that IFC does not allow.
func checkIfcClass(class, predefined, objectType, tag string) error {
	switch {
	case class != "" && (len(class) > maxLabelText || !ifcName.MatchString(class)):
		return Errorf(OutOfRange, "ifc_class %q is not the name of a class: give one such as IfcFurniture, or leave it out", class).With("parameter", "ifc_class")
	case predefined != "" && (len(predefined) > maxLabelText || !ifcItem.MatchString(predefined)):
		return Errorf(OutOfRange, "predefined_type %q is not an item in capitals: give one such as BRACE, or leave it out", predefined).With("parameter", "predefined_type")
	case len(objectType) > maxLabelText:
		return Errorf(OutOfRange, "object_type is longer than %d bytes", maxLabelText).With("parameter", "object_type")
	case len(tag) > maxLabelText:
		return Errorf(OutOfRange, "tag is longer than %d bytes", maxLabelText).With("parameter", "tag")
	}
	return nil
}

func (p *Proxy) moved(t Transform) Params {
	k := *p
	k.Location = t.space(p.Location)
	k.Rotation = (p.Rotation + t.Rotation) % geometry.FullTurn
	return &k
}

func (p *Proxy) anchor(*Model, *Element) geometry.Point3 { return p.Location }

func (p *Proxy) centre() geometry.Point2 { return p.Location.XY() }

func (*Proxy) checkMove(*Model, *Element, MoveElement) error { return nil }

func (*Proxy) checkCopy(*Element) error { return nil }

func (*Proxy) fixed() **FixedShape { return nil }

func (p *Proxy) withBody(id ID) Params {
	with := *p
	with.BodyID = id
	return &with
}

// frame returns where the body is in the world.
func (p *Proxy) frame(m *Model, e *Element) geometry.Placement {
	out := horizontal(0)
	out.Origin = p.Location.Add(geometry.Point3{Z: m.elevation(e.LevelID)})
	out.X.X, out.X.Y = p.Rotation.Cos(), p.Rotation.Sin()
	return out
}

func (p *Proxy) body(m *Model, e *Element) (geometry.Body, error) {
	solids, err := m.fixedSolids(p.BodyID)
	if err != nil {
		return nil, err
	}
	return standing(p.frame(m, e), solids), nil
}

// standing transforms solids from a frame into the world.
func standing(frame geometry.Placement, solids geometry.Body) geometry.Body {
	for i := range solids {
		solids[i].Frame = frame.Compose(solids[i].Frame)
	}
	return solids
}

func (p *Proxy) quantities(m *Model, _ *Element) ([]Quantity, error) {
	solids, err := m.fixedSolids(p.BodyID)
	if err != nil {
		return nil, err
	}
	return []Quantity{area("NetSurfaceArea", solids.Area()), volume("NetVolume", solids.Volume())}, nil
}

// ProxyShape is a fixed body and the frame that it stands in.
type ProxyShape struct {
	Frame  geometry.Placement // in the world
	BodyID ID
	Solids geometry.Body // in Frame
}

// ProxyShape returns the body of a proxy in its own frame.
func (m *Model) ProxyShape(e *Element) (ProxyShape, error) {
	p, ok := e.Params.(*Proxy)
	if !ok {
		return ProxyShape{}, Errorf(IllegalState, "a %s has no fixed body", e.Category)
	}
	solids, err := m.fixedSolids(p.BodyID)
	return ProxyShape{p.frame(m, e), p.BodyID, solids}, err
}

// SolidInput is a closed surface as a caller gives it.
type SolidInput struct {
	Vertices []geometry.Point3 `json:"vertices"`
	Faces    [][]int           `json:"faces" jsonschema:"vertex numbers from 0, counter-clockwise from outside"`
}

// solid returns the surface in the frame of the element. Numbers that no vertex can have become -1, which the check names.
func (s SolidInput) solid() geometry.Solid {
	out := geometry.Solid{Frame: geometry.World(), Vertices: s.Vertices, Faces: make([]geometry.Face, len(s.Faces))}
	for i, f := range s.Faces {
		loop := make([]int32, len(f))
		for k, v := range f {
			if loop[k] = int32(v); int(loop[k]) != v {
				loop[k] = -1
			}
		}
		out.Faces[i].Loops = [][]int32{loop}
	}
	return out
}

// CreateProxy adds an element with a fixed body. The body is given in the frame of the element: its origin is Location,
// z above the level, and it is turned by Rotation.
type CreateProxy struct {
	LevelID        ID              `json:"level_id"`
	Location       geometry.Point3 `json:"location" jsonschema:"z above the level"`
	Rotation       geometry.Angle  `json:"rotation,omitempty"`
	Solids         []SolidInput    `json:"solids"`
	Body           geometry.Body   `json:"-"` // in place of Solids, for callers that have one
	IfcClass       string          `json:"ifc_class,omitempty" jsonschema:"default IfcBuildingElementProxy"`
	PredefinedType string          `json:"predefined_type,omitempty"`
	ObjectType     string          `json:"object_type,omitempty"`
	Tag            string          `json:"tag,omitempty"`
	Material       string          `json:"material,omitempty" jsonschema:"id or name"`
	Name           string          `json:"name,omitempty"`
	Properties     PropertySets    `json:"properties,omitempty"`
}

func (c CreateProxy) decide(t *transaction) error {
	if err := t.model.checkBounds("location", c.Location); err != nil {
		return err
	}
	solids := slices.Clone(c.Body)
	for _, s := range c.Solids {
		solids = append(solids, s.solid())
	}
	body, err := t.fix(solids)
	if err != nil {
		return err
	}
	return t.createMember(&Element{ID: t.newID(), Category: CategoryProxy, Name: c.Name, LevelID: c.LevelID, Params: &Proxy{
		BodyID: body, Location: c.Location, Rotation: c.Rotation, IfcClass: c.IfcClass,
		PredefinedType: c.PredefinedType, ObjectType: strings.TrimSpace(c.ObjectType), Tag: strings.TrimSpace(c.Tag),
	}}, c.Material, c.Properties)
}
