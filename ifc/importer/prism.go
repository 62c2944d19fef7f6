package importer

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/building"
)

// bodyOf is a product's body as the file has it, with the faults found in it.
type bodyOf struct {
	items  []building.Solid
	faults []error
}

// readBodies reads, on all processors, the bodies of products whose class may have parameters and of openings. Other
// bodies are read when they are needed.
func (r *reader) readBodies() {
	var told []*building.Product
	for _, p := range r.b.Products {
		if parametric[p.Class] != nil || p.Host != nil {
			told = append(told, p)
		}
	}
	bodies := make([]bodyOf, len(told))
	processors.With(len(told), r.src.Beside, func(src *building.Source, i int) {
		src.Hear()
		bodies[i].items, bodies[i].faults = src.Body(told[i])
	})
	for i, p := range told {
		r.bodies[p.Number] = bodies[i]
	}
}

// body returns the items of a product's body, which it reads only once.
func (r *reader) body(p *building.Product) bodyOf {
	b, known := r.bodies[p.Number]
	if !known {
		b.items, b.faults = r.src.Body(p)
		r.bodies[p.Number] = b
	}
	return b
}

// faces returns a product's body as closed surfaces in its own frame. The error is not nil if an item of the body
// cannot be read or is not closed.
func (r *reader) faces(p *building.Product) (geometry.Body, error) {
	out, _, err := r.facesAndOpen(p)
	return out, err
}

// facesAndOpen is faces, and also returns the items of the body that are not closed.
func (r *reader) facesAndOpen(p *building.Product) (out geometry.Body, open []building.Solid, fault error) {
	b := r.body(p)
	var from []int
	for i, item := range b.items {
		solids, err := item.Faces()
		if err != nil {
			fault = err
			open = append(open, item)
		}
		out = append(out, solids...)
		for range solids {
			from = append(from, i)
		}
	}
	r.origins.items[p.Number] = from
	if whole, ok := building.Together(open); ok && len(out) == 0 {
		out, open, fault = whole, nil, nil
	}
	switch {
	case fault == nil && len(b.faults) > 0:
		fault = b.faults[0]
	case fault == nil && len(out) == 0:
		fault = errBodiless
	}
	return out, open, fault
}

// prism is an upright body in a product's own, upright frame: a region in plan between two heights (micrometres).
type prism struct {
	region      geometry.Region
	bottom, top float64
	note        string
}

// parallelTolerance is the sine of the angle below which directions are equal, because files write directions with six
// digits.
const parallelTolerance = 2e-6

func isUp(v r3.Vector) bool {
	return math.Abs(v.X) <= parallelTolerance && math.Abs(v.Y) <= parallelTolerance && v.Z > 0
}

// uncutBody returns a product's body before half spaces cut it, if a file of ours carries attachments of the product or
// falls of its top. In the model, attachments and falls cut the body.
func (r *reader) uncutBody(p *building.Product) bodyOf {
	b := r.body(p)
	if !r.attached(p) {
		return b
	}
	out := bodyOf{faults: b.faults}
	for _, item := range b.items {
		if item.Clipped != nil {
			item.Extrusion = item.Clipped
		}
		out.items = append(out.items, item)
	}
	return out
}

// attached reports whether our own property set of a product has attachments or falls of its top. While the exporter
// reads its file, before the file has these sets, every product counts as attached.
func (r *reader) attached(p *building.Product) bool {
	if !r.Own || r.bodiless {
		return r.Own
	}
	for _, s := range r.believed(p) {
		if s.Name == carriedSet &&
			carriedText(s, attachedTop)+carriedText(s, attachedBase)+carriedText(s, falls) != "" {
			return true
		}
	}
	return false
}

