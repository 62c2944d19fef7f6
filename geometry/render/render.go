package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync/atomic"

	"github.com/bimstream/bimstream/geometry"

	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/geometry/processors"
)

// Colour is red, green, blue and opacity, each 0 to 255.
type Colour [4]uint8

// Part is a closed surface of one colour.
type Part struct {
	Mesh   *geometry.Mesh
	Colour Colour
}

// Object is a unit of visibility: its parts have no edges between them.
type Object struct {
	Box   geometry.Box  // around its parts
	Parts func() []Part // makes them; called at most once, on any goroutine, and not for hidden objects
}

// Plane cuts away everything on the side to which its normal points.
type Plane struct{ At, Normal Vector }

// Options defines how a scene is painted.
type Options struct {
	Width, Height int
	Camera        Camera // its aspect must be that of the picture
	Cut           []Plane
	Ground        *float64 // height of a ground that receives shadows, in metres
	Plain         bool     // without shadow and occlusion
	Indoors       bool     // light comes from the camera and throws no shadow, like a lamp beside it
	Backdrop      *Colour  // uniform backdrop; a pale sky if nil
	Poche         Colour   // colour of cuts; if transparent, a body's own colour, darker
	// Progress receives the number of objects whose visibility has been decided; it may be nil.
	Progress func(done, total int)
}

// Picture is a painted picture.
type Picture struct {
	Image *image.RGBA
	// Seen holds for each object the number of samples in which it is visible. For glass the samples of each surface
	// are counted. A pixel has Samples*Samples samples.
	Seen []int
}

// These are the limits of pictures and scenes.
const (
	MaxSide   = 4096 // pixels
	MaxPlanes = 7
	// MaxObjects, MaxParts of an object and MaxTriangles of a part are limited by the bits of their numbers.
	MaxObjects, MaxParts, MaxTriangles = 1 << objectBits, 1 << partBits, 1 << triangleBits
	// Samples is the number of samples along each side of a pixel.
	Samples = 2
	// near is the least visible distance in metres.
	near = 0.05
)

// ErrOptions is the error of options from which no picture can be made.
var ErrOptions = errors.New("no such picture")

// frame is a picture under construction: the visible fragment of each sample.
type frame struct {
	Options
	objects   []Object
	made      [][]Part // parts of the objects used so far
	asked     []bool
	excessive atomic.Bool // an object exceeds the numbers of parts or triangles
	view      projector
	buffer    *buffer
	horizon   *horizon
	sun       Vector // direction to the sun
	shadow    *shadowMap
	disc      Vector // middle of the ground
	discReach float64
	shade     []float32      // of each pixel: the light of the sky that occlusion leaves
	marks     []uint8        // of each sample: the darkness of its edge
	colour    []uint8        // of each sample, red, green and blue
	through   []atomic.Int64 // of each object: the visible samples of its transparent surfaces; none without glass
}

// Render paints objects. The error is the context's if it was cancelled.
func Render(ctx context.Context, objects []Object, o Options) (*Picture, error) {
	f, err := newFrame(objects, o)
	if err != nil {
		return nil, err
	}
	release, err := budget.Take(ctx, o.bytes())
	if err != nil {
		return nil, err
	}
	defer release()
	f.buffer, f.horizon = f.fill(ctx, &f.view, opaque, true)
	if !f.Plain && ctx.Err() == nil {
		if !f.Indoors {
			f.castShadow(ctx)
		}
		f.occlude(ctx)
	}
	f.markEdges(ctx)
	f.paint(ctx)
	f.glaze(ctx)
	if err := f.failed(ctx); err != nil {
		return nil, err
	}
	return &Picture{f.resolve(ctx), f.seen()}, ctx.Err()
}

// Seen returns for each object the number of samples in which it is visible, without painting anything.
func Seen(ctx context.Context, objects []Object, o Options) ([]int, error) {
	f, err := newFrame(objects, o)
	if err != nil {
		return nil, err
	}
	release, err := budget.Take(ctx, o.bytes())
	if err != nil {
		return nil, err
	}
	defer release()
	f.buffer, _ = f.fill(ctx, &f.view, func(p *Part) bool { return p.Colour[3] > 0 }, true)
	return f.seen(), f.failed(ctx)
}

