package building

import (
	"errors"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/curved"
	"github.com/bimstream/bimstream/ifc/step"
)

// addFace reads an IfcFace. A face on a plane, or without a surface, becomes the polygon of its bounds. A face on a
// curved surface becomes triangles that deviate from it by at most the tolerance of the model's circles.
func (s *Source) addFace(b *surface, in *step.Instance, at Frame) error {
	loops, err := s.bounds(in)
	if err != nil {
		return err
	}
	if surface := s.one(in, "FaceSurface"); surface != nil && !s.isA(surface, "IfcPlane") {
		return s.addCurved(b, in, surface, loops, at)
	}
	var out [][]int32
	for _, loop := range loops {
		out = append(out, b.loop(moved(at, loop)...))
	}
	if len(out) == 0 {
		return s.unreadable(in, "the face has no bounds")
	}
	b.add(out...)
	return nil
}

// bounds returns the loops of a face, the outer one first. It omits loops of a single point, which lie at a pole.
func (s *Source) bounds(in *step.Instance) ([][]r3.Vector, error) {
	var out [][]r3.Vector
	for _, bound := range s.outerFirst(s.many(in, "Bounds")) {
		loop := s.one(bound, "Bound")
		if s.isA(loop, "IfcVertexLoop") {
			continue
		}
		points, err := s.bound(loop)
		if err != nil {
			return nil, err
		}
		if s.value(bound, "Orientation") == step.Value(step.False) {
			points = backwards(points)
		}
		out = append(out, points)
	}
	return out, nil
}

// addCurved covers a face on a curved surface with triangles. If the face is on the back of the surface, its bounds run
// in the opposite direction about the surface's normal (ISO 10303-42, face_surface.same_sense).
func (s *Source) addCurved(b *surface, in, on *step.Instance, loops [][]r3.Vector, at Frame) error {
	surface, err := s.curvedSurface(on)
	if err != nil {
		return err
	}
	back := s.value(in, "SameSense") == step.Value(step.False)
	for i, loop := range loops {
		if loop = onGrid(at, loop); back {
			loop = backwards(loop)
		}
		loops[i] = loop
	}
	mesh, err := curved.Face{Surface: surface, Lines: loops}.Mesh(float64(geometry.ChordTolerance)*max(1, s.coarse),
		maxCorners)
	s.refined = s.refined || len(mesh.Points) > count(loops) || errors.Is(err, curved.ErrTooFine)
	if err != nil {
		return s.unreadable(in, "%s", err)
	}
	for _, t := range mesh.Triangles {
		p, q, r := mesh.Points[t[0]], mesh.Points[t[1]], mesh.Points[t[2]]
		if back {
			q, r = r, q
		}
		b.add(b.loop(at.Point(p), at.Point(q), at.Point(r)))
	}
	return nil
}

func count(loops [][]r3.Vector) int {
	n := 0
	for _, loop := range loops {
		n += len(loop)
	}
	return n
}

// onGrid removes the points of a loop that coincide with the point before on the model's grid.
func onGrid(at Frame, loop []r3.Vector) []r3.Vector {
	out := make([]r3.Vector, 0, len(loop))
	same := func(p, q r3.Vector) bool { return Rounded(at.Point(p)) == Rounded(at.Point(q)) }
	for _, p := range loop {
		if len(out) == 0 || !same(p, out[len(out)-1]) {
			out = append(out, p)
		}
	}
	for len(out) > 1 && same(out[0], out[len(out)-1]) {
		out = out[:len(out)-1]
	}
	return out
}

// curvedSurface returns the surface of a face. Each surface is read once.
func (s *Source) curvedSurface(in *step.Instance) (curved.Surface, error) {
	if known, ok := s.surfaces[in.ID]; ok {
		return known, nil
	}
	surface, err := s.readSurface(in)
	if err == nil {
		s.surfaces[in.ID] = surface
	}
	return surface, err
}

