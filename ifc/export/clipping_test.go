package export

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// attachedHouse builds the house with the walls of its first storey attached to the roof and a window in a gable.
// Beside it are round columns, and walls that a hip cuts over a part of their plan or a slab cuts at their base.
func attachedHouse(t *testing.T) *site {
	s := house(t)
	attach := func(end fabric.AttachmentEnd, to string, what ...string) {
		ids := make([]state.ID, len(what))
		for i, name := range what {
			ids[i] = s.ids[name]
		}
		s.do("", change.Attach{ElementIDs: ids, To: []state.ID{s.ids[to]}, End: end})
	}
	attach("top", "R1", "W5", "W6", "W7", "W8", "P2", "P3")
	s.do("F14", change.PlaceWindow{WallID: s.ids["W6"], Name: "F14",
		Window: fabric.Window{Offset: length(3200), Width: length(1300),
			Height: length(900), SillHeight: length(3000)}})
	s.do("R2", change.CreateRoof{LevelID: s.ids["Ground"], Name: "R2",
		Roof: fabric.Roof{Boundary: ring(20000, 0, 26000, 0, 26000, 5000, 20000, 5000), RoofType: fabric.RoofHip,
			Slope: 40 * geometry.Degree, Thickness: length(200), Offset: length(2500)}})
	s.do("S2", change.CreateFloor{LevelID: s.ids["Ground"], Name: "S2",
		Floor: fabric.Floor{Boundary: ring(19000, -1000, 23000, -1000, 23000, 4000, 19000, 4000),
			Thickness: length(200), Offset: length(250)}})
	for _, w := range []struct {
		name           string
		x0, y0, x1, y1 int64
	}{{"V1", 18500, 500, 25000, 4300}, {"V2", 23000, 6000, 23500, 500}} {
		s.do(w.name, change.CreateWall{LevelID: s.ids["Ground"], Name: w.name, TypeID: s.ids["INT-120"],
			Wall: fabric.Wall{Start: at(w.x0, w.y0), End: at(w.x1, w.y1), Height: length(3000)}})
	}
	attach("top", "R2", "V1", "V2")
	attach("base", "S2", "V1")
	round := &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: length(350)}
	s.do("C3", change.CreateColumn{BaseLevel: s.ids["Ground"], Name: "C3", Material: "Concrete",
		Column: member.Column{Location: at(21000, 1500), Height: length(2800), Profile: round,
			Rotation: 30 * geometry.Degree}})
	attach("top", "R2", "C3")
	attach("base", "S2", "C3")
	s.do("V3", change.CreateWall{LevelID: s.ids["Ground"], Name: "V3", TypeID: s.ids["INT-120"],
		Wall: fabric.Wall{Start: at(30000, 0), End: at(34000, 0), Height: length(2000)}})
	attach("top", "First", "V3")
	return s
}

// TestAGableIsAnExtrusionLessTwoHalfSpaces checks that a gable is written as one extrusion that two half spaces cut, so
// that programs can edit it as a cut wall. A wall attached to a level is an extrusion up to that level.
func TestAGableIsAnExtrusionLessTwoHalfSpaces(t *testing.T) {
	s := attachedHouse(t)
	for _, name := range Schemas() {
		r := readIn(t, s, name)
		item := r.bodyItem(t, r.one(t, "IfcWall", "W6"))
		for range 2 {
			if item.Name != "IFCBOOLEANCLIPPINGRESULT" || r.enum(item, "Operator") != "DIFFERENCE" ||
				r.ref(item, "SecondOperand").Name != "IFCHALFSPACESOLID" {
				t.Fatalf("%s: the body of the gable is %v", name, item)
			}
			item = r.ref(item, "FirstOperand")
		}
		if item.Name != "IFCEXTRUDEDAREASOLID" || math.Abs(r.number(item,
			"Depth")-2800-4000*math.Tan(35*math.Pi/180)-50) > 0.01 {
			t.Errorf("%s: what is cut is %v", name, item)
		}
		if level := r.bodyItem(t, r.one(t, "IfcWall", "V3")); level.Name != "IFCEXTRUDEDAREASOLID" ||
			r.number(level, "Depth") != 3000 {
			t.Errorf("%s: the wall up to the level is %v", name, level)
		}
	}
}

// TestAClippingThatWasChangedWins checks that a clipping that another program has changed takes precedence over the
// carried data: the wall is read with its new shape.
func TestAClippingThatWasChangedWins(t *testing.T) {
	s := attachedHouse(t)
	changed := false
	back, _ := edited(t, s, SchemaIFC4, func(f *step.File) {
		for i := range f.Instances {
			if in := &f.Instances[i]; in.Name == "IFCHALFSPACESOLID" && !changed {
				in.Args[1], changed = step.True, true // now the part above the roof remains
			}
		}
	})
	fixed := 0
	for _, id := range back.OfCategory(state.CategoryWall) {
		if e, _ := back.Element(id); state.FixedOf(e) != nil {
			fixed++
		}
	}
	if !changed || fixed == 0 {
		t.Errorf("%d walls came with a shape of their own", fixed)
	}
}
