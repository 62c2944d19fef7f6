package bench

import (
	"fmt"
	"time"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/solids"
)

// solids measures the boolean kernel by processor time: a wall with its openings, the cost of more openings, and round
// bodies of many faces. `make verify` measures the same beside another kernel.
func (b *bench) solids() error {
	three, err := wallWithOpenings(3)
	if err != nil {
		return err
	}
	wall, err := b.evaluations(three)
	if err != nil {
		return err
	}
	skew, err := overlapOfBoxes()
	if err != nil {
		return err
	}
	b.add(Figure{Name: "wall less 3 flush openings, turned in space, with triangles",
		Value: 1 / wall.Seconds(), Unit: "/s",
		Floor: "overlaps of two skew boxes, /s", FloorIs: 1 / skew.Seconds(),
		Note: "make verify compares with Manifold"})
	if err := b.rowsOfOpenings(); err != nil {
		return err
	}
	return b.spheres()
}

// rowsOfOpenings measures the cost per opening of walls with 100 and 1,000 openings. The floor is the cost per opening
// of a wall with ten.
func (b *bench) rowsOfOpenings() error {
	var few time.Duration // per opening of ten
	for _, n := range []int{10, 100, 1000} {
		e, err := wallWithOpenings(n)
		if err != nil {
			return err
		}
		took, err := b.evaluations(e)
		if err != nil {
			return err
		}
		each := took / time.Duration(n)
		if few == 0 {
			few = each
			continue
		}
		b.add(Figure{Name: fmt.Sprintf("wall less %d flush openings, per opening", n),
			Value: float64(each.Nanoseconds()) / 1000, Unit: "us",
			Floor: "per opening of 10, us", FloorIs: float64(few.Nanoseconds()) / 1000, Aim: "<= 1.2"})
	}
	return nil
}

// spheres measures the difference of two round bodies, compared with one look at every edge of one of them.
func (b *bench) spheres() error {
	ball, err := roundBall()
	if err != nil {
		return err
	}
	o, err := csg.FromShape(ball)
	if err != nil {
		return err
	}
	metre := float64(geometry.Metre)
	shift := csg.Translation(r3.Vector{X: 0.4 * metre, Y: 0.123 * metre,
		Z: 0.077 * metre}).After(csg.Rotation(r3.Vector{X: 1, Y: 1, Z: 0.3}, 33))
	took, err := b.evaluations(csg.Subtract(csg.Of(o), csg.Of(o.Moved(shift))))
	if err != nil {
		return err
	}
	look, err := b.mean(ball.Check)
	if err != nil {
		return err
	}
	b.add(Figure{Name: fmt.Sprintf("ball less a shifted ball, of %d faces each", len(ball.Faces)),
		Value: milliseconds(took), Unit: "ms",
		Floor: "checking that one is closed, ms", FloorIs: milliseconds(look),
		Note: "make verify compares with Manifold"})
	return nil
}

// roundBall returns a ball of 1 m radius with about 50,000 faces of four corners, 100,000 triangles.
func roundBall() (csg.Shape, error) {
	half, err := geometry.Arc(geometry.Point2{}, geometry.Metre, -geometry.QuarterTurn,
		geometry.HalfTurn, 50*geometry.Micrometre)
	if err != nil {
		return csg.Shape{}, err
	}
	axis := solids.Axis{To: geometry.Point2{Y: geometry.Metre}}
	return solids.Revolve(geometry.Region{{Outer: half}}, axis, geometry.FullTurn, 50*geometry.Micrometre)
}

// wallWithOpenings returns a wall minus openings of its full depth, turned in space. Three openings are placed as in a
// wall of a storey. More openings are in a row.
func wallWithOpenings(n int) (csg.Expr, error) {
	metre := float64(geometry.Metre)
	at := func(x, y, z float64) r3.Vector { return r3.Vector{X: x * metre, Y: y * metre, Z: z * metre} }
	corners := [][2]r3.Vector{{at(0, 0, 0), at(2*float64(n)+1, 0.2, 3)}}
	for i := range n {
		x := 2*float64(i) + 1
		corners = append(corners, [2]r3.Vector{at(x, 0, 0.9), at(x+1, 0.2, 2.1)})
	}
	place := csg.Translation(at(12.3, -45.6, 7.8)).After(csg.Rotation(r3.Vector{X: 1, Y: 2, Z: 3}, 41))
	parts := make([]csg.Expr, len(corners))
	for i, c := range corners {
		o, err := csg.Box(c[0], c[1])
		if err != nil {
			return csg.Expr{}, err
		}
		parts[i] = csg.Of(o.Moved(place))
	}
	return csg.Subtract(parts...), nil
}

// evaluations returns the mean processor time of evaluating an expression and triangulating the result.
func (b *bench) evaluations(e csg.Expr) (time.Duration, error) {
	return b.mean(func() error {
		s, err := csg.Evaluate(e)
		if err == nil && len(s.Triangles()) == 0 {
			err = fmt.Errorf("nothing is left of a wall with openings: %w", csg.ErrNotClosed)
		}
		return err
	})
}

// mean repeats a function and returns its mean processor time.
func (b *bench) mean(f func() error) (time.Duration, error) {
	began, n := processorTime(), 0
	for n == 0 || processorTime()-began < b.lasting {
		if err := f(); err != nil {
			return 0, err
		}
		n++
	}
	return (processorTime() - began) / time.Duration(n), nil
}
