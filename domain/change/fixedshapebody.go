package change

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// MaxBodyText is the maximum size of the text of one body, in bytes. By default a KurrentDB server refuses appends
// above 1 MiB; this leaves a quarter for the envelope and for other events of the same command. It is enough for about
// 30,000 vertices and 60,000 triangles.
const MaxBodyText = 768 << 10

// fix adds a body of solids to the library, unless it is there, and returns its id. The solids are checked, faces that
// are not plane are triangulated, and disconnected pieces become solids of their own.
func (t *Transaction) fix(body geometry.Body) (state.ID, error) {
	flat, err := bodyshape.CheckedBody(t.Model, body)
	if err != nil {
		return "", err
	}
	return t.define(geometry.BodyText(flat), "")
}

// fixDrawn does the same as fix for a body with open surfaces or lines, which may have no solids.
func (t *Transaction) fixDrawn(body geometry.Body, drawn []geometry.Drawn) (state.ID, error) {
	if len(drawn) == 0 {
		return t.fix(body)
	}
	if err := bodyshape.CheckDrawn(t.Model, drawn); err != nil {
		return "", err
	}
	if len(body) > 0 {
		var err error
		if body, err = bodyshape.CheckedBody(t.Model, body); err != nil {
			return "", err
		}
	}
	return t.define(geometry.BodyText(body), geometry.DrawnText(drawn))
}

// define adds a body to the library, unless it is there, and returns its id.
func (t *Transaction) define(solids, drawn string) (state.ID, error) {
	if size := len(solids) + len(drawn); size > MaxBodyText {
		return "", state.Errorf(state.OperationTooLarge,
			"the body takes %d bytes, more than the %d that one event may hold: simplify the mesh, or make several "+
				"elements of its parts", size, MaxBodyText).
			With("bytes", size).With("max", MaxBodyText)
	}
	fixed := state.FixedBody{ID: bodyshape.BodyID(solids, drawn), Body: solids, Drawn: drawn}
	if _, ok := t.Model.FixedBody(fixed.ID); !ok {
		t.Emit(&state.BodyDefined{FixedBody: fixed})
	}
	return fixed.ID, nil
}
