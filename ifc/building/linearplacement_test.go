package building

import (
	"math"
	"strings"
	"testing"

	"github.com/golang/geo/r3"
)

// TestLinearPlacements checks placements along a curve. The product is located at a length along the curve, with X
// along the curve and Z orthogonal to X in the vertical plane. Its own axes are relative to the axes of the curve
// there.
func TestLinearPlacements(t *testing.T) {
	const common = `#404=IFCCARTESIANPOINT((0.,0.));
#405=IFCDIRECTION((1.,0.));
#406=IFCAXIS2PLACEMENT2D(#404,#405);
#407=IFCVECTOR(#405,1.);
#408=IFCLINE(#404,#407);
#409=IFCCIRCLE(#406,10.);
#411=IFCCURVESEGMENT(.CONTINUOUS.,#406,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(20.),#408);
#412=IFCCURVESEGMENT(.CONTINUOUS.,#406,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(20.),#409);
#413=IFCDIRECTION((0.8,0.6));
#414=IFCAXIS2PLACEMENT2D(#404,#413);
#415=IFCCURVESEGMENT(.CONTINUOUS.,#414,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(20.),#408);
#421=IFCCOMPOSITECURVE((#411),.F.);
#422=IFCCOMPOSITECURVE((#412),.F.);
#423=IFCGRADIENTCURVE((#415),.F.,#421,$);
#424=IFCCARTESIANPOINT((4.,0.,0.));
#425=IFCCARTESIANPOINT((4.,9.,0.));
#426=IFCPOLYLINE((#4,#424,#425));
#427=IFCDIRECTION((0.,1.,0.));
#428=IFCCARTESIANPOINT((7.,8.,9.));
#429=IFCAXIS2PLACEMENT3D(#428,$,$);
#430=IFCCARTESIANPOINT((0.,0.,50.));
#431=IFCAXIS2PLACEMENT3D(#430,$,$);
#432=IFCLOCALPLACEMENT($,#431);
#300=IFCLINEARPLACEMENT(#432,#301,POSITION);
#301=IFCAXIS2PLACEMENTLINEAR(#302,$,REFERENCE);
#302=IFCPOINTBYDISTANCEEXPRESSION(DISTANCE,CURVE);
#202=IFCBUILDINGELEMENTPROXY('0000000000000000000002',$,'B',$,$,#300,$,$,$);
`
	sine, cosine := math.Sincos(0.5)
	for name, c := range map[string]struct {
		distance, curve, reference, position string
		at, x, z                             r3.Vector // origin in metres, lowered by 50 m, and axes
	}{
		"straight": {"IFCLENGTHMEASURE(5.),1.,2.,3.", "#421", "$", "$", r3.Vector{X: 8, Y: 1, Z: 2}, r3.Vector{X: 1},
			r3.Vector{Z: 1}},
		"arc": {"IFCLENGTHMEASURE(5.),$,$,$", "#422", "$", "$", r3.Vector{X: 10 * sine, Y: 10 - 10*cosine},
			r3.Vector{X: cosine, Y: sine}, r3.Vector{Z: 1}},
		"within an arc": {"IFCLENGTHMEASURE(5.),4.,$,$", "#422", "$", "$", r3.Vector{X: 6 * sine, Y: 10 - 6*cosine},
			r3.Vector{X: cosine, Y: sine}, r3.Vector{Z: 1}},
		"slope": {"IFCLENGTHMEASURE(8.),$,5.,$", "#423", "$", "$", r3.Vector{X: 5, Z: 10}, r3.Vector{X: 0.8, Z: 0.6},
			r3.Vector{X: -0.6, Z: 0.8}},
		"at a corner": {"IFCLENGTHMEASURE(4.),$,$,$", "#426", "$", "$", r3.Vector{X: 4}, r3.Vector{X: 1},
			r3.Vector{Z: 1}},
		"behind a corner": {"IFCLENGTHMEASURE(5.),1.,$,$", "#426", "$", "$", r3.Vector{X: 3, Y: 1}, r3.Vector{Y: 1},
			r3.Vector{Z: 1}},
		"turned": {"IFCLENGTHMEASURE(5.),$,$,$", "#426", "#427", "$", r3.Vector{X: 4, Y: 1}, r3.Vector{X: -1},
			r3.Vector{Z: 1}},
		"told beside it": {"IFCLENGTHMEASURE(5.),$,$,$", "#422", "$", "#429", r3.Vector{X: 7, Y: 8, Z: 9},
			r3.Vector{X: 1}, r3.Vector{Z: 1}},
	} {
		p := linearlyPlaced(t, strings.NewReplacer("DISTANCE,", c.distance+",", "CURVE)", c.curve+")",
			"REFERENCE", c.reference, "POSITION", c.position).Replace(common))
		// chords are within 250 micrometres of an arc, and a little shorter
		if off := p.Frame.O.Sub(c.at.Add(r3.Vector{Z: 50}).Mul(1e6)).Norm(); off > 300 ||
			p.Frame.X.Sub(c.x).Norm() > 1e-5 || p.Frame.Z.Sub(c.z).Norm() > 1e-5 || len(p.Faults) > 0 {
			t.Errorf("%s: at %v along %v, up %v; %v", name, p.Frame.O, p.Frame.X, p.Frame.Z, p.Faults)
		}
	}
	p := linearlyPlaced(t, strings.NewReplacer("DISTANCE,", "IFCPARAMETERVALUE(1.),$,$,$,", "CURVE)", "#421)",
		"REFERENCE", "$", "POSITION", "$").Replace(common))
	if len(p.Faults) != 1 || p.Frame.O != (r3.Vector{Z: 50e6}) {
		t.Errorf("by a parameter: %v at %v", p.Faults, p.Frame.O)
	}
}

func linearlyPlaced(t *testing.T, file string) *Product {
	t.Helper()
	s, err := Parse(fileOf("IFC4X3_ADD2", append(append([]string{}, common...), file)...))
	if err != nil {
		t.Fatal(err)
	}
	return s.Describe().Product(202)
}
