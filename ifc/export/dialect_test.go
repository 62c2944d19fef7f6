package export

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// TestDialectTables checks that the classes and attributes in the tables exist in the schemas.
func TestDialectTables(t *testing.T) {
	ifc4 := dialectOf(SchemaIFC4).schema()
	for _, d := range dialects {
		for from, to := range d.entities {
			if _, ok := ifc4.Entity(from); !ok || !d.has(to) || d.has(from) {
				t.Errorf("%s: %s is written as %s", d.name, from, to)
			}
		}
		for key, name := range d.attributes {
			class, attribute, _ := strings.Cut(key, ".")
			source, ok := ifc4.Entity(class)
			if !ok {
				t.Fatalf("IFC4 has no %s", class)
			}
			target, ok := d.schema().Entity(d.className(class))
			if !ok {
				t.Fatalf("%s has no %s", d.name, class)
			}
			_, _, from := source.Attribute(attribute)
			_, _, to := target.Attribute(name)
			if !from || !to {
				t.Errorf("%s: %s becomes %s", d.name, key, name)
			}
		}
		for key := range d.fixed {
			class, attribute, _ := strings.Cut(key, ".")
			target, ok := d.schema().Entity(class)
			if !ok {
				t.Fatalf("%s has no %s", d.name, class)
			}
			if _, _, ok := target.Attribute(attribute); !ok {
				t.Errorf("%s: there is no %s to fill", d.name, key)
			}
		}
	}
}

// TestHeaderBySchema checks that the header has the names of schema and view that the validators of each schema
// require. Revit needs another name for the last schema.
func TestHeaderBySchema(t *testing.T) {
	m := house(t).model
	for _, c := range []struct {
		schema       string
		target       Target
		header, view string
		warnings     []string
	}{
		{SchemaIFC2X3, TargetGeneric, "IFC2X3", "CoordinationView_V2.0", nil},
		{SchemaIFC2X3, TargetRevit, "IFC2X3", "CoordinationView_V2.0", nil},
		{SchemaIFC4, TargetRevit, "IFC4", "ReferenceView_V1.2", []string{"REVIT_LINK_ONLY"}},
		{SchemaIFC4X3, TargetGeneric, "IFC4X3_ADD2", "ReferenceView", nil},
		{SchemaIFC4X3, TargetBonsai, "IFC4X3_ADD2", "ReferenceView", nil},
		{SchemaIFC4X3, TargetRevit, "IFC4X3", "ReferenceView", []string{"REVIT_LINK_ONLY", "SCHEMA_NAME_FOR_REVIT"}},
	} {
		r, summary := exported(t, m, Options{Schema: c.schema, Target: c.target, Stamp: stamp})
		if r.file.Header.Schemas[0] != c.header || r.file.Header.Description.Description[0] !=
			"ViewDefinition ["+c.view+"]" {
			t.Errorf("%s for %s: %v, %v", c.schema, c.target, r.file.Header.Schemas,
				r.file.Header.Description.Description)
		}
		var got []string
		for _, w := range summary.Warnings {
			if w.Code != "NOT_IN_SCHEMA" {
				got = append(got, w.Code)
			}
		}
		if !slices.Equal(got, c.warnings) || summary.Schema != c.schema || summary.MVD != c.view {
			t.Errorf("%s for %s: warnings %v, schema %s, view %s", c.schema, c.target, got, summary.Schema, summary.MVD)
		}
	}
}

// predefinedSets matches predefined properties of doors and windows; IFC4X3 has property sets in their place.
var predefinedSets = regexp.MustCompile("^IFC(DOOR|WINDOW)(LINING|PANEL)PROPERTIES ")

// TestElementsKeepTheirGlobalIDs checks that every element has the same GlobalId in all schemas. The export itself
// checks that its body has the model's volume.
func TestElementsKeepTheirGlobalIDs(t *testing.T) {
	for _, s := range []*site{house(t), variety(t), equipped(t)} {
		want, carried := roots(readIn(t, s, SchemaIFC4)), carriedIDs(s.model)
		for _, name := range []string{SchemaIFC2X3, SchemaIFC4X3} {
			got := roots(readIn(t, s, name))
			for id, what := range want {
				if _, ok := got[id]; !ok && !otherwiseSaid(what) && !predefinedSets.MatchString(what) && !carried[id] {
					t.Errorf("%s lacks %s %s", name, id, what)
				}
			}
		}
	}
}

