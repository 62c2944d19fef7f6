package building

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// TestPropertyNumbersAreConvertedByTheirUnit checks that a number is converted once: from the property's own unit, by
// default from the project's unit, by default from the SI unit.
func TestPropertyNumbersAreConvertedByTheirUnit(t *testing.T) {
	units := []string{
		"#1=IFCPROJECT('0000000000000000000001',$,'P',$,$,$,$,$,#2);",
		"#2=IFCUNITASSIGNMENT((#3,#4,#5,#6,#7,#8,#9));",
		"#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);",
		"#4=IFCSIUNIT(*,.POWERUNIT.,.KILO.,.WATT.);",
		"#5=IFCSIUNIT(*,.MASSUNIT.,$,.GRAM.);",
		"#6=IFCSIUNIT(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.DEGREE_CELSIUS.);",
		"#7=IFCDERIVEDUNIT((#20,#21),.VOLUMETRICFLOWRATEUNIT.,$);", // unit: litres per minute
		"#8=IFCSIUNIT(*,.AREAUNIT.,.CENTI.,.SQUARE_METRE.);",
		"#9=IFCCONVERSIONBASEDUNIT(#30,.PLANEANGLEUNIT.,'DEGREE',#31);",
		"#20=IFCDERIVEDUNITELEMENT(#22,3);",
		"#21=IFCDERIVEDUNITELEMENT(#23,-1);",
		"#22=IFCSIUNIT(*,.LENGTHUNIT.,.DECI.,.METRE.);",
		"#23=IFCCONVERSIONBASEDUNIT(#32,.TIMEUNIT.,'MINUTE',#33);",
		"#24=IFCCONVERSIONBASEDUNIT(#34,.LENGTHUNIT.,'INCH',#35);",
		"#30=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);",
		"#31=IFCMEASUREWITHUNIT(IFCREAL(0.017453292519943295),#36);",
		"#32=IFCDIMENSIONALEXPONENTS(0,0,1,0,0,0,0);",
		"#33=IFCMEASUREWITHUNIT(IFCREAL(60.),#37);",
		"#34=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);",
		"#35=IFCMEASUREWITHUNIT(IFCREAL(0.0254),#3);",
		"#36=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);",
		"#37=IFCSIUNIT(*,.TIMEUNIT.,$,.SECOND.);",
		"#40=IFCBUILDINGELEMENTPROXY('0000000000000000000040',$,'B',$,$,$,$,$,$);",
	}
	for _, c := range []struct {
		value, unit string
		want        any
		measure     string
	}{
		{"IFCLENGTHMEASURE(1.5)", "$", 1500.0, "IfcLengthMeasure"},
		{"IFCPOSITIVELENGTHMEASURE(2)", "#24", 50.8, "IfcPositiveLengthMeasure"},
		{"IFCLENGTHMEASURE(1.5)", "#4", 1500.0, "IfcLengthMeasure"}, // a unit of another kind is ignored
		{"IFCREAL(1.1)", "$", 1.1, "IfcReal"},
		{"IFCPOWERMEASURE(1.5)", "$", 1500.0, "IfcPowerMeasure"},
		{"IFCMASSMEASURE(2500.)", "$", 2.5, "IfcMassMeasure"},
		{"IFCTHERMODYNAMICTEMPERATUREMEASURE(20.)", "$", 293.15, "IfcThermodynamicTemperatureMeasure"},
		{"IFCVOLUMETRICFLOWRATEMEASURE(6000.)", "$", 0.1, "IfcVolumetricFlowRateMeasure"},
		{"IFCAREAMEASURE(5000.)", "$", 0.5, "IfcAreaMeasure"},
		{"IFCVOLUMEMEASURE(3.)", "$", 3.0, "IfcVolumeMeasure"},
		{"IFCPLANEANGLEMEASURE(30.)", "$", 30.0, "IfcPlaneAngleMeasure"},
		{"IFCPRESSUREMEASURE(7.)", "$", 7.0, "IfcPressureMeasure"},
		{"IFCCOUNTMEASURE(3)", "$", 3.0, "IfcCountMeasure"},
		{"IFCINTEGER(7)", "$", 7.0, "IfcInteger"},
		{"IFCIDENTIFIER('A-1')", "$", "A-1", "IfcIdentifier"},
		{"IFCLOGICAL(.U.)", "$", "UNKNOWN", "IfcLogical"},
		{"IFCBOOLEAN(.T.)", "$", true, "IfcBoolean"},
	} {
		t.Run(c.value+" "+c.unit, func(t *testing.T) {
			s, err := Parse(fileOf("IFC4", append(append([]string{}, units...),
				fmt.Sprintf("#41=IFCPROPERTYSINGLEVALUE('x',$,%s,%s);", c.value, c.unit),
				"#42=IFCPROPERTYSET('0000000000000000000042',$,'S',$,(#41));",
				"#43=IFCRELDEFINESBYPROPERTIES('0000000000000000000043',$,$,$,(#40),#42);")...))
			if err != nil {
				t.Fatal(err)
			}
			p := s.Describe().Product(40).Sets[0].Properties[0]
			got, isNumber := p.Value.(float64)
			want, wantsNumber := c.want.(float64)
			same := p.Value == c.want || isNumber && wantsNumber && math.Abs(got-want) <= 1e-13*math.Abs(want)
			if !same || p.Measure != c.measure {
				t.Errorf("read as %v, an %s; want %v, an %s", p.Value, p.Measure, c.want, c.measure)
			}
		})
	}
}

