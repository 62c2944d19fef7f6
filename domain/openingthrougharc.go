package domain

import (
	"cmp"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// aroundInArc is aroundInWall for a curved wall. What the wall hosts stands in the tangent at its middle, and the
// middle follows from what is found in that tangent: the two are made to agree step by step.
func (c *CreateOpening) aroundInArc(m *Model, host, through *Element) error {
	plan, err := m.WallPlan(host.ID)
	if err != nil {
		return err
	}
	within, err := m.partsWithin(plan, through)
	if err != nil {
		return err
	}
	reaches := reachesAlong(plan, within)
	switch len(reaches) {
	case 0:
		return notThrough(host, through)
	case 1:
	default:
		return Errorf(DegenerateGeometry, "%s %q runs through curved wall %q at %d places: make an opening at each by "+
			"offset or location and a size", through.Category, through.Name, host.Name, len(reaches)).
			With("parameter", "through").With("element_id", through.ID)
	}
	r := OpeningRect{Offset: reaches[0].from, Width: reaches[0].to - reaches[0].from}
	for range tangentSteps {
		last := r
		if r = c.rectAround(plan.At(r), within); r == last {
			break
		}
	}
	c.Offset, c.Width, c.SillHeight, c.Height = &r.Offset, r.Width, r.Sill, r.Height
	return nil
}

// tangentSteps bounds how often a tangent is taken anew. Each step leaves the turn of the last one times the width of
// what runs through by the radius, at most a half, and ends when whole millimetres stay: 20 halve a metre to less.
const tangentSteps = 20

// rectAround returns the rectangle about points with the clearance, in whole millimetres, in the frame of a tangent.
func (c *CreateOpening) rectAround(tangent WallPlan, parts [][]geometry.Point3) OpeningRect {
	box := geometry.EmptyBox()
	for _, part := range parts {
		for _, p := range part {
			at := tangent.Frame.Local(p)
			box = box.Union(geometry.Box{Min: at, Max: at})
		}
	}
	offset, sill := downToMM(box.Min.X-c.Clearance), downToMM(box.Min.Z-c.Clearance)
	return OpeningRect{Offset: offset, Width: upToMM(box.Max.X+c.Clearance) - offset, Sill: sill,
		Height: upToMM(box.Max.Z+c.Clearance) - sill}
}

// partsWithin returns the corners of what of an element's body lies between the faces and the ends of a wall, at any
// height: those of each connected piece.
func (m *Model) partsWithin(plan WallPlan, e *Element) ([][]geometry.Point3, error) {
	body, err := m.Body(e.ID)
	if err != nil {
		return nil, err
	}
	box, base := body.Bounds(), plan.Frame.Origin.Z
	band, err := m.stop.Extrude(plan.Frame, plan.Region, box.Min.Z-base-geometry.Metre,
		box.Max.Z-base+geometry.Metre)
	if err != nil {
		return nil, geometryError(err)
	}
	wall, err := csg.FromSolid(band)
	if err != nil {
		return nil, geometryError(err)
	}
	whole, err := m.bodyExpr(e)
	if err != nil {
		return nil, err
	}
	shape, err := csg.EvaluateUntil(m.stop, csg.Intersect(csg.Of(wall), whole))
	if err != nil {
		return nil, Errorf(DegenerateGeometry, "what of %s %q is in the wall cannot be found: give offset or location "+
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
		out[i] = geometry.Point3{X: roundLength(p.X), Y: roundLength(p.Y), Z: roundLength(p.Z)}
	}
	return out
}

// reach is a stretch along a wall's line.
type reach struct{ from, to geometry.Length }

// reachesAlong returns the stretches of a wall's line that parts take, in order, those that overlap as one.
func reachesAlong(plan WallPlan, parts [][]geometry.Point3) []reach {
	var all []reach
	for _, part := range parts {
		var r reach
		for i, p := range part {
			along, _ := plan.Place(p.XY())
			if i == 0 {
				r = reach{along, along}
			}
			r = reach{min(r.from, along), max(r.to, along)}
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b reach) int { return cmp.Compare(a.from, b.from) })
	var out []reach
	for _, r := range all {
		if n := len(out); n > 0 && r.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, r.to)
			continue
		}
		out = append(out, r)
	}
	return out
}
