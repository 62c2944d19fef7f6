package render

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// crowd returns a scene of some large boxes in front of and among many small boxes, most of which are hidden. The
// counter made is incremented for each object that is made.
func crowd(random *rand.Rand, n int, made *atomic.Int64) (objects []Object, c Camera) {
	all := geometry.EmptyBox()
	for i := range n {
		lo := Vector{random.Float64() * 20, 4 + random.Float64()*20, random.Float64() * 10}
		size := Vector{0.3, 0.3, 0.3}
		if i < 4 { // a wall before the others, with gaps
			lo, size = Vector{float64(i) * 5, 1, 0}, Vector{4.6, 0.4, 10}
		}
		colour := Colour{uint8(7 * i), uint8(50 + 31*i), 160, 255}
		if i%9 == 5 {
			colour[3] = 120
		}
		o := object(box(lo, lo.Add(size)), colour)
		make := o.Parts
		o.Parts = func() []Part { made.Add(1); return make() }
		objects, all = append(objects, o), all.Union(o.Box)
	}
	c = Towards(Vector{}, Vector{random.NormFloat64() * 0.2, 1, -0.2})
	c.Aspect = 1.5
	if random.IntN(2) == 0 {
		c.FieldOfView = 45 * geometry.Degree
	}
	c.Fit(Corners(all))
	return objects, c
}

// Hidden objects are not made. The picture equals a picture for which all objects were made.
func TestWhatIsHiddenIsLeftOut(t *testing.T) {
	const n = 1600
	left := 0
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 7))
		var made atomic.Int64
		objects, camera := crowd(random, n, &made)
		ground := 0.0
		o := Options{Width: 150, Height: 100, Camera: camera, Ground: &ground, Plain: seed%3 == 0}
		if seed%4 == 1 {
			o.Cut = []Plane{{At: Vector{Z: 6}, Normal: Vector{Z: 1}},
				{At: Vector{X: 7}, Normal: Vector{X: -1, Y: -0.2}}}
		}
		paint := func() *Picture {
			p, err := Render(context.Background(), objects, o)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		some := paint()
		if made.Load() > n {
			t.Fatalf("seed %d: %d bodies were made of %d", seed, made.Load(), n)
		}
		left += n - int(made.Load())
		far := geometry.Length(1e12) // a box around everything is not hidden anywhere
		for i := range objects {
			objects[i].Box = geometry.Box{Min: geometry.Point3{X: -far, Y: -far, Z: -far},
				Max: geometry.Point3{X: far, Y: far, Z: far}}
		}
		if o.Plain = true; seed%3 != 0 { // shadow and ground depend on the boxes
			continue
		}
		made.Store(0)
		if all := paint(); made.Load() != n || !bytes.Equal(all.Image.Pix, some.Image.Pix) ||
			!slices.Equal(all.Seen, some.Seen) {
			t.Errorf("seed %d: another picture where nothing is left out", seed)
		}
	}
	if left < 2*n {
		t.Errorf("only %d bodies were left out in all", left)
	}
}
