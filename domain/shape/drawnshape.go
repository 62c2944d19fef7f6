package shape

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// drawing is a category whose elements can show open surfaces and lines besides their solids.
type drawing interface {
	// Drawn returns the open surfaces and the lines in world coordinates, or nil if there are none.
	Drawn(m *state.Model, e *state.Element) ([]geometry.Drawn, error)
}

// Drawn returns the open surfaces and the lines of an element in world coordinates, or nil if it has none. They have no
// volume and never clash.
func Drawn(m *state.Model, e *state.Element) ([]geometry.Drawn, error) {
	if f := state.FixedOf(e); f != nil {
		return drawnOfShape(f, m, e)
	}
	if d, ok := e.Params.(drawing); ok {
		return d.Drawn(m, e)
	}
	return nil, nil
}

func drawnOfShape(f *state.FixedShape, m *state.Model, e *state.Element) ([]geometry.Drawn, error) {
	var out []geometry.Drawn
	for _, p := range f.Pieces() {
		items, err := DrawnOfPiece(m, p, e.LevelID)
		if err != nil {
			return nil, err
		}
		out = append(out, items...)
	}
	return out, nil
}

// DrawnOfPiece returns the open surfaces and the lines of a piece in world coordinates.
func DrawnOfPiece(m *state.Model, p state.FixedPiece, level state.ID) ([]geometry.Drawn, error) {
	if p.BodyID == "" {
		return nil, nil
	}
	return DrawnIn(m, p.BodyID, PieceFrame(m, p, level))
}

// DrawnIn returns the open surfaces and the lines of a body from the library, placed in a frame.
func DrawnIn(m *state.Model, body state.ID, frame geometry.Placement) ([]geometry.Drawn, error) {
	items, err := m.FixedDrawn(body)
	if err != nil {
		return nil, err
	}
	for i := range items {
		items[i] = items[i].In(frame)
	}
	return items, nil
}

// BoundsOfDrawn returns the box around the drawn items of a body, or an empty box if there are none. Items of other
// representations, such as footprints, do not count.
func BoundsOfDrawn(items []geometry.Drawn) geometry.Box {
	box := geometry.EmptyBox()
	for i := range items {
		if items[i].OfBody() {
			box = box.Union(items[i].Bounds())
		}
	}
	return box
}
