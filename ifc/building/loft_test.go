package building

import (
	"math"
	"testing"
)

// TestSweepsOfEveryKind checks the volumes of sections that change along the sweep, follow a line, or consist of
// several parts.
func TestSweepsOfEveryKind(t *testing.T) {
	const common = `#401=IFCCARTESIANPOINT((0.,0.,0.));
#402=IFCCARTESIANPOINT((1.,0.,0.));
#403=IFCCARTESIANPOINT((1.,1.,0.));
#404=IFCPOLYLINE((#401,#402,#403));
#405=IFCDIRECTION((0.,0.,1.));
#406=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,0.2,0.1);
#407=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,0.1,0.05);
#408=IFCCIRCLEPROFILEDEF(.AREA.,$,$,0.1);
#409=IFCCIRCLEPROFILEDEF(.AREA.,$,$,0.05);
#410=IFCCARTESIANPOINT((0.5,0.));
#411=IFCAXIS2PLACEMENT2D(#410,$);
#412=IFCCIRCLEPROFILEDEF(.AREA.,$,#411,0.1);
#413=IFCDIRECTION((0.,1.,0.));
#420=IFCAXIS1PLACEMENT(#402,#413);
#421=IFCCIRCLE(#5,1.);
#422=IFCTRIMMEDCURVE(#421,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5707963267948966)),.T.,.PARAMETER.);
#423=IFCPLANE(#5);
#424=IFCCYLINDRICALSURFACE(#5,1.);
#425=IFCCARTESIANPOINT((0.,0.,1.));
#426=IFCAXIS2PLACEMENT3D(#425,$,$);
#427=IFCPOLYLINE((#401,#425));
#428=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#427);
#429=IFCCOMPOSITECURVE((#428),.F.);
`
	frustum := (0.02 + 0.005 + math.Sqrt(0.02*0.005)) / 3
	cone := math.Pi / 3 * (0.01 + 0.0025 + 0.005)
	for name, c := range map[string]struct {
		item string
		want float64
	}{
		"tapered rectangle":       {"#414=IFCEXTRUDEDAREASOLIDTAPERED(#406,#5,#405,1.,#407);", frustum},
		"tapered circle":          {"#414=IFCEXTRUDEDAREASOLIDTAPERED(#408,#5,#405,1.,#409);", cone},
		"circle from a rectangle": {"#414=IFCEXTRUDEDAREASOLIDTAPERED(#406,#5,#405,1.,#408);", 0.0256},
		"tapered revolution": {"#414=IFCREVOLVEDAREASOLIDTAPERED(#406,#5,#420,1.5707963267948966,#407);",
			frustum * math.Pi / 2},
		"fixed reference":          {"#414=IFCFIXEDREFERENCESWEPTAREASOLID(#407,#5,#404,$,$,#405);", 0.01},
		"on a plane":               {"#414=IFCSURFACECURVESWEPTAREASOLID(#407,#5,#422,$,$,#423);", 0.005 * math.Pi / 2},
		"on a cylinder":            {"#414=IFCSURFACECURVESWEPTAREASOLID(#407,#5,#422,$,$,#424);", 0.005 * math.Pi / 2},
		"sections along a spine":   {"#414=IFCSECTIONEDSPINE(#429,(#406,#407),(#5,#426));", frustum},
		"composite profile":        {"#430=IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#408,#412),$);\n#414=IFCEXTRUDEDAREASOLID(#430,#5,#405,1.);", 2 * math.Pi * 0.01},
		"composite profile turned": {"#430=IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#409,#407),$);\n#414=IFCREVOLVEDAREASOLID(#430,#5,#420,1.5707963267948966);", (math.Pi*0.0025 + 0.005) * math.Pi / 2},
	} {
		body, err := itemBody(t, common+c.item+"\n")
		holdsVolume(t, name, body, err, c.want, 0.015)
	}
}
