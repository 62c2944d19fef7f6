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

// maxFixedParts and maxFixedPorts bound a fixed shape: a facade of 100 m by 30 m on a grid of 1 m has about ten
// thousand parts; manifolds have a few dozen ports.
const (
	maxFixedParts = 10_000
	maxFixedPorts = 100
)

// FixedOf returns the fixed shape of an element, nil for one whose body follows from parameters. Proxies and components
// have fixed bodies of their own kind.
func FixedOf(e *Element) *FixedShape {
	if f := e.Params.fixedField(); f != nil {
		return *f
	}
	return nil
}

// WithFixed returns the element with another fixed shape. Elements of categories without fixed shapes stay as they are.
func (e *Element) WithFixed(f *FixedShape) *Element {
	if e.Params.fixedField() == nil {
		return e
	}
	return e.with(func(c *Element) {
		c.Params = clone(e.Params)
		*c.Params.fixedField() = f
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

// pieces lists the shape itself and then its parts.
func (f *FixedShape) pieces() []FixedPiece {
	out := []FixedPiece{f.FixedPiece}
	for _, p := range f.Parts {
		out = append(out, p.FixedPiece)
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
	surface, content, gross := 0.0, 0.0, 0.0
	for _, piece := range f.pieces() {
		solids, err := m.PieceSolids(piece)
		if err != nil {
			return nil, err
		}
		net := solids.Volume()
		surface, content, gross = surface+solids.Area(), content+net, gross+piece.grossOr(net)
	}
	return []Quantity{area("NetSurfaceArea", surface), volume("GrossVolume", gross),
		volume("NetVolume", content)}, nil
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

// copied returns the shape for a copy of its element, with new ids for its parts.
func (f *FixedShape) copied(newID func() ID) *FixedShape {
	out := *f
	out.Parts = slices.Clone(f.Parts)
	out.Tag = ""
	for i := range out.Parts {
		out.Parts[i].ID, out.Parts[i].Tag = newID(), ""
	}
	return &out
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
	return Errorf(IllegalState, "%s %q has a fixed body, which follows from no parameters", e.Category,
		e.Name).With("element_id", e.ID)
}
