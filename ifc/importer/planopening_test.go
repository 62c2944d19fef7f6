package importer

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// slabCut returns the foreign file with an opening of 1 m2 in its slab, of the given depth below the top of the slab.
func slabCut(depth string) string {
	return strings.Replace(foreign, "ENDSEC;\nEND-ISO", `#80=IFCCARTESIANPOINT((3.,2.,0.3));
#81=IFCAXIS2PLACEMENT3D(#80,$,$);
#82=IFCDIRECTION((0.,0.,-1.));
#83=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,1.);
#84=IFCEXTRUDEDAREASOLID(#83,#81,#82,`+depth+`);
#85=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#84));
#86=IFCPRODUCTDEFINITIONSHAPE($,$,(#85));
#87=IFCOPENINGELEMENT('0000000000000000000087',$,'Shaft',$,$,#8,#86,$,$);
#88=IFCRELVOIDSELEMENT('0000000000000000000088',$,$,$,#50,#87);
ENDSEC;
END-ISO`, 1)
}

// TestAPocketInASlabIsARecess checks that a pocket in a slab is a recess of its depth. An opening that ends a few
// millimetres before the other side goes through, because some programs draw openings in this way.
func TestAPocketInASlabIsARecess(t *testing.T) {
	for depth, cut := range map[string]float64{"0.05": 0.05, "0.29": 0.29, "0.298": 0.3, "0.3": 0.3, "1.": 0.3} {
		m, plan := imported(t, slabCut(depth))
		body, err := shape.Body(m, one(t, m, state.CategoryFloor, "Slab").ID)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := body.Volume(), 6*4*0.3-cut; math.Abs(got-want) > 1e-6 {
			t.Errorf("with an opening of %s m the slab has %v m3, want %v", depth, got, want)
		}
		o := one(t, m, state.CategoryOpening, "Shaft").Params.(*fabric.Opening)
		if recess := cut < 0.3; recess != (o.OpeningType == fabric.OpeningRecess) || recess && o.Depth.M() != cut {
			t.Errorf("an opening of %s m is %+v", depth, o)
		}
		if told := slices.ContainsFunc(plan.Report.Left, func(l Left) bool { return l.Name == "Slab" }); told {
			t.Errorf("with an opening of %s m the slab is reported: %+v", depth, plan.Report.Left)
		}
	}
}

// TestPocketsFromBothSides checks that a pocket from below and a pocket above it keep their outlines. A void between
// both faces is no opening, and the slab keeps the body in the file.
func TestPocketsFromBothSides(t *testing.T) {
	below := strings.NewReplacer("#80", "#280", "#81", "#281", "#82", "#282", "#83", "#283", "#84", "#284", "#85",
		"#285", "#86", "#286", "0000000000000000000087", "0000000000000000000287", "#87", "#287",
		"0000000000000000000088", "0000000000000000000288", "#88", "#288", "'Shaft'", "'Coffer'", "0.3))", "0.1))")
	_, cut, _ := strings.Cut(slabCut("0.05"), "#80=")
	both := strings.Replace(slabCut("0.05"), "ENDSEC;\nEND-ISO", below.Replace("#80="+cut), 1)
	m, plan := imported(t, strings.Replace(both, "#281,#282,0.05", "#281,#282,0.5", 1))
	top, bottom := one(t, m, state.CategoryOpening, "Shaft"), one(t, m, state.CategoryOpening, "Coffer")
	for e, want := range map[*state.Element]fabric.Opening{top: {Depth: length(50_000)},
		bottom: {Depth: length(100_000), Face: fabric.FaceBottom}} {
		o := e.Params.(*fabric.Opening)
		if o.Depth != want.Depth || o.Face != want.Face || math.Abs(geometry.Ring(o.Polygon).Area()-1) > 1e-9 {
			t.Errorf("%s is %+v", e.Name, o)
		}
	}
	if len(plan.Report.Left) != 1 { // only the leaning slab is reported
		t.Errorf("left: %+v", plan.Report.Left)
	}
	_, plan = imported(t, both)
	if !slices.ContainsFunc(plan.Report.Left, func(l Left) bool {
		return l.Name == "Slab" && l.Kind == FixedBody &&
			strings.Contains(l.Reason, "neither its top nor its underside")
	}) {
		t.Errorf("a void within a slab is not reported: %+v", plan.Report.Left)
	}
}

