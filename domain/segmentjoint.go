package domain

import (
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// joint is the way in which an end of a run is joined to an existing element.
type joint struct {
	element *Element                // the element it is joined to, nil for none
	port    *Port                   // the port that it goes on from, nil for none
	trim    geometry.Length         // what the fitting cuts off the run
	join    func(end PortRef) error // makes the joint after the segments of the run
}

// junction is where an end of a run meets something.
type junction struct {
	element *Element
	port    *Port           // the free port; nil on the course of a segment or at the location of a fitting
	at      geometry.Point3 // the exact point
	off     geometry.Length // distance from the point of the path
}

// joinStart finds the element that the run starts at.
func (r *route) joinStart() error {
	found, err := r.whatIsAt(r.points[0])
	if err != nil || found == nil {
		return err
	}
	r.points[0] = found.at
	if err := r.checkStretch(0); err != nil {
		return err
	}
	r.joints[0].port = found.port
	r.joints[0], err = r.joint(*found, r.direction(0), r.axes()[0])
	return err
}

// joinEnd finds the element that the run ends at.
func (r *route) joinEnd() error {
	last := len(r.points) - 1
	found, err := r.whatIsAt(r.points[last])
	if err != nil || found == nil {
		return err
	}
	r.points[last] = found.at
	if err := r.checkStretch(last - 1); err != nil {
		return err
	}
	r.joints[1], err = r.joint(*found, r.direction(last-1).Mul(-1), r.axes()[last-1])
	return err
}

// checkStretch refuses a stretch that vanishes once its end is moved to the exact point.
func (r *route) checkStretch(i int) error {
	if geometry.Distance3(r.points[i], r.points[i+1]) >= minimumExtent {
		return nil
	}
	return Errorf(DegenerateGeometry, "path[%d] to path[%d] is shorter than %s mm where it meets what is there", i, i+1, minimumExtent).With("parameter", "path")
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
		r.warn("END_NOT_CONNECTED", map[string]any{"at": at}, "the run meets a port that is connected already: it is not connected there; branch off beside it to get a tee")
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
			for _, id := range r.model.onLevelOf(level.ID, c) {
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
	return geometry.Box{Min: box.Min.Sub(tolerance), Max: box.Max.Add(tolerance)}.Contains(geometry.Box{Min: at, Max: at})
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

// joint returns how a run that leaves in a direction is joined at a place.
func (r *route) joint(p junction, out, x r3.Vector) (joint, error) {
	if params, ok := p.element.Params.(ported); ok && p.port == nil {
		return params.join(r, p, out, x)
	}
	return r.goOn(p, out, x)
}

// goOn joins a run to a free port: straight on, around a corner, and with a transition where the profiles differ.
func (r *route) goOn(p junction, out, x r3.Vector) (joint, error) {
	if p.port.Profile == (geometry.Profile{}) { // of a fixed fitting, whose profile is unknown
		of := *p.port
		of.Profile = r.profile
		p.port = &of
	}
	j := joint{element: p.element, port: p.port}
	other := PortRef{p.element.ID, p.port.Name}
	if out.Dot(p.port.Direction) <= -straightness {
		return j, Errorf(DegenerateGeometry, "the run overlaps %s %q where it meets its end: draw it beside it, or set connect to false", p.element.Category, p.element.Name).With("element_id", p.element.ID)
	}
	leg, err := r.leg(p.port.Profile, p.port.X, p.port.Direction, out)
	if err != nil {
		return j, err
	}
	if leg > 0 {
		if err := r.checkCorner(p, leg); err != nil {
			return j, err
		}
	}
	long := transitionLength(p.port.Profile, r.profile)
	j.trim = leg + long
	from := along3(p.at, out, leg)
	turnedX := x
	if leg > 0 {
		turnedX = carried(p.port.X, p.port.Direction, out)
	}
	j.join = func(end PortRef) error {
		at := end
		if long > 0 {
			to := along3(p.at, out, j.trim)
			location := along3(from, out, long/2)
			arms := []arm{{from, p.port.Profile, turnedX, PortRef{}}, {to, r.profile, x, end}}
			if leg == 0 {
				arms[0].to = other
			}
			if err := r.buildFitting(FittingTransition, location, r.command.LevelID, arms); err != nil {
				return err
			}
			at = PortRef{r.lastMade(), fittingPort(0)}
		}
		switch {
		case leg > 0:
			return r.turn(p, leg, arm{from, p.port.Profile, turnedX, at})
		case long == 0:
			r.connect(other, end)
		}
		return nil
	}
	return j, nil
}

// lastMade returns the element that was created last.
func (r *route) lastMade() ID {
	for _, event := range slices.Backward(r.events) {
		if made, ok := event.(*ElementCreated); ok {
			return made.Element.ID
		}
	}
	return ""
}

// checkCorner refuses a corner at an element that cannot be shortened for the bend.
func (r *route) checkCorner(p junction, leg geometry.Length) error {
	s, ok := p.element.Params.(*Segment)
	if !ok {
		return Errorf(DegenerateGeometry, "the run leaves port %s of %s %q at an angle: go straight on first, then turn", p.port.Name, p.element.Category, p.element.Name).
			With("element_id", p.element.ID)
	}
	if have := geometry.Distance3(s.Start, s.End); have < leg+minimumExtent {
		return Errorf(DegenerateGeometry, "%s %q is %s mm long, and the bend at its end takes %s mm of it: give a smaller bend_radius", p.element.Category, p.element.Name, have, leg).
			With("element_id", p.element.ID).With("length", have).With("needed", leg+minimumExtent)
	}
	return nil
}

// turn shortens the segment at a port and makes the bend between it and an arm.
func (r *route) turn(p junction, leg geometry.Length, to arm) error {
	e, _ := r.model.Element(p.element.ID)
	s := e.Params.(*Segment)
	up := geometry.Point3{Z: r.model.elevation(e.LevelID)}
	cut := along3(p.at, p.port.Direction, -leg)
	if err := r.change(e, paramFacets(e.Category), func(after *Element) { after.Params = s.withEnd(p.port.Name, cut.Sub(up)) }); err != nil {
		return err
	}
	return r.buildFitting(FittingBend, p.at, r.command.LevelID, []arm{{cut, p.port.Profile, p.port.X, PortRef{e.ID, p.port.Name}}, to})
}

// transitionLength returns the length of a transition between two profiles, 0 for equal ones: twice the larger
// difference of their widths or depths, so that the sides of concentric profiles slope by at most 1 in 4 (SMACNA allows
// up to 45 degrees), and at least leastTransition.
func transitionLength(a, b geometry.Profile) geometry.Length {
	if a == b {
		return 0
	}
	wa, da := sides(a)
	wb, db := sides(b)
	return max(leastTransition, 2*(wa-wb).Abs(), 2*(da-db).Abs())
}

// leastTransition is the least length of a transition, also between profiles that differ only in shape or wall
// thickness.
const leastTransition = 100 * geometry.Millimetre

// sides returns width and depth of the box around a profile.
func sides(p geometry.Profile) (width, depth geometry.Length) {
	if round(p) {
		return p.Diameter, p.Diameter
	}
	return p.Width, p.Depth
}
