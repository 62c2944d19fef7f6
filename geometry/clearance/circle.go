package clearance

import (
	"container/heap"
	"errors"
	"fmt"
	"math"

	"github.com/golang/geo/r2"

	"github.com/bimstream/bimstream/geometry"
)

// The reasons for which nothing fits. Errors of this package wrap one of them or geometry.ErrOutOfRange.
var (
	// ErrNoArea: the area is empty.
	ErrNoArea = errors.New("the area is empty")
	// ErrOutside: a point is not in the area.
	ErrOutside = errors.New("the point is not in the area")
	// ErrNoPath: no way is wide enough.
	ErrNoPath = errors.New("no way is wide enough")
	// ErrInterrupted: an interrupt ended the work.
	ErrInterrupted = errors.New("interrupted")
)

// Circle is a circle in plan.
type Circle struct {
	Centre geometry.Point2
	Radius geometry.Length
}

// LargestCircle returns the largest circle in an area, within CircleTolerance. ErrNoArea refuses an empty one.
//
// It divides the box of the area into squares and keeps the one that may hold the best centre: that of a square with
// the half diagonal h, whose middle is d from the boundary, has a radius of d + h at most. The best is then moved to
// where it touches as many sides as it can.
func LargestCircle(area geometry.Region) (Circle, error) {
	return largest(area, nil)
}

// LargestCircleAround returns the largest circle in an area that has a point in it or on it, within CircleTolerance.
// ErrOutside says that the point is not inside of the area.
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

// cell is a square with half the side h about a middle; most is the largest radius that a centre in it may have.
type cell struct {
	middle  r2.Point
	h, most float64
}

// cells is a heap, the most promising first; ties go by place, so that the order is always the same.
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

// offer takes a centre if it is better than the best one so far, and returns its distance from the boundary, negative
// outside.
func (s *circleSearch) offer(p r2.Point) float64 {
	d := signedDistance(s.sides, p)
	if d > s.radius && s.reaches(p, d) {
		s.centre, s.radius = p, d
	}
	return d
}

// reaches reports whether a circle has the given point.
func (s *circleSearch) reaches(p r2.Point, radius float64) bool {
	return s.around == nil || length(p.Sub(*s.around)) <= radius
}

// divideBox covers the box of the area with squares.
func (s *circleSearch) divideBox() {
	lo, hi := s.area.Bounds()
	a, b := float(lo), float(hi)
	size := max(1, min(b.X-a.X, b.Y-a.Y))
	// A long area has no more than 64 squares to start with.
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

// add keeps a square that may have a better centre.
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

// rounded puts the centre on the grid.
func (s *circleSearch) rounded() (Circle, error) {
	c := rounded(s.centre)
	r := signedDistance(s.sides, float(c))
	if !(r > 0) {
		return Circle{}, ErrNoArea
	}
	return Circle{c, geometry.Length(math.Floor(r + roundOff))}, nil
}

// roundOff is what a computed distance in micrometres may lack: within 10 km a double has places of 2e-6.
const roundOff = 1e-5
