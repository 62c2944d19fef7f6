package export

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// extrusion writes a profile in the plane of a frame, swept along a direction of that frame.
func (x *exporter) extrusion(profile, at, direction step.Ref, depth geometry.Length) step.Ref {
	return x.add("IFCEXTRUDEDAREASOLID", profile, at, direction, mm(depth))
}

// prism writes a region in the element's own plan, extruded upwards from a height: one solid for each of its polygons.
func (x *exporter) prism(region geometry.Region, z, height geometry.Length) []step.Ref {
	var out []step.Ref
	at := x.axesAt(x.point3(geometry.Point3{Z: z}), geometry.World().X, geometry.World().Z)
	for _, polygon := range region {
		out = append(out, x.extrusion(x.polygonProfile(polygon), at, x.up(), height))
	}
	return out
}

// body writes the solids of an element, in the colour of its material.
func (x *exporter) body(material state.ID, solids ...step.Ref) step.Ref {
	for _, solid := range solids {
		x.paint(solid, material)
	}
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"),
		step.String("SweptSolid"), x.refs(solids...))
}

// mapped writes a body with one item that maps the shape of a type, and returns the item and the body.
func (x *exporter) mapped(mapping step.Ref) (item, body step.Ref) {
	here := x.share("IFCCARTESIANTRANSFORMATIONOPERATOR3D", null, null, x.point3(geometry.Point3{}), null, null)
	item = x.add("IFCMAPPEDITEM", mapping, here)
	return item, x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"),
		step.String("MappedRepresentation"), x.refs(item))
}

// axis2 writes a reference line in plan.
func (x *exporter) axis2(a, b geometry.Point2) step.Ref {
	line := x.add("IFCPOLYLINE", x.refs(x.point2(a), x.point2(b)))
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.planAxis, step.String("Axis"),
		step.String("Curve2D"), x.refs(line))
}

// axis3 writes a reference line in space.
func (x *exporter) axis3(a, b geometry.Point3) step.Ref {
	line := x.add("IFCPOLYLINE", x.refs(x.point3(a), x.point3(b)))
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.axis, step.String("Axis"),
		step.String(x.dialect.curve3D), x.refs(line))
}

// shape writes an element's representations.
func (x *exporter) shape(representations ...step.Ref) step.Ref {
	return x.add("IFCPRODUCTDEFINITIONSHAPE", null, null, x.refs(representations...))
}