// TestAnOpeningThatTwoFill checks that a door and a window side by side in one opening keep their sizes, and that the
// opening is cut.
func TestAnOpeningThatTwoFill(t *testing.T) {
	file := strings.Replace(foreign, "#40=IFCDOOR('0000000000000000000040',$,'Door',$,$,#8,$,$,2.1,1.,",
		`#80=IFCRECTANGLEPROFILEDEF(.AREA.,$,#32,0.6,0.05);
#81=IFCEXTRUDEDAREASOLID(#80,$,#6,2.1);
#82=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#81));
#83=IFCPRODUCTDEFINITIONSHAPE($,$,(#82));
#84=IFCWINDOW('0000000000000000000084',$,'Sidelight',$,$,#8,#83,$,2.1,0.4,$,$,$);
#85=IFCRELFILLSELEMENT('0000000000000000000085',$,$,$,#37,#84);
#86=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000086',$,$,$,(#84),#11);
#40=IFCDOOR('0000000000000000000040',$,'Door',$,$,#8,#83,$,2.1,0.6,`, 1)
	m, plan := imported(t, file)
	door, window := one(t, m, state.CategoryDoor, "Door"), one(t, m, state.CategoryWindow, "Sidelight")
	if d := door.Params.(*fabric.Door); d.Width.MM() != 600 || d.Fixed == nil || door.HostID != "" {
		t.Errorf("the door is %+v", d)
	}
	if w := window.Params.(*fabric.Window); w.Width.MM() != 400 || w.Fixed == nil {
		t.Errorf("the window is %+v", w)
	}
	o := one(t, m, state.CategoryOpening, "Hole").Params.(*fabric.Opening)
	if o.Width.MM() != 1000 || o.FilledBy != "" {
		t.Errorf("the opening is %+v", o)
	}
	if n := plan.Report.Count(FixedBody); n != 3 { // the count includes the leaning slab
		t.Errorf("%d fixed bodies: %+v", n, plan.Report.Left)
	}
}

// TestADoorOfAnotherSizeThanItsOpening checks that a door whose overall size differs from its opening is reported.
func TestADoorOfAnotherSizeThanItsOpening(t *testing.T) {
	const reason = "it has the size of its opening, not the one that it tells"
	for told, want := range map[string]int{"2.1,1.,": 0, "2.1,0.8,": 1, "2.,1.,": 1, "$,$,": 0, "2.1,1.0009,": 0} {
		_, plan := imported(t, strings.Replace(foreign, "$,$,#8,$,$,2.1,1.,", "$,$,#8,$,$,"+told, 1))
		n := 0
		for _, l := range plan.Report.Left {
			if l.Name == "Door" && l.Kind == Simplified && l.Reason == reason {
				n++
			}
		}
		if n != want {
			t.Errorf("a door of %s is reported %d times: %+v", told, n, plan.Report.Left)
		}
	}
}

// TestAnOpeningOfASlabInPieces checks that an opening of a slab in several bodies, or with an island, is divided into
// openings. Only the part over the slab must be cut.
func TestAnOpeningOfASlabInPieces(t *testing.T) {
	const ring = `#180=IFCPOLYLINE((#181,#182,#183,#184,#181));
#181=IFCCARTESIANPOINT((1.,1.));
#182=IFCCARTESIANPOINT((2.,1.));
#183=IFCCARTESIANPOINT((2.,2.));
#184=IFCCARTESIANPOINT((1.,2.));
#185=IFCPOLYLINE((#186,#187,#188,#186));
#186=IFCCARTESIANPOINT((1.2,1.2));
#187=IFCCARTESIANPOINT((1.8,1.2));
#188=IFCCARTESIANPOINT((1.2,1.8));
#189=IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,#180,(#185));
#190=IFCEXTRUDEDAREASOLID(#189,$,#6,2.);
#191=IFCCARTESIANPOINT((5.9,3.,0.));
#192=IFCAXIS2PLACEMENT3D(#191,$,$);
#193=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,1.);
#194=IFCEXTRUDEDAREASOLID(#193,#192,#6,2.);
#195=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(ITEMS));
#196=IFCPRODUCTDEFINITIONSHAPE($,$,(#195));
#197=IFCOPENINGELEMENT('0000000000000000000197',$,'Cut',$,$,#8,#196,$,$);
#198=IFCRELVOIDSELEMENT('0000000000000000000198',$,$,$,#50,#197);
ENDSEC;
END-ISO`
	for items, c := range map[string]struct {
		area     float64
		openings int
		told     int
	}{
		"#190": {1 - .18, 3, 1}, "#194": {.6, 2, 0}, "#190,#194": {1 - .18 + .6, 4, 1},
	} {
		file := strings.Replace(ring, "ITEMS", items, 1)
		m, plan := imported(t, strings.Replace(foreign, "ENDSEC;\nEND-ISO", file, 1))
		body, err := shape.Body(m, one(t, m, state.CategoryFloor, "Slab").ID)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := body.Volume(), (24-c.area)*.3; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: the slab has %v m3, want %v", items, got, want)
		}
		if n := len(m.OfCategory(state.CategoryOpening)); n != c.openings || toldOfCuts(plan) != c.told {
			t.Errorf("%s: %d openings, want %d; %+v", items, n, c.openings, plan.Report.Left)
		}
	}
}
