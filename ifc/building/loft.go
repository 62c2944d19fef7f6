package building

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// maxParts bounds the number of profiles in a composite profile.
const maxParts = 1000

// profileParts returns the profiles of a composite profile; for any other profile it returns that profile.
func (s *Source) profileParts(in *step.Instance, depth int) []*step.Instance {
	if !s.isA(in, "IfcCompositeProfileDef") || depth > maxDepth {
		return []*step.Instance{in}
	}
	var out []*step.Instance
	for _, part := range s.many(in, "Profiles") {
		if out = append(out, s.profileParts(part, depth+1)...); len(out) > maxParts {
			break
		}
	}
	return out
}

// eachPart returns the bodies of all parts of a profile together.
func (s *Source) eachPart(in *step.Instance, profile *step.Instance,
	body func(*step.Instance) (geometry.Body, error)) (geometry.Body, error) {
	parts := s.profileParts(profile, 0)
	if len(parts) == 0 || len(parts) > maxParts {
		return nil, s.unreadable(in, "the profile has no parts, or too many")
	}
	var out geometry.Body
	for _, part := range parts {
		made, err := body(part)
		if err != nil {
			return nil, err
		}
		out = append(out, made...)
	}
	return out, nil
}

// profileRings returns the rings of a profile: the outer ring counter-clockwise, holes clockwise.
func (s *Source) profileRings(in *step.Instance) ([][]r3.Vector, error) {
	profile, err := s.sharedProfile(in)
	if err != nil {
		return nil, err
	}
	polygon, err := profile.Polygon(identity())
	if err != nil {
		return nil, s.unreadable(in, "%s", err)
	}
	rings := [][]r3.Vector{ringOf(polygon.Outer)}
	for _, hole := range polygon.Holes {
		rings = append(rings, ringOf(hole))
	}
	return rings, nil
}

// swept sweeps a profile along a directrix, with its X axis as close as possible to a reference direction (ISO
// 10303-42, fixed_reference_swept_area_solid and surface_curve_swept_area_solid). It ignores the parameters at which
// the sweep begins and ends, as for swept disks.
func (s *Source) swept(in *step.Instance, at Frame) (geometry.Body, error) {
	path, _, err := s.curve(s.one(in, "Directrix"), 0)
	if err != nil {
		return nil, err
	}
	reference, err := s.reference(in)
	if err != nil {
		return nil, err
	}
	sp := newSpine(path, reference)
	if sp == nil {
		return nil, s.unreadable(in, "the line of the sweep makes no body")
	}
	at = at.Compose(s.axes(s.one(in, "Position")))
	return s.eachPart(in, s.one(in, "SweptArea"), func(part *step.Instance) (geometry.Body, error) {
		rings, err := s.profileRings(part)
		if err != nil {
			return nil, err
		}
		if err := s.checkCorners(in, len(sp.points), count(rings)); err != nil {
			return nil, err
		}
		b := newSurface()
		b.sweep(at, sp.sections(rings), sp.closed)
		return s.closed(in, b, at)
	})
}

// reference returns the function for the X direction of a swept profile: a fixed direction, or the normal of the
// surface on which the directrix lies.
func (s *Source) reference(in *step.Instance) (func(from, to r3.Vector) r3.Vector, error) {
	on := s.one(in, "ReferenceSurface")
	if on == nil {
		fixed := s.direction(s.one(in, "FixedReference"), r3.Vector{Z: 1})
		return func(_, _ r3.Vector) r3.Vector { return fixed }, nil
	}
	if s.isA(on, "IfcPlane") {
		normal := s.axes(s.one(on, "Position")).Z
		return func(_, _ r3.Vector) r3.Vector { return normal }, nil
	}
	surface, err := s.curvedSurface(on)
	if err != nil {
		return nil, err
	}
	return func(from, to r3.Vector) r3.Vector {
		return surface.Normal(surface.Locate(geometry.Times(from.Add(to), 0.5), nil))
	}, nil
}

// tapered extrudes a profile that changes into another profile (IFC4, IfcExtrudedAreaSolidTapered).
func (s *Source) tapered(in *step.Instance, at Frame) (geometry.Body, error) {
	first, last, err := s.taper(in)
	if err != nil {
		return nil, err
	}
	at = at.Compose(s.axes(s.one(in, "Position")))
	way := geometry.Times(s.direction(s.one(in, "ExtrudedDirection"), r3.Vector{Z: 1}), s.length(in, "Depth"))
	if way.Z < 0 { // the sweep would turn the body inside out
		first, last = turnedRings(first), turnedRings(last)
	}
	for _, ring := range last {
		for k := range ring {
			ring[k] = ring[k].Add(way)
		}
	}
	b := newSurface()
	b.sweep(at, [][][]r3.Vector{first, last}, false)
	return s.closed(in, b, at)
}

