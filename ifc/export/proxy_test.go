package export

import (
	"math"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// block returns the prism over a rectangle at the origin, with a square hole in its middle if hole is not 0.
func block(t testing.TB, frame geometry.Placement, width, depth, height, hole int64) geometry.Solid {
	t.Helper()
	region := geometry.Region{{Outer: ring(0, 0, width, 0, width, depth, 0, depth)}}
	if hole > 0 {
		x, y := (width-hole)/2, (depth-hole)/2
		region[0].Holes = []geometry.Ring{ring(x, y, x, y+hole, x+hole, y+hole, x+hole, y)}
	}
	s, err := geometry.Extrude(frame, region, 0, length(height))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// hollow returns a cube with a void in it.
func hollow(t testing.TB) geometry.Solid {
	out := block(t, geometry.World(), 1000, 1000, 1000, 0)
	void := block(t, geometry.World(), 400, 400, 400, 0)
	base := int32(len(out.Vertices))
	for _, p := range void.Vertices {
		out.Vertices = append(out.Vertices, p.Add(geometry.Point3{X: length(300), Y: length(300), Z: length(300)}))
	}
	for _, f := range void.Faces {
		loop := make([]int32, len(f.Loops[0]))
		for i, v := range f.Loops[0] {
			loop[len(loop)-1-i] = v + base
		}
		out.Faces = append(out.Faces, geometry.Face{Loops: [][]int32{loop}})
	}
	return out
}

func tetrahedron() geometry.Solid {
	s := geometry.Solid{Frame: geometry.World(), Vertices: []geometry.Point3{{}, {X: length(700)},
		{Y: length(500)}, {Z: length(300)}}}
	for _, f := range [][]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}} {
		s.Faces = append(s.Faces, geometry.Face{Loops: [][]int32{f}})
	}
	return s
}

func (s *site) varietyProxies() {
	skew := geometry.PlacementInPlan(geometry.Point3{X: length(100), Z: 7}, at(700, 1900))
	s.proxies(0, []namedProxy{
		{"block", change.CreateProxy{Body: geometry.Body{block(s.t, geometry.World(), 900, 400, 500, 0)}}},
		{"plate with a hole", change.CreateProxy{Body: geometry.Body{block(s.t, skew, 900, 800, 60, 300)},
			IfcClass: "IfcPlate", PredefinedType: "SHEET"}},
		{"two parts", change.CreateProxy{Body: geometry.Body{block(s.t, geometry.World(), 300, 300, 300, 0),
			block(s.t, skew, 100, 100, 900, 0)}, IfcClass: "IfcMember", PredefinedType: "LATTICE"}},
		{"hollow", change.CreateProxy{Body: geometry.Body{hollow(s.t)}, IfcClass: "IfcFooting", ObjectType: "tank"}},
		{"chair", change.CreateProxy{Body: geometry.Body{tetrahedron()}, IfcClass: "IfcFurniture",
			PredefinedType: "CHAIR", Tag: "F-12", Material: "Steel"}},
	})
}

// strangers creates proxies whose classes are written under other names.
func (s *site) strangers() {
	s.proxies(10, []namedProxy{
		{"plain wall", change.CreateProxy{Body: geometry.Body{block(s.t, geometry.World(), 3000, 200, 2500, 0)},
			IfcClass: "IfcWallStandardCase"}},
		{"imagined", change.CreateProxy{Body: geometry.Body{tetrahedron()},
			IfcClass: "IfcDragon", PredefinedType: "RED"}},
		{"void", change.CreateProxy{Body: geometry.Body{tetrahedron()},
			IfcClass: "IfcOpeningElement", ObjectType: "hole"}},
		{"unnamed", change.CreateProxy{Body: geometry.Body{tetrahedron()}, IfcClass: "IfcPlate",
			PredefinedType: "USERDEFINED"}},
	})
}

type namedProxy struct {
	name string
	make change.CreateProxy
}

func (s *site) proxies(first int, list []namedProxy) {
	for k, p := range list {
		i := first + k
		p.make.Name, p.make.LevelID, p.make.Rotation = p.name, s.ids["L1"], geometry.Angle(i)*17*geometry.Degree
		p.make.Location = geometry.Point3{X: length(2000 * int64(i)), Y: length(-30000), Z: length(10 * int64(i))}
		s.do(p.name, p.make)
	}
}

