package export

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
)

// doorsFile is a file of another program with a wall along X, 8 m long and 200 mm thick, and two doors of one map. The
// body of the map is a red leaf and a handle without colour. It is in the frame of the door: X along the opening, Y to
// the side to which it opens. The second door opens to the exterior, so its frame is turned.
const doorsFile = `ISO-10303-21;HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));ENDSEC;DATA;
#1=IFCPROJECT('0000000000000000000001',$,'P',$,$,$,$,(#7),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCAXIS2PLACEMENT3D(#4,$,$);
#6=IFCDIRECTION((0.,0.,1.));
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);
#8=IFCLOCALPLACEMENT($,#5);
#9=IFCBUILDINGSTOREY('0000000000000000000009',$,'Ground',$,$,#8,$,$,.ELEMENT.,0.);
#10=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000010',$,$,$,(#25,#50,#60),#9);
#20=IFCCARTESIANPOINT((4000.,100.));
#21=IFCAXIS2PLACEMENT2D(#20,$);
#22=IFCRECTANGLEPROFILEDEF(.AREA.,$,#21,8000.,200.);
#23=IFCEXTRUDEDAREASOLID(#22,$,#6,3000.);
#24=IFCPRODUCTDEFINITIONSHAPE($,$,(#26));
#25=IFCWALL('0000000000000000000025',$,'W',$,$,#8,#24,$,$);
#26=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#23));
#30=IFCCARTESIANPOINT((500.,100.));
#31=IFCAXIS2PLACEMENT2D(#30,$);
#32=IFCRECTANGLEPROFILEDEF(.AREA.,$,#31,1000.,400.);
#33=IFCEXTRUDEDAREASOLID(#32,$,#6,2100.);
#34=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#33));
#35=IFCPRODUCTDEFINITIONSHAPE($,$,(#34));
#36=IFCCARTESIANPOINT((1000.,0.,0.));
#37=IFCAXIS2PLACEMENT3D(#36,$,$);
#38=IFCLOCALPLACEMENT($,#37);
#39=IFCOPENINGELEMENT('0000000000000000000039',$,'O1',$,$,#38,#35,$,$);
#40=IFCRELVOIDSELEMENT('0000000000000000000040',$,$,$,#25,#39);
#41=IFCRELFILLSELEMENT('0000000000000000000041',$,$,$,#39,#50);
#42=IFCCARTESIANPOINT((5000.,0.,0.));
#43=IFCAXIS2PLACEMENT3D(#42,$,$);
#44=IFCLOCALPLACEMENT($,#43);
#45=IFCOPENINGELEMENT('0000000000000000000045',$,'O2',$,$,#44,#35,$,$);
#46=IFCRELVOIDSELEMENT('0000000000000000000046',$,$,$,#25,#45);
#47=IFCRELFILLSELEMENT('0000000000000000000047',$,$,$,#45,#60);
#50=IFCDOOR('0000000000000000000050',$,'D1',$,$,#38,#55,$,2100.,1000.,$,.SINGLE_SWING_LEFT.,$);
#51=IFCMAPPEDITEM(#80,#52);
#52=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);
#53=IFCSHAPEREPRESENTATION(#7,'Body','MappedRepresentation',(#51));
#55=IFCPRODUCTDEFINITIONSHAPE($,$,(#53));
#56=IFCCARTESIANPOINT((6000.,200.,0.));
#57=IFCDIRECTION((-1.,0.,0.));
#58=IFCAXIS2PLACEMENT3D(#56,#6,#57);
#59=IFCLOCALPLACEMENT($,#58);
#60=IFCDOOR('0000000000000000000060',$,'D2',$,$,#59,#55,$,2100.,1000.,$,.SINGLE_SWING_LEFT.,$);
#70=IFCCARTESIANPOINT((500.,30.));
#71=IFCAXIS2PLACEMENT2D(#70,$);
#72=IFCRECTANGLEPROFILEDEF(.AREA.,$,#71,900.,60.);
#73=IFCEXTRUDEDAREASOLID(#72,$,#6,2000.);
#74=IFCCARTESIANPOINT((100.,80.,1000.));
#75=IFCAXIS2PLACEMENT3D(#74,$,$);
#76=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,20.,40.);
#77=IFCEXTRUDEDAREASOLID(#76,#75,#6,100.);
#78=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#73,#77));
#80=IFCREPRESENTATIONMAP(#5,#78);
#83=IFCCOLOURRGB($,1.,0.,0.);
#84=IFCSURFACESTYLESHADING(#83,0.);
#85=IFCSURFACESTYLE('red',.BOTH.,(#84));
#86=IFCSTYLEDITEM(#73,(#85),$);
ENDSEC;END-ISO-10303-21;`

// doorBody is the volume of the leaf and the handle of a door of doorsFile in m3.
const doorBody = .9*.06*2 + .02*.04*.1

