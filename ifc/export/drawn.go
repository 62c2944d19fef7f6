package export

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// library holds the shape of an element whose body comes from the library: its solids, open surfaces and curves.
type library struct {
	id     state.ID
	solids geometry.Body
	drawn  []geometry.Drawn // surfaces and curves, in the frame of the solids
}

// inLibrary returns a body of the library with its frame. The given solids of the body are in the given frame of the
// world; they are converted to the frame that is returned.
func (x *exporter) inLibrary(id state.ID, frame geometry.Placement, solids geometry.Body) (library,
	geometry.Placement, error) {
	out := library{id: id}
	if id == "" {
		return out, frame, nil
	}
	drawn, err := x.model.FixedDrawn(id)
	if err != nil {
		return out, frame, err
	}
	if len(solids) > 0 {
		for i := range drawn {
			drawn[i] = drawn[i].In(relative(solids[0].Frame, geometry.World()))
		}
		frame, solids = fixedIn(frame, solids)
	}
	out.solids, out.drawn = solids, drawn
	return out, frame, nil
}

// libraryShape writes the representations of a body of the library in the colour of a material. It returns 0 if the
// body has nothing to write.
func (x *exporter) libraryShape(b library, material state.ID) step.Ref {
	all := x.libraryCurves(b)
	if len(b.solids) > 0 || slices.ContainsFunc(b.drawn, isBodySurface) {
		all = append([]step.Ref{x.libraryBody(b, material)}, all...)
	}
	if len(all) == 0 {
		return 0
	}
	return x.shape(all...)
}

func isBodySurface(d geometry.Drawn) bool { return d.OfBody() && d.IsSurface() }

// withSurfaces writes solids and open surfaces in one representation.
func (x *exporter) withSurfaces(material state.ID, b library) step.Ref {
	var items []step.Ref
	kind := "SurfaceModel"
	tessellated := x.dialect.faceSets
	solids := parts(b.solids)
	write := x.closedFaceSet
	if !x.dialect.faceSets || x.options.Target == TargetRevit || hasVoids(solids) {
		write, tessellated = x.facetedBrep, false
		if x.dialect.faceSets && len(solids) > 0 {
			kind = "SurfaceOrSolidModel"
		}
	}
	for _, s := range solids {
		style := x.styleOf(material)
		item := write(s.WithSimpleLoops())
		if items = append(items, item); style != 0 {
			x.styledItem(item, style)
		}
	}
	for i, d := range b.drawn {
		if !isBodySurface(d) {
			continue
		}
		item, isFaceSet := x.openSurface(d)
		tessellated = tessellated && isFaceSet
		style, ok := x.drawnStyle(i)
		if !ok {
			style = x.styles[material]
		}
		if items = append(items, item); style != 0 {
			x.styledItem(item, style)
		}
	}
	if tessellated {
		kind = "Tessellation"
	}
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"), step.String(kind), x.refs(items...))
}

// openSurface writes a surface in the form that it has. A schema without face sets gets a surface model of faces whose
// set is an IfcOpenShell instead. IFC4 deprecates surface models of faces, so from IFC4 on a surface model of shells,
// whose faces have no IfcFaceOuterBound, replaces it. [building.Solid.Open] reads both.
func (x *exporter) openSurface(d geometry.Drawn) (item step.Ref, isFaceSet bool) {
	s := d.Surface().WithSimpleLoops()
	switch {
	case d.Form == geometry.DrawnFaceSet && x.dialect.faceSets:
		return x.faceSet(s, false), true
	case d.Form == geometry.DrawnFaceSet:
		return x.add("IFCFACEBASEDSURFACEMODEL", x.refs(x.add("IFCOPENSHELL", x.faces(s, true)))), false
	case d.Form == geometry.DrawnFaces && !x.dialect.faceSets: // the case of IFC2X3
		return x.add("IFCFACEBASEDSURFACEMODEL", x.refs(x.add("IFCCONNECTEDFACESET", x.faces(s, true)))), false
	}
	shell := x.add("IFCOPENSHELL", x.faces(s, d.Form != geometry.DrawnFaces))
	return x.add("IFCSHELLBASEDSURFACEMODEL", x.refs(shell)), false
}

// drawnStyle returns the style that the source file gives an open surface or curve of the body.
func (x *exporter) drawnStyle(i int) (step.Ref, bool) {
	l := x.drawn
	if len(l.open) == 0 || l.scope != x.scope.key {
		return 0, false
	}
	if len(l.open) == 1 {
		i = 0
	}
	if i >= len(l.open) {
		return 0, false
	}
	return x.recorded(l.open[i])
}

// libraryCurves writes the curves of a body. It writes one representation for each representation that the source file
// had.
func (x *exporter) libraryCurves(b library) (out []step.Ref) {
	type key struct {
		identifier string
		flat       bool
	}
	var keys []key
	of := map[key][]int{}
	for i, d := range b.drawn {
		if d.IsSurface() {
			continue
		}
		k := key{d.Identifier, d.Flat}
		if of[k] == nil {
			keys = append(keys, k)
		}
		of[k] = append(of[k], i)
	}
	for _, k := range keys {
		var items []step.Ref
		isSet := false
		for _, i := range of[k] {
			written := x.curveItems(b.drawn[i])
			isSet = isSet || b.drawn[i].Form == geometry.DrawnCurveSet
			if style, ok := x.drawnStyle(i); ok {
				for _, item := range written {
					x.styledItem(item, style)
				}
			}
			items = append(items, written...)
		}
		context, identifier := x.curveContext(k.identifier, k.flat)
		out = append(out, x.add("IFCSHAPEREPRESENTATION", context, identifier, step.String(x.curveKind(isSet, k.flat)),
			x.refs(items...)))
	}
	return out
}

// curveKind returns the type of a representation of curves.
func (x *exporter) curveKind(isSet, flat bool) string {
	switch {
	case !isSet && flat:
		return "Curve2D"
	case !isSet && x.dialect.faceSets: // the type name is in IFC4 and later
		return "Curve3D"
	}
	return "GeometricCurveSet"
}

// curveContext returns the context of a representation of curves, and the representation's identifier.
func (x *exporter) curveContext(identifier string, flat bool) (step.Ref, step.Value) {
	c := x.contexts
	switch name := step.String(identifier); {
	case identifier == "":
		return c.body, step.String("Body")
	case identifier == "Axis" && flat:
		return c.planAxis, name
	case identifier == "Axis":
		return c.axis, name
	case identifier == "FootPrint" && flat:
		return c.print, name
	case flat:
		return c.plan, name
	default:
		return c.model, name
	}
}

// curveItems writes the lines of an item, as one set or as separate items.
func (x *exporter) curveItems(d geometry.Drawn) []step.Ref {
	lines := make([]step.Ref, len(d.Lines))
	for i, line := range d.Lines {
		points := make([]step.Ref, len(line))
		for k, v := range line {
			if d.Flat {
				points[k] = x.point2(d.Vertices[v].XY())
			} else {
				points[k] = x.point3(d.Vertices[v])
			}
		}
		lines[i] = x.add("IFCPOLYLINE", x.refs(points...))
	}
	if d.Form == geometry.DrawnCurveSet {
		return []step.Ref{x.add("IFCGEOMETRICCURVESET", x.refs(lines...))}
	}
	return lines
}
