package importer

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// foreign is a file of another program, in metres. It has a door in a wall, a slab with a hole, a leaning slab, a
// column with a section, and an open surface.
const foreign = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','',(''),(''),'','Another - Program - 1','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,'Foreign',$,$,$,$,(#7),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCAXIS2PLACEMENT3D(#4,$,$);
#6=IFCDIRECTION((0.,0.,1.));
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);
#8=IFCLOCALPLACEMENT($,#5);
#10=IFCBUILDING('0000000000000000000010',$,'Building',$,$,#8,$,$,$,$,$,$);
#11=IFCBUILDINGSTOREY('0000000000000000000011',$,'Ground',$,$,#8,$,$,$,0.);
#12=IFCRELAGGREGATES('0000000000000000000012',$,$,$,#1,(#10));
#13=IFCRELAGGREGATES('0000000000000000000013',$,$,$,#10,(#11));
#14=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000014',$,$,$,(#30,#40,#50,#60,#70),#11);
#20=IFCCARTESIANPOINT((2.5,0.1));
#21=IFCAXIS2PLACEMENT2D(#20,$);
#22=IFCRECTANGLEPROFILEDEF(.AREA.,$,#21,5.,0.2);
#23=IFCEXTRUDEDAREASOLID(#22,$,#6,3.);
#24=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#23));
#25=IFCPRODUCTDEFINITIONSHAPE($,$,(#24));
#30=IFCWALL('0000000000000000000030',$,'Wall',$,$,#8,#25,$,$);
#31=IFCCARTESIANPOINT((1.5,0.1));
#32=IFCAXIS2PLACEMENT2D(#31,$);
#33=IFCRECTANGLEPROFILEDEF(.AREA.,$,#32,1.,0.6);
#34=IFCEXTRUDEDAREASOLID(#33,$,#6,2.1);
#35=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#34));
#36=IFCPRODUCTDEFINITIONSHAPE($,$,(#35));
#37=IFCOPENINGELEMENT('0000000000000000000037',$,'Hole',$,$,#8,#36,$,$);
#38=IFCRELVOIDSELEMENT('0000000000000000000038',$,$,$,#30,#37);
#39=IFCRELFILLSELEMENT('0000000000000000000039',$,$,$,#37,#40);
#40=IFCDOOR('0000000000000000000040',$,'Door',$,$,#8,$,$,2.1,1.,$,.SINGLE_SWING_LEFT.,$);
#41=IFCCARTESIANPOINT((0.,0.));
#42=IFCCARTESIANPOINT((6.,0.));
#43=IFCCARTESIANPOINT((6.,4.));
#44=IFCCARTESIANPOINT((0.,4.));
#45=IFCPOLYLINE((#41,#42,#43,#44,#41));
#46=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#45);
#47=IFCEXTRUDEDAREASOLID(#46,$,#6,0.3);
#48=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#47));
#49=IFCPRODUCTDEFINITIONSHAPE($,$,(#48));
#50=IFCSLAB('0000000000000000000050',$,'Slab',$,$,#8,#49,$,.FLOOR.);
#51=IFCDIRECTION((0.6,0.,0.8));
#52=IFCAXIS2PLACEMENT3D(#4,#51,$);
#53=IFCEXTRUDEDAREASOLID(#46,#52,#6,0.3);
#54=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#53));
#55=IFCPRODUCTDEFINITIONSHAPE($,$,(#54));
#60=IFCSLAB('0000000000000000000060',$,'Leaning',$,$,#8,#55,$,.ROOF.);
#61=IFCISHAPEPROFILEDEF(.AREA.,$,$,0.2,0.3,0.01,0.015,$,$,$);
#62=IFCEXTRUDEDAREASOLID(#61,$,#6,3.);
#63=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#62));
#64=IFCPRODUCTDEFINITIONSHAPE($,$,(#63));
#70=IFCCOLUMN('0000000000000000000070',$,'Column',$,$,#8,#64,$,$);
ENDSEC;
END-ISO-10303-21;
`

// imported imports a file into a new model and returns the model and the plan.
func imported(t *testing.T, file string) (*state.Model, *Plan) {
	t.Helper()
	src, err := building.Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Make(context.Background(), src, Target{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return carryOut(t, plan), plan
}

// one returns the only element of a category with a name.
func one(t *testing.T, m *state.Model, c state.Category, name string) *state.Element {
	t.Helper()
	for _, id := range m.OfCategory(c) {
		if e, ok := m.Element(id); ok && e.Name == name {
			return e
		}
	}
	t.Fatalf("no %s named %s", c, name)
	return nil
}

// TestForeignFile checks that products get parameters if their representation allows it, and otherwise keep body and
// class.
func TestForeignFile(t *testing.T) {
	m, plan := imported(t, foreign)
	for name, want := range map[string]struct {
		category state.Category
		volume   float64
	}{
		"Wall": {state.CategoryWall, 5*0.2*3 - 1*0.2*2.1}, "Slab": {state.CategoryFloor, 6 * 4 * 0.3},
		"Leaning": {state.CategoryRoof, 6 * 4 * 0.3}, "Column": {state.CategoryColumn, (2*0.2*0.015 + 0.27*0.01) * 3},
	} {
		body, err := shape.Body(m, one(t, m, want.category, name).ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := body.Volume(); math.Abs(got-want.volume) > 1e-6 {
			t.Errorf("%s has %v m3, want %v", name, got, want.volume)
		}
	}
	door := one(t, m, state.CategoryDoor, "Door").Params.(*fabric.Door)
	if door.Offset.MM() != 1000 || door.Width.MM() != 1000 || door.Height.MM() != 2100 ||
		door.DoorType != "single_swing" || door.Swing != "right" {
		t.Errorf("the door is %+v", door)
	}
	if kind := state.FixedOf(one(t, m, state.CategoryRoof, "Leaning")); kind.IfcClass != "IfcSlab" ||
		kind.PredefinedType != "ROOF" {
		t.Errorf("the leaning slab is %+v", kind)
	}
	if n := plan.Report.Count(FixedBody); n != 1 {
		t.Errorf("%d fixed bodies: %+v", n, plan.Report.Left)
	}
}

// TestWhatIsLeftIsReported checks that an element without a body is kept in its class, and that products that are no
// part of the building are reported.
func TestWhatIsLeftIsReported(t *testing.T) {
	file := strings.Replace(foreign, "#70=IFCCOLUMN('0000000000000000000070',$,'Column',$,$,#8,#64,$,$);",
		"#70=IFCCOLUMN('0000000000000000000070',$,'Column',$,$,#8,$,$,$);\n"+
			"#71=IFCANNOTATION('0000000000000000000071',$,'Note',$,$,#8,$);", 1)
	m, plan := imported(t, file)
	if p := one(t, m, state.CategoryProxy, "Column").Params.(*component.Proxy); p.IfcClass != "IfcColumn" ||
		p.BodyID != "" {
		t.Errorf("the column is %+v", p)
	}
	if !slices.ContainsFunc(plan.Report.Left, func(l Left) bool { return l.Name == "Note" && l.Kind == NotTaken }) {
		t.Errorf("not taken: %+v", plan.Report.Left)
	}
}

// TestAttributesAreKept checks that attributes of another program's products become properties if the category has no
// parameters for them.
func TestAttributesAreKept(t *testing.T) {
	file := strings.Replace(foreign, "#70=IFCCOLUMN('0000000000000000000070',$,'Column',$,$,#8,#64,$,",
		"#70=IFCCOLUMN('0000000000000000000070',$,'Column','carries the tank','Steel:I300',#8,#64,'401877',", 1)
	if file == foreign {
		t.Fatal("the column is another one")
	}
	m, _ := imported(t, file)
	column := one(t, m, state.CategoryColumn, "Column")
	for name, want := range map[string]string{shape.AttributeDescription: "carries the tank",
		shape.AttributeObjectType: "Steel:I300", shape.AttributeTag: "401877"} {
		if got := textProperty(column, shape.AttributeSet, name); got != want {
			t.Errorf("its %s is %q", name, got)
		}
	}
}

// TestAttributesOfTypesAndGroupsAreKept checks that the texts of another program's types, systems and zones are kept.
func TestAttributesOfTypesAndGroupsAreKept(t *testing.T) {
	file := strings.Replace(foreign, "ENDSEC;\nEND-ISO",
		`#80=IFCWALLTYPE('0000000000000000000080',$,'Brick','fair-faced',$,$,$,'188400','Sichtmauerwerk',.USERDEFINED.);
