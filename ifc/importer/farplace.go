package importer

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// farAway is the distance from the origin, in micrometres, from which the whole building is moved to the origin. Files
// that place their site at map coordinates exceed every model's bounds.
const farAway = 5e9

// isFar reports whether a place is far away in plan. The height is ignored, because nothing is built higher than a
// model's bounds.
func isFar(v r3.Vector) bool {
	return math.Abs(v.X) >= farAway || math.Abs(v.Y) >= farAway
}

// readShift moves a building that is far away to the origin, by whole metres. The position of the building is the
// position of its site or storeys. Files of surveyors have site and storeys at the origin, and map coordinates only in
// the bodies.
func (r *reader) readShift(places []*building.Product) {
	r.shift = building.Frame{X: r3.Vector{X: 1}, Y: r3.Vector{Y: 1}, Z: r3.Vector{Z: 1}}
	if r.Own { // in our own files the site is at the model's former origin
		for _, p := range places {
			if p.Class == "IfcSite" {
				at := building.Rounded(p.Frame.O)
				r.shift.O = r3.Vector{X: -float64(at.X), Y: -float64(at.Y)}
			}
		}
		return
	}
	if len(places) > 0 && isFar(places[0].Frame.O) { // the other places are near this one
		r.moveFrom(places[0], places[0].Frame.O)
	}
	if r.shift.O == (r3.Vector{}) {
		r.shiftBodies()
	}
}

// moveFrom sets the shift so that a point and its surroundings move to the origin.
func (r *reader) moveFrom(p *building.Product, o r3.Vector) {
	metre := float64(geometry.Metre)
	r.shift.O = r3.Vector{X: -math.Round(o.X/metre) * metre, Y: -math.Round(o.Y/metre) * metre}
	r.Report.left(Simplified, p, "the building lies far from the origin and was moved to it",
		fmt.Sprintf("by %.0f m, %.0f m", r.shift.O.X/metre, r.shift.O.Y/metre))
}

// farSamples is the number of bodies that are examined. Most of them must be far away and near each other.
const farSamples = 16

// shiftBodies moves a building whose bodies are far away from the origin.
func (r *reader) shiftBodies() {
	var first r3.Vector
	var of *building.Product
	seen, far := 0, 0
	for _, p := range r.b.Products {
		at, ok := r.bodyPlace(p)
		if !ok {
			continue
		}
		if isFar(at) && of == nil {
			first, of = at, p
		}
		if of != nil && isFar(at) && !isFar(at.Sub(first)) {
			far++
		}
		if seen++; seen == farSamples {
			break
		}
	}
	if far > seen/2 {
		r.moveFrom(of, first)
	}
}

// bodyPlace returns the position of the body of a building element in the file's world, false if it has no body.
func (r *reader) bodyPlace(p *building.Product) (r3.Vector, bool) {
	if !r.src.IsKind(p.Number, "IfcElement") || !r.src.HasBody(p) {
		return r3.Vector{}, false
	}
	body, _ := r.faces(p)
	if len(body) == 0 {
		return r3.Vector{}, false
	}
	return p.Frame.Point(body.Bounds().Min.Vector()), true
}

// onGrid is the greatest distance, in micrometres, between a point and the grid that comes from rounding numbers in
// metres.
const onGrid = 1e-3

// based returns the frame of a product and its body in that frame. A body far from the product's own frame gets a frame
// near the body. A mapped body gets a frame at the origin of its map, so that all items of one map have the same body.
func (r *reader) based(p *building.Product, body geometry.Body) (building.Frame, geometry.Body) {
	frame := r.world(p)
	if r.Own || len(body) == 0 {
		return frame, body
	}
	origin, mapped := r.src.MappedAt(p)
	at := building.Rounded(origin)
	switch mapped = mapped && origin.Sub(at.Vector()).Norm() < onGrid && at != (geometry.Point3{}); {
	case isFar(body.Bounds().Min.Vector()):
		at = body.Bounds().Min
	case !mapped:
		return frame, body
	}
	frame.O = frame.Point(at.Vector())
	out := make(geometry.Body, len(body))
	for i, s := range body {
		out[i] = s
		out[i].Vertices = make([]geometry.Point3, len(s.Vertices))
		for k, v := range s.Vertices {
			out[i].Vertices[k] = v.Sub(at)
		}
	}
	return frame, out
}
