package linework

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// inPlane is the largest distance, in micrometres, of the corners of a face from its plane. It is twice the tolerance
// for flush faces of package csg, because the corners are transformed to another frame.
const inPlane = 2 * csg.PlaneTolerance

// Section returns the region in which the XY plane of a frame cuts a shape, in that frame: polygons with holes, in
// canonical order, taken just below the plane. It returns nil if nothing is cut. It returns the error of the boolean.
func Section(s csg.Shape, plane geometry.Placement) (geometry.Region, error) {
	if err := plane.Valid(); err != nil {
		return nil, err
	}
	frame := csg.Placed(plane)
	if lo, hi := heights(s.In(frame)); hi < -inPlane || lo > inPlane {
		return nil, nil
	}
	below, err := clipped(s, frame)
	if err != nil {
		return nil, err
	}
	return topOf(below.In(frame)), nil
}

// heights returns the least and the greatest Z of a shape in its own frame.
func heights(s csg.Shape) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, p := range s.Vertices {
		lo, hi = min(lo, p.Z), max(hi, p.Z)
	}
	return lo, hi
}

// clipped returns the part of a shape below the XY plane of a frame.
func clipped(s csg.Shape, frame csg.Motion) (csg.Shape, error) {
	o, err := csg.FromShape(s)
	if err != nil {
		return csg.Shape{}, err
	}
	e, err := csg.Clip(csg.Of(o), frame.T, frame.Z)
	if err != nil {
		return csg.Shape{}, err
	}
	return csg.Evaluate(e)
}

// topOf returns the region of the faces in the plane Z = 0 that look up.
func topOf(s csg.Shape) geometry.Region {
	var out geometry.Region
	for _, f := range s.Faces {
		if !isTop(s, f) {
			continue
		}
		p := geometry.Polygon{Outer: ringOf(s, f.Loops[0])}
		for _, l := range f.Loops[1:] {
			p.Holes = append(p.Holes, ringOf(s, l))
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil
	}
	return geometry.Union(out)
}

// isTop reports whether a face lies in the plane and looks up.
func isTop(s csg.Shape, f csg.Face) bool {
	if f.Normal.Z < 0.5 {
		return false
	}
	for _, v := range f.Loops[0] {
		if math.Abs(s.Vertices[v].Z) > inPlane {
			return false
		}
	}
	return true
}

func ringOf(s csg.Shape, loop []int32) geometry.Ring {
	ring := make(geometry.Ring, len(loop))
	for i, v := range loop {
		ring[i] = onGrid(s.Vertices[v])
	}
	return ring
}

func onGrid(p r3.Vector) geometry.Point2 {
	return geometry.Point2{X: geometry.Length(math.Round(p.X)), Y: geometry.Length(math.Round(p.Y))}
}
