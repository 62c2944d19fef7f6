package export

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/importer"
)

// kioskFile is a file of another program with elements that have open surfaces and curves. The body of its canopy is a
// post and a blue sheet folded once; its screen has two triangles. Its sign has red lines on a layer and a footprint,
// its banner is a surface model of faces, and its two flags map one sheet.
const kioskFile = `ISO-10303-21;HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));ENDSEC;DATA;
#1=IFCPROJECT('0000000000000000000001',$,'P',$,$,$,$,(#7,#11),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCAXIS2PLACEMENT3D(#4,$,$);
#6=IFCDIRECTION((0.,0.,1.));
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);
#8=IFCLOCALPLACEMENT($,#5);
#9=IFCBUILDINGSTOREY('0000000000000000000009',$,'Ground',$,$,#8,$,$,.ELEMENT.,0.);
#10=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000010',$,$,$,(#20,#40,#50,#60,#70,#75),#9);
#11=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Plan',2,$,#12,$);
#12=IFCAXIS2PLACEMENT2D(#13,$);
#13=IFCCARTESIANPOINT((0.,0.));
#20=IFCBUILDINGELEMENTPROXY('0000000000000000000020',$,'Canopy',$,$,#8,#21,$,$);
#21=IFCPRODUCTDEFINITIONSHAPE($,$,(#22));
#22=IFCSHAPEREPRESENTATION(#7,'Body','SurfaceOrSolidModel',(#23,#25));
#23=IFCEXTRUDEDAREASOLID(#24,$,#6,2000.);
#24=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,100.,100.);
#25=IFCSHELLBASEDSURFACEMODEL((#26));
#26=IFCOPENSHELL((#27,#28));
#27=IFCFACE((#29));
#28=IFCFACE((#30));
#29=IFCFACEOUTERBOUND(#31,.T.);
#30=IFCFACEOUTERBOUND(#32,.T.);
#31=IFCPOLYLOOP((#33,#34,#35,#36));
#32=IFCPOLYLOOP((#34,#37,#38,#35));
#33=IFCCARTESIANPOINT((-1000.,-500.,2000.));
#34=IFCCARTESIANPOINT((1000.,-500.,2000.));
#35=IFCCARTESIANPOINT((1000.,500.,2000.));
#36=IFCCARTESIANPOINT((-1000.,500.,2000.));
#37=IFCCARTESIANPOINT((1500.,-500.,2300.));
#38=IFCCARTESIANPOINT((1500.,500.,2300.));
#39=IFCSTYLEDITEM(#25,(#83),$);
#40=IFCFURNITURE('0000000000000000000040',$,'Screen',$,$,#8,#41,$,$);
#41=IFCPRODUCTDEFINITIONSHAPE($,$,(#42));
#42=IFCSHAPEREPRESENTATION(#7,'Body','Tessellation',(#43));
#43=IFCTRIANGULATEDFACESET(#44,$,.F.,((1,2,3),(1,3,4)),$);
#44=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(900.,0.,0.),(900.,0.,1800.),(0.,100.,1800.)));
#50=IFCBUILDINGELEMENTPROXY('0000000000000000000050',$,'Sign',$,$,#8,#51,$,$);
#51=IFCPRODUCTDEFINITIONSHAPE($,$,(#52,#57));
#52=IFCSHAPEREPRESENTATION(#7,'Body','GeometricCurveSet',(#53));
#53=IFCGEOMETRICCURVESET((#54,#55));
#54=IFCPOLYLINE((#4,#33,#36,#4));
#55=IFCPOLYLINE((#34,#37));
#56=IFCSTYLEDITEM(#53,(#86),$);
#57=IFCSHAPEREPRESENTATION(#11,'FootPrint','Curve2D',(#58));
#58=IFCPOLYLINE((#13,#59));
#59=IFCCARTESIANPOINT((700.,250.));
#60=IFCRAILING('0000000000000000000060',$,'Banner',$,$,#8,#61,$,$);
#61=IFCPRODUCTDEFINITIONSHAPE($,$,(#62));
#62=IFCSHAPEREPRESENTATION(#7,'Body','SurfaceModel',(#63));
#63=IFCFACEBASEDSURFACEMODEL((#64));
#64=IFCCONNECTEDFACESET((#28));
#70=IFCFLAG('0000000000000000000070',$,'Flag 1',$,$,#8,#71,$,$);
#71=IFCPRODUCTDEFINITIONSHAPE($,$,(#72));
#72=IFCSHAPEREPRESENTATION(#7,'Body','MappedRepresentation',(#73));
#73=IFCMAPPEDITEM(#77,#74);
#74=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,$,$);
#75=IFCFLAG('0000000000000000000075',$,'Flag 2',$,$,#76,#71,$,$);
#76=IFCLOCALPLACEMENT($,#80);
#77=IFCREPRESENTATIONMAP(#5,#78);
#78=IFCSHAPEREPRESENTATION(#7,'Body','SurfaceModel',(#79));
#79=IFCSHELLBASEDSURFACEMODEL((#81));
#80=IFCAXIS2PLACEMENT3D(#35,$,$);
#81=IFCOPENSHELL((#27));
#82=IFCCOLOURRGB($,0.,0.,1.);
#83=IFCSURFACESTYLE('blue',.BOTH.,(#84));
#84=IFCSURFACESTYLESHADING(#82,0.);
#85=IFCCOLOURRGB($,1.,0.,0.);
#86=IFCCURVESTYLE('red',$,IFCPOSITIVELENGTHMEASURE(0.5),#85,$);
#87=IFCPRESENTATIONLAYERASSIGNMENT('A-SIGN',$,(#52),$);
ENDSEC;END-ISO-10303-21;`

