package building

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// station is a section at a place along a line.
type station struct {
	rings [][]r3.Vector // rings of the section in its own plane
	frame Frame         // frame of the section's plane
}

// spined reads an IfcSectionedSpine: sections at places along a line, each blended into the next. Between two sections
// the section follows the bends of the line.
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

// lofted returns the body through sections along a line.
func (s *Source) lofted(in *step.Instance, at Frame, stations []station, line []r3.Vector) (geometry.Body, error) {
	var out geometry.Body
	for i := range len(stations) - 1 {
		a, b := stations[i], stations[i+1]
		first, last, err := s.matchedRings(in, a.rings, b.rings)
		if err != nil {
			return nil, err
		}
		part := distinct(stretch(line, a.frame.O, b.frame.O))
		if err := s.checkCorners(in, len(part), count(first)); err != nil {
			return nil, err
		}
		sections := between(a.frame, b.frame, first, last, part)
		if sections == nil {
			return nil, s.unreadable(in, "two of its sections are in one place")
		}
		body, err := s.overSections(in, at, sections)
		if err != nil {
			return nil, err
		}
		out = append(out, body...)
	}
	return out, nil
}

// between returns the sections between two given sections along a part of a line, nil for a part without length. At
// each point the section is blended by the length along the line, and so is its position relative to the line.
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

// wayAlong returns the position of each point of a line as a fraction of its length.
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

// frame returns the frame of an open spine at a point, with Z along the spine; at a bend Z is halfway between the legs.
func (sp *spine) frame(i int) Frame {
	before, after := max(0, i-1), min(i, len(sp.along)-1)
	z, _ := unit(sp.along[before].Add(sp.along[after]))
	x := sp.x[before].Add(sp.x[after])
	x, _ = unit(x.Sub(geometry.Times(z, geometry.Dot(x, z))))
	return Frame{O: sp.points[i], X: x, Y: geometry.Cross(z, x), Z: z}
}

// onAlignment reads an IfcSectionedSolidHorizontal: sections orthogonal to a line at lengths along it, each blended
// into the next. X of a section points to the left and Y up, as seen along the line.
func (s *Source) onAlignment(in *step.Instance, at Frame) (geometry.Body, error) {
	directrix := s.one(in, "Directrix")
	line, _, err := s.curve(directrix, 0)
	if err != nil {
		return nil, err
	}
	flat := s.isA(directrix, "IfcGradientCurve") // lengths are measured in plan
	stations, err := s.stationsOf(in)
	if err != nil {
		return nil, err
	}
	line, lengths := measured(line, stations, flat)
	sp := newSpine(line, func(from, to r3.Vector) r3.Vector { return geometry.Cross(r3.Vector{Z: 1}, to.Sub(from)) })
	if sp == nil || sp.closed || len(sp.points) != len(line) {
		return nil, s.unreadable(in, "the line of the sections makes no body")
	}
	var out geometry.Body
	for i := range len(stations) - 1 {
		sections, err := s.stretchOf(in, sp, lengths, stations[i], stations[i+1])
		if err != nil {
			return nil, err
		}
		if len(sections) < 2 {
			continue // both stations are at the same place
		}
		body, err := s.overSections(in, at, sections)
		if err != nil {
			return nil, err
		}
		out = append(out, body...)
	}
	if len(out) == 0 {
		return nil, s.unreadable(in, "its sections are in one place")
	}
	return out, nil
}

// stop is a section at a length along a line.
type stop struct {
	rings  [][]r3.Vector
	length float64
}

// stationsOf returns the sections of a sectioned solid with their offsets.
func (s *Source) stationsOf(in *step.Instance) ([]stop, error) {
	profiles, places := s.many(in, "CrossSections"), s.many(in, "CrossSectionPositions")
	if len(profiles) != len(places) || len(profiles) < 2 {
		return nil, s.unreadable(in, "its sections and their places are not as many")
	}
	out := make([]stop, len(profiles))
	for i, profile := range profiles {
		rings, err := s.profileRings(profile)
		if err != nil {
			return nil, err
		}
		if s.one(places[i], "Axis") != nil || s.one(places[i], "RefDirection") != nil {
			return nil, s.unreadable(places[i], "sections with directions of their own are not read")
		}
		location := s.one(places[i], "Location")
		by := r3.Vector{X: s.length(location, "OffsetLateral"), Y: s.length(location, "OffsetVertical")}
		for _, ring := range rings {
			for k := range ring {
				ring[k] = ring[k].Add(by)
			}
		}
		out[i] = stop{rings, s.length(location, "DistanceAlong") + s.length(location, "OffsetLongitudinal")}
		if i > 0 && out[i].length < out[i-1].length {
			return nil, s.unreadable(in, "its sections are not in the order of the line")
		}
	}
	return out, nil
}

// measured returns a line with additional points at the sections, and the length along it of each point.
func measured(line []r3.Vector, stations []stop, flat bool) ([]r3.Vector, []float64) {
	line = distinct(line)
	size := func(v r3.Vector) float64 {
		if flat {
			v.Z = 0
		}
		return v.Norm()
	}
	out, lengths, way := []r3.Vector{line[0]}, []float64{0}, 0.0
	for i := 1; i < len(line); i++ {
		leg := line[i].Sub(line[i-1])
		length := size(leg)
		for _, s := range stations {
			if last := lengths[len(lengths)-1]; s.length > last+sameLength && s.length < way+length-sameLength {
				out = append(out, line[i-1].Add(geometry.Times(leg, (s.length-way)/length)))
				lengths = append(lengths, s.length)
			}
		}
		way += length
		out, lengths = append(out, line[i]), append(lengths, way)
	}
	return out, lengths
}

// sameLength is the greatest distance, in micrometres, at which two places on a line are equal. Lengths are written
// with as few digits as points (jointGap).
const sameLength = jointGap

// stretchOf returns the sections between two stations.
func (s *Source) stretchOf(in *step.Instance, sp *spine, lengths []float64, from, to stop) ([][][]r3.Vector, error) {
	first, last, err := s.matchedRings(in, from.rings, to.rings)
	if err != nil {
		return nil, err
	}
	if err := s.checkCorners(in, len(lengths), count(first)); err != nil {
		return nil, err
	}
	var out [][][]r3.Vector
	for i, length := range lengths {
		if length < from.length-sameLength || length > to.length+sameLength {
			continue
		}
		part := 0.0
		if to.length > from.length {
			part = max(0, min(1, (length-from.length)/(to.length-from.length)))
		}
		var rings [][]r3.Vector
		for k := range first {
			rings = append(rings, sp.section(i, blend(first[k], last[k], part)))
		}
		out = append(out, rings)
	}
	return out, nil
}

// overSections returns the body through sections, closed at both ends.
func (s *Source) overSections(in *step.Instance, at Frame, sections [][][]r3.Vector) (geometry.Body, error) {
	b := newSurface()
	b.sweep(at, sections, false)
	return s.closed(in, b, at)
}
