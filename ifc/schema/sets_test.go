package schema

import (
	"reflect"
	"strings"
	"testing"
)

func TestWallProperties(t *testing.T) {
	set, ok := IFC4().PropertySet("Pset_WallCommon")
	if !ok || !reflect.DeepEqual(set.Applicable, []Applicable{{Class: "IfcWall"}}) ||
		set.Template != "PSET_TYPEDRIVENOVERRIDE" {
		t.Fatalf("Pset_WallCommon: %+v", set)
	}
	want := map[string]string{"Reference": "IfcIdentifier", "AcousticRating": "IfcLabel", "FireRating": "IfcLabel",
		"Combustible": "IfcBoolean", "ThermalTransmittance": "IfcThermalTransmittanceMeasure",
		"IsExternal":  "IfcBoolean",
		"LoadBearing": "IfcBoolean", "ExtendToStructure": "IfcBoolean", "Compartmentation": "IfcBoolean"}
	for name, dataType := range want {
		p, ok := set.Property(name)
		if !ok || p.Kind != SingleValue || p.DataType != dataType {
			t.Errorf("%s: %+v", name, p)
		}
	}
	status, _ := set.Property("Status")
	if status.Kind != EnumeratedValue || status.Enum != "PEnum_ElementStatus" ||
		status.Items[0] != "NEW" || len(status.Items) != 7 {
		t.Errorf("Status: %+v", status)
	}
	if _, ok := set.Property("isexternal"); ok {
		t.Error("property names are case-sensitive")
	}
}

func TestWallQuantities(t *testing.T) {
	set, ok := IFC4().QuantitySet("Qto_WallBaseQuantities")
	if !ok {
		t.Fatal("Qto_WallBaseQuantities is missing")
	}
	for name, kind := range map[string]QuantityKind{"Length": Length, "Height": Length, "NetSideArea": Area,
		"NetVolume": Volume, "GrossWeight": Weight} {
		if q, ok := set.Quantity(name); !ok || q.Kind != kind {
			t.Errorf("%s: %+v", name, q)
		}
	}
	if _, ok := set.Quantity("Depth"); ok {
		t.Error("a wall has no Depth")
	}
	storey, _ := IFC4().QuantitySet("Qto_BuildingStoreyBaseQuantities")
	if _, ok := storey.Quantity("NetHeigtht"); !ok {
		t.Error("the published spelling NetHeigtht is gone")
	}
}

func TestSetsForAClass(t *testing.T) {
	cases := []struct {
		schema            *Schema
		class             string
		properties, lacks string
		quantities        string
	}{
		{IFC4(), "IFCWALLSTANDARDCASE", "Pset_WallCommon Pset_ConcreteElementGeneral",
			"Pset_DoorCommon", "Qto_WallBaseQuantities"},
		{IFC4(), "IfcActuator", "Pset_ActuatorTypeElectricActuator", "Pset_WallCommon", "Qto_ActuatorBaseQuantities"},
		{IFC4X3(), "IfcWall", "Pset_WallCommon", "Pset_DoorCommon",
			"Qto_BodyGeometryValidation Qto_WallBaseQuantities"},
		{IFC2X3(), "IfcDoor", "Pset_DoorCommon", "Pset_WallCommon", ""},
	}
	for _, c := range cases {
		var p, q []string
		for _, set := range c.schema.PropertySetsFor(c.class) {
			p = append(p, set.Name)
		}
		for _, set := range c.schema.QuantitySetsFor(c.class) {
			q = append(q, set.Name)
		}
		for _, want := range strings.Fields(c.properties) {
			if !hasText(p, want) || hasText(p, c.lacks) {
				t.Errorf("%s %s: %v", c.schema.Name, c.class, p)
			}
		}
		if strings.Join(q, " ") != c.quantities {
			t.Errorf("%s %s: %v", c.schema.Name, c.class, q)
		}
	}
}

func hasText(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// TestEverySetIsComplete finds misread sets: a set without a class, or a property with a missing or unknown type.
func TestEverySetIsComplete(t *testing.T) {
	for _, s := range []*Schema{IFC2X3(), IFC4(), IFC4X3()} {
		for _, set := range s.PropertySets() {
			if len(set.Applicable) == 0 || len(set.Properties) == 0 {
				t.Errorf("%s %s: %+v", s.Name, set.Name, set)
			}
			for i := range set.Properties {
				checkProperty(t, s, set.Name, &set.Properties[i])
			}
		}
		for _, set := range s.QuantitySets() {
			if len(set.Applicable) == 0 || len(set.Quantities) == 0 {
				t.Errorf("%s %s: %+v", s.Name, set.Name, set)
			}
		}
	}
}

func checkProperty(t *testing.T, s *Schema, set string, p *Property) {
	switch p.Kind {
	case EnumeratedValue:
		if len(p.Items) == 0 {
			t.Errorf("%s %s.%s: no items", s.Name, set, p.Name)
		}
		return
	case ComplexProperty:
		for i := range p.Parts {
			checkProperty(t, s, set, &p.Parts[i])
		}
		return
	case TableValue:
		checkTypeName(t, s, set, p, p.Defining)
	}
	checkTypeName(t, s, set, p, p.DataType)
}

func checkTypeName(t *testing.T, s *Schema, set string, p *Property, name string) {
	_, isType := s.Type(name)
	_, isEntity := s.Entity(name)
	if !isType && !isEntity {
		t.Errorf("%s %s.%s: %s has no %q", s.Name, set, p.Name, s.Name, name)
	}
}
