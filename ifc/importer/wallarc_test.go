package importer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// curvedForeign returns the foreign file with its wall along a quarter of a circle of 5 m, as other programs write it.
// The axis is a composite curve of a circle trimmed by parameters, and the door is 2 m along it.
func curvedForeign(axis, outer, inner string) string {
	sine, cosine := math.Sincos(0.4)
	wall := `#20=IFCCARTESIANPOINT((0.,5.));
#21=IFCAXIS2PLACEMENT2D(#20,$);
#22=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#110);
#23=IFCEXTRUDEDAREASOLID(#22,$,#6,3.);
#24=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#23));
#25=IFCPRODUCTDEFINITIONSHAPE($,$,(#24,#104));
#30=IFCWALL('0000000000000000000030',$,'Wall',$,$,#8,#25,$,$);
#100=IFCCIRCLE(#21,5.);
#101=` + axis + `
#102=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#101);
#103=IFCCOMPOSITECURVE((#102),.F.);
#104=IFCSHAPEREPRESENTATION(#7,'Axis','Curve2D',(#103));
#110=IFCCOMPOSITECURVE((#111,#112,#113,#114),.F.);
#111=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#115);
#112=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#116);
#113=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.F.,#117);
#114=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#118);
#115=IFCTRIMMEDCURVE(#119,(IFCPARAMETERVALUE(-1.5707963267949)),(IFCPARAMETERVALUE(0.)),.T.,.PARAMETER.);
#116=IFCPOLYLINE((#121,#122));
#117=IFCTRIMMEDCURVE(#120,(IFCPARAMETERVALUE(-1.5707963267949)),(IFCPARAMETERVALUE(0.)),.T.,.PARAMETER.);
#118=IFCPOLYLINE((#123,#124));
#119=IFCCIRCLE(#21,` + outer + `);
#120=IFCCIRCLE(#21,` + inner + `);
#121=IFCCARTESIANPOINT((` + outer + `,5.));
#122=IFCCARTESIANPOINT((` + inner + `,5.));
#123=IFCCARTESIANPOINT((0.,0.1));
#124=IFCCARTESIANPOINT((0.,-0.1));
`
	before, rest, _ := strings.Cut(foreign, "#20=")
	_, after, _ := strings.Cut(rest, "#31=")
	after = strings.Replace(after, "CARTESIANPOINT((1.5,0.1))", "CARTESIANPOINT((0.,0.))", 1)
	after = strings.Replace(after, "'Hole',$,$,#8", "'Hole',$,$,#130", 1)
	after = strings.Replace(after, "'Door',$,$,#8", "'Door',$,$,#130", 1)
	return before + wall + fmt.Sprintf(`#130=IFCLOCALPLACEMENT(#8,#131);
#131=IFCAXIS2PLACEMENT3D(#132,#6,#133);
#132=IFCCARTESIANPOINT((%f,%f,0.));
#133=IFCDIRECTION((%f,%f,0.));
`, 5*sine, 5-5*cosine, cosine, sine) + "#31=" + after
}

const (
	leftAxis  = "IFCTRIMMEDCURVE(#100,(IFCPARAMETERVALUE(-1.5707963267949)),(IFCPARAMETERVALUE(0.)),.T.,.PARAMETER.);"
	rightAxis = "IFCTRIMMEDCURVE(#100,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(-1.5707963267949)),.F.,.PARAMETER.);"
)

