package export

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// bounded returns the usual options for a schema, with space boundaries.
func bounded(schema string) Options {
	o := in(schema)
	o.SpaceBoundaries = true
	return o
}

// outlineArea returns the area within a closed polyline, in mm2.
func (r *reading) outlineArea(t *testing.T, line *step.Instance) float64 {
	t.Helper()
	points := r.refs(line, "Points")
	if len(points) < 4 || points[0] != points[len(points)-1] {
		t.Errorf("#%d is no closed outline", line.ID)
	}
	sum := 0.0
	for i := 1; i < len(points); i++ {
		a, b := r.numbers(points[i-1], "Coordinates"), r.numbers(points[i], "Coordinates")
		sum += a[0]*b[1] - a[1]*b[0]
	}
	return sum / 2
}

// faceArea returns the area of a boundary in m2.
func (r *reading) faceArea(t *testing.T, boundary *step.Instance) float64 {
	t.Helper()
	surface := r.ref(r.ref(boundary, "ConnectionGeometry"), "SurfaceOnRelatingElement")
	area := r.outlineArea(t, r.ref(surface, "OuterBoundary"))
	for _, hole := range r.refs(surface, "InnerBoundaries") {
		area -= math.Abs(r.outlineArea(t, hole))
	}
	if area <= 0 {
		t.Errorf("#%d runs clockwise about its normal", boundary.ID)
	}
	return area / 1e6
}

// told returns a description of a boundary: the class behind it, whether it is physical, and whether it is internal.
func (r *reading) told(boundary *step.Instance) string {
	behind := r.ref(boundary, "RelatedBuildingElement")
	class := strings.TrimSuffix(strings.TrimPrefix(r.className(behind), "Ifc"), "StandardCase")
	return fmt.Sprintf("%s %s %s", class, r.enum(boundary, "PhysicalOrVirtualBoundary"),
		r.enum(boundary, "InternalOrExternalBoundary"))
}

// TestSpaceBoundariesCloseTheRoom checks that the boundaries of every room of the house, except boundaries that lie on
// other boundaries, cover the whole surface of its body.
func TestSpaceBoundariesCloseTheRoom(t *testing.T) { boundariesClose(t, house(t).model) }

func TestSpaceBoundariesCloseTheRoomsBelowTheRoof(t *testing.T) {
	boundariesClose(t, attachedHouse(t).model)
}

func boundariesClose(t *testing.T, m *state.Model) {
	t.Helper()
	for _, schema := range Schemas() {
		r, _ := exported(t, m, bounded(schema))
		for _, space := range r.of("IfcSpace") {
			got := 0.0
			for _, b := range r.relating("IfcRelSpaceBoundary", "RelatingSpace", space) {
				if area, behind := r.faceArea(t, b), r.ref(b, "RelatedBuildingElement"); !r.isA(behind, "IfcDoor") &&
					!r.isA(behind, "IfcWindow") {
					got += area
				}
			}
			id, err := ifc.ElementID(r.text(space, "GlobalId"))
			if err != nil {
				t.Fatal(err)
			}
			body, err := shape.Body(m, id)
			if err != nil {
				t.Fatal(err)
			}
			if want := body.Area(); !near(got, want, 1e-4) {
				t.Errorf("%s, room %s: the boundaries have %.6f m2, its body %.6f", schema,
					r.text(space, "Name"), got, want)
			}
		}
	}
}

// TestSpaceBoundariesOfARoom checks that boundaries of a room have the class of the schema. The boundary of a door or
// window must lie on the boundary of its wall.
func TestSpaceBoundariesOfARoom(t *testing.T) {
	for _, schema := range Schemas() {
		r, _ := exported(t, house(t).model, bounded(schema))
		space := r.one(t, "IfcSpace", "001")
		counts := map[string]int{}
		for _, b := range r.relating("IfcRelSpaceBoundary", "RelatingSpace", space) {
			counts[r.told(b)]++
			if want := map[string]string{SchemaIFC2X3: "IfcRelSpaceBoundary"}[schema]; r.className(b) !=
				orElse(want, "IfcRelSpaceBoundary1stLevel") || r.text(b, "Name") != "1stLevel" {
				t.Errorf("%s: #%d is a %s %q", schema, b.ID, r.className(b), r.text(b, "Name"))
			}
			parent, behind := r.ref(b, "ParentBoundary"), r.ref(b, "RelatedBuildingElement")
			onWall := r.isA(behind, "IfcDoor") || r.isA(behind, "IfcWindow")
			if schema != SchemaIFC2X3 && (parent != nil) != onWall ||
				onWall && parent != nil && !r.isA(r.ref(parent, "RelatedBuildingElement"), "IfcWall") {
				t.Errorf("%s: the parent of #%d (%s)", schema, b.ID, r.className(behind))
			}
		}
		want := map[string]int{
			"Wall PHYSICAL EXTERNAL": 3, "Wall PHYSICAL INTERNAL": 1, "Door PHYSICAL EXTERNAL": 2,
			"Door PHYSICAL INTERNAL": 1, "Window PHYSICAL EXTERNAL": 3,
			"Slab PHYSICAL EXTERNAL": 1, "Slab PHYSICAL INTERNAL": 1,
		}
		for what, n := range counts {
			if n != want[what] {
				t.Errorf("%s: %d times %s, expected %d", schema, n, what, want[what])
			}
		}
		if len(counts) != len(want) {
			t.Errorf("%s: %v instead of %v", schema, counts, want)
		}
	}
}

