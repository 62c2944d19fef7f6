package render

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/geometry"

	"github.com/bimstream/bimstream/geometry/processors"
)

// Colour is red, green, blue and how opaque, each 0 to 255.
type Colour [4]uint8

// Item is a closed surface of one colour. Items of one object have no edges between them.
type Item struct {
	Mesh   *geometry.Mesh
	Colour Colour
	Object int // its number, from 0
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
}

// Picture is what was painted.
type Picture struct {
	Image *image.RGBA
	Seen  []int // of each object, the samples in which it is seen; a pixel has Samples*Samples
}

// Limits of pictures and scenes.
const (
	MaxSide   = 4096 // pixels
	MaxPlanes = 7
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
	items     []Item
	first     []int32 // of each item, the number of its first triangle; one more at the end
	view      projector
	buffer    *buffer
	sun       Vector // towards it
	shadow    *shadowMap
	disc      Vector // middle of the ground
	discReach float64
	shade     []float32 // of each pixel, what occlusion leaves of the light of the sky
	marks     []uint8   // of each sample, how dark its edge is
	colour    []uint8   // of each sample, red, green and blue
}

// Render paints items. The context's error says that it was cancelled.
func Render(ctx context.Context, items []Item, o Options) (*Picture, error) {
	f, err := newFrame(items, o)
	if err != nil {
		return nil, err
	}
	f.buffer = f.fill(ctx, &f.view, opaque)
	if !f.Plain && ctx.Err() == nil {
		if !f.Indoors {
			f.castShadow(ctx)
		}
		f.occlude(ctx)
	}
	f.markEdges(ctx)
	f.paint(ctx)
	f.glaze(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &Picture{f.resolve(), f.seen()}, nil
}

// Seen returns of each object in how many samples it is seen, without painting anything.
func Seen(ctx context.Context, items []Item, o Options) ([]int, error) {
	f, err := newFrame(items, o)
	if err != nil {
		return nil, err
	}
	f.buffer = f.fill(ctx, &f.view, func(it *Item) bool { return it.Colour[3] > 0 })
	return f.seen(), ctx.Err()
}

func newFrame(items []Item, o Options) (*frame, error) {
	if o.Width < 1 || o.Height < 1 || o.Width > MaxSide || o.Height > MaxSide {
		return nil, fmt.Errorf("%w: %d x %d pixels, at most %d a side", ErrOptions, o.Width, o.Height, MaxSide)
	}
	if len(o.Cut) > MaxPlanes {
		return nil, fmt.Errorf("%w: %d planes cut, at most %d", ErrOptions, len(o.Cut), MaxPlanes)
	}
	if o.Camera.FieldOfView < 0 || o.Camera.FieldOfView >= geometry.FullTurn/2 ||
		o.Camera.FieldOfView == 0 && o.Camera.Height <= 0 {
		return nil, fmt.Errorf("%w: the camera shows nothing", ErrOptions)
	}
	o.Camera.Aspect = float64(o.Width) / float64(o.Height)
	f := &frame{Options: o, items: items, first: make([]int32, len(items)+1)}
	for i, it := range items {
		f.first[i+1] = f.first[i] + int32(len(it.Mesh.Triangles))
	}
	f.view = newProjector(o.Camera, o.Width*Samples, o.Height*Samples, o.Cut)
	c := o.Camera
	f.sun = c.Right.Times(-0.55).Add(Vector{0, 0, 0.75}).Sub(level(c).Times(0.45)).Unit()
	if o.Indoors {
		f.sun = c.Forward.Times(-0.7).Add(Vector{0, 0, 0.45}).Sub(c.Right.Times(0.35)).Unit()
	}
	return f, nil
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

func workers() int { return min(processors.Count(), workersAtMost) }

// parts runs a function on each of so many parts, on all processors. No part depends on another one.
func parts(ctx context.Context, count int, do func(part int)) {
	var next atomic.Int64
	var busy sync.WaitGroup
	for range workers() {
		busy.Go(func() {
			for i := int(next.Add(1)) - 1; i < count && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	busy.Wait()
}

// rows runs a function on bands of rows, on all processors.
func rows(ctx context.Context, height int, do func(from, to int)) {
	const band = 16
	parts(ctx, (height+band-1)/band, func(i int) { do(i*band, min(height, (i+1)*band)) })
}

// itemOf returns the item that a fragment is of, by its number; its plane is -1 where it is no cut.
func (f *frame) itemOf(id int32) (item, plane int) {
	if id < 0 {
		id = -2 - id
		return int(id) / (MaxPlanes + 1), int(id) % (MaxPlanes + 1)
	}
	after, _ := slices.BinarySearch(f.first, id+1) // the first item whose triangles have higher numbers
	return after - 1, -1
}

// seen counts the samples of each object.
func (f *frame) seen() []int {
	objects := 0
	for _, it := range f.items {
		objects = max(objects, it.Object+1)
	}
	out := make([]int, objects)
	last, object := nothing, 0
	for _, id := range f.buffer.ids {
		if id == nothing || id == groundID {
			continue
		}
		if id != last {
			item, _ := f.itemOf(id)
			last, object = id, f.items[item].Object
		}
		out[object]++
	}
	return out
}