#81=IFCRELDEFINESBYTYPE('0000000000000000000081',$,$,$,(#30),#80);
#82=IFCSPACE('0000000000000000000082',$,'Cellar',$,$,#8,#64,$,.ELEMENT.,.INTERNAL.,$);
#83=IFCRELAGGREGATES('0000000000000000000083',$,$,$,#11,(#82));
#84=IFCZONE('0000000000000000000084',$,'Z1','fire compartment','Fire','Compartment north');
#85=IFCRELASSIGNSTOGROUP('0000000000000000000085',$,$,$,(#82),$,#84);
#86=IFCDISTRIBUTIONSYSTEM('0000000000000000000086',$,'SA1',$,$,'Supply air north',.VENTILATION.);
ENDSEC;
END-ISO`, 1)
	m, _ := imported(t, file)
	for name, e := range map[string]*state.Element{"Compartment north": one(t, m, state.CategoryZone, "Z1"),
		"Supply air north": one(t, m, state.CategorySystem, "SA1")} {
		if got := textProperty(e, shape.AttributeSet, shape.AttributeLongName); got != name {
			t.Errorf("the LongName of %s is %q", e.Name, got)
		}
	}
	brick, _ := m.Type(one(t, m, state.CategoryWall, "Wall").TypeID)
	for name, want := range map[string]string{shape.AttributeDescription: "fair-faced",
		shape.AttributeTag: "188400", shape.AttributeElementType: "Sichtmauerwerk",
		shape.AttributePredefined: "USERDEFINED"} {
		if v, _ := state.Lookup(brick.Psets, shape.TypeAttributeSet, name); shape.PropertyValueAny(v) != want {
			t.Errorf("the %s of the type is %v", name, shape.PropertyValueAny(v))
		}
	}
}

// TestClassificationOfATypeIsThatOfItsElements checks that an element gets the classification of its type, except in
// systems in which it has its own.
func TestClassificationOfATypeIsThatOfItsElements(t *testing.T) {
	file := strings.Replace(foreign, "ENDSEC;\nEND-ISO",
		`#80=IFCWALLTYPE('0000000000000000000080',$,'Brick',$,$,$,$,$,$,.STANDARD.);
