package clearance

import (
	"container/heap"
	"errors"
	"fmt"
	"math"

	"github.com/golang/geo/r2"

	"github.com/bimstream/bimstream/geometry"
)

// These are the reasons why nothing fits. Errors of this package wrap one of them or geometry.ErrOutOfRange.
var (
	// ErrNoArea is the error of an empty area.
	ErrNoArea = errors.New("the area is empty")
	// ErrOutside is the error of a point that is not in the area.
	ErrOutside = errors.New("the point is not in the area")
	// ErrNoPath is the error if there is no way that is wide enough.
	ErrNoPath = errors.New("no way is wide enough")
	// ErrInterrupted is the error of work that an interrupt ended.
	ErrInterrupted = errors.New("interrupted")
)

// Circle is a circle in plan.
type Circle struct {
	Centre geometry.Point2
	Radius geometry.Length
}

// LargestCircle returns the largest circle in an area, within CircleTolerance. The error is ErrNoArea for an empty
// area.
//
// It divides the box of the area into squares and examines the most promising square first. If a square has the half
// diagonal h and its middle is at distance d from the boundary, a circle with its centre in the square has a radius of
// at most d + h. In the end the best centre is moved until the circle touches as many sides as possible.
func LargestCircle(area geometry.Region) (Circle, error) {
	return largest(area, nil)
}

// LargestCircleAround returns the largest circle in an area that contains a point, within CircleTolerance. The error is
// ErrOutside if the point is not inside the area.
func LargestCircleAround(area geometry.Region, point geometry.Point2) (Circle, error) {
	if area.Contains(point) != geometry.Inside {
		return Circle{}, fmt.Errorf("%v: %w", point, ErrOutside)
	}
	return largest(area, &point)
}

func largest(area geometry.Region, around *geometry.Point2) (Circle, error) {
	if area.Area() <= 0 {
		return Circle{}, ErrNoArea
	}
	s := &circleSearch{sides: sidesOf(area), area: area}
	if around != nil {
		p := float(*around)
		s.around = &p
		s.offer(p)
	}
	for _, p := range area {
		s.offer(float(p.Centroid()))
	}
	s.divideBox()
	for s.cells.Len() > 0 {
		c := heap.Pop(&s.cells).(cell)
		if c.most <= s.radius+float64(CircleTolerance) {
			break
		}
		s.divide(c)
	}
	s.polish()
	return s.rounded()
}

// cell is a square around a middle. Half its side is h, and most is an upper bound of the radius for centres in the
// square.
type cell struct {
	middle  r2.Point
	h, most float64
}

// cells is a heap, the most promising cell first; ties are broken by place, so that the order is always the same.
type cells []cell

func (c cells) Len() int { return len(c) }
func (c cells) Less(i, j int) bool {
	switch a, b := c[i], c[j]; {
	case a.most != b.most:
		return a.most > b.most
	case a.middle.X != b.middle.X:
		return a.middle.X < b.middle.X
	default:
		return a.middle.Y < b.middle.Y
	}
}
func (c cells) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c *cells) Push(x any)   { *c = append(*c, x.(cell)) }
func (c *cells) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// circleSearch is a branch and bound for the best centre.
type circleSearch struct {
	area   geometry.Region
	sides  []side
	around *r2.Point
	cells  cells
	centre r2.Point
	radius float64
}

// offer keeps a centre if it is better than the best centre so far. It returns the distance of the centre from the
// boundary, which is negative outside the area.
func (s *circleSearch) offer(p r2.Point) float64 {
	d := signedDistance(s.sides, p)
	if d > s.radius && s.reaches(p, d) {
		s.centre, s.radius = p, d
	}
	return d
}

// reaches reports whether a circle contains the given point.
func (s *circleSearch) reaches(p r2.Point, radius float64) bool {
	return s.around == nil || length(p.Sub(*s.around)) <= radius
}

// divideBox covers the box of the area with squares.
func (s *circleSearch) divideBox() {
	lo, hi := s.area.Bounds()
	a, b := float(lo), float(hi)
	size := max(1, min(b.X-a.X, b.Y-a.Y))
	// A long area is divided into at most 64 squares at first.
	size = max(size, max(b.X-a.X, b.Y-a.Y)/64)
	for x := a.X; x < b.X; x += size {
		for y := a.Y; y < b.Y; y += size {
			s.add(r2.Point{X: x + size/2, Y: y + size/2}, size/2)
		}
	}
}

func (s *circleSearch) divide(c cell) {
	h := c.h / 2
	for _, d := range [...]r2.Point{{X: -h, Y: -h}, {X: h, Y: -h}, {X: -h, Y: h}, {X: h, Y: h}} {
		s.add(c.middle.Add(d), h)
	}
}

// add keeps a square that may contain a better centre.
func (s *circleSearch) add(middle r2.Point, h float64) {
	reach := float64(h * math.Sqrt2)
	most := s.offer(middle) + reach
	if s.around != nil && length(middle.Sub(*s.around)) > most+reach {
		return
	}
	if most > s.radius+float64(CircleTolerance) {
		heap.Push(&s.cells, cell{middle, h, most})
	}
}

// rounded rounds the centre to the grid.
func (s *circleSearch) rounded() (Circle, error) {
	c := rounded(s.centre)
	r := signedDistance(s.sides, float(c))
	if !(r > 0) {
		return Circle{}, ErrNoArea
	}
	return Circle{c, geometry.Length(math.Floor(r + roundOff))}, nil
}

// roundOff is the greatest error of a computed distance in micrometres: within 10 km a double has a resolution of 2e-6.
const roundOff = 1e-5