// turnedRings returns rings with reversed direction.
func turnedRings(rings [][]r3.Vector) [][]r3.Vector {
	out := make([][]r3.Vector, len(rings))
	for i, ring := range rings {
		out[i] = backwards(ring)
	}
	return out
}

// revolvedTapered revolves a profile that changes into another profile (IFC4, IfcRevolvedAreaSolidTapered).
func (s *Source) revolvedTapered(in *step.Instance, at Frame) (geometry.Body, error) {
	r, err := s.revolution(in, at)
	if err != nil {
		return nil, err
	}
	first, last, err := s.taper(in)
	if err != nil {
		return nil, err
	}
	t := turning{r.Origin, r.Axis, r.Angle}
	n := max(t.chords(first[0]), t.chords(last[0]))
	if err := s.checkCorners(in, n, count(first)); err != nil {
		return nil, err
	}
	sections := make([][][]r3.Vector, n+1)
	for i := range sections {
		part := float64(i) / float64(n)
		for k := range first {
			ring := blend(first[k], last[k], part)
			for j, p := range ring {
				ring[j] = t.turned(p, t.sweep*part)
			}
			sections[i] = append(sections[i], ring)
		}
	}
	b := newSurface()
	b.sweep(r.Frame, sections, false)
	return s.closed(in, b, at)
}

// taper returns the rings of a swept area and of its end area, with matching corners.
func (s *Source) taper(in *step.Instance) (first, last [][]r3.Vector, err error) {
	if first, err = s.profileRings(s.one(in, "SweptArea")); err != nil {
		return nil, nil, err
	}
	if last, err = s.profileRings(s.one(in, "EndSweptArea")); err != nil {
		return nil, nil, err
	}
	return s.matchedRings(in, first, last)
}

// matchedRings gives the rings of two sections the same number of corners.
func (s *Source) matchedRings(in *step.Instance, a, b [][]r3.Vector) (first, last [][]r3.Vector, err error) {
	if len(a) != len(b) {
		return nil, nil, s.unreadable(in, "its sections have different numbers of holes")
	}
	for i := range a {
		p, q := matched(a[i], b[i])
		first, last = append(first, p), append(last, q)
	}
	return first, last, nil
}

// blend returns the interpolation of two rings with the same number of corners.
func blend(a, b []r3.Vector, part float64) []r3.Vector {
	out := make([]r3.Vector, len(a))
	for i := range a {
		out[i] = geometry.Times(a[i], 1-part).Add(geometry.Times(b[i], part))
	}
	return out
}

// matched returns two rings with matching corners. If their numbers of corners differ, each ring gets additional
// corners at the fractions of its length at which the other ring has corners.
func matched(a, b []r3.Vector) (p, q []r3.Vector) {
	if len(a) == len(b) {
		return slices.Clone(a), slices.Clone(b)
	}
	b = begunLike(b, a)
	stops := append(wayRound(a), wayRound(b)...)
	slices.Sort(stops)
	stops = slices.CompactFunc(stops, func(x, y float64) bool { return math.Abs(x-y) < sameStop })
	return atStops(a, stops), atStops(b, stops)
}

// begunLike returns a ring rotated to begin at another corner. It is the corner whose direction from the middle is
// closest to the direction of the other ring's first corner.
func begunLike(ring, other []r3.Vector) []r3.Vector {
	to, _ := unit(other[0].Sub(middleOf(other)))
	middle, best, first := middleOf(ring), math.Inf(-1), 0
	for i, p := range ring {
		if v, _ := unit(p.Sub(middle)); geometry.Dot(v, to) > best+sameStop {
			best, first = geometry.Dot(v, to), i
		}
	}
	return slices.Concat(ring[first:], ring[:first])
}

func middleOf(ring []r3.Vector) r3.Vector {
	var sum r3.Vector
	for _, p := range ring {
		sum = sum.Add(p)
	}
	return geometry.Times(sum, 1/float64(len(ring)))
}

// sameStop is the fraction of the length of a ring below which two corners are equal.
const sameStop = 1e-6

// wayRound returns the position of each corner of a ring as a fraction of its length.
func wayRound(ring []r3.Vector) []float64 {
	out := make([]float64, len(ring))
	sum := 0.0
	for i, p := range ring {
		out[i] = sum
		sum += ring[(i+1)%len(ring)].Sub(p).Norm()
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// atStops returns the points of a ring at fractions of its length.
func atStops(ring []r3.Vector, stops []float64) []r3.Vector {
	way := append(wayRound(ring), 1)
	out := make([]r3.Vector, 0, len(stops))
	for _, t := range stops {
		i, _ := slices.BinarySearch(way, t+sameStop)
		i = max(0, min(len(ring), i)-1)
		a, b := ring[i], ring[(i+1)%len(ring)]
		part := 0.0
		if l := way[i+1] - way[i]; l > 0 {
			part = max(0, min(1, (t-way[i])/l))
		}
		out = append(out, a.Add(geometry.Times(b.Sub(a), part)))
	}
	return out
}