// carriedIDs returns the GlobalIds of the carried sets of elements, which a file has only if its schema cannot express
// the data.
func carriedIDs(m *state.Model) map[string]bool {
	out := map[string]bool{}
	m.Each(func(e *state.Element) bool {
		for _, role := range []string{"properties of " + carriedSet,
			"IFCRELDEFINESBYPROPERTIES properties " + carriedSet} {
			out[ifc.DerivedGlobalID(string(e.ID), role)] = true
		}
		return true
	})
	return out
}

// otherwiseSaid reports whether other schemas express an object by another class or not at all. Such objects are
// sections of members, the ports of an element, the building that a system serves, and systems without members.
func otherwiseSaid(what string) bool {
	return slices.ContainsFunc([]string{"MATERIAL", "IFCRELNESTS", "IFCRELSERVICESBUILDINGS", "Nothing yet"},
		func(part string) bool { return strings.Contains(what, part) })
}

// TestStandardWalls checks that a layered wall of one prism is a standard case in IFC2X3, and that a wall with two
// bodies is not.
func TestStandardWalls(t *testing.T) {
	r := readIn(t, variety(t), SchemaIFC2X3)
	for name, want := range map[string]string{"north-east": "IFCWALLSTANDARDCASE",
		"long": "IFCWALLSTANDARDCASE", "east": "IFCWALL"} {
		if wall := r.one(t, "IfcWall", name); wall.Name != want {
			t.Errorf("%s is an %s, want %s", name, wall.Name, want)
		}
	}
	for _, name := range []string{SchemaIFC4, SchemaIFC4X3} {
		if n := len(readIn(t, house(t), name).of("IfcWallStandardCase")); n != 0 {
			t.Errorf("%s: %d walls of a deprecated class", name, n)
		}
	}
}

// TestOwnerHistoryIsMandatoryBeforeIFC4 checks that every rooted instance has an owner history in IFC2X3: it is the
// history of the file if nothing is known of the element.
func TestOwnerHistoryIsMandatoryBeforeIFC4(t *testing.T) {
	r := readIn(t, house(t), SchemaIFC2X3)
	for _, in := range r.of("IfcRoot") {
		h := r.ref(in, "OwnerHistory")
		if h == nil || r.number(h, "CreationDate") != float64(stamp.Unix()) {
			t.Fatalf("#%d %s has no history", in.ID, in.Name)
		}
		if person := r.ref(r.ref(h, "OwningUser"), "ThePerson"); r.text(person, "Id") != "Ada Bouwman" ||
			r.text(person, "FamilyName") != "Ada Bouwman" {
			t.Fatalf("the owner is %v", person.Args)
		}
	}
}

// TestDoorStyles checks that a style states how a door or window opens in IFC2X3. A door without a type has a style
// too.
func TestDoorStyles(t *testing.T) {
	r := readIn(t, variety(t), SchemaIFC2X3)
	for _, c := range []struct{ class, element, style, operation string }{
		{"IfcDoor", "single_swing left", "D-900 SINGLE_SWING_RIGHT 900x2100", "SINGLE_SWING_RIGHT"},
		{"IfcDoor", "sliding left", "SLIDING_TO_RIGHT 900x2100", "SLIDING_TO_RIGHT"},
		{"IfcWindow", "fixed", "W-900", "SINGLE_PANEL"},
		{"IfcWindow", "double_panel_vertical", "DOUBLE_PANEL_VERTICAL 900x1200", "DOUBLE_PANEL_VERTICAL"},
	} {
		style := r.related(t, "IfcRelDefinesByType", "RelatedObjects", r.one(t, c.class, c.element), "RelatingType")
		if style.Name != strings.ToUpper(c.class)+"STYLE" || r.text(style, "Name") != c.style ||
			r.enum(style, "OperationType") != c.operation {
			t.Errorf("%s is of %s %q, %s", c.element, style.Name, r.text(style, "Name"), r.enum(style, "OperationType"))
		}
	}
	if kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", r.one(t, "IfcRoof", "hip"),
		"RelatingType"); kind.Name != "IFCTYPEPRODUCT" || r.text(kind, "Name") != "tiles" ||
		r.text(kind, "ApplicableOccurrence") != "IfcRoof" {
		t.Errorf("the roof is of %s %q", kind.Name, r.text(kind, "Name"))
	}
}

