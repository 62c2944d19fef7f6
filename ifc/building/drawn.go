package building

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Open returns the open surfaces of an item, in the product's frame: the parts of surface models, tessellations and
// faceted solids that are not closed, which [Solid.Faces] leaves out. ok is false if the item has none.
//
// IFC2X3 has no tessellations, so a surface model of faces whose set is an IfcOpenShell is read as a tessellation. IFC4
// deprecates surface models of faces. From IFC4 on, a surface model of shells is therefore read as a surface model of
// faces if its faces have no IfcFaceOuterBound.
func (s Solid) Open() (open geometry.Drawn, ok bool) {
	if s.open == nil {
		return geometry.Drawn{}, false
	}
	return s.open()
}

// openOf returns the function that collects the open parts of an item, nil for an item that cannot have any.
func (s *Source) openOf(in *step.Instance, at Frame) func() (geometry.Drawn, bool) {
	form, add := geometry.DrawnShells, s.sheet
	switch {
	case s.isA(in, "IfcTessellatedFaceSet"):
		form = geometry.DrawnFaceSet
	case s.isA(in, "IfcFaceBasedSurfaceModel"):
		form = geometry.DrawnFaces
		if s.isA(first(s.many(in, "FbsmFaces")), "IfcOpenShell") { // see Solid.Open
			form = geometry.DrawnFaceSet
		}
	case s.isA(in, "IfcShellBasedSurfaceModel"):
		face := first(s.many(first(s.many(in, "SbsmBoundary")), "CfsFaces"))
		bound := first(s.many(face, "Bounds"))
		if bound != nil && !s.isA(bound, "IfcFaceOuterBound") && s.schema != schema.IFC2X3() { // see Solid.Open
			form = geometry.DrawnFaces
		}
	case s.isA(in, "IfcManifoldSolidBrep"): // its shell may be open nevertheless
		add = func(b *surface, in *step.Instance, at Frame) error { return s.addShell(b, s.one(in, "Outer"), at) }
	default:
		return nil
	}
	return func() (geometry.Drawn, bool) {
		b := newSurface()
		if add(b, in, at) != nil {
			return geometry.Drawn{}, false
		}
		out := b.open()
		out.Form = form
		return out, len(out.Faces) > 0
	}
}

// open returns the faces of the parts that are not closed.
func (b *surface) open() (out geometry.Drawn) {
	var faces []geometry.Face
	for _, part := range b.parts() {
		if _, err := b.solid(part); err != nil {
			faces = append(faces, part...)
		}
	}
	s := withoutDegenerate(compacted(b.vertices, faces))
	s = compacted(s.Vertices, s.Faces) // removes corners that only degenerate faces had
	return geometry.Drawn{Vertices: s.Vertices, Faces: s.Faces}
}

// Curves holds the curves of one item of a product's representations, in the product's frame.
type Curves struct {
	Drawn geometry.Drawn
	Style int // number of the surface or curve style, 0 for none
}

// mostCurves bounds the number of points of a product's lines: more than a hundred times the points of a plan symbol.
const mostCurves = 50_000

// Curves returns the curves of a product, one for each item. unread lists the identifiers of the representations that
// also have items other than curves; the body is listed as "". Items of a body that have faces do not count.
func (s *Source) Curves(p *Product) (out []Curves, unread []string) {
	points := 0
	for _, r := range s.many(s.one(s.index.Instance(p.Number), "Representation"), "Representations") {
		identifier := s.text(r, "RepresentationIdentifier")
		if isBodyName(identifier) {
			identifier = ""
		}
		c := curveReading{identifier: identifier}
		for _, item := range s.many(r, "Items") {
			s.curvesOf(item, identity(), 0, &c)
		}
		for _, each := range c.out {
			points += len(each.Drawn.Vertices)
		}
		if points > mostCurves {
			c.out, c.unread = nil, true
		}
		if out = append(out, c.out...); c.unread && !slices.Contains(unread, identifier) {
			unread = append(unread, identifier)
		}
	}
	return out, unread
}

// curveReading collects the curves of a representation.
type curveReading struct {
	identifier string
	out        []Curves
	unread     bool // the representation also has other items
}

// curvesOf reads an item that is a curve or a set of curves, placed by a frame.
func (s *Source) curvesOf(in *step.Instance, at Frame, depth int, c *curveReading) {
	switch {
	case in == nil || depth > maxDepth || s.tooHeavy(in) != nil:
		c.unread = true
	case s.isA(in, "IfcMappedItem"):
		source := s.one(in, "MappingSource")
		at = at.Compose(s.operator(s.one(in, "MappingTarget"))).Compose(s.axes(s.one(source, "MappingOrigin")))
		for _, item := range s.many(s.one(source, "MappedRepresentation"), "Items") {
			before := len(c.out)
			s.curvesOf(item, at, depth+1, c)
			for i := range c.out[before:] {
				if style := s.lineStyle(in); style != 0 {
					c.out[before+i].Style = style
				}
			}
		}
	case s.isA(in, "IfcGeometricSet"):
		d := geometry.Drawn{Form: geometry.DrawnCurveSet}
		for _, each := range s.many(in, "Elements") {
			c.unread = !s.addCurve(&d, each, at) || c.unread
		}
		c.add(d, s.lineStyle(in))
	case s.isA(in, "IfcCurve"):
		d := geometry.Drawn{Form: geometry.DrawnCurves}
		c.unread = !s.addCurve(&d, in, at) || c.unread
		c.add(d, s.lineStyle(in))
	default: // items of a body that have faces are read elsewhere
		c.unread = c.unread || c.identifier != ""
	}
}

