package stair

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// sharpestTurn is the cosine of the sharpest turn of a path, 135 degrees. At sharper turns the tip of the newel would
// be more than 2.6 widths of the railing away from the corner.
const sharpestTurn = -math.Sqrt2 / 2

// corner is a point of the path. The runs end before it by trim, and a newel fills the gap if newel is true.
type corner struct {
	trim  geometry.Length
	newel bool
	in    geometry.Point2 // the point before
	out   geometry.Point2 // the point after
}

func (k *railingMaker) closed() bool {
	return len(k.Path) > 3 && k.Path[0] == k.Path[len(k.Path)-1]
}

func (k *railingMaker) corners() ([]corner, error) {
	points := k.inPlan()
	last := len(points) - 1
	for i := range last {
		if geometry.Distance(points[i], points[i+1]) < shape.MinimumExtent {
			return nil, state.Errorf(state.DegenerateGeometry,
				"points %d and %d of the path are the same point in plan: a railing cannot run straight up", i,
				i+1).With("parameter", "path")
		}
	}
	out := make([]corner, len(points))
	for i := range points {
		switch {
		case i > 0 && i < last:
			out[i] = corner{in: points[i-1], out: points[i+1]}
		case k.closed():
			out[i] = corner{in: points[last-1], out: points[1]}
		default:
			continue
		}
		if err := k.turn(&out[i], i, points[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// turn computes the distance before a corner at which the runs end: half the width times the tangent of half the turn.
func (k *railingMaker) turn(c *corner, i int, at geometry.Point2) error {
	a, b := geometry.Direction(c.in, at), geometry.Direction(at, c.out)
	cosine := float64(a.X*b.X) + float64(a.Y*b.Y)
	sine := math.Abs(float64(a.X*b.Y) - float64(a.Y*b.X))
	if cosine < sharpestTurn {
		return state.Errorf(state.DegenerateGeometry,
			"the path turns by more than 135 degrees at point %d: make two railings of it", i).With("parameter", "path")
	}
	if sine < fabric.ParallelSine {
		return nil
	}
	c.newel, c.trim = true, fabric.RoundLength(k.half*sine/(1+cosine))
	c.newel = c.trim > 0
	return nil
}

// checkCrossings refuses a path that crosses itself at heights at which the railings would meet.
func (k *railingMaker) checkCrossings() error {
	points := k.inPlan()
	runs := len(points) - 1
	for i := range runs {
		for j := i + 2; j < runs; j++ {
			if i == 0 && j == runs-1 && k.closed() {
				continue
			}
			if k.levelWith(i, j) && segmentsMeet(points[i], points[i+1], points[j], points[j+1]) {
				return state.Errorf(state.DegenerateGeometry,
					"the path crosses itself between points %d and %d: make two railings of it", i,
					j+1).With("parameter", "path")
			}
		}
	}
	return nil
}

// levelWith reports whether the heights of two runs overlap.
func (k *railingMaker) levelWith(i, j int) bool {
	low := func(n int) geometry.Length { return min(k.Path[n].Z, k.Path[n+1].Z) }
	high := func(n int) geometry.Length { return max(k.Path[n].Z, k.Path[n+1].Z) + k.Height }
	return low(i) < high(j) && low(j) < high(i)
}

// segmentsMeet reports whether two segments share a point.
func segmentsMeet(a, b, c, d geometry.Point2) bool {
	if max(a.X, b.X) < min(c.X, d.X) || max(c.X, d.X) < min(a.X, b.X) || max(a.Y, b.Y) < min(c.Y, d.Y) ||
		max(c.Y, d.Y) < min(a.Y, b.Y) {
		return false
	}
	return geometry.Orient(a, b, c)*geometry.Orient(a, b, d) <= 0 &&
		geometry.Orient(c, d, a)*geometry.Orient(c, d, b) <= 0
}
