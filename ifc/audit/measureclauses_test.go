package audit

var measureClauses = []clause{
	{"PJS004", "unit of the project", ifc4, Passed, millimetres + pset("Mine", single("Length", "IFCLENGTHMEASURE(1.)"), "")},
	{"PJS004", "unit of the more general measure", ifc2x3, Passed, millimetres + pset("Mine", single("a", "IFCPOSITIVELENGTHMEASURE(1.)"), "")},
	{"PJS004", "unit of the property", ifc4, Passed,
		pset("Mine", "#1=IFCPROPERTYSINGLEVALUE('a',$,IFCAREAMEASURE(1.),#9);\n", "") + "#9=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);"},
	{"PJS004", "no unit", ifc4, Failed, millimetres + pset("Mine", single("a", "IFCAREAMEASURE(1.)"), "")},
	{"PJS004", "no derived unit", ifc4x3, Failed, millimetres + pset("Mine", single("a", "IFCTHERMALCONDUCTIVITYMEASURE(1.)"), "")},
	{"PJS004", "derived unit", ifc4, Passed, `#10=IFCPROJECT('p',$,$,$,$,$,$,$,#11);
#11=IFCUNITASSIGNMENT((#12));
#12=IFCDERIVEDUNIT((),.THERMALTRANSMITTANCEUNIT.,$,$);
` + pset("Mine", single("a", "IFCTHERMALTRANSMITTANCEMEASURE(1.)"), "")},
	{"PJS004", "list without unit", ifc4, Failed, pset("Mine", "#1=IFCPROPERTYLISTVALUE('a',$,(IFCMASSMEASURE(1.)),$);\n", "")},
	{"PJS004", "table with one unit", ifc4, Failed, pset("Mine",
		"#1=IFCPROPERTYTABLEVALUE('a',$,(IFCMASSMEASURE(1.)),(IFCTIMEMEASURE(1.)),$,#9,$,$);\n#9=IFCSIUNIT(*,.MASSUNIT.,.KILO.,.GRAM.);\n", "")},
	{"PJS004", "ratio", ifc4, NotApplied, pset("Mine", single("a", "IFCRATIOMEASURE(1.)"), "")},
	{"PJS004", "label", ifc4, NotApplied, pset("Mine", single("a", "IFCLABEL('1')"), "")},
	{"SWE003", "same numbers", ifc4x3, Passed, sectioned("(#11,#12,#13,#11)", "(#13,#12,#11,#13)")},
	{"SWE003", "other numbers", ifc4x3, Failed, sectioned("(#11,#12,#13,#11)", "(#11,#12,#13,#14,#11)")},
	{"SWE003", "no sections", ifc4x3, NotApplied, wall},
	{"IFC430", "wall", ifc4x3, Passed, wall},
	{"IFC430", "alignment", ifc4x3, Failed, alignment},
	{"IFC430", "another schema", ifc4, NotApplied, wall},
}

// sectioned gives a solid between two profiles with those outlines.
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
