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

// PictureSpec says what a picture is of.
type PictureSpec struct {
	Selection
	Camera    CameraSpec
	Box       *geometry.Box    // only what lies within is shown, closed where it is cut
	CutAbove  *geometry.Length // only what lies below this height is shown
	Paint     Paint
	Highlight []state.ID // in their own colours; all others grey
	Width     int
	Height    int
	Plain     bool // no shadow, no occlusion, no ground
}

// Picture is a picture with what it shows.
type Picture struct {
	PNG     []byte
	Camera  render.Camera
	Target  render.Vector
	Legend  []LegendRow
	Drawn   int       // elements of the scene
	Seen    int       // those of which at least one sample is seen
	LeftOut []LeftOut // the bodies of elements that others hide are not made, so that none of them fails
}

// cutColour is that of bodies where they are cut.
var cutColour = render.Colour{0x4a, 0x4c, 0x52, 0xff}

// pictureColours is how many colours a picture's palette has: with all of 256 a picture of 1200 x 800 pixels stays
// under 200 kB.
const pictureColours = 256

// Render paints a picture of a view. Progress, which may be nil, is told of how many elements it is known whether
// others hide them. NOT_FOUND names what there is not, EMPTY_RESULT says that nothing is to be seen.
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

// planes returns those that cut away what is outside of the box or above the cut.
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

// painted is the colours of a cast's members.
type painted struct {
	colour func(member int, own render.Colour) render.Colour
	legend []LegendRow
}

// highlighting returns the colours of members where some are highlighted, for which the others are grey.
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

// bottomLeft returns where a picture of a size lies in the lower left corner of another one.
func bottomLeft(on, of image.Rectangle) image.Point {
	const margin = 12
	return image.Pt(margin, max(0, on.Dy()-of.Dy()-margin))
}
