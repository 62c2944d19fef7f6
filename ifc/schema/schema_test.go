package schema

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestEverySchemaIsWhole(t *testing.T) {
	cases := []struct {
		schema                     *Schema
		name                       string
		entities, types, rules     int
		propertySets, quantitySets int
	}{
		{IFC2X3(), "IFC2X3", 653, 327, 2, 318, 0},
		{IFC4(), "IFC4", 776, 397, 2, 420, 93},
		{IFC4X3(), "IFC4X3_ADD2", 876, 436, 2, 645, 115},
	}
	for _, c := range cases {
		s := c.schema
		got := []int{len(s.Entities), len(s.Types), len(s.Rules), len(s.PropertySets()), len(s.QuantitySets())}
		want := []int{c.entities, c.types, c.rules, c.propertySets, c.quantitySets}
		if s.Name != c.name || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", s.Name, got, want)
		}
	}
}

// TestEveryNameOfASchemaResolves checks that every name in the tables has a declaration, so that a truncated table or a
// misread declaration is found.
func TestEveryNameOfASchemaResolves(t *testing.T) {
	for _, s := range []*Schema{IFC2X3(), IFC4(), IFC4X3()} {
		for _, e := range s.Entities {
			for _, inv := range e.AllInverses() {
				from, ok := s.Entity(inv.Entity)
				if !ok {
					t.Errorf("%s %s.%s: no entity %s", s.Name, e.Name, inv.Name, inv.Entity)
					continue
				}
				if _, _, ok := from.Attribute(inv.For); !ok {
					t.Errorf("%s %s.%s: %s has no attribute %s", s.Name, e.Name, inv.Name, inv.Entity, inv.For)
				}
			}
			for _, d := range e.Derived {
				if _, _, ok := e.Attribute(d.Name); ok != (d.Of != "") {
					t.Errorf("%s %s: derived %s of %q", s.Name, e.Name, d.Name, d.Of)
				}
			}
			for _, u := range e.Unique {
				for _, name := range u.Attributes {
					if _, _, ok := e.Attribute(name); !ok {
						t.Errorf("%s %s: UNIQUE %s names %s", s.Name, e.Name, u.Label, name)
					}
				}
			}
		}
		for _, typ := range s.Types {
			if typ.IsSelect() && len(typ.Entities())+len(typ.Types()) == 0 ||
				!typ.IsSelect() && !typ.IsEnumeration() && typ.Base() == nil {
				t.Errorf("%s: %s is nothing", s.Name, typ.Name)
			}
			for _, name := range typ.Select {
				_, isEntity := s.Entity(name)
				if _, isType := s.Type(name); isEntity == isType {
					t.Errorf("%s: %s selects %s", s.Name, typ.Name, name)
				}
			}
		}
	}
}

func TestArgumentsOfAnInstance(t *testing.T) {
	cases := []struct{ schema, entity, want string }{
		{"IFC2X3", "IfcWallStandardCase",
			"GlobalId:IfcGloballyUniqueId OwnerHistory:IfcOwnerHistory Name:IfcLabel? Description:IfcText? " +
				"ObjectType:IfcLabel? ObjectPlacement:IfcObjectPlacement? Representation:IfcProductRepresentation? " +
				"Tag:IfcIdentifier?"},
		{"IFC4", "IFCWALL", "GlobalId:IfcGloballyUniqueId OwnerHistory:IfcOwnerHistory? Name:IfcLabel? " +
			"Description:IfcText? ObjectType:IfcLabel? ObjectPlacement:IfcObjectPlacement? " +
			"Representation:IfcProductRepresentation? Tag:IfcIdentifier? PredefinedType:IfcWallTypeEnum?"},
		{"IFC4", "IfcSIUnit", "Dimensions:IfcDimensionalExponents* UnitType:IfcUnitEnum Prefix:IfcSIPrefix? " +
			"Name:IfcSIUnitName"},
		{"IFC4", "IfcCartesianPoint", "Coordinates:LIST [1:3] OF IfcLengthMeasure"},
		{"IFC4", "IfcOrientedEdge", "EdgeStart:IfcVertex* EdgeEnd:IfcVertex* EdgeElement:IfcEdge " +
			"Orientation:IfcBoolean"},
		{"IFC4", "IfcRelDefinesByType",
			"GlobalId:IfcGloballyUniqueId OwnerHistory:IfcOwnerHistory? Name:IfcLabel? Description:IfcText? " +
				"RelatedObjects:SET [1:?] OF IfcObject RelatingType:IfcTypeObject"},
		{"IFC4X3", "IfcIndexedPolygonalFaceWithVoids", "CoordIndex:LIST [3:?] OF IfcPositiveInteger " +
			"InnerCoordIndices:LIST [1:?] OF LIST [3:?] OF UNIQUE IfcPositiveInteger"},
		{"IFC4X3_ADD2", "ifcpolyloop", "Polygon:LIST [3:?] OF UNIQUE IfcCartesianPoint"},
	}
	for _, c := range cases {
		s, ok := ByName(c.schema)
		if !ok {
			t.Fatalf("no schema %s", c.schema)
		}
		e, ok := s.Entity(c.entity)
		if !ok {
			t.Errorf("%s has no %s", c.schema, c.entity)
			continue
		}
		if got := arguments(e); got != c.want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", c.schema, c.entity, got, c.want)
		}
	}
}

