package verify

import (
	"fmt"
	"strings"
)

var georeferenceClauses = []clause{
	{"GRF001", "one context", ifc4, Passed, contexts + mapConversion("#1", "1.")},
	{"GRF001", "no operation anywhere", ifc4x3, Passed, contexts + secondContext},
	{"GRF001", "an operation of one of two", ifc4x3, Failed, contexts + secondContext + mapConversion("#1", "1.")},
	{"GRF001", "IFC2X3", ifc2x3, NotApplied, contexts},
	{"GRF002", "a code", ifc4x3, Passed, crs4x3("'EPSG:25832',$,$,$")},
	{"GRF002", "a name", ifc4x3, Failed, crs4x3("'UTM 32N',$,$,$")},
	{"GRF002", "no system", ifc4x3, NotApplied, contexts},
	{"GRF003", "building without", ifc4x3, Failed, `#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);`},
	{"GRF003", "building without in IFC4", ifc4, NotApplied, `#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);`},
	{"GRF003", "bridge without", ifc4x3, Failed, `#3=IFCBRIDGE('b',$,$,$,$,$,$,$,$,$);`},
	{"GRF003", "building with", ifc4x3, Passed, `#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);
#4=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);`},
	{"GRF003", "site with coordinates", ifc4x3, NotApplied, `#1=IFCSITE('s',$,$,$,$,$,$,$,$,(52,0,0),(8,0,0),0.,$,$);`},
	{"GRF004", "codes", ifc4x3, Passed, crs4x3("'EPSG:25832',$,'EPSG:4258','EPSG:5783'")},
	{"GRF004", "datums", ifc4, Passed, crs4x3("'x',$,'EPSG:6258','EPSG:5101'")},
	{"GRF004", "no such system", ifc4, Failed, crs4x3("'EPSG:1',$,$,$")},
	{"GRF004", "not a number", ifc4, Failed, crs4x3("'EPSG:utm32',$,$,$")},
	{"GRF004", "no such geodetic datum", ifc4x3, Failed, crs4x3("'EPSG:25832',$,'EPSG:1',$")},
	{"GRF004", "no such vertical datum", ifc4x3, Failed, crs4x3("'EPSG:25832',$,$,'EPSG:99999'")},
	{"GRF004", "vertical for geodetic datum", ifc4x3, Failed, crs4x3("'EPSG:25832',$,'EPSG:5101',$")},
	{"GRF004", "names", ifc4, NotApplied, crs4x3("'UTM',$,'ETRS89','DHHN92'")},
	{"GRF005", "metres to metres", ifc4, Passed, metres + contexts + mapConversion("#1", "1.")},
	{"GRF005", "millimetres to metres", ifc4, Passed, millimetres + contexts + mapConversion("#1", "0.001")},
	{"GRF005", "millimetres to metres without scale", ifc4x3, Failed,
		millimetres + contexts + mapConversion("#1", "$")},
	{"GRF005", "map without a unit", ifc4, Passed, strings.Replace(millimetres+contexts+mapConversion("#1", "1."),
		"$,#20);", "$,$);", 1)},
	{"GRF005", "map without a unit, scaled", ifc4, Failed, strings.Replace(millimetres+contexts+
		mapConversion("#1", "0.001"), "$,#20);", "$,$);", 1)},
	{"GRF005", "no conversion", ifc4, NotApplied, metres + contexts},
	{"GRF006", "code", ifc4x3, NotApplied, crs4x3("'EPSG:25832',$,$,$")},
	{"GRF006", "text", ifc4x3, Passed, crs4x3("'WKT',$,$,$") + wellKnown},
	{"GRF006", "WKT without text", ifc4x3, Failed, crs4x3("'WKT',$,$,$")},
	{"GRF006", "name without text", ifc4x3, Failed, crs4x3("'local',$,$,$")},
	{"GRF006", "name with text", ifc4x3, Failed, crs4x3("'local',$,$,$") + wellKnown},
	{"GRF006", "code with text", ifc4x3, Failed, crs4x3("'EPSG:25832',$,$,$") + wellKnown},
	{"GRF006", "IFC4", ifc4, NotApplied, crs4x3("'local',$,$,$")},
	{"GRF007", "vertical", ifc4, Passed, crs4x3("'EPSG:25832',$,$,'EPSG:5783'")},
	{"GRF007", "compound", ifc4x3, Passed, crs4x3("'EPSG:25832',$,$,'EPSG:5834'")},
	{"GRF007", "projected", ifc4, Failed, crs4x3("'EPSG:25832',$,$,'EPSG:25832'")},
	{"GRF007", "geographic", ifc4x3, Failed, crs4x3("'EPSG:25832',$,$,'EPSG:4326'")},
	{"GRF007", "name", ifc4x3, NotApplied, crs4x3("'EPSG:25832',$,$,'DHHN92'")},
	{"GRF008", "lengths", ifc4x3, Passed, rigid("IFCLENGTHMEASURE")},
	{"GRF008", "angles", ifc4x3, Passed, rigid("IFCPLANEANGLEMEASURE")},
	{"GRF008", "ratios", ifc4x3, Failed, rigid("IFCRATIOMEASURE")},
	{"GRF008", "no operation", ifc4x3, NotApplied, contexts},
}

const contexts = `#1=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);
#2=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,#1,$,.MODEL_VIEW.,$);
`

const secondContext = `#3=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Plan',2,1.E-5,$,$);
`

const metres = `#10=IFCPROJECT('p',$,$,$,$,$,$,(#1),#11);
#11=IFCUNITASSIGNMENT((#12));
#12=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
`

const millimetres = `#10=IFCPROJECT('p',$,$,$,$,$,$,(#1),#11);
#11=IFCUNITASSIGNMENT((#12));
#12=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
`

const wellKnown = `#5=IFCWELLKNOWNTEXT('PROJCS["local"]',#4);
`

// mapConversion returns a conversion to a coordinate reference system in metres.
func mapConversion(source, scale string) string {
	return fmt.Sprintf(`#20=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#21=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,#20);
#22=IFCMAPCONVERSION(%s,#21,0.,0.,0.,$,$,%s);
`, source, scale)
}

// crs4x3 returns a coordinate reference system by its name, description, geodetic and vertical datum.
func crs4x3(head string) string { return "#4=IFCPROJECTEDCRS(" + head + ",$,$,$);\n" }

func rigid(measure string) string {
	return contexts + crs4x3("'EPSG:25832',$,$,$") + fmt.Sprintf("#6=IFCRIGIDOPERATION(#1,#4,%s(1.),%s(2.),$);",
		measure, measure)
}
