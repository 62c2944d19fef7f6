package change

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// MirrorElement makes mirror images of elements about a line in plan, together with their hosted elements, as
// CopyElement makes copies. Walls keep their interior, doors are hung on the other side, stairs and ramps turn to the
// other side. If a named element has no mirror image of its own kind, the command is refused. If a hosted element has
// none, it is left out with a warning.
type MirrorElement struct {
	ElementIDs []state.ID      `json:"element_ids"`
	Start      geometry.Point2 `json:"start" jsonschema:"of the line"`
	End        geometry.Point2 `json:"end" jsonschema:"of the line, which goes on beyond both"`
}

func (c MirrorElement) Decide(t *Transaction) error {
	sources, err := CopyElement{ElementIDs: c.ElementIDs}.sources(t.Model)
	if err != nil {
		return err
	}
	if err := checkMirror(t.Model, c.Start, c.End, "end"); err != nil {
		return err
	}
	if n := len(sources); n > maxCopied {
		return state.Errorf(state.OperationTooLarge, "%d elements would be mirrored, at most %d at a time: give fewer",
			n, maxCopied).With("parameter", "element_ids")
	}
	r := &copier{Transaction: t, names: namesOf(t.Model), numbered: map[string]int{},
		mirror: &geometry.Mirror{From: c.Start, To: c.End}}
	if err := r.copyAll(sources); err != nil {
		return err
	}
	return r.checkCopies()
}

// checkMirror refuses two points that do not define a line of the model.
func checkMirror(m *state.Model, from, to geometry.Point2, parameter string) error {
	if geometry.Distance(from, to) < shape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry, "the line to mirror about starts where it ends: give two points "+
			"apart").With("parameter", parameter)
	}
	return m.CheckRing(parameter, []geometry.Point2{from, to})
}

// placed returns the parameters of the copy of a named element: moved, or mirrored.
func (r *copier) placed(e *state.Element) (state.Params, error) {
	if r.mirror == nil {
		return r.move.target(r.Model, e)
	}
	if wall, ok := fabric.HostWall(r.Model, e); ok {
		return fabric.MirroredOwnWall(e, wall, *r.mirror)
	}
	return shape.Mirrored(r.Model, e, *r.mirror)
}

// inWall returns the parameters of the copy of an element that is set in a wall, for the copy of the wall.
func (r *copier) inWall(hosted *state.Element, into state.ID) state.Params {
	if r.mirror == nil {
		return hosted.Params
	}
	host, ok := r.Model.Element(into)
	if !ok {
		return hosted.Params
	}
	wall, ok := fabric.LineWall(host)
	if !ok || hosted.HostID == into { // in the same wall its place stays
		return hosted.Params
	}
	return fabric.MirroredInWall(hosted, wall)
}

// besideHost returns the parameters of the copy of an element that follows a host, or nil if it has no mirror image.
func (r *copier) besideHost(host, hosted *state.Element, into state.ID) state.Params {
	if r.mirror == nil {
		return r.besideFlight(host, into, shape.MovedParams(hosted, r.move.transform(r.Model, host)))
	}
	params, err := shape.Mirrored(r.Model, hosted, *r.mirror)
	if err != nil {
		r.Warn("NOT_MIRRORED", map[string]any{"element_id": hosted.ID, "host_id": host.ID},
			"%s %q is left out of the mirror image of %q: %s", hosted.Category, hosted.Name, host.Name, err.Error())
		return nil
	}
	return params
}

// keptByStair reports whether an element is left out of an instance of an array because a stair maintains it. The stair
// of the instance makes its own.
func (r *copier) keptByStair(hosted *state.Element) bool {
	if r.derive == nil {
		return false
	}
	switch p := hosted.Params.(type) {
	case *stair.Railing:
		return p.StairPart != ""
	case *fabric.Opening:
		return p.CutBy != ""
	}
	return false
}

// otherPart returns the name of the same part of a wall when the wall is drawn in the other direction.
func otherPart(p state.WallPart) state.WallPart {
	switch p {
	case fabric.PartStart:
		return fabric.PartEnd
	case fabric.PartEnd:
		return fabric.PartStart
	}
	return p
}

// partIDs returns a function that generates the ids for the parts of a copied fixed shape.
func (r *copier) partIDs(id state.ID) func() state.ID {
	if r.derive == nil {
		return r.newID
	}
	n := 0
	return func() state.ID {
		n++
		return r.derive(state.ID(fmt.Sprintf("%s part %d", id, n)))
	}
}
