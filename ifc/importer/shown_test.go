package importer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
)

// solidIn returns the statements that give the opening of the foreign file another body: a profile, extruded along an
// axis from a position, by a depth.
func solidIn(profile, at, axis, x, depth string, more ...string) string {
	return profile + fmt.Sprintf(`
#202=IFCCARTESIANPOINT((%s));
#203=IFCDIRECTION((%s));
#204=IFCDIRECTION((%s));
#205=IFCAXIS2PLACEMENT3D(#202,#203,#204);
#206=IFCEXTRUDEDAREASOLID(#201,#205,#6,%s);
#35=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#206));
`, at, axis, x, depth) + strings.Join(more, "\n")
}

// withOpening returns the foreign file in which the opening has another body, and cuts the wall or the slab.
func withOpening(lines, host string) string {
	out := strings.Replace(foreign, "#35=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#34));", lines, 1)
	return strings.Replace(out, "$,$,$,#30,#37);", "$,$,$,"+host+",#37);", 1)
}

// across is the direction through the wall of the foreign file, from its face at y = 0 to the face at y = 0.2.
const across, along = "0.,1.,0.", "1.,0.,0."

// TestAnOpeningOfAnyFormIsCut checks that a wall or a slab is never solid where its file has a hole. If the model has
// no parameters for an opening, the host has the body in the file. Its gross volume is before the opening is cut, its
// net volume after.
func TestAnOpeningOfAnyFormIsCut(t *testing.T) {
	const circle = "#201=IFCCIRCLEPROFILEDEF(.AREA.,$,$,0.3);"
	square := func(x, y string) string { return "#201=IFCRECTANGLEPROFILEDEF(.AREA.,$,$," + x + "," + y + ");" }
	const wall, slab = 5 * .2 * 3, 6 * 4 * .3
	for name, c := range map[string]struct {
		lines, host string
		gross, cut  float64
		fixed       bool
	}{
		"round sleeve": {solidIn(circle, "2.,-0.1,1.5", across, along, "0.4"), "#30", wall,
			math.Pi * .09 * .2, true},
		"diamond": {solidIn(square("0.7", "0.7"), "2.,-0.1,1.5", across, "1.,0.,1.", "0.4"),
			"#30", wall, .49 * .2, true},
		"skew": {solidIn(square("1.", "0.5"), "1.5,-0.3,1.5", "0.5,0.866025403784,0.", "0.,0.,1.", "2."), "#30", wall,
			.5 / math.Cos(math.Pi/6) * .2, true},
		"niche within": {solidIn(square("1.", "1."), "2.,0.05,1.5", across, along, "0.1"), "#30", wall, .1, true},
		"niche from the exterior": {solidIn(square("1.", "1."), "2.,-0.1,1.5", across, along, "0.2"), "#30", wall, .1,
			true},
		"overlapping boxes": {solidIn(square("0.5", "0.5"), "2.,-0.1,1.5", across, along, "0.4",
			"#207=IFCCARTESIANPOINT((2.25,-0.1,1.5));", "#208=IFCAXIS2PLACEMENT3D(#207,#203,#204);",
			"#209=IFCEXTRUDEDAREASOLID(#201,#208,#6,0.4);",
			"#35=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#206,#209));"), "#30", wall, .75 * .5 * .2, false},
		"recess in a slab": {solidIn(square("1.", "1."), "3.,2.,0.2", "0.,0.,1.", along, "1."), "#50", slab, .1, false},
		"coffer": {solidIn(square("1.", "1."), "3.,2.,-0.1", "0.,0.,1.", along, "0.2"),
			"#50", slab, .1, false},
		"slanted shaft": {solidIn(square("0.5", "0.5"), "2.5,2.,-0.5", "0.5,0.,0.866025403784", "0.,1.,0.", "2."),
			"#50",
			slab, .5 * .5 / math.Cos(math.Pi/6) * .3, true},
		"beside its host": {solidIn(circle, "2.,3.,1.5", across, along, "0.4"), "#30", wall, 0, false},
	} {
		lines := strings.Replace(c.lines, "#35=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#206));\n#207", "#207", 1)
		m, plan := imported(t, withOpening(lines, c.host))
		host := one(t, m, state.CategoryWall, "Wall")
		if c.host == "#50" {
			host = one(t, m, state.CategoryFloor, "Slab")
		}
		quantities, err := elements.Quantities(m, host.ID)
		gross, _ := shape.QuantityNamed(quantities, "GrossVolume")
		net, _ := shape.QuantityNamed(quantities, "NetVolume")
		const chords = 3e-4 // chords of a circle of 0.3 m lose less than this
		if err != nil || math.Abs(gross-c.gross) > 1e-6 || math.Abs(net-(c.gross-c.cut)) > chords {
			t.Errorf("%s: %v gross, %v net, want %v and %v (%v)", name, gross, net, c.gross, c.gross-c.cut, err)
		}
		if fixed := state.FixedOf(host) != nil; fixed != c.fixed {
			t.Errorf("%s: its host has a fixed body: %v; %+v", name, fixed, plan.Report.Left)
		}
		told := slices.ContainsFunc(plan.Report.Left, func(l Left) bool {
			return l.Kind == FixedBody && strings.HasPrefix(l.Reason, "of one of its openings")
		})
		if told != c.fixed {
			t.Errorf("%s: reported %v: %+v", name, told, plan.Report.Left)
		}
	}
}

