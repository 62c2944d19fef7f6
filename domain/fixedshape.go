package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// FixedShape is the shape of an element whose body does not follow from the parameters of its category: a curved wall,
// a vault, a stair, a facade, a fitting or a beam of another program. It replaces the parameters, and only an import
// creates it. A curtain wall or a stair often has parts. They belong to it: they are moved, copied and deleted with it,
// and are exported as elements of their own that it aggregates.
type FixedShape struct {
	FixedPiece
	Parts []FixedPart `json:"parts,omitempty"`
	Ports []FixedPort `json:"ports,omitempty"` // of a fitting
}

// FixedPiece is a fixed body in its place, with its IFC class. BodyID is "" for a whole that consists of its parts.
type FixedPiece struct {
	Location       geometry.Point3 `json:"location"` // z above the level
	Rotation       geometry.Angle  `json:"rotation,omitempty"`
	BodyID         ID              `json:"body_id,omitempty"`   // in the library of bodies
	IfcClass       string          `json:"ifc_class,omitempty"` // "" for that of the category
	PredefinedType string          `json:"predefined_type,omitempty"`
	ObjectType     string          `json:"object_type,omitempty"`
	Tag            string          `json:"tag,omitempty"`
}

// FixedPart is a part of a fixed shape, such as a flight of a stair or a plate of a curtain wall, with everything that
// its file states of it.
type FixedPart struct {
	ID   ID     `json:"id"` // that its GlobalId stands for
	Name string `json:"name,omitempty"`
	FixedPiece
	MaterialID ID               `json:"material_id,omitempty"`
	Psets      []PropertySet    `json:"psets,omitempty"`
	Codes      []Classification `json:"classification,omitempty"`
}

// FixedPort is an end of a fitting with a fixed shape. Its profile is that of the port connected to it.
type FixedPort struct {
	At     geometry.Point3 `json:"at"`     // z above the level
	Toward geometry.Point3 `json:"toward"` // a point on the way out
}

// maxFixedParts and maxFixedPorts bound a fixed shape: a facade of 100 m by 30 m on a grid of 1 m has about ten
// thousand parts; manifolds have a few dozen ports.
const (
	maxFixedParts = 10_000
	maxFixedPorts = 100
)

// FixedOf returns the fixed shape of an element, nil for one whose body follows from parameters. Proxies and components
// have fixed bodies of their own kind.
func FixedOf(e *Element) *FixedShape {
	if f := e.Params.fixed(); f != nil {
		return *f
	}
	return nil
}

// WithFixed returns the element with another fixed shape. Elements of categories without fixed shapes stay as they are.
func (e *Element) WithFixed(f *FixedShape) *Element {
	if e.Params.fixed() == nil {
		return e
	}
	return e.with(func(c *Element) {
		c.Params = clone(e.Params)
		*c.Params.fixed() = f
	})
}

// Bodies lists the bodies of the shape and then of its parts in their order; "" for a piece without a body.
func (f *FixedShape) Bodies() []ID {
	out := []ID{f.BodyID}
	for _, p := range f.Parts {
		out = append(out, p.BodyID)
	}
	return out
}

// WithBodies returns the shape with bodies of the library, in the order of [FixedShape.Bodies]. Pieces beyond the end
// of ids keep theirs.
func (f *FixedShape) WithBodies(ids []ID) *FixedShape {
	out := *f
	out.Parts = slices.Clone(f.Parts)
	for i, id := range ids {
		switch {
		case i == 0:
			out.BodyID = id
		case i <= len(out.Parts):
			out.Parts[i-1].BodyID = id
		}
	}
	return &out
}

// remade returns the shape with each part's material replaced.
func (f *FixedShape) remade(material func(ID) ID) *FixedShape {
	out := *f
	out.Parts = slices.Clone(f.Parts)
	for i := range out.Parts {
		out.Parts[i].MaterialID = material(out.Parts[i].MaterialID)
	}
	return &out
}

// PieceFrame returns the frame, in the world, of the body of a piece of an element on a level.
func (m *Model) PieceFrame(p FixedPiece, level ID) geometry.Placement {
	out := horizontal(0)
	out.Origin = p.Location.Add(geometry.Point3{Z: m.elevation(level)})
	out.X.X, out.X.Y = p.Rotation.Cos(), p.Rotation.Sin()
	return out
}

// PieceSolids returns the body of a piece in its frame, none for a piece without one.
func (m *Model) PieceSolids(p FixedPiece) (geometry.Body, error) {
	if p.BodyID == "" {
		return nil, nil
	}
	return m.fixedSolids(p.BodyID)
}

func (m *Model) bodyOfPiece(p FixedPiece, level ID) (geometry.Body, error) {
	solids, err := m.PieceSolids(p)
	if err != nil || p.BodyID == "" {
		return nil, err
	}
	return standing(m.PieceFrame(p, level), solids), nil
}

