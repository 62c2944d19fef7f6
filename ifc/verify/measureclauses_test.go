package verify

import "strings"

var measureClauses = []clause{
	{"PJS004", "unit of the project", ifc4, Passed, millimetres +
		pset("Mine", single("Length", "IFCLENGTHMEASURE(1.)"), "")},
	{"PJS004", "unit of the more general measure", ifc2x3, Passed,
		millimetres + pset("Mine", single("a", "IFCPOSITIVELENGTHMEASURE(1.)"), "")},
	{"PJS004", "unit of the property", ifc4, Passed,
		pset("Mine", "#1=IFCPROPERTYSINGLEVALUE('a',$,IFCAREAMEASURE(1.),#9);\n", "") +
			"#9=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);"},
	{"PJS004", "no unit", ifc4, Failed, millimetres + pset("Mine", single("a", "IFCAREAMEASURE(1.)"), "")},
	{"PJS004", "no derived unit", ifc4x3, Failed, millimetres +
		pset("Mine", single("a", "IFCTHERMALCONDUCTIVITYMEASURE(1.)"), "")},
	{"PJS004", "derived unit", ifc4, Passed, `#10=IFCPROJECT('p',$,$,$,$,$,$,$,#11);
#11=IFCUNITASSIGNMENT((#12));
#12=IFCDERIVEDUNIT((),.THERMALTRANSMITTANCEUNIT.,$,$);
` + pset("Mine", single("a", "IFCTHERMALTRANSMITTANCEMEASURE(1.)"), "")},
	{"PJS004", "list without unit", ifc4, Failed, pset("Mine",
		"#1=IFCPROPERTYLISTVALUE('a',$,(IFCMASSMEASURE(1.)),$);\n", "")},
	{"PJS004", "table with one unit", ifc4, Failed, pset("Mine",
		"#1=IFCPROPERTYTABLEVALUE('a',$,(IFCMASSMEASURE(1.)),(IFCTIMEMEASURE(1.)),$,#9,$,$);\n#9=IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.);\n", "")},
	{"PJS004", "ratio", ifc4, NotApplied, pset("Mine", single("a", "IFCRATIOMEASURE(1.)"), "")},
	{"PJS004", "label", ifc4, NotApplied, pset("Mine", single("a", "IFCLABEL('1')"), "")},
	{"LIP002", "position", ifc4x3, Passed, "#1=IFCLINEARPLACEMENT($,$,#2);\n#2=IFCAXIS2PLACEMENT3D($,$,$);"},
	{"LIP002", "no position", ifc4x3, Failed, "#1=IFCLINEARPLACEMENT($,$,$);"},
	{"LIP002", "local placement", ifc4x3, NotApplied, "#1=IFCLOCALPLACEMENT($,$);"},
	{"OJP001", "relative to the whole", ifc4, Passed, placedPart("#10")},
	{"OJP001", "relative to nothing", ifc4, Failed, placedPart("$")},
	{"OJP001", "another schema", ifc4x3, NotApplied, placedPart("$")},
	{"OJP001", "no parts", ifc4, NotApplied, wall},
	{"OJP001", "part without placement", ifc2x3, Failed, "#1=IFCROOF('a',$,$,$,$,#10,$,$,.FLAT_ROOF.);\n" +
		"#2=IFCSLAB('b',$,$,$,$,$,$,$,$);\n#3=IFCRELAGGREGATES('r',$,$,$,#1,(#2));\n#10=IFCLOCALPLACEMENT($,$);"},
	{"SWE001", "composite square", ifc4, Passed, composite("(#11,#12,#13)", "(#13,#14,#11)", ".T.")},
	{"SWE001", "composite square, one half reversed", ifc4, Passed, composite("(#11,#12,#13)", "(#11,#14,#13)", ".F.")},
	{"SWE001", "composite bow tie", ifc4, Failed, composite("(#11,#13)", "(#12,#14,#11)", ".T.")},
	{"SWE001", "arc outwards", ifc2x3, Passed, trimmedSide("(0.,0.5)", "0.5", ".T.")},
	{"SWE001", "arc inwards", ifc4, Passed, trimmedSide("(0.,0.5)", "0.5", ".F.")},
	{"SWE001", "arc through the other side", ifc2x3, Failed, trimmedSide("(0.45,0.5)", "0.672681202353686", ".F.")},
	{"SWE001", "arc between parameters", ifc2x3, Passed, byParameters("(0.,0.5)", "0.5", ".T.", halfTurn, "")},
	{"SWE001", "arc between parameters, inwards", ifc4, Passed, byParameters("(0.,0.5)", "0.5", ".F.", halfTurn, "")},
	{"SWE001", "arc between degrees", ifc4, Passed, byParameters("(0.,0.5)", "0.5", ".T.",
		[2]string{"90.", "270."}, degrees)},
	{"SWE001", "arc between parameters through the other side", ifc2x3, Failed,
		byParameters("(0.45,0.5)", "0.672681202353686", ".F.", [2]string{"2.3036", "3.9796"}, "")},
	{"SWE001", "part of a line", ifc4, Passed, strings.Replace(byParameters("(0.,1.)", "0.5", ".T.",
		[2]string{"0.", "0.5"}, ""), "#8=IFCCIRCLE(#9,0.5);", lineDown, 1)},
	{"SWE001", "no profile", ifc4, NotApplied, wall},
	{"SWE003", "same numbers", ifc4x3, Passed, sectioned("(#11,#12,#13,#11)", "(#13,#12,#11,#13)")},
	{"SWE003", "other numbers", ifc4x3, Failed, sectioned("(#11,#12,#13,#11)", "(#11,#12,#13,#14,#11)")},
	{"SWE003", "no sections", ifc4x3, NotApplied, wall},
	{"IFC430", "wall", ifc4x3, Passed, wall},
	{"IFC430", "alignment", ifc4x3, Failed, alignment},
	{"IFC430", "another schema", ifc4, NotApplied, wall},
}

