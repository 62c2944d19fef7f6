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

// Place is what a camera is to see: elements, and where among them. A place without a box is all of the elements.
type Place struct {
	Elements []state.ID
	Box      geometry.Box
}

// Sight is a camera that sees a place.
type Sight struct {
	Camera render.Camera
	Cut    []render.Plane // what has to be cut away for that
	Share  float64        // of what can be seen of the elements there, how much is not hidden by others
	place  Place
	spot   float64 // of a place within its elements: how far around its middle it is judged, 0 for all of the elements
	cast   *cast   // what is around
}

// The bounds of what a camera of a place shows around its middle, in metres: near enough to tell what is in conflict,
// far enough to tell where.
const (
	leastSight = 1.5
	mostSight  = 15
	// sightFill is how much of the height of the picture the place fills.
	sightFill = 0.6
	// sightEnough is the share of the elements that a direction must see to be taken at once, and sightLeast the one
	// under which what lies before the place is cut away.
	sightEnough, sightLeast = 0.6, 0.25
	// sightPixels is the height of the pictures by which directions are judged.
	sightPixels = 48
	// leastSpot is how far around its middle a spot is judged at the least, in metres: a pipe and what it goes into.
	leastSpot = 0.25
)

// SightAngle is the vertical field of view of cameras of a place: what programs that read BCF 2.1 expect.
const SightAngle = 60 * geometry.Degree

// directions are those from which a place is looked at, the best first: from above and the side, as people look at a
// model, then steeper, then from below.
var directions = []render.Vector{
	{X: -1, Y: 1, Z: -0.7}, {X: 1, Y: 1, Z: -0.7}, {X: 1, Y: -1, Z: -0.7}, {X: -1, Y: -1, Z: -0.7},
	{X: 0.2, Y: 1, Z: -0.25}, {X: 1, Y: -0.2, Z: -0.25}, {X: -0.2, Y: -1, Z: -0.25}, {X: -1, Y: 0.2, Z: -0.25},
	{X: 0.1, Y: 0.3, Z: -1}, {X: -0.6, Y: 0.8, Z: 0.7}, {X: 0.6, Y: -0.8, Z: 0.7},
}

// See finds a camera that sees a place, and the spot within its elements that its box is. What nothing is seen of from
// any side is cut free: by a plane before it, by one right before the spot, else by one through it; so is a place
// without elements, of which nothing says whether it is seen. NOT_FOUND where there is neither a body nor a box.
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

// none stands for a picture in which nothing is cut.
const none = -1

// sphere returns the middle of a place and how much around it is shown, in metres, and whether it is bare: a box
// without elements that have a body.
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
	part := 3.0 // of a place within the elements, so much around it
	if box.Empty() {
		box, part = all, 1
	}
	lo, hi := render.Metres(box.Min), render.Metres(box.Max)
	reach = float64(hi.Sub(lo).Length()/2) * part
	return lo.Add(hi).Times(0.5), min(max(reach, leastSight), mostSight), all.Empty(), nil
}

// spotOf returns how far around the middle of a place its spot reaches, in metres: 0 where it is all of its elements.
func (p *Place) spotOf() float64 {
	if p.Box.Empty() || len(p.Elements) == 0 {
		return 0
	}
	lo, hi := render.Metres(p.Box.Min), render.Metres(p.Box.Max)
	return min(max(float64(hi.Sub(lo).Length()/2), leastSpot), mostSight)
}

// judging returns the camera by whose picture a sight is judged: of a spot one that looks the same way at that alone.
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

// castAround returns all that reaches into a box, and elements wherever they are.
func castAround(ctx context.Context, v *projections.View, box geometry.Box, elements []state.ID) (*cast, error) {
	wanted := slices.Clone(elements)
	for _, h := range v.Spatial().Intersecting(box) {
		if h.Category.Physical() && !slices.Contains(hidden, h.Category) {
			wanted = append(wanted, h.ID)
		}
	}
	wanted = slices.DeleteFunc(wanted, func(id state.ID) bool { _, ok := v.Model.Element(id); return !ok })
	if len(wanted) == 0 {
		return &cast{}, nil // nothing is there, where a selection of nothing would be of all
	}
	return castOf(ctx, v, &Selection{Elements: wanted})
}

// share returns how much of what can be seen of the elements is not hidden by others: of the element of which the
// least is seen.
func (s *Sight) share(ctx context.Context, objects []render.Object) (float64, error) {
	c := s.judging()
	o := render.Options{Width: int(sightPixels * c.Aspect), Height: sightPixels, Camera: c, Cut: s.Cut}
	seen, err := render.Seen(ctx, objects, o)
	if err != nil {
		return 0, err
	}
	least := 1.0
	judged := s.place.Elements[:min(len(s.place.Elements), len(marked))] // those with a colour of their own
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

// The colours of what a snapshot is about, in the order of the elements; all else is grey.
var marked = []render.Colour{{0xe0, 0x20, 0x20, 0xff}, {0xff, 0x90, 0x10, 0xff},
	{0x30, 0x70, 0xe0, 0xff}, {0x20, 0xa0, 0x60, 0xff}}

// markedGlass is how opaque elements are in such a colour that are seen through.
const markedGlass = 0x90

// Marked returns the colour in which the nth element of a place is shown, as RRGGBB.
func Marked(n int) render.Colour { return marked[min(n, len(marked)-1)] }

// Snapshot paints what a sight sees, its elements in their colours and the others grey, as a PNG.
func (s *Sight) Snapshot(ctx context.Context, width, height int) (picture []byte, err error) {
	defer processors.Stopped(&err)
	objects := s.cast.objects(func(member int, own render.Colour) render.Colour {
		at := slices.Index(s.place.Elements, s.cast.members[member].id)
		if at < 0 {
			return pale(own)
		}
		c := Marked(at)
		if own[3] < 255 { // a room or a pane does not hide what is in it
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

// snapshotColours is how many colours a snapshot has: few are enough for greys and marks, and it stays small.
const snapshotColours = 64

// pale returns a colour that keeps behind those of marks.
func pale(c render.Colour) render.Colour {
	grey := (int(c[0])*30 + int(c[1])*59 + int(c[2])*11) / 100
	g := uint8(110 + grey*120/255)
	return render.Colour{g, g, g, c[3]}
}
