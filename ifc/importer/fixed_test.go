package importer

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// wholesFile returns a file that adds wholes to the foreign file and its equipment. They are a stair of two flights, a
// landing with a hole in it and a railing. There is also a curtain wall of a member and a typed pane with a door in it.
// Last are a ramp, and a tee between the ducts, the frame of whose port points inwards.
func wholesFile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "ifc", "foreign-wholes.ifc"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWholesKeepTheirCategory checks that a stair of several flights and a curtain wall of parts are each read as one
// element. These elements must have the bodies, names, materials and property sets of their parts. The railing of the
// stair and the door in the wall are separate elements.
func TestWholesKeepTheirCategory(t *testing.T) {
	m, plan := imported(t, wholesFile(t))
	stair := one(t, m, state.CategoryStair, "Stair")
	shape := state.FixedOf(stair)
	if shape.PredefinedType != "HALF_TURN_STAIR" || shape.Tag != "T-1" || len(shape.Parts) != 3 ||
		shape.Parts[1].Location.Z.MM() != 2500 || shape.Parts[2].IfcClass != "IfcSlab" {
		t.Errorf("the stair is %+v", shape)
	}
	if railing := one(t, m, state.CategoryRailing, "Balustrade"); railing.AssemblyID != stair.ID {
		t.Errorf("the railing is a part of %q, not of the stair", railing.AssemblyID)
	}
	body, err := bodyshape.Body(m, stair.ID)
	if want := 2*0.6*0.5/2*0.9 + 6*4*0.3 - 0.25*0.2*0.2; err != nil || !near(body.Volume(), want) {
		t.Errorf("the stair has %v m3, want %v (%v)", body.Volume(), want, err)
	}
	facade := state.FixedOf(one(t, m, state.CategoryCurtainWall, "Facade"))
	if len(facade.Parts) != 2 || facade.Parts[0].PredefinedType != "MULLION" {
		t.Fatalf("the facade is %+v", facade)
	}
	pane := facade.Parts[1]
	maker, _ := state.Lookup(pane.Psets, "Shared", "Maker")
	if glass, ok := m.Material(pane.MaterialID); !ok || glass.Name != "Glass" ||
		bodyshape.PropertyValueAny(maker) != "Somebody" ||
		pane.PredefinedType != "CURTAIN_PANEL" || pane.Tag != "P-1" {
		t.Errorf("the pane is %+v", pane)
	}
	entrance := one(t, m, state.CategoryDoor, "Entrance")
	if p := entrance.Params.(*fabric.Door); p.Fixed == nil || p.Width.MM() != 1000 ||
		p.Height.MM() != 2000 || entrance.AssemblyID == "" {
		t.Errorf("the door is %+v", entrance)
	}
	if quantities, err := elements.Quantities(m, entrance.ID); err != nil ||
		quantities[0].Name != "Width" || quantities[0].Value != 1 {
		t.Errorf("the door measures %v (%v)", quantities, err)
	}
	if n := count(plan.Report.Taken, "IfcStairFlight", state.CategoryStair); n != 2 {
		t.Errorf("%d flights are reported as taken over", n)
	}
}

// TestAFixedDoorKeepsItsOperation checks that a door in no wall with parameters keeps its operation in the file, as
// seen from the side to which it opens. A leaf beside a fixed panel has no operation, because the file does not state
// its width.
func TestAFixedDoorKeepsItsOperation(t *testing.T) {
	entrance := "$,'Entrance',$,$,#8,#107,$,2.,1.,$,"
	for operation, want := range map[string]fabric.Door{
		".SINGLE_SWING_LEFT.":   {DoorType: "single_swing", Swing: "right"},
		".SINGLE_SWING_RIGHT.":  {DoorType: "single_swing", Swing: "left"},
		".DOUBLE_DOOR_SLIDING.": {DoorType: "sliding", Swing: "left"},
		".SWING_FIXED_LEFT.":    {},
		"$":                     {},
	} {
		m, _ := imported(t, strings.Replace(wholesFile(t), entrance+"$,", entrance+operation+",", 1))
		door := one(t, m, state.CategoryDoor, "Entrance").Params.(*fabric.Door)
		if door.Fixed == nil || door.DoorType != want.DoorType || door.Swing != want.Swing {
			t.Errorf("%s is %q, hung %q", operation, door.DoorType, door.Swing)
		}
	}
}

