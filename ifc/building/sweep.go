package building

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// primitive returns a CSG primitive in its position.
func (s *Source) primitive(in *step.Instance, at Frame) (geometry.Body, error) {
	b := newSurface()
	size := func(name string) float64 { return s.length(in, name) }
	switch in.Name {
	case "IFCBLOCK":
		x, y, z := size("XLength"), size("YLength"), size("ZLength")
		b.rings(at, [][]r3.Vector{{{}, {X: x}, {X: x, Y: y}, {Y: y}},
			{{Z: z}, {X: x, Z: z}, {X: x, Y: y, Z: z}, {Y: y, Z: z}}})
	case "IFCRECTANGULARPYRAMID":
		x, y, z := size("XLength"), size("YLength"), size("Height")
		apex := r3.Vector{X: x / 2, Y: y / 2, Z: z}
		b.rings(at, [][]r3.Vector{{{}, {X: x}, {X: x, Y: y}, {Y: y}}, {apex, apex, apex, apex}})
	case "IFCRIGHTCIRCULARCYLINDER":
		ring := openRing(ellipse(size("Radius"), size("Radius"), 0, 2*math.Pi))
		b.rings(at, [][]r3.Vector{ring, raised(ring, size("Height"))})
	case "IFCRIGHTCIRCULARCONE":
		ring := openRing(ellipse(size("BottomRadius"), size("BottomRadius"), 0, 2*math.Pi))
		b.rings(at, [][]r3.Vector{ring, raised(make([]r3.Vector, len(ring)), size("Height"))})
	case "IFCSPHERE":
		radius := size("Radius")
		if err := s.checkCorners(in, chords(radius, math.Pi), chords(radius, 2*math.Pi)); err != nil {
			return nil, err
		}
		b.rings(at, sphere(radius))
	default:
		return nil, s.unreadable(in, "this kind of primitive is not read")
	}
	return s.closed(in, b, at)
}

// maxCorners bounds the corners of a body with chords for its curves. It is a third more than the 30,000 that the model
// can hold of one body. A body that needs more is nearly always drawn in the wrong unit.
const maxCorners = 40_000

// checkCorners returns an error for a body with too many corners.
func (s *Source) checkCorners(in *step.Instance, rings, corners int) error {
	if rings*corners > maxCorners {
		return s.unreadable(in, "needs too many corners for its curves: %d, of at most %d", rings*corners, maxCorners)
	}
	return nil
}

// openRing removes the last point of a closed curve.
func openRing(ring []r3.Vector) []r3.Vector { return ring[:len(ring)-1] }

func raised(ring []r3.Vector, z float64) []r3.Vector {
	out := make([]r3.Vector, len(ring))
	for i, p := range ring {
		out[i] = p.Add(r3.Vector{Z: z})
	}
	return out
}

// sphere returns rings of latitude from the south pole to the north pole.
func sphere(radius float64) [][]r3.Vector {
	n, full := chords(radius, math.Pi), openRing(ellipse(radius, radius, 0, 2*math.Pi))
	out := make([][]r3.Vector, n+1)
	for i := range out {
		sine, cosine := geometry.SinCos(math.Pi * (float64(i)/float64(n) - 0.5))
		r := radius * cosine
		if i == 0 || i == n {
			r = 0
		}
		out[i] = make([]r3.Vector, len(full))
		for k, p := range full {
			out[i][k] = r3.Vector{X: float64(p.X * r / radius), Y: float64(p.Y * r / radius), Z: float64(radius * sine)}
		}
	}
	return out
}

// rings adds a surface through rings of the same number of corners, with a face at either end.
func (b *surface) rings(at Frame, rings [][]r3.Vector) {
	for i := range rings {
		rings[i] = moved(at, rings[i])
	}
	for i := range len(rings) - 1 {
		b.band(rings[i], rings[i+1])
	}
	b.add(b.loop(backwards(rings[0])...))
	b.add(b.loop(rings[len(rings)-1]...))
}

