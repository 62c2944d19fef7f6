package building

import (
	"math"
	"strings"
	"testing"
)

// TestSectionsAlongAnAlignment checks that sections along an alignment have the volume of the section along the line,
// wherever the line bends in plan or in height. X of a section points to the left.
func TestSectionsAlongAnAlignment(t *testing.T) {
	const common = `#401=IFCCARTESIANPOINT((2.,3.));
#402=IFCAXIS2PLACEMENT2D(#401,$);
#403=IFCRECTANGLEPROFILEDEF(.AREA.,$,#402,0.2,0.1);
#404=IFCCARTESIANPOINT((0.,0.));
#405=IFCDIRECTION((1.,0.));
#406=IFCAXIS2PLACEMENT2D(#404,#405);
#407=IFCVECTOR(#405,1.);
#408=IFCLINE(#404,#407);
#409=IFCCIRCLE(#406,10.);
#411=IFCCLOTHOID(#406,20.);
#412=IFCCURVESEGMENT(.CONTINUOUS.,#406,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(20.),PARENT);
#426=IFCCURVESEGMENT(.DISCONTINUOUS.,#406,IFCLENGTHMEASURE(20.),IFCLENGTHMEASURE(0.),#408);
#427=IFCCOMPOSITECURVE((#412,#426),.F.);
#418=IFCPOLYNOMIALCURVE(#406,(0.,1.),(0.,0.,0.01),$);
#419=IFCCURVESEGMENT(.CONTINUOUS.,#406,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(20.),#418);
#420=IFCGRADIENTCURVE((#419,#426),.F.,#427,$);
#421=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(0.),$,$,$,#427);
#422=IFCAXIS2PLACEMENTLINEAR(#421,$,$);
#423=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(20.),$,$,$,#427);
#424=IFCAXIS2PLACEMENTLINEAR(#423,$,$);
#414=IFCSECTIONEDSOLIDHORIZONTAL(DIRECTRIX,(#403,#403),(#422,#424));
`
	for name, c := range map[string]struct {
		parent, directrix string
		want              float64 // the section is 2 m to the left and 3 m up
	}{
		"straight": {"#408", "#427", 0.02 * 20},
		"arc":      {"#409", "#427", 0.02 * 20 * 8 / 10},
		"clothoid": {"#411", "#427", 0.02 * (20 - 2*20*20/(2*400.))},
		"parabola": {"#408", "#420", 0.02 * (parabola(0.02*20)/0.02 - 3*math.Atan(0.4))},
	} {
		file := strings.NewReplacer("PARENT", c.parent, "DIRECTRIX", c.directrix).Replace(common)
		body, err := itemBody(t, file)
		holdsVolume(t, name, body, err, c.want, 0.005)
		if name == "straight" && err == nil {
			if box := body.Bounds(); box.Min.Y.M() != 1.9 || box.Max.Z.M() != 3.05 {
				t.Errorf("the section lies in %v", box)
			}
		}
	}
}

// parabola returns the length of a parabola with curvature one from its vertex to a slope.
func parabola(slope float64) float64 {
	return (slope*math.Sqrt(1+slope*slope) + math.Asinh(slope)) / 2
}
