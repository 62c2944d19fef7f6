package csg

import (
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/geometry"
)

// Evaluate returns the closed surface of an expression, regularised: faces, edges and points without volume vanish. It
// runs in the frame of the first operand, in one step for the whole expression, within PlaneTolerance. It uses
// RoundedTolerance for operands with bent faces, which solids have after rounding in a skew position, and for operands
// that give no closed surface within PlaneTolerance. If RoundedTolerance gives no closed surface either, it tries from
// a fraction of that tolerance up to four times as much. Shape.Tolerance holds the tolerance used. Every result is
// checked; ErrNotClosed means that the check failed and there is no result.
func Evaluate(e Expr) (Shape, error) { return EvaluateUntil(nil, e) }

// EvaluateUntil does the same as Evaluate, but stop can end it with the error geometry.ErrInterrupted.
func EvaluateUntil(stop geometry.Interrupt, e Expr) (Shape, error) {
	s, err := evaluate(stop, e, PlaneTolerance, true)
	if !errors.Is(err, ErrNotClosed) && !errors.Is(err, errRounded) && !errors.Is(err, ErrBentFace) {
		return s, err
	}
	for _, tolerance := range roundedTolerances {
		var again error
		if s, again = evaluate(stop, e, tolerance, false); !errors.Is(again, ErrNotClosed) {
			return s, again
		}
	}
	if errors.Is(err, errRounded) {
		return evaluate(stop, e, PlaneTolerance, false)
	}
	return Shape{}, err
}

// roundedTolerances lists the tolerances that are tried for rounded operands until a result passes the check. If parts
// touch only at corners, or planes meet at a few degrees, a corner is off by more than the rounding. Faces that are
// ambiguous with one tolerance are separate with a smaller tolerance, or flush with a larger one.
var roundedTolerances = []float64{RoundedTolerance, RoundedTolerance / 2, RoundedTolerance / 4,
	2 * RoundedTolerance, coarsestTolerance}

// errRounded stops an evaluation whose operands were rounded in a skew position, because such operands need
// RoundedTolerance.
var errRounded = errors.New("the operands were rounded")

// EvaluateWithin evaluates as Evaluate does, but with a given tolerance in micrometres, above zero and at most
// RoundedTolerance.
func EvaluateWithin(e Expr, tolerance float64) (Shape, error) {
	if !(tolerance > 0 && tolerance <= RoundedTolerance) {
		return Shape{}, fmt.Errorf("tolerance of %v um: %w", tolerance, ErrOutOfRange)
	}
	return evaluate(nil, e, tolerance, false)
}

func evaluate(stop geometry.Interrupt, e Expr, tolerance float64, unrounded bool) (Shape, error) {
	k, err := load(stop, e, tolerance)
	if err != nil {
		return Shape{}, err
	}
	interrupted := true // also after a panic of stop: the kernel is then left to the garbage collector
	defer func() {
		if !interrupted {
			k.release()
		}
	}()
	s, err := k.evaluate(unrounded)
	interrupted = errors.Is(err, geometry.ErrInterrupted)
	return s, err
}

func (k *kernel) evaluate(unrounded bool) (Shape, error) {
	if unrounded && k.rounded {
		return Shape{}, errRounded
	}
	k.findMates()
	k.findSegments()
	if !k.stop.Now() {
		k.selectFragments()
	}
	if k.stop.Now() {
		return Shape{}, geometry.ErrInterrupted
	}
	volume, area := k.fragmentVolume()
	k.weldVertices()
	if err := k.sew(); err != nil {
		return Shape{}, err
	}
	if k.stop.Now() {
		return Shape{}, geometry.ErrInterrupted
	}
	s := k.joinSides().faces()
	s.dropStraightVertices()
	s.sortLoops()
	if s.isFlat(area, k.tolerance) {
		s = Shape{Tolerance: s.Tolerance}
	}
	if err := k.verify(s, volume, area); err != nil {
		return Shape{}, err
	}
	return s, nil
}
