package component

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Proxy is an element with a fixed body: the result of a boolean operation, or an import without parameters. It is
// named after IfcBuildingElementProxy and exported as that class, unless IfcClass names another one. An imported proxy
// may have no body: a sensor that its file does not draw, or an assembly whose parts are separate elements.
type Proxy struct {
	BodyID         state.ID           `json:"body_id" rule:"fixed"` // in the library of bodies; "" without a body
	Location       geometry.Point3    `json:"location"`
	Rotation       geometry.Angle     `json:"rotation,omitempty"`
	IfcClass       string             `json:"ifc_class,omitempty"`
	PredefinedType string             `json:"predefined_type,omitempty"`
	ObjectType     string             `json:"object_type,omitempty"`
	Tag            string             `json:"tag,omitempty"`
	Combination    *state.Combination `json:"combination,omitempty" rule:"fixed"` // of the result of a boolean operation
}

func (p *Proxy) Check(m *state.Model, e *state.Element) error {
	if err := bodyshape.CheckIfcClass(p.IfcClass, p.PredefinedType, p.ObjectType, p.Tag); err != nil {
		return err
	}
	body, err := p.Body(m, e)
	if err != nil {
		return err
	}
	if p.BodyID == "" {
		return m.CheckBounds("location", p.frame(m, e).Origin)
	}
	drawn, err := p.Drawn(m, e)
	if err != nil {
		return err
	}
	return CheckWithin(m, body, drawn...)
}

// CheckWithin checks a body and its drawn items, in world coordinates, against the model's bounds.
func CheckWithin(m *state.Model, body geometry.Body, drawn ...geometry.Drawn) error {
	box := body.Bounds()
	for i := range drawn {
		box = box.Union(drawn[i].Bounds())
	}
	if !m.Bounds().Contains(box) {
		return state.Errorf(state.OutOfModelBounds,
			"the body reaches from %s to %s, beyond the model's bounds of %s mm about the origin: move it nearer",
			bodyshape.Place3(box.Min), bodyshape.Place3(box.Max), m.Info().HalfExtent).
			With("parameter", "location").With("max", m.Info().HalfExtent)
	}
	return nil
}

func (p *Proxy) Moved(t state.Transform) state.Params {
	k := *p
	k.Location = t.Space(p.Location)
	k.Rotation = (p.Rotation + t.Rotation) % geometry.FullTurn
	return &k
}

func (p *Proxy) Anchor(*state.Model, *state.Element) geometry.Point3 { return p.Location }

func (p *Proxy) Centre() geometry.Point2 { return p.Location.XY() }

func (*Proxy) FixedField() **state.FixedShape { return nil }

func (p *Proxy) WithBody(id state.ID) state.Params {
	with := *p
	with.BodyID = id
	return &with
}

// frame returns the frame of the body in world coordinates.
func (p *Proxy) frame(m *state.Model, e *state.Element) geometry.Placement {
	out := bodyshape.Horizontal(0)
	out.Origin = p.Location.Add(geometry.Point3{Z: bodyshape.ElevationOf(m, e.LevelID)})
	out.X.X, out.X.Y = p.Rotation.Cos(), p.Rotation.Sin()
	return out
}

func (p *Proxy) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	if p.BodyID == "" {
		return nil, nil
	}
	solids, err := m.FixedSolids(p.BodyID)
	if err != nil {
		return nil, err
	}
	return bodyshape.Standing(p.frame(m, e), solids), nil
}

// Drawn returns the open surfaces and the lines of the proxy in world coordinates.
func (p *Proxy) Drawn(m *state.Model, e *state.Element) ([]geometry.Drawn, error) {
	if p.BodyID == "" {
		return nil, nil
	}
	return bodyshape.DrawnIn(m, p.BodyID, p.frame(m, e))
}

func (p *Proxy) Quantities(m *state.Model, _ *state.Element) ([]state.Quantity, error) {
	if p.BodyID == "" {
		return nil, nil
	}
	solids, err := m.FixedSolids(p.BodyID)
	if err != nil {
		return nil, err
	}
	return []state.Quantity{bodyshape.Area("NetSurfaceArea", solids.Area()),
		bodyshape.Volume("NetVolume", solids.Volume())}, nil
}

// ProxyShape holds the frame of a proxy and its fixed body, if it has one.
type ProxyShape struct {
	Frame  geometry.Placement // in world coordinates
	BodyID state.ID
	Solids geometry.Body // in Frame
}

// ProxyShapeOf returns the body of a proxy in its own frame.
func ProxyShapeOf(m *state.Model, e *state.Element) (ProxyShape, error) {
	p, ok := e.Params.(*Proxy)
	if !ok {
		return ProxyShape{}, state.Errorf(state.IllegalState, "a %s has no fixed body", e.Category)
	}
	if p.BodyID == "" {
		return ProxyShape{Frame: p.frame(m, e)}, nil
	}
	solids, err := m.FixedSolids(p.BodyID)
	return ProxyShape{p.frame(m, e), p.BodyID, solids}, err
}

// SolidInput is a closed surface in the form in which callers give it.
type SolidInput struct {
	Vertices []geometry.Point3 `json:"vertices"`
	Faces    [][]int           `json:"faces" jsonschema:"vertex numbers from 0, counter-clockwise from outside"`
}

// Solid returns the surface in the frame of the element. A number that is too large for a vertex becomes -1, so that
// the check of the solid reports it.
func (s SolidInput) Solid() geometry.Solid {
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
