package export

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// stairHall builds a stair of every form, each with its opening in the floor above and with railings.
func stairHall(t *testing.T) *site {
	s := newSite(t)
	s.do("", change.CreateModel{Name: "Hall", ID: "hall"})
	s.do("concrete", change.DefineMaterial{Name: "Concrete"})
	s.do("L0", change.CreateLevel{Name: "Ground"})
	s.do("L1", change.CreateLevel{Name: "First", Elevation: length(3000)})
	s.do("floor", change.CreateFloor{LevelID: s.ids["L1"], Floor: fabric.Floor{Thickness: length(200),
		Boundary: []geometry.Point2{at(-30000, -30000), at(30000, -30000), at(30000, 30000), at(-30000, 30000)}}})
	for i, form := range (stairs.Form("")).Enum() {
		for j, turn := range []stairs.Side{stairs.Left, stairs.Right} {
			x, y := int64(-24000+12000*(i%4)), int64(-20000+12000*(i/4)+24000*j)
			name := "stair " + form + " " + string(turn)
			stair := stair.Stair{Start: at(x, y), Toward: at(x+3000, y+4000), TopLevel: s.ids["L1"],
				Width: length(1000), Shape: stairs.Form(form), Turn: turn, Well: length(300), Railings: "both"}
			if stair.Shape.Round() {
				stair.Well = length(1200)
			}
			s.do(name, change.CreateStair{LevelID: s.ids["L0"], Name: name, Stair: stair})
			s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids[name]}, Material: "Concrete"})
		}
	}
	return s
}

// TestRoundTripOfStairs checks that an import restores stairs of every form with their parameters, openings and
// railings, in every schema.
func TestRoundTripOfStairs(t *testing.T) {
	s := stairHall(t)
	for _, name := range Schemas() {
		t.Run(name, func(t *testing.T) {
			got, report := reimported(t, s.model, in(name))
			sameState(t, got, s.model)
			for _, l := range report.Left {
				t.Errorf("left: %+v", l)
			}
		})
	}
}

// TestAStairIsWrittenInItsParts checks that a stair is written as an IfcStair that aggregates its flights, landings and
// railings.
func TestAStairIsWrittenInItsParts(t *testing.T) {
	s := stairHall(t)
	r := readIn(t, s, "IFC4")
	want := map[string]int{}
	for _, e := range s.model.OfCategory(state.CategoryStair) {
		element, _ := s.model.Element(e)
		shape, err := stair.StairShapeOf(s.model, element)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range shape.Flights {
			if len(f.Profile.Outer) > 0 {
				want["STRAIGHT"]++
			}
		}
		want["LANDING"] += len(shape.Layout.Landings)
		want[strings.ToUpper(string(shape.Spec.Form))+"_STAIR"]++
	}
	got := map[string]int{}
	for _, class := range []string{"IfcStair", "IfcStairFlight", "IfcSlab"} {
		for _, in := range r.of(class) {
			if kind, ok := in.Args[len(in.Args)-1].(step.Enum); ok {
				got[string(kind)]++
			}
		}
	}
	for kind, n := range want {
		if got[kind] != n {
			t.Errorf("%d of %s, want %d", got[kind], kind, n)
		}
	}
}
