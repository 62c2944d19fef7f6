package export

import (
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// facets writes solids that have no parameters, in the frame of the element, in the colour of a material. IFC4 and
// later have face sets for them, with the coordinates in one list. Faceted boundary representations are written instead
// for IFC2X3, which has no face sets, for Revit, which ignores face sets with polygons, and for solids with voids.
func (x *exporter) facets(material state.ID, solids geometry.Body) step.Ref {
	solids = parts(solids)
	styles := make([]step.Ref, len(solids))
	for i := range styles {
		styles[i] = x.styleOf(material)
	}
	return x.styledFacets(styles, solids)
}

// styledFacets writes solids of one part each in the given styles, where 0 is no style.
func (x *exporter) styledFacets(styles []step.Ref, solids geometry.Body) step.Ref {
	kind, write := "Tessellation", x.closedFaceSet
	if len(solids) == 1 && hasVoids(solids) {
		kind, write = "CSG", x.hollow
	} else if !x.dialect.faceSets || x.options.Target == TargetRevit || hasVoids(solids) {
		kind, write = "Brep", x.facetedBrep
	}
	items := make([]step.Ref, len(solids))
	for i, s := range solids {
		items[i] = write(s.WithSimpleLoops())
		if styles[i] != 0 {
			x.styledItem(items[i], styles[i])
		}
	}
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"), step.String(kind), x.refs(items...))
}

// parts returns the separate parts of solids. A solid from an older log may have several parts, because older programs
// did not separate parts that only touch.
func parts(solids geometry.Body) (out geometry.Body) {
	for _, s := range solids {
		of, err := s.Parts()
		if err != nil {
			of = []geometry.Solid{s}
		}
		out = append(out, of...)
	}
	return out
}

// hasVoids reports whether any of the solids has a void, that is, a second shell. Each solid must consist of one part.
func hasVoids(solids geometry.Body) bool {
	for _, s := range solids {
		if s.Components() > 1 {
			return true
		}
	}
	return false
}

// corners returns the coordinates of a solid's vertices in the parent of its frame, in millimetres. They are exact if
// the frame is parallel to its parent, otherwise rounded to a nanometre.
func corners(s geometry.Solid) []step.List {
	out := make([]step.List, len(s.Vertices))
	parallel := s.Frame.X == (r3.Vector{X: 1}) && s.Frame.Z == (r3.Vector{Z: 1})
	for i, p := range s.Vertices {
		if parallel {
			p = p.Add(s.Frame.Origin)
			out[i] = step.List{mm(p.X), mm(p.Y), mm(p.Z)}
			continue
		}
		q := inParent(s.Frame, p)
		for _, c := range [...]float64{q.X, q.Y, q.Z} {
			out[i] = append(out[i], step.Real(rounded(c/float64(geometry.Millimetre), perMillimetre)))
		}
	}
	return out
}

// closedFaceSet writes a closed surface as a face set.
func (x *exporter) closedFaceSet(s geometry.Solid) step.Ref { return x.faceSet(s, true) }

// faceSet writes a surface as triangles if all its faces are triangles, otherwise as polygons.
func (x *exporter) faceSet(s geometry.Solid, closed bool) step.Ref {
	isClosed := step.False
	if closed {
		isClosed = step.True
	}
	rows := step.List{}
	for _, c := range corners(s) {
		rows = append(rows, c)
	}
	points := x.add("IFCCARTESIANPOINTLIST3D", rows)
	triangles := step.List{}
	for _, f := range s.Faces {
		if len(f.Loops) == 1 && len(f.Loops[0]) == 3 {
			triangles = append(triangles, numbered(f.Loops[0]))
		}
	}
	if len(triangles) == len(s.Faces) {
		return x.add("IFCTRIANGULATEDFACESET", points, null, isClosed, triangles, null)
	}
	faces := step.List{}
	for _, f := range s.Faces {
		faces = append(faces, x.indexedFace(f))
	}
	return x.add("IFCPOLYGONALFACESET", points, isClosed, faces, null)
}

func (x *exporter) indexedFace(f geometry.Face) step.Ref {
	if len(f.Loops) == 1 {
		return x.add("IFCINDEXEDPOLYGONALFACE", numbered(f.Loops[0]))
	}
	holes := step.List{}
	for _, loop := range f.Loops[1:] {
		holes = append(holes, numbered(loop))
	}
	return x.add("IFCINDEXEDPOLYGONALFACEWITHVOIDS", numbered(f.Loops[0]), holes)
}

// numbered returns vertex indexes as IFC counts them, from 1.
func numbered(loop []int32) step.List {
	out := make(step.List, len(loop))
	for i, v := range loop {
		out[i] = step.Int(v + 1)
	}
	return out
}

// hollow writes a solid of one part with voids as its outer shell minus the solids in the voids. IFC has
// IfcFacetedBrepWithVoids for such a solid, but IfcOpenShell 0.9 does not display it.
func (x *exporter) hollow(s geometry.Solid) step.Ref {
	shells := s.Shells() // the outer shell is the first
	out := x.add("IFCFACETEDBREP", x.closedShell(shells[0]))
	for _, void := range shells[1:] {
		for _, f := range void.Faces {
			for _, loop := range f.Loops {
				slices.Reverse(loop)
			}
		}
		out = x.add("IFCBOOLEANRESULT", step.Enum("DIFFERENCE"), out, x.add("IFCFACETEDBREP", x.closedShell(void)))
	}
	return out
}

// facetedBrep writes a solid of one part by the faces of its outer shell and of its voids.
func (x *exporter) facetedBrep(s geometry.Solid) step.Ref {
	shells := s.Shells() // the outer shell is the first
	written := make([]step.Ref, len(shells))
	for i, shell := range shells {
		written[i] = x.closedShell(shell)
	}
	if len(written) == 1 {
		return x.add("IFCFACETEDBREP", written[0])
	}
	return x.add("IFCFACETEDBREPWITHVOIDS", written[0], x.refs(written[1:]...))
}

func (x *exporter) closedShell(s geometry.Solid) step.Ref {
	return x.add("IFCCLOSEDSHELL", x.faces(s, true))
}

// faces writes the faces of a surface. If outer is true, the outer bound of a face is an IfcFaceOuterBound.
func (x *exporter) faces(s geometry.Solid, outer bool) step.List {
	points := make([]step.Ref, len(s.Vertices))
	for i, c := range corners(s) {
		points[i] = x.add("IFCCARTESIANPOINT", c)
	}
	var faces []step.Ref
	for _, f := range s.Faces {
		var bounds []step.Ref
		for i, loop := range f.Loops {
			corners := make([]step.Ref, len(loop))
			for k, v := range loop {
				corners[k] = points[v]
			}
			entity := "IFCFACEBOUND"
			if i == 0 && outer {
				entity = "IFCFACEOUTERBOUND"
			}
			bounds = append(bounds, x.add(entity, x.add("IFCPOLYLOOP", x.refs(corners...)), step.True))
		}
		faces = append(faces, x.add("IFCFACE", x.refs(bounds...)))
	}
	return x.refs(faces...)
}
