package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// FixedPiece is a fixed body in its place, with its IFC class. BodyID is "" for a whole that consists of its parts.
type FixedPiece struct {
	Location       geometry.Point3 `json:"location"` // z above the level
	Rotation       geometry.Angle  `json:"rotation,omitempty"`
	BodyID         ID              `json:"body_id,omitempty"`   // in the library of bodies
	IfcClass       string          `json:"ifc_class,omitempty"` // "" for that of the category
	PredefinedType string          `json:"predefined_type,omitempty"`
	ObjectType     string          `json:"object_type,omitempty"`
	Tag            string          `json:"tag,omitempty"`
	GrossVolume    float64         `json:"gross_volume_m3,omitempty"` // before openings were cut; 0 where none were
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
	Origin     *Origin          `json:"origin,omitempty"`
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

// grossOr returns the volume of a piece before openings were cut into it, given that of its body.
func (p FixedPiece) grossOr(net float64) float64 {
	if p.GrossVolume > 0 {
		return p.GrossVolume
	}
	return net
}

func (p FixedPiece) moved(t Transform) FixedPiece {
	p.Location = t.space(p.Location)
	p.Rotation = (p.Rotation + t.Rotation) % geometry.FullTurn
	return p
}

// PieceQuantities returns what is measured of a piece.
func (m *Model) PieceQuantities(p FixedPiece) ([]Quantity, error) {
	alone := FixedShape{FixedPiece: p}
	return alone.quantities(m)
}
