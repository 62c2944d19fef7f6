package importer

import (
	"errors"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/ifc/building"
)

// steppedOpening reads an opening of a straight wall that is no box, but can be divided into boxes of equal depth.
// Examples are the opening of a door beside a window with a higher sill, and an opening of several bodies. The model
// gets an opening for each box, the first with the id of the file's opening. A door or window in the opening stands in
// none of these. An opening that cannot be divided is refused with an error.
func (r *reader) steppedOpening(p *building.Product, host *Draft, w *fabric.Wall, noBox error) (*Draft, error) {
	if w.Mid != nil || r.Own {
		return nil, noBox
	}
	rects, lo, hi, err := r.steps(p, r.wallFrame(host, w, r3.Vector{}))
	if err != nil {
		return nil, err
	}
	var out *Draft
	for _, rect := range rects {
		lo.X, hi.X = float64(rect.lo.X), float64(rect.hi.X)
		lo.Z, hi.Z = float64(rect.lo.Y), float64(rect.hi.Y)
		o, err := r.wallVoid(host, w, lo, hi)
		if errors.Is(err, errMissesWall) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = r.openingDraft(p, host, o)
			r.keepAttributes(out.Element, p)
			out.Note = "it is no box along the wall: it is divided into several openings"
			continue
		}
		piece := *out.Element
		piece.ID, piece.Params = state.DeriveID("import piece of opening "+string(piece.ID), len(out.Pieces)+1), o
		out.Pieces = append(out.Pieces, &piece)
	}
	if out == nil {
		return nil, errMissesWall
	}
	return out, nil
}

// steps returns the rectangles in a wall's elevation that make up a product's body, and the extent of the body in the
// wall's frame.
func (r *reader) steps(p *building.Product, frame building.Frame) (rects []oblong, lo, hi r3.Vector, err error) {
	body, err := r.faces(p)
	if err != nil {
		return nil, lo, hi, err
	}
	seen := turnedBody(body, viewed(frame).Inverse().Compose(r.world(p)), geometry.Point3{})
	parts := facesInPlan(seen)
	if len(parts) == 0 || len(parts) > maxShadowFaces {
		return nil, lo, hi, form("its body is no box along the wall")
	}
	outline := geometry.Union(parts...)
	rects = boxes(outline)
	area := 0.0
	for _, rect := range rects {
		area += rect.region().Area()
	}
	box := seen.Bounds()
	volume := float64(outline.Area() * (box.Max.Z - box.Min.Z).M())
	if math.Abs(volume-r.volumeOf(body)) > volumeTolerance*volume ||
		math.Abs(area-outline.Area()) > volumeTolerance*area {
		return nil, lo, hi, form("its body is no box along the wall")
	}
	lo.Y, hi.Y = -float64(box.Max.Z), -float64(box.Min.Z)
	return rects, lo, hi, nil
}

// volumeOf returns the volume of a body in m3. It counts the parts that several of its solids share only once.
func (r *reader) volumeOf(body geometry.Body) float64 {
	if len(body) < 2 {
		return body.Volume()
	}
	parts := make([]csg.Expr, 0, len(body))
	for _, s := range body {
		solid, err := csg.FromSolid(s)
		if err != nil {
			return body.Volume()
		}
		parts = append(parts, csg.Of(solid))
	}
	shape, err := r.src.Evaluate(csg.Union(parts...))
	if err != nil {
		return body.Volume()
	}
	return shape.Volume()
}

// viewed returns the frame of a wall's elevation as seen from its exterior: X along the wall, Y upwards, and Z against
// the wall's own Y.
func viewed(wall building.Frame) building.Frame {
	return building.Frame{O: wall.O, X: wall.X, Y: wall.Z, Z: geometry.Times(wall.Y, -1)}
}