// upright returns a product's body as a prism, or an error that states why the body is not a prism.
func (r *reader) upright(p *building.Product) (prism, error) {
	if !isUp(r.world(p).Z) {
		return prism{}, form("its frame is not upright")
	}
	b := r.uncutBody(p)
	if len(b.faults) > 0 {
		return prism{}, b.faults[0]
	}
	if len(b.items) == 0 {
		return prism{}, form("it has no body")
	}
	var out prism
	for i, item := range b.items {
		part, err := prismOf(item)
		if err != nil {
			return prism{}, err
		}
		if i > 0 && (math.Abs(part.bottom-out.bottom) > sameHeight || math.Abs(part.top-out.top) > sameHeight) {
			return prism{}, form("its parts have different heights")
		}
		if i == 0 {
			out = part
			continue
		}
		out.region = geometry.Union(out.region, part.region)
	}
	return out, nil
}

// sameHeight is the greatest difference between the heights of the parts of a prism, in micrometres.
const sameHeight = 1

// prismOf returns an item as a prism: an upright extrusion of a level profile, or a body all of whose faces are level
// or upright.
func prismOf(item building.Solid) (prism, error) {
	e := item.Extrusion
	if e == nil {
		return prismOfFaces(item)
	}
	level := isUp(e.Frame.Z) || isUp(geometry.Times(e.Frame.Z, -1))
	up := isUp(e.Direction) || isUp(geometry.Times(e.Direction, -1))
	if !level || !up {
		return prism{}, form("its extrusion is not upright")
	}
	polygon, err := e.Profile.Polygon(e.Frame)
	if err != nil {
		return prism{}, err
	}
	out := prism{region: geometry.Region{polygon}, bottom: e.Frame.O.Z,
		top: e.Frame.O.Z + math.Copysign(e.Depth, e.Direction.Z)}
	if out.top < out.bottom {
		out.bottom, out.top = out.top, out.bottom
	}
	if item.Approximate() {
		out.note = "chords stand for arcs, or corners for roundings"
	}
	return out, nil
}

// volumeTolerance is the accepted relative difference between the volume of a body and of the form that it is read as.
const volumeTolerance = 1e-3

// prismOfFaces returns a body given by faces as a prism. Its lowest level faces are the base if their area times the
// height is the volume.
func prismOfFaces(item building.Solid) (prism, error) {
	body, err := item.Faces()
	if err != nil {
		return prism{}, err
	}
	box := body.Bounds()
	var base geometry.Region
	for _, s := range body {
		for _, f := range s.Faces {
			if polygon, ok := levelFace(s, f, box.Min.Z); ok {
				base = geometry.Union(base, geometry.Region{polygon})
			}
		}
	}
	height := (box.Max.Z - box.Min.Z).M()
	if v := float64(base.Area() * height); len(base) == 0 || math.Abs(v-body.Volume()) > volumeTolerance*v {
		return prism{}, form("its faces make no prism")
	}
	return prism{region: base, bottom: float64(box.Min.Z), top: float64(box.Max.Z)}, nil
}

func levelFace(s geometry.Solid, f geometry.Face, z geometry.Length) (geometry.Polygon, bool) {
	for _, loop := range f.Loops {
		for _, v := range loop {
			if s.Vertices[v].Z != z {
				return geometry.Polygon{}, false
			}
		}
	}
	return inPlan(s, f)
}

// inWorld returns a ring of a product's frame in the frame of the model. The ring begins at the product's origin if
// that is a corner, since rings in our own files begin there.
func (r *reader) inWorld(p *building.Product, ring geometry.Ring) geometry.Ring {
	frame := r.world(p)
	out := make(geometry.Ring, 0, len(ring))
	start := 0
	for i, q := range ring {
		if q == (geometry.Point2{}) {
			start = i
		}
	}
	for i := range ring {
		q := ring[(start+i)%len(ring)]
		out = append(out, building.Rounded(frame.Point(q.At(0).Vector())).XY())
	}
	return out
}

// rotation returns the angle of an upright frame about Z.
func rotation(x r3.Vector) geometry.Angle { return geometry.Atan2Degrees(x.Y, x.X) }

// above returns a height relative to a level.
func above(z float64, level *state.Element) geometry.Length { return length(z) - elevationOf(level) }
