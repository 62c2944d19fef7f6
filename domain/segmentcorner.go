package domain

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// standardBend is the radius of a bend as a multiple of the profile's size in its plane: that of long-radius elbows of
// pipes (ASME B16.9) and of standard-radius elbows of ducts (SMACNA, HVAC Duct Construction Standards).
const standardBend = 1.5

// bends computes the lengths that the corners of the path cut off the stretches.
func (r *route) bends() error {
	r.legs = make([]geometry.Length, len(r.points))
	axes := r.axes()
	for i := 1; i+1 < len(r.points); i++ {
		leg, err := r.leg(r.profile, axes[i-1], r.direction(i-1), r.direction(i))
		if err != nil {
			return Errorf(CodeOf(err), "path[%d]: %w", i, err).With("parameter", fmt.Sprintf("path[%d]", i))
		}
		r.legs[i] = leg
	}
	return nil
}

// leg returns the length of the tangents of a bend from one direction to another, 0 if they are the same.
func (r *route) leg(p geometry.Profile, x, from, to r3.Vector) (geometry.Length, error) {
	cosine := from.Dot(to)
	switch {
	case cosine >= straightness:
		return 0, nil
	case cosine <= -straightness:
		return 0, Errorf(DegenerateGeometry,
			"the path turns back onto itself: leave the point out, or draw the way around")
	}
	outwards := unit(to.Sub(scaled(from, cosine)))
	half := halfExtent(p, geometry.Placement{X: x, Z: from}, outwards)
	radius := geometry.Length(standardBend * 2 * float64(half))
	if r.command.BendRadius > 0 {
		radius = r.command.BendRadius
	}
	if radius <= half {
		return 0, Errorf(DegenerateGeometry,
			"a bend_radius of %s mm is too tight for a profile that reaches %s mm inwards: give a larger one",
			radius, half).With("min", half)
	}
	sine := norm3(from.Cross(to))
	return roundLength(math.Ceil(float64(radius) * sine / (1 + cosine))), nil
}

// buildCorner makes the bend at a corner, or connects the stretches where they go straight on.
func (r *route) buildCorner(i int, x r3.Vector) error {
	before, after := PortRef{r.segments[i-1], PortEnd}, PortRef{r.segments[i], PortStart}
	if r.legs[i] == 0 {
		r.connect(before, after)
		return nil
	}
	from, to := r.direction(i-1), r.direction(i)
	ends := []arm{
		{along3(r.points[i], from, -r.legs[i]), r.profile, x, before},
		{along3(r.points[i], to, r.legs[i]), r.profile, carried(x, from, to), after},
	}
	return r.buildFitting(FittingBend, r.points[i], r.command.LevelID, ends)
}

// arm is an end of a fitting to be made: its point in the world, its profile with its X axis, and the port that it is
// connected to.
type arm struct {
	at      geometry.Point3
	profile geometry.Profile
	x       r3.Vector
	to      PortRef
}

// port returns the parameters of the end of a fitting at a location. Up is the level's height.
func (a arm) port(location, up geometry.Point3) FittingPort {
	return FittingPort{a.at.Sub(up), a.profile, rotationTo(location, a.at, a.profile, a.x)}
}

// buildFitting makes a fitting and connects its ports.
func (r *route) buildFitting(kind FittingType, location geometry.Point3, level ID, arms []arm) error {
	up := geometry.Point3{Z: r.model.elevation(level)}
	f := &Fitting{FittingType: kind, Location: location.Sub(up), SystemID: r.system}
	for _, a := range arms {
		f.Ports = append(f.Ports, a.port(location, up))
	}
	id := r.newID()
	if err := r.create(&Element{ID: id, Category: fittingOf(r.kind), LevelID: level,
		MaterialID: r.material, Params: f}); err != nil {
		return err
	}
	for i, a := range arms {
		if a.to.ElementID != "" {
			r.connect(PortRef{id, numberedPort(i)}, a.to)
		}
	}
	return nil
}
