package export

import (
	"testing"

	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// span returns the start and the end of an opening's body along its own Y axis.
func (r *reading) span(t *testing.T, opening *step.Instance) (from, to float64) {
	t.Helper()
	solid := r.bodyItem(t, opening)
	from = r.numbers(r.ref(r.ref(solid, "Position"), "Location"), "Coordinates")[1]
	return from, from + r.number(solid, "Depth")
}

// TestOpeningsOfWalls checks that an opening is written as an element with a body, which readers subtract. The body
// projects from both faces and stands in the wall's frame.
func TestOpeningsOfWalls(t *testing.T) {
	r := read(t, house(t))
	w1 := r.one(t, "IfcWall", "W1")
	if got := len(r.relating("IfcRelVoidsElement", "RelatingBuildingElement", w1)); got != 3 {
		t.Errorf("W1 has %d openings, want 3", got)
	}
	for name, origin := range map[string][]float64{"D1": {2000, 0, 0}, "F1": {4500, 0, 900}, "F2": {8200, 0, 800}} {
		filler := r.one(t, "IfcElement", name)
		opening := r.related(t, "IfcRelFillsElement", "RelatedBuildingElement", filler, "RelatingOpeningElement")
		if r.parent(opening) != r.ref(w1, "ObjectPlacement") {
			t.Errorf("the opening of %s is not placed in the wall's frame", name)
		}
		if got, _, _ := r.location(opening); !sameNumbers(got, origin) {
			t.Errorf("the opening of %s is at %v, want %v", name, got, origin)
		}
		if from, to := r.span(t, opening); from != -200 || to != 200 {
			t.Errorf("the opening of %s runs from %v to %v, want 50 mm beyond both faces", name, from, to)
		}
		if r.enum(opening, "PredefinedType") != "OPENING" {
			t.Errorf("the opening of %s is a %s", name, r.enum(opening, "PredefinedType"))
		}
		if r.parent(filler) != r.ref(opening, "ObjectPlacement") {
			t.Errorf("%s is not placed in the frame of its opening", name)
		}
	}
}

// TestRecess checks that a recess extends to its depth from the interior face, which faces +Y.
func TestRecess(t *testing.T) {
	r := read(t, variety(t))
	recess := r.one(t, "IfcOpeningElement", "recess")
	if from, to := r.span(t, recess); from != 20 || to != 150 {
		t.Errorf("the recess of 80 mm in a wall of 200 mm runs from %v to %v", from, to)
	}
	if got := r.enum(recess, "PredefinedType"); got != "RECESS" {
		t.Errorf("the recess is an %s", got)
	}
	hatch := r.one(t, "IfcOpeningElement", "hatch")
	if len(r.relating("IfcRelFillsElement", "RelatingOpeningElement", hatch)) != 0 {
		t.Error("the hatch is filled")
	}
}

func TestOpeningInFloor(t *testing.T) {
	r := read(t, house(t))
	hole := r.one(t, "IfcOpeningElement", "Stair hole")
	slab := r.related(t, "IfcRelVoidsElement", "RelatedOpeningElement", hole, "RelatingBuildingElement")
	if r.text(slab, "Name") != "S1" || r.parent(hole) != r.ref(slab, "ObjectPlacement") {
		t.Errorf("the stair hole is in %s", r.text(slab, "Name"))
	}
	solid := r.bodyItem(t, hole)
	if z := r.numbers(r.ref(r.ref(solid, "Position"), "Location"), "Coordinates")[2]; z != -250 ||
		r.number(solid, "Depth") != 300 {
		t.Errorf("the stair hole starts at %v and is %v high", z, r.number(solid, "Depth"))
	}
}

// TestOpeningAcrossARidge checks that an opening across a ridge is cut into each of the two planes by an opening
// element of its own. The first opening element has the GlobalId of the element.
func TestOpeningAcrossARidge(t *testing.T) {
	s := variety(t)
	r := read(t, s)
	hosts := map[*step.Instance]bool{}
	var ids []string
	for _, o := range r.of("IfcOpeningElement") {
		if r.text(o, "Name") == "gable light" {
			hosts[r.related(t, "IfcRelVoidsElement", "RelatedOpeningElement", o, "RelatingBuildingElement")] = true
			ids = append(ids, r.text(o, "GlobalId"))
		}
	}
	if len(hosts) != 2 || ids[0] != ifc.GlobalID(s.ids["gable light"]) {
		t.Errorf("the light is cut into %d slabs as %v", len(hosts), ids)
	}
}
