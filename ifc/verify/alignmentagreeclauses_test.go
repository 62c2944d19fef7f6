package verify

import (
	"fmt"
	"math"
	"strings"
)

var alignmentAgreementClauses = []clause{
	{"ALB021", "plan alone", ifc4x3, Passed, agreeing("IFCCOMPOSITECURVE", "HORIZONTAL")},
	{"ALB021", "plan beside a profile", ifc4x3, Failed, agreeing("IFCCOMPOSITECURVE", "HORIZONTAL", "VERTICAL")},
	{"ALB021", "footprint beside a profile", ifc4x3, Passed,
		strings.Replace(agreeing("IFCCOMPOSITECURVE", "HORIZONTAL", "VERTICAL"), "'Axis'", "'FootPrint'", 1)},
	{"ALB021", "gradients", ifc4x3, Passed, agreeing("IFCGRADIENTCURVE", "HORIZONTAL", "VERTICAL")},
	{"ALB021", "gradients without a profile", ifc4x3, Failed, agreeing("IFCGRADIENTCURVE", "HORIZONTAL")},
	{"ALB021", "gradients beside cant", ifc4x3, Failed, agreeing("IFCGRADIENTCURVE", "HORIZONTAL", "VERTICAL", "CANT")},
	{"ALB021", "cant", ifc4x3, Passed, agreeing("IFCSEGMENTEDREFERENCECURVE", "HORIZONTAL", "VERTICAL", "CANT")},
	{"ALB021", "cant without its layout", ifc4x3, Failed,
		agreeing("IFCSEGMENTEDREFERENCECURVE", "HORIZONTAL", "VERTICAL")},
	{"ALB021", "line in space without a profile", ifc4x3, Failed, agreeing("IFCPOLYLINE", "HORIZONTAL")},
	{"ALB021", "no alignment", ifc4x3, NotApplied, wall},
	{"ALB022", "as many", ifc4x3, Passed, segmented("LINE", "IFCLINE", 1)},
	{"ALB022", "one more", ifc4x3, Failed, segmented("LINE", "IFCLINE", 2)},
	{"ALB022", "Helmert curve of two", ifc4x3, Passed, segmented("HELMERTCURVE", "IFCSECONDORDERPOLYNOMIALSPIRAL", 2)},
	{"ALB022", "no curve", ifc4x3, Passed, layouts("HORIZONTAL")},
	{"ALB022", "no layout", ifc4x3, NotApplied, alignment},
	{"ALB023", "line of a line", ifc4x3, Passed, segmented("LINE", "IFCLINE", 1)},
	{"ALB023", "circle of a line", ifc4x3, Failed, segmented("LINE", "IFCCIRCLE", 1)},
	{"ALB023", "clothoid", ifc4x3, Passed, segmented("CLOTHOID", "IFCCLOTHOID", 1)},
	{"ALB023", "no curve", ifc4x3, NotApplied, layouts("HORIZONTAL")},
	{"ALS016", "line and arc", ifc4x3, Passed, chain("Curve2D", "IFCCOMPOSITECURVE", "IFCCIRCLE(#9,100.)",
		[3]float64{0, 0, 0}, 0, 50, bend(100, 50))},
	{"ALS016", "arc to the right", ifc4x3, Passed, chain("Curve2D", "IFCCOMPOSITECURVE", "IFCCIRCLE(#9,100.)",
		[3]float64{7, 3, 0.5}, 0, -50, moved(bend(-100, 50), 7, 3, 0.5))},
	{"ALS016", "arc by an angle", ifc4x3, Passed, strings.Replace(chain("Curve2D", "IFCCOMPOSITECURVE",
		"IFCCIRCLE(#9,100.)", [3]float64{0, 0, 0}, 0, 0.5, bend(100, 50)), "IFCLENGTHMEASURE(0.500000000)",
		"IFCPARAMETERVALUE(0.5)", 1)},
	{"ALS016", "gap", ifc4x3, Failed, chain("Curve2D", "IFCCOMPOSITECURVE", "IFCCIRCLE(#9,100.)",
		[3]float64{0, 0, 0}, 0, 50, bend(100, 50.1))},
	{"ALS016", "kink", ifc4x3, Failed, chain("Curve2D", "IFCCOMPOSITECURVE", "IFCCIRCLE(#9,100.)",
		[3]float64{0, 0, 0}, 0, 50, turned(bend(100, 50), 0.01))},
	// x = L - L^5/(40 A^4) + L^9/(3456 A^8), y = L^3/(6 A^2) - L^7/(336 A^6), angle L^2/(2 A^2), with L = 50, A = 100
	{"ALS016", "clothoid", ifc4x3, Passed, chain("Curve2D", "IFCCOMPOSITECURVE", "IFCCLOTHOID(#9,100.)",
		[3]float64{0, 0, 0}, 0, 50, [3]float64{49.92193305, 2.08100916, 0.125})},
	{"ALS016", "sine", ifc4x3, NotEvaluated, chain("Curve2D", "IFCCOMPOSITECURVE", "IFCSINESPIRAL(#9,100.,$,$)",
		[3]float64{0, 0, 0}, 0, 50, [3]float64{0, 0, 0})},
	{"ALS016", "no segments", ifc4x3, NotApplied, alignment},
	{"ALS017", "gradient", ifc4x3, Passed, chain("Curve3D", "IFCGRADIENTCURVE", "IFCLINE(#9,$)",
		[3]float64{0, 10, math.Atan(0.02)}, 0, math.Hypot(100, 2), [3]float64{100, 12, math.Atan(0.02)})},
	{"ALS017", "step", ifc4x3, Failed, chain("Curve3D", "IFCGRADIENTCURVE", "IFCLINE(#9,$)",
		[3]float64{0, 10, 0}, 0, 100, [3]float64{100, 10.01, 0})},
	// y = x^2/2000 from 0 to 100: its length is 50 sqrt(1.01) + 500 asinh(0.1)
	{"ALS017", "parabola", ifc4x3, Passed, chain("Curve3D", "IFCGRADIENTCURVE",
		"IFCPOLYNOMIALCURVE(#9,(0.,1.),(0.,0.,0.0005),$)", [3]float64{0, 0, 0}, 0,
		50*math.Sqrt(1.01)+500*math.Asinh(0.1), [3]float64{100, 5, math.Atan(0.1)})},
	{"ALS017", "parabola with another gradient behind it", ifc4x3, Failed, chain("Curve3D", "IFCGRADIENTCURVE",
		"IFCPOLYNOMIALCURVE(#9,(0.,1.),(0.,0.,0.0005),$)", [3]float64{0, 0, 0}, 0,
		50*math.Sqrt(1.01)+500*math.Asinh(0.1), [3]float64{100, 5, math.Atan(0.11)})},
}

