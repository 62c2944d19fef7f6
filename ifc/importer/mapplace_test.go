package importer

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/ifc/building"
)

// onMap imports a file with a site, in a unit of length, and with the given statements about the map.
func onMap(t *testing.T, schema, prefix string, statements ...string) (*shape.Site, Report) {
	t.Helper()
	lines := append([]string{
		"#1=IFCPROJECT('0000000000000000000001',$,'P',$,$,$,$,(#7),#2);",
		"#2=IFCUNITASSIGNMENT((#3));",
		"#3=IFCSIUNIT(*,.LENGTHUNIT.," + prefix + ",.METRE.);",
		"#4=IFCCARTESIANPOINT((0.,0.,0.));",
		"#5=IFCAXIS2PLACEMENT3D(#4,$,$);",
		"#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);",
		"#8=IFCLOCALPLACEMENT($,#5);",
		"#9=IFCSITE('0000000000000000000009',$,'Site',$,$,#8,$,$,.ELEMENT.,(52,5,0),(5,7,0),$,$,$);", // in Utrecht
		"#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);",
	}, statements...)
	s, err := building.Parse(
		[]byte(
			"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('" + schema + "'));\nENDSEC;\nDATA;\n" +
				strings.Join(
					lines,
					"\n",
				) + "\nENDSEC;\nEND-ISO-10303-21;\n",
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	read := Read(s)
	return read.Site.Params.(*shape.Site), read.Report
}

// TestMapCoordinatesAreConvertedByTheirUnit checks that the coordinates of a map conversion are in the map's unit, by
// default in the file's unit. In property sets, lengths are in the file's unit, and plain numbers in the unit that the
// set names, by default in metres.
func TestMapCoordinatesAreConvertedByTheirUnit(t *testing.T) {
	sets := func(value, unit string) []string {
		crs := "(#21)"
		if unit != "" {
			crs = "(#21,#22)"
		}
		return []string{
			"#20=IFCPROPERTYSINGLEVALUE('Eastings',$," + value + ",$);",
			"#21=IFCPROPERTYSINGLEVALUE('Name',$,IFCLABEL('EPSG:28992'),$);",
			"#22=IFCPROPERTYSINGLEVALUE('MapUnit',$,IFCLABEL('" + unit + "'),$);",
			"#23=IFCPROPERTYSET('0000000000000000000023',$,'ePSet_MapConversion',$,(#20));",
			"#24=IFCPROPERTYSET('0000000000000000000024',$,'ePSet_ProjectedCRS',$," + crs + ");",
			"#25=IFCRELDEFINESBYPROPERTIES('0000000000000000000025',$,$,$,(#9),#23);",
			"#26=IFCRELDEFINESBYPROPERTIES('0000000000000000000026',$,$,$,(#9),#24);",
		}
	}
	entity := func(eastings, unit string) []string {
		return []string{"#20=IFCPROJECTEDCRS('EPSG:28992',$,$,$,$,$," + unit + ");",
			"#21=IFCMAPCONVERSION(#7,#20," + eastings + ",0.,0.,$,$,$);"}
	}
	for _, c := range []struct {
		name, prefix string
		statements   []string
		metres       float64
	}{
		{"entity, map in metres", ".MILLI.", entity("136000.", "#6"), 136000},
		{"entity, no unit", ".MILLI.", entity("136000000.", "$"), 136000},
		{"length in a file in metres", "$", sets("IFCLENGTHMEASURE(76670.)", ""), 76670},
		{"length in a file in millimetres", ".MILLI.", sets("IFCLENGTHMEASURE(76670000.)", ""), 76670},
		{"plain number", ".MILLI.", sets("IFCREAL(76670.)", ""), 76670},
		{"plain number in feet", ".MILLI.", sets("IFCREAL(1000.)", "Foot"), 304.8},
		{"plain number in metres by name", ".MILLI.", sets("IFCREAL(76670.)", "METRE"), 76670},
	} {
		t.Run(c.name, func(t *testing.T) {
			schema := "IFC4"
			if len(c.statements) > 2 {
				schema = "IFC2X3"
			}
			s, report := onMap(t, schema, c.prefix, c.statements...)
			if s.Eastings.M() != c.metres || s.MapScale != 0 {
				t.Errorf("the eastings are %v m, want %v; the scale is %v", s.Eastings.M(), c.metres, s.MapScale)
			}
			if len(mapDoubts(report)) != 0 {
				t.Errorf("doubts: %v", report.Left)
			}
		})
	}
}

// TestAnImplausiblePlaceOnTheMapIsReported checks that an implausible place is reported. Such a place is off every map,
// away from the site's latitude and longitude, or at a scale that comes from a wrong unit.
func TestAnImplausiblePlaceOnTheMapIsReported(t *testing.T) {
	at := func(crs, east, north, height, scale string) []string {
		return []string{"#20=IFCPROJECTEDCRS('" + crs + "',$,$,$,$,$,#6);",
			fmt.Sprintf("#21=IFCMAPCONVERSION(#7,#20,%s,%s,%s,$,$,%s);", east, north, height, scale)}
	}
	for _, c := range []struct {
		name       string
		statements []string
		reason     string // reason of the only entry in the report, "" for none
	}{
		{"Utrecht in UTM 31N", at("EPSG:32631", "645000.", "5772000.", "3.", "$"), ""},
		{"Utrecht in ETRS89 UTM 31N", at("EPSG:25831", "645000.", "5772000.", "3.", "1."), ""},
		{"another zone", at("EPSG:32633", "645000.", "5772000.", "3.", "$"), "latitude"},
		{"eastings and northings exchanged", at("EPSG:32631", "5772000.", "645000.", "3.", "$"), "latitude"},
		{"a thousand times too large", at("EPSG:28992", "136000000.", "455000000.", "0.", "$"), "off every map"},
		{"as high as space", at("EPSG:28992", "136000.", "455000.", "294000.", "$"), "off every map"},
		{"a scale of a thousand", at("EPSG:28992", "136000.", "455000.", "0.", "1000."), "scale"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, report := onMap(t, "IFC4", "$", c.statements...)
			doubts := mapDoubts(report)
			if c.reason == "" && len(doubts) > 0 || c.reason != "" &&
				(len(doubts) != 1 || !strings.Contains(doubts[0].Reason, c.reason)) {
				t.Errorf("reported: %v", doubts)
			}
		})
	}
}

func mapDoubts(r Report) []Left {
	var out []Left
	for _, l := range r.Left {
		if l.Class == "IfcMapConversion" {
			out = append(out, l)
		}
	}
	return out
}

// TestABuildingThatIsMovedStaysOnTheMap checks that a building that is moved to the origin keeps its place on the map.
// The conversion of the file must map a point of the file to the same place as the conversion of the site maps the
// moved point.
func TestABuildingThatIsMovedStaysOnTheMap(t *testing.T) {
	for name, c := range map[string]struct {
		conversion          string // eastings, northings, height, abscissa and ordinate of the X axis, scale
		eastings, northings float64
	}{
		"map coordinates": {"0.,0.,0.,$,$,$", 155000, 463000},
		"turned": {"100000.,400000.,0.,0.6,0.8,$", 100000 + .6*155000 - .8*463000,
			400000 + .8*155000 + .6*463000},
		"scaled":             {"100.,200.,0.,1.,0.,0.9996", 100 + .9996*155000, 200 + .9996*463000},
		"scale by a mistake": {"100.,200.,0.,1.,0.,1000.", 155100, 463200},
	} {
		site, report := onMap(t, "IFC4", "$", "#20=IFCPROJECTEDCRS('EPSG:28992',$,$,$,$,$,#6);",
			"#21=IFCMAPCONVERSION(#7,#20,"+c.conversion+");",
			"#30=IFCCARTESIANPOINT((155000.,463000.,0.));", "#31=IFCAXIS2PLACEMENT3D(#30,$,$);",
			"#32=IFCLOCALPLACEMENT($,#31);", "#33=IFCBUILDING('0000000000000000000033',$,'B',$,$,#32,$,$,$,$,$,$);")
		if e, n := site.Eastings.M(), site.Northings.M(); math.Abs(e-c.eastings) > 1e-5 ||
			math.Abs(n-c.northings) > 1e-5 {
			t.Errorf("%s: at %v, %v, want %v, %v; %+v", name, e, n, c.eastings, c.northings, report)
		}
	}
}

// TestNorthingsAreBoundedByTheirSystem checks that a place off the map of its reference system is reported, although
// another system has such northings.
func TestNorthingsAreBoundedByTheirSystem(t *testing.T) {
	for _, c := range []struct {
		crs         string
		east, north float64
		off         bool
	}{
		{"EPSG:25832", 312000, 5996000, false}, {"EPSG:25832", 312000, 9900000, true},
		{"EPSG:32733", 312000, 9900000, false}, {"EPSG:32733", 312000, 100000, true},
		{"EPSG:32632", 32312000, 5996000, false}, {"EPSG:27700", 530000, 180000, false},
		{"EPSG:27700", 530000, 5180000, true}, {"EPSG:2056", 2600000, 1200000, false},
		{"EPSG:2056", 2600000, 5200000, true}, {"EPSG:31467", 3450000, 5800000, false},
		{"EPSG:31467", 3450000, 15800000, true}, {"EPSG:3857", 1300000, -6100000, false},
		{"EPSG:3857", 1300000, 15800000, false}, {"EPSG:2180", 600000, 15800000, true},
	} {
		_, report := onMap(t, "IFC4", "$",
			fmt.Sprintf("#20=IFCPROJECTEDCRS('%s',$,$,$,$,$,#6);", c.crs),
			fmt.Sprintf("#21=IFCMAPCONVERSION(#7,#20,%f,%f,0.,$,$,$);", c.east, c.north))
		told := false
		for _, left := range report.Left {
			told = told || strings.Contains(left.Reason, "off every map")
		}
		if told != c.off {
			t.Errorf("%s at %.0f, %.0f: off the map %t: %v", c.crs, c.east, c.north, told, report.Left)
		}
	}
}

// TestARingOfPlacementsIsReported imports sites whose placement is relative to itself, directly or through another
// placement. It checks that the site is at the origin and that the report counts the ring. A chain of placements
// without a ring is not reported.
func TestARingOfPlacementsIsReported(t *testing.T) {
	for _, c := range []struct {
		name       string
		statements []string
		rings      int
	}{
		{"chain", []string{"#30=IFCLOCALPLACEMENT($,#5);", "#31=IFCLOCALPLACEMENT(#30,#5);",
			"#32=IFCBUILDING('0000000000000000000032',$,'B',$,$,#31,$,$,.ELEMENT.,$,$,$);"}, 0},
		{"ring", []string{"#30=IFCLOCALPLACEMENT(#31,#5);", "#31=IFCLOCALPLACEMENT(#30,#5);",
			"#32=IFCBUILDING('0000000000000000000032',$,'B',$,$,#31,$,$,.ELEMENT.,$,$,$);"}, 1},
		{"of itself", []string{"#30=IFCLOCALPLACEMENT(#30,#5);",
			"#32=IFCBUILDING('0000000000000000000032',$,'B',$,$,#30,$,$,.ELEMENT.,$,$,$);"}, 1},
	} {
		_, report := onMap(t, "IFC4", "$", c.statements...)
		rings := 0
		for _, left := range report.Left {
			if left.Class == "IfcLocalPlacement" {
				rings += left.Count
			}
		}
		if rings != c.rings {
			t.Errorf("%s: the report tells of %d rings, want %d: %v", c.name, rings, c.rings, report.Left)
		}
	}
}
