package export

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/step"
)

// TestPropertyTypes checks that properties of official sets have the template's type, and all others plain types.
func TestPropertyTypes(t *testing.T) {
	r := read(t, variety(t))
	east := r.one(t, "IfcWall", "east")
	for name, want := range map[string]string{
		"Pset_WallCommon.IsExternal": "IFCBOOLEAN(.T.)", "Pset_WallCommon.Status": "(IFCLABEL('NEW'))",
		"Pset_WallCommon.Reference":            "IFCIDENTIFIER('own')",
		"Pset_WallCommon.ThermalTransmittance": "IFCTHERMALTRANSMITTANCEMEASURE(0.3)",
		"Pset_WallCommon.LoadBearing":          "IFCTEXT('yes')", "Pset_WallCommon.Nonsense": "IFCREAL(3.)",
		"Energy.Number": "IFCREAL(1.5)", "Energy.Flag": "IFCBOOLEAN(.F.)", "Pset_Mine.A": "IFCREAL(1.)",
	} {
		set, property, _ := strings.Cut(name, ".")
		if got := r.property(east, set, property); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got := r.property(east, "Energy", "Text"); !strings.HasPrefix(got, "IFCTEXT('warm ") {
		t.Errorf("Energy.Text is %s", got)
	}
}

// TestPropertyWarnings checks that properties that do not fit are still written, with a warning.
func TestPropertyWarnings(t *testing.T) {
	_, summary := exported(t, variety(t).model, defaults())
	got := codes(summary)
	for _, code := range []string{"PROPERTY_TYPE", "PROPERTY_UNKNOWN",
		"PROPERTY_SET_UNOFFICIAL", "PROPERTY_SET_MISPLACED"} {
		if got[code] != 1 {
			t.Errorf("%d warnings %s, want 1", got[code], code)
		}
	}
	if _, clean := exported(t, house(t).model, defaults()); len(clean.Warnings) != 0 {
		t.Errorf("the house has warnings: %v", clean.Warnings)
	}
}

// TestEnumeratedProperty checks that the status of an element is an item of the official list, and that the list is
// written too.
func TestEnumeratedProperty(t *testing.T) {
	r := read(t, variety(t))
	p := r.one(t, "IfcPropertyEnumeratedValue", "Status")
	list := r.ref(p, "EnumerationReference")
	items, _ := r.attribute(list, "EnumerationValues").(step.List)
	if r.text(list, "Name") != "PEnum_ElementStatus" || len(items) < 5 {
		t.Errorf("list %q of %d items", r.text(list, "Name"), len(items))
	}
	x := newExporter(t.Context(), state.NewModel(), Options{})
	if got := x.templated("e", must(x.schema.PropertySet("Pset_WallCommon")),
		state.Property{Name: "Status", Value: shape.PropertyOf("BROKEN")}); len(x.summary.Warnings) != 1 ||
		got == nil {
		t.Error("an unknown item passed without a warning")
	}
}

func must[T any](v T, ok bool) T {
	if !ok {
		panic("missing")
	}
	return v
}

// TestTypeProperties checks that types have their own sets, and that each element has a reference to its type.
func TestTypeProperties(t *testing.T) {
	s := house(t)
	r := read(t, s)
	kind := r.one(t, "IfcWallType", "EXT-300")
	sets := r.refs(kind, "HasPropertySets")
	if len(sets) != 1 || r.text(sets[0], "Name") != "Pset_WallCommon" || len(r.refs(sets[0], "HasProperties")) != 4 {
		t.Fatalf("%d sets", len(sets))
	}
	for _, p := range r.refs(sets[0], "HasProperties") {
		if r.text(p, "Name") == "IsExternal" && r.valueOf(p) != "IFCBOOLEAN(.T.)" {
			t.Errorf("IsExternal is %s", r.valueOf(p))
		}
	}
	if got := r.property(r.one(t, "IfcWall", "W1"), "Pset_WallCommon", "Reference"); got != "IFCIDENTIFIER('EXT-300')" {
		t.Errorf("W1 refers to %s", got)
	}
	if got := len(r.refs(r.relating("IfcRelDefinesByType", "RelatingType", kind)[0], "RelatedObjects")); got != 8 {
		t.Errorf("%d walls of the type, want 8", got)
	}
	if len(r.of("IfcWallType")) != 2 || r.text(kind, "GlobalId") != ifc.GlobalID(s.ids["EXT-300"]) {
		t.Error("types are not one to one")
	}
}

func TestTypedValue(t *testing.T) {
	x := newExporter(t.Context(), state.NewModel(), Options{})
	for _, c := range []struct {
		kind  string
		value any
		want  string // written value, "" if the number is refused
	}{
		{"IfcBoolean", true, "IFCBOOLEAN(.T.)"}, {"IfcBoolean", "true", ""}, {"IfcLogical", false, "IFCLOGICAL(.F.)"},
		{"IfcInteger", 3.0, "IFCINTEGER(3)"},
		{"IfcInteger", 3.5, ""}, {"IfcInteger", 1e300, ""}, {"IfcLabel", "x", "IFCLABEL('x')"},
		{"IfcLabel", strings.Repeat("x", 256), ""}, {"IfcText", strings.Repeat("x", 256),
			"IFCTEXT('" + strings.Repeat("x", 256) + "')"},
		{"IfcLabel", 3.0, ""}, {"IfcLengthMeasure", 12.5, "IFCLENGTHMEASURE(12.5)"},
		{"IfcPositivePlaneAngleMeasure", 180.0, "IFCPOSITIVEPLANEANGLEMEASURE(3.141592653589793)"},
		{"IfcNoSuchType", 1.0, ""}, {"IfcWall", 1.0, ""},
	} {
		got, ok := measure.Value(x.schema, c.kind, c.value)
		written := ""
		if ok {
			b, err := step.AppendValue(nil, got)
			if err != nil {
				t.Fatal(err)
			}
			written = string(b)
		}
		if written != c.want {
			t.Errorf("%v as %s: %q, want %q", c.value, c.kind, written, c.want)
		}
	}
}

func TestMergedKeepsTheFirst(t *testing.T) {
	set := func(name string, value int) state.PropertySet {
		return state.PropertySet{Name: name, Properties: []state.Property{{Name: "p",
			Value: shape.PropertyOf(value)}}}
	}
	got := merged([]state.PropertySet{set("b", 1)}, []state.PropertySet{set("b", 2), set("a", 3)})
	if len(got) != 2 || got[0].Name != "a" || shape.PropertyValueAny(got[1].Properties[0].Value) != 1.0 {
		t.Errorf("%v", got)
	}
}

// TestQuantities checks that elements have the quantities of the official sets, in the file's units.
func TestQuantities(t *testing.T) {
	r := read(t, house(t))
	for _, c := range []struct{ element, set, name, want string }{
		{"W1", "Qto_WallBaseQuantities", "Length", "11700."}, {"W1", "Qto_WallBaseQuantities", "NetVolume", "7.806"},
		{"W1", "Qto_WallBaseQuantities", "GrossVolume", "9.828"},
		{"S1", "Qto_SlabBaseQuantities", "NetVolume", "18.45"}, {"S1", "Qto_SlabBaseQuantities", "NetArea", "92.25"},
		{"C1", "Qto_ColumnBaseQuantities", "GrossVolume", "0.252"},
		{"B1", "Qto_BeamBaseQuantities", "Length", "2700."}, {"D1", "Qto_DoorBaseQuantities", "Area", "2.42"},
		{"F2", "Qto_WindowBaseQuantities", "Width", "1800."},
		{"001", "Qto_SpaceBaseQuantities", "NetFloorArea", "48.956"}, // area minus two columns
		{"001", "Qto_SpaceBaseQuantities", "GrossFloorArea", "49.136"},
		{"R1", "Qto_RoofBaseQuantities", "ProjectedArea", "117."},
	} {
		e := r.one(t, "IfcProduct", c.element)
		if got := r.property(e, c.set, c.name); got != c.want {
			t.Errorf("%s %s is %s, want %s", c.element, c.name, got, c.want)
		}
	}
	for _, q := range r.of("IfcElementQuantity") {
		if r.text(q, "MethodOfMeasurement") != "BaseQuantities" {
			t.Errorf("%s is measured by %q", r.text(q, "Name"), r.text(q, "MethodOfMeasurement"))
		}
	}
}

// TestQuantityNamesAreOfficial checks that the names of all quantity sets in the file, and of their quantities, are
// official.
func TestQuantityNamesAreOfficial(t *testing.T) {
	for _, s := range []*site{house(t), variety(t), equipped(t)} {
		r := read(t, s)
		for _, set := range r.of("IfcElementQuantity") {
			template, ok := r.schema.QuantitySet(r.text(set, "Name"))
			if !ok {
				t.Fatalf("no official set %q", r.text(set, "Name"))
			}
			for _, q := range r.refs(set, "Quantities") {
				if _, ok := template.Quantity(r.text(q, "Name")); !ok {
					t.Errorf("%s has no %s", template.Name, r.text(q, "Name"))
				}
			}
		}
	}
}

// TestQuantitiesHaveTheNamesOfTheirSchema checks that a quantity whose name has other capitals in a later schema is
// written under that name, and not left out.
func TestQuantitiesHaveTheNamesOfTheirSchema(t *testing.T) {
	for schema, name := range map[string]string{SchemaIFC4: "GrossFootprintArea", SchemaIFC4X3: "GrossFootPrintArea"} {
		r := readIn(t, house(t), schema)
		if got := r.property(r.one(t, "IfcProduct", "W1"), "Qto_WallBaseQuantities", name); got != "3.51" {
			t.Errorf("%s: %s is %q", schema, name, got)
		}
	}
}

func TestClassifications(t *testing.T) {
	r := read(t, variety(t))
	if got := len(r.of("IfcClassification")); got != 2 {
		t.Errorf("%d systems, want 2", got)
	}
	for _, rel := range r.of("IfcRelAssociatesClassification") {
		reference := r.ref(rel, "RelatingClassification")
		want := map[string]int{"EF_25_10": 1, "21.11": 3}[r.text(reference, "Identification")]
		if got := len(r.refs(rel, "RelatedObjects")); got != want {
			t.Errorf("%s classifies %d elements, want %d", r.text(reference, "Identification"), got, want)
		}
		if r.text(reference, "Identification") == "EF_25_10" &&
			(r.text(reference, "Location") == "" || r.text(r.ref(reference, "ReferencedSource"), "Name") !=
				"Uniclass 2015" || r.text(reference, "Name") != "Walls") {
			t.Error("the reference to Uniclass is incomplete")
		}
	}
}

// TestToldQuantities checks that quantities that a user has given are written as a set of quantities, besides a
// property set with the same name. An import must restore them in every schema.
func TestToldQuantities(t *testing.T) {
	for _, name := range Schemas() {
		s := house(t)
		s.modify("W1", "Take-off.Paint", json.RawMessage(`{"measure":"IfcQuantityArea","value":12.5}`))
		s.modify("W1", "Take-off.Run", json.RawMessage(`{"measure":"IfcQuantityLength","value":2500}`))
		s.modify("W1", "Take-off.Steel", json.RawMessage(`{"measure":"IfcQuantityWeight","value":0.25}`))
		s.modify("W1", "Take-off.Bolts", json.RawMessage(`{"measure":"IfcQuantityCount","value":8}`))
		s.modify("W1", "Take-off.By", "Ann")
		r := readIn(t, s, name)
		n := 0
		for _, q := range r.of("IfcElementQuantity") {
			if r.text(q, "Name") == "Take-off" {
				n += len(r.refs(q, "Quantities"))
			}
		}
		if n != 4 {
			t.Errorf("%s: %d quantities", name, n)
		}
		back, _ := reimported(t, s.model, in(name))
		sameState(t, back, s.model)
	}
}

// TestDoorsAndWindowsAreExternalAsTheirWalls checks that a door or window is external if its wall is, unless it has the
// property itself. An import removes the property if the wall implies it.
func TestDoorsAndWindowsAreExternalAsTheirWalls(t *testing.T) {
	s := house(t)
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["F2"]},
		Psets: sets(t, `{"Pset_WindowCommon": {"IsExternal": false}}`)})
	r := read(t, s)
	for name, want := range map[string]string{"F1": "IFCBOOLEAN(.T.)", "F2": "IFCBOOLEAN(.F.)"} {
		if got := r.property(r.one(t, "IfcWindow", name), "Pset_WindowCommon", "IsExternal"); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	again, _ := reimported(t, s.model, in(SchemaIFC4))
	sameState(t, again, s.model)
}
