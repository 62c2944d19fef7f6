package importer

import (
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// equipment adds equipment to the foreign file. It is a chair with a body of its own, a box as a typed washbasin, a
// ceiling, a footing and a railing. Two ducts meet at their ports in a system, which also has a terminal, and a zone
// has one room.
const equipment = `#100=IFCCARTESIANPOINT((0.,0.));
#101=IFCCARTESIANPOINT((0.6,0.));
#102=IFCCARTESIANPOINT((0.,0.5));
#103=IFCPOLYLINE((#100,#101,#102,#100));
#104=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#103);
#105=IFCEXTRUDEDAREASOLID(#104,$,#6,0.9);
#106=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#105));
#107=IFCPRODUCTDEFINITIONSHAPE($,$,(#106));
#108=IFCFURNITURE('0000000000000000000108',$,'Chair',$,'folding',#8,#107,'F-1',.CHAIR.);
#110=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,0.5,0.4);
#111=IFCEXTRUDEDAREASOLID(#110,$,#6,0.2);
#112=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#111));
#113=IFCPRODUCTDEFINITIONSHAPE($,$,(#112));
#114=IFCSANITARYTERMINAL('0000000000000000000114',$,'Basin',$,$,#8,#113,'S-1',$);
#115=IFCPROPERTYSINGLEVALUE('Maker',$,IFCLABEL('Somebody'),$);
#116=IFCPROPERTYSET('0000000000000000000116',$,'Shared',$,(#115));
#117=IFCSANITARYTERMINALTYPE('0000000000000000000117',$,'Basin 50',$,$,(#116),$,$,$,.WASHHANDBASIN.);
#118=IFCRELDEFINESBYTYPE('0000000000000000000118',$,$,$,(#114),#117);
#120=IFCCARTESIANPOINT((0.,0.,2.5));
#121=IFCAXIS2PLACEMENT3D(#120,$,$);
#122=IFCLOCALPLACEMENT(#8,#121);
#123=IFCEXTRUDEDAREASOLID(#46,$,#6,0.02);
#124=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#123));
#125=IFCPRODUCTDEFINITIONSHAPE($,$,(#124));
#126=IFCCOVERING('0000000000000000000126',$,'Ceiling',$,$,#122,#125,$,.CEILING.);
#127=IFCFOOTING('0000000000000000000127',$,'Pad',$,$,#8,#113,$,.PAD_FOOTING.);
#128=IFCRAILING('0000000000000000000128',$,'Rail',$,$,#8,#107,'R-1',.HANDRAIL.);
#130=IFCDIRECTION((1.,0.,0.));
#131=IFCDIRECTION((0.,1.,0.));
#132=IFCAXIS2PLACEMENT3D(#120,#130,#131);
#133=IFCLOCALPLACEMENT($,#132);
#134=IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,$,0.1,0.001);
#135=IFCEXTRUDEDAREASOLID(#134,$,#6,2.);
#136=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#135));
#137=IFCPRODUCTDEFINITIONSHAPE($,$,(#136));
#138=IFCDUCTSEGMENT('0000000000000000000138',$,'Duct 1',$,$,#133,#137,$,.RIGIDSEGMENT.);
#140=IFCCARTESIANPOINT((2.,0.,2.5));
#141=IFCAXIS2PLACEMENT3D(#140,#130,#131);
#142=IFCLOCALPLACEMENT($,#141);
#143=IFCDUCTSEGMENT('0000000000000000000143',$,'Duct 2',$,$,#142,#137,$,.RIGIDSEGMENT.);
#144=IFCDISTRIBUTIONPORT('0000000000000000000144',$,'Out',$,$,#142,$,.SINK.,.DUCT.,.VENTILATION.);
#145=IFCDISTRIBUTIONPORT('0000000000000000000145',$,'In',$,$,#142,$,.SOURCE.,.DUCT.,.VENTILATION.);
#149=IFCDISTRIBUTIONPORT('0000000000000000000149',$,'Mouth',$,$,#133,$,.SOURCE.,.DUCT.,.VENTILATION.);
#146=IFCRELNESTS('0000000000000000000146',$,$,$,#138,(#144,#149));
#147=IFCRELNESTS('0000000000000000000147',$,$,$,#143,(#145));
#148=IFCRELCONNECTSPORTS('0000000000000000000148',$,$,$,#144,#145,$);
#150=IFCDISTRIBUTIONSYSTEM('0000000000000000000150',$,'Extract',$,$,$,.EXHAUST.);
#151=IFCAIRTERMINAL('0000000000000000000151',$,'Grille',$,$,#8,#113,$,.GRILLE.);
#152=IFCRELASSIGNSTOGROUP('0000000000000000000152',$,$,$,(#138,#143,#151),$,#150);
#160=IFCSPACE('0000000000000000000160',$,'1','',$,#8,#49,'Hall',$,$,$);
#161=IFCZONE('0000000000000000000161',$,'Flat 1',$,'tenancy',$);
#162=IFCRELASSIGNSTOGROUP('0000000000000000000162',$,$,$,(#160),$,#161);
#163=IFCRELAGGREGATES('0000000000000000000163',$,$,$,#11,(#160));
#170=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000170',$,$,$,(#108,#114,#126,#127,#128,#138,#143,#151),#11);
ENDSEC;
END-ISO`

func equipped(t *testing.T) (*state.Model, *Plan) {
	t.Helper()
	return imported(t, strings.Replace(foreign, "ENDSEC;\nEND-ISO", equipment, 1))
}

// TestForeignEquipment checks that furniture, terminals, ceilings, footings and ducts of another program get these
// categories, with their bodies.
func TestForeignEquipment(t *testing.T) {
	m, _ := equipped(t)
	const chords = 4e-3 // relative error of a duct's ring, because chords replace arcs within a quarter of a millimetre
	ring := math.Pi * (0.1*0.1 - 0.099*0.099) * 2
	for _, want := range []struct {
		name     string
		category state.Category
		volume   float64
	}{
		{"Chair", state.CategoryFurniture, 0.6 * 0.5 / 2 * 0.9}, {"Basin", state.CategorySanitary, 0.5 * 0.4 * 0.2},
		{"Ceiling", state.CategoryCeiling, 6 * 4 * 0.02},
		{"Pad", state.CategoryFooting, 0.5 * 0.4 * 0.2}, {"Rail", state.CategoryRailing, 0.6 * 0.5 / 2 * 0.9},
		{"Grille", state.CategoryTerminal, 0.5 * 0.4 * 0.2}, {"Duct 1", state.CategoryDuct, ring},
	} {
		body, err := shape.Body(m, one(t, m, want.category, want.name).ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := body.Volume(); math.Abs(got-want.volume) > chords*want.volume {
			t.Errorf("%s has %v m3, want %v", want.name, got, want.volume)
		}
	}
}

// TestForeignComponentsKeepTheirIdentity checks that a component keeps its use, its tag and its type with the
// properties of the type.
func TestForeignComponentsKeepTheirIdentity(t *testing.T) {
	m, _ := equipped(t)
	chair := one(t, m, state.CategoryFurniture, "Chair").Params.(*component.Component)
	if chair.Use != "chair" || chair.Tag != "F-1" || chair.ObjectType != "folding" ||
		chair.BodyID == "" || chair.IfcClass != "" {
		t.Errorf("the chair is %+v", chair)
	}
	basin := one(t, m, state.CategorySanitary, "Basin")
	if p := basin.Params.(*component.Component); p.Width.MM() != 500 || p.Depth.MM() != 400 ||
		p.Height.MM() != 200 || p.BodyID != "" {
		t.Errorf("the basin is %+v", p)
	}
	kind, ok := m.Type(basin.TypeID)
	if v, has := state.Lookup(kind.Psets, "Shared", "Maker"); !ok || kind.Use != "washbasin" ||
		!has || shape.PropertyValueAny(v) != "Somebody" {
		t.Errorf("its type is %+v", kind)
	}
	if grille := one(t, m, state.CategoryTerminal, "Grille").Params.(*component.Component); grille.IfcClass !=
		"IfcAirTerminal" || grille.PredefinedType != "GRILLE" || grille.Use != "air_terminal" {
		t.Errorf("the grille is %+v", grille)
	}
	if rail := state.FixedOf(one(t, m, state.CategoryRailing, "Rail")); rail.IfcClass != "" ||
		rail.PredefinedType != "HANDRAIL" || rail.Tag != "R-1" {
		t.Errorf("the railing is %+v", rail)
	}
}

// TestForeignBend checks that a hollow arc between two ducts is a bend that connects them.
func TestForeignBend(t *testing.T) {
	const bend = `#180=IFCCARTESIANPOINT((0.3,0.,0.));
#181=IFCDIRECTION((0.,-1.,0.));
#182=IFCAXIS1PLACEMENT(#180,#181);
#183=IFCREVOLVEDAREASOLID(#134,#5,#182,-1.5707963267948966);
#184=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#183));
#185=IFCPRODUCTDEFINITIONSHAPE($,$,(#184));
#186=IFCCARTESIANPOINT((4.,0.,2.5));
#187=IFCAXIS2PLACEMENT3D(#186,#130,#131);
#188=IFCLOCALPLACEMENT($,#187);
#189=IFCDUCTFITTING('0000000000000000000189',$,'Bend',$,$,#188,#185,$,.BEND.);
#190=IFCDISTRIBUTIONPORT('0000000000000000000190',$,'a',$,$,#188,$,.SINK.,.DUCT.,.VENTILATION.);
#191=IFCDISTRIBUTIONPORT('0000000000000000000191',$,'b',$,$,#188,$,.SOURCE.,.DUCT.,.VENTILATION.);
#192=IFCRELNESTS('0000000000000000000192',$,$,$,#189,(#190));
#193=IFCRELNESTS('0000000000000000000193',$,$,$,#143,(#191));
#194=IFCRELCONNECTSPORTS('0000000000000000000194',$,$,$,#191,#190,$);
#195=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000195',$,$,$,(#189),#11);
ENDSEC;
END-ISO`
	m, _ := imported(t, strings.Replace(foreign, "ENDSEC;\nEND-ISO",
		strings.TrimSuffix(equipment, "ENDSEC;\nEND-ISO")+bend, 1))
	e := one(t, m, state.CategoryDuctFitting, "Bend")
	f := e.Params.(*services.Fitting)
	if f.FittingType != services.FittingBend || f.Location.X.MM() != 4300 || f.Ports[0].At.X.MM() != 4000 ||
		f.Ports[1].At.X.MM() != 4300 || math.Abs(f.Ports[1].At.Y.MM()) != 300 {
		t.Errorf("the bend is %+v", f)
	}
	body, err := shape.Body(m, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	const gores = 0.02 // a bend of the model is a polyhedron within its arc
	if got, want := body.Volume(), math.Pi*(0.1*0.1-0.099*0.099)*0.3*math.Pi/2; math.Abs(got-want) > gores*want {
		t.Errorf("it has %v m3, want %v", got, want)
	}
	if duct := one(t, m, state.CategoryDuct, "Duct 2"); !m.Connected(e.ID, duct.ID) {
		t.Error("it is not connected")
	}
}

// TestForeignSystemsAndZones checks that ducts of another program are in their system and connected where they meet,
// and that a zone has its rooms. Members that the model cannot hold are reported.
func TestForeignSystemsAndZones(t *testing.T) {
	m, plan := equipped(t)
	system := one(t, m, state.CategorySystem, "Extract")
	if use := system.Params.(*services.System).Use; use != "exhaust_air" {
		t.Errorf("the system is for %s", use)
	}
	a, b := one(t, m, state.CategoryDuct, "Duct 1"), one(t, m, state.CategoryDuct, "Duct 2")
	if services.SystemOf(m, a) != system.ID || services.SystemOf(m, b) != system.ID || !m.Connected(a.ID, b.ID) {
		t.Errorf("the ducts are in %q and %q, connected: %t", services.SystemOf(m, a), services.SystemOf(m, b),
			m.Connected(a.ID, b.ID))
	}
	if p := a.Params.(*services.Segment); p.Start.Z.MM() != 2500 || p.End.X.MM() != 2000 || p.Flow != "reverse" {
		t.Errorf("the first duct is %+v", p)
	}
	zone := one(t, m, state.CategoryZone, "Flat 1").Params.(*room.Zone)
	if zone.Usage != "tenancy" || len(zone.Rooms) != 1 || zone.Rooms[0] != one(t, m, state.CategoryRoom, "Hall").ID {
		t.Errorf("the zone is %+v", zone)
	}
	told := false
	for _, l := range plan.Report.Left {
		told = told || l.Class == "IfcRelAssignsToGroup" && l.Count == 1
	}
	if !told {
		t.Errorf("that the grille is in no system is not told: %+v", plan.Report.Left)
	}
}
