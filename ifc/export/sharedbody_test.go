package export

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/verify"
)

// barsFile is a file of another program with proxies A, B and C. The bodies of A and B map one map with different
// mapping origins; the body of C is three equal round bars. A and B have a list of materials, and the type of a slab
// has a predefined type.
const barsFile = `ISO-10303-21;HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC2X3'));ENDSEC;DATA;
#1=IFCPROJECT('0000000000000000000001',#90,'P',$,$,$,$,(#7),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCAXIS2PLACEMENT3D(#4,$,$);
#6=IFCDIRECTION((0.,0.,1.));
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);
#8=IFCLOCALPLACEMENT($,#5);
#9=IFCBUILDINGSTOREY('0000000000000000000009',#90,'Ground',$,$,#8,$,$,.ELEMENT.,0.);
#10=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000010',#90,$,$,(#20,#30,#40),#9);
#11=IFCCIRCLEPROFILEDEF(.AREA.,$,$,10.);
#12=IFCEXTRUDEDAREASOLID(#11,$,#6,2000.);
#13=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#12));
#14=IFCREPRESENTATIONMAP(#5,#13);
#20=IFCBUILDINGELEMENTPROXY('0000000000000000000020',#90,'A',$,$,#8,#21,$,$);
#21=IFCPRODUCTDEFINITIONSHAPE($,$,(#22));
#22=IFCSHAPEREPRESENTATION(#7,'Body','MappedRepresentation',(#23));
#23=IFCMAPPEDITEM(#14,#24);
#24=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);
#30=IFCBUILDINGELEMENTPROXY('0000000000000000000030',#90,'B',$,$,#8,#31,$,$);
#31=IFCPRODUCTDEFINITIONSHAPE($,$,(#32));
#32=IFCSHAPEREPRESENTATION(#7,'Body','MappedRepresentation',(#33));
#33=IFCMAPPEDITEM(#14,#34);
#34=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#35,$,$);
#35=IFCCARTESIANPOINT((300.,400.,500.));
#40=IFCBUILDINGELEMENTPROXY('0000000000000000000040',#90,'C',$,$,#8,#41,$,$);
#41=IFCPRODUCTDEFINITIONSHAPE($,$,(#42));
#42=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#12,#43,#44));
#43=IFCEXTRUDEDAREASOLID(#11,#45,#6,2000.);
#44=IFCEXTRUDEDAREASOLID(#11,#47,#6,2000.);
#45=IFCAXIS2PLACEMENT3D(#46,$,$);
#46=IFCCARTESIANPOINT((100.,0.,0.));
#47=IFCAXIS2PLACEMENT3D(#48,$,$);
#48=IFCCARTESIANPOINT((200.,0.,0.));
#50=IFCMATERIAL('Steel');
#51=IFCMATERIAL('Zinc');
#52=IFCMATERIALLIST((#50,#51));
#53=IFCRELASSOCIATESMATERIAL('0000000000000000000053',#90,$,$,(#20,#30),#52);
#60=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,4000.,200.);
#61=IFCEXTRUDEDAREASOLID(#60,$,#6,3000.);
#62=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#61));
#63=IFCPRODUCTDEFINITIONSHAPE($,$,(#62));
#64=IFCSLAB('0000000000000000000064',#90,'S',$,$,#8,#63,$,.FLOOR.);
#65=IFCSLABTYPE('0000000000000000000065',#90,'T',$,$,$,$,$,$,.FLOOR.);
#66=IFCRELDEFINESBYTYPE('0000000000000000000066',#90,$,$,(#64),#65);
#67=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000067',#90,$,$,(#64),#9);
#90=IFCOWNERHISTORY(#91,#94,$,.ADDED.,$,$,$,1000);
#91=IFCPERSONANDORGANIZATION(#92,#93,$);
#92=IFCPERSON('ab','Bee','Ann',$,$,$,$,$);
#93=IFCORGANIZATION($,'Office',$,$,$);
#94=IFCAPPLICATION(#93,'1','App','app');
ENDSEC;END-ISO-10303-21;`

// TestEqualBodiesAreWrittenOnce checks that bodies that differ only in their position share one map, whether they
// belong to one element or to several. An import of such a file must restore the model.
func TestEqualBodiesAreWrittenOnce(t *testing.T) {
	m, _ := modelOf(t, barsFile)
	for _, name := range Schemas() {
		var file bytes.Buffer
		if _, err := Write(context.Background(), &file, m, in(name)); err != nil {
			t.Fatal(err)
		}
		maps := strings.Count(file.String(), "=IFCREPRESENTATIONMAP(")
		items := strings.Count(file.String(), "=IFCMAPPEDITEM(")
		if maps != 2 || items != 5 {
			t.Errorf("%s: the file has %d maps and %d items of them, want 2 and 5", name, maps, items)
		}
		back, _ := reimported(t, m, in(name))
		sameState(t, back, m)
		low := bodyOf(t, back, "B").Bounds().Min
		if want := (geometry.Point3{X: geometry.MM(290), Y: geometry.MM(390), Z: geometry.MM(500)}); low != want {
			t.Errorf("%s: B begins at %v, want %v", name, low, want)
		}
	}
}

// TestAnExportBreaksNoRuleThatItsFileKeeps exports a file of IFC2X3 whose lists of materials, owner histories and types
// keep the rules of that schema. It checks that the files in the other schemas keep theirs.
func TestAnExportBreaksNoRuleThatItsFileKeeps(t *testing.T) {
	m, _ := modelOf(t, barsFile)
	for _, name := range []string{SchemaIFC4, SchemaIFC4X3} {
		var file bytes.Buffer
		if _, err := Write(context.Background(), &file, m, in(name)); err != nil {
			t.Fatal(err)
		}
		report, err := verify.Bytes(context.Background(), file.Bytes(), verify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			if f.Severity != verify.Practice {
				t.Errorf("%s: %s: %s", name, f.Rule, f.Message)
			}
		}
		back, _ := reimported(t, m, in(name))
		sameState(t, back, m)
	}
}
