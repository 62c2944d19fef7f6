package building

import (
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// fileOf returns a file of statements in a schema.
func fileOf(schema string, statements ...string) []byte {
	return []byte(
		"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('" +
			schema + "'));\nENDSEC;\nDATA;\n" +
			strings.Join(statements, "\n") + "\nENDSEC;\nEND-ISO-10303-21;\n")
}

// common lists the statements that most files of these tests need: a project in metres, a storey, directions.
var common = []string{
	"#1=IFCPROJECT('0000000000000000000001',$,'P',$,$,$,$,$,#2);",
	"#2=IFCUNITASSIGNMENT((#3));",
	"#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);",
	"#4=IFCCARTESIANPOINT((0.,0.,0.));",
	"#5=IFCAXIS2PLACEMENT3D(#4,$,$);",
	"#6=IFCDIRECTION((0.,0.,1.));",
	"#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);",
}

// bodyOf reads the body of a proxy whose representation has one item, #100.
func bodyOf(t *testing.T, item ...string) (*Source, []Solid, []error) {
	t.Helper()
	statements := append(append([]string{}, common...), item...)
	statements = append(statements,
		"#200=IFCSHAPEREPRESENTATION(#7,'Body','SolidModel',(#100));",
		"#201=IFCPRODUCTDEFINITIONSHAPE($,$,(#200));",
		"#202=IFCBUILDINGELEMENTPROXY('0000000000000000000002',$,'B',$,$,$,#201,$,$);")
	s, err := Parse(fileOf("IFC4", statements...))
	if err != nil {
		t.Fatal(err)
	}
	solids, faults := s.Body(s.Describe().Product(202))
	return s, solids, faults
}

// volume returns the volume of all items in m3.
func volume(t *testing.T, solids []Solid) float64 {
	t.Helper()
	sum := 0.0
	for _, s := range solids {
		body, err := s.Faces()
		if err != nil {
			t.Fatal(err)
		}
		sum += body.Volume()
	}
	return sum
}

// TestVolumes checks that every supported form of a body has the volume of its formula; chords change it by less than a
// percent.
func TestVolumes(t *testing.T) {
	rectangle := "#10=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,2.,3.);"
	box := "#11=IFCEXTRUDEDAREASOLID(#10,$,#6,4.);"
	for name, c := range map[string]struct {
		want float64
		item []string
	}{
		"extrusion": {24, []string{rectangle, "#100=IFCEXTRUDEDAREASOLID(#10,$,#6,4.);"}},
		"downwards": {24, []string{rectangle, "#12=IFCDIRECTION((0.,0.,-1.));",
			"#100=IFCEXTRUDEDAREASOLID(#10,$,#12,4.);"}},
		"leaning": {24 * math.Sqrt(0.5), []string{rectangle, "#12=IFCDIRECTION((1.,0.,1.));",
			"#100=IFCEXTRUDEDAREASOLID(#10,$,#12,4.);"}},
		"circle": {math.Pi * 4, []string{"#10=IFCCIRCLEPROFILEDEF(.AREA.,$,$,1.);",
			"#100=IFCEXTRUDEDAREASOLID(#10,$,#6,4.);"}},
		"with a void": {5 * 4, []string{"#10=IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,$,3.,2.,0.5,$,$);",
			"#100=IFCEXTRUDEDAREASOLID(#10,$,#6,5.);"}},
		"clipped": {12, []string{rectangle, box, "#12=IFCCARTESIANPOINT((0.,0.,2.));",
			"#13=IFCAXIS2PLACEMENT3D(#12,$,$);", "#14=IFCPLANE(#13);", "#15=IFCHALFSPACESOLID(#14,.F.);",
			"#100=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#11,#15);"}},
		"block":    {6, []string{"#100=IFCBLOCK(#5,1.,2.,3.);"}},
		"cylinder": {math.Pi * 2, []string{"#100=IFCRIGHTCIRCULARCYLINDER(#5,2.,1.);"}},
		"cone":     {math.Pi * 2 / 3, []string{"#100=IFCRIGHTCIRCULARCONE(#5,2.,1.);"}},
		"sphere":   {math.Pi * 4 / 3, []string{"#100=IFCSPHERE(#5,1.);"}},
		"mapped, scaled": {24 * 8, []string{rectangle, box,
			"#12=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#11));", "#13=IFCREPRESENTATIONMAP(#5,#12);",
			"#14=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,2.,$);", "#100=IFCMAPPEDITEM(#13,#14);"}},
		"mapped, mirror": {24, []string{rectangle, box, "#12=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#11));",
			"#13=IFCREPRESENTATIONMAP(#5,#12);", "#15=IFCDIRECTION((-1.,0.,0.));", "#16=IFCDIRECTION((0.,1.,0.));",
			"#14=IFCCARTESIANTRANSFORMATIONOPERATOR3D(#15,#16,#4,1.,#6);", "#100=IFCMAPPEDITEM(#13,#14);"}},
		"swept disk": {math.Pi * 0.01 * 5, []string{"#10=IFCCARTESIANPOINT((0.,0.,2.));",
			"#11=IFCCARTESIANPOINT((3.,0.,2.));", "#12=IFCPOLYLINE((#4,#10,#11));",
			"#100=IFCSWEPTDISKSOLID(#12,0.1,$,$,$);"}},
		"pipe": {math.Pi * (0.01 - 0.0064) * 2,
			[]string{"#10=IFCCARTESIANPOINT((0.,0.,2.));", "#12=IFCPOLYLINE((#4,#10));",
				"#100=IFCSWEPTDISKSOLID(#12,0.1,0.08,$,$);"}},
		"revolved": {math.Pi * 2 * 2 * 6 / 4, []string{rectangle, "#12=IFCCARTESIANPOINT((2.,0.,0.));",
			"#13=IFCDIRECTION((0.,1.,0.));", "#14=IFCAXIS1PLACEMENT(#12,#13);",
			"#100=IFCREVOLVEDAREASOLID(#10,$,#14,1.5707963267949);"}},
		"tetrahedron": {1. / 6,
			[]string{"#10=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));",
				"#100=IFCTRIANGULATEDFACESET(#10,$,.T.,((1,3,2),(1,2,4),(2,3,4),(3,1,4)),$);"}},
		"one face turned": {1. / 6,
			[]string{"#10=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));",
				"#100=IFCTRIANGULATEDFACESET(#10,$,.T.,((1,3,2),(1,2,4),(2,4,3),(3,1,4)),$);"}},
		"inside out": {1. / 6,
			[]string{"#10=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));",
				"#100=IFCTRIANGULATEDFACESET(#10,$,.T.,((1,2,3),(1,4,2),(2,4,3),(3,4,1)),$);"}},
	} {
		_, solids, faults := bodyOf(t, c.item...)
		if len(faults) > 0 {
			t.Errorf("%s: %v", name, faults)
			continue
		}
		if got := volume(t, solids); math.Abs(got-c.want) > 0.01*c.want {
			t.Errorf("%s: %.6f m3, want %.6f", name, got, c.want)
		}
	}
}

// TestOpenSurfaceIsNoBody checks that a surface that is not closed gives no body, and that the error names the open
// edge.
func TestOpenSurfaceIsNoBody(t *testing.T) {
	_, solids, _ := bodyOf(t, "#10=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.),(0.,0.,1.)));",
		"#100=IFCTRIANGULATEDFACESET(#10,$,.T.,((1,3,2),(1,2,4),(2,3,4)),$);")
	if _, err := solids[0].Faces(); err == nil || !strings.Contains(err.Error(), "not closed") {
		t.Errorf("an open surface answered %v", err)
	}
}

// TestUnits checks that lengths of every unit are converted to micrometres.
func TestUnits(t *testing.T) {
	for name, c := range map[string]struct {
		unit []string
		want float64
	}{
		"metre":      {[]string{"#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);"}, 1e6},
		"millimetre": {[]string{"#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);"}, 1e3},
		"foot": {[]string{"#3=IFCCONVERSIONBASEDUNIT(#8,.LENGTHUNIT.,'FOOT',#9);",
			"#8=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);",
			"#9=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#10);", "#10=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);"},
			304800},
		"inch of feet": {[]string{"#3=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'INCH',#9);",
			"#9=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.0833333333333333),#11);",
			"#11=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'FOOT',#12);",
			"#12=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#10);",
			"#10=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);"}, 25400},
	} {
		s, err := Parse(fileOf("IFC4", append([]string{common[0], common[1]}, c.unit...)...))
		if err != nil {
			t.Fatal(err)
		}
		if s.units.length != c.want {
			t.Errorf("%s: %v um, want %v", name, s.units.length, c.want)
		}
	}
}

// TestDamagedFileIsLocated checks that the error for a damaged file has its position, and that a file of another format
// is refused.
func TestDamagedFileIsLocated(t *testing.T) {
	file := fileOf("IFC4", common...)
	broken := strings.Replace(string(file), "#4=IFCCARTESIANPOINT((0.,0.,0.));", "#4=IFCCARTESIANPOINT((0.,0.,;", 1)
	_, err := Parse([]byte(broken))
	refusal, ok := err.(*state.Error)
	if !ok || refusal.Code != state.InvalidInput || refusal.Data["line"] != 11 {
		t.Errorf("a damaged file answered %v", err)
	}
	if _, err := Parse([]byte("not a STEP file")); state.CodeOf(err) != state.InvalidInput {
		t.Errorf("a file that is none answered %v", err)
	}
	if _, err := Parse(fileOf("AUTOMOTIVE_DESIGN", common...)); state.CodeOf(err) != state.OutOfRange {
		t.Errorf("a file of another schema answered %v", err)
	}
}

// FuzzRead checks that the reader returns an error for a faulty file and never panics.
func FuzzRead(f *testing.F) {
	f.Add(fileOf("IFC4", append(append([]string{}, common...), "#10=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,2.,3.);",
		"#100=IFCEXTRUDEDAREASOLID(#10,$,#6,4.);",
		"#200=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#100));", "#201=IFCPRODUCTDEFINITIONSHAPE($,$,(#200));",
		"#202=IFCWALL('0000000000000000000002',$,'B',$,$,$,#201,$,$);")...))
	f.Add(fileOf("IFC2X3", append(append([]string{}, common...), "#10=IFCMAPPEDITEM(#11,#12);",
		"#11=IFCREPRESENTATIONMAP(#5,#13);", "#13=IFCSHAPEREPRESENTATION(#7,'Body','MappedRepresentation',(#10));",
		"#201=IFCPRODUCTDEFINITIONSHAPE($,$,(#13));", "#202=IFCSLAB('0000000000000000000002',$,'B',$,$,#203,#201,$,$);",
		"#203=IFCLOCALPLACEMENT(#203,#5);", "#204=IFCRELAGGREGATES('0000000000000000000003',$,$,$,#202,(#202));")...))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse(data)
		if err != nil {
			return
		}
		for _, p := range s.Describe().Products {
			solids, _ := s.Body(p)
			for _, solid := range solids {
				_, _ = solid.Faces()
			}
			s.Axis(p)
			s.GridLines(p)
		}
	})
}