// TestAnOpeningThatTheModelRefusesIsCut checks that an opening that the model refuses because of another opening is cut
// into the body of the file. Here it is a twin of a door's opening in a curved wall.
func TestAnOpeningThatTheModelRefusesIsCut(t *testing.T) {
	file := strings.Replace(curvedForeign(leftAxis, "5.1", "4.9"), "ENDSEC;\nEND-ISO",
		`#243=IFCOPENINGELEMENT('0000000000000000000243',$,'Twin',$,$,#130,#36,$,$);
#244=IFCRELVOIDSELEMENT('0000000000000000000244',$,$,$,#30,#243);
ENDSEC;
END-ISO`, 1)
	m, plan := imported(t, file)
	wall := one(t, m, state.CategoryWall, "Wall")
	quantities, err := elements.Quantities(m, wall.ID)
	gross, _ := shape.QuantityNamed(quantities, "GrossVolume")
	net, _ := shape.QuantityNamed(quantities, "NetVolume")
	const hole = 1 * 2.1 * .2 // where the wall curves, the hole is a little larger
	if err != nil || math.Abs(gross-net-hole) > .02*hole || state.FixedOf(wall) == nil {
		t.Errorf("%v m3 are cut out of the wall, want about %v (%v); %+v", gross-net, hole, err, plan.Report.Left)
	}
}

// TestWhatHasNoBodyIsKept checks that a sensor without a body, and an assembly, become elements with all their data.
func TestWhatHasNoBodyIsKept(t *testing.T) {
	file := strings.Replace(
		foreign,
		"ENDSEC;\nEND-ISO",
		`#230=IFCSENSOR('0000000000000000000230',$,'Sensor',$,$,#8,$,'T-1',$);
#231=IFCPROPERTYSINGLEVALUE('Serial',$,IFCLABEL('A-17'),$);
#232=IFCPROPERTYSET('0000000000000000000232',$,'Asset',$,(#231));
#233=IFCRELDEFINESBYPROPERTIES('0000000000000000000233',$,$,$,(#230,#240),#232);
#234=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000234',$,$,$,(#230,#240),#11);
#240=IFCELEMENTASSEMBLY('0000000000000000000240',$,'Truss',$,$,#8,$,'T-2',$,.TRUSS.);
#241=IFCRELAGGREGATES('0000000000000000000241',$,$,$,#240,(#50));
ENDSEC;
END-ISO`,
		1,
	)
	m, plan := imported(t, file)
	for name, class := range map[string]string{"Sensor": "IfcSensor", "Truss": "IfcElementAssembly"} {
		e := one(t, m, state.CategoryProxy, name)
		p := e.Params.(*component.Proxy)
		if p.IfcClass != class || p.BodyID != "" || p.Tag == "" || len(e.Psets) == 0 || e.LevelID == "" {
			t.Errorf("%s is %+v", name, e)
		}
		if body, err := shape.Body(m, e.ID); err != nil || len(body) > 0 {
			t.Errorf("%s has the body %v, %v", name, body, err)
		}
	}
	for _, l := range plan.Report.Left {
		if l.Kind == NotTaken && l.Class != "IfcProject" {
			t.Errorf("not taken: %+v", l)
		}
	}
}