// TestWallsAlongArcs checks that a wall whose axis is an arc, with a body swept along the arc, is a wall along the arc
// in either direction. A door that stands along a tangent of the arc is a door in the wall.
func TestWallsAlongArcs(t *testing.T) {
	for name, c := range map[string]struct {
		axis       string
		start, end string
		offset     float64 // offset of the door in mm
	}{
		"left":  {leftAxis, "[0,0]", "[5000,5000]", 1500},
		"right": {rightAxis, "[5000,5000]", "[0,0]", 5000*math.Pi/2 - 2500},
	} {
		m, plan := imported(t, curvedForeign(c.axis, "5.1", "4.9"))
		e := one(t, m, state.CategoryWall, "Wall")
		w := e.Params.(*fabric.Wall)
		if w.Fixed != nil || w.Mid == nil || !near(w.Mid.X.M(), 5*math.Sqrt2/2) ||
			!near(w.Mid.Y.M(), 5-5*math.Sqrt2/2) || w.LocationLine != fabric.LocationCenter || w.Thickness.MM() != 200 {
			t.Errorf("%s: the wall is %+v", name, w)
			continue
		}
		if start, end := text(w.Start), text(w.End); start != c.start || end != c.end {
			t.Errorf("%s: it runs from %s to %s", name, start, end)
		}
		d := one(t, m, state.CategoryDoor, "Door")
		if p := d.Params.(*fabric.Door); d.HostID != e.ID || math.Abs(p.Offset.MM()-c.offset) > 0.01 ||
			p.Width.MM() != 1000 {
			t.Errorf("%s: the door is %+v", name, d.Params)
		}
		for _, l := range plan.Report.Left {
			if l.Class == "IfcWall" {
				t.Errorf("%s: %+v", name, l)
			}
		}
	}
}

// TestAWallBesideItsArcKeepsItsShape checks that a body that does not follow the axis, here because it is thicker at
// its end, keeps its shape.
func TestAWallBesideItsArcKeepsItsShape(t *testing.T) {
	file := strings.Replace(curvedForeign(leftAxis, "5.1", "4.9"), "#120=IFCCIRCLE(#21,4.9)",
		"#120=IFCCIRCLE(#140,4.4);\n#140=IFCAXIS2PLACEMENT2D(#141,$);\n#141=IFCCARTESIANPOINT((0.,4.5))", 1)
	file = strings.Replace(file, "#122=IFCCARTESIANPOINT((4.9,5.))", "#122=IFCCARTESIANPOINT((4.4,4.5))", 1)
	m, _ := imported(t, file)
	if w := one(t, m, state.CategoryWall, "Wall").Params.(*fabric.Wall); w.Fixed == nil {
		t.Errorf("the wall is %+v", w)
	}
}

// TestASecondJoinOfTwoWallsIsTold checks that a second join of two straight walls at another place is reported as such,
// and not as a repetition of the first join. Straight walls have only one join.
func TestASecondJoinOfTwoWallsIsTold(t *testing.T) {
	file := strings.NewReplacer("#60,#70),#11", "#60,#70,#96),#11", "ENDSEC;\nEND-ISO",
		`#90=IFCCARTESIANPOINT((5.,0.,0.));
#91=IFCAXIS2PLACEMENT3D(#90,#6,#92);
#92=IFCDIRECTION((0.,1.,0.));
#93=IFCLOCALPLACEMENT(#8,#91);
#96=IFCWALL('0000000000000000000096',$,'Across',$,$,#93,#25,$,$);
#97=IFCRELCONNECTSPATHELEMENTS('0000000000000000000097',$,$,$,$,#30,#96,(),(),.ATSTART.,.ATEND.);
#98=IFCRELCONNECTSPATHELEMENTS('0000000000000000000098',$,$,$,$,#96,#30,(),(),.ATEND.,.ATSTART.);
#99=IFCRELCONNECTSPATHELEMENTS('0000000000000000000099',$,$,$,$,#30,#96,(),(),.ATEND.,.ATSTART.);
ENDSEC;
END-ISO`).Replace(foreign)
	_, plan := imported(t, file)
	for number, reason := range map[int]string{98: "it says again where the walls meet",
		99: "its walls are joined at another place already, and straight walls have one join"} {
		join := Left{Kind: NotTaken, Class: "IfcRelConnectsPathElements", Number: number,
			GlobalID: fmt.Sprintf("00000000000000000000%d", number), Reason: reason}
		if !slices.Contains(plan.Report.Left, join) {
			t.Errorf("%+v is not among %+v", join, plan.Report.Left)
		}
	}
}
