package csg

import (
	"fmt"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// FaceError names the faulty face of a polyhedron, counted from 0. It wraps ErrOpenOperand, ErrDegenerateOperand or
// ErrBentFace.
type FaceError struct {
	Face   int
	Reason string
	Err    error
}

// Error returns the face and its fault.
func (e *FaceError) Error() string { return fmt.Sprintf("face %d %s: %v", e.Face, e.Reason, e.Err) }

// Unwrap returns the wrapped error.
func (e *FaceError) Unwrap() error { return e.Err }

// NewShape returns the polyhedron with the given vertices in micrometres and faces. A face is a loop, counter-clockwise
// as seen from outside, and the clockwise loops of its holes. A [FaceError] names the first face that has a loop of
// fewer than three corners, an unknown or repeated corner, no area, corners farther than PlaneTolerance from its plane,
// or a side without its opposite. The error is ErrInsideOut if the faces point inward. It does not look for
// intersecting faces.
func NewShape(vertices []r3.Vector, faces [][][]int32) (Shape, error) {
	return newShape(vertices, faces, PlaneTolerance)
}

// newShape is NewShape with the greatest distance of a corner from the plane of its face. Its Tolerance is
// RoundedTolerance if a corner is farther away than PlaneTolerance.
func newShape(vertices []r3.Vector, faces [][][]int32, most float64) (Shape, error) {
	o := Operand{place: Identity(), vertices: vertices, faces: make([]polygon, len(faces))}
	for i, f := range faces {
		o.faces[i] = f
	}
	if err := o.checkFaces(); err != nil {
		return Shape{}, err
	}
	s := Shape{Frame: Identity(), Vertices: vertices, Faces: make([]Face, len(faces)), Tolerance: PlaneTolerance}
	for i, f := range faces {
		n := newell(vertices, f)
		size := n.Norm()
		if !(size > 0) {
			return Shape{}, &FaceError{i, "has no area", ErrDegenerateOperand}
		}
		s.Faces[i] = Face{Normal: straight(geometry.Times(n, 1/size)), Loops: f}
		bend := s.bend(s.Faces[i])
		if bend > PlaneTolerance && len(f) > 1 {
			s.Faces[i], bend = s.flatter(s.Faces[i], bend)
		}
		if bend > PlaneTolerance {
			s.Tolerance = RoundedTolerance
		}
		if bend > most {
			return Shape{}, &FaceError{i, fmt.Sprintf("has a corner %.3g um off its plane", bend), ErrBentFace}
		}
	}
	if len(faces) > 0 && !(s.Volume() > 0) {
		return Shape{}, fmt.Errorf("volume %v m3: %w", s.Volume(), ErrInsideOut)
	}
	return s, nil
}

// flatter returns a face with the normal of its outer loop, and the bend with it, if that is less than the given bend.
// The area of a narrow ring is the small difference of two loops. The rounding of their corners therefore tilts its
// normal several times as much as the normal of a loop.
func (s *Shape) flatter(f Face, bend float64) (Face, float64) {
	n := newell(s.Vertices, f.Loops[:1])
	size := n.Norm()
	if !(size > 0) {
		return f, bend
	}
	of := Face{Normal: straight(geometry.Times(n, 1/size)), Loops: f.Loops}
	if less := s.bend(of); less < bend {
		return of, less
	}
	return f, bend
}

// bend returns the greatest distance of the corners of a face from the plane through the mean of its outer corners.
func (s *Shape) bend(f Face) float64 {
	mean := 0.0
	for _, v := range f.Loops[0] {
		mean += f.Normal.Dot(s.Vertices[v])
	}
	mean /= float64(len(f.Loops[0]))
	worst := 0.0
	for _, l := range f.Loops {
		for _, v := range l {
			worst = max(worst, f.Normal.Dot(s.Vertices[v])-mean, mean-f.Normal.Dot(s.Vertices[v]))
		}
	}
	return worst
}

// FromShape returns a shape as an operand, placed by its frame. It returns the errors of [Polyhedron].
func FromShape(s Shape) (Operand, error) {
	o := Operand{place: s.Frame, vertices: s.Vertices, faces: make([]polygon, len(s.Faces))}
	for i, f := range s.Faces {
		o.faces[i] = f.Loops
	}
	return o.checked()
}

// checkFaces reports the first face with a wrong corner or an open side.
func (o Operand) checkFaces() error {
	sides := 0
	for i, f := range o.faces {
		if len(f) == 0 {
			return &FaceError{i, "has no loop", ErrDegenerateOperand}
		}
		for _, loop := range f {
			if len(loop) < 3 {
				return &FaceError{i, fmt.Sprintf("has a loop of %d corners", len(loop)), ErrDegenerateOperand}
			}
			sides += len(loop)
		}
	}
	edges := newEdgeTable(sides)
	defer edges.release()
	for i, f := range o.faces {
		for _, loop := range f {
			for k, v := range loop {
				w := loop[(k+1)%len(loop)]
				if v < 0 || int(v) >= len(o.vertices) || v == w {
					return &FaceError{i, fmt.Sprintf("has corner %d at vertex %d of %d, or twice", k, v,
						len(o.vertices)), ErrDegenerateOperand}
				}
				edges.add(v, w, 1)
			}
		}
	}
	if _, _, open := edges.firstOpen(); open {
		return o.openFace(edges)
	}
	return nil
}

// openFace returns the first face with a side without its opposite.
func (o Operand) openFace(edges *edgeTable) error {
	for i, f := range o.faces {
		for _, loop := range f {
			for k, v := range loop {
				if w := loop[(k+1)%len(loop)]; !edges.balanced(v, w) {
					return &FaceError{i, fmt.Sprintf("lacks a neighbour along the side from vertex %d to %d", v, w),
						ErrOpenOperand}
				}
			}
		}
	}
	return ErrOpenOperand
}

// SolidShape returns a solid of package geometry as a shape in the solid's frame. It returns the errors of [NewShape],
// but takes faces whose corners rounding has moved off their plane by up to RoundedTolerance. Such corners stay where
// they are.
func SolidShape(s geometry.Solid) (Shape, error) {
	vertices := make([]r3.Vector, len(s.Vertices))
	for i, p := range s.Vertices {
		vertices[i] = p.Vector()
	}
	faces := make([][][]int32, len(s.Faces))
	for i, f := range s.Faces {
		faces[i] = f.Loops
	}
	out, err := newShape(vertices, faces, RoundedTolerance)
	out.Frame = Placed(s.Frame)
	return out, err
}
