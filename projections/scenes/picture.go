package scenes

import (
	"context"
	"image"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/geometry/render"
	"github.com/bimstream/bimstream/projections"
)

// PictureSpec defines a picture.
type PictureSpec struct {
	Selection
	Camera    CameraSpec
	Box       *geometry.Box    // shows only the inside of the box, closed where bodies are cut
	CutAbove  *geometry.Length // shows only what lies below this height
	Paint     Paint
	Highlight []state.ID // elements shown in their own colours; all others are grey
	Width     int
	Height    int
	Plain     bool // without shadow, occlusion and ground
}

// Picture is a picture with information about its contents.
type Picture struct {
	PNG     []byte
	Camera  render.Camera
	Target  render.Vector
	Legend  []LegendRow
	Drawn   int       // number of elements in the scene
	Seen    int       // number of elements with at least one visible sample
	LeftOut []LeftOut // bodies of hidden elements are not made, so they are not listed
}

// cutColour is the colour of bodies where they are cut.
var cutColour = render.Colour{0x4a, 0x4c, 0x52, 0xff}

// pictureColours is the number of colours in a picture's palette: with all 256, a picture of 1200 x 800 pixels stays
// under 200 kB.
const pictureColours = 256

// Render paints a picture of a view. Progress, which may be nil, receives the number of elements whose visibility is
// decided. The error is NOT_FOUND for an unknown element or level, and EMPTY_RESULT if nothing is visible.
func Render(
	ctx context.Context,
	v *projections.View,
	s PictureSpec,
	progress func(done, total int),
) (p *Picture, err error) {
	defer processors.Stopped(&err)
	v = v.Until(ctx)
	c, err := castOf(ctx, v, &s.Selection)
	if err != nil {
		return nil, err
	}
	paint, err := s.Paint.painted(ctx, v, &s.Selection, c)
	if err != nil {
		return nil, err
	}
	box := c.box()
	if box.Empty() {
		return nil, state.Errorf(state.EmptyResult,
			"nothing that was selected has a body: widen categories, level_ids or element_ids")
	}
	o := render.Options{Width: s.Width, Height: s.Height, Plain: s.Plain, Cut: s.planes(), Poche: cutColour,
		Progress: progress}
	shown := s.shown(box)
	if shown.Empty() {
		return nil, state.Errorf(state.EmptyResult, "nothing that was selected lies within box, or below the cut")
	}
	camera, target, err := s.Camera.camera(v, shown, float64(s.Width)/float64(s.Height))
	if err != nil {
		return nil, err
	}
	o.Camera = camera
	o.Indoors = s.Camera.From != nil && shown.Contains(geometry.Box{Min: *s.Camera.From, Max: *s.Camera.From})
	if low := render.Metres(shown.Min).Z; !s.Plain {
		o.Ground = &low
	}
	made, err := render.Render(ctx, c.objects(paint.highlighting(c, s.Highlight)), o)
	if err != nil {
		return nil, err
	}
	out := &Picture{Camera: camera, Target: target, Drawn: len(c.members), LeftOut: c.left.sorted()}
	for _, n := range made.Seen {
		if n > 0 {
			out.Seen++
		}
	}
	out.Legend = paint.legend
	drawLegend(ctx, made.Image, out.Legend)
	out.PNG, err = render.Encode(made.Image, pictureColours)
	return out, err
}

// planes returns the planes that cut away everything outside the box or above the cut.
func (s *PictureSpec) planes() (out []render.Plane) {
	if s.CutAbove != nil {
		out = append(out, render.Plane{At: render.Vector{Z: float64(*s.CutAbove) / 1e6}, Normal: render.Vector{Z: 1}})
	}
	if s.Box == nil {
		return out
	}
	lo, hi := render.Metres(s.Box.Min), render.Metres(s.Box.Max)
	return append(out,
		render.Plane{At: lo, Normal: render.Vector{X: -1}}, render.Plane{At: hi, Normal: render.Vector{X: 1}},
		render.Plane{At: lo, Normal: render.Vector{Y: -1}}, render.Plane{At: hi, Normal: render.Vector{Y: 1}},
		render.Plane{At: lo, Normal: render.Vector{Z: -1}}, render.Plane{At: hi, Normal: render.Vector{Z: 1}})
}

// shown returns the part of a scene's box that is not cut away.
func (s *PictureSpec) shown(box geometry.Box) geometry.Box {
	if s.Box != nil {
		box = intersection(box, *s.Box)
	}
	if s.CutAbove != nil {
		box.Max.Z = min(box.Max.Z, *s.CutAbove)
	}
	return box
}

func intersection(a, b geometry.Box) geometry.Box {
	return geometry.Box{
		Min: geometry.Point3{X: max(a.Min.X, b.Min.X), Y: max(a.Min.Y, b.Min.Y), Z: max(a.Min.Z, b.Min.Z)},
		Max: geometry.Point3{X: min(a.Max.X, b.Max.X), Y: min(a.Max.Y, b.Max.Y), Z: min(a.Max.Z, b.Max.Z)},
	}
}

// painted holds the colours of a cast's members, with the legend.
type painted struct {
	colour func(member int, own render.Colour) render.Colour
	legend []LegendRow
}

// highlighting returns the colours of members. If some are highlighted, the others are grey.
func (p *painted) highlighting(c *cast, highlight []state.ID) func(member int, own render.Colour) render.Colour {
	if len(highlight) == 0 {
		return p.colour
	}
	bright := map[state.ID]bool{}
	for _, id := range highlight {
		bright[id] = true
	}
	return func(member int, own render.Colour) render.Colour {
		if out := p.colour(member, own); bright[c.members[member].id] {
			return out
		}
		return pale(p.colour(member, own))
	}
}

// bottomLeft returns the position of a picture in the lower left corner of another one.
func bottomLeft(on, of image.Rectangle) image.Point {
	const margin = 12
	return image.Pt(margin, max(0, on.Dy()-of.Dy()-margin))
}
