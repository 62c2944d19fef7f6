package export

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/ramps"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/geometry"
)

// rampHall builds ramps of every form, each with its opening in the floor above and with railings.
func rampHall(t *testing.T) *site {
	s := newSite(t)
	s.do("", change.CreateModel{Name: "Hall", ID: "hall"})
	s.do("concrete", change.DefineMaterial{Name: "Concrete"})
	s.do("L0", change.CreateLevel{Name: "Ground"})
	s.do("L1", change.CreateLevel{Name: "First", Elevation: length(3000)})
	s.do("floor", change.CreateFloor{LevelID: s.ids["L1"], Floor: fabric.Floor{Thickness: length(200),
		Boundary: []geometry.Point2{at(-60000, -60000), at(60000, -60000), at(60000, 60000), at(-60000, 60000)}}})
	for i, bends := range [][]ramps.Bend{nil, {ramps.Straight}, {ramps.Left}, {ramps.Right}, {ramps.HalfLeft},
		{ramps.HalfRight, ramps.HalfLeft, ramps.HalfRight}, {ramps.Straight, ramps.Left, ramps.Straight}} {
		y := int64(-50000 + 14000*i)
		r := stair.Ramp{Start: at(-20000, y), Toward: at(-20000+8000, y+300), TopLevel: s.ids["L1"],
			Bends: bends, Railings: "both", Well: length(300), Solid: i%2 == 1}
		if i%3 != 0 {
			r.Kerb = length(100)
		}
		name := "ramp " + string(rune('A'+i))
		s.do(name, change.CreateRamp{LevelID: s.ids["L0"], Name: name, Ramp: r, Material: "Concrete"})
	}
	s.do("step", change.CreateRamp{LevelID: s.ids["L0"], Name: "step", Ramp: stair.Ramp{Start: at(40000, 0),
		Toward: at(41000, 0), Rise: length(150), Offset: length(-150)}})
	return s
}

// TestRoundTripOfRamps checks that an import restores ramps of every form with their parameters, openings and railings,
// in every schema.
func TestRoundTripOfRamps(t *testing.T) {
	s := rampHall(t)
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

// TestARampIsWrittenInItsParts checks that a ramp is written as an IfcRamp that aggregates its flights, landings and
// railings.
func TestARampIsWrittenInItsParts(t *testing.T) {
	s := rampHall(t)
	r := readIn(t, s, "IFC4")
	count := map[string]int{}
	for _, in := range r.file.Instances {
		count[in.Name]++
	}
	if count["IFCRAMP"] != 8 || count["IFCRAMPFLIGHT"] != 1+4*2+4+4+1 {
		t.Errorf("%d ramps, %d flights", count["IFCRAMP"], count["IFCRAMPFLIGHT"])
	}
	one := r.one(t, "IFCRAMP", "ramp C")
	if got := r.enum(one, "PredefinedType"); got != "QUARTER_TURN_RAMP" {
		t.Errorf("%s", got)
	}
	flight := r.one(t, "IFCRAMPFLIGHT", "ramp C run 1")
	want := fmt.Sprintf("IFCPLANEANGLEMEASURE(%.3f", math.Atan(1.0/12)) // in radians, the file's unit of angles
	if got := r.property(flight, "Pset_RampFlightCommon", "Slope"); !strings.HasPrefix(got, want) {
		t.Errorf("a slope of %s, want %s", got, want)
	}
}