// TestRenamedAttributes checks that attributes have the names of IFC2X3 in that schema.
func TestRenamedAttributes(t *testing.T) {
	r := readIn(t, variety(t), SchemaIFC2X3)
	if got := r.enum(r.one(t, "IfcRoof", "hip"), "ShapeType"); got != "HIP_ROOF" {
		t.Errorf("the roof is a %s", got)
	}
	if got := r.enum(r.one(t, "IfcStair", "stair left"), "ShapeType"); got != "STRAIGHT_RUN_STAIR" {
		t.Errorf("the stair is a %s", got)
	}
	if got := r.number(r.one(t, "IfcStairFlight", "stair left flight"), "NumberOfRiser"); got != 19 {
		t.Errorf("the flight has %v risers", got)
	}
	if got := r.enum(r.one(t, "IfcSpace", "drawn"), "InteriorOrExteriorSpace"); got != "INTERNAL" {
		t.Errorf("the room is %s", got)
	}
	if got := r.text(r.one(t, "IfcOpeningElement", "recess"), "ObjectType"); got != "Recess" {
		t.Errorf("the recess is a %q", got)
	}
	for _, c := range r.of("IfcClassificationReference") {
		if got := r.text(c, "ItemReference"); got != "21.11" && got != "EF_25_10" {
			t.Errorf("a code is %q", got)
		}
	}
}

// TestMaterialsBeforeIFC4 checks materials in IFC2X3: the density is an attribute, other sets have a class of their
// own, and a style is wrapped in an assignment.
func TestMaterialsBeforeIFC4(t *testing.T) {
	s := house(t)
	s.do("", change.DefineMaterial{Name: "Glass", Properties: sets(t, `{"Optics": {"Shine": 0.5}}`)})
	s.do("pane", change.CreateFloor{LevelID: s.ids["Ground"], Name: "pane",
		Floor: fabric.Floor{Boundary: ring(20000, 0, 24000, 0, 24000, 3000, 20000, 3000), Thickness: length(20)}})
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["pane"]}, Material: "Glass"})
	r := readIn(t, s, SchemaIFC2X3)
	density := map[string]float64{}
	for _, p := range r.of("IfcGeneralMaterialProperties") {
		density[r.text(r.ref(p, "Material"), "Name")] = r.number(p, "MassDensity")
	}
	if len(density) != 6 || density["Concrete"] != 2400 {
		t.Errorf("densities %v", density)
	}
	optics := r.one(t, "IfcExtendedMaterialProperties", "Optics")
	if r.text(r.ref(optics, "Material"), "Name") != "Glass" ||
		r.valueOf(r.refs(optics, "ExtendedProperties")[0]) != "IFCREAL(0.5)" {
		t.Error("glass does not shine")
	}
	for _, item := range r.of("IfcStyledItem") {
		if wrapper := r.refs(item, "Styles")[0]; wrapper.Name != "IFCPRESENTATIONSTYLEASSIGNMENT" ||
			!r.isA(r.refs(wrapper, "Styles")[0], "IfcSurfaceStyle") {
			t.Errorf("a style is an %s", wrapper.Name)
		}
	}
	column := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects",
		r.one(t, "IfcColumn", "C1"), "RelatingMaterial")
	if column.Name != "IFCMATERIAL" || r.text(column, "Name") != "Concrete" {
		t.Errorf("C1 is of %s %q", column.Name, r.text(column, "Name"))
	}
}

