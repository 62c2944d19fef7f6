package render

import (
	"context"
	"image"
)

// These are the shares of light on a surface. Full light is 1.
const (
	skyLight  = 0.54 // from all sides
	sideLight = 0.12 // more from above, less from below
	sunLight  = 0.50
)

// paint gives each sample its colour.
func (f *frame) paint(ctx context.Context) {
	f.colour = make([]uint8, 3*len(f.buffer.ids))
	rows(ctx, f.Height, func(from, to int) {
		s := f.surfaces()
		for y := from; y < to; y++ {
			for x := range f.Width {
				f.paintPixel(s, x, y)
			}
		}
	})
}

// paintPixel colours the samples of a pixel. It computes the light on a surface once for a pixel.
func (f *frame) paintPixel(s *surfaces, px, py int) {
	var known [Samples * Samples]fragment
	var colours [Samples * Samples]Colour
	n := 0
	for j := range Samples {
	samples:
		for i := range Samples {
			x, y := px*Samples+i, py*Samples+j
			at := y*f.buffer.width + x
			id := f.buffer.ids[at]
			out := f.colour[3*at : 3*at+3 : 3*at+3]
			for k := range n {
				if known[k] == id {
					copy(out, colours[k][:3])
					continue samples
				}
			}
			known[n], colours[n] = id, f.sampleColour(s, x, y, id)
			copy(out, colours[n][:3])
			n++
		}
	}
}

// sampleColour returns the colour of a sample.
func (f *frame) sampleColour(s *surfaces, x, y int, id fragment) Colour {
	back := f.backdrop(y)
	if id == nothing {
		return back
	}
	surface := s.of(id)
	if f.Plain {
		return surface.colour.lit(f.facing(surface))
	}
	place := f.view.at(x, y, f.buffer.depth[y*f.buffer.width+x])
	open := float64(f.shade[y/Samples*f.Width+x/Samples])
	sun := surface.normal.Dot(f.sun)
	if sun > 0 && f.shadow != nil {
		sun = float64(sun * f.shadow.light(place, surface.normal))
	}
	if surface.cut { // a cut gets no light: its colour shows the material
		return surface.colour
	}
	light := float64((skyLight+float64(sideLight*surface.normal.Z))*open) + float64(sunLight*max(0, sun))
	c := surface.colour.lit(light)
	if id == ground {
		return f.fading(c, back, place)
	}
	return c
}

// facing returns the light on a surface without shadow and occlusion.
func (f *frame) facing(s *surface) float64 {
	if s.cut {
		return 1
	}
	return skyLight + float64(sideLight*s.normal.Z) + float64(sunLight*max(0, s.normal.Dot(f.sun)))
}

// lit returns a colour in a light.
func (c Colour) lit(light float64) Colour {
	share := int(float64(min(light, 1.1) * 256))
	for i := range 3 {
		c[i] = uint8(min(255, int(c[i])*share/256))
	}
	return c
}

// The colours of the backdrop, above and below.
var (
	above = Colour{0xdf, 0xe8, 0xf0, 255}
	below = Colour{0xf4, 0xf4, 0xf1, 255}
)

// backdrop returns the colour of the backdrop in a row of samples. It changes in 16 steps, which fit into a small
// palette.
func (f *frame) backdrop(y int) Colour {
	if f.Backdrop != nil {
		return *f.Backdrop
	}
	return mix(above, below, 16*y/f.buffer.height, 15)
}

// mix returns the colour at the fraction part/whole of the way from the first colour to the second.
func mix(a, b Colour, part, whole int) Colour {
	for i := range a {
		a[i] = uint8((int(a[i])*(whole-part) + int(b[i])*part + whole/2) / whole)
	}
	return a
}

// fading returns the colour of the ground, which fades into the backdrop towards its rim.
func (f *frame) fading(c, back Colour, at Vector) Colour {
	const steps = 24
	off := Vector{at.X - f.disc.X, at.Y - f.disc.Y, 0}.Length() / f.discReach
	part := int(float64(max(0, off-0.45) / 0.55 * steps))
	return mix(c, back, min(part, steps), steps)
}

// edgeColour is the colour of edges.
var edgeColour = Colour{0x28, 0x2a, 0x2e, 255}

// resolve combines samples and their edges to pixels.
func (f *frame) resolve(ctx context.Context) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	rows(ctx, f.Height, func(from, to int) {
		for y := from; y < to; y++ {
			for x := range f.Width {
				f.resolvePixel(out.Pix[out.PixOffset(x, y):], x, y)
			}
		}
	})
	return out
}

func (f *frame) resolvePixel(into []uint8, x, y int) {
	var sum [3]int
	for k := range Samples * Samples {
		at := (y*Samples+k/Samples)*f.buffer.width + x*Samples + k%Samples
		mark := int(f.marks[at])
		for c := range 3 {
			sum[c] += (int(f.colour[3*at+c])*(255-mark) + int(edgeColour[c])*mark) / 255
		}
	}
	for c := range 3 {
		into[c] = uint8((sum[c] + Samples*Samples/2) / (Samples * Samples))
	}
	into[3] = 255
}
