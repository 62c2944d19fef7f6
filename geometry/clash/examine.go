package clash

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// contact is the greatest gap or overlap, in micrometres, of solids that count as touching. Rounding to the grid moves
// the corners of flush faces in a skew position by that much. A depth or distance may also exceed its limit by contact.
const contact = csg.RoundedTolerance

// Examine compares two bodies. It uses Overlap, and Gap if they do not overlap. It returns the error of csg.Evaluate.
func Examine(a, b *Body, rules Rules) (Finding, error) {
	f, err := Overlap(a, b, rules.Tolerance)
	if err != nil || f.Kind != None || f.Volume > 0 {
		return f, err
	}
	return gap(a, b, rules.Clearance, math.Inf(1), 0)
}

// Overlap examines the common volume of two bodies and finds Hard, Duplicate, Touch or None. Touch means that the
// overlap is no deeper than rounding makes it. It returns the error of csg.Evaluate.
func Overlap(a, b *Body, tolerance geometry.Length) (Finding, error) {
	return OverlapUntil(nil, a, b, tolerance)
}

// OverlapUntil does the same as Overlap, but stop can end it with the error geometry.ErrInterrupted.
func OverlapUntil(stop geometry.Interrupt, a, b *Body, tolerance geometry.Length) (Finding, error) {
	overlap, err := csg.EvaluateUntil(stop, csg.Intersect(a.expr, b.expr))
	if err != nil {
		return Finding{}, fmt.Errorf("overlap: %w", err)
	}
	if overlap.Empty() {
		return Finding{Kind: None}, nil
	}
	f := Finding{Kind: None, Volume: overlap.Volume(), Centre: overlap.Centroid(), Depth: depth(overlap)}
	f.Min, f.Max = overlap.Bounds()
	if f.Depth <= contact {
		f.Kind = Touch
		return f, nil
	}
	return f, f.overlapping(a, b, float64(tolerance))
}

// Gap examines the distance of two bodies without an overlap and finds Touch, Clearance or None. Clearance means that
// they are nearer than clearance, and the finding has the distance. For None the distance is infinite. A distance that
// equals the clearance up to rounding is large enough.
func Gap(a, b *Body, clearance geometry.Length) (Finding, error) {
	return gap(a, b, clearance, max(float64(clearance)-contact, 2*contact), contact)
}

// gap measures distances below a limit, and stops at a distance of enough.
func gap(a, b *Body, clearance geometry.Length, limit, enough float64) (Finding, error) {
	f := Finding{Kind: None}
	s, t, err := both(a.surface, b.surface)
	if err != nil {
		return f, err
	}
	f.Distance, f.Witness = nearest(&s.tree, &t.tree, limit, enough)
	switch {
	case f.Distance <= contact:
		f.Kind, f.Distance = Touch, 0
	case f.Distance < float64(clearance)-contact:
		f.Kind = Clearance
	}
	return f, nil
}

// both returns the results of two functions, one for each body.
func both[T any](a, b func() (T, error)) (s, t T, err error) {
	if s, err = a(); err != nil {
		return s, t, fmt.Errorf("first solid: %w", err)
	}
	if t, err = b(); err != nil {
		return s, t, fmt.Errorf("second solid: %w", err)
	}
	return s, t, nil
}

// overlapping distinguishes a hard clash from a duplicate, and records which body contains the other. It ignores an
// overlap that a move of less than the tolerance removes. It never ignores a duplicate, or a body that lies wholly
// inside the other, however thin that body is.
func (f *Finding) overlapping(a, b *Body, tolerance float64) error {
	if !f.mayHold(a, b, tolerance) {
		if f.Depth > tolerance+contact {
			f.Kind = Hard
		}
		return nil
	}
	s, t, err := both(a.evaluated, b.evaluated)
	if err != nil {
		return err
	}
	inB, inA := f.holds(s), f.holds(t)
	switch {
	case inB && inA, f.repeats(s, t, tolerance):
		f.Kind = Duplicate
	case inB:
		f.Kind, f.Contained = Hard, AInB
	case inA:
		f.Kind, f.Contained = Hard, BInA
	case f.Depth > tolerance+contact:
		f.Kind = Hard
	}
	return nil
}

// mayHold reports whether one body may lie wholly in the other, or the bodies may be equal. It returns false only if
// holds and repeats would both return false. It uses bounds that need no evaluation, because most overlaps are a small
// part of both bodies.
func (f *Finding) mayHold(a, b *Body, tolerance float64) bool {
	s, t := a.bounds(), b.bounds()
	return s.volume-f.Volume <= layer*s.area || t.volume-f.Volume <= layer*t.area ||
		s.volume+t.volume-2*f.Volume <= tolerance*1e-6*(s.area+t.area)/2
}

// layer is the contact distance in metres.
const layer = contact * 1e-6

// holds reports whether the overlap is the whole solid, apart from a layer on its surface no thicker than contact.
func (f *Finding) holds(s csg.Shape) bool { return s.Volume()-f.Volume <= layer*s.Area() }

// repeats reports whether two solids are equal within a tolerance. The volume outside their overlap must not exceed a
// layer as thick as the tolerance. The corners of each solid must lie within the tolerance of the surface of the other.
func (f *Finding) repeats(s, t csg.Shape, tolerance float64) bool {
	if s.Volume()+t.Volume()-2*f.Volume > tolerance*1e-6*(s.Area()+t.Area())/2 {
		return false
	}
	t = t.In(s.Frame)
	return allNear(s, t, tolerance) && allNear(t, s, tolerance)
}