// agreeing returns an alignment with layouts whose axis is a curve of an entity.
func agreeing(entity string, kinds ...string) string {
	curve := map[string]string{"IFCCOMPOSITECURVE": "((),.F.)", "IFCGRADIENTCURVE": "((),.F.,#53,$)",
		"IFCSEGMENTEDREFERENCECURVE": "((),.F.,#53,$)", "IFCPOLYLINE": "((#54,#54))"}[entity]
	return strings.Replace(layouts(kinds...), alignment, "#2=IFCALIGNMENT('a',$,$,$,$,$,#50,$);\n", 1) +
		`#50=IFCPRODUCTDEFINITIONSHAPE($,$,(#51));
#51=IFCSHAPEREPRESENTATION($,'Axis','Curve3D',(#52));
#52=` + entity + curve + `;
#53=IFCCOMPOSITECURVE((),.F.);
#54=IFCCARTESIANPOINT((0.,0.,0.));
`
}

// segmented returns a horizontal layout with one segment of a kind, and a separate curve with segments along a parent
// curve.
func segmented(kind, parent string, segments int) string {
	arguments := map[string]string{"IFCLINE": "(#9,$)", "IFCCIRCLE": "(#9,1.)", "IFCCLOTHOID": "(#9,1.)",
		"IFCSECONDORDERPOLYNOMIALSPIRAL": "(#9,1.,$,$)"}[parent]
	list := strings.TrimSuffix(strings.Repeat("#53,", segments), ",")
	return `#10=IFCALIGNMENTHORIZONTAL('h',$,$,$,$,$,#50);
#11=IFCRELNESTS('o',$,$,$,#10,(#20));
#20=IFCALIGNMENTSEGMENT('s',$,$,$,$,$,$,#21);
#21=IFCALIGNMENTHORIZONTALSEGMENT($,$,$,0.,0.,0.,1.,$,.` + kind + `.);
#50=IFCPRODUCTDEFINITIONSHAPE($,$,(#51));
#51=IFCSHAPEREPRESENTATION($,'Axis','Curve2D',(#52));
#52=IFCCOMPOSITECURVE((` + list + `),.F.);
#53=IFCCURVESEGMENT(.CONTINUOUS.,$,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(1.),#54);
#54=` + parent + arguments + ";\n"
}

// chain returns an alignment whose curve has a segment along a parent curve and a next segment; each begins at an x and
// y with a direction.
func chain(kind, entity, parent string, begin [3]float64, from, length float64, next [3]float64) string {
	tail := map[string]string{"IFCCOMPOSITECURVE": "", "IFCGRADIENTCURVE": ",#53,$"}[entity]
	data := `#2=IFCALIGNMENT('a',$,$,$,$,$,#50,$);
#50=IFCPRODUCTDEFINITIONSHAPE($,$,(#51));
#51=IFCSHAPEREPRESENTATION($,'Axis','` + kind + `',(#52));
#52=` + entity + `((#60,#70),.F.` + tail + `);
#53=IFCCOMPOSITECURVE((),.F.);
#54=` + parent + ";\n"
	for i, at := range [][3]float64{begin, next} {
		n := 60 + 10*i
		data += fmt.Sprintf(`#%[1]d=IFCCURVESEGMENT(.CONTINUOUS.,#%[1]d1,IFCLENGTHMEASURE(%[2]f),IFCLENGTHMEASURE(%.9[3]f),#54);
#%[1]d1=IFCAXIS2PLACEMENT2D(#%[1]d2,#%[1]d3);
#%[1]d2=IFCCARTESIANPOINT((%.9[4]f,%.9[5]f));
#%[1]d3=IFCDIRECTION((%.12[6]f,%.12[7]f));
`, n, from, length, at[0], at[1], math.Cos(at[2]), math.Sin(at[2]))
	}
	return data
}

// bend returns the end of an arc that begins at the origin along x; a negative radius turns right.
func bend(radius, length float64) [3]float64 {
	angle := length / radius
	return [3]float64{radius * math.Sin(angle), radius * (1 - math.Cos(angle)), angle}
}

func moved(at [3]float64, x, y, angle float64) [3]float64 {
	sin, cos := math.Sincos(angle)
	return [3]float64{x + at[0]*cos - at[1]*sin, y + at[0]*sin + at[1]*cos, at[2] + angle}
}

func turned(at [3]float64, by float64) [3]float64 { return [3]float64{at[0], at[1], at[2] + by} }