func (s *Source) readSurface(in *step.Instance) (curved.Surface, error) {
	position := curvedFrame(s.axes(s.one(in, "Position")))
	radius := s.length(in, "Radius")
	switch {
	case s.isA(in, "IfcCylindricalSurface") && radius > 0:
		return curved.Cylinder{Frame: position, Radius: radius}, nil
	case s.isA(in, "IfcSphericalSurface") && radius > 0:
		return curved.Sphere{Frame: position, Radius: radius}, nil
	case s.isA(in, "IfcToroidalSurface") && s.length(in, "MinorRadius") > 0:
		return curved.Torus{Frame: position, Major: s.length(in, "MajorRadius"),
			Minor: s.length(in, "MinorRadius")}, nil
	case s.isA(in, "IfcSweptSurface"):
		return s.sweptSurface(in)
	case s.isA(in, "IfcBSplineSurface"):
		return s.splineSurface(in)
	}
	return nil, s.unreadable(in, "faces on this kind of surface are not read")
}

func curvedFrame(f Frame) curved.Frame { return curved.Frame{O: f.O, X: f.X, Y: f.Y, Z: f.Z} }

// sweptSurface reads a curve that is swept along a line or about an axis.
func (s *Source) sweptSurface(in *step.Instance) (curved.Surface, error) {
	profile := s.one(in, "SweptCurve")
	curve := s.one(profile, "Curve")
	if curve == nil {
		curve = s.one(profile, "OuterCurve")
	}
	line, _, err := s.curve(curve, 0)
	if err != nil {
		return nil, err
	}
	position := s.axes(s.one(in, "Position"))
	if line = distinct(moved(position, line)); len(line) < 2 {
		return nil, s.unreadable(in, "the swept curve has no length")
	}
	if s.isA(in, "IfcSurfaceOfLinearExtrusion") {
		direction, _ := unit(position.Turn(s.direction(s.one(in, "ExtrudedDirection"), r3.Vector{Z: 1})))
		return curved.Extruded{Line: line, Direction: direction}, nil
	}
	axis := s.one(in, "AxisPosition")
	z, _ := unit(position.Turn(s.direction(s.one(axis, "Axis"), r3.Vector{Z: 1})))
	x := across(z)
	return curved.Revolved{Line: line, Frame: curved.Frame{O: position.Point(s.point(s.one(axis, "Location"))), X: x,
		Y: geometry.Cross(z, x), Z: z}}, nil
}

// splineSurface reads a B-spline surface. A surface of Bezier pieces without knots gets the knots of Bezier pieces.
func (s *Source) splineSurface(in *step.Instance) (curved.Surface, error) {
	var control [][]r3.Vector
	rows, _ := s.value(in, "ControlPointsList").(step.List)
	for _, row := range rows {
		var points []r3.Vector
		for _, p := range s.all(row) {
			points = append(points, s.point(p))
		}
		control = append(control, points)
	}
	if len(control) == 0 {
		return nil, s.unreadable(in, "the surface has no control points")
	}
	var weights [][]float64
	if list, _ := s.value(in, "WeightsData").(step.List); len(list) > 0 {
		for _, row := range list {
			weights = append(weights, numbers(row))
		}
	}
	degree := func(name string) int {
		n, _ := s.number(in, name)
		return int(min(max(n, 0), maxDepth))
	}
	knots := func(name, counts string, degree, points int) []float64 {
		if out := repeated(numbers(s.value(in, name)), numbers(s.value(in, counts))); len(out) > 0 {
			return out
		}
		return bezierKnots(degree, points)
	}
	u, v := degree("UDegree"), degree("VDegree")
	surface, err := curved.NewSplineSurface(u, v, knots("UKnots", "UMultiplicities", u, len(control)),
		knots("VKnots", "VMultiplicities", v, len(control[0])), control, weights)
	if err != nil {
		return nil, s.unreadable(in, "%s", err)
	}
	return surface, nil
}
