package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// Proxy is an element with a fixed body: the result of a boolean operation, or an import without parameters. It is
// named after IfcBuildingElementProxy, as which it is exported unless IfcClass names another class. One that is
// imported may have no body: a sensor that its file does not draw, or an assembly whose parts are elements by
// themselves.
type Proxy struct {
	BodyID         ID              `json:"body_id" rule:"fixed"` // in the library of bodies; "" for no body
	Location       geometry.Point3 `json:"location"`
	Rotation       geometry.Angle  `json:"rotation,omitempty"`
	IfcClass       string          `json:"ifc_class,omitempty"`
	PredefinedType string          `json:"predefined_type,omitempty"`
	ObjectType     string          `json:"object_type,omitempty"`
	Tag            string          `json:"tag,omitempty"`
	Combination    *Combination    `json:"combination,omitempty" rule:"fixed"` // of the result of a boolean operation
}

func (p *Proxy) check(m *Model, e *Element) error {
	if err := checkIfcClass(p.IfcClass, p.PredefinedType, p.ObjectType, p.Tag); err != nil {
		return err
	}
	body, err := p.body(m, e)
	if err != nil {
		return err
	}
	if p.BodyID == "" {
		return m.checkBounds("location", p.frame(m, e).Origin)
	}
	return m.checkWithin(body)
}

// checkWithin checks a body in world coordinates against the model's bounds.
func (m *Model) checkWithin(body geometry.Body) error {
	if box := body.Bounds(); !m.Bounds().Contains(box) {
		return Errorf(OutOfModelBounds,
			"the body reaches from %s to %s, beyond the model's bounds of %s mm about the origin: move it nearer",
			place3(box.Min), place3(box.Max), m.Info().HalfExtent).
			With("parameter", "location").With("max", m.Info().HalfExtent)
	}
	return nil
}

// place3 writes a point for a message.
func place3(p geometry.Point3) string { return string(mustJSON(p)) }

func (p *Proxy) moved(t Transform) Params {
	k := *p
	k.Location = t.space(p.Location)
	k.Rotation = (p.Rotation + t.Rotation) % geometry.FullTurn
	return &k
}

func (p *Proxy) anchor(*Model, *Element) geometry.Point3 { return p.Location }

func (p *Proxy) centre() geometry.Point2 { return p.Location.XY() }

func (*Proxy) fixedField() **FixedShape { return nil }

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
	if p.BodyID == "" {
		return nil, nil
	}
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
	if p.BodyID == "" {
		return nil, nil
	}
	solids, err := m.fixedSolids(p.BodyID)
	if err != nil {
		return nil, err
	}
	return []Quantity{area("NetSurfaceArea", solids.Area()), volume("NetVolume", solids.Volume())}, nil
}

// ProxyShape is a fixed body, if there is one, and the frame that it stands in.
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
	if p.BodyID == "" {
		return ProxyShape{Frame: p.frame(m, e)}, nil
	}
	solids, err := m.fixedSolids(p.BodyID)
	return ProxyShape{p.frame(m, e), p.BodyID, solids}, err
}