// band adds the sides between two rings.
func (b *surface) band(low, high []r3.Vector) {
	for i := range low {
		k := (i + 1) % len(low)
		b.quad(low[i], low[k], high[k], high[i])
	}
}

// quad adds a face of four corners, or two triangles if the corners are not in one plane.
func (b *surface) quad(p, q, r, s r3.Vector) {
	normal := geometry.Cross(r.Sub(p), s.Sub(q))
	if size := normal.Norm(); size > 0 && math.Abs(geometry.Dot(q.Sub(p), normal)) > size*geometry.FlatTolerance {
		b.add(b.loop(p, q, r))
		b.add(b.loop(r, s, p))
		return
	}
	b.add(b.loop(p, q, r, s))
}

// disk sweeps a disk along a line. It ignores the parameters at which the sweep begins and ends, because files have the
// whole line and parameters that do not match it.
func (s *Source) disk(in *step.Instance, at Frame) (geometry.Body, error) {
	path, _, err := s.curve(s.one(in, "Directrix"), 0)
	if err != nil {
		return nil, err
	}
	if s.isA(in, "IfcSweptDiskSolidPolygonal") {
		path = filleted(path, s.length(in, "FilletRadius"))
	}
	radius, inner := s.length(in, "Radius"), s.length(in, "InnerRadius")
	sp := newSpine(path, nil)
	if sp == nil || !(radius > inner) {
		return nil, s.unreadable(in, "the line or the radius of the sweep makes no body")
	}
	rings := [][]r3.Vector{regularRing(radius, diskChords)}
	if inner > 0 {
		rings = append(rings, backwards(regularRing(inner, diskChords)))
	}
	if err := s.checkCorners(in, len(sp.points), diskChords*len(rings)); err != nil {
		return nil, err
	}
	b := newSurface()
	b.sweep(at, sp.sections(rings), sp.closed)
	return s.closed(in, b, at)
}

// distinct removes points that are equal to the previous point.
func distinct(path []r3.Vector) []r3.Vector {
	var out []r3.Vector
	for _, p := range path {
		if len(out) == 0 || p.Sub(out[len(out)-1]).Norm() > 1 {
			out = append(out, p)
		}
	}
	return out
}

// diskChords is the number of corners of the ring of a swept disk. It is small, because pipes and bars are thin and
// numerous.
const diskChords = 16

// across returns a unit vector orthogonal to a given vector.
func across(v r3.Vector) r3.Vector {
	other := r3.Vector{Z: 1}
	if math.Abs(v.Z) > 0.9 {
		other = r3.Vector{X: 1}
	}
	out, _ := unit(geometry.Cross(other, v))
	return out
}

// Revolution is a profile in the XY plane of a frame, revolved about an axis in that plane.
type Revolution struct {
	Profile Profile
	Frame   Frame     // frame of the profile's plane, in the product's frame
	Origin  r3.Vector // a point of the axis, in the profile's frame
	Axis    r3.Vector // unit, in the frame; the rotation is counter-clockwise about it
	Angle   float64   // angle in radians, more than 0
}

// revolution reads the profile, axis and angle of a revolved solid.
func (s *Source) revolution(in *step.Instance, at Frame) (*Revolution, error) {
	return s.revolutionOf(in, s.one(in, "SweptArea"), at)
}

// revolutionOf reads the revolution of one part of a composite profile.
func (s *Source) revolutionOf(in, part *step.Instance, at Frame) (*Revolution, error) {
	profile, err := s.sharedProfile(part)
	if err != nil {
		return nil, err
	}
	axis := s.one(in, "Axis")
	r := &Revolution{Profile: profile, Frame: at.Compose(s.axes(s.one(in, "Position"))),
		Origin: s.point(s.one(axis, "Location")), Axis: s.direction(s.one(axis, "Axis"), r3.Vector{Y: 1})}
	angle, _ := s.number(in, "Angle")
	if r.Angle = float64(angle * s.units.angle); r.Angle < 0 {
		r.Angle, r.Axis = -r.Angle, geometry.Times(r.Axis, -1)
	}
	if !(r.Angle > 0) {
		return nil, s.unreadable(in, "the revolution makes no body")
	}
	r.Angle = min(r.Angle, 2*math.Pi)
	return r, nil
}