// sampleBytes is the memory for each sample of a picture under construction: depth, fragment, colour, mark of an edge,
// and a quarter of the pixel with its light.
const sampleBytes = 4 + 8 + 3 + 1 + 4

// bytes returns the memory for making the picture and its shadow.
func (o *Options) bytes() int64 {
	const shadow = 64 << 20
	return int64(o.Width)*int64(o.Height)*Samples*Samples*sampleBytes + shadow
}

// failed returns the error for which there is no picture, or nil.
func (f *frame) failed(ctx context.Context) error {
	if f.excessive.Load() {
		return fmt.Errorf("%w: an object has more than %d parts, or one of more than %d triangles", ErrOptions,
			MaxParts, MaxTriangles)
	}
	return ctx.Err()
}

func newFrame(objects []Object, o Options) (*frame, error) {
	if o.Width < 1 || o.Height < 1 || o.Width > MaxSide || o.Height > MaxSide {
		return nil, fmt.Errorf("%w: %d x %d pixels, at most %d a side", ErrOptions, o.Width, o.Height, MaxSide)
	}
	if len(objects) > MaxObjects {
		return nil, fmt.Errorf("%w: %d objects, at most %d", ErrOptions, len(objects), MaxObjects)
	}
	if len(o.Cut) > MaxPlanes {
		return nil, fmt.Errorf("%w: %d planes cut, at most %d", ErrOptions, len(o.Cut), MaxPlanes)
	}
	if o.Camera.FieldOfView < 0 || o.Camera.FieldOfView >= geometry.FullTurn/2 ||
		o.Camera.FieldOfView == 0 && o.Camera.Height <= 0 {
		return nil, fmt.Errorf("%w: the camera shows nothing", ErrOptions)
	}
	o.Camera.Aspect = float64(o.Width) / float64(o.Height)
	f := &frame{Options: o, objects: objects, made: make([][]Part, len(objects)), asked: make([]bool, len(objects))}
	f.view = newProjector(o.Camera, o.Width*Samples, o.Height*Samples, o.Cut)
	c := o.Camera
	f.sun = c.Right.Times(-0.55).Add(Vector{0, 0, 0.75}).Sub(level(c).Times(0.45)).Unit()
	if o.Indoors {
		f.sun = c.Forward.Times(-0.7).Add(Vector{0, 0, 0.45}).Sub(c.Right.Times(0.35)).Unit()
	}
	return f, nil
}

// parts returns the parts of an object. It must not be called concurrently for the same object.
func (f *frame) parts(object int) []Part {
	if !f.asked[object] {
		f.asked[object], f.made[object] = true, f.objects[object].Parts()
		if len(f.made[object]) > MaxParts || slices.ContainsFunc(f.made[object],
			func(p Part) bool { return len(p.Mesh.Triangles) > MaxTriangles }) {
			f.made[object] = nil
			f.excessive.Store(true)
		}
	}
	return f.made[object]
}

// level returns the direction of a camera in plan, or the upward direction of its picture if it looks straight down.
func level(c Camera) Vector {
	v := Vector{c.Forward.X, c.Forward.Y, 0}
	if v.Length() < steep {
		v = Vector{c.Up.X, c.Up.Y, 0}
	}
	return v.Unit()
}

// workersAtMost is the greatest number of buffers that are filled concurrently.
const workersAtMost = 8

// each runs a function for each number below a count, on all processors. Calls must be independent.
func each(ctx context.Context, count int, do func(i int)) {
	processors.AtMost(workersAtMost, count, func(i int) {
		if ctx.Err() == nil {
			do(i)
		}
	})
}

// rows runs a function on stretches of rows, on all processors.
func rows(ctx context.Context, height int, do func(from, to int)) {
	const stretch = 16
	each(ctx, (height+stretch-1)/stretch, func(i int) { do(i*stretch, min(height, (i+1)*stretch)) })
}

// seen returns the number of visible samples of each object.
func (f *frame) seen() []int {
	out := make([]int, len(f.objects))
	for _, id := range f.buffer.ids {
		if id != nothing && id != ground {
			out[id.source().object]++
		}
	}
	for i := range f.through {
		out[i] += int(f.through[i].Load())
	}
	return out
}
