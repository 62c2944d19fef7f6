package importer

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// cutOut is a box that is cut out, in metres.
type cutOut struct{ x, y, z, wide, deep, high float64 }

// withCuts returns the foreign file with openings in an element. Its wall is 5 m long, 0.2 m thick and 3 m high and has
// a door of 1 m by 2.1 m at 1 m.
func withCuts(host string, cuts []cutOut) string {
	var b strings.Builder
	for i, c := range cuts {
		fmt.Fprintf(&b, `#%[1]d0=IFCCARTESIANPOINT((%[2]f,%[3]f,%[4]f));
#%[1]d1=IFCAXIS2PLACEMENT3D(#%[1]d0,$,$);
#%[1]d2=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,%[5]f,%[6]f);
#%[1]d3=IFCEXTRUDEDAREASOLID(#%[1]d2,#%[1]d1,#6,%[7]f);
#%[1]d4=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#%[1]d3));
#%[1]d5=IFCPRODUCTDEFINITIONSHAPE($,$,(#%[1]d4));
#%[1]d6=IFCOPENINGELEMENT('00000000000000000001%[1]d',$,'Cut',$,$,#8,#%[1]d5,$,$);
#%[1]d7=IFCRELVOIDSELEMENT('00000000000000000002%[1]d',$,$,$,%[8]s,#%[1]d6);
`, 10+i, c.x+c.wide/2, c.y+c.deep/2, c.z, c.wide, c.deep, c.high, host)
	}
	// the foreign file has no instance numbers of three digits
	return strings.Replace(foreign, "ENDSEC;\nEND-ISO", b.String()+"ENDSEC;\nEND-ISO", 1)
}

// TestOpeningsThatOverlap checks that overlapping openings cut the same volume as in the file, in any order, and that
// the door stays in its wall.
func TestOpeningsThatOverlap(t *testing.T) {
	const door = 1 * 2.1 * 0.2
	for name, c := range map[string]struct {
		cuts           []cutOut
		volume         float64 // volume that is cut besides the door
		openings, told int
	}{
		"corner":         {[]cutOut{{3, -.1, .5, 1, .4, 1}, {3.5, -.1, 1, 1, .4, 1}}, 1.75 * .2, 4, 1},
		"cross":          {[]cutOut{{3, -.1, 1, 1, .4, .2}, {3.4, -.1, .5, .2, .4, 1}}, (.2 + .2 - .04) * .2, 4, 1},
		"the same twice": {[]cutOut{{3, -.1, .5, 1, .4, 1}, {3, -.1, .5, 1, .4, 1}}, .2, 2, 1},
		"within":         {[]cutOut{{3.2, -.1, .7, .1, .4, .1}, {3, -.1, .5, 1, .4, 1}}, .2, 2, 1},
		"above the door": {[]cutOut{{.9, -.1, 2, 1.2, .4, .3}}, (1.2*.3 - .1) * .2, 4, 1},
		"a deeper one in a recess": {[]cutOut{{3, .1, .5, 1, .2, 1}, {3.25, .05, .75, .5, .2, .5}},
			.75*.1 + .25*.15, 6, 1},
		"side by side": {[]cutOut{{3, -.1, .5, 1, .4, 1}, {4, -.1, .5, .5, .4, 1}}, 1.5 * .2, 3, 0},
		"three": {[]cutOut{{3, -.1, .5, 1, .4, 1}, {3.5, -.1, .5, 1, .4, 1}, {3, -.1, 1.25, 1.5, .4, 1}},
			(1.5*1 + 1.5*.75) * .2, 4, 2},
	} {
		m, plan := imported(t, withCuts("#30", c.cuts))
		body, err := shape.Body(m, one(t, m, state.CategoryWall, "Wall").ID)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := body.Volume(), 5*.2*3-door-c.volume; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: the wall has %v m3, want %v", name, got, want)
		}
		if hosted := one(t, m, state.CategoryDoor, "Door").HostID; hosted == "" {
			t.Errorf("%s: the door is in no wall", name)
		}
		if n := len(m.OfCategory(state.CategoryOpening)); n != c.openings {
			t.Errorf("%s: %d openings, want %d", name, n, c.openings)
		}
		if n := toldOfCuts(plan); n != c.told {
			t.Errorf("%s: reported %d times: %+v", name, n, plan.Report.Left)
		}
	}
}

// TestAWindowThatOverlapsADoorByRounding checks that a window that overlaps a door beside it only by rounding stays in
// its wall.
func TestAWindowThatOverlapsADoorByRounding(t *testing.T) {
	for _, c := range []struct {
		at     float64
		hosted bool
	}{{2, true}, {1.999999, true}, {1.9995, true}, {1.99, false}} {
		file := withCuts("#30", []cutOut{{c.at, -.1, .5, 1, .4, 1}})
		file = strings.Replace(file, "ENDSEC;\nEND-ISO",
			"#300=IFCWINDOW('0000000000000000000300',$,'Window',$,$,#8,#105,"+
				"$,1.,1.,$,$,$);\n#301=IFCRELFILLSELEMENT('0000000000000000000301',$,$,$,#106,#300);\nENDSEC;\nEND-ISO", 1)
		m, plan := imported(t, file)
		if hosted := one(t, m, state.CategoryWindow, "Window").HostID != ""; hosted != c.hosted {
			t.Errorf("at %v m it is in its wall: %v; %+v", c.at, hosted, plan.Report.Left)
		}
		if one(t, m, state.CategoryDoor, "Door").HostID == "" {
			t.Errorf("at %v m the door is in no wall", c.at)
		}
	}
}

