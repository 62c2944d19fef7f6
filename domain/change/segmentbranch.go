package change

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// leastBranch is the greatest cosine of the angle between two arms of a fitting: the cosine of 30 degrees. At sharper
// angles the arms overlap over most of their length.
const leastBranch = 0.8660254

// joinSegment returns the joint of a run that branches off a segment in direction out: the segment is cut in two with a
// tee between the parts. x is the X axis of the run's profile.
func (r *route) joinSegment(s *services.Segment, p junction, out, x r3.Vector) (joint, error) {
	j := joint{element: p.element}
	up := geometry.Point3{Z: bodyshape.ElevationOf(r.Model, p.element.LevelID)}
	shape, err := s.Shape(r.Model, p.element)
	if err != nil {
		return j, err
	}
	d := shape.Frame.Z
	if c := out.Dot(d); c > leastBranch || c < -leastBranch {
		return j, services.TooSharp(p.element)
	}
	section := geometry.Placement{X: x, Z: out}
	beside := services.HalfExtent(r.profile, section, d) + services.Collar(r.kind, shape.Profile)
	j.trim = services.HalfExtent(shape.Profile, shape.Frame, out) + services.Collar(r.kind, r.profile)
	start, end := s.Start.Add(up), s.End.Add(up)
	before, after := services.Along3(p.at, d, -beside), services.Along3(p.at, d, beside)
	if geometry.Distance3(start, p.at) < beside+bodyshape.MinimumExtent ||
		geometry.Distance3(p.at, end) < beside+bodyshape.MinimumExtent {
		return j, state.Errorf(state.DegenerateGeometry,
			"the branch is too near to an end of %s %q: keep %s mm from both, or start at the end itself",
			p.element.Category, p.element.Name, beside+bodyshape.MinimumExtent).
			With("element_id", p.element.ID).With("needed", beside+bodyshape.MinimumExtent)
	}
	j.join = func(run state.PortRef) error {
		second, err := r.cut(p.element.ID, before.Sub(up), after.Sub(up))
		if err != nil {
			return err
		}
		return r.buildFitting(services.FittingTee, p.at, p.element.LevelID, []services.Arm{
			{At: before, Profile: shape.Profile, X: shape.Frame.X,
				To: state.PortRef{ElementID: p.element.ID, Port: services.PortEnd}},
			{At: after, Profile: shape.Profile, X: shape.Frame.X, To: state.PortRef{ElementID: second,
				Port: services.PortStart}},
			{At: services.Along3(p.at, out, j.trim), Profile: r.profile, X: x, To: run},
		})
	}
	return j, nil
}

// cut divides a segment into two. The first part ends at the point named before. The second part runs from the point
// named after to the old end, and takes over the connection at that end.
func (r *route) cut(id state.ID, before, after geometry.Point3) (state.ID, error) {
	e, _ := r.Model.Element(id)
	s := e.Params.(*services.Segment)
	second := r.newID()
	next, connected := r.Model.ConnectionAt(state.PortRef{ElementID: id, Port: services.PortEnd})
	if err := r.change(e, bodyshape.ParamFacets(e.Category), func(a *state.Element) {
		a.Params = s.WithEnd(services.PortEnd,
			before)
	}); err != nil {
		return "", err
	}
	if err := r.create(e.With(func(c *state.Element) {
		c.ID, c.Params, c.Name = second, s.WithEnd(services.PortStart, after),
			r.nameOfPart(e)
	})); err != nil {
		return "", err
	}
	if connected {
		_, other := next.From(id)
		r.connect(state.PortRef{ElementID: second, Port: services.PortEnd}, other)
	}
	r.handOn(id, second, before)
	return second, r.constrainPart(id, second)
}

// handOn makes the second part of a divided segment the host of the terminals that hang beyond the new end of the first
// part.
func (r *route) handOn(first, second state.ID, end geometry.Point3) {
	s := Element(r.Model, first).Params.(*services.Segment)
	d := services.DirectionTo(s.Start, s.End)
	for _, id := range r.Model.HostedBy(first) {
		hosted := Element(r.Model, id)
		if d.Dot(AnchorOf(r.Model, hosted).Sub(end).Vector()) > 0 {
			r.host(id, second)
		}
	}
}

// constrainPart copies the constraints of a divided segment to its second part, because they were made for the whole
// segment.
func (r *route) constrainPart(first, second state.ID) error {
	for _, id := range ConstraintsOf(r.Model, first) {
		e, _ := r.Model.Element(id)
		c := *e.Params.(*Constraint)
		made, _ := r.Model.Made.Get(state.CategoryConstraint)
		c.Number = made + 1
		if c.ElementID == first {
			c.ElementID = second
		}
		if c.OtherID == first {
			c.OtherID = second
		}
		about, _ := r.Model.Element(c.ElementID)
		switch c.Kind {
		case ConstraintFixed:
			c.Places = placesOf(r.Model, about)
		case ConstraintAttachedToElement:
			c.Places = []geometry.Point3{PlaceOf(r.Model, about).Sub(PlaceOf(r.Model, Element(r.Model, c.OtherID)))}
		}
		if err := r.create(&state.Element{ID: r.newID(), Category: state.CategoryConstraint, Params: &c}); err != nil {
			return err
		}
	}
	return nil
}

// nameOfPart returns the name of the second part of a divided segment. It is the name of the first part with a number
// in parentheses, or "" for the next automatic name. The name differs from the names of all elements of the same
// category on the level.
func (r *route) nameOfPart(e *state.Element) string {
	if NamedAutomatically(e) {
		return ""
	}
	names := map[string]bool{}
	for _, id := range r.Model.OfCategoryOn(e.LevelID, e.Category) {
		if other, ok := r.Model.Element(id); ok {
			names[other.Name] = true
		}
	}
	base, n := withoutNumber(e.Name), secondOfName
	for names[numberedName(base, n)] {
		n++
	}
	return numberedName(base, n)
}

// joinFitting returns the joint of a run that branches off at a fitting: a bend becomes a tee, a tee a cross.
func (r *route) joinFitting(f *services.Fitting, p junction, out, x r3.Vector) (joint, error) {
	j := joint{element: p.element}
	if f.FittingType == services.FittingTransition || len(f.Ports) == services.MaxFittingPorts {
		return j, state.Errorf(state.IllegalState,
			"%s %q is a %s and takes no further arm: branch off a segment instead",
			p.element.Category, p.element.Name, f.FittingType).
			With("element_id", p.element.ID).With("state", f.FittingType).With("allowed",
			[]services.FittingType{services.FittingBend, services.FittingTee})
	}
	for i, port := range f.Ports {
		if out.Dot(f.Direction(i)) > leastBranch {
			return j, services.TooSharp(p.element)
		}
		frame := f.Frame(i, geometry.Point3{})
		j.trim = max(j.trim, services.HalfExtent(port.Profile, frame, out)+services.Collar(r.kind, r.profile))
	}
	j.join = func(run state.PortRef) error {
		e, _ := r.Model.Element(p.element.ID)
		up := geometry.Point3{Z: bodyshape.ElevationOf(r.Model, e.LevelID)}
		added := f.WithPort(services.Arm{At: services.Along3(p.at, out, j.trim), Profile: r.profile, X: x,
			To: run}.Port(p.at, up))
		if err := r.change(e, bodyshape.ParamFacets(e.Category),
			func(after *state.Element) { after.Params = added }); err != nil {
			return err
		}
		r.connect(state.PortRef{ElementID: e.ID, Port: services.NumberedPort(len(f.Ports))}, run)
		return nil
	}
	return j, nil
}