#81=IFCRELDEFINESBYTYPE('0000000000000000000081',$,$,$,(#30),#80);
#82=IFCBUILDINGELEMENTPROXYTYPE('0000000000000000000082',$,'Any',$,$,$,$,$,$,.NOTDEFINED.);
#83=IFCRELDEFINESBYTYPE('0000000000000000000083',$,$,$,(#60,#70),#82);
#84=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);
#85=IFCCLASSIFICATIONREFERENCE($,'EF_25_10','Walls',#84,$,$);
#86=IFCRELASSOCIATESCLASSIFICATION('0000000000000000000086',$,$,$,(#80,#82),#85);
#87=IFCCLASSIFICATIONREFERENCE($,'EF_20_10','Columns',#84,$,$);
#88=IFCRELASSOCIATESCLASSIFICATION('0000000000000000000088',$,$,$,(#70),#87);
ENDSEC;
END-ISO`, 1)
	m, _ := imported(t, file)
	for name, want := range map[string]string{"Wall": "EF_25_10", "Leaning": "EF_25_10", "Column": "EF_20_10",
		"Slab": ""} {
		category := map[string]state.Category{"Wall": state.CategoryWall, "Leaning": state.CategoryRoof,
			"Column": state.CategoryColumn, "Slab": state.CategoryFloor}[name]
		var codes []string
		for _, c := range one(t, m, category, name).Codes {
			codes = append(codes, c.Code)
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("the classification of %s is %q, want %q", name, got, want)
		}
	}
}

// TestWhatHasNoPlaceIsTold checks that the second of two rooms with one number keeps the number as a property, since
// numbers are unique in the model. Property sets of the project, which the model cannot hold, are reported.
func TestWhatHasNoPlaceIsTold(t *testing.T) {
	file := strings.Replace(foreign, "ENDSEC;\nEND-ISO",
		`#80=IFCSPACE('0000000000000000000080',$,'01','Cellar',$,#8,#64,'North',.ELEMENT.,.INTERNAL.,$);