// TestOpenSidesAreVirtual checks that two rooms without a wall between them share one virtual element, and that
// boundaries without a slab are virtual too.
func TestOpenSidesAreVirtual(t *testing.T) {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "3f1c8a52-0a5b-4d0e-9a3e-6f4f0f3f9b11", Owner: "ada", Name: "Hall"})
	ground := s.do("Ground", change.CreateLevel{Name: "Ground"})
	for _, r := range []struct {
		name   string
		x0, x1 int64
	}{{"left", 0, 4000}, {"right", 4000, 9000}} {
		s.do(r.name, change.CreateRoom{LevelID: ground, Name: r.name,
			Room: room.Room{Boundary: ring(r.x0, 0, r.x1, 0, r.x1, 3000, r.x0, 3000), Height: length(2500)}})
	}
	for _, schema := range Schemas() {
		r, _ := exported(t, s.model, bounded(schema))
		var shared []*step.Instance
		for _, v := range r.of("IfcVirtualElement") {
			rels := r.relating("IfcRelSpaceBoundary", "RelatedBuildingElement", v)
			if len(rels) == 2 {
				shared = append(shared, v)
				if got := r.told(rels[0]) + r.told(rels[1]); got !=
					"VirtualElement VIRTUAL INTERNALVirtualElement VIRTUAL INTERNAL" {
					t.Errorf("%s: %s", schema, got)
				}
			}
		}
		if len(shared) != 1 || len(r.of("IfcVirtualElement")) != 11 {
			t.Errorf("%s: %d of %d virtual elements are shared", schema, len(shared), len(r.of("IfcVirtualElement")))
		}
	}
}

// TestOpeningsWithoutDoorsAreVirtual checks that the boundary of an opening without a door is virtual: the opening
// itself if the schema allows it, otherwise a virtual element.
func TestOpeningsWithoutDoorsAreVirtual(t *testing.T) {
	s := house(t)
	s.do("O1", change.CreateOpening{HostID: s.ids["P1"], Offset: ptr(length(5000)),
		Width: length(1000), Height: length(2100)})
	for _, schema := range Schemas() {
		r, _ := exported(t, s.model, bounded(schema))
		want := "OpeningElement VIRTUAL INTERNAL"
		if schema == SchemaIFC2X3 {
			want = "VirtualElement VIRTUAL INTERNAL"
		}
		n := 0
		for _, b := range r.of("IfcRelSpaceBoundary") {
			if r.told(b) == want {
				n++
			}
		}
		if n != 2 {
			t.Errorf("%s: %d boundaries %s instead of those of the two rooms", schema, n, want)
		}
	}
}

// TestBoundariesAreNotImported checks that an import of a file with boundaries restores the model and reports nothing
// as missing, because boundaries follow from the model.
func TestBoundariesAreNotImported(t *testing.T) {
	for name, m := range map[string]*state.Model{"house": house(t).model, "variety": variety(t).model,
		"curved walls": curves(t).model} {
		for _, schema := range Schemas() {
			o := bounded(schema)
			got, report := reimported(t, m, o)
			sameState(t, got, m)
			for _, l := range report.Left {
				t.Errorf("%s, %s: left %+v", name, schema, l)
			}
		}
	}
}

// TestBoundariesAreAnOption checks that no boundaries are written without the option, and that a warning states that
// Revit does not use them.
func TestBoundariesAreAnOption(t *testing.T) {
	m := house(t).model
	r, _ := exported(t, m, defaults())
	if n := len(r.of("IfcRelSpaceBoundary")); n != 0 {
		t.Errorf("%d boundaries that nobody asked for", n)
	}
	o := bounded(SchemaIFC2X3)
	o.Target = TargetRevit
	_, summary := exported(t, m, o)
	if !slices.ContainsFunc(summary.Warnings, func(w change.Warning) bool { return w.Code == "BOUNDARIES_UNUSED" }) {
		t.Error("no warning for Revit")
	}
}

func ptr[T any](v T) *T { return &v }
