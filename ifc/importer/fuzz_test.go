package importer

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// The memory that an import may take: a fixed amount, and an amount per byte of the file. Small files whose items refer
// to each other many times (mapped items in mapped items, booleans) could otherwise exceed this amount.
const (
	fuzzMemory        = 256 << 20
	fuzzMemoryPerByte = 64 << 10
)

// carriedByUs turns the foreign file into one of ours, which carries a group, a type, a category and facets.
const carriedByUs = `#200=IFCPROPERTYSINGLEVALUE('version',$,IFCTEXT('1'),$);
#201=IFCPROPERTYSINGLEVALUE('element.11111111-1111-4111-8111-111111111111',$,IFCTEXT('{"id":"11111111-1111-4111-8111-111111111111","category":"zone","name":"Z","params":{"usage":"x"}}'),$);
#202=IFCPROPERTYSET('0000000000000000000202',$,'bimstream',$,(#200,#201));
#203=IFCRELDEFINESBYPROPERTIES('0000000000000000000203',$,$,$,(#1),#202);
#204=IFCPROPERTYSINGLEVALUE('category',$,IFCTEXT('railing'),$);
#205=IFCPROPERTYSINGLEVALUE('param.path',$,IFCTEXT('[[0,0,0],[3000,0,0]]'),$);
#206=IFCPROPERTYSINGLEVALUE('param.height',$,IFCTEXT('1000'),$);
#207=IFCPROPERTYSINGLEVALUE('level',$,IFCTEXT('"00000000-0000-0000-0000-000000000041"'),$);
#208=IFCPROPERTYSET('0000000000000000000208',$,'bimstream',$,(#204,#205,#206,#207));
#209=IFCRELDEFINESBYPROPERTIES('0000000000000000000209',$,$,$,(#60),#208);
#210=IFCPROPERTYSINGLEVALUE('field.category',$,IFCTEXT('"wall"'),$);
#211=IFCPROPERTYSINGLEVALUE('field.layers',$,IFCTEXT('[{"material_id":"x","thickness":200}]'),$);
#212=IFCPROPERTYSET('0000000000000000000212',$,'bimstream',$,(#210,#211));
#213=IFCWALLTYPE('0000000000000000000213',$,'Layered',$,$,(#212),$,'22222222-2222-4222-8222-222222222222',$,.SOLIDWALL.);
#214=IFCRELDEFINESBYTYPE('0000000000000000000214',$,$,$,(#30),#213);
ENDSEC;
END-ISO`

// bodies adds an element with a body of every other kind: mapped, clipped, subtracted, revolved, a disk along a path,
// and faces.
const bodies = `#300=IFCREPRESENTATIONMAP(#5,#63);
#301=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#4,2.,$);
#302=IFCMAPPEDITEM(#300,#301);
#303=IFCPLANE(#52);
#304=IFCHALFSPACESOLID(#303,.F.);
#305=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#62,#304);
#306=IFCBOOLEANRESULT(.DIFFERENCE.,#47,#34);
#307=IFCCARTESIANPOINT((1.,0.,0.));
#308=IFCAXIS1PLACEMENT(#307,#309);
#309=IFCDIRECTION((0.,1.,0.));
#310=IFCREVOLVEDAREASOLID(#33,$,#308,1.5);
#311=IFCCARTESIANPOINT((2.,1.,1.));
#312=IFCPOLYLINE((#4,#307,#311));
#313=IFCSWEPTDISKSOLID(#312,0.05,0.02,0.,1.);
#314=IFCPOLYLOOP((#4,#307,#311));
#315=IFCFACEOUTERBOUND(#314,.T.);
#316=IFCFACE((#315));
#317=IFCPOLYLOOP((#4,#311,#307));
#318=IFCFACEOUTERBOUND(#317,.T.);
#319=IFCFACE((#318));
#320=IFCCLOSEDSHELL((#316,#319));
#321=IFCFACETEDBREP(#320);
#322=IFCSHAPEREPRESENTATION(#7,'Body','SolidModel',(#302,#305,#306,#310,#313,#321));
#323=IFCPRODUCTDEFINITIONSHAPE($,$,(#322));
#324=IFCBUILDINGELEMENTPROXY('0000000000000000000324',$,'Bodies',$,$,#8,#323,$,$);
#325=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000325',$,$,$,(#324),#11);
ENDSEC;
END-ISO`

