package state

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// FixedShape is the shape of an element whose body does not follow from the parameters of its category: a curved wall,
// a vault, a stair, a facade, a fitting or a beam of another program. It replaces the parameters, and only an import
// creates it. A curtain wall or a stair often has parts. The parts are moved, copied and deleted with the element, and
// exported as separate elements that it aggregates.
type FixedShape struct {
	FixedPiece
	Parts []FixedPart `json:"parts,omitempty"`
	Ports []FixedPort `json:"ports,omitempty"` // of a fitting
}

// FixedOf returns the fixed shape of an element, or nil if its body follows from parameters. Proxies and components
// have other kinds of fixed bodies.
func FixedOf(e *Element) *FixedShape {
	if f := e.Params.FixedField(); f != nil {
		return *f
	}
	return nil
}

// WithFixed returns the element with another fixed shape. Elements of categories without fixed shapes stay unchanged.
func (e *Element) WithFixed(f *FixedShape) *Element {
	if e.Params.FixedField() == nil {
		return e
	}
	return e.With(func(c *Element) {
		c.Params = Clone(e.Params)
		*c.Params.FixedField() = f
	})
}

// Bodies lists the bodies of the shape and of its parts, in order; "" for a piece without a body.
func (f *FixedShape) Bodies() []ID {
	out := []ID{f.BodyID}
	for _, p := range f.Parts {
		out = append(out, p.BodyID)
	}
	return out
}

// Pieces lists the shape itself and then its parts.
func (f *FixedShape) Pieces() []FixedPiece {
	out := []FixedPiece{f.FixedPiece}
	for _, p := range f.Parts {
		out = append(out, p.FixedPiece)
	}
	return out
}

// WithBodies returns the shape with other bodies from the library, in the order of [FixedShape.Bodies]. Pieces beyond
// the end of ids keep their bodies.
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

// Remade returns the shape with each part's material replaced.
func (f *FixedShape) Remade(material func(ID) ID) *FixedShape {
	out := *f
	out.Parts = slices.Clone(f.Parts)
	for i := range out.Parts {
		out.Parts[i].MaterialID = material(out.Parts[i].MaterialID)
	}
	return &out
}

func (f *FixedShape) Moved(t Transform) *FixedShape {
	out := FixedShape{FixedPiece: f.FixedPiece.moved(t), Parts: slices.Clone(f.Parts), Ports: slices.Clone(f.Ports)}
	for i := range out.Parts {
		out.Parts[i].FixedPiece = out.Parts[i].FixedPiece.moved(t)
	}
	for i, p := range out.Ports {
		out.Ports[i] = FixedPort{t.Space(p.At), t.Space(p.Toward)}
	}
	return &out
}

// Copied returns the shape for a copy of its element, with new ids for its parts.
func (f *FixedShape) Copied(newID func() ID) *FixedShape {
	out := *f
	out.Parts = slices.Clone(f.Parts)
	out.Tag = ""
	for i := range out.Parts {
		out.Parts[i].ID, out.Parts[i].Tag = newID(), ""
	}
	return &out
}

// FixedBody is a body that does not follow from parameters: imported, or the result of a boolean operation. It belongs
// to the library of the model. Its id derives from its content, so that elements with the same shape share one body,
// and copies, moves, branches and merges refer to it by id. Bodies are never changed.
type FixedBody struct {
	ID    ID     `json:"id"`
	Body  string `json:"body"`            // solids, see geometry.BodyText
	Drawn string `json:"drawn,omitempty"` // open surfaces and lines, which have no volume, see geometry.DrawnText
}

// BodyDefined adds a body to the library.
type BodyDefined struct {
	FixedBody
}

// Touched returns the existence facet of the body.
func (e *BodyDefined) Touched() []Touch { return []Touch{{e.ID, ExistenceFacets}} }

func (e *BodyDefined) complete() bool { return e.ID != "" }

func (e *BodyDefined) Evolve(m *Model) {
	body := e.FixedBody
	m.Bodies.Set(body.ID, &body)
}

