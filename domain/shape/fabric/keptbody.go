package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// KeptBody is the body of a door or window in a wall as its file shows it. It replaces the body that would be derived
// from the parameters, as long as size and form are unchanged since the file was read. If the element becomes wider or
// opens differently, it has the derived body again.
type KeptBody struct {
	// BodyID names a body in the library of bodies. X runs along the wall from the near edge of the opening and Y
	// toward the interior. For a door that opens to the exterior X and Y are reversed and start at the far edge. The
	// origin is at the foot in the middle plane of the wall.
	BodyID state.ID        `json:"body_id"`
	Width  geometry.Length `json:"width"`
	Height geometry.Length `json:"height"`
	Form   []string        `json:"form"` // window type, or door type, swing and facing
}

// stands reports whether the kept body still applies to an element of this size and form.
func (k *KeptBody) stands(width, height geometry.Length, form []string) bool {
	return k != nil && k.Width == width && k.Height == height && slices.Equal(k.Form, form)
}

func (d *Door) form() []string {
	return []string{string(d.DoorType), string(d.Swing), string(d.Facing)}
}

func (w *Window) form() []string { return []string{string(w.WindowType)} }

// KeptBody returns the body that replaces the one derived from the door's parameters, or nil for none.
func (d *Door) KeptBody() *KeptBody {
	if !d.Kept.stands(d.Width, d.Height, d.form()) {
		return nil
	}
	return d.Kept
}

// KeptBody returns the body that replaces the one derived from the window's parameters, or nil for none.
func (w *Window) KeptBody() *KeptBody {
	if !w.Kept.stands(w.Width, w.Height, w.form()) {
		return nil
	}
	return w.Kept
}

// WithBody returns the door with a body from the library that replaces the one derived from its parameters.
func (d *Door) WithBody(id state.ID) state.Params {
	with := *d
	with.Kept = &KeptBody{BodyID: id, Width: d.Width, Height: d.Height, Form: d.form()}
	return &with
}

// WithBody returns the window with a body from the library that replaces the one derived from its parameters.
func (w *Window) WithBody(id state.ID) state.Params {
	with := *w
	with.Kept = &KeptBody{BodyID: id, Width: w.Width, Height: w.Height, Form: w.form()}
	return &with
}

// KeptBodyOf returns the body that replaces the one derived from a door's or window's parameters, or nil for none.
func KeptBodyOf(e *state.Element) *KeptBody {
	if p, ok := e.Params.(interface{ KeptBody() *KeptBody }); ok {
		return p.KeptBody()
	}
	return nil
}

// HasKeptBody reports whether a door or window has a body from its file, even if it no longer applies because
// parameters have changed.
func HasKeptBody(e *state.Element) bool {
	switch p := e.Params.(type) {
	case *Door:
		return p.Kept != nil
	case *Window:
		return p.Kept != nil
	}
	return false
}

// WithoutKeptBody returns a door or window without its kept body.
func WithoutKeptBody(e *state.Element) *state.Element {
	return e.With(func(c *state.Element) {
		switch p := e.Params.(type) {
		case *Door:
			bare := *p
			bare.Kept, c.Params = nil, &bare
		case *Window:
			bare := *p
			bare.Kept, c.Params = nil, &bare
		}
	})
}

// Drawn returns the open surfaces and the lines of the door's kept body in world coordinates.
func (d *Door) Drawn(m *state.Model, e *state.Element) ([]geometry.Drawn, error) {
	at := OpeningRect{Offset: d.Offset, Sill: d.SillHeight, Width: d.Width}
	return drawnInWall(m, e, d.KeptBody(), at, d.Facing == FacingExterior)
}

// Drawn returns the open surfaces and the lines of the window's kept body in world coordinates.
func (w *Window) Drawn(m *state.Model, e *state.Element) ([]geometry.Drawn, error) {
	at := OpeningRect{Offset: w.Offset, Sill: w.SillHeight, Width: w.Width}
	return drawnInWall(m, e, w.KeptBody(), at, false)
}

// drawnInWall returns the open surfaces and lines of a kept body at its place in the wall, or nil without a kept body.
func drawnInWall(m *state.Model, e *state.Element, kept *KeptBody, at OpeningRect, turned bool) ([]geometry.Drawn,
	error) {
	if kept == nil {
		return nil, nil
	}
	if body, ok := m.FixedBody(kept.BodyID); ok && body.Drawn == "" {
		return nil, nil
	}
	frame, _, err := fillingFrame(m, e, at, turned)
	if err != nil {
		return nil, err
	}
	return shape.DrawnIn(m, kept.BodyID, frame)
}

// keptInWall returns the solids of a kept body at its place in the wall.
func keptInWall(m *state.Model, e *state.Element, kept *KeptBody, at OpeningRect, turned bool) (geometry.Body, error) {
	frame, _, err := fillingFrame(m, e, at, turned)
	if err != nil {
		return nil, err
	}
	solids, err := m.FixedSolids(kept.BodyID)
	if err != nil {
		return nil, err
	}
	return shape.Standing(frame, solids), nil
}

// LeafSizes returns the dimensions of the door's parts between which a clear opening is measured. A door with a kept
// body has a lining only if a parameter gives one, because a standard lining need not exist in the file.
func (d *Door) LeafSizes(thickness geometry.Length) FillingSizes {
	sizes := d.Sizes(thickness)
	if d.LiningThickness == 0 && d.KeptBody() != nil {
		sizes.LiningThickness = 0
	}
	return sizes
}