func TestAProxyIsWrittenInTheClassThatItNames(t *testing.T) {
	s := variety(t)
	s.strangers()
	for _, c := range []struct {
		name, schema, class, objectType, predefined, tag string
	}{
		{"block", SchemaIFC4, "IFCBUILDINGELEMENTPROXY", "", "", ""},
		{"plate with a hole", SchemaIFC4, "IFCPLATE", "", "SHEET", ""},
		{"two parts", SchemaIFC4X3, "IFCMEMBER", "LATTICE", "USERDEFINED", ""},
		{"chair", SchemaIFC4, "IFCFURNITURE", "", "CHAIR", "F-12"},
		{"chair", SchemaIFC2X3, "IFCFURNISHINGELEMENT", "", "", "F-12"},
		{"plain wall", SchemaIFC4, "IFCWALL", "", "", ""},
		{"imagined", SchemaIFC4X3, "IFCBUILDINGELEMENTPROXY", "IfcDragon", "", ""},
		{"void", SchemaIFC4, "IFCBUILDINGELEMENTPROXY", "hole", "", ""},
		{"unnamed", SchemaIFC4, "IFCPLATE", "", "", ""},
		{"hollow", SchemaIFC2X3, "IFCFOOTING", "tank", "NOTDEFINED", ""},
	} {
		r := readIn(t, s, c.schema)
		p := r.one(t, "IfcElement", c.name)
		tag := c.tag
		if tag == "" {
			tag = string(s.ids[c.name])
		}
		if p.Name != c.class || r.text(p, "ObjectType") != c.objectType ||
			r.enum(p, "PredefinedType") != c.predefined || r.text(p, "Tag") != tag {
			t.Errorf("%s, %s: an %s with ObjectType %q, %q, Tag %q", c.schema, c.name, p.Name, r.text(p, "ObjectType"),
				r.enum(p, "PredefinedType"), r.text(p, "Tag"))
		}
	}
}

// pinched returns two pyramids that meet in a corner of their bases; the bases are one face.
func pinched() geometry.Solid {
	s := geometry.Solid{Frame: geometry.World()}
	for _, p := range [][3]int64{{0, 0, 0}, {500, 500, 0}, {500, 0, 0}, {-500, -500, 0}, {-500, 0, 0},
		{400, 200, 300}, {-400, -200, 300}} {
		s.Vertices = append(s.Vertices, at(p[0], p[1]).At(length(p[2])))
	}
	base := []int32{0, 1, 2, 0, 3, 4}
	s.Faces = []geometry.Face{{Loops: [][]int32{base}}}
	for i, v := range base {
		s.Faces = append(s.Faces, geometry.Face{Loops: [][]int32{{base[(i+1)%len(base)], v, int32(5 + i/3)}}})
	}
	return s
}

// TestABodyWithAPinchedFaceIsWritten checks a body with a face that visits a corner twice. It must be written in every
// schema, although lists of corners may contain each corner only once.
func TestABodyWithAPinchedFaceIsWritten(t *testing.T) {
	s := variety(t)
	s.proxies(20, []namedProxy{{"pinched", change.CreateProxy{Body: geometry.Body{pinched()}}}})
	for _, name := range Schemas() {
		readIn(t, s, name).one(t, "IfcElement", "pinched")
	}
}

// TestAHollowBodyInASkewPlaceComesBack checks that an import restores every corner of a hollow body in a skew position.
func TestAHollowBodyInASkewPlaceComesBack(t *testing.T) {
	s := variety(t)
	body := hollow(t)
	z := r3.Vector{X: math.Pi, Z: 1}.Normalize()
	x := r3.Vector{X: 0.6, Y: 0.8}
	skew := geometry.Placement{X: x.Sub(z.Mul(x.Dot(z))).Normalize(), Z: z}
	for i, p := range body.Vertices {
		body.Vertices[i] = skew.Point(p)
	}
	s.proxies(20, []namedProxy{{"skew tank", change.CreateProxy{Body: geometry.Body{body}}}})
	for _, name := range Schemas() {
		again, _ := reimported(t, s.model, in(name))
		sameState(t, again, s.model)
	}
}

