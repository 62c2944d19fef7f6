package export

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
)

// keptAttributes returns properties such as an import keeps from the attributes of a file. Some are texts that our own
// files use, and one is too long for a label.
func keptAttributes(n int) shape.PropertySets {
	objectTypes := []string{"Basic Wall:Generic", "LEVEL", "GRID", "Recess", "fixed", strings.Repeat("w", 300)}
	kinds := []string{"NOTDEFINED", "ROOF", "USERDEFINED", "LINTEL", "PILE_CAP", "EXTERNAL", "ELEMENTEDWALL", "FLOOR"}
	kept := map[string]state.PropertyValue{}
	for name, text := range map[string]string{
		shape.AttributeDescription: "Größe\nzwei", shape.AttributeLongName: "Ground floor",
		shape.AttributeObjectType: objectTypes[n%len(objectTypes)], shape.AttributeTag: "401877",
		shape.AttributePredefined: kinds[n%len(kinds)], "Another": "stays a property",
	} {
		kept[name] = shape.PropertyOf(text)
	}
	return shape.PropertySets{shape.AttributeSet: kept}
}

// comesBackInEveryForm writes a model for every schema and target, and checks that an import of each file restores the
// model.
func comesBackInEveryForm(t *testing.T, name string, s *site) {
	t.Helper()
	everyForm(func(o Options) {
		t.Run(name+" "+o.Schema+" "+string(o.Target), func(t *testing.T) {
			got, report := reimported(t, s.model, o)
			sameState(t, got, s.model)
			for _, l := range report.Left {
				t.Errorf("left: %+v", l)
			}
		})
	})
}

// TestRoundTripOfAttributes checks that the attributes that elements keep from a file survive an export and an import,
// for every kind of element and text.
func TestRoundTripOfAttributes(t *testing.T) {
	for name, s := range map[string]*site{"house": house(t), "variety": variety(t), "equipped": equipped(t),
		"fixed": fixedSite(t)} {
		n := 0
		s.model.Each(func(e *state.Element) bool {
			n++
			s.do("", change.SetProperties{ElementIDs: []state.ID{e.ID}, Psets: keptAttributes(n)})
			return true
		})
		comesBackInEveryForm(t, name, s)
	}
}

// TestRoundTripOfTypeAttributes checks that the attributes that types keep from a file survive an export and an import,
// and are written as attributes. The Tag of doors and windows in walls is an exception, because several objects may
// represent one type.
func TestRoundTripOfTypeAttributes(t *testing.T) {
	for name, s := range map[string]*site{"house": house(t), "variety": variety(t), "equipped": equipped(t)} {
		for _, one := range s.model.Types() {
			s.do("", change.ModifyType{TypeID: one.ID, Properties: shape.PropertySets{shape.TypeAttributeSet: {
				shape.AttributeDescription: shape.PropertyOf("for cold rooms"),
				shape.AttributeElementType: shape.PropertyOf("Basic:Generic"),
				shape.AttributePredefined:  shape.PropertyOf("USERDEFINED"),
				shape.AttributeTag:         shape.PropertyOf("401900")}}})
		}
		comesBackInEveryForm(t, name, s)
		r := readIn(t, s, SchemaIFC4)
		for _, in := range r.of("IfcTypeObject") {
			if told := r.text(in, "Description"); told != "for cold rooms" && r.text(in, "Tag") != "" {
				t.Errorf("%s: type %q is described as %q", name, r.text(in, "Name"), told)
			}
			filler := r.isA(in, "IfcDoorType") || r.isA(in, "IfcWindowType")
			if tag := r.text(in, "Tag"); tag != "" && !filler && tag != "401900" {
				t.Errorf("%s: type %q has the Tag %q", name, r.text(in, "Name"), tag)
			}
		}
	}
}

// TestRoundTripOfTypeKinds checks that the predefined types that types of walls and floors keep from a file are written
// again.
func TestRoundTripOfTypeKinds(t *testing.T) {
	s := house(t)
	kinds := map[state.Category]string{state.CategoryWall: "STANDARD", state.CategoryFloor: "BASESLAB"}
	for _, one := range s.model.Types() {
		if kind := kinds[one.Category]; kind != "" {
			s.do("", change.ModifyType{TypeID: one.ID, Properties: shape.PropertySets{shape.TypeAttributeSet: {
				shape.AttributePredefined: shape.PropertyOf(kind)}}})
		}
	}
	comesBackInEveryForm(t, "house", s)
	r := readIn(t, s, SchemaIFC4)
	if len(r.of("IfcWallType")) == 0 {
		t.Error("no type of walls")
	}
	for _, in := range r.of("IfcWallType") {
		if kind := r.enum(in, "PredefinedType"); kind != "STANDARD" {
			t.Errorf("a wall type is %s", kind)
		}
	}
}