// body returns the solids of the shape and of its parts in the world.
func (f *FixedShape) body(m *Model, e *Element) (geometry.Body, error) {
	out, err := m.bodyOfPiece(f.FixedPiece, e.LevelID)
	if err != nil {
		return nil, err
	}
	for _, p := range f.Parts {
		more, err := m.bodyOfPiece(p.FixedPiece, e.LevelID)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// measured returns the quantities of an element with the shape; for a door or window also its size, if the file states
// it.
func (f *FixedShape) measured(m *Model, e *Element) ([]Quantity, error) {
	out, err := f.quantities(m)
	if w, h := fixedSize(e); w > 0 && h > 0 {
		out = append(fillingQuantities(w, h), out...)
	}
	return out, err
}

// fixedSize returns the stated size of a door or window with a fixed shape, zeros for none.
func fixedSize(e *Element) (width, height geometry.Length) {
	if p, ok := e.Params.(filling); ok {
		return p.size()
	}
	return 0, 0
}

// quantities are what can be measured of any body. Parts may touch: the surface is that of all of them.
func (f *FixedShape) quantities(m *Model) ([]Quantity, error) {
	surface, content := 0.0, 0.0
	for _, id := range f.Bodies() {
		solids, err := m.PieceSolids(FixedPiece{BodyID: id})
		if err != nil {
			return nil, err
		}
		surface, content = surface+solids.Area(), content+solids.Volume()
	}
	return []Quantity{area("NetSurfaceArea", surface), volume("GrossVolume", content), volume("NetVolume", content)}, nil
}

// movedParams returns an element's parameters after a move.
func movedParams(e *Element, t Transform) Params {
	if f := FixedOf(e); f != nil {
		return e.WithFixed(f.moved(t)).Params
	}
	return e.Params.moved(t)
}

func (f *FixedShape) moved(t Transform) *FixedShape {
	out := FixedShape{FixedPiece: f.FixedPiece.moved(t), Parts: slices.Clone(f.Parts), Ports: slices.Clone(f.Ports)}
	for i := range out.Parts {
		out.Parts[i].FixedPiece = out.Parts[i].FixedPiece.moved(t)
	}
	for i, p := range out.Ports {
		out.Ports[i] = FixedPort{t.space(p.At), t.space(p.Toward)}
	}
	return &out
}

func (p FixedPiece) moved(t Transform) FixedPiece {
	p.Location = t.space(p.Location)
	p.Rotation = (p.Rotation + t.Rotation) % geometry.FullTurn
	return p
}

// copied returns the shape for a copy of its element, with new ids for its parts.
func (f *FixedShape) copied(newID func() ID) *FixedShape {
	out := *f
	out.Parts = slices.Clone(f.Parts)
	for i := range out.Parts {
		out.Parts[i].ID = newID()
	}
	return &out
}

// fixedPorts returns the ports of a fitting with a fixed shape.
func (f *Fitting) fixedPorts(m *Model, e *Element) []Port {
	up := geometry.Point3{Z: m.elevation(e.LevelID)}
	out := make([]Port, len(f.Fixed.Ports))
	for i, p := range f.Fixed.Ports {
		profile := m.profileOpposite(PortRef{e.ID, fittingPort(i)})
		frame := sectionFrame(p.At, p.Toward, profile, 0)
		out[i] = Port{fittingPort(i), p.At.Add(up), frame.Z, frame.X, profile, FlowBoth}
	}
	return out
}

// profileOpposite returns the profile of what a port is connected to, none where that is not known.
func (m *Model) profileOpposite(own PortRef) geometry.Profile {
	c, ok := m.ConnectionAt(own)
	if !ok {
		return geometry.Profile{}
	}
	opposite := c.Opposite(own)
	e, ok := m.Element(opposite.ElementID)
	if !ok || FixedOf(e) != nil {
		return geometry.Profile{}
	}
	port, _ := m.portOf(opposite)
	return port.Profile
}

// findParametric returns an element of one of the categories whose body follows from parameters.
func (m *Model) findParametric(id ID, categories ...Category) (*Element, error) {
	e, err := m.findOf(id, categories...)
	if err == nil && FixedOf(e) != nil {
		err = fixedOnly(e)
	}
	return e, err
}

// fixedOnly returns the error of asking for the parametric shape of an element that has none.
func fixedOnly(e *Element) error {
	return Errorf(IllegalState, "%s %q has a fixed body, which follows from no parameters", e.Category, e.Name).With("element_id", e.ID)
}

// PieceQuantities returns what is measured of a piece.
func (m *Model) PieceQuantities(p FixedPiece) ([]Quantity, error) {
	alone := FixedShape{FixedPiece: p}
	return alone.quantities(m)
}