// TestADoorWithoutASizeHasThatOfItsBody checks that a door without a size, in a curtain wall of another program, gets
// the size of its body for schedules. It gets no size if the body is deeper than wide in its frame, such as a leaf
// drawn open.
func TestADoorWithoutASizeHasThatOfItsBody(t *testing.T) {
	for name, c := range map[string]struct {
		sides         string
		width, height float64
	}{
		"in its plane": {"1.2,0.1", 1200, 2100}, "drawn open": {"0.1,1.2", 0, 0},
	} {
		file := strings.Replace(wholesFile(t), "'Entrance',$,$,#8,#107,$,2.,1.,", "'Entrance',$,$,#8,#504,$,$,$,", 1)
		file = strings.Replace(file, "ENDSEC;\nEND-ISO", "#501=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,"+c.sides+`);
#502=IFCEXTRUDEDAREASOLID(#501,$,#6,2.1);
#503=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#502));
#504=IFCPRODUCTDEFINITIONSHAPE($,$,(#503));
ENDSEC;
END-ISO`, 1)
		m, plan := imported(t, file)
		door := one(t, m, state.CategoryDoor, "Entrance").Params.(*fabric.Door)
		if door.Fixed == nil || door.Width.MM() != c.width || door.Height.MM() != c.height {
			t.Errorf("%s: the door is %s by %s", name, door.Width, door.Height)
		}
		told := slices.ContainsFunc(plan.Report.Left, func(l Left) bool {
			return l.Name == "Entrance" && strings.Contains(l.Reason, "that of its body")
		})
		if told != (c.width > 0) {
			t.Errorf("%s: reported as having the size of its body: %v", name, told)
		}
	}
}

func near(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }

func count(taken []Taken, class string, c state.Category) int {
	for _, t := range taken {
		if t.Class == class && t.Category == c {
			return t.Count
		}
	}
	return 0
}

// TestAForeignTeeIsConnected checks that a fitting that is no bend is connected to the ducts at its ports, whatever the
// orientation of the frames of its ports.
func TestAForeignTeeIsConnected(t *testing.T) {
	m, _ := imported(t, wholesFile(t))
	tee, duct := one(t, m, state.CategoryDuctFitting, "Tee"), one(t, m, state.CategoryDuct, "Duct 2")
	if !m.Connected(tee.ID, duct.ID) {
		t.Errorf("the tee is not connected: %+v", state.FixedOf(tee).Ports)
	}
}

// TestAFittingWithoutATypeIsOfItsNeighbours checks that a fitting of IFC2X3 without a type gets the category of the
// elements connected to it.
func TestAFittingWithoutATypeIsOfItsNeighbours(t *testing.T) {
	file := strings.Replace(wholesFile(t),
		"#433=IFCDUCTFITTING('0000000000000000000433',$,'Tee',$,$,#432,#113,$,.JUNCTION.);",
		"#433=IFCFLOWFITTING('0000000000000000000433',$,'Tee',$,$,#432,#113,$);", 1)
	m, _ := imported(t, file)
	if tee := one(t, m, state.CategoryDuctFitting, "Tee"); len(m.ConnectionsOf(tee.ID)) != 1 {
		t.Errorf("the tee has %d connections", len(m.ConnectionsOf(tee.ID)))
	}
}

