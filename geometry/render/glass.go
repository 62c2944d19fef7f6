package render

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/bimstream/bimstream/geometry"
)

// opaque reports whether a part is opaque, in contrast to glassy.
func opaque(p *Part) bool { return p.Colour[3] == 255 }

func glassy(p *Part) bool { return p.Colour[3] < 255 && p.Colour[3] > 0 }

// pane is a transparent part.
type pane struct {
	seat
	part int
	far  float64 // distance of its middle
}

// glaze blends transparent parts over the samples behind them, the farthest part first.
func (f *frame) glaze(ctx context.Context) {
	panes := f.panes()
	if len(panes) == 0 {
		return
	}
	f.through = make([]atomic.Int64, len(f.objects))
	p := f.newPass(&f.view, glassy, f.horizon, func() taker { return &glass{f, f.surfaces()} })
	for some := range slices.Chunk(panes, batch) {
		var seats []seat
		var only []int
		for _, s := range some {
			seats, only = append(seats, s.seat), append(only, s.part)
		}
		if ctx.Err() == nil {
			p.run(ctx, seats, only)
		}
	}
}

// panes returns the transparent parts, the farthest first.
func (f *frame) panes() (out []pane) {
	for i, parts := range f.made {
		for j := range parts {
			if !glassy(&parts[j]) {
				continue
			}
			if s, ok := f.view.seatOf(i, f.objects[i].Box); ok {
				out = append(out, pane{s, j, f.view.place(middle(parts[j].Mesh)).Z})
			}
		}
	}
	slices.SortFunc(out, func(a, b pane) int {
		return cmp.Or(cmp.Compare(b.far, a.far), cmp.Compare(a.object, b.object), a.part-b.part)
	})
	return out
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

// glass receives strokes and blends them over the colours of samples.
type glass struct {
	*frame
	surfaces *surfaces
}

func (g *glass) take(s stroke) {
	surface := g.surfaces.of(s.id)
	c := surface.colour.lit(g.facing(surface))
	row, seen := s.y*g.buffer.width, int64(0)
	for x := s.from; x < s.to; x++ {
		if float32(s.near+float64(float64(x-s.from)*s.grow)) <= g.buffer.depth[row+x] {
			continue
		}
		seen++
		p := g.colour[3*(row+x) : 3*(row+x)+3]
		for k := range 3 {
			p[k] = uint8((int(p[k])*(255-int(c[3])) + int(c[k])*int(c[3]) + 127) / 255)
		}
	}
	if seen > 0 {
		g.through[s.id.source().object].Add(seen)
	}
}
