package change

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// joint describes how an end of a run is joined to an existing element.
type joint struct {
	element *state.Element                // the existing element, or nil
	port    *services.Port                // the port that the run continues, or nil
	trim    geometry.Length               // the length that the fitting cuts off the run
	join    func(end state.PortRef) error // makes the joint after the segments of the run exist
}

// joinStart finds the element at the start of the run.
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

// joinEnd finds the element at the end of the run.
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
	r.joints[1], err = r.joint(*found, geometry.Times(r.direction(last-1), -1), r.axes()[last-1])
	return err
}

// checkStretch refuses a stretch that becomes too short because its end was moved to the exact point of the junction.
func (r *route) checkStretch(i int) error {
	if geometry.Distance3(r.points[i], r.points[i+1]) >= shape.MinimumExtent {
		return nil
	}
	return state.Errorf(state.DegenerateGeometry,
		"path[%d] to path[%d] is shorter than %s mm where it meets what is there", i, i+1,
		shape.MinimumExtent).With("parameter", "path")
}

// joint returns the joint of a run at a junction. The run leaves the junction in direction out.
func (r *route) joint(p junction, out, x r3.Vector) (joint, error) {
	if p.port == nil {
		switch params := p.element.Params.(type) {
		case *services.Segment:
			return r.joinSegment(params, p, out, x)
		case *services.Fitting:
			return r.joinFitting(params, p, out, x)
		}
	}
	return r.goOn(p, out, x)
}

// goOn joins a run to a free port: straight on or around a corner, with a transition where the profiles differ.
func (r *route) goOn(p junction, out, x r3.Vector) (joint, error) {
	if p.port.Profile == (geometry.Profile{}) { // a port of a fixed fitting, whose profile is unknown
		of := *p.port
		of.Profile = r.profile
		p.port = &of
	}
	j := joint{element: p.element, port: p.port}
	other := state.PortRef{ElementID: p.element.ID, Port: p.port.Name}
	if out.Dot(p.port.Direction) <= -services.Straightness {
		return j, state.Errorf(state.DegenerateGeometry,
			"the run overlaps %s %q where it meets its end: draw it beside it, or set connect to false",
			p.element.Category, p.element.Name).With("element_id", p.element.ID)
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
	long := services.TransitionLength(p.port.Profile, r.profile)
	j.trim = leg + long
	from := services.Along3(p.at, out, leg)
	turnedX := x
	if leg > 0 {
		turnedX = services.Carried(p.port.X, p.port.Direction, out)
	}
	j.join = func(end state.PortRef) error {
		at := end
		if long > 0 {
			to := services.Along3(p.at, out, j.trim)
			location := services.Along3(from, out, long/2)
			arms := []services.Arm{{At: from, Profile: p.port.Profile, X: turnedX, To: state.PortRef{}},
				{At: to, Profile: r.profile, X: x, To: end}}
			if leg == 0 {
				arms[0].To = other
			}
			if err := r.buildFitting(services.FittingTransition, location, r.command.LevelID, arms); err != nil {
				return err
			}
			at = state.PortRef{ElementID: r.lastMade(), Port: services.NumberedPort(0)}
		}
		switch {
		case leg > 0:
			return r.turn(p, leg, services.Arm{At: from, Profile: p.port.Profile, X: turnedX, To: at})
		case long == 0:
			r.connect(other, end)
		}
		return nil
	}
	return j, nil
}

// lastMade returns the element that was created last.
func (r *route) lastMade() state.ID {
	for _, event := range slices.Backward(r.Events) {
		if made, ok := state.CreatedBy(event); ok {
			return made.ID
		}
	}
	return ""
}

// checkCorner refuses a corner at an element that is no segment or that is too short for the bend.
func (r *route) checkCorner(p junction, leg geometry.Length) error {
	s, ok := p.element.Params.(*services.Segment)
	if !ok {
		return state.Errorf(state.DegenerateGeometry,
			"the run leaves port %s of %s %q at an angle: go straight on first, then turn", p.port.Name,
			p.element.Category, p.element.Name).
			With("element_id", p.element.ID)
	}
	if have := geometry.Distance3(s.Start, s.End); have < leg+shape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry,
			"%s %q is %s mm long, and the bend at its end takes %s mm of it: give a smaller bend_radius",
			p.element.Category, p.element.Name, have, leg).
			With("element_id", p.element.ID).With("length", have).With("needed", leg+shape.MinimumExtent)
	}
	return nil
}

// turn shortens the segment at a port and makes the bend between this segment and an arm.
func (r *route) turn(p junction, leg geometry.Length, to services.Arm) error {
	e, _ := r.Model.Element(p.element.ID)
	s := e.Params.(*services.Segment)
	up := geometry.Point3{Z: shape.ElevationOf(r.Model, e.LevelID)}
	cut := services.Along3(p.at, p.port.Direction, -leg)
	if err := r.change(e, shape.ParamFacets(e.Category), func(after *state.Element) {
		after.Params = s.WithEnd(p.port.Name,
			cut.Sub(up))
	}); err != nil {
		return err
	}
	return r.buildFitting(services.FittingBend, p.at, r.command.LevelID,
		[]services.Arm{{At: cut, Profile: p.port.Profile, X: p.port.X,
			To: state.PortRef{ElementID: e.ID, Port: p.port.Name}}, to})
}