// TestTheFormOfAFixedBody checks that the form of a body depends on the schema, the faces and the target.
func TestTheFormOfAFixedBody(t *testing.T) {
	s := variety(t)
	revit := in(SchemaIFC4)
	revit.Target = TargetRevit
	for _, c := range []struct {
		name, item, kind string
		options          Options
	}{
		{"block", "IFCPOLYGONALFACESET", "Tessellation", in(SchemaIFC4)},
		{"chair", "IFCTRIANGULATEDFACESET", "Tessellation", in(SchemaIFC4X3)},
		{"plate with a hole", "IFCPOLYGONALFACESET", "Tessellation", in(SchemaIFC4X3)},
		{"block", "IFCFACETEDBREP", "Brep", revit},
		{"block", "IFCFACETEDBREP", "Brep", in(SchemaIFC2X3)},
		{"hollow", "IFCBOOLEANRESULT", "CSG", in(SchemaIFC4)},
		{"hollow", "IFCBOOLEANRESULT", "CSG", in(SchemaIFC2X3)},
	} {
		r, _ := exported(t, s.model, c.options)
		body := r.representation(r.one(t, "IfcElement", c.name), "Body")
		if got := r.refs(body, "Items")[0].Name; got != c.item || r.text(body, "RepresentationType") != c.kind {
			t.Errorf("%s, %s: an %s in a %q", c.options.Schema, c.name, got, r.text(body, "RepresentationType"))
		}
	}
}

// TestAFixedBodyStandsInItsPlace checks that solids in the file have the same positions as in the model, at any angle.
// It compares the boxes of their corners.
func TestAFixedBodyStandsInItsPlace(t *testing.T) {
	s := variety(t)
	for _, name := range Schemas() {
		r := readIn(t, s, name)
		for _, id := range s.model.OfCategory(state.CategoryProxy) {
			e, _ := s.model.Element(id)
			body, err := shape.Body(s.model, id)
			if err != nil {
				t.Fatal(err)
			}
			got := geometry.EmptyBox()
			for _, p := range r.placedCorners(r.one(t, "IfcElement", e.Name)) {
				got = got.Extend(p.Add(geometry.Point3{Z: length(2000)})) // lift the point by the level's elevation
			}
			if want := body.Bounds(); !got.Grow(2).Contains(want) || !want.Grow(2).Contains(got) {
				t.Errorf("%s, %s: the corners are in %v, want %v", name, e.Name, got, want)
			}
		}
	}
}

// placedCorners returns the corners of a product's faceted body in its storey.
func (r *reading) placedCorners(p *step.Instance) []geometry.Point3 {
	origin, z, x := r.location(p)
	if len(x) == 0 {
		z, x = []float64{0, 0, 1}, []float64{1, 0, 0}
	}
	y := []float64{z[1]*x[2] - z[2]*x[1], z[2]*x[0] - z[0]*x[2], z[0]*x[1] - z[1]*x[0]}
	var out []geometry.Point3
	for _, c := range r.corners(p) {
		at := func(k int) geometry.Length {
			return geometry.FromMM(origin[k] + c[0]*x[k] + c[1]*y[k] + c[2]*z[k])
		}
		out = append(out, geometry.Point3{X: at(0), Y: at(1), Z: at(2)})
	}
	return out
}

// corners returns the corners of a product's faceted body, in its own frame.
func (r *reading) corners(p *step.Instance) [][]float64 {
	var out [][]float64
	for _, item := range r.refs(r.representation(p, "Body"), "Items") {
		for r.isA(item, "IfcBooleanResult") { // descend to the outer shell
			item = r.ref(item, "FirstOperand")
		}
		rows, _ := r.attribute(r.ref(item, "Coordinates"), "CoordList").(step.List)
		for _, row := range rows {
			out = append(out, numbersOf(row))
		}
		seen := map[int]bool{}
		for _, shell := range append(r.refs(item, "Voids"), r.ref(item, "Outer")) {
			for _, face := range r.refs(shell, "CfsFaces") {
				for _, bound := range r.refs(face, "Bounds") {
					for _, corner := range r.refs(r.ref(bound, "Bound"), "Polygon") {
						if !seen[corner.ID] {
							out = append(out, r.numbers(corner, "Coordinates"))
						}
						seen[corner.ID] = true
					}
				}
			}
		}
	}
	return out
}

// TestAFacetedBodyOfAnotherVolumeIsRefused checks that a body whose volume differs from the model is found.
func TestAFacetedBodyOfAnotherVolumeIsRefused(t *testing.T) {
	for _, name := range Schemas() {
		x, err := build(t.Context(), variety(t).model, in(name))
		if err != nil {
			t.Fatal(err)
		}
		want := x.expected()
		for id := range want.volumes {
			want.volumes[id] *= 1 + 1e-6
		}
		r := newReading(step.NewIndex(&x.file), x.schema)
		faults := r.checkVolumes(want)
		if len(faults) < len(variety(t).model.OfCategory(state.CategoryProxy)) {
			t.Errorf("%s: %v", name, faults)
		}
	}
}