// modelOf imports a file and returns the model and the report.
func modelOf(t *testing.T, file string) (*state.Model, importer.Report) {
	t.Helper()
	src, err := building.Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := importer.Make(context.Background(), src, importer.Target{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan.Create.ID, plan.Create.Owner = "m1", "ada"
	m := decided(t, state.NewModel(), plan.Create)
	for _, step := range plan.Steps {
		m = decided(t, m, step)
	}
	return m, plan.Report
}

func decided(t *testing.T, m *state.Model, o change.Operation) *state.Model {
	t.Helper()
	d, err := domain.Decide(m, change.Command{ID: "c" + string(rune('0'+m.Len())), Do: o})
	if err != nil {
		t.Fatal(err)
	}
	return d.After
}

func bodyOf(t *testing.T, m *state.Model, name string) geometry.Body {
	t.Helper()
	body, err := named(t, m, name).Params.(interface {
		Body(*state.Model, *state.Element) (geometry.Body, error)
	}).Body(m, named(t, m, name))
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func named(t *testing.T, m *state.Model, name string) (found *state.Element) {
	t.Helper()
	m.Each(func(e *state.Element) bool {
		if e.Name == name {
			found = e
		}
		return true
	})
	if found == nil {
		t.Fatalf("nothing is called %s", name)
	}
	return found
}

func wantBox(t *testing.T, body geometry.Body, volume float64, low, high geometry.Point3) {
	t.Helper()
	if box := body.Bounds(); box.Min != low || box.Max != high || math.Abs(body.Volume()-volume) > 1e-9 {
		t.Errorf("the body is %v to %v with %.5f m3, want %v to %v with %.5f", box.Min, box.Max, body.Volume(), low,
			high, volume)
	}
}

func spot(x, y, z int64) geometry.Point3 {
	return geometry.Point3{X: geometry.MM(x), Y: geometry.MM(y), Z: geometry.MM(z)}
}

// TestADoorKeepsTheBodyOfItsFile checks that a door in a wall has the body of its file, on either side of the wall, and
// moves with its wall. An export in each schema writes the body once for all doors that have it, and an import restores
// the body with its colours.
func TestADoorKeepsTheBodyOfItsFile(t *testing.T) {
	m, report := modelOf(t, doorsFile)
	wantBox(t, bodyOf(t, m, "D1"), doorBody, spot(1050, 0, 0), spot(1950, 100, 2000))
	wantBox(t, bodyOf(t, m, "D2"), doorBody, spot(5050, 100, 0), spot(5950, 200, 2000))
	for _, left := range report.Left {
		if left.Class == "IfcSurfaceStyle" {
			t.Errorf("the report says %+v", left)
		}
	}
	for _, name := range Schemas() {
		var file bytes.Buffer
		if _, err := Write(context.Background(), &file, m, in(name)); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(file.String(), "=IFCREPRESENTATIONMAP("); n != 1 {
			t.Errorf("%s: the file has %d maps, want one for both doors", name, n)
		}
		if !strings.Contains(file.String(), "=IFCSURFACESTYLE('red',.BOTH.,") {
			t.Errorf("%s: the leaf is not red", name)
		}
		back, _ := reimported(t, m, in(name))
		sameState(t, back, m)
		wantBox(t, bodyOf(t, back, "D2"), doorBody, spot(5050, 100, 0), spot(5950, 200, 2000))
	}
	moved := decided(t, m, change.MoveElement{ElementIDs: []state.ID{named(t, m, "W").ID}, Delta: spot(0, 500, 0)})
	wantBox(t, bodyOf(t, moved, "D1"), doorBody, spot(1050, 500, 0), spot(1950, 600, 2000))
}

// TestADoorOfAnotherSizeHasTheFormOfTheModel checks that the body of a file is used only for the size with which it was
// read. The export of a door of another size has the body of its parameters.
func TestADoorOfAnotherSizeHasTheFormOfTheModel(t *testing.T) {
	m, _ := modelOf(t, doorsFile)
	id := named(t, m, "D1").ID
	if clear := named(t, m, "D1").Params.(*fabric.Door).LeafSizes(geometry.MM(200)).LiningThickness; clear != 0 {
		t.Errorf("the door has a lining of %v that its file does not tell", clear)
	}
	resized := func(m *state.Model, width string) *state.Model {
		return decided(t, m, change.ModifyParameter{ElementID: id, ParameterName: "width",
			Value: json.RawMessage(width)})
	}
	wider := resized(m, "1200")
	if box := bodyOf(t, wider, "D1").Bounds(); box.Max.X-box.Min.X != geometry.MM(1200) {
		t.Errorf("the door is %v to %v", box.Min, box.Max)
	}
	back, _ := reimported(t, wider, in(SchemaIFC4))
	if box := bodyOf(t, back, "D1").Bounds(); box.Max.X-box.Min.X != geometry.MM(1200) {
		t.Errorf("after an export the door is %v to %v", box.Min, box.Max)
	}
	wantBox(t, bodyOf(t, resized(wider, "1000"), "D1"), doorBody, spot(1050, 0, 0), spot(1950, 100, 2000))
}
