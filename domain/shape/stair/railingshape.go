package stair

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// A railing consists of vertical prisms that touch and do not overlap. Each run has its rail, its posts and its infill
// as parallelograms in the run's side view, parallel to the path and plumb at the ends, extruded across the run. Where
// the path turns, the runs end before the corner and a newel post fills it. In plan the newel is a kite, from the inner
// to the outer corner of the two runs.

// The sizes of infills. Bars are 15 mm thick with at most 100 mm between them, so that a child's head does not pass.
// Sheets are 10 mm thick, 50 mm above the path.
const (
	balusterWidth  = 15 * geometry.Millimetre
	balusterGap    = 100 * geometry.Millimetre
	panelSheet     = 10 * geometry.Millimetre
	panelClearance = 50 * geometry.Millimetre
)

// railingMaker collects the parts of one railing.
type railingMaker struct {
	Railing
	base  geometry.Length // height of the level
	half  float64         // half the width of the runs, in micrometres
	parts []Extrusion
	err   error
}

// Extrusion is a polygon in the XY plane of a frame, swept along the frame's Z axis.
type Extrusion struct {
	Frame  geometry.Placement
	Base   geometry.Polygon
	Z0, Z1 geometry.Length
}

// RailingShape returns the parts of a railing in world coordinates. The error DEGENERATE_GEOMETRY reports a path that
// turns back, crosses itself or has a run that is too short for its corners. The error OUT_OF_RANGE reports too many
// parts.
func RailingShape(m *state.Model, e *state.Element) ([]Extrusion, error) {
	r := e.Params.(*Railing)
	if r.Fixed != nil {
		return nil, shape.FixedOnly(e)
	}
	k := &railingMaker{Railing: r.WithDefaults(), base: shape.ElevationOf(m, e.LevelID)}
	k.half = float64(max(k.Rail.Width, k.PostWidth)+1) / 2
	corners, err := k.corners()
	if err != nil {
		return nil, err
	}
	if err := k.checkCrossings(); err != nil {
		return nil, err
	}
	for i := range len(r.Path) - 1 {
		k.run(i, corners[i], corners[i+1])
	}
	for i, c := range corners {
		if c.newel && !(i == 0 && k.closed()) { // the last corner of a closed path is its first
			k.newel(i, c)
		}
	}
	return k.parts, k.err
}

// newel adds the post that fills a corner, from the path to the rail's top.
func (k *railingMaker) newel(i int, c corner) {
	if k.err != nil {
		return
	}
	p := k.Path[i]
	a, b := geometry.Direction(c.in, p.XY()), geometry.Direction(p.XY(), c.out)
	side, trim := k.half, float64(c.trim)
	if geometry.Orient(c.in, p.XY(), c.out) < 0 {
		side = -side // the inner corner is on the right
	}
	point := func(d r3.Vector, along, left float64) geometry.Point2 {
		x := float64(d.X*along) - float64(d.Y*left)
		y := float64(d.Y*along) + float64(d.X*left)
		return p.XY().Add(fabric.RoundPoint(x, y))
	}
	ring := geometry.Ring{point(a, -trim, side), point(a, -trim, -side), point(a, trim, -side), point(b, trim, -side)}
	kite, err := geometry.NewPolygon(ring)
	if err != nil {
		k.fail(shape.GeometryError(err))
		return
	}
	k.extrude(shape.Horizontal(k.base+p.Z), kite, 0, k.Height)
}

func (k *railingMaker) extrude(frame geometry.Placement, base geometry.Polygon, z0, z1 geometry.Length) {
	if len(k.parts) >= maxRailingParts {
		k.fail(tooManyParts())
		return
	}
	k.parts = append(k.parts, Extrusion{frame, base, z0, z1})
}

// fail keeps the first error and drops all parts.
func (k *railingMaker) fail(err error) {
	if k.err == nil {
		k.err, k.parts = err, nil
	}
}

func tooManyParts() error {
	return state.Errorf(state.OutOfRange,
		"the railing has more than %d parts: give a wider post_spacing, another infill, or "+
			"several railings", maxRailingParts).With("parameter", "post_spacing")
}
