package ifc

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// fillerShape writes the parts of a door or window, each as the extrusion that it is, in the frame of its placement.
func (x *exporter) fillerShape(material domain.ID, body geometry.Body, at placing) (step.Ref, error) {
	var solids []step.Ref
	for _, part := range body {
		p, err := asPrism(part)
		if err != nil {
			return 0, err
		}
		base := part.Frame.Point(geometry.Point3{Z: p.z0})
		frame := x.axes(geometry.Placement{Origin: at.frame.Local(base), X: into(at.frame, part.Frame.X), Z: into(at.frame, part.Frame.Z)})
		solids = append(solids, x.extrusion(x.polygonProfile(p.base), frame, x.up(), p.z1-p.z0))
	}
	return x.shape(x.body(material, solids...)), nil
}

// prism is a polygon in the XY plane of a solid's frame, extruded along its Z axis.
type prism struct {
	base   geometry.Polygon
	z0, z1 geometry.Length
}

// prismTolerance is how far, relatively, the volume of a prism may be off that of the solid it was read from: both are
// sums over the same integer coordinates, rounded a few dozen times in 2^-53.
const prismTolerance = 1e-9

// asPrism reads the extrusion that a solid is off its bottom face.
func asPrism(s geometry.Solid) (prism, error) {
	if len(s.Vertices) == 0 {
		return prism{}, fmt.Errorf("an empty solid is no extrusion")
	}
	p := prism{z0: s.Vertices[0].Z, z1: s.Vertices[0].Z}
	for _, v := range s.Vertices {
		p.z0, p.z1 = min(p.z0, v.Z), max(p.z1, v.Z)
	}
	for _, f := range s.Faces {
		if !level(s, f, p.z0) {
			continue
		}
		rings := make([]geometry.Ring, len(f.Loops))
		for i, loop := range f.Loops {
			for _, v := range loop {
				rings[i] = append(rings[i], s.Vertices[v].XY())
			}
		}
		var err error
		if p.base, err = geometry.NewPolygon(rings[0], rings[1:]...); err != nil {
			return prism{}, err
		}
		break
	}
	volume := float64(p.base.Area() * (p.z1 - p.z0).M())
	if math.Abs(volume-s.Volume()) > float64(prismTolerance*s.Volume()) {
		return prism{}, fmt.Errorf("a solid of %g m3 is no extrusion of its base, which would have %g m3", s.Volume(), volume)
	}
	return p, nil
}

// level reports whether a face lies at a height.
func level(s geometry.Solid, f geometry.Face, z geometry.Length) bool {
	for _, loop := range f.Loops {
		for _, v := range loop {
			if s.Vertices[v].Z != z {
				return false
			}
		}
	}
	return true
}