// TestLongNamesOfGroupsAreWritten checks that a LongName of a system or a zone is an attribute again if the schema has
// it.
func TestLongNamesOfGroupsAreWritten(t *testing.T) {
	const long = "Supply air of the north wing"
	zoned := house(t)
	zoned.do("", change.CreateZone{Name: "Z", Zone: room.Zone{Rooms: []state.ID{zoned.ids["001"]}}})
	for class, s := range map[string]*site{"IfcDistributionSystem": equipped(t), "IfcZone": zoned} {
		for _, id := range slices.Concat(s.model.OfCategory(state.CategorySystem),
			s.model.OfCategory(state.CategoryZone)) {
			s.do("", change.SetProperties{ElementIDs: []state.ID{id}, Psets: shape.PropertySets{
				shape.AttributeSet: {shape.AttributeLongName: shape.PropertyOf(long)}}})
		}
		r := readIn(t, s, SchemaIFC4)
		for _, in := range r.of(class) {
			if got := r.text(in, "LongName"); got != long {
				t.Errorf("the LongName of %s %q is %q", class, r.text(in, "Name"), got)
			}
		}
		if len(r.of(class)) == 0 {
			t.Errorf("no %s", class)
		}
	}
}

// TestAttributesAreWritten checks that kept attributes are written as attributes, and not also as properties.
func TestAttributesAreWritten(t *testing.T) {
	s := house(t)
	var all []state.ID
	s.model.Each(func(e *state.Element) bool {
		if e.Category != state.CategoryOpening {
			all = append(all, e.ID)
		}
		return true
	})
	s.do("", change.SetProperties{ElementIDs: all, Psets: keptAttributes(0)})
	attributes := map[string]string{"Description": "Größe\nzwei", "Tag": "401877", "LongName": "Ground floor",
		"ObjectType": "Basic Wall:Generic"}
	for _, name := range Schemas() {
		r, found := readIn(t, s, name), 0
		for _, in := range r.of("IfcProduct") {
			id, err := ifc.ElementID(r.text(in, "GlobalId"))
			e, ok := s.model.Element(id)
			if err != nil || !ok || e.Category == state.CategoryOpening {
				continue
			}
			found++
			for attribute, want := range attributes {
				class, _ := r.schema.Entity(in.Name)
				_, _, has := class.Attribute(attribute)
				if !has || attribute == "LongName" && e.Category == state.CategoryRoom {
					continue
				}
				if got := r.text(in, attribute); got != want {
					t.Errorf("%s: %s of %s %q is %q", name, attribute, e.Category, e.Name, got)
				}
				if told := r.property(in, shape.AttributeSet, attribute); told != "" {
					t.Errorf("%s: %s of %s is told twice, %s", name, attribute, e.Category, told)
				}
			}
		}
		if found < 20 {
			t.Errorf("%s: %d elements were looked at", name, found)
		}
	}
}

