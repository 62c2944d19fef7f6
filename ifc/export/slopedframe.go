package export

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// slopedFrame is the frame of a roof plane: Z is its normal, X is horizontal, Y points uphill. The origin is the first
// corner of the plane's polygon at its exact height, which need not lie on the model's grid.
type slopedFrame struct {
	corner geometry.Point2
	height float64 // height of the origin, in micrometres
	normal r3.Vector
	uphill r3.Vector // direction uphill in plan; the world's Y for a level plane
	plumb  r3.Vector // the world's Z in the frame: (0, sine, cosine of the slope)
}

func newSlopedFrame(f geometry.Facet) slopedFrame {
	n := f.Plane.Normal
	n = geometry.Times(n, 1/math.Sqrt(geometry.Dot(n, n)))
	s := slopedFrame{corner: f.Plan.Outer[0], normal: n, uphill: r3.Vector{Y: 1}}
	s.height = heightAt(f.Plane, s.corner)
	sine := math.Sqrt(float64(n.X*n.X) + float64(n.Y*n.Y))
	if sine > 0 {
		s.uphill = r3.Vector{X: -n.X/sine + 0, Y: -n.Y/sine + 0}
	}
	s.plumb = r3.Vector{Y: sine, Z: n.Z}
	return s
}

// along returns the horizontal direction to the right of uphill.
func (s slopedFrame) along() r3.Vector { return r3.Vector{X: s.uphill.Y, Y: 0 - s.uphill.X} }

// into returns a vector of the world, expressed in the frame.
func (s slopedFrame) into(v r3.Vector) r3.Vector {
	up := float64(geometry.Dot(s.uphill, r3.Vector{X: v.X, Y: v.Y})*s.plumb.Z) + float64(v.Z*s.plumb.Y)
	return r3.Vector{X: geometry.Dot(s.along(), v), Y: up, Z: geometry.Dot(s.normal, v)}
}

// place writes the frame as a placement in a parent whose axes are parallel to the axes of the world.
func (s slopedFrame) place(x *exporter, parent placing) placing {
	o := parent.frame.Origin
	point := x.point(float64(s.corner.X-o.X), float64(s.corner.Y-o.Y), s.height-float64(o.Z-parent.lift))
	ref := x.add("IFCLOCALPLACEMENT", parent.ref, x.axesAt(point, s.along(), s.normal))
	origin := s.corner.At(geometry.Length(math.Round(s.height)))
	return placing{ref: ref, frame: geometry.Placement{Origin: origin, X: s.along(), Z: s.normal}}
}

// plumbPlacing writes a placement in the plane's frame, over a point in plan, whose axes are the axes of the world.
func (s slopedFrame) plumbPlacing(x *exporter, plane placing, over geometry.Point2) placing {
	v := over.Sub(s.corner).At(0).Vector()
	up := float64(geometry.Dot(s.uphill, v) * s.plumb.Z)
	point := x.point(geometry.Dot(s.along(), v), up, geometry.Dot(s.normal, v))
	east := r3.Vector{X: s.along().X, Y: float64(s.uphill.X * s.plumb.Z), Z: s.normal.X}
	ref := x.add("IFCLOCALPLACEMENT", plane.ref, x.axesAt(point, east, s.plumb))
	frame := geometry.World()
	frame.Origin = over.At(plane.frame.Origin.Z)
	return placing{ref: ref, frame: frame}
}

// slopedProfile writes a polygon given in plan as it lies in the sloped plane.
func (x *exporter) slopedProfile(s slopedFrame, p geometry.Polygon) step.Ref {
	outer := x.slopedRing(s, p.Outer)
	if len(p.Holes) == 0 {
		return x.add("IFCARBITRARYCLOSEDPROFILEDEF", area, null, outer)
	}
	var voids []step.Ref
	for _, hole := range p.Holes {
		voids = append(voids, x.slopedRing(s, hole))
	}
	return x.add("IFCARBITRARYPROFILEDEFWITHVOIDS", area, null, outer, x.refs(voids...))
}

func (x *exporter) slopedRing(s slopedFrame, r geometry.Ring) step.Ref {
	var points []step.Ref
	for _, p := range r {
		v := p.Sub(s.corner).At(0).Vector()
		points = append(points, x.point(geometry.Dot(s.along(), v), geometry.Dot(s.uphill, v)/s.plumb.Z))
	}
	return x.add("IFCPOLYLINE", x.refs(append(points, points[0])...))
}