// End returns the position of a point of the profile's plane at the end of the revolution, in the product.
func (r *Revolution) End(p r3.Vector) r3.Vector {
	return r.Frame.Point(turning{r.Origin, r.Axis, r.Angle}.turned(p, r.Angle))
}

// revolved revolves a profile about an axis in its plane, and subtracts the revolutions of its holes.
func (s *Source) revolved(in *step.Instance, at Frame) (geometry.Body, error) {
	if s.isA(in, "IfcRevolvedAreaSolidTapered") {
		return s.revolvedTapered(in, at)
	}
	return s.eachPart(in, s.one(in, "SweptArea"), func(part *step.Instance) (geometry.Body, error) {
		return s.revolvedPart(in, part, at)
	})
}

func (s *Source) revolvedPart(in, part *step.Instance, at Frame) (geometry.Body, error) {
	r, err := s.revolutionOf(in, part, at)
	if err != nil {
		return nil, err
	}
	polygon, err := r.Profile.Polygon(identity())
	if err != nil {
		return nil, s.unreadable(in, "%s", err)
	}
	t := turning{r.Origin, r.Axis, r.Angle}
	n := t.chords(ringOf(polygon.Outer))
	if err := s.checkCorners(in, n, len(polygon.Outer)); err != nil {
		return nil, err
	}
	turned := func(ring geometry.Ring) (geometry.Body, error) {
		b := newSurface()
		b.revolve(r.Frame, t, ringOf(ring), n)
		return s.closed(in, b, at)
	}
	body, err := turned(polygon.Outer)
	if err != nil || len(polygon.Holes) == 0 {
		return body, err
	}
	var voids geometry.Body
	for _, hole := range polygon.Holes {
		void, err := turned(reversedRing(hole))
		if err != nil {
			return nil, err
		}
		voids = append(voids, void...)
	}
	return s.subtract(in, body, voids)
}

// turning is an axis with an angle about it.
type turning struct {
	origin, axis r3.Vector
	sweep        float64
}

func (t turning) turned(p r3.Vector, angle float64) r3.Vector {
	sine, cosine := geometry.SinCos(angle)
	v := p.Sub(t.origin)
	along := geometry.Times(t.axis, geometry.Dot(v, t.axis))
	out := v.Sub(along)
	return t.origin.Add(along).Add(geometry.Times(out, cosine)).Add(geometry.Times(geometry.Cross(t.axis, out), sine))
}

// chords returns the number of pieces into which the revolution of a ring is divided.
func (t turning) chords(ring []r3.Vector) int {
	reach := 0.0
	for _, p := range ring {
		v := p.Sub(t.origin)
		reach = max(reach, v.Sub(geometry.Times(t.axis, geometry.Dot(v, t.axis))).Norm())
	}
	return max(2, chords(reach, t.sweep))
}

// revolve adds the surface of a ring that is revolved in n pieces.
func (b *surface) revolve(frame Frame, t turning, ring []r3.Vector, n int) {
	rings := make([][]r3.Vector, n+1)
	for i := range rings {
		rings[i] = make([]r3.Vector, len(ring))
		for k, p := range ring {
			rings[i][k] = frame.Point(t.turned(p, t.sweep*float64(i)/float64(n)))
		}
	}
	if t.sweep < 2*math.Pi-1e-9 {
		b.rings(identity(), rings)
		return
	}
	rings[n] = rings[0]
	for i := range n {
		b.band(rings[i], rings[i+1])
	}
}