#81=IFCCARTESIANPOINT((20.,0.,0.));
#82=IFCAXIS2PLACEMENT3D(#81,$,$);
#83=IFCLOCALPLACEMENT($,#82);
#84=IFCSPACE('0000000000000000000084',$,'01','Attic',$,#83,#64,'South',.ELEMENT.,.INTERNAL.,$);
#85=IFCRELAGGREGATES('0000000000000000000085',$,$,$,#11,(#80,#84));
#86=IFCPROPERTYSINGLEVALUE('Client',$,IFCLABEL('A'),$);
#87=IFCPROPERTYSET('0000000000000000000087',$,'Info',$,(#86));
#88=IFCRELDEFINESBYPROPERTIES('0000000000000000000088',$,$,$,(#1),#87);
ENDSEC;
END-ISO`, 1)
	m, plan := imported(t, file)
	north, south := one(t, m, state.CategoryRoom, "North"), one(t, m, state.CategoryRoom, "South")
	if number := north.Params.(*room.Room).Number; number != "01" ||
		textProperty(north, shape.AttributeSet, shape.AttributeName) != "" {
		t.Errorf("the first room has the number %q: %+v", number, north.Psets)
	}
	if got := textProperty(south, shape.AttributeSet, shape.AttributeName); got != "01" {
		t.Errorf("the second room keeps %q: %+v", got, south.Psets)
	}
	if !slices.ContainsFunc(plan.Report.Left, func(l Left) bool {
		return l.Class == "IfcPropertySet" && l.Count == 1 && strings.Contains(l.Reason, "project")
	}) {
		t.Errorf("reported %+v", plan.Report.Left)
	}
}

// TestNoKindIsMadeUp checks that NOTDEFINED is kept for products without a predefined type, because an export would
// otherwise write the usual predefined type.
func TestNoKindIsMadeUp(t *testing.T) {
	file := strings.Replace(foreign, "#49,$,.FLOOR.);", "#49,$,$);", 1)
	m, _ := imported(t, file)
	for name, c := range map[string]state.Category{"Slab": state.CategoryFloor, "Column": state.CategoryColumn} {
		if got := textProperty(one(t, m, c, name), shape.AttributeSet, shape.AttributePredefined); got != notDefined {
			t.Errorf("the predefined type of %s is kept as %q", name, got)
		}
	}
	m, _ = imported(t, strings.Replace(foreign, "'IFC4'", "'IFC2X3'", 1))
	for name, c := range map[string]state.Category{"Slab": state.CategoryFloor, "Column": state.CategoryColumn,
		"Wall": state.CategoryWall} {
		if got := textProperty(one(t, m, c, name), shape.AttributeSet, shape.AttributePredefined); got != "" {
			t.Errorf("the predefined type of %s, which has none or says FLOOR, is kept as %q", name, got)
		}
	}
}

// TestKindIsThatOfTheType checks that a product without a predefined type of its own gets the predefined type of its
// type. For example, a slab of a roof type is a roof, level or leaning.
func TestKindIsThatOfTheType(t *testing.T) {
	file := strings.NewReplacer("#49,$,.FLOOR.);", "#49,$,$);", "#55,$,.ROOF.);", "#55,$,.NOTDEFINED.);",
		"ENDSEC;\nEND-ISO", `#80=IFCSLABTYPE('0000000000000000000080',$,'Warm',$,$,$,$,$,$,.ROOF.);
#81=IFCRELDEFINESBYTYPE('0000000000000000000081',$,$,$,(#50,#60),#80);
#82=IFCWALLTYPE('0000000000000000000082',$,'Light',$,$,$,$,$,$,.PARTITIONING.);
#83=IFCRELDEFINESBYTYPE('0000000000000000000083',$,$,$,(#30),#82);
ENDSEC;
END-ISO`).Replace(foreign)
	m, _ := imported(t, file)
	one(t, m, state.CategoryRoof, "Slab")
	one(t, m, state.CategoryRoof, "Leaning")
	if w := one(t, m, state.CategoryWall, "Wall").Params.(*fabric.Wall); w.WallType != "partitioning" {
		t.Errorf("the wall is %q", w.WallType)
	}
}

// TestPlanIsDeterministic checks that the same file gives the same plan.
func TestPlanIsDeterministic(t *testing.T) {
	a, _ := imported(t, foreign)
	b, _ := imported(t, foreign)
	if a.Hash() != b.Hash() {
		t.Error("two imports of one file differ")
	}
}

// TestPartsNameTheirWhole checks that parts name their whole, whether or not the whole has a body.
func TestPartsNameTheirWhole(t *testing.T) {
	file := strings.Replace(
		foreign,
		"ENDSEC;\nEND-ISO",
		`#80=IFCELEMENTASSEMBLY('0000000000000000000080',$,'Portal',$,$,#8,$,$,$,.RIGID_FRAME.);
