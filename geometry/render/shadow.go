package render

import (
	"context"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// shadowMap is the scene as seen from the sun.
type shadowMap struct {
	view   projector
	buffer *buffer
	texel  float64 // metres
	step   float64 // texels between the examined points
}

const (
	// shadowSide is the number of texels along a side of a shadow map. For a site of 100 m, a texel is 5 cm wide.
	shadowSide = 2048
	// penumbra is the distance, in metres, between the points at which a shadow is looked up, four along each side.
	penumbra = 0.03
	// lift is the number of texels by which a point is lifted off its surface before its shadow is looked up. It
	// exceeds the diagonal of a texel, so that no surface shades itself.
	lift = 1.5
)

// castShadow makes the shadow map, and lays the ground.
func (f *frame) castShadow(ctx context.Context) {
	box := geometry.EmptyBox()
	for i := range f.objects {
		box = box.Union(f.objects[i].Box)
	}
	if box.Empty() {
		return
	}
	c := Towards(Metres(box.Min), f.sun.Times(-1))
	c.Aspect = 1
	c.Fit(Corners(box))
	f.shadow = &shadowMap{view: newProjector(c, shadowSide, shadowSide, f.Cut), texel: c.Height / shadowSide}
	f.shadow.step = max(1, penumbra/f.shadow.texel)
	f.shadow.buffer, _ = f.fill(ctx, &f.shadow.view, opaque, false)
	f.layGround(ctx, box)
}

// layGround paints the ground in empty samples, as a disc around the scene.
func (f *frame) layGround(ctx context.Context, box geometry.Box) {
	if f.Ground == nil || f.Camera.Eye.Z <= *f.Ground {
		return
	}
	f.disc, f.discReach = groundDisc(box)
	b := f.buffer
	rows(ctx, b.height, func(from, to int) {
		for y := from; y < to; y++ {
			for x := range b.width {
				start, along := f.view.ray(x, y)
				from, way := f.view.world(start), f.view.world(along).Sub(f.Camera.Eye)
				if way.Z >= 0 {
					continue
				}
				d := (*f.Ground - from.Z) / way.Z
				at := from.Add(way.Times(d))
				off := Vector{at.X - f.disc.X, at.Y - f.disc.Y, 0}
				if d > near && off.Length() < f.discReach {
					b.put(y*b.width+x, f.view.nearness(d), ground)
				}
			}
		}
	})
}

// groundDisc returns the middle and the radius of the ground under a scene.
func groundDisc(box geometry.Box) (middle Vector, reach float64) {
	lo, hi := Metres(box.Min), Metres(box.Max)
	middle = lo.Add(hi).Times(0.5)
	middle.Z = 0
	return middle, float64(Vector{hi.X - lo.X, hi.Y - lo.Y, hi.Z - lo.Z}.Length()*0.5*1.6) + 2
}

// light returns the share of sunlight at a place with a normal, from 0 to 1: the mean of 16 points around it.
func (s *shadowMap) light(at, normal Vector) float64 {
	at = at.Add(normal.Times(float64(s.texel * lift * s.step)))
	v := at.Sub(s.view.Eye)
	x := float64(s.view.width)/2 + float64(v.Dot(s.view.Right)*s.view.scale)
	y := float64(s.view.height)/2 - float64(v.Dot(s.view.Up)*s.view.scale)
	depth := float32(-v.Dot(s.view.Forward) + s.texel)
	lit := 0
	for j := range 4 {
		row := int(math.Floor(y + float64((float64(j)-1.5)*s.step)))
		for i := range 4 {
			column := int(math.Floor(x + float64((float64(i)-1.5)*s.step)))
			if row < 0 || column < 0 || row >= s.view.height || column >= s.view.width ||
				s.buffer.depth[row*s.view.width+column] <= depth {
				lit++
			}
		}
	}
	return float64(lit) / 16
}
