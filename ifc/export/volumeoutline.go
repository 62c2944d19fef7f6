package export

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/step"
)

// readOutline is a line of the file: its corners in millimetres, and its arcs by the points in the file.
type readOutline struct {
	corners []r3.Vector
	arcs    []building.Arc
}

// outlineOf reads a polyline, an indexed curve, or a composite curve of polylines and trimmed circles. The corners of a
// line that it cannot read are NaN.
func (r *reading) outlineOf(curve *step.Instance) readOutline {
	var o readOutline
	switch {
	case r.isA(curve, "IfcPolyline"):
		for _, p := range r.refs(curve, "Points") {
			o.corner(vectorOf(r.numbers(p, "Coordinates")))
		}
	case r.isA(curve, "IfcIndexedPolyCurve"):
		r.indexedOutline(&o, curve)
	case r.isA(curve, "IfcCompositeCurve"):
		for _, s := range r.refs(curve, "Segments") {
			r.segmentOutline(&o, r.ref(s, "ParentCurve"))
		}
	}
	return o
}

// vectorOf returns a point of a plane, or NaN for fewer than two coordinates.
func vectorOf(c []float64) r3.Vector {
	if len(c) < 2 {
		return r3.Vector{X: math.NaN()}
	}
	return r3.Vector{X: c[0], Y: c[1]}
}

// corner adds a corner, unless it equals the last corner.
func (o *readOutline) corner(p r3.Vector) {
	if n := len(o.corners); n == 0 || o.corners[n-1] != p {
		o.corners = append(o.corners, p)
	}
}

func (o *readOutline) arc(a building.Arc) {
	o.corner(a.Start)
	o.corner(a.End)
	o.arcs = append(o.arcs, a)
}

func (r *reading) indexedOutline(o *readOutline, curve *step.Instance) {
	rows, _ := r.attribute(r.ref(curve, "Points"), "CoordList").(step.List)
	point := func(v step.Value) r3.Vector {
		if n, ok := v.(step.Int); ok && n >= 1 && int(n) <= len(rows) {
			return vectorOf(numbersOf(rows[n-1]))
		}
		return vectorOf(nil)
	}
	segments, _ := r.attribute(curve, "Segments").(step.List)
	for _, s := range segments {
		t, _ := s.(step.Typed)
		places, _ := t.Value.(step.List)
		if t.Name == "IFCARCINDEX" && len(places) == 3 {
			a, ok := building.ArcThrough(point(places[0]), point(places[1]), point(places[2]))
			if !ok {
				a.Start, a.End = vectorOf(nil), vectorOf(nil)
			}
			o.arc(a)
			continue
		}
		for _, v := range places {
			o.corner(point(v))
		}
	}
}

func (r *reading) segmentOutline(o *readOutline, curve *step.Instance) {
	if !r.isA(curve, "IfcTrimmedCurve") {
		for _, p := range r.refs(curve, "Points") {
			o.corner(vectorOf(r.numbers(p, "Coordinates")))
		}
		return
	}
	end := func(name string) r3.Vector {
		points := r.refs(curve, name)
		if len(points) != 1 {
			return vectorOf(nil)
		}
		return vectorOf(r.numbers(points[0], "Coordinates"))
	}
	circle := r.ref(curve, "BasisCurve")
	centre := vectorOf(r.numbers(r.ref(r.ref(circle, "Position"), "Location"), "Coordinates"))
	a := building.Arc{Start: end("Trim1"), End: end("Trim2"), Centre: centre, Radius: r.number(circle, "Radius")}
	from, to := a.Start.Sub(centre), a.End.Sub(centre)
	a.Sweep = math.Atan2(float64(from.X*to.Y)-float64(from.Y*to.X), float64(from.X*to.X)+float64(from.Y*to.Y))
	switch left := r.attribute(curve, "SenseAgreement") == step.Value(step.True); {
	case left && a.Sweep < 0:
		a.Sweep += 2 * math.Pi
	case !left && a.Sweep > 0:
		a.Sweep -= 2 * math.Pi
	}
	o.arc(a)
}

// area returns the area within a closed line in mm2, positive if the line runs counter-clockwise.
func (o readOutline) area() float64 {
	var sum, px, py float64
	for _, p := range o.corners {
		x, y := p.X-o.corners[0].X, p.Y-o.corners[0].Y
		sum += float64(px*y) - float64(x*py)
		px, py = x, y
	}
	sum /= 2
	for _, a := range o.arcs {
		sum += a.Beside()
	}
	return sum
}

// length returns the length of the line in mm.
func (o readOutline) length() float64 {
	sum := 0.0
	for i := 1; i < len(o.corners); i++ {
		d := o.corners[i].Sub(o.corners[i-1])
		sum += math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y))
	}
	for _, a := range o.arcs {
		d := a.End.Sub(a.Start)
		sum += a.Length() - math.Sqrt(float64(d.X*d.X)+float64(d.Y*d.Y))
	}
	return sum
}
