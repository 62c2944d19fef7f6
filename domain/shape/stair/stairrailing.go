package stair

import (
	"fmt"
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The sizes of the railings that a stair maintains: handrails along its flights, and guards along its landings.
const (
	handrailHeight = 900 * geometry.Millimetre  // IBC 1014.2: 864 to 965; AD K 1.16: 900 to 1000
	guardHeight    = 1100 * geometry.Millimetre // IBC 1015.3: 1067; AD K 3.2: 1100
	railInset      = 40 * geometry.Millimetre   // from the middle of a railing to the edge that it stands on
)

// RailingOf is a railing that a stair or ramp maintains.
type RailingOf struct {
	Part   string
	Path   []geometry.Point3 // in world coordinates
	Height geometry.Length
	Use    RailingUse
}

// Railings returns the railings that a stair maintains: along each side of each flight, and around its landings.
func (s *StairShape) Railings(sides StairRailings) []RailingOf {
	var out []RailingOf
	riser := fabric.RoundLength(float64(s.Spec.Rise) / float64(s.Spec.Risers))
	for i := range s.Layout.Flights {
		f := &s.Layout.Flights[i]
		if f.Run == 0 {
			continue
		}
		for _, side := range []stairs.Side{stairs.Left, stairs.Right} {
			if sides != "both" && string(sides) != string(side) {
				continue
			}
			at := -f.Z0 - railInset
			if side == stairs.Right {
				at = -f.Z1 + railInset
			}
			out = append(out, RailingOf{fmt.Sprintf("flight %d %s", i+1, side), []geometry.Point3{
				s.Frame.Point(f.At(0, at).At(f.From + riser)), s.Frame.Point(f.At(f.Run, at).At(f.From + f.Rise))},
				handrailHeight, "handrail"})
		}
	}
	return append(out, s.guards(sides)...)
}

// guards returns the guards around the landings of a stair, on the sides away from the well.
func (s *StairShape) guards(sides StairRailings) []RailingOf {
	outer := stairs.Right
	if s.Spec.Turn == stairs.Right {
		outer = stairs.Left
	}
	var out []RailingOf
	for i, l := range s.Layout.Landings {
		f, next := &s.Layout.Flights[i], &s.Layout.Flights[i+1]
		name := fmt.Sprintf("landing %d", i+1)
		side := func(f *stairs.Flight, of stairs.Side) geometry.Length {
			if of == stairs.Right {
				return -f.Z1 + railInset
			}
			return -f.Z0 - railInset
		}
		add := func(part string, points ...geometry.Point2) {
			path := make([]geometry.Point3, len(points))
			for j, p := range points {
				path[j] = s.Frame.Point(p.At(l.Top))
			}
			out = append(out, RailingOf{part, path, guardHeight, "guardrail"})
		}
		if s.Spec.Form == stairs.TwoStraight {
			for _, of := range []stairs.Side{stairs.Left, stairs.Right} {
				if sides == "both" || string(sides) == string(of) {
					add(name+" "+string(of), f.At(f.Run, side(f, of)), next.At(0, side(next, of)))
				}
			}
			continue
		}
		if sides != "both" && string(sides) != string(outer) {
			continue
		}
		far := f.Run + s.TurnDepth() - railInset
		begin, corner := f.At(f.Run, side(f, outer)), f.At(far, side(f, outer))
		end := next.At(0, side(next, outer))
		if s.Spec.Form == stairs.QuarterTurn {
			add(name, begin, corner, end)
			continue
		}
		add(name, begin, corner, next.At(-(s.TurnDepth()-railInset), side(next, outer)), end)
	}
	return out
}

// OnLevelOfPath returns a path in world coordinates with its heights measured from a level.
func OnLevelOfPath(m *state.Model, path []geometry.Point3, level state.ID) []geometry.Point3 {
	out := slices.Clone(path)
	for i := range out {
		out[i].Z -= bodyshape.ElevationOf(m, level)
	}
	return out
}
