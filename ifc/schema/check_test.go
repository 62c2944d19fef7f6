package schema

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/step"
)

// house is a small valid model: a wall with an opening in a storey, the wall's type with a property set, and a few
// geometric items.
const house = `#1=IFCPROJECT('0000000000000000000001',$,'House',$,$,$,$,(#4),#3);
#2=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#3=IFCUNITASSIGNMENT((#2));
#4=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#6,$);
#5=IFCCARTESIANPOINT((0.,0.,0.));
#6=IFCAXIS2PLACEMENT3D(#5,$,$);
#7=IFCLOCALPLACEMENT($,#6);
#8=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,#4,$,.MODEL_VIEW.,$);
#10=IFCSITE('0000000000000000000010',$,$,$,$,#7,$,$,.ELEMENT.,(52,31,0),$,$,$,$);
#11=IFCBUILDINGSTOREY('0000000000000000000011',$,'Ground',$,$,#7,$,$,.ELEMENT.,0.);
#12=IFCRELAGGREGATES('0000000000000000000012',$,$,$,#1,(#10));
#13=IFCRELAGGREGATES('0000000000000000000013',$,$,$,#10,(#11));
#20=IFCWALL('0000000000000000000020',$,'Wall',$,$,#7,$,$,.SOLIDWALL.);
#21=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000021',$,$,$,(#20),#11);
#22=IFCOPENINGELEMENT('0000000000000000000022',$,$,$,$,#7,$,$,.OPENING.);
#23=IFCRELVOIDSELEMENT('0000000000000000000023',$,$,$,#20,#22);
#24=IFCPROPERTYSINGLEVALUE('Reference',$,IFCIDENTIFIER('W1'),$);
#25=IFCPROPERTYSET('0000000000000000000025',$,'Pset_WallCommon',$,(#24));
#26=IFCWALLTYPE('0000000000000000000026',$,'Brick',$,$,(#25),$,$,$,.SOLIDWALL.);
#27=IFCRELDEFINESBYTYPE('0000000000000000000027',$,$,$,(#20),#26);
#30=IFCINDEXEDPOLYCURVE(#31,(IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4))),.F.);
#31=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,0.),(1.5,0.5),(1.,1.)));
#32=IFCPOLYLINE((#5,#33));
#33=IFCCARTESIANPOINT((1.,0.,0.));
#34=IFCPROPERTYENUMERATION('PEnum',(IFCLABEL('A'),IFCLABEL('B')),$);
#35=IFCORGANIZATION($,'Office',$,$,$);
#36=IFCAPPLICATION(#35,'1','Modeller','MOD');
#37=IFCCONVERSIONBASEDUNIT(#38,.PLANEANGLEUNIT.,'DEGREE',#39);
#38=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);
#39=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#40);
#40=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
#41=IFCPOLYLOOP((#5,#33,#42));
#42=IFCCARTESIANPOINT((0.,1.,0.));
#43=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW')),$);
#44=IFCBLOBTEXTURE(.T.,.F.,$,$,$,'PNG',"0FF");
`

