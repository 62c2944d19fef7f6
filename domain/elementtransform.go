package domain

import "github.com/bimstream/bimstream/geometry"

// Transform is a move: first a rotation in plan about a point, counter-clockwise, then a shift.
type Transform struct {
	Delta    geometry.Point3
	Rotation geometry.Angle
	About    geometry.Point2
}

// plan moves a point in plan.
func (t Transform) plan(p geometry.Point2) geometry.Point2 {
	if t.Rotation != 0 {
		p = p.Rotate(t.About, t.Rotation)
	}
	return p.Add(t.Delta.XY())
}

// space moves a point in space.
func (t Transform) space(p geometry.Point3) geometry.Point3 {
	return t.plan(p.XY()).At(p.Z + t.Delta.Z)
}

// ring moves all points of a ring.
func (t Transform) ring(points []geometry.Point2) []geometry.Point2 {
	if points == nil {
		return nil
	}
	out := make([]geometry.Point2, len(points))
	for i, p := range points {
		out[i] = t.plan(p)
	}
	return out
}

func (t Transform) rings(rings []geometry.Ring) []geometry.Ring {
	if rings == nil {
		return nil
	}
	out := make([]geometry.Ring, len(rings))
	for i, r := range rings {
		out[i] = t.ring(r)
	}
	return out
}
