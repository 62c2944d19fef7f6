package importer

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// formedVoid reads an opening of ours that is a prism across its wall with an outline other than a rectangle. The form
// is an ellipse or an arch if the corners lie on one, otherwise a polygon. An opening with splayed or skew jambs is
// read as the box around it; the carried set has the form, place and size of the opening. Any other opening is refused
// with the error noBox.
func (r *reader) formedVoid(p *building.Product, host *Draft, w *fabric.Wall, frame building.Frame,
	noBox error) (*fabric.Opening, error) {
	if !r.Own {
		return nil, noBox
	}
	ring, lo, hi, err := r.outlineOf(p, frame, noBox)
	if err != nil {
		lo, hi, ok := r.carriedForm(p, frame)
		if !ok {
			return nil, err
		}
		return r.wallVoid(host, w, lo, hi)
	}
	o, err := r.wallVoid(host, w, lo, hi)
	if err != nil {
		return nil, err
	}
	wall := geometry.Region{geometry.Rectangle(geometry.Point2{X: o.Offset, Y: o.SillHeight},
		geometry.Point2{X: o.Offset + o.Width, Y: o.SillHeight + o.Height})}
	inside := geometry.Intersect(geometry.Region{{Outer: ring}}, wall)
	if len(inside) != 1 || len(inside[0].Holes) > 0 {
		return nil, noBox
	}
	low, high := inside.Bounds()
	form := &fabric.OpeningForm{Shape: fabric.OutlinePolygon}
	for _, q := range inside[0].Outer {
		form.Points = append(form.Points, fabric.OutlinePoint{At: q.Sub(low)})
	}
	o.Offset, o.SillHeight, o.Width, o.Height = low.X, low.Y, high.X-low.X, high.Y-low.Y
	o.Form = recognized(form, o.Width, o.Height)
	return o, nil
}

// outlineOf returns the outline of a prism across a wall in the wall's elevation, and the extent of the prism.
func (r *reader) outlineOf(p *building.Product, frame building.Frame, noBox error) (ring geometry.Ring,
	lo, hi r3.Vector, err error) {
	body, err := r.faces(p)
	if err != nil {
		return nil, lo, hi, err
	}
	seen := turnedBody(body, viewed(frame).Inverse().Compose(r.world(p)), geometry.Point3{})
	parts := facesInPlan(seen)
	if len(parts) == 0 || len(parts) > maxShadowFaces {
		return nil, lo, hi, noBox
	}
	outline := geometry.Union(parts...)
	box := seen.Bounds()
	volume := float64(outline.Area() * (box.Max.Z - box.Min.Z).M())
	if len(outline) != 1 || len(outline[0].Holes) > 0 ||
		math.Abs(volume-r.volumeOf(body)) > volumeTolerance*volume {
		return nil, lo, hi, noBox
	}
	lo = r3.Vector{X: float64(box.Min.X), Y: -float64(box.Max.Z), Z: float64(box.Min.Y)}
	hi = r3.Vector{X: float64(box.Max.X), Y: -float64(box.Min.Z), Z: float64(box.Max.Y)}
	return outline[0].Outer, lo, hi, nil
}

// carriedForm returns the extent of an opening of ours if the opening, or the door or window in it, carries its form.
func (r *reader) carriedForm(p *building.Product, frame building.Frame) (lo, hi r3.Vector, ok bool) {
	const form = "param.form"
	for _, told := range append([]*building.Product{p}, p.Fillings...) {
		for _, s := range r.believed(told) {
			ok = ok || s.Name == carriedSet && carriedText(s, form) != ""
		}
	}
	corners, _, err := r.cornersOf(p)
	if !ok && !r.Own || err != nil || len(corners) == 0 {
		return lo, hi, false
	}
	to := frame.Inverse().Compose(r.world(p))
	lo = to.Point(corners[0].Vector())
	hi = lo
	for _, c := range corners[1:] {
		q := to.Point(c.Vector())
		lo = r3.Vector{X: min(lo.X, q.X), Y: min(lo.Y, q.Y), Z: min(lo.Z, q.Z)}
		hi = r3.Vector{X: max(hi.X, q.X), Y: max(hi.Y, q.Y), Z: max(hi.Z, q.Z)}
	}
	return lo, hi, true
}

// recognized returns an ellipse or arch if all corners of a polygon lie on it and the areas agree, otherwise the
// polygon.
func recognized(polygon *fabric.OpeningForm, width, height geometry.Length) *fabric.OpeningForm {
	springing := geometry.Length(0) // height of the jambs
	for _, p := range polygon.Points {
		if p.At.X <= onOutline || p.At.X >= width-onOutline {
			springing = max(springing, p.At.Y)
		}
	}
	rise := height - springing
	for _, f := range []*fabric.OpeningForm{{Shape: fabric.OutlineEllipse}, {Shape: fabric.OutlineArch},
		{Shape: fabric.OutlineArch, Rise: rise}, {Shape: fabric.OutlinePointed},
		{Shape: fabric.OutlinePointed, Rise: rise}} {
		if fabric.FormFits(f, width, height) && liesOn(polygon, f, width, height) {
			return f
		}
	}
	return polygon
}

// onOutline is the greatest distance of the corners of an outline from the arch or ellipse that it is recognized as.
// Sizes in files are whole millimetres, and so may be the rise of an arch.
const onOutline = geometry.Millimetre

// outlineShare is the greatest relative difference between the areas of an outline and of the form that it is
// recognized as. Twelve chords of a half circle enclose 1.2 % less than the arc.
const outlineShare = 0.015

func liesOn(polygon, f *fabric.OpeningForm, width, height geometry.Length) bool {
	size := fabric.OpeningRect{Width: width, Height: height}
	size.Form = polygon
	given := size.Ring()
	size.Form = f
	ring := size.Ring()
	if math.Abs(given.Area()-ring.Area()) > outlineShare*ring.Area() {
		return false
	}
	for _, p := range given {
		on := false
		for i, a := range ring {
			on = on || geometry.Distance(p, a) <= onOutline ||
				geometry.Beside(p, a, ring[(i+1)%len(ring)], onOutline)
		}
		if !on {
			return false
		}
	}
	return true
}