#81=IFCRELAGGREGATES('0000000000000000000081',$,$,$,#80,(#60,#70));
ENDSEC;
END-ISO`,
		1,
	)
	m, plan := imported(t, strings.Replace(file, "(#30,#40,#50,#60,#70),#11", "(#30,#40,#50,#80),#11", 1))
	column, slab := one(t, m, state.CategoryColumn, "Column"), one(t, m, state.CategoryRoof, "Leaning")
	if column.AssemblyID == "" || column.AssemblyID != slab.AssemblyID ||
		one(t, m, state.CategoryWall, "Wall").AssemblyID != "" {
		t.Errorf("the column is a part of %q, the slab of %q", column.AssemblyID, slab.AssemblyID)
	}
	if whole, ok := m.Element(column.AssemblyID); !ok || whole.Name != "Portal" || plan.Report.Count(Simplified) != 0 {
		t.Errorf("the assembly is %+v; %+v", whole, plan.Report.Left)
	}
}

// TestWhatASpaceContains checks that an element that the file contains in a space stands on a level of the model and
// stays in the space.
func TestWhatASpaceContains(t *testing.T) {
	file := strings.Replace(foreign, "(#30,#40,#50,#60,#70),#11);", "(#30,#40,#50,#60),#11);"+`
#71=IFCSPACE('0000000000000000000071',$,'Room',$,$,#8,#49,$,.ELEMENT.,.INTERNAL.,$);
#72=IFCRELAGGREGATES('0000000000000000000072',$,$,$,#11,(#71));
#73=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000073',$,$,$,(#70),#71);`, 1)
	m, plan := imported(t, file)
	if column := one(t, m, state.CategoryColumn, "Column"); column.LevelID != shape.Levels(m)[0].ID {
		t.Errorf("the column is on level %q", column.LevelID)
	}
	column, space := one(t, m, state.CategoryColumn, "Column"), one(t, m, state.CategoryRoom, "Room")
	if in := elements.ContainerOf(m, column); in != space.ID {
		t.Errorf("the column is in %q; %+v", in, plan.Report.Left)
	}
}

// TestWhatNoStoreyContains checks that an element that the file contains in the site, in the building or in nothing
// stays there, until it moves to another level.
func TestWhatNoStoreyContains(t *testing.T) {
	file := strings.Replace(foreign, "(#30,#40,#50,#60,#70),#11);", `(#40,#50),#11);
#71=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000071',$,$,$,(#30),#10);
#72=IFCSITE('0000000000000000000072',$,'Site',$,$,#8,$,$,.ELEMENT.,$,$,$,$,$);
#73=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000073',$,$,$,(#60),#72);`, 1)
	m, plan := imported(t, file)
	for _, of := range []struct {
		category state.Category
		name     string
		want     state.ID
	}{
		{state.CategoryWall, "Wall", m.Info().BuildingID}, {state.CategoryColumn, "Column", state.Nowhere},
		{state.CategoryRoof, "Leaning", m.Info().SiteID},
	} {
		e := one(t, m, of.category, of.name)
		if in := elements.ContainerOf(m, e); in != of.want {
			t.Errorf("%s is in %q, want %q; %+v", of.name, in, of.want, plan.Report.Left)
		}
		if storey := elements.StoreyOf(m, e); storey != e.LevelID {
			t.Errorf("%s is met on %q", of.name, storey)
		}
		if in := elements.ContainerOf(m, e.With(func(c *state.Element) { c.LevelID = "other" })); in != "other" {
			t.Errorf("on another level %s is in %q", of.name, in)
		}
	}
}
