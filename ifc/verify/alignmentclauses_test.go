package verify

import "fmt"

var alignmentClauses = []clause{
	{"ALB002", "alignment of alignments", ifc4x3, Passed, alignment + `#3=IFCALIGNMENT('b',$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('r',$,$,$,#2,(#3));`},
	{"ALB002", "alignment of a wall", ifc4x3, Failed, alignment + `#3=IFCWALL('b',$,$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('r',$,$,$,#2,(#3));`},
	{"ALB002", "layout of segments", ifc4x3, Passed, layout("HORIZONTAL", horizontalSegment("1."))},
	{"ALB002", "segment of another layout", ifc4x3, Failed, layout("VERTICAL", horizontalSegment("1."))},
	{"ALB002", "layout of a referent", ifc4x3, Failed, layout("HORIZONTAL", "", "#20=IFCREFERENT('f',$,$,$,$,$,$,$);")},
	{"ALB002", "alignment alone", ifc4x3, NotApplied, alignment},
	{"ALB003", "layout and referent", ifc4x3, Passed, layouts("HORIZONTAL", "REFERENT")},
	{"ALB003", "alignment in an alignment", ifc4x3, Failed, layouts("ALIGNMENT")},
	{"ALB003", "alignment alone", ifc4x3, NotApplied, alignment},
	{"ALB004", "of the project", ifc4x3, Passed, alignment + `#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);
#3=IFCALIGNMENT('b',$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('r',$,$,$,#1,(#2));
#5=IFCRELAGGREGATES('s',$,$,$,#2,(#3));`},
	{"ALB004", "of nothing", ifc4x3, Failed, alignment},
	{"ALB004", "no alignment", ifc4x3, NotApplied, wall},
	{"ALB005", "positioned station", ifc4x3, Passed, alignment + `#3=IFCREFERENT('f',$,$,$,$,$,$,.STATION.);
#4=IFCRELPOSITIONS('r',$,$,$,#2,(#3));`},
	{"ALB005", "station nowhere", ifc4x3, Failed, `#3=IFCREFERENT('f',$,$,$,$,$,$,.STATION.);`},
	{"ALB005", "landmark", ifc4x3, NotApplied, `#3=IFCREFERENT('f',$,$,$,$,$,$,.LANDMARK.);`},
	{"ALB010", "with a referent", ifc4x3, Passed, layouts("HORIZONTAL", "REFERENT")},
	{"ALB010", "without a referent", ifc4x3, Failed, layouts("HORIZONTAL")},
	{"ALB010", "vertical alone", ifc4x3, NotApplied, layouts("VERTICAL")},
	{"ALB012", "parabola", ifc4x3, Passed, layout("VERTICAL",
		verticalSegment("100.,5.,0.01,0.03,5000.,.PARABOLICARC."))},
	{"ALB012", "parabola of another radius", ifc4x3, Failed,
		layout("VERTICAL", verticalSegment("100.,5.,0.01,0.03,-5000.,.PARABOLICARC."))},
	{"ALB012", "parabola without radius", ifc4x3, Failed,
		layout("VERTICAL", verticalSegment("100.,5.,0.01,0.03,$,.PARABOLICARC."))},
	{"ALB012", "constant gradient", ifc4x3, Passed, layout("VERTICAL",
		verticalSegment("100.,5.,0.01,0.01,$,.CONSTANTGRADIENT."))},
	{"ALB012", "constant gradient with radius", ifc4x3, Failed,
		layout("VERTICAL", verticalSegment("100.,5.,0.01,0.01,9.,.CONSTANTGRADIENT."))},
	{"ALB012", "circle", ifc4x3, Passed, layout("VERTICAL", verticalSegment("100.,5.,0.01,0.03,4000.,.CIRCULARARC."))},
	{"ALB012", "no segments", ifc4x3, NotApplied, layouts("VERTICAL")},
	{"ALB015", "zero", ifc4x3, Passed, layout("HORIZONTAL", horizontalSegment("0."))},
	{"ALB015", "not zero", ifc4x3, Failed, layout("HORIZONTAL", horizontalSegment("1."))},
	{"ALB015", "vertical not zero", ifc4x3, Failed, layout("VERTICAL",
		verticalSegment("100.,5.,0.01,0.01,$,.CONSTANTGRADIENT."))},
	{"ALB015", "no segments", ifc4x3, NotApplied, layouts("HORIZONTAL")},
	{"ALB030", "local", ifc4x3, Passed, `#1=IFCLOCALPLACEMENT($,$);
#2=IFCALIGNMENT('a',$,$,$,$,#1,$,$);`},
	{"ALB030", "on a grid", ifc4x3, Failed, `#1=IFCGRIDPLACEMENT($,$,$);
#2=IFCALIGNMENT('a',$,$,$,$,#1,$,$);`},
	{"ALB030", "none", ifc4x3, NotApplied, alignment},
	{"ALB031", "horizontal", ifc4x3, Passed, layouts("HORIZONTAL")},
	{"ALB031", "all three", ifc4x3, Passed, layouts("HORIZONTAL", "VERTICAL", "CANT")},
	{"ALB031", "cant without vertical", ifc4x3, Failed, layouts("HORIZONTAL", "CANT")},
	{"ALB031", "two vertical", ifc4x3, Failed, layouts("HORIZONTAL", "VERTICAL", "VERTICAL")},
	{"ALB031", "made of others", ifc4x3, NotApplied, layouts("HORIZONTAL") + child},
	{"ALB032", "shared horizontal", ifc4x3, Passed, layouts("HORIZONTAL") + child + childLayout},
	{"ALB032", "shared with vertical", ifc4x3, Failed, layouts("HORIZONTAL", "VERTICAL") + child + childLayout},
	{"ALB032", "part with horizontal", ifc4x3, Failed, layouts("HORIZONTAL") + child + `#42=IFCALIGNMENTHORIZONTAL('k',$,$,$,$,$,$);
#43=IFCRELNESTS('m',$,$,$,#40,(#42));`},
	{"ALB032", "part of a part", ifc4x3, Failed, layouts("HORIZONTAL") + child + childLayout + `#45=IFCALIGNMENT('g',$,$,$,$,$,$,$);
#46=IFCRELAGGREGATES('z',$,$,$,#40,(#45));`},
	{"ALB032", "on its own", ifc4x3, NotApplied, layouts("HORIZONTAL")},
	{"RFT001", "in an alignment", ifc4x3, Passed, layouts("REFERENT")},
	{"RFT001", "in a layout", ifc4x3, Failed, layout("HORIZONTAL", "", "#20=IFCREFERENT('f',$,$,$,$,$,$,$);")},
	{"RFT001", "not nested", ifc4x3, NotApplied, `#20=IFCREFERENT('f',$,$,$,$,$,$,$);`},
	{"ALS004", "segment", ifc4x3, Passed, linear("ALIGNMENTSEGMENT", ",$", "'Axis','Segment'", "#5")},
	{"ALS004", "name", ifc4x3, Failed, linear("ALIGNMENTSEGMENT", ",$", "'Body','Segment'", "#5")},
	{"ALS004", "type", ifc4x3, Failed, linear("ALIGNMENTSEGMENT", ",$", "'Axis','Curve2D'", "#5")},
	{"ALS004", "item", ifc4x3, Failed, linear("ALIGNMENTSEGMENT", ",$", "'Axis','Segment'", "#9")},
	{"ALS004", "none", ifc4x3, NotApplied, alignment},
	{"ALS005", "plane", ifc4x3, Passed, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#4")},
	{"ALS005", "space", ifc4x3, Passed, linear("ALIGNMENT", ",$", "'Axis','Curve3D'", "#6")},
	{"ALS005", "gradient in the plane", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#6")},
	{"ALS005", "plane curve in space", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'Axis','Curve3D'", "#4")},
	{"ALS005", "footprint in space", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'FootPrint','Curve3D'", "#9")},
	{"ALS005", "name", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'Body','Curve2D'", "#9")},
	{"ALS005", "segment", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'Axis','Segment'", "#5")},
	{"ALS005", "none", ifc4x3, NotApplied, alignment},
	{"ALS006", "composite", ifc4x3, Passed, linear("ALIGNMENTHORIZONTAL", "", "'Axis','Curve2D'", "#4")},
	{"ALS006", "gradient", ifc4x3, Failed, linear("ALIGNMENTHORIZONTAL", "", "'Axis','Curve2D'", "#6")},
	{"ALS006", "type", ifc4x3, Failed, linear("ALIGNMENTHORIZONTAL", "", "'Axis','Curve3D'", "#4")},
	{"ALS006", "none", ifc4x3, NotApplied, alignment},
	{"ALS007", "gradient", ifc4x3, Passed, linear("ALIGNMENTVERTICAL", "", "'Axis','Curve3D'", "#6")},
	{"ALS007", "composite", ifc4x3, Failed, linear("ALIGNMENTVERTICAL", "", "'Axis','Curve3D'", "#4")},
	{"ALS007", "none", ifc4x3, NotApplied, alignment},
	{"ALS008", "reference", ifc4x3, Passed, linear("ALIGNMENTCANT", ",1.5", "'Axis','Curve3D'", "#7")},
	{"ALS008", "name", ifc4x3, Failed, linear("ALIGNMENTCANT", ",1.5", "'FootPrint','Curve3D'", "#7")},
	{"ALS008", "none", ifc4x3, NotApplied, alignment},
	{"ALS010", "one", ifc4x3, Passed, linear("ALIGNMENTSEGMENT", ",$", "'Axis','Segment'", "#5")},
	{"ALS010", "two", ifc4x3, Failed, linear("ALIGNMENTSEGMENT", ",$", "'Axis','Segment'", "#5,#8")},
	{"ALS010", "two of Helmert", ifc4x3, Passed, linear("ALIGNMENTSEGMENT", ",#30", "'Axis','Segment'", "#5,#8") +
		"#30=IFCALIGNMENTHORIZONTALSEGMENT($,$,$,0.,0.,100.,10.,$,.HELMERTCURVE.);"},
	{"ALS010", "none", ifc4x3, NotApplied, alignment},
	{"ALS011", "curve segments", ifc4x3, Passed, linear("ALIGNMENT", ",$", "'Axis','Curve3D'", "#6")},
	{"ALS011", "mixed in the base curve", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'Axis','Curve3D'", "#31") +
		"#31=IFCGRADIENTCURVE((#5,#8),.F.,#32,$);\n#32=IFCCOMPOSITECURVE((#5,#33),.F.);\n#33=" +
		compositeSegment + ";"},
	{"ALS011", "composite segments of a gradient", ifc4x3, Failed,
		linear("ALIGNMENT", ",$", "'Axis','Curve3D'", "#31") +
			"#31=IFCGRADIENTCURVE((#33),.F.,#4,$);\n#33=" + compositeSegment + ";"},
	{"ALS011", "polyline", ifc4x3, NotApplied, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#9")},
	{"ALS012", "lengths", ifc4x3, Passed, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#4")},
	{"ALS012", "parameters", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#31") +
		"#31=IFCCOMPOSITECURVE((#32),.F.);\n#32=IFCCURVESEGMENT(.CONTINUOUS.,$,IFCPARAMETERVALUE(0.),IFCLENGTHMEASURE(1.),#9);"},
	{"ALS012", "polyline", ifc4x3, NotApplied, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#9")},
	{"ALS015", "zero", ifc4x3, Passed, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#4")},
	{"ALS015", "not zero", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#31") +
		"#31=IFCCOMPOSITECURVE((#5),.F.);"},
	{"ALS015", "continuous", ifc4x3, Failed, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#31") +
		"#31=IFCCOMPOSITECURVE((#32),.F.);\n#32=IFCCURVESEGMENT(.CONTINUOUS.,$,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(0.),#9);"},
	{"ALS015", "polyline", ifc4x3, NotApplied, linear("ALIGNMENT", ",$", "'Axis','Curve2D'", "#9")},
}

const child = `#40=IFCALIGNMENT('c',$,$,$,$,$,$,$);
#41=IFCRELAGGREGATES('q',$,$,$,#2,(#40));
`

const childLayout = `#42=IFCALIGNMENTVERTICAL('k',$,$,$,$,$,$);
#43=IFCRELNESTS('m',$,$,$,#40,(#42));
`

// layouts returns the alignment #2 with nested layouts of the kinds.
func layouts(kinds ...string) string {
	data, list := alignment, ""
	for i, kind := range kinds {
		switch kind {
		case "REFERENT":
			data += fmt.Sprintf("#%d=IFCREFERENT('%d',$,$,$,$,$,$,$);\n", 20+i, i)
		case "ALIGNMENT":
			data += fmt.Sprintf("#%d=IFCALIGNMENT('%d',$,$,$,$,$,$,$);\n", 20+i, i)
		case "CANT":
			data += fmt.Sprintf("#%d=IFCALIGNMENTCANT('%d',$,$,$,$,$,$,1.5);\n", 20+i, i)
		default:
			data += fmt.Sprintf("#%d=IFCALIGNMENT%s('%d',$,$,$,$,$,$);\n", 20+i, kind, i)
		}
		list += fmt.Sprintf(",#%d", 20+i)
	}
	return data + fmt.Sprintf("#3=IFCRELNESTS('n',$,$,$,#2,(%s));\n", list[1:])
}

// layout returns a layout whose segment #20 has the parameters, or a layout with another instance #20.
func layout(kind, parameters string, other ...string) string {
	data := fmt.Sprintf("#10=IFCALIGNMENT%s('h',$,$,$,$,$,$);\n#11=IFCRELNESTS('o',$,$,$,#10,(#20));\n", kind)
	if len(other) > 0 {
		return data + other[0]
	}
	return data + "#20=IFCALIGNMENTSEGMENT('s',$,$,$,$,$,$,#21);\n#21=" + parameters + ";\n"
}

func horizontalSegment(length string) string {
	return "IFCALIGNMENTHORIZONTALSEGMENT($,$,$,0.,0.,0.," + length + ",$,.LINE.)"
}

// verticalSegment returns a segment with a length, start height, gradients, radius and kind.
func verticalSegment(arguments string) string {
	return "IFCALIGNMENTVERTICALSEGMENT($,$,0.," + arguments + ")"
}

// linear returns a product that is represented by one of the curves of an alignment: #4 in the plane, #6 with
// gradients, #7 with cant, #9 a polyline, #5 and #8 the first and the last segment of each curve.
func linear(class, tail, representation, items string) string {
	return fmt.Sprintf(`#1=IFC%s('x',$,$,$,$,$,#2%s);
#2=IFCPRODUCTDEFINITIONSHAPE($,$,(#3));
#3=IFCSHAPEREPRESENTATION($,%s,(%s));
#4=IFCCOMPOSITECURVE((#5,#8),.F.);
#5=IFCCURVESEGMENT(.CONTINUOUS.,$,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(1.),#9);
#6=IFCGRADIENTCURVE((#5,#8),.F.,#4,$);
#7=IFCSEGMENTEDREFERENCECURVE((#5,#8),.F.,#6,$);
#8=IFCCURVESEGMENT(.DISCONTINUOUS.,$,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(0.),#9);
#9=IFCPOLYLINE((#10,#11));
#10=IFCCARTESIANPOINT((0.,0.));
#11=IFCCARTESIANPOINT((1.,0.));
`, class, tail, representation, items)
}