// TestARampIsReportedAsAProxy checks that a ramp becomes a proxy of its class, and that the report lists it.
func TestARampIsReportedAsAProxy(t *testing.T) {
	m, plan := imported(t, wholesFile(t))
	if ramp := one(t, m, state.CategoryProxy, "Ramp").Params.(*component.Proxy); ramp.IfcClass != "IfcRamp" {
		t.Errorf("the ramp is %+v", ramp)
	}
	if count(plan.Report.Taken, "IfcRamp", state.CategoryProxy) != 1 {
		t.Errorf("the report has %+v", plan.Report.Taken)
	}
}

// TestAWholeThatIsRefusedIsTakenApart checks a whole that the model refuses, here because a part is out of bounds. Its
// other parts must become proxies, and the report must list each of them.
func TestAWholeThatIsRefusedIsTakenApart(t *testing.T) {
	file := wholesFile(t)
	far := strings.Replace(
		strings.Replace(file, "'Mullion',$,$,#8", "'Mullion',$,$,#452", 1),
		"#440=",
		"#450=IFCCARTESIANPOINT((90000.,0.,0.));\n#451=IFCAXIS2PLACEMENT3D(#450,$,$);\n#452=IFCLOCALPLACEMENT(#8,#451);\n#440=",
		1,
	)
	m, plan := imported(t, far)
	pane := one(t, m, state.CategoryProxy, "Pane")
	if p := pane.Params.(*component.Proxy); p.IfcClass != "IfcPlate" || pane.AssemblyID == "" {
		t.Errorf("the pane is %+v", pane)
	}
	var told []string
	for _, l := range plan.Report.Left {
		if l.Name == "Mullion" || l.Name == "Pane" || l.Name == "Facade" {
			told = append(told, l.Name+" "+string(l.Kind))
		}
	}
	if got := strings.Join(told, ", "); got != "Mullion not_taken, Pane fixed_body" {
		t.Errorf("reported: %s", got)
	}
	if facade := one(t, m, state.CategoryProxy, "Facade"); facade.ID != pane.AssemblyID {
		t.Errorf("the facade is %+v", facade)
	}
}

// TestMembersKeepTheirCategory checks that columns, beams, footings and ceilings whose form has no parameters in the
// model keep their category, with their openings cut.
func TestMembersKeepTheirCategory(t *testing.T) {
	file := wholesFile(t)
	for from, to := range map[string]string{
		"#407=IFCRELVOIDSELEMENT('0000000000000000000407',$,$,$,#403,#406);":           "#407=IFCRELVOIDSELEMENT('0000000000000000000407',$,$,$,#70,#406);",
		"#420=IFCRAMP('0000000000000000000420',$,'Ramp',$,$,#8,#107,$,$);":             "#420=IFCBEAM('0000000000000000000420',$,'Wedge',$,$,#8,#107,'B-1',.JOIST.);",
		"#127=IFCFOOTING('0000000000000000000127',$,'Pad',$,$,#8,#113,":                "#127=IFCFOOTING('0000000000000000000127',$,'Pad',$,$,#8,#107,",
		"#126=IFCCOVERING('0000000000000000000126',$,'Ceiling',$,$,#122,#125,$,.CEILI": "#126=IFCCOVERING('0000000000000000000126',$,'Ceiling',$,$,#122,#55,$,.CEILI",
	} {
		if !strings.Contains(file, from) {
			t.Fatalf("the file has no %s", from)
		}
		file = strings.Replace(file, from, to, 1)
	}
	m, plan := imported(t, file)
	wedge := 0.6 * 0.5 / 2 * 0.9
	for name, want := range map[string]struct {
		category state.Category
		volume   float64
	}{
		"Column": {state.CategoryColumn, (2*0.2*0.015+0.27*0.01)*3 - holeInColumn},
		"Wedge":  {state.CategoryBeam, wedge},
		"Pad":    {state.CategoryFooting, wedge}, "Ceiling": {state.CategoryCeiling, 6 * 4 * 0.3},
	} {
		e := one(t, m, want.category, name)
		body, err := bodyshape.Body(m, e.ID)
		if err != nil || state.FixedOf(e) == nil || !near6(body.Volume(), want.volume) {
			t.Errorf("%s has %v m3, want %v (%v)", name, body.Volume(), want.volume, err)
		}
	}
	if beam := state.FixedOf(one(t, m, state.CategoryBeam, "Wedge")); beam.PredefinedType != "JOIST" ||
		beam.Tag != "B-1" || beam.IfcClass != "" {
		t.Errorf("the beam is %+v", beam)
	}
	if n := plan.Report.Count(FixedBody); n < 4 {
		t.Errorf("%d fixed bodies are reported", n)
	}
}

