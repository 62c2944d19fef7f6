package export

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
)

// foreignLooks is a file of another program with a proxy. The proxy's author is Ann Bee, its layer is frozen, it is
// half transparent, and its material has constituents.
const foreignLooks = `ISO-10303-21;HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));ENDSEC;DATA;
#1=IFCPROJECT('0000000000000000000001',#50,'P',$,$,'Long','Phase 2',(#7),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCAXIS2PLACEMENT3D(#4,$,$);
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);
#8=IFCLOCALPLACEMENT($,#5);
#9=IFCBUILDINGSTOREY('0000000000000000000009',$,'Ground',$,$,#8,$,$,.ELEMENT.,0.);
#10=IFCBUILDINGELEMENTPROXY('0000000000000000000010',#50,'A',$,$,#8,#40,$,$);
#12=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000012',$,$,$,(#10),#9);
#30=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,4000.,200.);
#31=IFCEXTRUDEDAREASOLID(#30,$,#32,3000.);
#32=IFCDIRECTION((0.,0.,1.));
#33=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#31));
#40=IFCPRODUCTDEFINITIONSHAPE($,$,(#33));
#41=IFCPRESENTATIONLAYERWITHSTYLE('Walls','d',(#33),'id',.T.,.T.,.F.,());
#43=IFCCOLOURRGB($,1.,0.,0.);
#44=IFCSURFACESTYLESHADING(#43,0.5);
#45=IFCSURFACESTYLE('red',.POSITIVE.,(#44));
#46=IFCSTYLEDITEM(#31,(#45),$);
#50=IFCOWNERHISTORY(#51,#54,$,.ADDED.,$,$,$,1000);
#51=IFCPERSONANDORGANIZATION(#52,#53,$);
#52=IFCPERSON('ab','Bee','Ann',$,$,$,$,$);
#53=IFCORGANIZATION($,'Office',$,$,$);
#54=IFCAPPLICATION(#53,'1','App','app');
#60=IFCMATERIAL('Steel',$,$);
#61=IFCMATERIALCONSTITUENT('Frame',$,#60,0.25,$);
#62=IFCMATERIALCONSTITUENTSET('Set',$,(#61));
#63=IFCRELASSOCIATESMATERIAL('0000000000000000000063',$,$,$,(#10),#62);
ENDSEC;END-ISO-10303-21;`

func foreignModel(t *testing.T) *state.Model {
	t.Helper()
	src, err := building.Parse([]byte(foreignLooks))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := importer.Make(context.Background(), src, importer.Target{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan.Create.ID, plan.Create.Owner = "m1", "ada"
	return carriedOut(t, plan)
}

// TestOriginsAreWrittenInAllSchemas checks that every schema writes authors and styles of the source file, and that an
// import reads them back.
func TestOriginsAreWrittenInAllSchemas(t *testing.T) {
	m := foreignModel(t)
	for _, name := range Schemas() {
		t.Run(name, func(t *testing.T) {
			var file bytes.Buffer
			if _, err := Write(context.Background(), &file, m, in(name)); err != nil {
				t.Fatal(err)
			}
			want := []string{"'ab','Bee','Ann'", "'1','App','app'", ".NOTDEFINED.,$,$,$,1000)",
				"=IFCPRESENTATIONLAYERWITHSTYLE('Walls','d',(", ",'id',.T.,.T.,.F.,",
				"=IFCSURFACESTYLE('red',.POSITIVE.,",
				"=IFCPROJECT('0000000000000000000001',", "'Long','Phase 2'"}
			if name != SchemaIFC2X3 {
				want = append(want, "=IFCMATERIALCONSTITUENT('Frame',$,")
			} else { // since IFC4 only changes have an action (CorrectChangeAction)
				want[2] = ".ADDED.,$,$,$,1000)"
			}
			for _, w := range want {
				if !strings.Contains(file.String(), w) {
					t.Errorf("the file does not say %s", w)
				}
			}
			back, _ := reimported(t, m, in(name))
			sameState(t, back, m)
		})
	}
}

// TestAChangeHereIsTheLastModification checks that a change in this model becomes the last modification of the owner
// history, and that the original author is kept.
func TestAChangeHereIsTheLastModification(t *testing.T) {
	o := in(SchemaIFC4)
	o.History = func(state.ID) (OwnerHistory, bool) {
		return OwnerHistory{Created: Change{User: "ada", At: time.Unix(2000, 0)},
			Modified: Change{User: "ada", At: time.Unix(3000, 0)}}, true
	}
	var file bytes.Buffer
	if _, err := Write(context.Background(), &file, foreignModel(t), o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(file.String(), ",.MODIFIED.,3000,") || !strings.Contains(file.String(), ",1000);") {
		t.Error("the file does not say when the proxy was made and changed")
	}
}
