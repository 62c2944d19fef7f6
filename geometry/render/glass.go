package render

import (
	"cmp"
	"context"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// glaze lays what is seen through over what is behind it, the farthest object first.
func (f *frame) glaze(ctx context.Context) {
	var order []int
	far := map[int]float64{}
	for i := range f.items {
		if glassy(&f.items[i]) {
			order = append(order, i)
			far[i] = f.view.place(middle(f.items[i].Mesh)).Z
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(far[b], far[a]), a-b) })
	if len(order) == 0 {
		return
	}
	const bands = 8
	height := f.buffer.height
	parts(ctx, bands, func(band int) {
		g := &glass{frame: f, surfaces: f.surfaces()}
		l := filler{frame: f, projector: &f.view, to: g, low: height * band / bands, high: height * (band + 1) / bands}
		for _, i := range order {
			l.item(i)
		}
	})
}

func middle(m *geometry.Mesh) geometry.Point3 {
	box := geometry.EmptyBox()
	for _, v := range m.Vertices {
		box = box.Extend(v)
	}
	if box.Empty() {
		return geometry.Point3{}
	}
	return geometry.Point3{X: box.Min.X + (box.Max.X-box.Min.X)/2, Y: box.Min.Y + (box.Max.Y-box.Min.Y)/2,
		Z: box.Min.Z + (box.Max.Z-box.Min.Z)/2}
}

// glass lays strokes over the colours of samples.
type glass struct {
	*frame
	surfaces *surfaces
}

func (g *glass) take(s stroke) {
	if !s.front {
		return
	}
	surface := g.surfaces.of(s.id)
	c := surface.colour.lit(g.facing(surface))
	row := s.y * g.buffer.width
	for x := s.from; x < s.to; x++ {
		if float32(s.near+float64(float64(x-s.from)*s.grow)) <= g.buffer.depth[row+x] {
			continue
		}
		p := g.colour[3*(row+x) : 3*(row+x)+3]
		for k := range 3 {
			p[k] = uint8((int(p[k])*(255-int(c[3])) + int(c[k])*int(c[3]) + 127) / 255)
		}
	}
}
