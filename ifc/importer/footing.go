package importer

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// footing reads a footing that is an upright box. It is a strip along its longer side if its predefined type is
// STRIP_FOOTING, otherwise a pad.
func (r *reader) footing(p *building.Product) (*Draft, error) {
	b, err := r.upright(p)
	if err != nil {
		return nil, err
	}
	plan, ok := rectangleOf(b.region)
	if !ok {
		return nil, form("its plan is no rectangle")
	}
	if len(r.voidsOf(p)) > 0 {
		return nil, form("it has openings, which a footing of the model has none of")
	}
	frame := r.world(p)
	point := func(x, y float64) geometry.Point2 {
		return building.Rounded(frame.Point(plan.at(x, y))).XY()
	}
	f := &fabric.Footing{Height: length(b.top - b.bottom), Offset: above(frame.O.Z+b.top, r.levelOf(p))}
	middle := (plan.y0 + plan.y1) / 2
	if r.kindOf(p) == "STRIP_FOOTING" {
		start, end := point(plan.x0, middle), point(plan.x1, middle)
		f.Start, f.End, f.Width = &start, &end, length(plan.y1-plan.y0)
	} else {
		location := point((plan.x0+plan.x1)/2, middle)
		f.Location, f.Length, f.Width = &location, length(plan.x1-plan.x0), length(plan.y1-plan.y0)
		f.Rotation = rotation(frame.Turn(plan.along))
	}
	e := r.element(p, state.CategoryFooting, f)
	return &Draft{Product: p, Element: e, Note: b.note}, nil
}

// rectangle is a rectangle in the plan of a product, along its longer side.
type rectangle struct {
	strip
	origin, along r3.Vector
}

// rectangleOf returns a region of four corners as a rectangle; ok is false for any other region.
func rectangleOf(region geometry.Region) (out rectangle, ok bool) {
	if len(region) != 1 || len(region[0].Holes) > 0 || len(region[0].Outer) != 4 {
		return rectangle{}, false
	}
	ring := region[0].Outer
	side := ring[1].Sub(ring[0]).At(0).Vector()
	if other := ring[2].Sub(ring[1]).At(0).Vector(); other.Norm() > side.Norm() {
		side = other
	}
	along := geometry.Times(side, 1/side.Norm())
	if along.X < -parallelTolerance || (math.Abs(along.X) <= parallelTolerance && along.Y < 0) {
		along = geometry.Times(along, -1)
	}
	origin := ring[0].At(0).Vector()
	s := bandOf(region, origin, along)
	area := float64((s.x1-s.x0)*(s.y1-s.y0)) / 1e12
	return rectangle{s, origin, along}, math.Abs(area-region.Area()) <= volumeTolerance*area
}

// at returns the point of the product's frame that lies x along the rectangle and y to the left.
func (q rectangle) at(x, y float64) r3.Vector {
	left := r3.Vector{X: -q.along.Y, Y: q.along.X}
	return q.origin.Add(geometry.Times(q.along, x)).Add(geometry.Times(left, y))
}