// TestBoundsBesideASetPointAreCounted checks that a set point is the value of its property, and that bounds that differ
// from it are counted as left out.
func TestBoundsBesideASetPointAreCounted(t *testing.T) {
	s, err := Parse(fileOf("IFC4", append(append([]string{}, common...),
		"#40=IFCBUILDINGELEMENTPROXY('0000000000000000000040',$,'B',$,$,$,$,$,$);",
		"#41=IFCPROPERTYBOUNDEDVALUE('T',$,IFCREAL(24.),IFCREAL(18.),$,IFCREAL(21.));",
		"#42=IFCPROPERTYBOUNDEDVALUE('U',$,IFCREAL(21.),$,$,IFCREAL(21.));",
		"#43=IFCPROPERTYBOUNDEDVALUE('V',$,IFCREAL(24.),$,$,IFCREAL(21.));",
		"#44=IFCPROPERTYSET('0000000000000000000044',$,'S',$,(#41,#42,#43));",
		"#45=IFCRELDEFINESBYPROPERTIES('0000000000000000000045',$,$,$,(#40),#44);")...))
	if err != nil {
		t.Fatal(err)
	}
	b := s.Describe()
	for _, name := range []string{"T", "U", "V"} {
		if v, ok := b.Product(40).Property("S", name); !ok || v != 21.0 {
			t.Errorf("%s is %v", name, v)
		}
	}
	want := []ClassCount{{"IfcPropertyBoundedValue in another form", 3}, {"IfcPropertyBoundedValue.LowerBoundValue", 1},
		{"IfcPropertyBoundedValue.UpperBoundValue", 2}}
	if !slices.Equal(b.Other, want) {
		t.Errorf("counted are %v", b.Other)
	}
}

// TestWhatAnExportSaysOtherwiseIsCounted checks that a property is counted if an export writes it as another class or
// with another type of value than the file has. A property with a description is counted too.
func TestWhatAnExportSaysOtherwiseIsCounted(t *testing.T) {
	const other = " in another form"
	for _, c := range []struct {
		set, property string
		want          []ClassCount
	}{
		{"Own", "IFCPROPERTYSINGLEVALUE('x',$,IFCLABEL('a'),$)", nil},
		{"Own", "IFCPROPERTYSINGLEVALUE('x','said',IFCLABEL('a'),$)",
			[]ClassCount{{"IfcPropertySingleValue.Description", 1}}},
		{"Own", "IFCPROPERTYLISTVALUE('x',$,(IFCLABEL('a')),$)", []ClassCount{{"IfcPropertyListValue" + other, 1}}},
		{"Own", "IFCPROPERTYLISTVALUE('x',$,(IFCLABEL('a'),IFCLABEL('b')),$)",
			[]ClassCount{{"IfcPropertyListValue" + SeveralValues, 1}}},
		{"Own", "IFCPROPERTYBOUNDEDVALUE('x',$,IFCREAL(3.),IFCREAL(1.),$,$)",
			[]ClassCount{{"IfcPropertyBoundedValue" + SeveralValues, 1}}},
		{"Own", "IFCPROPERTYENUMERATEDVALUE('x',$,(IFCLABEL('a')),$)",
			[]ClassCount{{"IfcPropertyEnumeratedValue" + other, 1}}},
		{"Pset_WallCommon", "IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$)", nil},
		{"Pset_WallCommon", "IFCPROPERTYSINGLEVALUE('Reference',$,IFCLABEL('r'),$)",
			[]ClassCount{{"IfcPropertySingleValue" + other, 1}}},
		{"Pset_WallCommon", "IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW')),$)", nil},
		{"Pset_WallCommon", "IFCPROPERTYSINGLEVALUE('Status',$,IFCLABEL('NEW'),$)",
			[]ClassCount{{"IfcPropertySingleValue" + other, 1}}},
		{"Pset_WallCommon",
			"IFCPROPERTYSINGLEVALUE('ThermalTransmittance',$,IFCTHERMALTRANSMITTANCEMEASURE(0.3),$)", nil},
		{"Pset_WallCommon", "IFCPROPERTYSINGLEVALUE('Own',$,IFCPOWERMEASURE(0.3),$)", nil},
		{"Pset_WallCommon", "IFCPROPERTYSINGLEVALUE('Own',$,IFCLABEL('a'),$)",
			[]ClassCount{{"IfcPropertySingleValue" + other, 1}}},
	} {
		s, err := Parse(fileOf("IFC4", append(append([]string{}, common...),
			"#40=IFCWALL('0000000000000000000040',$,'B',$,$,$,$,$,$);", "#41="+c.property+";",
			"#44=IFCPROPERTYSET('0000000000000000000044',$,'"+c.set+"',$,(#41));",
			"#45=IFCRELDEFINESBYPROPERTIES('0000000000000000000045',$,$,$,(#40),#44);")...))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Describe().Other; !slices.Equal(got, c.want) {
			t.Errorf("%s, %s: counted are %v, want %v", c.set, c.property, got, c.want)
		}
	}
}