// holeInColumn is the volume that a block cuts out of the I of 200 x 300 mm that it covers. The block measures 500 x
// 400 x 200 mm.
const holeInColumn = (2*0.2*0.015 + 0.27*0.01) * 0.2

// TestWallsOfOtherFormsStayWalls checks that a wall under a sloping roof stays a wall, with its body after its openings
// are cut. A slab that is no level plate must stay a floor or a roof. Walls with parameters beside such a wall are
// still read with their parameters.
func TestWallsOfOtherFormsStayWalls(t *testing.T) {
	clipped := strings.NewReplacer("'SweptSolid',(#23)", "'Clipping',(#93)", "ENDSEC;\nEND-ISO", `#90=IFCCARTESIANPOINT((0.,0.,3.));
#91=IFCDIRECTION((1.,0.,5.));
#92=IFCAXIS2PLACEMENT3D(#90,#91,$);
#93=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#23,#94);
#94=IFCHALFSPACESOLID(#95,.F.);
#95=IFCPLANE(#92);
#96=IFCWALL('0000000000000000000096',$,'Upright',$,$,#8,#97,'T-96',.PARTITIONING.);
#97=IFCPRODUCTDEFINITIONSHAPE($,$,(#98));
#98=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#23));
#99=IFCRELCONNECTSPATHELEMENTS('0000000000000000000099',$,$,$,$,#30,#96,(),(),.ATEND.,.ATSTART.);
ENDSEC;
END-ISO`).
		Replace(strings.Replace(foreign, "#60,#70),#11", "#60,#70,#96),#11", 1))
	m, plan := imported(t, clipped)
	wall := one(t, m, state.CategoryWall, "Wall")
	if shape := state.FixedOf(wall); shape == nil || shape.IfcClass != "" {
		t.Errorf("the wall under the roof is %+v", wall.Params)
	}
	body, err := bodyshape.Body(m, wall.ID)
	if want := 5*0.2*2.5 - 1*0.2*2.1; err != nil || !near(body.Volume(), want) {
		t.Errorf("it has %v m3, want %v (%v)", body.Volume(), want, err)
	}
	if upright := one(t, m, state.CategoryWall, "Upright"); state.FixedOf(upright) != nil ||
		upright.Params.(*fabric.Wall).Height.MM() != 3000 {
		t.Errorf("the wall beside it is %+v", upright.Params)
	}
	if roof := state.FixedOf(one(t, m, state.CategoryRoof, "Leaning")); roof.IfcClass != "IfcSlab" ||
		roof.PredefinedType != "ROOF" {
		t.Errorf("the roof is %+v", roof)
	}
	if n := plan.Report.Count(FixedBody); n != 2 {
		t.Errorf("%d fixed bodies: %+v", n, plan.Report.Left)
	}
	join := Left{Kind: NotTaken, Class: "IfcRelConnectsPathElements", Number: 99, GlobalID: "0000000000000000000099",
		Reason: "it connects what is no wall with parameters"}
	if !slices.Contains(plan.Report.Left, join) {
		t.Errorf("the join is not reported by its number: %+v", plan.Report.Left)
	}
}
