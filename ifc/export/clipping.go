package export

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// trimmed writes the body of an attached wall or column: extrusions, minus a half space for each plane that cuts them
// (IfcBooleanClippingResult). Other programs can edit it as a cut wall. The frame is the element's own, upright.
func (x *exporter) trimmed(material state.ID, frame geometry.Placement, trim fabric.Trim,
	profiles ...step.Ref) step.Ref {
	at := x.axesAt(x.point3(geometry.Point3{Z: trim.Low - frame.Origin.Z}), geometry.World().X, geometry.World().Z)
	var halves []step.Ref
	for _, cut := range trim.Cuts {
		for _, f := range cut.Facets {
			halves = append(halves, x.halfSpaces(frame, cut, f)...)
		}
	}
	kind := "SweptSolid"
	if len(halves) > 0 {
		kind = "Clipping"
	}
	solids := make([]step.Ref, len(profiles))
	for i, profile := range profiles {
		solids[i] = x.extrusion(profile, at, x.up(), trim.High-trim.Low)
		for _, half := range halves {
			solids[i] = x.add("IFCBOOLEANCLIPPINGRESULT", step.Enum("DIFFERENCE"), solids[i], half)
		}
		x.paint(solids[i], material)
	}
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"), step.String(kind), x.refs(solids...))
}

// halfSpaces writes the space that a cut removes: above a plane at the top, below a plane at the base. The space is
// unbounded, or bounded by each simple part of a facet's plan.
func (x *exporter) halfSpaces(frame geometry.Placement, cut fabric.Cut, f geometry.Facet) []step.Ref {
	plane := x.clippingPlane(frame, f.Plane)
	// The normal points up: into the cut-off part at a top, away from it at a base (IFC4 ADD2, IfcHalfSpaceSolid).
	agreement := step.False
	if !cut.Top {
		agreement = step.True
	}
	if cut.Whole {
		return []step.Ref{x.add("IFCHALFSPACESOLID", plane, agreement)}
	}
	var out []step.Ref
	for _, ring := range simpleParts(geometry.Region{f.Plan}) {
		points := make([]step.Ref, len(ring), len(ring)+1)
		for i, p := range ring {
			v := into(frame, p.At(0).Vector().Sub(frame.Origin.Vector()))
			points[i] = x.point(v.X, v.Y)
		}
		boundary := x.add("IFCPOLYLINE", x.refs(append(points, points[0])...))
		out = append(out, x.add("IFCPOLYGONALBOUNDEDHALFSPACE", plane, agreement, x.origin(), boundary))
	}
	return out
}

// clippingPlane writes a plane of the world in an upright frame, located at its point above or below the frame's
// origin.
func (x *exporter) clippingPlane(frame geometry.Placement, p geometry.Plane) step.Ref {
	d := frame.Origin.Sub(p.Origin).Vector()
	height := -(float64(p.Normal.X*d.X)+float64(p.Normal.Y*d.Y))/p.Normal.Z - d.Z
	normal := into(frame, p.Normal)
	size := math.Sqrt(float64(normal.X*normal.X) + float64(normal.Y*normal.Y) + float64(normal.Z*normal.Z))
	normal = r3.Vector{X: normal.X / size, Y: normal.Y / size, Z: normal.Z / size}
	across := r3.Vector{X: 1}
	if run := math.Sqrt(float64(normal.X*normal.X) + float64(normal.Y*normal.Y)); run > 0 {
		across = r3.Vector{X: -normal.Y / run, Y: normal.X / run}
	}
	return x.add("IFCPLANE", x.axesAt(x.point(0, 0, height), across, normal))
}

// simpleParts returns the outlines of a region. It divides polygons that have holes along lines through the holes.
func simpleParts(region geometry.Region) []geometry.Ring {
	var out []geometry.Ring
	for _, polygon := range region {
		if len(polygon.Holes) == 0 {
			out = append(out, polygon.Outer)
			continue
		}
		at := polygon.Holes[0][0]
		up := at.Add(geometry.Point2{Y: geometry.Metre})
		whole := geometry.Region{polygon}
		out = append(out, simpleParts(geometry.ClipHalfPlane(whole, at, up))...)
		out = append(out, simpleParts(geometry.ClipHalfPlane(whole, up, at))...)
	}
	return out
}
