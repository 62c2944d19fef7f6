package verify

import "fmt"

var projectClauses = []clause{
	{"PJS001", "foot of metres", ifc4, Passed, units("LENGTHUNIT", "foot", "0.3048", "$,.METRE.")},
	{"PJS001", "foot of millimetres", ifc4, Passed, units("LENGTHUNIT", "Foot", "304.8", ".MILLI.,.METRE.")},
	{"PJS001", "square foot of square millimetres", ifc4, Passed,
		units("AREAUNIT", "square foot", "92903.04", ".MILLI.,.SQUARE_METRE.")},
	{"PJS001", "unknown name", ifc4, Failed, units("LENGTHUNIT", "cubit", "0.4572", "$,.METRE.")},
	{"PJS001", "unknown name of another kind", ifc4, Passed, units("MASSUNIT", "stone", "6350.29318", "$,.GRAM.")},
	{"PJS001", "wrong factor", ifc4, Failed, units("LENGTHUNIT", "foot", "0.3", "$,.METRE.")},
	{"PJS001", "foot of the survey", ifc4x3, Passed, units("LENGTHUNIT", "US survey foot",
		"304.80060960122", ".MILLI.,.METRE.")},
	{"PJS001", "foot of the survey in IFC2X3", ifc2x3, Failed,
		units("LENGTHUNIT", "US survey foot", "0.30480060960122", "$,.METRE.")},
	{"PJS001", "square foot in IFC2X3", ifc2x3, Failed,
		units("AREAUNIT", "SQUARE FOOT", "0.09290304", "$,.SQUARE_METRE.")},
	{"PJS001", "square foot in IFC4", ifc4, Passed,
		units("AREAUNIT", "SQUARE FOOT", "0.09290304", "$,.SQUARE_METRE.")},
	{"PJS001", "wrong SI unit", ifc4, Failed, units("LENGTHUNIT", "foot", "0.3048", "$,.GRAM.")},
	{"PJS001", "SI units only", ifc4, NotApplied, `#1=IFCPROJECT('p',$,$,$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);`},
	{"PJS001", "not the project's unit", ifc4, NotApplied, `#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#4=IFCMEASUREWITHUNIT(IFCREAL(0.4572),#3);
#5=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'cubit',#4);`},
	{"PJS002", "type", ifc4, Passed, declared(`#2=IFCWALLTYPE('t',$,$,$,$,$,$,$,$,.SOLIDWALL.);`)},
	{"PJS002", "set template", ifc4, Passed, declared(`#2=IFCPROPERTYSETTEMPLATE('t',$,$,$,$,$,());`)},
	{"PJS002", "wall", ifc4, Failed, declared(`#2=IFCWALL('w',$,$,$,$,$,$,$,$);`)},
	{"PJS002", "site", ifc4x3, Failed, declared(`#2=IFCSITE('w',$,$,$,$,$,$,$,$,$,$,$,$,$);`)},
	{"PJS002", "nothing declared", ifc4, NotApplied, `#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);`},
	{"PJS003", "valid", ifc4, Passed, globalID("0123456789ABCabc_$zzzz")},
	{"PJS003", "greatest first character", ifc4, Passed, globalID("3$$$$$$$$$$$$$$$$$$$$$")},
	{"PJS003", "first character too great", ifc4, Failed, globalID("4123456789ABCabc_$zzzz")},
	{"PJS003", "first character a letter", ifc4, Failed, globalID("A123456789ABCabc_$zzzz")},
	{"PJS003", "a character short", ifc4, Failed, globalID("0123456789ABCabc_$zzz")},
	{"PJS003", "a character long", ifc4, Failed, globalID("0123456789ABCabc_$zzzzz")},
	{"PJS003", "hyphen", ifc4, Failed, globalID("0123456789ABCabc-$zzzz")},
	{"PJS003", "a UUID", ifc4, Failed, globalID("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")},
	{"PJS003", "of a relation", ifc4, Failed, `#1=IFCRELAGGREGATES('short',$,$,$,$,());`},
	{"PJS003", "no rooted instance", ifc4, NotApplied, `#1=IFCCARTESIANPOINT((0.,0.));`},
	{"PJS101", "one and a library", ifc4, Passed, `#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);
#2=IFCPROJECTLIBRARY('l',$,$,$,$,$,$,$,$);`},
	{"PJS101", "a library alone", ifc4, Failed, `#2=IFCPROJECTLIBRARY('l',$,$,$,$,$,$,$,$);`},
	{"OJT001", "custom without a name", ifc4, Failed, `#1=IFCWALL('w',$,$,$,$,$,$,$,.USERDEFINED.);`},
	{"OJT001", "custom with a name", ifc4, Passed, `#1=IFCWALL('w',$,$,$,'Screen',$,$,$,.USERDEFINED.);`},
	{"OJT001", "custom by its type", ifc4, NotApplied, typed(".USERDEFINED.", ".NOTDEFINED.")},
	{"OJT001", "custom type without a name", ifc4, Failed, `#2=IFCWALLTYPE('t',$,$,$,$,$,$,$,$,.USERDEFINED.);`},
	{"OJT001", "custom type with a name", ifc4, Passed, `#2=IFCWALLTYPE('t',$,$,$,$,$,$,$,'Screen',.USERDEFINED.);`},
	{"OJT001", "custom task type with a name", ifc4, Passed,
		`#2=IFCTASKTYPE('t',$,$,$,$,$,$,$,'Painting',.USERDEFINED.,$);`},
	{"OJT001", "told by the type", ifc4, Passed, typed("$", ".SOLIDWALL.")},
	{"OJT001", "told by both", ifc4, Failed, typed(".SOLIDWALL.", ".SOLIDWALL.")},
	{"OJT001", "denied by the occurrence", ifc4x3, Failed, typed(".NOTDEFINED.", ".SOLIDWALL.")},
	{"OJT001", "IFC2X3", ifc2x3, NotApplied, `#1=IFCSLAB('w',$,$,$,$,$,$,$,.USERDEFINED.);`},
	{"RING", "placements above one another", ifc4, Passed, "#1=IFCLOCALPLACEMENT($,$);\n#2=IFCLOCALPLACEMENT(#1,$);"},
	{"RING", "placement above itself", ifc4, Failed, "#2=IFCLOCALPLACEMENT(#2,$);"},
	{"BLT001", "custom operation", ifc4, Passed,
		`#1=IFCDOOR('d',$,$,$,$,$,$,$,2.,1.,.DOOR.,.USERDEFINED.,'telescopic');`},
	{"BLT001", "custom text alone", ifc4, Failed,
		`#1=IFCDOOR('d',$,$,$,$,$,$,$,2.,1.,.DOOR.,.NOTDEFINED.,'telescopic');`},
	{"BLT001", "custom text alone of a type", ifc4, Failed,
		`#1=IFCDOORTYPE('d',$,$,$,$,$,$,$,$,.DOOR.,.NOTDEFINED.,$,'telescopic');`},
	{"BLT001", "door without a type", ifc4, NotApplied,
		`#1=IFCDOOR('d',$,$,$,$,$,$,$,2.,1.,.DOOR.,.SINGLE_SWING_LEFT.,$);`},
	{"BLT002", "custom partitioning", ifc4, Passed,
		`#1=IFCWINDOW('d',$,$,$,$,$,$,$,2.,1.,.WINDOW.,.USERDEFINED.,'round');`},
	{"BLT002", "custom text alone", ifc4, Failed, `#1=IFCWINDOW('d',$,$,$,$,$,$,$,2.,1.,.WINDOW.,$,'round');`},
	{"BLT002", "window without a type", ifc4, NotApplied,
		`#1=IFCWINDOW('d',$,$,$,$,$,$,$,2.,1.,.WINDOW.,.SINGLE_PANEL.,$);`},
}

// units returns a project with one conversion-based unit.
func units(kind, name, factor, si string) string {
	return fmt.Sprintf(`#1=IFCPROJECT('p',$,$,$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#5));
#3=IFCSIUNIT(*,.%s.,%s);
#4=IFCMEASUREWITHUNIT(IFCREAL(%s),#3);
#5=IFCCONVERSIONBASEDUNIT($,.%s.,'%s',#4);`, kind, si, factor, kind, name)
}

// declared returns a project that declares the instance #2.
func declared(instance string) string {
	return `#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);
#3=IFCRELDECLARES('r',$,$,$,#1,(#2));
` + instance
}

func globalID(id string) string { return fmt.Sprintf("#1=IFCGROUP('%s',$,$,$,$);", id) }

// typed returns a wall with a type; both have a PredefinedType.
func typed(wall, of string) string {
	return fmt.Sprintf(`#1=IFCWALL('w',$,$,$,$,$,$,$,%s);
#2=IFCWALLTYPE('t',$,$,$,$,$,$,$,$,%s);
#3=IFCRELDEFINESBYTYPE('r',$,$,$,(#1),#2);`, wall, of)
}
