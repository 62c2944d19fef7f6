package building

import (
	"math"
	"testing"
)

// TestProfileOutlines checks the areas of profiles that are lines with a thickness, are rounded, or have parts of
// curves as bounds.
func TestProfileOutlines(t *testing.T) {
	const common = `#401=IFCDIRECTION((0.,0.,1.));
#402=IFCCARTESIANPOINT((0.,0.));
#403=IFCCARTESIANPOINT((1.,0.));
#404=IFCCARTESIANPOINT((1.,1.));
#405=IFCCARTESIANPOINT((0.,1.));
#406=IFCAXIS2PLACEMENT2D(#402,$);
#407=IFCCIRCLE(#406,1.);
#408=IFCPOLYLINE((#402,#403,#404,#405));
#409=IFCTRIMMEDCURVE(#408,(IFCPARAMETERVALUE(0.5)),(IFCPARAMETERVALUE(2.5)),.T.,.PARAMETER.);
#410=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#409);
#411=IFCCARTESIANPOINT((0.5,1.));
#412=IFCCARTESIANPOINT((0.5,0.));
#418=IFCPOLYLINE((#411,#412));
#419=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#418);
#420=IFCCOMPOSITECURVE((#410,#419),.F.);
#421=IFCCARTESIANPOINT((0.5,1.));
#422=IFCPOLYLINE((#402,#412,#421,#405));
#423=IFCPOLYLINE((#402,#403,#404,#405,#402));
#414=IFCEXTRUDEDAREASOLID(#413,#5,#401,1.);
`
	for name, c := range map[string]struct {
		profile string
		want    float64
	}{
		"line with a thickness":   {"#413=IFCCENTERLINEPROFILEDEF(.AREA.,$,#408,0.1);", 0.3},
		"circle with a thickness": {"#413=IFCCENTERLINEPROFILEDEF(.AREA.,$,#407,0.1);", 2 * math.Pi * 0.1},
		"rounded rectangle": {"#413=IFCROUNDEDRECTANGLEPROFILEDEF(.AREA.,$,$,0.2,0.1,0.03);",
			0.02 - (4-math.Pi)*0.0009},
		"hollow rectangle": {"#413=IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,$,0.2,0.1,0.01,0.01,0.02);",
			0.0056 - (4-math.Pi)*(0.0004-0.0001)},
		"rolled I": {"#413=IFCISHAPEPROFILEDEF(.AREA.,$,$,0.1,0.2,0.006,0.01,0.012,$,$);",
			0.00308 + (4-math.Pi)*0.000144},
		"hole at the outline": {"#413=IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,#423,(#422));", 0.5},
		"part of a polyline":  {"#413=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#420);", 0.5},
	} {
		body, err := itemBody(t, common+c.profile+"\n")
		holdsVolume(t, name, body, err, c.want, 0.005)
	}
}