// TestOpeningsThatOverlapInASlab checks overlapping openings in a slab, which are polygons.
func TestOpeningsThatOverlapInASlab(t *testing.T) {
	for name, c := range map[string]struct {
		cuts           []cutOut
		area           float64
		openings, told int
	}{
		"corner": {[]cutOut{{1, 1, -1, 1, 1, 2}, {1.5, 1.5, -1, 1, 1, 2}}, 1.75, 3, 1},
		"cross":  {[]cutOut{{1, 1.4, -1, 1, .2, 2}, {1.4, 1, -1, .2, 1, 2}}, .36, 4, 1},
		"within": {[]cutOut{{1.2, 1.2, -1, .1, .1, 2}, {1, 1, -1, 1, 1, 2}}, 1, 2, 1},
		"around": {[]cutOut{{1, 1, -1, 1, .2, 2}, {1, 1.8, -1, 1, .2, 2}, {1, 1, -1, .2, 1, 2}, {1.8, 1, -1, .2, 1, 2}},
			1 - .36, 5, 2},
	} {
		m, plan := imported(t, withCuts("#50", c.cuts))
		body, err := shape.Body(m, one(t, m, state.CategoryFloor, "Slab").ID)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := body.Volume(), (6*4-c.area)*.3; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: the slab has %v m3, want %v", name, got, want)
		}
		if n := len(m.OfCategory(state.CategoryOpening)); n != c.openings {
			t.Errorf("%s: %d openings, want %d", name, n, c.openings)
		}
		if n := toldOfCuts(plan); n != c.told {
			t.Errorf("%s: reported %d times: %+v", name, n, plan.Report.Left)
		}
	}
}

// TestAnOpeningOfSeveralBoxes checks that an opening of several bodies, or an opening with steps, is divided into
// boxes, even if a door overlaps it. An opening with a slope is cut into the body of the file.
func TestAnOpeningOfSeveralBoxes(t *testing.T) {
	const outline = "#182=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#190);\n" +
		"#190=IFCPOLYLINE((#191,#192,#193,#194,#195,#196,#191));\n" +
		"#191=IFCCARTESIANPOINT((0.,0.));\n#192=IFCCARTESIANPOINT((1.,0.));\n#193=IFCCARTESIANPOINT((1.,1.));\n" +
		"#194=IFCCARTESIANPOINT((1.5,1.));\n#195=IFCCARTESIANPOINT((STEP,2.));\n#196=IFCCARTESIANPOINT((0.,2.));\n" +
		"#197=IFCDIRECTION((0.,-1.,0.));\n#198=IFCDIRECTION((1.,0.,0.));\n#199=IFCCARTESIANPOINT((XX,0.5,0.5));\n" +
		"#181=IFCAXIS2PLACEMENT3D(#199,#197,#198);\n#183=IFCEXTRUDEDAREASOLID(#182,#181,#6,1.);\n" +
		"#184=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#183ALSO));\n" +
		"#185=IFCPRODUCTDEFINITIONSHAPE($,$,(#184));\n" +
		"#186=IFCOPENINGELEMENT('0000000000000000000186',$,'Cut',$,$,#8,#185,$,$);\n" +
		"#187=IFCRELVOIDSELEMENT('0000000000000000000187',$,$,$,#30,#186);\n" +
		"#200=IFCEXTRUDEDAREASOLID(#182,#201,#6,1.);\n#201=IFCAXIS2PLACEMENT3D(#202,#197,#198);\n" +
		"#202=IFCCARTESIANPOINT((3.5,0.5,0.5));\n"
	const wall, door, cut = 5 * .2 * 3, 1 * 2.1 * .2, (2 + .5) * .2
	for name, c := range map[string]struct {
		step, at, also string
		volume         float64
		openings       int
	}{
		"steps":         {"1.5", "2.5", "", wall - door - cut, 3},
		"two bodies":    {"1.5", "2.", ",#200", wall - door - 2*cut, 5},
		"over the door": {"1.5", "1.5", "", wall - door - cut + .5*1.6*.2, 4},
		"slope":         {"1.2", "2.5", "", wall - door - (2+.35)*.2, 0},
	} {
		file := strings.NewReplacer("STEP", c.step, "XX", c.at, "ALSO", c.also).Replace(outline)
		m, plan := imported(t, strings.Replace(foreign, "ENDSEC;\nEND-ISO", file+"ENDSEC;\nEND-ISO", 1))
		body, err := shape.Body(m, one(t, m, state.CategoryWall, "Wall").ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := body.Volume(); math.Abs(got-c.volume) > 1e-9 {
			t.Errorf("%s: the wall has %v m3, want %v", name, got, c.volume)
		}
		if n := len(m.OfCategory(state.CategoryOpening)); n != c.openings || toldOfCuts(plan) != 1 {
			t.Errorf("%s: %d openings, want %d; %+v", name, n, c.openings, plan.Report.Left)
		}
	}
}

func toldOfCuts(plan *Plan) (n int) {
	for _, l := range plan.Report.Left {
		if l.Name == "Cut" {
			n++
		}
	}
	return n
}