// TestQuantitiesBeforeIFC4 checks that all quantity sets of IFC2X3 have the name that readers expect, since no official
// sets were published.
func TestQuantitiesBeforeIFC4(t *testing.T) {
	r := readIn(t, house(t), SchemaIFC2X3)
	if got := r.property(r.one(t, "IfcWall", "W1"), "BaseQuantities", "NetVolume"); got != "7.806" {
		t.Errorf("W1 has a volume of %s", got)
	}
	for _, set := range r.of("IfcElementQuantity") {
		if r.text(set, "Name") != "BaseQuantities" {
			t.Errorf("a set is called %s", r.text(set, "Name"))
		}
	}
}

// TestBoundedValueBeforeIFC4 checks that a bounded value has two equal bounds in IFC2X3, where such a property has no
// value of its own.
func TestBoundedValueBeforeIFC4(t *testing.T) {
	for name, want := range map[string]string{SchemaIFC2X3: "3. 3.", SchemaIFC4: "3."} {
		x := newExporter(t.Context(), state.NewModel(), Options{Schema: name})
		ref := x.propertyOfKind(schema.BoundedValue, "p", step.Real(3), null).(step.Ref)
		var got []string
		for _, v := range x.file.Instances[ref-1].Args {
			if _, isReal := v.(step.Real); isReal {
				b, err := step.AppendValue(nil, v)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(b))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// TestLosses checks that the summary reports the data that a schema cannot express, each kind once with its number.
// Data that follow from the class are not reported.
func TestLosses(t *testing.T) {
	s := variety(t)
	_, summary := exported(t, s.model, in(SchemaIFC2X3))
	lost := map[string]any{}
	for _, w := range summary.Warnings {
		if w.Code == "NOT_IN_SCHEMA" {
			lost[w.Data["lost"].(string)] = w.Data["count"]
		}
	}
	for what, count := range map[string]int{"IfcMaterial.Category": 1, "IfcWall.PredefinedType": 1,
		"IfcWallStandardCase.PredefinedType": 5, "IfcMaterialProfileSet": 1,
		"IfcMaterialProfileSetUsage": 17, "IfcStairFlight.PredefinedType": 3, "Pset_StairCommon.WaistThickness": 3,
		"IfcDoorType.UserDefinedOperationType": 1,
		"IfcFurniture.PredefinedType":          1, "IfcPlate.PredefinedType": 1, "IfcMember.PredefinedType": 1} {
		if lost[what] != count {
			t.Errorf("%s is told to be lost %v times, want %d", what, lost[what], count)
		}
		delete(lost, what)
	}
	if len(lost) != 0 {
		t.Errorf("also told: %v", lost)
	}
	for _, name := range []string{SchemaIFC4, SchemaIFC4X3} {
		if _, summary := exported(t, s.model, in(name)); codes(summary)["NOT_IN_SCHEMA"] != 0 {
			t.Errorf("%s: %v", name, summary.Warnings)
		}
	}
}

// TestModelHistoryIsStable checks that objects without a history of their own get the history of the model's creation.
// A later edit of one element then leaves the lines of the other elements unchanged, in a schema that requires a
// history everywhere.
func TestModelHistoryIsStable(t *testing.T) {
	s := house(t)
	p1, site := s.ids["P1"], s.model.Info().SiteID
	at := func(p1Changed int64, revision uint64) []string {
		o := in(SchemaIFC2X3)
		o.Revision, o.Stamp = revision, stamp.Add(time.Duration(p1Changed)*time.Second)
		o.History = func(id state.ID) (OwnerHistory, bool) {
			h := OwnerHistory{Created: Change{User: "ada", At: time.Unix(1000, 0)}}
			if id == p1 {
				h.Modified = Change{User: "ada", At: time.Unix(p1Changed, 0)}
			}
			return h, id == p1 || id == site
		}
		var out bytes.Buffer
		if _, err := Write(t.Context(), &out, s.model, o); err != nil {
			t.Fatal(err)
		}
		return strings.Split(out.String(), "\n")
	}
	before, after := at(2000, 7), at(3000, 8)
	// Two lines of the header, the history itself, and the lines of P1: the wall, its sets, its relations.
	if fresh := difference(after, before); len(fresh) > 20 {
		t.Errorf("%d lines are new:\n%s", len(fresh), strings.Join(fresh, "\n"))
	}
}