// arguments lists Name:Type of each attribute, with ? if it is optional and * if it is derived.
func arguments(e *Entity) string {
	var out []string
	for _, a := range e.AllAttributes() {
		mark := map[bool]string{a.Optional: "?", a.Derived: "*"}[true]
		out = append(out, fmt.Sprintf("%s:%s%s", a.Name, &a.Type, mark))
	}
	return strings.Join(out, " ")
}

func TestEntitiesInherit(t *testing.T) {
	s := IFC4()
	wall, _ := s.Entity("IfcWall")
	if !wall.IsA("IFCELEMENT") || !wall.IsA("IfcWall") || wall.IsA("IfcDoor") || wall.Abstract {
		t.Error("a wall is a concrete element and a wall, not a door")
	}
	var sub []string
	for _, e := range wall.Subtypes() {
		sub = append(sub, e.Name)
	}
	if !reflect.DeepEqual(sub, []string{"IfcWallElementedCase", "IfcWallStandardCase"}) {
		t.Errorf("subtypes of IfcWall: %v", sub)
	}
	root, _ := s.Entity("IfcRoot")
	if !root.Abstract || root.Supertype() != nil || !wall.Is(root) || root.Is(wall) {
		t.Error("IfcRoot is the abstract top of a wall")
	}
	a, place, ok := wall.Attribute("Tag")
	if !ok || place != 7 || a.Owner.Name != "IfcElement" || !a.Optional {
		t.Errorf("Tag: %v at %d", a, place)
	}
	if _, _, ok := wall.Attribute("Fog"); ok {
		t.Error("a wall has no Fog")
	}
	opening, _ := s.Entity("IfcOpeningElement")
	for _, inv := range opening.AllInverses() {
		if inv.Name == "VoidsElements" && (inv.Low != 1 || inv.High != 1 || inv.Entity != "IfcRelVoidsElement" ||
			inv.Owner.Name != "IfcFeatureElementSubtraction") {
			t.Errorf("VoidsElements: %+v", inv)
		}
	}
}

func TestTypes(t *testing.T) {
	s := IFC4()
	guid, _ := s.Type("IfcGloballyUniqueId")
	if guid.Base().String() != "STRING(22) FIXED" {
		t.Errorf("GlobalId: %s", guid.Base())
	}
	label, _ := s.Type("IFCLABEL")
	if label.Base().Width != 255 || label.Base().Fixed {
		t.Errorf("label: %s", label.Base())
	}
	positive, _ := s.Type("IfcPositiveLengthMeasure")
	length, _ := s.Type("IfcLengthMeasure")
	if !positive.Is(length) || length.Is(positive) || positive.Base().Kind != RealNumber {
		t.Error("a positive length is a length and a REAL")
	}
	walls, _ := s.Type("IfcWallTypeEnum")
	if !walls.IsEnumeration() || !walls.HasItem("SOLIDWALL") || walls.HasItem("solidwall") || walls.Base() != nil {
		t.Errorf("wall types: %v", walls.Items)
	}
	value, _ := s.Type("IfcValue")
	if !value.IsSelect() || !contains(value.Types(), length) || !contains(value.Types(), label) ||
		len(value.Entities()) != 0 {
		t.Error("IfcValue holds labels and lengths through its nested selects")
	}
	complexNumber, _ := s.Type("IfcComplexNumber")
	if low, high := complexNumber.Base().Sizes(); low != 2 || high != 2 ||
		complexNumber.Base().String() != "ARRAY [1:2] OF REAL" {
		t.Errorf("complex number: %s", complexNumber.Base())
	}
	if _, ok := s.Type("IfcWall"); ok {
		t.Error("IfcWall is no type")
	}
}

func contains(list []*Type, t *Type) bool {
	for _, x := range list {
		if x == t {
			return true
		}
	}
	return false
}

func TestRulesAreKeptAsText(t *testing.T) {
	wall, _ := IFC4().Entity("IfcWall")
	if len(wall.Where) != 2 || wall.Where[0].Label != "CorrectPredefinedType" ||
		!strings.Contains(wall.Where[0].Text, "USERDEFINED") {
		t.Errorf("rules of IfcWall: %+v", wall.Where)
	}
	if IFC4().Rules[0].Label != "IfcRepresentationContextSameWCS" ||
		!strings.Contains(IFC4().Rules[1].Text, "IfcProject") {
		t.Errorf("global rules: %+v", IFC4().Rules)
	}
}

func TestSchemasByName(t *testing.T) {
	for name, want := range map[string]*Schema{"IFC2X3": IFC2X3(), "ifc4": IFC4(),
		"IFC4X3": IFC4X3(), "Ifc4x3_Add2": IFC4X3()} {
		if got, ok := ByName(name); !ok || got != want {
			t.Errorf("%s: %v", name, ok)
		}
	}
	for _, name := range []string{"", "IFC4X1", "IFC2X2"} {
		if _, ok := ByName(name); ok {
			t.Errorf("%q should not be known", name)
		}
	}
}
