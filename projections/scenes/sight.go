package scenes

import (
	"context"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/geometry/render"
	"github.com/bimstream/bimstream/projections"
)

// Place is the subject of a camera: elements, and a box within them. Without a box, the subject is all of the elements.
type Place struct {
	Elements []state.ID
	Box      geometry.Box
}

// Sight is a camera that sees a place.
type Sight struct {
	Camera render.Camera
	Cut    []render.Plane // planes that cut away what hides the place
	Share  float64        // visible share of the elements: the part that other elements do not hide
	place  Place
	spot   float64 // radius around the middle within which a spot is judged; 0 for all of the elements
	cast   *cast   // the surroundings
}

// These are the bounds of the radius, in metres, that a camera of a place shows around its middle: small enough to see
// the conflict, large enough to see its surroundings.
const (
	leastSight = 1.5
	mostSight  = 15
	// sightFill is the share of the picture's height that the place fills.
	sightFill = 0.6
	// sightEnough is the visible share of the elements at which a direction is accepted at once. Below sightLeast,
	// everything before the place is cut away.
	sightEnough, sightLeast = 0.6, 0.25
	// sightPixels is the height of the pictures with which directions are judged.
	sightPixels = 48
	// leastSpot is the least radius, in metres, within which a spot is judged: a pipe and the body that it enters.
	leastSpot = 0.25
)

// SightAngle is the vertical field of view of cameras of a place, as programs that read BCF 2.1 expect it.
const SightAngle = 60 * geometry.Degree

// directions lists the directions from which a place is viewed, the best first: from above and the side, as people view
// a model, then steeper, then from below.
var directions = []render.Vector{
	{X: -1, Y: 1, Z: -0.7}, {X: 1, Y: 1, Z: -0.7}, {X: 1, Y: -1, Z: -0.7}, {X: -1, Y: -1, Z: -0.7},
	{X: 0.2, Y: 1, Z: -0.25}, {X: 1, Y: -0.2, Z: -0.25}, {X: -0.2, Y: -1, Z: -0.25}, {X: -1, Y: 0.2, Z: -0.25},
	{X: 0.1, Y: 0.3, Z: -1}, {X: -0.6, Y: 0.8, Z: 0.7}, {X: 0.6, Y: -0.8, Z: 0.7},
}

// See finds a camera that sees a place and the spot of its box within its elements. If no direction shows anything of
// it, a plane cuts the view free: before the place, or right before the spot, or through the spot. A place without
// elements is always cut free, because its visibility cannot be judged. The error is NOT_FOUND if there is neither a
// body nor a box.
func See(ctx context.Context, v *projections.View, p Place, aspect float64) (seen *Sight, err error) {
	defer processors.Stopped(&err)
	v = v.Until(ctx)
	middle, reach, bare, err := p.sphere(v)
	if err != nil {
		return nil, err
	}
	slope := SightAngle / 2
	distance := float64(reach / sightFill / slope.Sin() * slope.Cos())
	around, err := castAround(ctx, v, boxAround(middle, distance+reach), p.Elements)
	if err != nil {
		return nil, err
	}
	s := &Sight{place: p, cast: around}
	spot := p.spotOf()
	objects, cuts := around.objects(own), []float64{none, reach, 0}
	if spot > 0 {
		cuts = []float64{none, reach, spot, 0}
	}
	if bare {
		cuts = []float64{0}
	}
	for _, cut := range cuts {
		for _, d := range directions {
			c := render.Towards(middle.Sub(d.Unit().Times(distance)), d)
			c.FieldOfView, c.Aspect = SightAngle, aspect
			try := Sight{Camera: c, place: p, spot: spot, cast: around}
			if cut != none {
				try.Cut = []render.Plane{{At: middle.Sub(c.Forward.Times(cut)), Normal: c.Forward.Times(-1)}}
			}
			if try.Share, err = try.share(ctx, objects); err != nil {
				return nil, err
			}
			if try.Share > s.Share || s.Camera.FieldOfView == 0 {
				*s = try
			}
			if s.Share >= sightEnough {
				return s, nil
			}
		}
		if s.Share >= sightLeast {
			break
		}
	}
	return s, nil
}

// none is the number of a picture without a cut.
const none = -1

// sphere returns the middle of a place and the radius to show around it, in metres. bare reports whether the place is a
// box without elements that have a body.
func (p *Place) sphere(v *projections.View) (middle render.Vector, reach float64, bare bool, err error) {
	all, box := geometry.EmptyBox(), p.Box
	for _, id := range p.Elements {
		if m, failed := v.Measures().Of(id); failed == nil {
			all = all.Union(m.Bounds)
		}
	}
	if all.Empty() && box.Empty() {
		return middle, 0, false, state.Errorf(state.NotFound, "none of the elements has a body to look at")
	}
	part := 3.0 // radius around a place within the elements
	if box.Empty() {
		box, part = all, 1
	}
	lo, hi := render.Metres(box.Min), render.Metres(box.Max)
	reach = float64(hi.Sub(lo).Length()/2) * part
	return lo.Add(hi).Times(0.5), min(max(reach, leastSight), mostSight), all.Empty(), nil
}

