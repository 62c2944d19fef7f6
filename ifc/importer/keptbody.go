package importer

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// The greatest differences between the body in a file and the body of parameters at which both count as equal. They are
// a thousandth of the volume and a millimetre, because programs write sizes in millimetres.
const (
	sameVolume = 0.001
	sameExtent = geometry.Millimetre
)

// keepBody gives a door or window in a wall the body in the file, unless its parameters give the same body. If the body
// cannot be kept, it adds a note to the draft.
func (r *reader) keepBody(d *Draft, host *Draft, o *fabric.Opening, wall building.Frame) {
	if !r.src.HasBody(d.Product) || r.Own && r.isSwept(d.Product) {
		return
	}
	if r.bodiless {
		r.embody(d)
		return
	}
	read, err := r.fixedBody(d.Product)
	if err != nil {
		reason, _ := reasonOf(err)
		d.addNote("its body is the model's, not that of the file: " + reason)
		return
	}
	w, _ := host.Element.Params.(*fabric.Wall)
	y0, y1 := r.facesOf(host, w)
	if len(read.Body) == 0 && !slices.ContainsFunc(read.Drawn, isBodySurface) {
		d.addNote("its body is the model's, not that of the file, which has lines alone")
		return
	}
	middle := y0 + (y1-y0)/2
	read.withDrawn(func(body geometry.Body) geometry.Body { return r.inOpening(d, body, o, wall, middle) })
	body := read.Body
	box := body.Bounds()
	for _, item := range read.Drawn {
		box = box.Union(item.Bounds())
	}
	if box.Min.Vector().Norm() > float64(farAway) || box.Max.Vector().Norm() > float64(farAway) {
		d.addNote("its body is the model's, not that of the file, which lies far from its opening")
		return
	}
	if !r.Own && len(read.Drawn) == 0 && hasParts(body, d.Element, y1-y0) {
		return
	}
	d.Body, d.Drawn = body, read.Drawn
	if read.Note != "" {
		d.addNote(read.Note)
	}
	r.embody(d)
}

// embody marks a door or window as having the body in its file, with the styles and materials of that body.
func (r *reader) embody(d *Draft) {
	d.Element.Params = bodied(d.Element)
	r.style(d.Element, d.Product)
	r.keepMaterial(d.Element, d.Product)
}

// bodied returns the parameters of a door or window with a body. The id of the body is set when the body is added to
// the library.
func bodied(e *state.Element) state.Params {
	switch p := e.Params.(type) {
	case *fabric.Door:
		return p.WithBody("")
	case *fabric.Window:
		return p.WithBody("")
	}
	return e.Params
}

func (d *Draft) addNote(note string) {
	if d.Note != "" {
		note = d.Note + "; " + note
	}
	d.Note = note
}

// isSwept reports whether a body consists only of extrusions, as do the bodies that our exporter writes from the
// parameters of doors and windows.
func (r *reader) isSwept(p *building.Product) bool {
	b := r.body(p)
	isOther := func(s building.Solid) bool { return s.Extrusion == nil }
	return len(b.faults) == 0 && !slices.ContainsFunc(b.items, isOther)
}

// inOpening converts a body from a product's frame to the frame of a door or window in its opening: see
// [fabric.KeptBody].
func (r *reader) inOpening(d *Draft, body geometry.Body, o *fabric.Opening, wall building.Frame,
	middle geometry.Length) geometry.Body {
	foot := building.Frame{X: wall.X, Y: wall.Y, Z: wall.Z}
	corner := r3.Vector{X: float64(o.Offset), Y: float64(middle), Z: float64(o.SillHeight)}
	if door, ok := d.Element.Params.(*fabric.Door); ok && door.Facing == fabric.FacingExterior {
		corner.X += float64(o.Width)
		foot.X, foot.Y = geometry.Times(wall.X, -1), geometry.Times(wall.Y, -1)
	}
	foot.O = wall.Point(corner)
	return turnedBody(body, squared(foot.Inverse().Compose(r.world(d.Product))), geometry.Point3{})
}

// parallel is the sine of the angle below which axes are parallel. At ten metres from the origin such an angle
// displaces a point by a hundredth of a micrometre, which is below the grid.
const parallel = 1e-9

// squared returns a frame with its parent's axes and its origin on the grid, if its own axes differ from the parent's
// only by rounding. It returns any other frame unchanged. Elements of one type thus have the same body.
func squared(f building.Frame) building.Frame {
	for _, axis := range []*r3.Vector{&f.X, &f.Y, &f.Z} {
		whole := r3.Vector{X: math.Round(axis.X), Y: math.Round(axis.Y), Z: math.Round(axis.Z)}
		if axis.Sub(whole).Norm() > parallel {
			return f
		}
		*axis = whole
	}
	f.O = building.Rounded(f.O).Vector()
	return f
}

// hasParts reports whether a body equals the body that the parameters of a door or window give in a wall of the given
// thickness.
func hasParts(body geometry.Body, e *state.Element, thickness geometry.Length) bool {
	parted, ok := e.Params.(interface {
		Parts(thickness geometry.Length) []fabric.FillingPart
	})
	if !ok {
		return false
	}
	volume, box := 0.0, geometry.EmptyBox()
	for _, p := range parted.Parts(thickness) {
		volume += p.Volume()
		for _, polygon := range p.Elevation {
			for _, corner := range polygon.Outer {
				for _, y := range [...]geometry.Length{-p.Front, -p.Back} {
					at := geometry.Point3{X: corner.X, Y: y, Z: corner.Y}
					box = box.Union(geometry.Box{Min: at, Max: at})
				}
			}
		}
	}
	of := body.Bounds()
	for _, off := range [...]geometry.Point3{of.Min.Sub(box.Min), of.Max.Sub(box.Max)} {
		if max(off.X.Abs(), off.Y.Abs(), off.Z.Abs()) > sameExtent {
			return false
		}
	}
	return math.Abs(body.Volume()-volume) <= sameVolume*volume
}
