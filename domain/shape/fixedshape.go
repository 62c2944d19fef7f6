package shape

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// fixedShapeBody returns the solids of the shape and of its parts in world coordinates.
func fixedShapeBody(f *state.FixedShape, m *state.Model, e *state.Element) (geometry.Body, error) {
	out, err := BodyOfPiece(m, f.FixedPiece, e.LevelID)
	if err != nil {
		return nil, err
	}
	for _, p := range f.Parts {
		more, err := BodyOfPiece(m, p.FixedPiece, e.LevelID)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// FixedShapeQuantities returns the quantities that can be measured on any body. The surface is the sum of the surfaces
// of all parts, even if parts touch.
func FixedShapeQuantities(f *state.FixedShape, m *state.Model) ([]state.Quantity, error) {
	surface, content, gross := 0.0, 0.0, 0.0
	for _, piece := range f.Pieces() {
		solids, err := m.PieceSolids(piece)
		if err != nil {
			return nil, err
		}
		net := solids.Volume()
		surface, content, gross = surface+solids.Area(), content+net, gross+piece.GrossOr(net)
	}
	return []state.Quantity{Area("NetSurfaceArea", surface), Volume("GrossVolume", gross),
		Volume("NetVolume", content)}, nil
}

// MovedParams returns an element's parameters after a move.
func MovedParams(e *state.Element, t state.Transform) state.Params {
	if f := state.FixedOf(e); f != nil {
		return e.WithFixed(f.Moved(t)).Params
	}
	return e.Params.Moved(t)
}

// FindParametric returns an element of one of the categories whose body is derived from parameters.
func FindParametric(m *state.Model, id state.ID, categories ...state.Category) (*state.Element, error) {
	e, err := m.FindOf(id, categories...)
	if err == nil && state.FixedOf(e) != nil {
		err = FixedOnly(e)
	}
	return e, err
}

// FixedOnly returns the error for an element whose parametric shape is needed but whose shape is fixed.
func FixedOnly(e *state.Element) error {
	return state.Errorf(state.IllegalState, "%s %q has a fixed body, which follows from no parameters", e.Category,
		e.Name).With("element_id", e.ID)
}

// FixedParameter is the parameter that holds a fixed shape.
const FixedParameter = "fixed"

// PieceFrame returns the frame in world coordinates of the body of a piece. level is the level of the piece's element.
func PieceFrame(m *state.Model, p state.FixedPiece, level state.ID) geometry.Placement {
	out := Horizontal(0)
	out.Origin = p.Location.Add(geometry.Point3{Z: ElevationOf(m, level)})
	out.X.X, out.X.Y = p.Rotation.Cos(), p.Rotation.Sin()
	return out
}

func BodyOfPiece(m *state.Model, p state.FixedPiece, level state.ID) (geometry.Body, error) {
	solids, err := m.PieceSolids(p)
	if err != nil || p.BodyID == "" {
		return nil, err
	}
	return Standing(PieceFrame(m, p, level), solids), nil
}

// PieceQuantities returns the quantities of a piece.
func PieceQuantities(m *state.Model, p state.FixedPiece) ([]state.Quantity, error) {
	alone := state.FixedShape{FixedPiece: p}
	return FixedShapeQuantities(&alone, m)
}