// FixedBody returns a body of the library by id.
func (m *Model) FixedBody(id ID) (*FixedBody, bool) { return m.Bodies.Get(id) }

// EachBody calls f for every body of the library in the order of ids, until f returns false. It returns true if f
// returned true for all bodies.
func (m *Model) EachBody(f func(*FixedBody) bool) bool {
	going := true
	m.Bodies.Scan(func(_ ID, b *FixedBody) bool {
		going = f(b)
		return going
	})
	return going
}

// FixedSolids returns the solids of a body of the library.
func (m *Model) FixedSolids(id ID) (geometry.Body, error) {
	fixed, ok := m.FixedBody(id)
	if !ok {
		return nil, Errorf(NotFound, "no body %q in the library of this model", id).With("body_id", id)
	}
	body, err := geometry.ParseBody(fixed.Body)
	if err != nil {
		return nil, Errorf(StoreCorrupt, "body %s cannot be read: %w", id, err).With("body_id", id)
	}
	return body, nil
}

// FixedDrawn returns the open surfaces and the lines of a body of the library, nil for none.
func (m *Model) FixedDrawn(id ID) ([]geometry.Drawn, error) {
	fixed, ok := m.FixedBody(id)
	if !ok {
		return nil, Errorf(NotFound, "no body %q in the library of this model", id).With("body_id", id)
	}
	items, err := geometry.ParseDrawn(fixed.Drawn)
	if err != nil {
		return nil, Errorf(StoreCorrupt, "what body %s draws cannot be read: %w", id, err).With("body_id", id)
	}
	return items, nil
}

// FixedPiece is a fixed body in its place, with its IFC class. BodyID is "" for a whole that consists of its parts.
type FixedPiece struct {
	Location       geometry.Point3 `json:"location"` // z above the level
	Rotation       geometry.Angle  `json:"rotation,omitempty"`
	BodyID         ID              `json:"body_id,omitempty"`   // in the library of bodies
	IfcClass       string          `json:"ifc_class,omitempty"` // "" for the class of the category
	PredefinedType string          `json:"predefined_type,omitempty"`
	ObjectType     string          `json:"object_type,omitempty"`
	Tag            string          `json:"tag,omitempty"`
	GrossVolume    float64         `json:"gross_volume_m3,omitempty"` // before openings were cut; 0 if there were none
}

// FixedPart is a part of a fixed shape, such as a flight of a stair or a plate of a curtain wall, with all data from
// its file.
type FixedPart struct {
	ID   ID     `json:"id"` // corresponds to its GlobalId
	Name string `json:"name,omitempty"`
	FixedPiece
	MaterialID ID               `json:"material_id,omitempty"`
	Psets      []PropertySet    `json:"psets,omitempty"`
	Codes      []Classification `json:"classification,omitempty"`
	Origin     *Origin          `json:"origin,omitempty"`
}

// PieceSolids returns the body of a piece in its frame, or nil for a piece without a body.
func (m *Model) PieceSolids(p FixedPiece) (geometry.Body, error) {
	if p.BodyID == "" {
		return nil, nil
	}
	return m.FixedSolids(p.BodyID)
}

// GrossOr returns the volume of a piece before openings were cut into it, or the given net volume if the gross volume
// is unknown.
func (p FixedPiece) GrossOr(net float64) float64 {
	if p.GrossVolume > 0 {
		return p.GrossVolume
	}
	return net
}

func (p FixedPiece) moved(t Transform) FixedPiece {
	p.Location = t.Space(p.Location)
	p.Rotation = (p.Rotation + t.Rotation) % geometry.FullTurn
	return p
}

// FixedPort is an end of a fitting with a fixed shape. Its profile is the profile of the port that is connected to it.
type FixedPort struct {
	At     geometry.Point3 `json:"at"`     // z above the level
	Toward geometry.Point3 `json:"toward"` // a point in the outward direction
}
