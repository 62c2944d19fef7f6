package change

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// junction is a place where an end of a run meets an element.
type junction struct {
	element *state.Element
	port    *services.Port  // the free port; nil on a segment or at the location of a fitting
	at      geometry.Point3 // the exact point
	off     geometry.Length // distance from the point of the path
}

// whatIsAt returns the nearest junction within PortTolerance of a point: a free port, a point on a segment or the
// location of a fitting. It returns nil if there is none, and warns if the port there is already connected.
func (r *route) whatIsAt(at geometry.Point3) (*junction, error) {
	var best *junction
	taken := false
	for _, e := range r.nearbyLevels() {
		for _, p := range r.placesOn(e, at) {
			if p.off <= services.PortTolerance && (best == nil || p.off < best.off) {
				best = &p
			}
		}
		taken = taken || r.atTakenPort(e, at)
	}
	if best == nil && taken {
		r.Warn("END_NOT_CONNECTED", map[string]any{"at": at},
			"the run meets a port that is connected already: it is not connected there; branch off beside it to "+
				"get a tee")
	}
	return best, nil
}

// nearbyLevels returns the connectable elements on the level of the run and on the levels next below and above, because
// risers of two storeys meet there.
func (r *route) nearbyLevels() []*state.Element {
	levels := bodyshape.Levels(r.Model)
	i := slices.IndexFunc(levels, func(e *state.Element) bool { return e.ID == r.command.LevelID })
	var out []*state.Element
	for _, level := range levels[max(0, i-1):min(len(levels), i+2)] {
		for _, c := range r.connectable() {
			for _, id := range r.Model.OfCategoryOn(level.ID, c) {
				if e, ok := r.Model.Element(id); ok {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// connectable returns the categories with ports that a run of this kind can be connected to: its own kind, and
// categories that belong to no kind of segment.
func (r *route) connectable() []state.Category {
	return slices.DeleteFunc(slices.Clone(state.Categories), func(c state.Category) bool {
		_, has := state.Rows[c].Params().(services.Ported)
		kind := services.SegmentKind(c)
		return !has || (kind != "" && kind != r.kind)
	})
}

// placesOn returns the places on an element where a run near a point can be joined.
func (r *route) placesOn(e *state.Element, at geometry.Point3) []junction {
	var out []junction
	if !r.inReach(e, at) {
		return nil
	}
	for _, p := range services.FreePorts(r.Model, e.ID) {
		out = append(out, junction{e, &p, p.At, geometry.Distance3(p.At, at)})
	}
	up := geometry.Point3{Z: bodyshape.ElevationOf(r.Model, e.LevelID)}
	if p, ok := e.Params.(services.Ported); ok {
		if course, ok := p.NearestOnCourse(at.Sub(up)); ok {
			course = course.Add(up)
			out = append(out, junction{e, nil, course, geometry.Distance3(course, at)})
		}
	}
	return out
}

// inReach reports whether an element may be near a point. It rules out most elements of a storey quickly.
func (r *route) inReach(e *state.Element, at geometry.Point3) bool {
	p, ok := e.Params.(services.Ported)
	if !ok {
		return true
	}
	box, ok := p.Box()
	if !ok {
		return true
	}
	at.Z -= bodyshape.ElevationOf(r.Model, e.LevelID)
	tolerance := geometry.Point3{X: services.PortTolerance, Y: services.PortTolerance, Z: services.PortTolerance}
	return geometry.Box{Min: box.Min.Sub(tolerance), Max: box.Max.Add(tolerance)}.Contains(geometry.Box{Min: at,
		Max: at})
}

func (r *route) atTakenPort(e *state.Element, at geometry.Point3) bool {
	for _, c := range r.Model.ConnectionsOf(e.ID) {
		own, _ := c.From(e.ID)
		if p, ok := services.PortOf(r.Model, own); ok && geometry.Distance3(p.At, at) <= services.PortTolerance {
			return true
		}
	}
	return false
}
