package export

import (
	"testing"

	"github.com/bimstream/bimstream/ifc/step"
)

// TestComponentsShareTheBodyOfTheirType checks that all components of a type map the one body of the type, and that
// each has its own volume and placement.
func TestComponentsShareTheBodyOfTheirType(t *testing.T) {
	s := equipped(t)
	for _, schema := range Schemas() {
		r := readIn(t, s, schema)
		class := dialectOf(schema).className("IFCFURNITURE")
		maps := map[*step.Instance]bool{}
		for _, name := range []string{"table", "white table"} {
			item := r.bodyItem(t, r.one(t, class, name))
			if !r.isA(item, "IfcMappedItem") {
				t.Fatalf("%s: the body of %s is an %s", schema, name, r.className(item))
			}
			maps[r.ref(item, "MappingSource")] = true
			got, err := r.bulk(r.one(t, class, name), nil)
			if want := 1.2*0.8*0.04 + 0.06*0.06*0.7 + 3.14159265358979*0.04*0.04*0.7; err != nil ||
				!near(got.volume, want, 1e-9) {
				t.Errorf("%s: %s has %g m3, want %g: %v", schema, name, got.volume, want, err)
			}
		}
		kind := r.one(t, "IfcFurnitureType", "Table")
		if sources := r.refs(kind, "RepresentationMaps"); len(maps) != 1 || len(sources) != 1 || !maps[sources[0]] {
			t.Errorf("%s: the tables show %d bodies, the type has %d", schema, len(maps), len(sources))
		}
	}
}

// TestComponentClasses checks that the class of a component follows from its use. Elements have the exact class if the
// schema has it; types have it in every schema.
func TestComponentClasses(t *testing.T) {
	s := equipped(t)
	for _, c := range []struct{ schema, name, class, typeClass, predefined string }{
		{SchemaIFC4, "sanitary washbasin", "IfcSanitaryTerminal", "IfcSanitaryTerminalType", "WASHHANDBASIN"},
		{SchemaIFC2X3, "sanitary washbasin", "IfcFlowTerminal", "IfcSanitaryTerminalType", "WASHHANDBASIN"},
		{SchemaIFC4X3, "furniture desk", "IfcFurniture", "IfcFurnitureType", "DESK"},
		{SchemaIFC2X3, "furniture desk", "IfcFurnishingElement", "IfcFurnitureType", ""},
		{SchemaIFC4, "equipment air_handler", "IfcUnitaryEquipment", "IfcUnitaryEquipmentType", "AIRHANDLER"},
		{SchemaIFC4, "equipment", "IfcBuildingElementProxy", "IfcBuildingElementProxyType", "NOTDEFINED"},
		{SchemaIFC4, "terminal light_fixture", "IfcLightFixture", "IfcLightFixtureType", "POINTSOURCE"},
		{SchemaIFC2X3, "terminal sprinkler", "IfcFlowTerminal", "IfcFireSuppressionTerminalType", "SPRINKLER"},
	} {
		r := readIn(t, s, c.schema)
		own := r.one(t, c.class, "own "+c.name)
		if r.isA(r.bodyItem(t, own), "IfcMappedItem") {
			t.Errorf("%s: a component of its own size shows the body of a type", c.name)
		}
		kind := r.one(t, c.typeClass, "type "+c.name)
		if got := r.enum(kind, "PredefinedType"); got != c.predefined {
			t.Errorf("%s %s: the type is %s, want %s", c.schema, c.name, got, c.predefined)
		}
		rel := r.relating("IfcRelDefinesByType", "RelatingType", kind)
		if len(rel) != 1 || len(r.refs(rel[0], "RelatedObjects")) != 2 {
			t.Errorf("%s %s: the type is not that of two components", c.schema, c.name)
		}
	}
}

// TestUseWithoutAClass checks that the ObjectType names the use of a component if the schema has no class for it.
func TestUseWithoutAClass(t *testing.T) {
	r := readIn(t, equipped(t), SchemaIFC2X3)
	if got := r.text(r.one(t, "IfcFlowTerminal", "own sanitary bath"), "ObjectType"); got != "bath" {
		t.Errorf("the bath is %q", got)
	}
}

// TestComponentColours checks that a component's own material colours its mapped item, and that otherwise the colour
// comes from its type.
func TestComponentColours(t *testing.T) {
	r := read(t, equipped(t))
	styled := func(item *step.Instance) bool { return len(r.relating("IfcStyledItem", "Item", item)) == 1 }
	plain, white := r.bodyItem(t, r.one(t, "IfcFurniture", "table")),
		r.bodyItem(t, r.one(t, "IfcFurniture", "white table"))
	if styled(plain) || !styled(white) {
		t.Errorf("own colours: %t and %t", styled(plain), styled(white))
	}
	for _, solid := range r.refs(r.ref(r.ref(plain, "MappingSource"), "MappedRepresentation"), "Items") {
		if !styled(solid) {
			t.Error("a part of the type has no colour")
		}
	}
}
