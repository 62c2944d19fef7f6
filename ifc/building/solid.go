package building

import (
	"errors"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// Solid is one item of a product's body, in the product's own frame.
type Solid struct {
	Number    int
	Class     string      // class of the item in the file
	Extrusion *Extrusion  // nil if the item is not an extrusion
	Clipped   *Extrusion  // the extrusion that half spaces cut, if the item is a clipping; otherwise nil
	Revolved  *Revolution // nil if the item is not a revolved solid
	faces     func() (geometry.Body, error)
	sheet     func(*surface) error // adds the faces of a surface model or face set; nil for other items
	open      func() (geometry.Drawn, bool)
	mapped    []int // numbers of the mapped items that lead to it, innermost first
}

// Extrusion is a profile in the XY plane of a frame, swept along a direction.
type Extrusion struct {
	Profile   Profile
	Frame     Frame     // frame of the profile's plane, in the product's frame
	Direction r3.Vector // unit vector in the product's frame
	Depth     float64   // depth in micrometres
}

// Faces returns the item as closed surfaces on the model's grid, in the product's frame. If parts of the item are not
// closed, the error is an *Unreadable, and the body has only the closed parts.
func (s Solid) Faces() (geometry.Body, error) { return s.faces() }

// Together returns the body that several surface models and face sets enclose together, since some files write each
// side of a body as an item. It returns false if they enclose no body, or if an item is neither a surface model nor a
// face set.
func Together(items []Solid) (geometry.Body, bool) {
	b := newSurface()
	for _, item := range items {
		if item.sheet == nil || item.sheet(b) != nil {
			return nil, false
		}
	}
	body, err := b.body()
	return body, err == nil && len(items) > 1
}

// Approximate reports whether an extrusion has chords in place of arcs, or corners in place of roundings.
func (s Solid) Approximate() bool {
	return s.Extrusion != nil && (s.Extrusion.Profile.Curved || s.Extrusion.Profile.Rounded)
}

// bodyNames lists the identifiers of representations that hold a body, the preferred one first. "" is for files without
// identifiers.
var bodyNames = []string{"body", "facetation", "body-fallback", "tessellation", "", "facetedbrep", "brep"}

// Body returns the items of a product's body, and an error for each item that cannot be read. For a product without a
// body both are nil.
func (s *Source) Body(p *Product) ([]Solid, []error) {
	if err := s.ctx.Err(); err != nil {
		return nil, []error{err}
	}
	representation := s.representation(p, bodyNames)
	if representation == nil {
		return nil, nil
	}
	var out []Solid
	var faults []error
	for _, item := range s.many(representation, "Items") {
		solids, err := s.solids(item, identity(), 0)
		out = append(out, solids...)
		if err != nil {
			faults = append(faults, err)
		}
	}
	return out, faults
}

// HasBody reports whether a product has a body of any form.
func (s *Source) HasBody(p *Product) bool {
	representation := s.representation(p, bodyNames)
	return representation != nil && len(s.many(representation, "Items")) > 0
}

// representation returns a product's first representation that has one of the identifiers, in their order.
func (s *Source) representation(p *Product, names []string) *step.Instance {
	shape := s.one(s.index.Instance(p.Number), "Representation")
	for _, name := range names {
		for _, r := range s.many(shape, "Representations") {
			if strings.EqualFold(s.text(r, "RepresentationIdentifier"), name) && !s.isFlat(r) {
				return r
			}
		}
	}
	return nil
}

// isFlat reports whether a representation has only curves, points or other items without a body.
func (s *Source) isFlat(r *step.Instance) bool {
	switch strings.ToUpper(s.text(r, "RepresentationType")) {
	case "CURVE2D", "CURVE3D", "GEOMETRICCURVESET", "ANNOTATION2D", "BOUNDINGBOX", "POINT", "POINTCLOUD",
		"CURVE", "FILLAREA", "TEXT":
		return true
	}
	return false
}

// Axis returns the points of a product's axis in its own frame, nil if it has no readable axis.
func (s *Source) Axis(p *Product) []r3.Vector {
	points, _ := s.axis(p)
	return points
}

// solids reads an item of a representation, placed by a frame.
func (s *Source) solids(in *step.Instance, at Frame, depth int) ([]Solid, error) {
	if in == nil || depth > maxDepth {
		return nil, s.unreadable(in, "the item cannot be followed")
	}
	if err := s.tooHeavy(in); err != nil {
		return nil, err
	}
	switch {
	case s.isA(in, "IfcMappedItem"):
		return s.mapped(in, at, depth)
	case in.Name == "IFCEXTRUDEDAREASOLID":
		return s.extrusions(in, at)
	case s.isA(in, "IfcBoundingBox") || s.isA(in, "IfcCurve") || s.isA(in, "IfcGeometricSet") ||
		s.isA(in, "IfcAnnotationFillArea"):
		return nil, nil // such items accompany the body, but are no part of it
	}
	out := Solid{Number: in.ID, Class: s.className(in)}
	if in.Name == "IFCREVOLVEDAREASOLID" && at.Rigid() {
		out.Revolved, _ = s.revolution(in, at) // the error recurs when its faces are read
	}
	if s.isA(in, "IfcBooleanClippingResult") {
		out.Clipped = s.clipped(in, at)
	}
	out.faces = func() (geometry.Body, error) { return s.surface(in, at, depth) }
	out.open = s.openOf(in, at)
	if s.isSheet(in) {
		out.sheet = func(b *surface) error { return s.sheet(b, in, at) }
	}
	return []Solid{out}, nil
}

// clipped returns the extrusion that a chain of clippings cuts; nil for any other form.
func (s *Source) clipped(in *step.Instance, at Frame) *Extrusion {
	for range maxWeight {
		if !s.isA(s.one(in, "SecondOperand"), "IfcHalfSpaceSolid") {
			return nil
		}
		if in = s.one(in, "FirstOperand"); !s.isA(in, "IfcBooleanClippingResult") {
			break
		}
	}
	if in == nil || in.Name != "IFCEXTRUDEDAREASOLID" {
		return nil
	}
	parts, err := s.extrusions(in, at)
	if err != nil || len(parts) != 1 {
		return nil
	}
	return parts[0].Extrusion
}

// Item reads one item of a representation by its number in the file.
func (s *Source) Item(number int) ([]Solid, error) {
	return s.solids(s.index.Instance(number), identity(), 0)
}

// mapped reads the items of a mapped item in their mapped position. Their coordinates are in the system of the map's
// origin ("defines the coordinate system in which the MappedRepresentation is defined", IfcRepresentationMap). The
// target of the mapped item places that system. IfcOpenShell, Revit and xBIM do the same.
func (s *Source) mapped(in *step.Instance, at Frame, depth int) ([]Solid, error) {
	source := s.one(in, "MappingSource")
	origin := s.axes(s.one(source, "MappingOrigin"))
	m := at.Compose(s.operator(s.one(in, "MappingTarget"))).Compose(origin)
	var out []Solid
	var faults []error
	for _, item := range s.many(s.one(source, "MappedRepresentation"), "Items") {
		solids, err := s.solids(item, m, depth+1)
		for i := range solids {
			solids[i].mapped = append(solids[i].mapped, in.ID)
		}
		out = append(out, solids...)
		if err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) > 0 {
		return out, faults[0]
	}
	return out, nil
}

// MappedAt returns the origin of a map in the frame of a product, if the product's body is a single item mapped from
// it. ok is false for any other body, and for a map that is turned or scaled.
func (s *Source) MappedAt(p *Product) (origin r3.Vector, ok bool) {
	items := s.many(s.representation(p, bodyNames), "Items")
	if len(items) != 1 || !s.isA(items[0], "IfcMappedItem") {
		return origin, false
	}
	source := s.one(items[0], "MappingSource")
	m := s.operator(s.one(items[0], "MappingTarget")).Compose(s.axes(s.one(source, "MappingOrigin")))
	whole := identity()
	return m.O, m.X == whole.X && m.Y == whole.Y && m.Z == whole.Z
}

// extrusions reads an extrusion, one for each part of a composite profile.
func (s *Source) extrusions(in *step.Instance, at Frame) ([]Solid, error) {
	parts := s.profileParts(s.one(in, "SweptArea"), 0)
	if len(parts) == 0 || len(parts) > maxParts {
		return nil, s.unreadable(in, "the profile has no parts, or too many")
	}
	var out []Solid
	for _, part := range parts {
		solids, err := s.extruded(in, part, at)
		if err != nil {
			return nil, err
		}
		out = append(out, solids...)
	}
	return out, nil
}

// extruded reads an extrusion. It remains an extrusion if its placement does not scale or mirror it.
func (s *Source) extruded(in, swept *step.Instance, at Frame) ([]Solid, error) {
	profile, err := s.sharedProfile(swept)
	if err != nil {
		return nil, err
	}
	frame := at.Compose(s.axes(s.one(in, "Position")))
	along := frame.Turn(s.direction(s.one(in, "ExtrudedDirection"), r3.Vector{Z: 1}))
	direction, ok := unit(along)
	depth := float64(s.length(in, "Depth") * along.Norm())
	if !ok || !(depth > 0) {
		return nil, s.unreadable(in, "the extrusion has no depth")
	}
	e := &Extrusion{Profile: profile, Frame: frame, Direction: direction, Depth: depth}
	out := Solid{Number: in.ID, Class: s.className(in), faces: func() (geometry.Body, error) {
		body, err := e.faces()
		if err != nil {
			return nil, s.unreadable(in, "%s", err)
		}
		return body, nil
	}}
	if frame.Rigid() {
		out.Extrusion = e
	}
	return []Solid{out}, nil
}

// Box returns the eight corners on the model's grid and the volume in m3 of an extruded rectangle. ok is false for any
// other extrusion, and if the direction is not orthogonal to the profile's plane.
func (e *Extrusion) Box() (corners []geometry.Point3, volume float64, ok bool) {
	section := e.Profile.Section
	if section == nil || section.Shape != geometry.ProfileRectangle || e.Profile.Rounded || e.Direction != e.Frame.Z {
		return nil, 0, false
	}
	sweep := geometry.Times(e.Direction, e.Depth)
	for _, q := range e.Profile.Outer {
		at := e.Frame.Point(q)
		corners = append(corners, Rounded(at), Rounded(at.Add(sweep)))
	}
	return corners, float64(float64(section.Width.M()*section.Depth.M())*e.Depth) / float64(geometry.Metre), true
}

// faces returns the surface of the extrusion.
func (e *Extrusion) faces() (geometry.Body, error) {
	base, err := e.Profile.Polygon(identity())
	if err != nil {
		return nil, err
	}
	rings := append([]geometry.Ring{base.Outer}, base.Holes...)
	sweep := geometry.Times(e.Direction, e.Depth)
	if geometry.Dot(sweep, geometry.Cross(e.Frame.X, e.Frame.Y)) < 0 { // the sweep would turn the body inside out
		for i := range rings {
			rings[i] = reversedRing(rings[i])
		}
	}
	b := newSurface()
	var bottom, top [][]int32
	for _, ring := range rings {
		low, high := make([]r3.Vector, len(ring)), make([]r3.Vector, len(ring))
		for i, q := range ring {
			low[i] = e.Frame.Point(q.At(0).Vector())
			high[i] = low[i].Add(sweep)
		}
		for i := range ring {
			k := (i + 1) % len(ring)
			b.add(b.loop(low[i], low[k], high[k], high[i]))
		}
		bottom, top = append(bottom, b.loop(backwards(low)...)), append(top, b.loop(high...))
	}
	b.add(bottom...)
	b.add(top...)
	return b.body()
}

func reversedRing(r geometry.Ring) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, q := range r {
		out[len(r)-1-i] = q
	}
	return out
}

// errNoFaces is the error for an empty surface.
var errNoFaces = errors.New("the surface has no faces")