// curvedBodies adds an element with faces on curved surfaces, and sweeps of every other kind.
const curvedBodies = `#300=IFCCARTESIANPOINT((1.,0.,0.));
#301=IFCCARTESIANPOINT((1.,0.,2.));
#302=IFCVERTEXPOINT(#300);
#303=IFCVERTEXPOINT(#301);
#304=IFCCIRCLE(#5,1.);
#305=IFCCARTESIANPOINT((0.,0.,2.));
#306=IFCAXIS2PLACEMENT3D(#305,$,$);
#307=IFCCIRCLE(#306,1.);
#308=IFCEDGECURVE(#302,#302,#304,.T.);
#309=IFCEDGECURVE(#303,#303,#307,.T.);
#310=IFCORIENTEDEDGE(*,*,#308,.T.);
#311=IFCORIENTEDEDGE(*,*,#309,.F.);
#312=IFCEDGELOOP((#310));
#313=IFCEDGELOOP((#311));
#314=IFCFACEOUTERBOUND(#312,.T.);
#315=IFCFACEBOUND(#313,.T.);
#316=IFCCYLINDRICALSURFACE(#5,1.);
#317=IFCADVANCEDFACE((#314,#315),#316,.T.);
#318=IFCPLANE(#5);
#319=IFCFACEOUTERBOUND(#312,.F.);
#320=IFCADVANCEDFACE((#319),#318,.F.);
#321=IFCSPHERICALSURFACE(#306,1.);
#322=IFCFACEOUTERBOUND(#313,.F.);
#323=IFCADVANCEDFACE((#322),#321,.T.);
#324=IFCCLOSEDSHELL((#317,#320,#323));
#325=IFCADVANCEDBREP(#324);
#326=IFCDIRECTION((0.,0.,1.));
#327=IFCEXTRUDEDAREASOLIDTAPERED(#33,$,#326,1.,#33);
#328=IFCPOLYLINE((#4,#300,#301));
#329=IFCFIXEDREFERENCESWEPTAREASOLID(#33,$,#328,$,$,#326);
#330=IFCSURFACECURVESWEPTAREASOLID(#33,$,#304,$,$,#316);
#331=IFCCARTESIANPOINT((0.,1.,1.));
#332=IFCBSPLINESURFACEWITHKNOTS(1,1,((#4,#300),(#305,#331)),.UNSPECIFIED.,.F.,.F.,.F.,(2,2),(2,2),(0.,1.),(0.,1.),.UNSPECIFIED.);
#333=IFCBSPLINECURVEWITHKNOTS(2,(#4,#300,#301,#305,#4),.UNSPECIFIED.,.T.,.F.,(3,1,1,3),(0.,1.,2.,3.),.UNSPECIFIED.);
#334=IFCVERTEXPOINT(#4);
#335=IFCEDGECURVE(#334,#334,#333,.T.);
#336=IFCORIENTEDEDGE(*,*,#335,.T.);
#337=IFCEDGELOOP((#336));
#338=IFCFACEOUTERBOUND(#337,.T.);
#339=IFCADVANCEDFACE((#338),#332,.T.);
#340=IFCTOROIDALSURFACE(#5,2.,1.);
#341=IFCADVANCEDFACE((#338),#340,.F.);
#342=IFCOPENSHELL((#339,#341));
#343=IFCSHELLBASEDSURFACEMODEL((#342));
#344=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#328);
#345=IFCAXIS1PLACEMENT(#4,#326);
#346=IFCSURFACEOFREVOLUTION(#344,$,#345);
#347=IFCADVANCEDFACE((#314),#346,.T.);
#348=IFCSURFACEOFLINEAREXTRUSION(#344,$,#326,1.);
#349=IFCADVANCEDFACE((#314),#348,.T.);
#350=IFCCONNECTEDFACESET((#347,#349));
#351=IFCFACEBASEDSURFACEMODEL((#350));
#352=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#328);
#353=IFCCOMPOSITECURVE((#352),.F.);
#354=IFCSECTIONEDSPINE(#353,(#33,#33),(#5,#306));
#355=IFCSHAPEREPRESENTATION(#7,'Body','SolidModel',(#325,#327,#329,#330,#343,#351,#354));
#356=IFCPRODUCTDEFINITIONSHAPE($,$,(#355));
#357=IFCBUILDINGELEMENTPROXY('0000000000000000000357',$,'Curved',$,$,#8,#356,$,$);
#358=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000358',$,$,$,(#357),#11);
ENDSEC;
END-ISO`

// FuzzImport checks that any file is refused, or has a plan that the model accepts step by step. The memory for the
// plan must be in proportion to the file.
func FuzzImport(f *testing.F) {
	f.Add([]byte(foreign))
	f.Add([]byte(strings.Replace(foreign, "ENDSEC;\nEND-ISO", equipment, 1)))
	f.Add([]byte(strings.Replace(foreign, "ENDSEC;\nEND-ISO", carriedByUs, 1)))
	f.Add([]byte(strings.Replace(strings.Replace(foreign, "'IFC4'", "'IFC2X3'", 1), "ENDSEC;\nEND-ISO", bodies, 1)))
	f.Add([]byte(strings.Replace(foreign, "ENDSEC;\nEND-ISO", curvedBodies, 1)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		plan := decided(t, data)
		runtime.ReadMemStats(&after)
		if used, most := after.TotalAlloc-before.TotalAlloc,
			uint64(fuzzMemory+fuzzMemoryPerByte*len(data)); used > most {
			t.Errorf("%d bytes of memory for a file of %d", used, len(data))
		}
		if plan != nil {
			carryOut(t, plan)
		}
	})
}

// decided returns the plan of a file, nil if the file is refused.
func decided(t *testing.T, data []byte) *Plan {
	src, err := building.Parse(data)
	if err != nil {
		return nil
	}
	plan, err := Make(context.Background(), src, Target{}, nil)
	if err != nil {
		if state.CodeOf(err) == state.Internal {
			t.Error(err)
		}
		return nil
	}
	return plan
}

// carryOut runs a plan on a new model.
func carryOut(t *testing.T, plan *Plan) *state.Model {
	plan.Create.ID = "model"
	m := state.NewModel()
	operations := []change.Operation{plan.Create}
	for _, step := range plan.Steps {
		operations = append(operations, step)
	}
	for i, op := range operations {
		d, err := domain.Decide(m, change.Command{ID: fmt.Sprint(i), Do: op})
		if err != nil {
			t.Fatal(err)
		}
		m = d.After
	}
	return m
}