// TestForeignKindsAreWritten checks that predefined types without a term in the model are written unchanged, or as
// close as the schema allows.
func TestForeignKindsAreWritten(t *testing.T) {
	product := func(class, kind string) string {
		return `#190=` + class + `('0000000000000000000090',$,'Odd',$,'Mine',#8,#191,$,.` + kind + `.);
#191=IFCPRODUCTDEFINITIONSHAPE($,$,(#192));
#192=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#193));
#193=IFCEXTRUDEDAREASOLID(#194,#5,#6,3.);
#194=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,4.,0.25);
#195=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000095',$,$,$,(#190),#11);
`
	}
	for _, c := range []struct{ class, kind, schema, want string }{
		{"IFCSLAB", "NOTDEFINED", SchemaIFC4, "NOTDEFINED"}, {"IFCSLAB", "USERDEFINED", SchemaIFC2X3, "USERDEFINED"},
		{"IFCSLAB", "BASESLAB", SchemaIFC4, "BASESLAB"}, {"IFCWALL", "ELEMENTEDWALL", SchemaIFC4, "ELEMENTEDWALL"},
		{"IFCWALL", "PARTITIONING", SchemaIFC4X3, "PARTITIONING"}, {"IFCCOLUMN", "PILASTER", SchemaIFC4, "PILASTER"},
		{"IFCFOOTING", "PILE_CAP", SchemaIFC2X3, "PILE_CAP"},
		{"IFCFOOTING", "STRIP_FOOTING", SchemaIFC4, "STRIP_FOOTING"},
		{"IFCCOLUMN", "COLUMN", SchemaIFC4, "COLUMN"}, {"IFCWALL", "NOTDEFINED", SchemaIFC4, "NOTDEFINED"},
	} {
		data := strings.Replace(string(foreignNumbers("IFC4", "Custom", "IFCREAL(1.)")), "ENDSEC;\nEND-ISO",
			product(c.class, c.kind)+"ENDSEC;\nEND-ISO", 1)
		file, _ := throughTheModel(t, []byte(data), c.schema)
		r := parsed(t, []byte(file))
		class := map[string]string{"IFCSLAB": "IfcSlab", "IFCWALL": "IfcWall", "IFCCOLUMN": "IfcColumn",
			"IFCFOOTING": "IfcFooting"}[c.class]
		if got := r.enum(r.one(t, class, "Odd"), "PredefinedType"); got != c.want {
			t.Errorf("%s %s in %s is %s", c.class, c.kind, c.schema, got)
		}
	}
}

// TestTypesTellTheirKind checks that attributes that a type keeps from another program are written in every schema that
// has them, and that an import restores them. A kind in words becomes a user-defined type.
func TestTypesTellTheirKind(t *testing.T) {
	s := variety(t)
	for _, c := range elements.DefinedCategories() {
		s.ofCategory(c)
	}
	s.do("told door", change.ModifyType{TypeID: s.ids["door type"], Name: "Told doors", Properties: s.told()})
	for _, name := range Schemas() {
		r, found := readIn(t, s, name), 0
		for _, in := range r.of("IfcTypeProduct") {
			if !strings.HasPrefix(r.text(in, "Name"), "Told ") {
				continue
			}
			found++
			if r.text(in, "Description") != "in words" {
				t.Errorf("%s: #%d has no description", name, in.ID)
			}
			if r.isA(in, "IfcElementType") && r.text(in, "ElementType") != "Own kind" {
				t.Errorf("%s: #%d %s has the kind %q", name, in.ID, in.Name, r.text(in, "ElementType"))
			}
			if in.Name == "IFCWALLTYPE" && r.enum(in, "PredefinedType") != "USERDEFINED" {
				t.Errorf("%s: the wall type is %s", name, r.enum(in, "PredefinedType"))
			}
		}
		if found < 8 { // a type of doors that open in two ways counts twice
			t.Errorf("%s: %d types are written", name, found)
		}
		back, report := reimported(t, s.model, in(name))
		sameState(t, back, s.model)
		if len(report.Left) > 0 {
			t.Errorf("%s: %+v", name, report.Left)
		}
	}
}

// ofCategory defines a type with attributes that a file had.
func (s *site) ofCategory(c string) {
	told := change.DefineType{Category: state.Category(c), Name: "Told " + c, Properties: s.told()}
	switch told.Category {
	case state.CategoryWall, state.CategoryFloor, state.CategoryRoof, state.CategoryCeiling:
		told.Layers = []shape.LayerInput{{Material: "Steel", Thickness: length(100)}}
	case state.CategoryColumn, state.CategoryBeam:
		told.Profile = &profiles[0]
	case state.CategoryDuct, state.CategoryPipe, state.CategoryCableTray:
		return // the tests of services cover it
	}
	s.do(told.Name, told)
}

// told returns attributes that a type keeps from a file.
func (*site) told() shape.PropertySets {
	return shape.PropertySets{shape.TypeAttributeSet: {
		shape.AttributeDescription: shape.PropertyOf("in words"),
		shape.AttributeElementType: shape.PropertyOf("Own kind"),
		shape.AttributePredefined:  shape.PropertyOf("USERDEFINED")}}
}
