package domain

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// leastBranch is the greatest cosine of the angle between two arms of a fitting, that of 30 degrees. At sharper angles
// the arms overlap over most of their length.
const leastBranch = 0.8660254

// collar is how far the arms of a tee or cross reach out of the surface of the others: for ducts and trays 50 mm, a
// usual flange; for pipes half the diameter, close to the centre-to-end dimension of ASME B16.9.
func collar(kind Category, p geometry.Profile) geometry.Length {
	if kind == CategoryPipe {
		return p.Diameter / 2
	}
	return 50 * geometry.Millimetre
}

// joinSegment returns how a run that leaves in direction out branches off the course of a segment: the segment is cut in
// two with a tee between them. x is the X axis of the run's profile.
func (r *route) joinSegment(s *Segment, p junction, out, x r3.Vector) (joint, error) {
	j := joint{element: p.element}
	up := geometry.Point3{Z: r.model.elevation(p.element.LevelID)}
	shape, err := s.shape(r.model, p.element)
	if err != nil {
		return j, err
	}
	d := shape.Frame.Z
	if c := out.Dot(d); c > leastBranch || c < -leastBranch {
		return j, tooSharp(p.element)
	}
	section := geometry.Placement{X: x, Z: out}
	beside := halfExtent(r.profile, section, d) + collar(r.kind, shape.Profile)
	j.trim = halfExtent(shape.Profile, shape.Frame, out) + collar(r.kind, r.profile)
	start, end := s.Start.Add(up), s.End.Add(up)
	before, after := along3(p.at, d, -beside), along3(p.at, d, beside)
	if geometry.Distance3(start, p.at) < beside+minimumExtent || geometry.Distance3(p.at, end) < beside+minimumExtent {
		return j, Errorf(DegenerateGeometry,
			"the branch is too near to an end of %s %q: keep %s mm from both, or start at the end itself",
			p.element.Category, p.element.Name, beside+minimumExtent).
			With("element_id", p.element.ID).With("needed", beside+minimumExtent)
	}
	j.join = func(run PortRef) error {
		second, err := r.cut(p.element.ID, before.Sub(up), after.Sub(up))
		if err != nil {
			return err
		}
		return r.buildFitting(FittingTee, p.at, p.element.LevelID, []arm{
			{before, shape.Profile, shape.Frame.X, PortRef{p.element.ID, PortEnd}},
			{after, shape.Profile, shape.Frame.X, PortRef{second, PortStart}},
			{along3(p.at, out, j.trim), r.profile, x, run},
		})
	}
	return j, nil
}

func tooSharp(e *Element) error {
	return Errorf(DegenerateGeometry,
		"the run leaves %s %q at less than 30 degrees: branch off at a larger angle, or go on from its end", e.Category,
		e.Name).With("element_id", e.ID)
}

// cut divides a segment into two. The first ends at one point, the second runs from the other point to the old end, and
// takes over the connection there.
func (r *route) cut(id ID, before, after geometry.Point3) (ID, error) {
	e, _ := r.model.Element(id)
	s := e.Params.(*Segment)
	second := r.newID()
	next, connected := r.model.ConnectionAt(PortRef{id, PortEnd})
	if err := r.change(e, paramFacets(e.Category), func(a *Element) {
		a.Params = s.withEnd(PortEnd,
			before)
	}); err != nil {
		return "", err
	}
	if err := r.create(e.with(func(c *Element) {
		c.ID, c.Params, c.Name = second, s.withEnd(PortStart, after),
			r.nameOfPart(e)
	})); err != nil {
		return "", err
	}
	if connected {
		_, other := next.from(id)
		r.connect(PortRef{second, PortEnd}, other)
	}
	return second, r.constrainPart(id, second)
}

// constrainPart lets what constrains a divided segment hold for its second part too: it was one thing when the
// constraints were made.
func (r *route) constrainPart(first, second ID) error {
	for _, id := range r.model.ConstraintsOf(first) {
		e, _ := r.model.Element(id)
		c := *e.Params.(*Constraint)
		made, _ := r.model.made.Get(CategoryConstraint)
		c.Number = made + 1
		if c.ElementID == first {
			c.ElementID = second
		}
		if c.OtherID == first {
			c.OtherID = second
		}
		about, _ := r.model.Element(c.ElementID)
		switch c.Kind {
		case ConstraintFixed:
			c.Places = r.model.placesOf(about)
		case ConstraintAttachedToElement:
			c.Places = []geometry.Point3{r.model.placeOf(about).Sub(r.model.placeOf(element(r.model, c.OtherID)))}
		}
		if err := r.create(&Element{ID: r.newID(), Category: CategoryConstraint, Params: &c}); err != nil {
			return err
		}
	}
	return nil
}

// nameOfPart returns the name of the second part of a divided segment: the next automatic one, or that of the first
// with a number in parentheses that no other of its kind on the level has.
func (r *route) nameOfPart(e *Element) string {
	if automaticallyNamed(e) {
		return ""
	}
	names := map[string]bool{}
	for _, id := range r.model.OfCategoryOn(e.LevelID, e.Category) {
		if other, ok := r.model.Element(id); ok {
			names[other.Name] = true
		}
	}
	base, n := withoutNumber(e.Name), secondOfName
	for names[numberedName(base, n)] {
		n++
	}
	return numberedName(base, n)
}

// nearestOnCourse returns the location of the fitting. Nothing branches off a fixed fitting except at its ports.
func (f *Fitting) nearestOnCourse(geometry.Point3) (geometry.Point3, bool) {
	return f.Location, f.Fixed == nil
}

func (f *Fitting) box() (geometry.Box, bool) {
	box := geometry.EmptyBox().Extend(f.Location)
	for _, port := range f.Ports {
		box = box.Extend(port.At)
	}
	return box, f.Fixed == nil
}

// joinFitting returns how a run branches off at the location of a fitting: a bend becomes a tee, a tee a cross.
func (r *route) joinFitting(f *Fitting, p junction, out, x r3.Vector) (joint, error) {
	j := joint{element: p.element}
	if f.FittingType == FittingTransition || len(f.Ports) == maxFittingPorts {
		return j, Errorf(IllegalState, "%s %q is a %s and takes no further arm: branch off a segment instead",
			p.element.Category, p.element.Name, f.FittingType).
			With("element_id", p.element.ID).With("state", f.FittingType).With("allowed",
			[]FittingType{FittingBend, FittingTee})
	}
	for i, port := range f.Ports {
		if out.Dot(f.direction(i)) > leastBranch {
			return j, tooSharp(p.element)
		}
		frame := f.frame(i, geometry.Point3{})
		j.trim = max(j.trim, halfExtent(port.Profile, frame, out)+collar(r.kind, r.profile))
	}
	j.join = func(run PortRef) error {
		e, _ := r.model.Element(p.element.ID)
		up := geometry.Point3{Z: r.model.elevation(e.LevelID)}
		added := f.withPort(arm{along3(p.at, out, j.trim), r.profile, x, run}.port(p.at, up))
		if err := r.change(e, paramFacets(e.Category), func(after *Element) { after.Params = added }); err != nil {
			return err
		}
		r.connect(PortRef{e.ID, numberedPort(len(f.Ports))}, run)
		return nil
	}
	return j, nil
}