// add adds an item, unless it has no lines.
func (c *curveReading) add(d geometry.Drawn, style int) {
	if len(d.Lines) == 0 {
		return
	}
	d.Identifier = c.identifier
	c.out = append(c.out, Curves{d, style})
}

// addCurve adds a curve as a line, with chords for its arcs, and reports whether it could be read.
func (s *Source) addCurve(d *geometry.Drawn, in *step.Instance, at Frame) bool {
	if in == nil || !s.isA(in, "IfcCurve") {
		return false
	}
	points, _, err := s.curve(in, 0)
	if err != nil {
		return false
	}
	first := len(d.Lines) == 0
	d.Flat = (first || d.Flat) && s.isPlanar(in) && at == identity()
	line := make([]int32, 0, len(points))
	for i, p := range moved(at, points) {
		v := Rounded(p)
		switch n := len(d.Vertices); {
		case len(line) > 0 && d.Vertices[line[len(line)-1]] == v:
			continue
		case len(line) > 1 && i == len(points)-1 && d.Vertices[line[0]] == v:
			line = append(line, line[0])
		default:
			line, d.Vertices = append(line, int32(n)), append(d.Vertices, v)
		}
	}
	if len(line) < 2 {
		d.Vertices = d.Vertices[:len(d.Vertices)-len(line)]
		return false
	}
	d.Lines = append(d.Lines, line)
	return true
}

// isPlanar reports whether the points of a curve have two coordinates in the file.
func (s *Source) isPlanar(in *step.Instance) bool {
	for range maxDepth {
		switch {
		case in == nil:
			return false
		case s.isA(in, "IfcPolyline"):
			in = first(s.many(in, "Points"))
		case s.isA(in, "IfcIndexedPolyCurve"):
			return s.isA(s.one(in, "Points"), "IfcCartesianPointList2D")
		case s.isA(in, "IfcCompositeCurve"):
			in = first(s.many(in, "Segments"))
		case s.isA(in, "IfcCompositeCurveSegment"):
			in = s.one(in, "ParentCurve")
		case s.isA(in, "IfcTrimmedCurve"):
			in = s.one(in, "BasisCurve")
		case s.isA(in, "IfcConic"):
			return s.isA(s.one(in, "Position"), "IfcAxis2Placement2D")
		case s.isA(in, "IfcLine"):
			in = s.one(in, "Pnt")
		case s.isA(in, "IfcBSplineCurve"):
			in = first(s.many(in, "ControlPointsList"))
		case s.isA(in, "IfcCartesianPoint"):
			return len(numbers(s.value(in, "Coordinates"))) == 2
		default:
			return false
		}
	}
	return false
}

func first(list []*step.Instance) *step.Instance {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// lineStyle returns the number of the surface or curve style of an item, 0 for none.
func (s *Source) lineStyle(item *step.Instance) int {
	looks := s.readLooks()
	if style := looks.styles[item.ID]; style != 0 {
		return style
	}
	return looks.curves[item.ID]
}

// curveStyle returns the first curve style of a styled item, 0 for none.
func (s *Source) curveStyle(styled *step.Instance) int {
	for _, style := range s.many(styled, "Styles") {
		for _, each := range append(s.many(style, "Styles"), style) {
			if s.isA(each, "IfcCurveStyle") {
				return each.ID
			}
		}
	}
	return 0
}

// CurveStyles returns the numbers of the styles of the curves in a product's representations.
func (s *Source) CurveStyles(p *Product) (out []int) {
	if len(s.readLooks().curves) == 0 {
		return nil
	}
	for _, r := range s.many(s.one(s.index.Instance(p.Number), "Representation"), "Representations") {
		out = s.curveStylesIn(r, out, 0)
	}
	return out
}

func (s *Source) curveStylesIn(r *step.Instance, out []int, depth int) []int {
	for _, item := range s.many(r, "Items") {
		if style := s.looks.curves[item.ID]; style != 0 {
			out = withNumbers(out, []int{style})
		}
		if source := s.one(item, "MappingSource"); source != nil && depth < maxDepth {
			out = s.curveStylesIn(s.one(source, "MappedRepresentation"), out, depth+1)
		}
	}
	return out
}
