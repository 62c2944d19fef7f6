package intake

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// station is a section at a place along a line.
type station struct {
	rings [][]r3.Vector // in the plane of the section
	frame Frame         // that the section stands in
}

// spined reads an IfcSectionedSpine: sections at places along a line, blended from each to the next. Between two of them
// it is carried along the line where that bends.
func (s *Source) spined(in *step.Instance, at Frame) (geometry.Body, error) {
	profiles, places := s.many(in, "CrossSections"), s.many(in, "CrossSectionPositions")
	if len(profiles) != len(places) || len(profiles) < 2 {
		return nil, s.unreadable(in, "its sections and their places are not as many")
	}
	line, _, err := s.curve(s.one(in, "SpineCurve"), 0)
	if err != nil {
		return nil, err
	}
	var stations []station
	for i, profile := range profiles {
		rings, err := s.profileRings(profile)
		if err != nil {
			return nil, err
		}
		stations = append(stations, station{rings, s.axes(places[i])})
	}
	return s.lofted(in, at, stations, line)
}

// lofted answers the body through sections along a line.
func (s *Source) lofted(in *step.Instance, at Frame, stations []station, line []r3.Vector) (geometry.Body, error) {
	var out geometry.Body
	for i := range len(stations) - 1 {
		a, b := stations[i], stations[i+1]
		first, last, err := s.matchedRings(in, a.rings, b.rings)
		if err != nil {
			return nil, err
		}
		part := distinct(stretch(line, a.frame.O, b.frame.O))
		if err := s.checkCorners(in, len(part), cornersOf(first)); err != nil {
			return nil, err
		}
		sections := between(a.frame, b.frame, first, last, part)
		if sections == nil {
			return nil, s.unreadable(in, "two of its sections are in one place")
		}
		surface := newSurface()
		surface.sweep(at, sections, false)
		body, err := s.closed(in, surface, at)
		if err != nil {
			return nil, err
		}
		out = append(out, body...)
	}
	return out, nil
}

// between answers the sections from one to another along a part of a line, nil for one without length. Each lies in the
// line's own frame as the two at the ends do in theirs, by how far along it is.
func between(a, b Frame, first, last [][]r3.Vector, line []r3.Vector) [][][]r3.Vector {
	sp := newSpine(line, nil)
	if sp == nil || sp.closed {
		return nil
	}
	way := wayAlong(sp.points)
	from, to := sp.frame(0).Inverse().Compose(a), sp.frame(len(sp.points)-1).Inverse().Compose(b)
	out := make([][][]r3.Vector, len(sp.points))
	for i := range out {
		frame := sp.frame(i)
		for k := range first {
			ring := blend(moved(from, first[k]), moved(to, last[k]), way[i])
			out[i] = append(out[i], moved(frame, ring))
		}
	}
	return out
}

// wayAlong answers at which part of the whole length each point of a line is.
func wayAlong(line []r3.Vector) []float64 {
	out := make([]float64, len(line))
	for i := 1; i < len(line); i++ {
		out[i] = out[i-1] + line[i].Sub(line[i-1]).Norm()
	}
	for i := range out {
		out[i] /= out[len(out)-1]
	}
	return out
}

// frame answers the frame of an open spine at a point, Z along it; at a bend it is the one halfway.
func (sp *spine) frame(i int) Frame {
	before, after := max(0, i-1), min(i, len(sp.along)-1)
	z, _ := unit(sp.along[before].Add(sp.along[after]))
	x := sp.x[before].Add(sp.x[after])
	x, _ = unit(x.Sub(z.Mul(dot(x, z))))
	return Frame{O: sp.points[i], X: x, Y: cross(z, x), Z: z}
}
