package rules

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

const (
	// overhangPart is the longest part of a beam that may reach over a support, as a share of the span behind that
	// support. Loads on the span then hold the beam down. The figure is practice.
	overhangPart = 1.0 / 3

	// longestCantilever is the greatest ratio of length to depth at which a stiff joint may hold a cantilever. It is 8,
	// the figure of lightly stressed concrete (EN 1992-1-1 table 7.4N), which is usual for steel too.
	longestCantilever = 8

	// supportStep is the greatest distance between the points of a beam at which the check looks for a support below:
	// half of the least width of a bearing column or wall.
	supportStep = 50 * geometry.Millimetre
)

// noJoint is the missing fact that is reported for a beam that may be a cantilever.
const noJoint = "whether the joint of the beam at its one bearing is stiff"

// beamBearingEnds counts the held ends of a beam. An end is held if a column, wall, beam or other bearing body touches
// it or lies within 20 mm of it. It is also held if it reaches over a support below by no more than a third of the span
// behind that support. A beam with one free end that is short enough for a cantilever is not checked, because joints
// are not modelled.
func beamBearingEnds(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryBeam, func(e *state.Element) []Measurement {
		beam, ok := e.Params.(*member.Beam)
		if !ok || beam.Fixed != nil {
			return []Measurement{missing(e, "axis of the beam (body only)")}
		}
		z := shape.Elevation(s.view.Model, e.LevelID)
		a := axis{beam.Start, beam.End}
		a.start.Z, a.end.Z = a.start.Z+z, a.end.Z+z
		held := [2]bool{s.bornAt(e, a.start), s.bornAt(e, a.end)}
		found := of(e, 0, "ends within 20 mm of something that bears").in(s.middleOf(e))
		if held[0] && held[1] {
			found.Value = 2
			return []Measurement{found}
		}
		ends, longest, inner := a.overSupports(s.supportsAlong(e, a), held)
		found.Value = float64(ends)
		if inner {
			found.How += ", or over a support by a third of the span behind it at most"
		}
		depth, _, known := s.depthOf(e)
		switch {
		case ends < 2 && (ends > 0 || inner) && !known:
			return []Measurement{missing(e, noSection)}
		case ends == 1 && longest <= longestCantilever*depth:
			return []Measurement{missing(e, noJoint)}
		}
		return []Measurement{found}
	})
}

// axis is the line of a beam.
type axis struct{ start, end geometry.Point3 }

func (a axis) length() geometry.Length { return geometry.Distance(a.start.XY(), a.end.XY()) }

// at returns the point of the axis at k of n parts.
func (a axis) at(k, n geometry.Length) geometry.Point3 {
	p := between(a.start.XY(), a.end.XY(), k, n)
	return p.At(a.start.Z + (a.end.Z-a.start.Z)*k/n)
}

// overSupports returns three results about a beam. ends counts the ends that are held or reach over the nearest support
// by no more than a third of the span behind it. longest is the length of the longest free end. inner reports whether a
// support lies between the ends.
func (a axis) overSupports(supports []geometry.Length, held [2]bool) (ends int, longest geometry.Length, inner bool) {
	inner = len(supports) > 0
	all := supports
	if held[0] {
		all = append([]geometry.Length{0}, all...)
	}
	if held[1] {
		all = append(all[:len(all):len(all)], a.length())
	}
	if len(all) == 0 {
		return 0, a.length(), false
	}
	first, last := all[0], all[len(all)-1]
	span := func(i, j int) float64 {
		if len(all) < 2 {
			return 0
		}
		return float64((all[i] - all[j]).Abs()) * overhangPart
	}
	longest = max(first, a.length()-last)
	if held[0] || float64(first) <= span(0, min(1, len(all)-1)) {
		ends++
	}
	if held[1] || float64(a.length()-last) <= span(len(all)-1, max(0, len(all)-2)) {
		ends++
	}
	return ends, longest, inner
}

// supportsAlong returns the distances along the axis of a beam at which walls or columns support it or run through it:
// the middle of each support. It leaves out supports at the ends.
func (s *subjects) supportsAlong(e *state.Element, a axis) []geometry.Length {
	m, err := s.view.MeasureOf(e.ID)
	if err != nil || m.Bounds.Empty() || a.length() == 0 {
		return nil
	}
	below := min(a.start.Z, a.end.Z) - m.Bounds.Min.Z // depth of the underside below the axis
	n := a.length()/supportStep + 1
	var out []geometry.Length
	from := geometry.Length(-1)
	for k := geometry.Length(1); k <= n; k++ {
		bears := k < n && s.bearsBelow(e, a.at(k, n), below)
		switch {
		case bears && from < 0:
			from = k
		case !bears && from > 1 && k < n: // a support that reaches to an end of the beam is counted at that end
			out = append(out, a.length()*(from+k-1)/(2*n))
		}
		if !bears {
			from = -1
		}
	}
	return out
}

// bearsBelow reports whether something bears a beam at a point of its axis: a wall or a column at its underside, or
// another bearing element that ends just below the underside.
func (s *subjects) bearsBelow(e *state.Element, p geometry.Point3, below geometry.Length) bool {
	d := geometry.Point2{X: footGap, Y: footGap}
	lo, hi := p.XY().Sub(d), p.XY().Add(d)
	under := p.Z - below
	at := geometry.Region{geometry.Rectangle(lo, hi)}
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(under - footGap),
		Max: hi.At(under + footGap)}) {
		rises := hit.Category == state.CategoryWall || hit.Category == state.CategoryColumn
		if hit.ID == e.ID || !bears[hit.Category] || !rises && hit.Bounds.Max.Z > under+footGap {
			continue
		}
		if len(s.stop().Intersect(at, s.shadow(hit.ID, under-footGap, under+footGap))) > 0 {
			return true
		}
	}
	return false
}

// bornAt reports whether a bearing body lies at the end of a beam, between footGap below the beam and its top.
func (s *subjects) bornAt(e *state.Element, end geometry.Point3) bool {
	m, err := s.view.MeasureOf(e.ID)
	if err != nil || m.Bounds.Empty() {
		return false
	}
	d := geometry.Point2{X: footGap, Y: footGap}
	lo, hi := end.XY().Sub(d), end.XY().Add(d)
	at := geometry.Region{geometry.Rectangle(lo, hi)}
	return len(s.stop().Intersect(at, s.bearers(e, lo, hi, m.Bounds.Min.Z-footGap, m.Bounds.Max.Z))) > 0
}