// sectioned returns a solid between two profiles with the given outlines.
func sectioned(first, second string) string {
	return `#1=IFCSECTIONEDSOLIDHORIZONTAL($,(#2,#3),());
#2=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#4);
#3=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#5);
#4=IFCPOLYLINE(` + first + `);
#5=IFCPOLYLINE(` + second + `);
#11=IFCCARTESIANPOINT((0.,0.));
#12=IFCCARTESIANPOINT((1.,0.));
#13=IFCCARTESIANPOINT((1.,1.));
#14=IFCCARTESIANPOINT((0.,1.));
`
}

// placedPart returns a whole with the placement #10, and a part of it whose placement is relative to the argument.
func placedPart(relativeTo string) string {
	return `#1=IFCROOF('a',$,$,$,$,#10,$,$,$);
#2=IFCSLAB('b',$,$,$,$,#11,$,$,$);
#3=IFCRELAGGREGATES('r',$,$,$,#1,(#2));
#10=IFCLOCALPLACEMENT($,$);
#11=IFCLOCALPLACEMENT(` + relativeTo + `,$);
`
}

// trimmedSide returns a square with an arc between two corners as one side.
func trimmedSide(centre, radius, sense string) string {
	square := composite("(#11,#12,#13,#14)", "()", ".T.")
	return strings.Replace(square, ".T.,#6)", ".T.,#7)", 1) +
		`#7=IFCTRIMMEDCURVE(#8,(#14),(#11),` + sense + `,.CARTESIAN.);
#8=IFCCIRCLE(#9,` + radius + `);
#9=IFCAXIS2PLACEMENT2D(#10,$);
#10=IFCCARTESIANPOINT(` + centre + `);
`
}

// halfTurn holds the parameters of the left half of a circle, in radians.
var halfTurn = [2]string{"1.5707963267949", "4.71238898038469"}

// lineDown is the line from the upper left corner of the square to the lower left corner, with a vector twice as long.
const lineDown = `#8=IFCLINE(#14,#20);
#20=IFCVECTOR(#21,2.);
#21=IFCDIRECTION((0.,-1.));`

// degrees is a project with angles in degrees.
const degrees = `#30=IFCPROJECT('p',$,$,$,$,$,$,$,#31);
#31=IFCUNITASSIGNMENT((#32));
#32=IFCCONVERSIONBASEDUNIT(#33,.PLANEANGLEUNIT.,'DEGREE',#34);
#33=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);
#34=IFCMEASUREWITHUNIT(IFCREAL(0.0174532925199433),#35);
#35=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
`

// byParameters is like trimmedSide, with the arc between two parameters.
func byParameters(centre, radius, sense string, parameters [2]string, project string) string {
	return strings.NewReplacer("(#14),(#11)", "(IFCPARAMETERVALUE("+parameters[0]+")),(IFCPARAMETERVALUE("+
		parameters[1]+"))", ".CARTESIAN.", ".PARAMETER.").Replace(trimmedSide(centre, radius, sense)) + project
}

// composite returns a profile bounded by two polylines over the corners of a square, the second polyline in the given
// sense.
func composite(first, second, sense string) string {
	return `#1=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#2);
#2=IFCCOMPOSITECURVE((#3,#4),.F.);
#3=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#5);
#4=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,` + sense + `,#6);
#5=IFCPOLYLINE(` + first + `);
#6=IFCPOLYLINE(` + second + `);
#11=IFCCARTESIANPOINT((0.,0.));
#12=IFCCARTESIANPOINT((1.,0.));
#13=IFCCARTESIANPOINT((1.,1.));
#14=IFCCARTESIANPOINT((0.,1.));
`
}
