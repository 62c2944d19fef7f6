package fabric

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/golang/geo/r3"
)

// PartsWithin returns the corners of the part of an element's body between the faces and the ends of a wall, at any
// height. It returns one list for each connected piece.
func PartsWithin(m *state.Model, plan WallPlan, e *state.Element) ([][]geometry.Point3, error) {
	body, err := shape.Body(m, e.ID)
	if err != nil {
		return nil, err
	}
	box, base := body.Bounds(), plan.Frame.Origin.Z
	band, err := m.Stop.Extrude(plan.Frame, plan.Region, box.Min.Z-base-geometry.Metre,
		box.Max.Z-base+geometry.Metre)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	wall, err := csg.FromSolid(band)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	whole, err := shape.BodyExpr(m, e)
	if err != nil {
		return nil, err
	}
	shape, err := csg.EvaluateUntil(m.Stop, csg.Intersect(csg.Of(wall), whole))
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry,
			"what of %s %q is in the wall cannot be found: give offset or location "+
				"and a size: %w", e.Category, e.Name, err).With("element_id", e.ID)
	}
	var out [][]geometry.Point3
	for _, part := range shape.Split() {
		out = append(out, roundedPoints(part.World()))
	}
	return out, nil
}

func roundedPoints(points []r3.Vector) []geometry.Point3 {
	out := make([]geometry.Point3, len(points))
	for i, p := range points {
		out[i] = geometry.Point3{X: RoundLength(p.X), Y: RoundLength(p.Y), Z: RoundLength(p.Z)}
	}
	return out
}

// reach is a stretch along a wall's line.
type reach struct{ From, To geometry.Length }

// ReachesAlong returns the stretches of a wall's line that parts occupy, in order. Stretches that overlap are merged.
func ReachesAlong(plan WallPlan, parts [][]geometry.Point3) []reach {
	var all []reach
	for _, part := range parts {
		var r reach
		for i, p := range part {
			along, _ := plan.Place(p.XY())
			if i == 0 {
				r = reach{along, along}
			}
			r = reach{min(r.From, along), max(r.To, along)}
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b reach) int { return cmp.Compare(a.From, b.From) })
	var out []reach
	for _, r := range all {
		if n := len(out); n > 0 && r.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, r.To)
			continue
		}
		out = append(out, r)
	}
	return out
}
