package change

import (
	"fmt"
	"math"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// standardBend is the radius of a bend as a multiple of the profile's size in its plane. It is the radius of
// long-radius elbows of pipes (ASME B16.9) and of standard-radius elbows of ducts (SMACNA, HVAC Duct Construction
// Standards).
const standardBend = 1.5

// bends computes the lengths that the corners of the path cut off its stretches.
func (r *route) bends() error {
	r.legs = make([]geometry.Length, len(r.points))
	axes := r.axes()
	for i := 1; i+1 < len(r.points); i++ {
		leg, err := r.leg(r.profile, axes[i-1], r.direction(i-1), r.direction(i))
		if err != nil {
			return state.Errorf(state.CodeOf(err), "path[%d]: %w", i, err).With("parameter", fmt.Sprintf("path[%d]", i))
		}
		r.legs[i] = leg
	}
	return nil
}

// leg returns the length of the tangents of a bend from one direction to another, or 0 if the directions are the same.
func (r *route) leg(p geometry.Profile, x, from, to r3.Vector) (geometry.Length, error) {
	cosine := from.Dot(to)
	switch {
	case cosine >= services.Straightness:
		return 0, nil
	case cosine <= -services.Straightness:
		return 0, state.Errorf(state.DegenerateGeometry,
			"the path turns back onto itself: leave the point out, or draw the way around")
	}
	outwards := bodyshape.Unit(to.Sub(services.Scaled(from, cosine)))
	half := services.HalfExtent(p, geometry.Placement{X: x, Z: from}, outwards)
	radius := geometry.Length(standardBend * 2 * float64(half))
	if r.command.BendRadius > 0 {
		radius = r.command.BendRadius
	}
	if radius <= half {
		return 0, state.Errorf(state.DegenerateGeometry,
			"a bend_radius of %s mm is too tight for a profile that reaches %s mm inwards: give a larger one",
			radius, half).With("min", half)
	}
	sine := services.Norm3(from.Cross(to))
	return fabric.RoundLength(math.Ceil(float64(radius) * sine / (1 + cosine))), nil
}

// buildCorner makes the bend at a corner, or connects the stretches where the path runs straight on.
func (r *route) buildCorner(i int, x r3.Vector) error {
	before, after := state.PortRef{ElementID: r.segments[i-1], Port: services.PortEnd},
		state.PortRef{ElementID: r.segments[i], Port: services.PortStart}
	if r.legs[i] == 0 {
		r.connect(before, after)
		return nil
	}
	from, to := r.direction(i-1), r.direction(i)
	ends := []services.Arm{
		{At: services.Along3(r.points[i], from, -r.legs[i]), Profile: r.profile, X: x, To: before},
		{At: services.Along3(r.points[i], to, r.legs[i]), Profile: r.profile, X: services.Carried(x, from, to),
			To: after},
	}
	return r.buildFitting(services.FittingBend, r.points[i], r.command.LevelID, ends)
}

// buildFitting makes a fitting and connects its ports.
func (r *route) buildFitting(kind services.FittingType, location geometry.Point3, level state.ID,
	arms []services.Arm) error {
	up := geometry.Point3{Z: bodyshape.ElevationOf(r.Model, level)}
	f := &services.Fitting{FittingType: kind, Location: location.Sub(up), SystemID: r.system}
	for _, a := range arms {
		f.Ports = append(f.Ports, a.Port(location, up))
	}
	id := r.newID()
	if err := r.create(&state.Element{ID: id, Category: services.FittingOf(r.kind), LevelID: level,
		MaterialID: r.material, Params: f}); err != nil {
		return err
	}
	for i, a := range arms {
		if a.To.ElementID != "" {
			r.connect(state.PortRef{ElementID: id, Port: services.NumberedPort(i)}, a.To)
		}
	}
	return nil
}
