package export

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
)

// foreignNumbers returns a file of another program in metres, with a level that has properties in the given set.
func foreignNumbers(schema string, set string, values ...string) []byte {
	lines := []string{
		"#1=IFCPROJECT('0000000000000000000001',#90,'P',$,$,$,$,(#7),#2);",
		"#2=IFCUNITASSIGNMENT((#3));",
		"#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);",
		"#4=IFCCARTESIANPOINT((0.,0.,0.));",
		"#5=IFCAXIS2PLACEMENT3D(#4,$,$);",
		"#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);",
		"#8=IFCLOCALPLACEMENT($,#5);",
		"#10=IFCBUILDING('0000000000000000000010',#90,'Building',$,$,#8,$,$,.ELEMENT.,$,$,$);",
		"#11=IFCBUILDINGSTOREY('0000000000000000000011',#90,'Ground',$,$,#8,$,$,.ELEMENT.,0.);",
		"#12=IFCRELAGGREGATES('0000000000000000000012',#90,$,$,#1,(#10));",
		"#13=IFCRELAGGREGATES('0000000000000000000013',#90,$,$,#10,(#11));",
		"#51=IFCRELDEFINESBYPROPERTIES('0000000000000000000051',#90,$,$,(#11),#50);",
		"#90=IFCOWNERHISTORY(#91,#92,$,.ADDED.,$,$,$,0);",
		"#91=IFCPERSONANDORGANIZATION(#93,#94,$);",
		"#92=IFCAPPLICATION(#94,'1','A','A');",
		"#93=IFCPERSON($,'x',$,$,$,$,$,$);",
		"#94=IFCORGANIZATION($,'x',$,$,$);",
	}
	var refs []string
	for i, v := range values {
		refs = append(refs, fmt.Sprintf("#%d", 100+i))
		lines = append(lines, fmt.Sprintf("#%d=IFCPROPERTYSINGLEVALUE('%c',$,%s,$);", 100+i, 'a'+i, v))
	}
	lines = append(lines, fmt.Sprintf("#50=IFCPROPERTYSET('0000000000000000000050',#90,'%s',$,(%s));",
		set, strings.Join(refs, ",")))
	return []byte(
		"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('" +
			schema + "'));\nENDSEC;\nDATA;\n" +
			strings.Join(lines, "\n") + "\nENDSEC;\nEND-ISO-10303-21;\n")
}

// throughTheModel imports a file and exports the model in a schema.
func throughTheModel(t *testing.T, data []byte, schema string) (string, Summary) {
	t.Helper()
	src, err := building.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := importer.Make(context.Background(), src, importer.Target{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan.Create.ID, plan.Create.Owner = "measures", "ada"
	var out bytes.Buffer
	summary, err := Write(t.Context(), &out, carriedOut(t, plan), in(schema))
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), summary
}

// TestForeignNumbersKeepMeasureAndUnit checks that values of a foreign file in metres keep their measure, and that
// lengths are converted to millimetres once, in every schema.
func TestForeignNumbersKeepMeasureAndUnit(t *testing.T) {
	values := []string{"IFCLENGTHMEASURE(1.1)", "IFCAREAMEASURE(2.5)", "IFCVOLUMEMEASURE(0.5)",
		"IFCPOWERMEASURE(1500.)", "IFCINTEGER(7)",
		"IFCIDENTIFIER('A-1')", "IFCLOGICAL(.U.)", "IFCREAL(1.1)", "IFCTORQUEMEASURE(3.)", "IFCLABEL('x')"}
	want := []string{"IFCLENGTHMEASURE(1100.)", "IFCAREAMEASURE(2.5)", "IFCVOLUMEMEASURE(0.5)",
		"IFCPOWERMEASURE(1500.)", "IFCINTEGER(7)",
		"IFCIDENTIFIER('A-1')", "IFCLOGICAL(.U.)", "IFCREAL(1.1)", "IFCTORQUEMEASURE(3.)", "IFCLABEL('x')"}
	for _, schema := range Schemas() {
		got, _ := throughTheModel(t, foreignNumbers("IFC4", "Custom", values...), schema)
		for i, w := range want {
			line := fmt.Sprintf("IFCPROPERTYSINGLEVALUE('%c',$,%s,", 'a'+i, w)
			if !strings.Contains(got, line) {
				t.Errorf("%s: there is no %s", schema, line)
			}
		}
		if !strings.Contains(got, "IFCDERIVEDUNIT(") || !strings.Contains(got, ".TORQUEUNIT.") {
			t.Errorf("%s: the torque has no unit", schema)
		}
	}
}

// TestAPlainRealDoesNotBecomeALengthByItsTemplate checks that a plain real in an official set whose template requires a
// length stays a plain real.
func TestAPlainRealDoesNotBecomeALengthByItsTemplate(t *testing.T) {
	data := bytes.ReplaceAll(foreignNumbers("IFC4", "Pset_BuildingStoreyCommon", "IFCREAL(1.1)"), []byte("'a',$"),
		[]byte("'GrossPlannedArea',$"))
	for _, schema := range Schemas() {
		got, _ := throughTheModel(t, data, schema)
		if !strings.Contains(got, "IFCPROPERTYSINGLEVALUE('GrossPlannedArea',$,IFCREAL(1.1),$)") {
			t.Errorf("%s: the real is gone", schema)
		}
	}
}

// TestAPositiveLengthOfZeroIsLeftOutAndReported checks that a positive length of 0, which is invalid, is left out and
// reported.
func TestAPositiveLengthOfZeroIsLeftOutAndReported(t *testing.T) {
	for _, schema := range Schemas() {
		got, summary := throughTheModel(t, foreignNumbers("IFC4", "Custom", "IFCPOSITIVELENGTHMEASURE(0.)",
			"IFCPOSITIVELENGTHMEASURE(0.25)"), schema)
		if strings.Contains(got, "IFCPOSITIVELENGTHMEASURE(0.)") ||
			!strings.Contains(got, "IFCPOSITIVELENGTHMEASURE(250.)") {
			t.Errorf("%s: the zero is written, or the other is not", schema)
		}
		if !slices.ContainsFunc(summary.Warnings, func(w change.Warning) bool {
			return w.Code ==
				"PROPERTY_OUT_OF_RANGE"
		}) {
			t.Errorf("%s: the zero is not reported: %v", schema, summary.Warnings)
		}
	}
}

// TestASetOfNothingAdmittedIsLeftOut checks that a set whose properties are all left out is left out too.
func TestASetOfNothingAdmittedIsLeftOut(t *testing.T) {
	got, _ := throughTheModel(t, foreignNumbers("IFC4", "Custom", "IFCPOSITIVELENGTHMEASURE(0.)"), SchemaIFC4)
	if strings.Contains(got, "'Custom'") {
		t.Error("an empty set is written")
	}
}
