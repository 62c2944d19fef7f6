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

// Colour is red, green, blue and how opaque, each 0 to 255.
type Colour [4]uint8

// Part is a closed surface of one colour.
type Part struct {
	Mesh   *geometry.Mesh
	Colour Colour
}

// Object is what may be seen as a whole: its parts have no edges between them.
type Object struct {
	Box   geometry.Box  // around its parts
	Parts func() []Part // makes them; called once at most, and not for what others hide, on any goroutine
}

// Plane cuts away what lies on the side to which its normal points.
type Plane struct{ At, Normal Vector }

// Options say how a scene is painted.
type Options struct {
	Width, Height int
	Camera        Camera // its aspect is that of the picture
	Cut           []Plane
	Ground        *float64 // height of a ground that takes shadows, in metres
	Plain         bool     // no shadow, no occlusion
	Indoors       bool     // the light comes from the camera and throws no shadow, as from a lamp beside it
	Backdrop      *Colour  // one colour behind all; a pale sky otherwise
	Poche         Colour   // of what is cut; without opacity a body's own colour, darker
	// Progress is told of how many objects it is known whether they are seen; may be nil.
	Progress func(done, total int)
}

// Picture is what was painted.
type Picture struct {
	Image *image.RGBA
	// Seen counts of each object the samples in which it is seen, of glass those of each surface; a pixel has
	// Samples*Samples.
	Seen []int
}

// Limits of pictures and scenes.
const (
	MaxSide   = 4096 // pixels
	MaxPlanes = 7
	// MaxObjects, MaxParts of an object and MaxTriangles of a part are what has a number of its own.
	MaxObjects, MaxParts, MaxTriangles = 1 << objectBits, 1 << partBits, 1 << triangleBits
	// Samples is how many samples a pixel has along each side.
	Samples = 2
	// near is the distance in metres under which nothing is seen.
	near = 0.05
)

// ErrOptions is the cause of errors about options that no picture can be made with.
var ErrOptions = errors.New("no such picture")

// frame is a picture in the making: what is seen in each sample.
type frame struct {
	Options
	objects   []Object
	made      [][]Part // of objects that were asked for
	asked     []bool
	excessive atomic.Bool // an object has more than has numbers
	view      projector
	buffer    *buffer
	horizon   *horizon
	sun       Vector // towards it
	shadow    *shadowMap
	disc      Vector // middle of the ground
	discReach float64
	shade     []float32      // of each pixel, what occlusion leaves of the light of the sky
	marks     []uint8        // of each sample, how dark its edge is
	colour    []uint8        // of each sample, red, green and blue
	through   []atomic.Int64 // of each object, the samples of its surfaces that are seen through; none without glass
}

// Render paints objects. The context's error says that it was cancelled.
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

// Seen returns of each object in how many samples it is seen, without painting anything.
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

// sampleBytes is what a picture in the making takes of each sample: its depth, what is seen there, its colour and the
// mark of an edge, and a quarter of a pixel with its light.
const sampleBytes = 4 + 8 + 3 + 1 + 4

// bytes returns what the picture takes while it is made, and its shadow.
func (o *Options) bytes() int64 {
	const shadow = 64 << 20
	return int64(o.Width)*int64(o.Height)*Samples*Samples*sampleBytes + shadow
}

// failed says why there is no picture.
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

// parts returns the parts of an object. No two goroutines may ask for those of one at a time.
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

// level returns the direction of a camera in plan: where it looks straight down, what is up in its picture.
func level(c Camera) Vector {
	v := Vector{c.Forward.X, c.Forward.Y, 0}
	if v.Length() < steep {
		v = Vector{c.Up.X, c.Up.Y, 0}
	}
	return v.Unit()
}

// workersAtMost bounds the buffers that are filled at a time.
const workersAtMost = 8

// each runs a function for each number below a count, on all processors. No call depends on another one.
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

// seen counts the samples of each object.
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
