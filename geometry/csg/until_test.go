package csg_test

import (
	"errors"
	"testing"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// An interrupted evaluation ends at the next check, with an error or by the panic of the interrupt, and does not affect
// the next evaluation.
func TestAnEvaluationEndsWhenItIsInterrupted(t *testing.T) {
	block := func(x, z int64) csg.Expr {
		at := geometry.Point2{X: geometry.MM(x)}
		s, err := geometry.Extrude(geometry.World(), geometry.Region{geometry.Rectangle(at,
			at.Add(geometry.Point2{X: geometry.MM(100), Y: geometry.MM(100)}))}, geometry.MM(z), geometry.MM(z+100))
		if err != nil {
			t.Fatal(err)
		}
		operand, err := csg.FromSolid(s)
		if err != nil {
			t.Fatal(err)
		}
		return csg.Of(operand)
	}
	var all []csg.Expr
	for i := range int64(20) {
		all = append(all, block(70*i, 30*(i%2)))
	}
	e := csg.Union(all...)
	asked := 0
	if _, err := csg.EvaluateUntil(func() bool { asked++; return false }, e); err != nil {
		t.Fatal(err)
	}
	whole, err := csg.Evaluate(e)
	if err != nil || asked < 100 {
		t.Fatalf("asked %d times: %v", asked, err)
	}
	for _, most := range []int{0, asked / 4, asked / 2, asked - 1} {
		n := 0
		_, err := csg.EvaluateUntil(func() bool { n++; return n > most }, e)
		if !errors.Is(err, geometry.ErrInterrupted) {
			t.Errorf("at look %d of %d: %v", most, asked, err)
		}
		if n > most+4 {
			t.Errorf("it was asked %d times after the end", n-most)
		}
		n = 0
		func() {
			defer func() {
				if recover() != "ended" {
					t.Error("the panic was lost")
				}
			}()
			_, _ = csg.EvaluateUntil(func() bool {
				if n++; n > most {
					panic("ended")
				}
				return false
			}, e)
		}()
		again, err := csg.Evaluate(e)
		if err != nil || again.Volume() != whole.Volume() || len(again.Faces) != len(whole.Faces) {
			t.Errorf("afterwards: %v", err)
		}
	}
}