// sides returns a piece of furniture whose body is n square sides of 1 m, each an item of its own.
func sides(n int) string {
	corners := [6][4][3]int{{{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}}, {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}},
		{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}}, {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 0, 1}},
		{{1, 1, 0}, {0, 1, 0}, {0, 1, 1}, {1, 1, 1}}, {{0, 1, 0}, {0, 0, 0}, {0, 0, 1}, {0, 1, 1}}}
	out, items, id := "", []string{}, 300
	for _, side := range corners[:n] {
		var points []string
		for _, c := range side {
			id++
			out += fmt.Sprintf("#%d=IFCCARTESIANPOINT((%d.,%d.,%d.));\n", id, c[0], c[1], c[2])
			points = append(points, fmt.Sprintf("#%d", id))
		}
		out += fmt.Sprintf("#%d=IFCPOLYLOOP((%s));\n#%d=IFCFACEOUTERBOUND(#%d,.T.);\n#%d=IFCFACE((#%d));\n"+
			"#%d=IFCOPENSHELL((#%d));\n#%d=IFCSHELLBASEDSURFACEMODEL((#%d));\n", id+1, strings.Join(points, ","), id+2,
			id+1, id+3, id+2, id+4, id+3, id+5, id+4)
		id += 5
		items = append(items, fmt.Sprintf("#%d", id))
	}
	return strings.Replace(
		foreign,
		"ENDSEC;\nEND-ISO",
		out+fmt.Sprintf(`#290=IFCSHAPEREPRESENTATION(#7,'Body','SurfaceModel',(%s));
#291=IFCPRODUCTDEFINITIONSHAPE($,$,(#290));
#292=IFCFURNITURE('0000000000000000000292',$,'Crate',$,$,#8,#291,'C-1',$);
ENDSEC;
END-ISO`, strings.Join(items, ",")),
		1,
	)
}

// TestItemsThatCloseTogetherAreABody checks that six sides that are separate items form one body. A crate without a lid
// keeps its sides as open surfaces, which have no volume.
func TestItemsThatCloseTogetherAreABody(t *testing.T) {
	m, plan := imported(t, sides(6))
	body, err := shape.Body(m, one(t, m, state.CategoryFurniture, "Crate").ID)
	if err != nil || math.Abs(body.Volume()-1) > 1e-9 {
		t.Errorf("the crate has %v m3 (%v): %+v", body.Volume(), err, plan.Report.Left)
	}
	m, plan = imported(t, sides(5))
	e := one(t, m, state.CategoryFurniture, "Crate")
	c := e.Params.(*component.Component)
	told := slices.ContainsFunc(plan.Report.Left, func(l Left) bool { return l.Name == "Crate" })
	drawn, err := shape.Drawn(m, e)
	body, failed := shape.Body(m, e.ID)
	if err != nil || failed != nil || len(body) > 0 || len(drawn) != 5 || c.Tag != "C-1" || told {
		t.Errorf("the open crate is %+v with %d solids and %d surfaces (%v, %v): %+v", c, len(body), len(drawn), err,
			failed, plan.Report.Left)
	}
}
