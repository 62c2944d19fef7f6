package clash

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry/csg"
)

// contact is the distance in micrometres below which solids touch: the step of the grid on which models are rounded.
const contact = csg.PlaneTolerance

// Examine tells how two solids lie to each other. The error is that of csg.Evaluate.
func Examine(s Solids, rules Rules) (Finding, error) {
	overlap, err := csg.Evaluate(csg.Intersect(s.A, s.B))
	if err != nil {
		return Finding{}, fmt.Errorf("overlap: %w", err)
	}
	if overlap.Empty() {
		return apart(s, rules)
	}
	f := Finding{Kind: None, Volume: overlap.Volume(), Centre: overlap.Centroid(), Depth: depth(overlap)}
	f.Min, f.Max = overlap.Bounds()
	switch {
	case f.Depth <= contact:
		f.Kind = Touch
	case f.Depth > float64(rules.Tolerance):
		return f, f.overlapping(s, rules)
	}
	return f, nil
}

// apart measures the distance of solids without an overlap.
func apart(s Solids, rules Rules) (Finding, error) {
	a, b, err := both(s)
	if err != nil || a.Empty() || b.Empty() {
		return Finding{Kind: None, Distance: math.Inf(1)}, err
	}
	f := Finding{Kind: None}
	f.Distance, f.Witness = Distance(a, b)
	switch {
	case f.Distance <= contact:
		f.Kind, f.Distance = Touch, 0
	case f.Distance < float64(rules.Clearance)-contact/2:
		f.Kind = Clearance
	}
	return f, nil
}

func both(s Solids) (a, b csg.Shape, err error) {
	if a, err = csg.Evaluate(s.A); err != nil {
		return a, b, fmt.Errorf("first solid: %w", err)
	}
	if b, err = csg.Evaluate(s.B); err != nil {
		return a, b, fmt.Errorf("second solid: %w", err)
	}
	return a, b, nil
}

// overlapping tells a hard clash from a duplicate, and what contains what.
func (f *Finding) overlapping(s Solids, rules Rules) error {
	a, b, err := both(s)
	if err != nil {
		return err
	}
	f.Kind = Hard
	inB, inA := f.holds(a), f.holds(b)
	switch {
	case inB && inA, f.repeats(a, b, float64(rules.Tolerance)):
		f.Kind = Duplicate
	case inB:
		f.Contained = AInB
	case inA:
		f.Contained = BInA
	}
	return nil
}

// holds reports whether the overlap is all of a solid: less than a layer of the contact distance is missing.
func (f *Finding) holds(s csg.Shape) bool {
	const layer = contact * 1e-6 // in metres
	return s.Volume()-f.Volume <= layer*s.Area()
}

// repeats reports whether two solids are the same within a tolerance: what they have not in common is no more than a
// layer of it, and the corners of each are within it from the surface of the other.
func (f *Finding) repeats(a, b csg.Shape, tolerance float64) bool {
	if a.Volume()+b.Volume()-2*f.Volume > tolerance*1e-6*(a.Area()+b.Area())/2 {
		return false
	}
	b = b.In(a.Frame)
	return near(a, b, tolerance) && near(b, a, tolerance)
}