// spotOf returns the radius of a place's spot, in metres, or 0 if the place is all of its elements.
func (p *Place) spotOf() float64 {
	if p.Box.Empty() || len(p.Elements) == 0 {
		return 0
	}
	lo, hi := render.Metres(p.Box.Min), render.Metres(p.Box.Max)
	return min(max(float64(hi.Sub(lo).Length()/2), leastSpot), mostSight)
}

// judging returns the camera with whose picture a sight is judged. For a spot it looks in the same direction at the
// spot only.
func (s *Sight) judging() render.Camera {
	c := s.Camera
	if s.spot == 0 {
		return c
	}
	middle := render.Metres(s.place.Box.Min).Add(render.Metres(s.place.Box.Max)).Times(0.5)
	c.Aspect = 1
	c.FieldOfView = min(c.FieldOfView,
		geometry.Angle(2*math.Atan2(s.spot, middle.Sub(c.Eye).Length())/math.Pi*float64(geometry.HalfTurn)))
	return c
}

func boxAround(middle render.Vector, reach float64) geometry.Box {
	at := geometry.Point3{X: micrometres(middle.X), Y: micrometres(middle.Y), Z: micrometres(middle.Z)}
	return geometry.Box{Min: at, Max: at}.Grow(micrometres(reach))
}

func micrometres(metres float64) geometry.Length { return geometry.Length(metres * 1e6) }

// castAround returns the elements that reach into a box, and the given elements wherever they are.
func castAround(ctx context.Context, v *projections.View, box geometry.Box, elements []state.ID) (*cast, error) {
	wanted := slices.Clone(elements)
	for _, h := range v.Spatial().Intersecting(box) {
		if h.Category.Physical() && !slices.Contains(hidden, h.Category) {
			wanted = append(wanted, h.ID)
		}
	}
	wanted = slices.DeleteFunc(wanted, func(id state.ID) bool { _, ok := v.Model.Element(id); return !ok })
	if len(wanted) == 0 {
		return &cast{}, nil // nothing is there; an empty selection would mean all
	}
	return castOf(ctx, v, &Selection{Elements: wanted})
}

// share returns the visible share of the element that is hidden most.
func (s *Sight) share(ctx context.Context, objects []render.Object) (float64, error) {
	c := s.judging()
	o := render.Options{Width: int(sightPixels * c.Aspect), Height: sightPixels, Camera: c, Cut: s.Cut}
	seen, err := render.Seen(ctx, objects, o)
	if err != nil {
		return 0, err
	}
	least := 1.0
	judged := s.place.Elements[:min(len(s.place.Elements), len(marked))] // elements with a colour of their own
	for i := range objects {
		if !slices.Contains(judged, s.cast.members[i].id) {
			continue
		}
		alone, err := render.Seen(ctx, objects[i:i+1], o)
		if err != nil {
			return 0, err
		}
		if alone[0] > 0 {
			least = min(least, float64(seen[i])/float64(alone[0]))
		} else {
			least = 0
		}
	}
	return least, nil
}

// marked lists the colours of the elements of a snapshot, in order; all other elements are grey.
var marked = []render.Colour{{0xe0, 0x20, 0x20, 0xff}, {0xff, 0x90, 0x10, 0xff},
	{0x30, 0x70, 0xe0, 0xff}, {0x20, 0xa0, 0x60, 0xff}}

// markedGlass is the opacity of transparent elements in a colour of marked.
const markedGlass = 0x90

// Marked returns the colour of the nth element of a place, as RRGGBB.
func Marked(n int) render.Colour { return marked[min(n, len(marked)-1)] }

// Snapshot returns the picture of the sight as a PNG. The elements of its place have their colours, and all other
// elements are grey.
func (s *Sight) Snapshot(ctx context.Context, width, height int) (picture []byte, err error) {
	defer processors.Stopped(&err)
	objects := s.cast.objects(func(member int, own render.Colour) render.Colour {
		at := slices.Index(s.place.Elements, s.cast.members[member].id)
		if at < 0 {
			return pale(own)
		}
		c := Marked(at)
		if own[3] < 255 { // a room or a pane does not hide its contents
			c[3] = markedGlass
		}
		return c
	})
	p, err := render.Render(ctx, objects, render.Options{Width: width, Height: height,
		Camera: s.Camera, Cut: s.Cut, Plain: true})
	if err != nil {
		return nil, err
	}
	return render.Encode(p.Image, snapshotColours)
}

// snapshotColours is the number of colours of a snapshot: few are enough for greys and marks, and keep the file small.
const snapshotColours = 64

// pale returns a grey that is less prominent than the colours of marks.
func pale(c render.Colour) render.Colour {
	grey := (int(c[0])*30 + int(c[1])*59 + int(c[2])*11) / 100
	g := uint8(110 + grey*120/255)
	return render.Colour{g, g, g, c[3]}
}
