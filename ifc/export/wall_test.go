package export

import (
	"testing"

	"github.com/bimstream/bimstream/ifc/step"
)

// TestWallAxis checks that the axis is the reference line, where other software finds it for native editing.
func TestWallAxis(t *testing.T) {
	r := read(t, house(t))
	w1 := r.one(t, "IfcWall", "W1")
	axis := r.representation(w1, "Axis")
	if r.text(axis, "RepresentationType") != "Curve2D" ||
		r.text(r.ref(r.ref(axis, "ContextOfItems"), "ParentContext"), "ContextType") != "Plan" {
		t.Errorf("the axis is a %s", r.text(axis, "RepresentationType"))
	}
	points := r.refs(r.refs(axis, "Items")[0], "Points")
	if len(points) != 2 || !sameNumbers(r.numbers(points[0], "Coordinates"), []float64{0, 0}) ||
		!sameNumbers(r.numbers(points[1], "Coordinates"), []float64{11700, 0}) {
		t.Errorf("the axis runs over %d points", len(points))
	}
	origin, _, _ := r.location(w1)
	if !sameNumbers(origin, []float64{150, 150, 0}) {
		t.Errorf("the wall is placed at %v", origin)
	}
	if _, z, x := r.location(r.one(t, "IfcWall", "W2")); !sameNumbers(z, []float64{0, 0, 1}) ||
		!sameNumbers(x, []float64{0, 1, 0}) {
		t.Errorf("W2 is turned to %v, %v", z, x)
	}
}

// TestWallBodies checks that a wall with square ends is a rectangle and a mitred wall an outline, both with the joined
// volume computed by hand.
func TestWallBodies(t *testing.T) {
	r := read(t, house(t))
	for _, c := range []struct {
		name, profile string
		gross         float64
	}{
		{"W1", "IFCARBITRARYCLOSEDPROFILEDEF", 9.828}, {"W2", "IFCARBITRARYCLOSEDPROFILEDEF", 6.468},
		{"P1", "IFCRECTANGLEPROFILEDEF", 2.4864}, {"P3", "IFCRECTANGLEPROFILEDEF", 2.23104},
	} {
		wall := r.one(t, "IfcWall", c.name)
		solid := r.bodyItem(t, wall)
		if got := r.ref(solid, "SweptArea").Name; got != c.profile {
			t.Errorf("%s has an %s, want %s", c.name, got, c.profile)
		}
		if got, err := r.extruded(solid); err != nil || !near(got.volume, c.gross, 1e-9) {
			t.Errorf("%s has %v m3 (%v), want %v", c.name, got, err, c.gross)
		}
		if got := r.number(solid, "Depth"); got != 2800 {
			t.Errorf("%s is %v high", c.name, got)
		}
	}
}

// TestCrossedWallHasTwoSolids checks that a wall that another wall passes through has a body on either side of it.
func TestCrossedWallHasTwoSolids(t *testing.T) {
	r := read(t, variety(t))
	if items := r.refs(r.representation(r.one(t, "IfcWall", "east"), "Body"), "Items"); len(items) != 2 {
		t.Errorf("%d solids, want 2", len(items))
	}
}

func TestWallUse(t *testing.T) {
	r := read(t, variety(t))
	for name, want := range map[string]string{"north-east": "SOLIDWALL", "east": "PARTITIONING", "third": "SHEAR",
		"butting": "MOVABLE", "crossing": "PLUMBINGWALL", "closing": "PARAPET", "long": "NOTDEFINED"} {
		if got := r.enum(r.one(t, "IfcWall", name), "PredefinedType"); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func TestWallConnections(t *testing.T) {
	r := read(t, house(t))
	if got := len(r.of("IfcRelConnectsPathElements")); got != 14 {
		t.Errorf("%d connections, want 14", got)
	}
	type connection struct{ relating, related, relatingType, relatedType, kind string }
	found := map[connection]bool{}
	for _, c := range r.of("IfcRelConnectsPathElements") {
		found[connection{r.text(r.ref(c, "RelatingElement"), "Name"), r.text(r.ref(c, "RelatedElement"), "Name"),
			r.enum(c, "RelatingConnectionType"), r.enum(c, "RelatedConnectionType"), r.text(c, "Description")}] = true
		if _, ok := r.attribute(c, "RelatingPriorities").(step.List); !ok {
			t.Error("IFC4 ADD2 asks for lists of priorities")
		}
	}
	for _, want := range []connection{{"P1", "W1", "ATSTART", "ATPATH", "BUTT T"},
		{"P1", "W3", "ATEND", "ATPATH", "BUTT T"}, {"P3", "P2", "ATSTART", "ATPATH", "BUTT T"}} {
		if !found[want] {
			t.Errorf("no connection %+v", want)
		}
	}
	if !found[connection{"W1", "W2", "ATEND", "ATSTART", "MITRE L"}] &&
		!found[connection{"W2", "W1", "ATSTART", "ATEND", "MITRE L"}] {
		t.Error("W1 and W2 are not connected at their corner")
	}
}
