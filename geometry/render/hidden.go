package render

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// seat is the place of an object's box in a picture: its tiles, and the distance of its nearest corner. Nothing in the
// box is nearer.
type seat struct {
	object                 int32
	left, right, low, high int32   // tiles; none where left is greater than right
	distance               float64 // along the camera's direction
	near                   float32 // nearness of a point slightly nearer than the box
	sure                   bool    // the fields above are valid: no corner is beyond a side
}

const (
	// tile is the number of samples along each side of a tile. Some objects of a large building are no larger than a
	// tile.
	tile = 8
	// seatSlack is the distance in metres by which a box is assumed to be nearer than its corners. It is far more than
	// the error of a filled sample by rounding to the grid and to float32, which is 0.1 mm at a distance of 1,000 m.
	seatSlack = 1e-3
)

// seatOf returns the seat of a box; ok is false if no part of it is in the picture.
func (p *projector) seatOf(object int, box geometry.Box) (s seat, ok bool) {
	s = seat{object: int32(object), distance: math.Inf(1), sure: true}
	all := uint16(math.MaxUint16)
	left, right, low, high := int64(math.MaxInt64), int64(math.MinInt64), int64(math.MaxInt64), int64(math.MinInt64)
	for i := range 8 {
		v := p.place(corner(box, i))
		out := p.beyond(v)
		all &= out
		s.distance = min(s.distance, v.Z)
		if out&sideBits != 0 {
			s.sure = false
			continue
		}
		at := p.project(v)
		left, right, low, high = min(left, at.x), max(right, at.x), min(low, at.y), max(high, at.y)
	}
	if all != 0 {
		return s, false
	}
	if p.FieldOfView != 0 && s.distance <= near+seatSlack {
		s.sure = false
	}
	if !s.sure {
		return s, true
	}
	s.near = p.nearness(s.distance - seatSlack)
	s.left, s.right = tiles(left, right, p.width)
	s.low, s.high = tiles(low, high, p.height)
	return s, s.left <= s.right && s.low <= s.high
}

// corner returns one of the eight corners of a box.
func corner(b geometry.Box, i int) geometry.Point3 {
	at := b.Min
	if i&1 != 0 {
		at.X = b.Max.X
	}
	if i&2 != 0 {
		at.Y = b.Max.Y
	}
	if i&4 != 0 {
		at.Z = b.Max.Z
	}
	return at
}

// tiles returns the tiles of the samples between two places of the grid, widened by one sample on both sides.
func tiles(from, to int64, size int) (first, last int32) {
	low, high := max(0, floorDiv(from, sub)-1), min(int64(size)-1, floorDiv(to, sub)+1)
	return int32(floorDiv(low, tile)), int32(floorDiv(high, tile))
}

// horizon holds for each tile of a buffer the depth of its farthest sample.
type horizon struct {
	into  *buffer
	width int       // tiles
	far   []float32 // nearness
	stale []bool    // samples were filled since the last update
}

func newHorizon(b *buffer) *horizon {
	h := &horizon{into: b, width: (b.width + tile - 1) / tile}
	h.far = make([]float32, h.width*((b.height+tile-1)/tile))
	for i := range h.far {
		h.far[i] = float32(math.Inf(-1))
	}
	h.stale = make([]bool, len(h.far))
	return h
}

// hides reports whether everything in a seat lies behind the filled samples.
func (h *horizon) hides(s *seat) bool {
	if !s.sure {
		return false
	}
	for y := s.low; y <= s.high; y++ {
		for _, far := range h.far[int(y)*h.width+int(s.left) : int(y)*h.width+int(s.right)+1] {
			if far <= s.near {
				return false
			}
		}
	}
	return true
}

// touched records that samples of a seat were filled, in tiles from low to high-1.
func (h *horizon) touched(s *seat, low, high int) {
	left, right := 0, h.width-1
	if s.sure {
		left, right = int(s.left), int(s.right)
		low, high = max(low, int(s.low)), min(high, int(s.high)+1)
	}
	for y := low; y < high; y++ {
		for x := left; x <= right; x++ {
			h.stale[y*h.width+x] = true
		}
	}
}

// look updates the depths of the touched tiles from low to high-1.
func (h *horizon) look(low, high int) {
	for at := low * h.width; at < high*h.width; at++ {
		if h.stale[at] {
			h.stale[at] = false
			h.far[at] = h.farthest(at%h.width*tile, at/h.width*tile)
		}
	}
}

func (h *horizon) farthest(left, top int) float32 {
	far := float32(math.Inf(1))
	for y := top; y < min(top+tile, h.into.height); y++ {
		for _, d := range h.into.depth[y*h.into.width+left : y*h.into.width+min(left+tile, h.into.width)] {
			far = min(far, d)
		}
	}
	return far
}
