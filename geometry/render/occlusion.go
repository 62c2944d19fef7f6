package render

import (
	"context"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// These are the parameters of ambient occlusion: at each pixel, it measures how far the visible surroundings rise above
// the pixel's surface.
const (
	occlusionReach = 0.9  // metres around a place in which things darken it
	occlusionTaps  = 12   // examined neighbours
	occlusionTurns = 16   // patterns of neighbours, one for each pixel of a square of 4 x 4
	occlusionLeast = 0.12 // sine of a rise that darkens nothing, so that flat surfaces stay even
	occlusionDepth = 1.9  // darkening by the mean rise
	occlusionFew   = 3.0  // radius in samples below which the reach is too small to examine
	occlusionMost  = 90.0 // greatest radius in samples that is examined
)

// spiral holds the neighbours of a pixel in a reach of 1, by turn.
var spiral = func() (out [occlusionTurns][occlusionTaps][2]float64) {
	for turn := range out {
		for i := range out[turn] {
			r := math.Sqrt((float64(i) + 0.5) / occlusionTaps)
			// the golden angle between successive neighbours spreads them evenly
			a := geometry.Angle(int64(turn)*int64(geometry.FullTurn)/occlusionTurns+
				int64(i)*137507764) % geometry.FullTurn
			out[turn][i] = [2]float64{float64(r * a.Cos()), float64(r * a.Sin())}
		}
	}
	return out
}()

// occlude computes for each pixel the remaining light of the sky.
func (f *frame) occlude(ctx context.Context) {
	raw := make([]float32, f.Width*f.Height)
	rows(ctx, f.Height, func(from, to int) {
		s := f.surfaces()
		for y := from; y < to; y++ {
			for x := range f.Width {
				raw[y*f.Width+x] = f.open(s, x, y)
			}
		}
	})
	f.shade = make([]float32, len(raw))
	rows(ctx, f.Height, func(from, to int) {
		for y := from; y < to; y++ {
			for x := range f.Width {
				f.shade[y*f.Width+x] = f.smooth(raw, x, y)
			}
		}
	})
}

// open returns the openness of a pixel to the sky, by its first sample.
func (f *frame) open(s *surfaces, px, py int) float32 {
	b, x, y := f.buffer, px*Samples, py*Samples
	id := b.ids[y*b.width+x]
	if id == nothing {
		return 1
	}
	nearness := b.depth[y*b.width+x]
	distance := 1.0
	if f.Camera.FieldOfView != 0 {
		distance = f.view.distance(nearness)
	}
	reach := min(float64(occlusionReach*f.view.scale)/distance, occlusionMost)
	if reach < occlusionFew {
		return 1
	}
	metres := float64(reach*distance) / f.view.scale
	at, normal, sum := f.view.at(x, y, nearness), s.of(id).normal, 0.0
	for _, tap := range spiral[(py%4)*4+px%4] {
		u, v := x+int(math.Round(float64(tap[0]*reach))), y+int(math.Round(float64(tap[1]*reach)))
		if u < 0 || v < 0 || u >= b.width || v >= b.height || b.ids[v*b.width+u] == nothing {
			continue
		}
		way := f.view.at(u, v, b.depth[v*b.width+u]).Sub(at)
		if l := way.Length(); l > 0 && l < 2*metres {
			fade := 1 - float64(l*l)/float64(4*metres*metres)
			sum += float64(max(0, way.Dot(normal)/l-occlusionLeast) * fade)
		}
	}
	return float32(max(0, 1-float64(sum*occlusionDepth)/occlusionTaps))
}

// smooth returns the mean of the pixels in a square of 4 x 4 that are at about the same distance as its middle.
func (f *frame) smooth(raw []float32, px, py int) float32 {
	const alike = 0.02 // of the nearness
	b := f.buffer
	middle := b.depth[py*Samples*b.width+px*Samples]
	sum, count := float32(0), float32(0)
	for y := max(0, py-2); y < min(f.Height, py+2); y++ {
		for x := max(0, px-2); x < min(f.Width, px+2); x++ {
			d := b.depth[y*Samples*b.width+x*Samples]
			if d == middle || float32(math.Abs(float64(d-middle))) <= float32(alike*math.Abs(float64(middle))) {
				sum, count = sum+raw[y*f.Width+x], count+1
			}
		}
	}
	if count == 0 {
		return raw[py*f.Width+px]
	}
	return sum / count
}
