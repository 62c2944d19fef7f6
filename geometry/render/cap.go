package render

import "math"

// stencil receives the strokes of a cut part that lie behind the entry planes of the view. It counts in each sample how
// many sides of the part face the camera and how many face away. If more face away, the sample shows the inside of the
// body at the cut.
type stencil struct {
	into        *buffer
	draws       bool // the strokes are drawn too
	first       int  // row of the first count
	count       []int16
	low, high   int // touched rows
	left, right int
}

// newStencil returns a stencil for the rows from low to high-1.
func newStencil(b *buffer, low, high int) *stencil {
	return &stencil{into: b, first: low, count: make([]int16, (high-low)*b.width), low: math.MaxInt, left: math.MaxInt,
		high: -1, right: -1}
}

func (s *stencil) take(t stroke) {
	if s.draws && t.front {
		s.into.take(t)
	}
	s.low, s.high = min(s.low, t.y), max(s.high, t.y)
	s.left, s.right = min(s.left, t.from), max(s.right, t.to-1)
	add := int16(-1)
	if t.front {
		add = 1
	}
	row := s.count[(t.y-s.first)*s.into.width:]
	for x := t.from; x < t.to; x++ {
		row[x] += add
	}
}

// close paints the visible inside of a part on the planes that cut it.
func (s *stencil) close(p *projector, object, part int) {
	for y := s.low; y <= s.high; y++ {
		row, counts := y*s.into.width, (y-s.first)*s.into.width
		for x := s.left; x <= s.right; x++ {
			if s.count[counts+x] < 0 {
				if plane, distance := p.entry(x, y); plane >= 0 {
					s.into.put(row+x, p.nearness(distance), cutFragment(object, part, plane))
				}
			}
			s.count[counts+x] = 0
		}
	}
	s.low, s.left, s.high, s.right = math.MaxInt, math.MaxInt, -1, -1
}

// entry returns the cutting plane through which the line of sight of a sample enters the remaining space, and the
// distance of that point. It returns -1 if the line starts inside that space, or leaves it before it enters.
func (p *projector) entry(x, y int) (plane int, distance float64) {
	from, along := p.ray(x, y)
	plane, distance = -1, near
	end := math.Inf(1)
	for i := range p.cut {
		s := &p.cut[i]
		speed := s.normal.Dot(along)
		if d := -s.over(from) / speed; speed < 0 && d > distance {
			plane, distance = i, d
		} else if speed > 0 {
			end = min(end, d)
		}
	}
	if distance > end {
		return -1, distance
	}
	return plane, distance
}
