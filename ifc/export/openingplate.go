package export

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/ifc/step"
)

// straightThrough reports whether an opening in a floor or roof goes straight down through it.
func (o planOpening) straightThrough() bool { return o.opening.Through() && o.opening.Upright() }

// kind returns the item of IfcOpeningElementTypeEnum for the opening.
func (o planOpening) kind() step.Enum {
	if o.opening.Through() {
		return "OPENING"
	}
	return recess
}

// floorOpening writes an opening of a floor in its own frame. The origin of the frame is the first corner of its
// polygon at the top of the floor.
func (x *exporter) floorOpening(o planOpening, host step.Ref, at placing, thickness geometry.Length) error {
	if o.straightThrough() {
		return x.shaft(o, "", host, at, -thickness, 0)
	}
	defer x.within(string(o.element.ID))()
	body, err := x.floorCarving(o, at, thickness)
	if err != nil {
		return err
	}
	ref, err := x.void(o.element, "", at, body, o.kind(), host)
	if err != nil {
		return err
	}
	return x.skylightIn(o, ref, at)
}

// floorCarving writes the body of a recess or a slanted shaft in a floor. The bottom of a recess in a top with falls is
// not horizontal, so its body has facets.
func (x *exporter) floorCarving(o planOpening, at placing, thickness geometry.Length) (step.Ref, error) {
	if s, slanted, err := fabric.ShaftOf(x.model, o.element); slanted || err != nil {
		if err != nil {
			return 0, err
		}
		if s.Plane.Normal.Z == 1 {
			return x.slantedBody(o, s, thickness), nil
		}
		return x.carvedBody(o, at)
	}
	host, _ := x.element(o.element.HostID)
	floor := host.Params.(*fabric.Floor)
	region := geometry.Region{shifted(o.polygon, o.polygon.Outer[0])}
	deep := o.opening.Depth + openingMargin
	switch {
	case o.opening.Face == fabric.FaceBottom:
		return x.body("", x.prism(region, -thickness-openingMargin, deep)...), nil
	case len(floor.Falls) == 0:
		return x.body("", x.prism(region, -o.opening.Depth, deep)...), nil
	}
	return x.carvedBody(o, at)
}

// slantedBody writes a slanted opening in a level floor: its outline, swept along its direction.
func (x *exporter) slantedBody(o planOpening, s fabric.Shaft, thickness geometry.Length) step.Ref {
	face := geometry.Length(0)
	if o.opening.Face == fabric.FaceBottom {
		face = -thickness
	}
	back := s.Before(openingMargin)
	frame := x.axesAt(x.point(back.X, back.Y, float64(face)+back.Z), geometry.World().X, geometry.World().Z)
	profile := x.polygonProfile(shifted(o.polygon, o.polygon.Outer[0]))
	return x.body("", x.extrusion(profile, frame, x.way(s.Way), s.Long(openingMargin)))
}

// way writes the direction of a vector of any length.
func (x *exporter) way(v r3.Vector) step.Ref {
	return x.direction3(geometry.Times(v, 1/math.Sqrt(geometry.Dot(v, v))))
}

// carvedBody writes the facets of a recess in a frame parallel to the world.
func (x *exporter) carvedBody(o planOpening, at placing) (step.Ref, error) {
	host, _ := x.element(o.element.HostID)
	operand, err := o.opening.Carving(x.model, host, openingMargin)
	if err != nil {
		return 0, err
	}
	shape, err := csg.Evaluate(csg.Of(operand))
	if err != nil {
		return 0, err
	}
	solid, err := shape.Solid()
	if err != nil {
		return 0, err
	}
	corners := solid.World()
	for i, p := range corners {
		corners[i] = at.frame.Local(p)
	}
	solid.Frame, solid.Vertices = geometry.World(), corners
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"), step.String("Brep"),
		x.refs(x.facetedBrep(solid.WithSimpleLoops()))), nil
}

// carvedPlane writes a recess or a slanted shaft in the slab of a plane of a roof. Its outline lies in the plane of the
// face in which it begins, and is swept along its direction.
func (x *exporter) carvedPlane(o planOpening, part string, plane roofPlane,
	vertical geometry.Length) error {
	defer x.within(string(o.element.ID) + part)()
	s, slanted, err := fabric.ShaftOf(x.model, o.element)
	if err != nil {
		return err
	}
	face, down := float64(vertical), -float64(o.opening.Depth)
	if o.opening.Face == fabric.FaceBottom {
		face, down = 0, float64(o.opening.Depth)
	}
	if !slanted {
		s = fabric.Shaft{Way: r3.Vector{Z: down}}
	}
	from := s.Before(openingMargin)
	from.Z += face
	from = plane.frame.into(from)
	frame := x.axesAt(x.point(from.X, from.Y, from.Z), geometry.World().X, geometry.World().Z)
	profile := x.slopedProfile(plane.frame, o.polygon)
	body := x.body("", x.extrusion(profile, frame, x.way(plane.frame.into(s.Way)), s.Long(openingMargin)))
	at := placing{ref: x.add("IFCLOCALPLACEMENT", plane.at.ref, x.origin()), frame: plane.at.frame}
	ref, err := x.void(o.element, part, at, body, o.kind(), plane.slab)
	if err != nil {
		return err
	}
	return x.skylightIn(o, ref, at)
}