// drawnByName returns the open surfaces and curves of each element, by its name.
func drawnByName(t *testing.T, m *state.Model) map[string][]geometry.Drawn {
	t.Helper()
	out := map[string][]geometry.Drawn{}
	m.Each(func(e *state.Element) bool {
		items, err := shape.Drawn(m, e)
		if err != nil {
			t.Fatal(err)
		}
		if items != nil {
			out[e.Name] = items
		}
		return true
	})
	return out
}

func kiosk(t *testing.T) *state.Model {
	m, report := modelOf(t, strings.ReplaceAll(kioskFile, "IFCFLAG", "IFCBUILDINGELEMENTPROXY"))
	for _, l := range report.Left {
		if l.Kind != importer.FixedBody {
			t.Errorf("left: %+v", l)
		}
	}
	return m
}

// TestOpenSurfacesAndCurvesComeBackAsTheyWere imports the kiosk, exports it in all schemas, and checks that imports
// restore its surfaces and curves.
func TestOpenSurfacesAndCurvesComeBackAsTheyWere(t *testing.T) {
	m := kiosk(t)
	want := drawnByName(t, m)
	forms := map[string][]geometry.DrawnForm{}
	for name, items := range want {
		for _, d := range items {
			forms[name] = append(forms[name], d.Form)
		}
	}
	if !reflect.DeepEqual(forms, map[string][]geometry.DrawnForm{"Canopy": {geometry.DrawnShells},
		"Screen": {geometry.DrawnFaceSet}, "Sign": {geometry.DrawnCurveSet, geometry.DrawnCurves},
		"Banner": {geometry.DrawnFaces}, "Flag 1": {geometry.DrawnShells}, "Flag 2": {geometry.DrawnShells}}) {
		t.Fatalf("the kiosk draws %v", forms)
	}
	if d := want["Sign"][1]; d.Identifier != "FootPrint" || !d.Flat || len(d.Lines[0]) != 2 {
		t.Errorf("the footprint of the sign is %+v", d)
	}
	if d := want["Sign"][0]; len(d.Lines) != 2 || len(d.Lines[0]) != 4 || d.Lines[0][3] != d.Lines[0][0] {
		t.Errorf("the lines of the sign are %+v", d)
	}
	for schema, counts := range map[string]map[string]int{
		SchemaIFC4: {"IFCSHELLBASEDSURFACEMODEL": 3, "IFCTRIANGULATEDFACESET": 1, "IFCFACEBASEDSURFACEMODEL": 0,
			"IFCGEOMETRICCURVESET": 1, "IFCCURVESTYLE": 1, "IFCOPENSHELL": 3, "IFCPRESENTATIONLAYERASSIGNMENT": 1},
		SchemaIFC4X3: {"IFCSHELLBASEDSURFACEMODEL": 3, "IFCTRIANGULATEDFACESET": 1, "IFCFACEBASEDSURFACEMODEL": 0,
			"IFCGEOMETRICCURVESET": 1, "IFCCURVESTYLE": 1},
		SchemaIFC2X3: {"IFCSHELLBASEDSURFACEMODEL": 2, "IFCFACEBASEDSURFACEMODEL": 2, "IFCGEOMETRICCURVESET": 1,
			"IFCCURVESTYLE": 1, "IFCFACETEDBREP": 1},
	} {
		var out bytes.Buffer
		if _, err := Write(t.Context(), &out, m, Options{Schema: schema, Stamp: stamp}); err != nil {
			t.Fatalf("%s: %v", schema, err)
		}
		file := out.String()
		for class, n := range counts {
			if got := strings.Count(file, "="+class+"("); got != n {
				t.Errorf("%s: %d of %s, expected %d", schema, got, class, n)
			}
		}
		again, report := modelOf(t, file)
		got := drawnByName(t, again)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: read again, it draws %+v\nwant %+v", schema, got, want)
		}
		if len(report.Left) > 0 {
			t.Errorf("%s: read again, it leaves %+v", schema, report.Left)
		}
		m.Each(func(e *state.Element) bool {
			if of, ok := again.Element(e.ID); ok && !shape.SameOrigin(e.Origin, of.Origin) &&
				e.Category != state.CategorySite {
				t.Errorf("%s: %s has the origin %+v, and had %+v", schema, e.Name, of.Origin, e.Origin)
			}
			return true
		})
	}
}

// TestOpenSurfacesMeasureNothing checks that only solids have a volume, and that open surfaces and curves move with
// their element.
func TestOpenSurfacesMeasureNothing(t *testing.T) {
	m := kiosk(t)
	var canopy, banner *state.Element
	m.Each(func(e *state.Element) bool {
		switch e.Name {
		case "Canopy":
			canopy = e
		case "Banner":
			banner = e
		}
		return true
	})
	body, err := shape.Body(m, canopy.ID)
	if err != nil || body.Volume() != .1*.1*2 {
		t.Errorf("the canopy has %v m3 (%v), its post has 0.02", body.Volume(), err)
	}
	if body, err = shape.Body(m, banner.ID); err != nil || len(body) > 0 || banner.Category != state.CategoryRailing {
		t.Errorf("the banner is a %s of %d solids (%v)", banner.Category, len(body), err)
	}
	before := drawnByName(t, m)["Banner"][0].Bounds()
	by := geometry.Point3{X: 3 * geometry.Metre, Z: geometry.Metre}
	moved := decided(t, m, change.MoveElement{ElementIDs: []state.ID{banner.ID}, Delta: by})
	after := drawnByName(t, moved)["Banner"][0].Bounds()
	if after.Min.Sub(before.Min) != by || after.Max.Sub(before.Max) != by {
		t.Errorf("moved by %v, the banner went from %v to %v", by, before, after)
	}
}
