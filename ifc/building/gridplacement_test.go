package building

import (
	"strings"
	"testing"

	"github.com/golang/geo/r3"
)

// gridFile is a grid in metres that is turned by a quarter and located at (1, 2, 0.3). Its U axes A and B run along its
// X, and C against it, although C's curve runs the other way. Its V axes 1 and 2 run along its Y; R is an arc about its
// origin, O a line with bends. The tests add the placement #300.
const gridFile = `#20=IFCCARTESIANPOINT((1.,2.,0.3));
#21=IFCDIRECTION((0.,1.,0.));
#22=IFCAXIS2PLACEMENT3D(#20,$,#21);
#23=IFCLOCALPLACEMENT($,#22);
#30=IFCCARTESIANPOINT((0.,0.));
#31=IFCCARTESIANPOINT((10.,0.));
#32=IFCCARTESIANPOINT((0.,5.));
#33=IFCCARTESIANPOINT((10.,5.));
#34=IFCCARTESIANPOINT((0.,10.));
#35=IFCCARTESIANPOINT((6.,0.));
#36=IFCCARTESIANPOINT((6.,10.));
#37=IFCCARTESIANPOINT((10.,8.));
#38=IFCCARTESIANPOINT((0.,8.));
#40=IFCPOLYLINE((#30,#31));
#41=IFCPOLYLINE((#32,#33));
#42=IFCPOLYLINE((#30,#34));
#43=IFCPOLYLINE((#35,#36));
#44=IFCPOLYLINE((#37,#38));
#45=IFCAXIS2PLACEMENT2D(#30,$);
#46=IFCCIRCLE(#45,10.);
#47=IFCTRIMMEDCURVE(#46,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5707963267948966)),.T.,.PARAMETER.);
#48=IFCPOLYLINE((#32,#33,#31));
#49=IFCLINE(#32,#60);
#60=IFCVECTOR(#61,1.);
#61=IFCDIRECTION((1.,0.));
#50=IFCGRIDAXIS('A',#40,.T.);
#51=IFCGRIDAXIS('B',#41,.T.);
#52=IFCGRIDAXIS('C',#44,.F.);
#53=IFCGRIDAXIS('1',#42,.T.);
#54=IFCGRIDAXIS('2',#43,.T.);
#55=IFCGRIDAXIS('R',#47,.T.);
#56=IFCGRIDAXIS('O',#48,.T.);
#57=IFCGRIDAXIS('K',#46,.T.);
#58=IFCGRIDAXIS('L',#49,.T.);
#70=IFCGRID('0000000000000000000003',$,'G',$,$,#23,$,(#50,#51,#52,#56,#57,#58),(#53,#54,#55),$,$);
#71=IFCDIRECTION((-1.,0.,5.));
#72=IFCVIRTUALGRIDINTERSECTION((#51,#54),(0.,0.));
#202=IFCBUILDINGELEMENTPROXY('0000000000000000000002',$,'B',$,$,#300,$,$,$);
`

// TestGridPlacements checks placements in the grid against values computed by hand.
func TestGridPlacements(t *testing.T) {
	half := 0.5
	for name, c := range map[string]struct {
		axes, offsets, direction string
		at, x                    r3.Vector // origin and X axis in the grid's frame, in metres
	}{
		"axes cross":             {"#50,#53", "0.,0.", "$", r3.Vector{}, r3.Vector{X: 1}},
		"first axis is X":        {"#54,#50", "0.,0.", "$", r3.Vector{X: 6}, r3.Vector{Y: 1}},
		"offsets to the left":    {"#51,#54", "0.1,0.2,0.05", "$", r3.Vector{X: 5.8, Y: 5.1, Z: 0.05}, r3.Vector{X: 1}},
		"sense turned":           {"#52,#54", "0.1,0.", "$", r3.Vector{X: 6, Y: 8.1}, r3.Vector{X: 1}},
		"toward another":         {"#50,#53", "0.,0.", "#72", r3.Vector{}, r3.Vector{X: 6, Y: 5}},
		"direction in plan":      {"#50,#53", "0.,0.", "#71", r3.Vector{}, r3.Vector{X: -1}},
		"arc":                    {"#55,#54", "0.,0.", "$", r3.Vector{X: 6, Y: 8}, r3.Vector{X: -8, Y: 6}},
		"within an arc":          {"#55,#54", "5.,3.", "$", r3.Vector{X: 3, Y: 4}, r3.Vector{X: -4, Y: 3}},
		"beyond the axes' ends":  {"#50,#53", "-1.,1.", "$", r3.Vector{X: -1, Y: -1}, r3.Vector{X: 1}},
		"second leg":             {"#56,#50", "0.5,0.", "$", r3.Vector{X: 10 + half}, r3.Vector{Y: -1}},
		"circle, first crossing": {"#57,#54", "0.,0.", "$", r3.Vector{X: 6, Y: 8}, r3.Vector{X: -8, Y: 6}},
		"unbounded line":         {"#58,#54", "0.,0.", "$", r3.Vector{X: 6, Y: 5}, r3.Vector{X: 1}},
	} {
		for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3_ADD2"} {
			relative := ""
			if schema == "IFC4X3_ADD2" {
				relative = "#23,"
			}
			p := gridPlaced(t, schema, "#300=IFCGRIDPLACEMENT("+relative+"#301,"+c.direction+");\n"+
				"#301=IFCVIRTUALGRIDINTERSECTION(("+c.axes+"),("+c.offsets+"));")
			want := r3.Vector{X: 1 - c.at.Y, Y: 2 + c.at.X, Z: 0.3 + c.at.Z}.Mul(1e6)
			x := r3.Vector{X: -c.x.Y, Y: c.x.X}.Normalize()
			if off := p.Frame.O.Sub(want).Norm(); off > 1e-3 || p.Frame.X.Sub(x).Norm() > 1e-9 ||
				p.Frame.Z != (r3.Vector{Z: 1}) || len(p.Faults) > 0 {
				t.Errorf("%s in %s: at %v along %v, want %v along %v; %v", name, schema, p.Frame.O, p.Frame.X, want,
					x, p.Faults)
			}
		}
	}
}

// TestGridPlacementsThatCannotBeRead checks that a product whose grid placement cannot be computed stands at its grid,
// with a fault. A product placed relative to it has the fault too.
func TestGridPlacementsThatCannotBeRead(t *testing.T) {
	for name, axes := range map[string]string{
		"parallel": "#50,#51", "an axis twice": "#50,#50", "one axis": "#50", "no arc is left": "#55,#50",
	} {
		p := gridPlaced(t, "IFC4", "#300=IFCLOCALPLACEMENT(#302,$);\n#302=IFCGRIDPLACEMENT(#301,$);\n"+
			"#301=IFCVIRTUALGRIDINTERSECTION(("+axes+"),(11.,0.));")
		if len(p.Faults) != 1 || p.Frame.O != (r3.Vector{X: 1e6, Y: 2e6, Z: 3e5}) {
			t.Errorf("%s: %v at %v", name, p.Faults, p.Frame.O)
		}
	}
}

func gridPlaced(t *testing.T, schema, placement string) *Product {
	t.Helper()
	file := gridFile
	if schema == "IFC2X3" {
		file = strings.Replace(file, ",$,$);\n#71", ",$);\n#71", 1)
	}
	s, err := Parse(fileOf(schema, append(append([]string{}, common...), file, placement)...))
	if err != nil {
		t.Fatal(err)
	}
	return s.Describe().Product(202)
}