func parse(t *testing.T, schemaName, section string) *step.File {
	t.Helper()
	f, err := step.ParseBytes(
		[]byte("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n" +
			"FILE_SCHEMA(('" + schemaName + "'));\nENDSEC;\nDATA;\n" + section + "ENDSEC;\nEND-ISO-10303-21;\n"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAValidModelHasNoFindings(t *testing.T) {
	for _, f := range Check(parse(t, "IFC4", house), IFC4()) {
		t.Error(f)
	}
}

func TestWhatTheSchemaForbidsIsFound(t *testing.T) {
	long := strings.Repeat("é", 256)
	cases := []struct {
		name, old, new string
		want           []string // "#id Entity.Attribute kind"
	}{
		{"unknown entity", "IFCPOLYLOOP(", "IFCPOLYHOOP(", []string{"#41 IFCPOLYHOOP entity"}},
		{"entity of another schema", "IFCPOLYLINE((#5,#33))", "IFCALIGNMENT()", []string{"#32 IFCALIGNMENT entity"}},
		{"abstract entity", "IFCPOLYLOOP((#5,#33,#42))", "IFCCURVE()", []string{"#41 IfcCurve entity"}},
		{"complex instance", "IFCPOLYLOOP((#5,#33,#42))",
			"(IFCLOOP()IFCPOLYLOOP((#5,#33,#42)))", []string{"#41  entity"}},
		{"argument missing", "(0,0,0,0,0,0,0)", "(0,0,0,0,0,0)", []string{"#38 IfcDimensionalExponents count"}},
		{"argument too many", "(0,0,0,0,0,0,0)", "(0,0,0,0,0,0,0,$)", []string{"#38 IfcDimensionalExponents count"}},
		{"real for integer", "(0,0,0,0,0,0,0)", "(0,0,0,0.,0,0,0)",
			[]string{"#38 IfcDimensionalExponents.ElectricCurrentExponent type"}},
		{"integer for real", "'Model',3,1.E-5", "'Model',3,1",
			[]string{"#4 IfcGeometricRepresentationContext.Precision type"}},
		{"integer in a list of reals", "((1.,0.,0.))", "((1.,0,0.))",
			[]string{"#33 IfcCartesianPoint.Coordinates type"}},
		{"string for real", ".ELEMENT.,0.)", ".ELEMENT.,'0')", []string{"#11 IfcBuildingStorey.Elevation type"}},
		{"number for string", "'Ground'", "5", []string{"#11 IfcBuildingStorey.Name type"}},
		{"typed where no select is", "'Ground'", "IFCLABEL('Ground')", []string{"#11 IfcBuildingStorey.Name type"}},
		{"no value", "'PEnum',(", "$,(", []string{"#34 IfcPropertyEnumeration.Name missing"}},
		{"no value in a list", "((1.,0.,0.))", "((1.,$,0.))", []string{"#33 IfcCartesianPoint.Coordinates type"}},
		{"derived is missing", "(*,.PLANEANGLEUNIT.", "($,.PLANEANGLEUNIT.",
			[]string{"#40 IfcSIUnit.Dimensions derived"}},
		{"derived has a value", "(*,.PLANEANGLEUNIT.", "(#38,.PLANEANGLEUNIT.",
			[]string{"#40 IfcSIUnit.Dimensions derived"}},
		{"nothing is derived", "(#38,.PLANEANGLEUNIT.", "(*,.PLANEANGLEUNIT.",
			[]string{"#37 IfcConversionBasedUnit.Dimensions derived"}},
		{"unknown item", "$,$,.SOLIDWALL.);\n#21", "$,$,.PAPERWALL.);\n#21",
			[]string{"#20 IfcWall.PredefinedType type"}},
		{"logical for item", "$,$,.SOLIDWALL.);\n#21", "$,$,.T.);\n#21", []string{"#20 IfcWall.PredefinedType type"}},
		{"unknown for boolean", "(.T.,.F.,", "(.T.,.U.,", []string{"#44 IfcBlobTexture.RepeatT type"}},
		{"reference to another class", "IFCLOCALPLACEMENT($,#6)", "IFCLOCALPLACEMENT(#6,#6)",
			[]string{"#7 IfcLocalPlacement.PlacementRelTo type"}},
		{"no reference", "IFCLOCALPLACEMENT($,#6)", "IFCLOCALPLACEMENT('x',#6)",
			[]string{"#7 IfcLocalPlacement.PlacementRelTo type"}},
		{"another entity in a select", "IFCLOCALPLACEMENT($,#6)", "IFCLOCALPLACEMENT($,#5)",
			[]string{"#7 IfcLocalPlacement.RelativePlacement type"}},
		{"bare value in a select", "IFCIDENTIFIER('W1')", "'W1'",
			[]string{"#24 IfcPropertySingleValue.NominalValue type"}},
		{"another type in a select", "IFCIDENTIFIER('W1')", "IFCLINEINDEX((1,2))",
			[]string{"#24 IfcPropertySingleValue.NominalValue type"}},
		{"unknown type in a select", "IFCIDENTIFIER('W1')", "IFCNAME('W1')",
			[]string{"#24 IfcPropertySingleValue.NominalValue type"}},
		{"wrong value inside a typed one", "IFCIDENTIFIER('W1')", "IFCIDENTIFIER(1)",
			[]string{"#24 IfcPropertySingleValue.NominalValue type"}},
		{"aggregate inside a typed one", "IFCARCINDEX((2,3,4))", "IFCARCINDEX((2,3))",
			[]string{"#30 IfcIndexedPolyCurve.Segments size"}},
		{"long string", "'Ground'", "'" + long + "'", []string{"#11 IfcBuildingStorey.Name size"}},
		{"long string in a select", "IFCIDENTIFIER('W1')", "IFCIDENTIFIER('" + long + "')",
			[]string{"#24 IfcPropertySingleValue.NominalValue size"}},
		{"no list", "IFCPOLYLINE((#5,#33))", "IFCPOLYLINE(#5)", []string{"#32 IfcPolyline.Points type"}},
		{"list too short", "IFCPOLYLINE((#5,#33))", "IFCPOLYLINE((#5))", []string{"#32 IfcPolyline.Points size"}},
		{"list too long", "((1.,0.,0.))", "((1.,0.,0.,0.))", []string{"#33 IfcCartesianPoint.Coordinates size"}},
		{"inner list too long", "(1.5,0.5)", "(1.5,0.5,0.)", []string{"#31 IfcCartesianPointList2D.CoordList size"}},
		{"equal elements in a list of unique", "IFCPOLYLOOP((#5,#33,#42))", "IFCPOLYLOOP((#5,#33,#5))",
			[]string{"#41 IfcPolyLoop.Polygon distinct"}},
		{"equal typed elements", "(IFCLABEL('A'),IFCLABEL('B'))", "(IFCLABEL('A'),IFCLABEL('A'))",
			[]string{"#34 IfcPropertyEnumeration.EnumerationValues distinct"}},
		{"equal elements in a set", "#1,(#10));", "#1,(#10,#10));",
			[]string{"#12 IfcRelAggregates.RelatedObjects distinct"}},
		{"GlobalId too short", "'0000000000000000000026'", "'000000000000000000026'",
			[]string{"#26 IfcWallType.GlobalId globalid"}},
		{"GlobalId with a wrong first digit", "'0000000000000000000026'", "'Z000000000000000000026'",
			[]string{"#26 IfcWallType.GlobalId globalid"}},
		{"GlobalId is a number", "'0000000000000000000026'", "26", []string{"#26 IfcWallType.GlobalId type"}},
		{"GlobalId twice", "'0000000000000000000026'", "'0000000000000000000020'",
			[]string{"#26 IfcWallType.GlobalId unique"}},
		{"application twice", "#37=", "#136=IFCAPPLICATION(#35,'1','Modeller','M2');\n#37=",
			[]string{"#136 IfcApplication.ApplicationFullName, Version unique"}},
		{"opening in nothing", "#20,#22);",
			"#20,#122);\n#122=IFCOPENINGELEMENT('0000000000000000000122',$,$,$,$,#7,$,$,.OPENING.);",
			[]string{"#22 IfcOpeningElement.VoidsElements inverse"}},
		{"opening in two walls", "#24=", "#124=IFCRELVOIDSELEMENT('0000000000000000000124',$,$,$,#20,#22);\n#24=",
			[]string{"#22 IfcOpeningElement.VoidsElements inverse"}},
		{"wall in two storeys", "#22=",
			"#121=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000121',$,$,$,(#20),#11);\n#22=",
			[]string{"#20 IfcWall.ContainedInStructure inverse"}},
		{"dangling", "IFCPOLYLINE((#5,#33))", "IFCPOLYLINE((#5,#333))", []string{"#32 IfcPolyline dangling"}},
		{"one number twice", "#42=IFC", "#42=IFCCARTESIANPOINT((0.,2.,0.));\n#42=IFC",
			[]string{"#42 IfcCartesianPoint duplicate"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if strings.Count(house, c.old) != 1 {
				t.Fatalf("%q stands %d times in the model", c.old, strings.Count(house, c.old))
			}
			var got []string
			for _, f := range Check(parse(t, "IFC4", strings.Replace(house, c.old, c.new, 1)), IFC4()) {
				got = append(got, strings.Replace(fmt.Sprintf("#%d %s.%s %s", f.ID, f.Entity, f.Attribute, f.Kind),
					". ", " ", 1))
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestWhatCommonSoftwareWritesIsOnlyAWarning(t *testing.T) {
	cases := []struct {
		old, new string
		want     Severity
	}{
		{"((1.,0.,0.))", "((1.,0,0.))", Warning},
		{"'Ground'", "'" + strings.Repeat("x", 256) + "'", Warning},
		{"(*,.PLANEANGLEUNIT.", "($,.PLANEANGLEUNIT.", Warning},
		{"(*,.PLANEANGLEUNIT.", "(#38,.PLANEANGLEUNIT.", Error},
		{"(0,0,0,0,0,0,0)", "(0,0,0,0.,0,0,0)", Error},
		{"'0000000000000000000026'", "'000000000000000000026'", Error},
	}
	for _, c := range cases {
		got := Check(parse(t, "IFC4", strings.Replace(house, c.old, c.new, 1)), IFC4())
		if len(got) != 1 || got[0].Severity != c.want {
			t.Errorf("%s: got %v, want one %s", c.new, got, c.want)
		}
	}
}

func TestFindingsAreSortedAndSayWhatToLookFor(t *testing.T) {
	f := parse(t, "IFC2X3", "#9=IFCCARTESIANPOINT($);\n#3=IFCDIRECTION((1,2.));\n#5=IFCVECTOR(#9,'x');\n")
	var got []string
	for _, finding := range Check(f, IFC4()) {
		got = append(got, finding.String())
	}
	want := []string{
		`#0 FILE_SCHEMA: schema: the file is of schema ["IFC2X3"], not of IFC4`,
		`#3 IfcDirection.DirectionRatios: type: element 1: REAL is required, not 1`,
		`#5 IfcVector.Orientation: type: #9 is an IfcCartesianPoint, not an IfcDirection`,
		`#5 IfcVector.Magnitude: type: REAL is required, not 'x'`,
		`#9 IfcCartesianPoint.Coordinates: missing: a value is required`,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTheOtherSchemasAreChecked(t *testing.T) {
	wall := "#1=IFCPERSON($,'Lovelace',$,$,$,$,$,$);\n#2=IFCORGANIZATION($,'Office',$,$,$);\n#3=IFCPERSONANDORGANIZATION(#1,#2,$);\n" +
		"#4=IFCAPPLICATION(#2,'1','Modeller','MOD');\n#5=IFCOWNERHISTORY(#3,#4,$,.ADDED.,$,$,$,1700000000);\n"
	cases := []struct {
		file, section string
		findings      int
	}{
		{"IFC2X3", wall + "#6=IFCWALL('0000000000000000000006',#5,$,$,$,$,$,$);\n", 0},
		{"IFC2X3", wall + "#6=IFCWALL('0000000000000000000006',$,$,$,$,$,$,$);\n", 1},
		{"IFC2X3", wall + "#6=IFCWALL('0000000000000000000006',#5,$,$,$,$,$,$,.SOLIDWALL.);\n", 1},
		{"IFC4X3_ADD2", wall + "#6=IFCWALL('0000000000000000000006',#5,$,$,$,$,$,$,.SOLIDWALL.);\n", 0},
		{"IFC4X3", wall + "#6=IFCBRIDGE('0000000000000000000006',#5,$,$,$,$,$,$,$,$);\n", 0},
		{"IFC4", wall + "#6=IFCBRIDGE('0000000000000000000006',#5,$,$,$,$,$,$,$,$);\n", 1},
	}
	for _, c := range cases {
		s, _ := ByName(c.file)
		if got := Check(parse(t, c.file, c.section), s); len(got) != c.findings {
			t.Errorf("%s %s: %v", c.file, c.section[strings.Index(c.section, "#6"):], got)
		}
	}
}
