package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// junction is where an end of a run meets something.
type junction struct {
	element *Element
	port    *Port           // the free port; nil on the course of a segment or at the location of a fitting
	at      geometry.Point3 // the exact point
	off     geometry.Length // distance from the point of the path
}

// whatIsAt returns what is within PortTolerance of a point: the nearest free port, course of a segment or location of a
// fitting; nil for nothing. It warns if the port there is taken.
func (r *route) whatIsAt(at geometry.Point3) (*junction, error) {
	var best *junction
	taken := false
	for _, e := range r.nearbyLevels() {
		for _, p := range r.placesOn(e, at) {
			if p.off <= PortTolerance && (best == nil || p.off < best.off) {
				best = &p
			}
		}
		taken = taken || r.atTakenPort(e, at)
	}
	if best == nil && taken {
		r.warn("END_NOT_CONNECTED", map[string]any{"at": at},
			"the run meets a port that is connected already: it is not connected there; branch off beside it to "+
				"get a tee")
	}
	return best, nil
}

// nearbyLevels returns the connectable elements on the level of the run and on the next levels below and above, where
// risers of two storeys meet.
func (r *route) nearbyLevels() []*Element {
	levels := r.model.Levels()
	i := slices.IndexFunc(levels, func(e *Element) bool { return e.ID == r.command.LevelID })
	var out []*Element
	for _, level := range levels[max(0, i-1):min(len(levels), i+2)] {
		for _, c := range r.connectable() {
			for _, id := range r.model.OfCategoryOn(level.ID, c) {
				if e, ok := r.model.Element(id); ok {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// connectable returns the categories with ports that a run of this kind can be connected to: its own kind, and those of
// no kind of segment.
func (r *route) connectable() []Category {
	return slices.DeleteFunc(slices.Clone(Categories), func(c Category) bool {
		_, has := rows[c].params().(ported)
		kind := segmentKind(c)
		return !has || (kind != "" && kind != r.kind)
	})
}

// placesOn returns the places of an element where a run near a point could be joined.
func (r *route) placesOn(e *Element, at geometry.Point3) []junction {
	var out []junction
	if !r.inReach(e, at) {
		return nil
	}
	for _, p := range r.model.freePorts(e.ID) {
		out = append(out, junction{e, &p, p.At, geometry.Distance3(p.At, at)})
	}
	up := geometry.Point3{Z: r.model.elevation(e.LevelID)}
	if p, ok := e.Params.(ported); ok {
		if course, ok := p.nearestOnCourse(at.Sub(up)); ok {
			course = course.Add(up)
			out = append(out, junction{e, nil, course, geometry.Distance3(course, at)})
		}
	}
	return out
}

// inReach reports whether an element may be near a point. It excludes most of a storey quickly.
func (r *route) inReach(e *Element, at geometry.Point3) bool {
	p, ok := e.Params.(ported)
	if !ok {
		return true
	}
	box, ok := p.box()
	if !ok {
		return true
	}
	at.Z -= r.model.elevation(e.LevelID)
	tolerance := geometry.Point3{X: PortTolerance, Y: PortTolerance, Z: PortTolerance}
	return geometry.Box{Min: box.Min.Sub(tolerance), Max: box.Max.Add(tolerance)}.Contains(geometry.Box{Min: at,
		Max: at})
}

func (s *Segment) box() (geometry.Box, bool) {
	return geometry.EmptyBox().Extend(s.Start).Extend(s.End), true
}

// nearestOnCourse returns the point of the line nearest to a point, unless that is one of its ends.
func (s *Segment) nearestOnCourse(at geometry.Point3) (geometry.Point3, bool) {
	d := directionTo(s.Start, s.End)
	along := roundLength(d.Dot(at.Sub(s.Start).Vector()))
	if along <= PortTolerance || along >= geometry.Distance3(s.Start, s.End)-PortTolerance {
		return geometry.Point3{}, false
	}
	return along3(s.Start, d, along), true
}

func (r *route) atTakenPort(e *Element, at geometry.Point3) bool {
	for _, c := range r.model.ConnectionsOf(e.ID) {
		own, _ := c.from(e.ID)
		if p, ok := r.model.portOf(own); ok && geometry.Distance3(p.At, at) <= PortTolerance {
			return true
		}
	}
	return false
}
