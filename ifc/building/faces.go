package building

import (
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// surface returns an item that is no extrusion as closed surfaces, placed by a frame.
func (s *Source) surface(in *step.Instance, at Frame, depth int) (geometry.Body, error) {
	if in == nil || depth > maxDepth {
		return nil, s.unreadable(in, "the item cannot be followed")
	}
	shells := s.hollowed(in)
	switch {
	case len(shells) > 1:
		return s.fitting(func() (geometry.Body, error) { return s.less(in, at, shells[0], shells[1:]) })
	case s.isA(in, "IfcBooleanResult"), s.isA(in, "IfcCsgSolid"), s.isA(in, "IfcCsgPrimitive3D"):
		return s.boolean(in, at, depth)
	case s.isA(in, "IfcManifoldSolidBrep"):
		return s.fitting(func() (geometry.Body, error) { return s.brep(in, at) })
	case s.isSheet(in):
		if body, ok := s.closedShells(in, at); ok {
			return body, nil
		}
		b := newSurface()
		if err := s.faceSet(b, in, at); err != nil {
			return nil, err
		}
		return s.closed(in, b, at)
	case s.isA(in, "IfcSweptDiskSolid"):
		return s.disk(in, at)
	case s.isA(in, "IfcRevolvedAreaSolid"):
		return s.revolved(in, at)
	case s.isA(in, "IfcExtrudedAreaSolidTapered"):
		return s.tapered(in, at)
	case s.isA(in, "IfcFixedReferenceSweptAreaSolid"), s.isA(in, "IfcSurfaceCurveSweptAreaSolid"):
		return s.swept(in, at)
	case s.isA(in, "IfcSectionedSpine"):
		return s.spined(in, at)
	case s.isA(in, "IfcSectionedSolidHorizontal"):
		return s.onAlignment(in, at)
	}
	return nil, s.unreadable(in, "this kind of body is not read")
}

// isSheet reports whether an item is a list of faces that need not be closed.
func (s *Source) isSheet(in *step.Instance) bool {
	return s.isA(in, "IfcTessellatedFaceSet") || s.isA(in, "IfcFaceBasedSurfaceModel") ||
		s.isA(in, "IfcShellBasedSurfaceModel")
}

// sheet adds the faces of an item that is a sheet to a surface.
func (s *Source) sheet(b *surface, in *step.Instance, at Frame) error {
	before := len(b.faces)
	err := s.faceSet(b, in, at)
	if at.mirrored() {
		for i := before; i < len(b.faces); i++ {
			b.faces[i] = flipped(b.faces[i])
		}
	}
	return err
}

// closed returns the closed parts of a collected surface, with an error if it has open parts.
func (s *Source) closed(in *step.Instance, b *surface, at Frame) (geometry.Body, error) {
	if at.mirrored() {
		for i := range b.faces {
			b.faces[i] = flipped(b.faces[i])
		}
	}
	body, err := b.body()
	if err != nil {
		return body, s.unreadable(in, "%s", err)
	}
	return body, nil
}

// largestBody is the greatest number of corners of one body in the model (domain, maxBodyText).
const largestBody = 30_000

// coarsest is the greatest factor by which the tolerance for triangles of curved faces is enlarged. It is enlarged if a
// body would otherwise have more corners than the model can hold.
const coarsest = 16

// fitting reads a body. If the body is larger than the model can hold, it reads the body again with a larger tolerance
// for triangles inside its curved faces. Edges do not change.
func (s *Source) fitting(read func() (geometry.Body, error)) (geometry.Body, error) {
	defer func() { s.coarse = 1 }()
	for s.coarse = 1; ; s.coarse *= 4 {
		body, err := read()
		corners := 0
		for _, solid := range body {
			corners += len(solid.Vertices)
		}
		tooFine := corners > largestBody || s.refined && err != nil && len(body) == 0
		if !s.refined || !tooFine || s.coarse >= coarsest {
			return body, err
		}
	}
}

// hollowed returns the outer shell of a solid that is given by its faces, then the shells of the solids that are
// subtracted from it. It returns nil for any other item.
func (s *Source) hollowed(in *step.Instance) []*step.Instance {
	var out []*step.Instance
	for len(out) < maxFan && s.isA(in, "IfcBooleanResult") && s.text(in, "Operator") == "DIFFERENCE" &&
		s.isShell(s.one(in, "SecondOperand")) {
		out = append(out, s.one(s.one(in, "SecondOperand"), "Outer"))
		in = s.one(in, "FirstOperand")
	}
	if !s.isShell(in) {
		return nil
	}
	out = append(out, s.one(in, "Outer"))
	slices.Reverse(out)
	return out
}

// isShell reports whether an item is a solid of one shell.
func (s *Source) isShell(in *step.Instance) bool {
	return in != nil && s.isA(in, "IfcFacetedBrep") && len(s.many(in, "Voids")) == 0
}

// brep reads a solid given by its faces, minus its voids.
func (s *Source) brep(in *step.Instance, at Frame) (geometry.Body, error) {
	return s.less(in, at, s.one(in, "Outer"), s.many(in, "Voids"))
}

// less reads a solid given by a shell, minus the solids of other shells.
func (s *Source) less(in *step.Instance, at Frame, whole *step.Instance, less []*step.Instance) (geometry.Body, error) {
	outer, err := s.shell(whole, at)
	if err != nil {
		return nil, err
	}
	var voids geometry.Body
	for _, shell := range less {
		v, err := s.shell(shell, at)
		if err != nil {
			return nil, err
		}
		voids = append(voids, v...)
	}
	if len(voids) == 0 {
		return outer, nil
	}
	body, err := s.subtract(in, outer, voids)
	for i := range body {
		body[i] = keepCorners(body[i], append(outer, voids...))
	}
	return body, err
}

func (s *Source) shell(in *step.Instance, at Frame) (geometry.Body, error) {
	b := newSurface()
	if err := s.addShell(b, in, at); err != nil {
		return nil, err
	}
	return s.closed(in, b, at)
}

func (s *Source) addShell(b *surface, in *step.Instance, at Frame) error {
	for _, face := range s.many(in, "CfsFaces") {
		if err := s.addFace(b, face, at); err != nil {
			return err
		}
	}
	return nil
}

// faceSet reads the faces of tessellations and surface models.
func (s *Source) faceSet(b *surface, in *step.Instance, at Frame) error {
	switch {
	case s.isA(in, "IfcTriangulatedFaceSet"):
		return s.triangulated(b, in, at)
	case s.isA(in, "IfcPolygonalFaceSet"):
		return s.polygonalFaces(b, in, at)
	}
	for _, shell := range s.shellsOf(in) {
		if err := s.addShell(b, shell, at); err != nil {
			return err
		}
	}
	return nil
}

func (s *Source) triangulated(b *surface, in *step.Instance, at Frame) error {
	list := moved(at, s.pointList(s.one(in, "Coordinates")))
	index, _ := s.value(in, "CoordIndex").(step.List)
	for _, item := range index {
		corners, ok := pick(list, s.placed(in, numbers(item)))
		if !ok || len(corners) != 3 {
			return s.unreadable(in, "a triangle names a point that is not there")
		}
		b.add(b.loop(corners...))
	}
	return nil
}

// placed returns the indexes of points for the numbers in an index. Some face sets have a table that maps such numbers
// to indexes (PnIndex).
func (s *Source) placed(in *step.Instance, index []float64) []float64 {
	table := numbers(s.value(in, "PnIndex"))
	if len(table) == 0 {
		return index
	}
	out := make([]float64, len(index))
	for i, n := range index {
		if n >= 1 && n <= float64(len(table)) {
			out[i] = table[int(n)-1]
		}
	}
	return out
}

func (s *Source) polygonalFaces(b *surface, in *step.Instance, at Frame) error {
	list := moved(at, s.pointList(s.one(in, "Coordinates")))
	for _, face := range s.many(in, "Faces") {
		outer, ok := pick(list, s.placed(in, numbers(s.value(face, "CoordIndex"))))
		if !ok {
			return s.unreadable(face, "the face names a point that is not there")
		}
		loops := [][]int32{b.loop(outer...)}
		inner, _ := s.value(face, "InnerCoordIndices").(step.List)
		for _, item := range inner {
			hole, ok := pick(list, s.placed(in, numbers(item)))
			if !ok {
				return s.unreadable(face, "a hole names a point that is not there")
			}
			loops = append(loops, b.loop(hole...))
		}
		b.add(loops...)
	}
	return nil
}

// outerFirst moves the outer bound to the front.
func (s *Source) outerFirst(bounds []*step.Instance) []*step.Instance {
	var outer, inner []*step.Instance
	for _, bound := range bounds {
		if s.isA(bound, "IfcFaceOuterBound") && len(outer) == 0 {
			outer = append(outer, bound)
		} else {
			inner = append(inner, bound)
		}
	}
	return append(outer, inner...)
}

// bound returns the corners of a loop, without repeating the first corner at the end.
func (s *Source) bound(in *step.Instance) ([]r3.Vector, error) {
	var out []r3.Vector
	if s.isA(in, "IfcPolyLoop") {
		for _, p := range s.many(in, "Polygon") {
			out = append(out, s.point(p))
		}
		return out, nil
	}
	if !s.isA(in, "IfcEdgeLoop") {
		return nil, s.unreadable(in, "this kind of bound is not read")
	}
	for _, oriented := range s.many(in, "EdgeList") {
		points, err := s.edge(s.one(oriented, "EdgeElement"))
		if err != nil {
			return nil, err
		}
		if s.value(oriented, "Orientation") == step.Value(step.False) {
			points = backwards(points)
		}
		out = append(out, points[:len(points)-1]...)
	}
	return out, nil
}
