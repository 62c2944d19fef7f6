package export

import "testing"

// TestCurtainWallIsAnAssembly checks that a curtain wall is an assembly of members and plates without a body of its
// own, and that each part has its quantities.
func TestCurtainWallIsAnAssembly(t *testing.T) {
	s := equipped(t)
	for _, schema := range Schemas() {
		r := readIn(t, s, schema)
		wall := r.one(t, "IfcCurtainWall", "facade")
		if r.ref(wall, "Representation") != nil {
			t.Errorf("%s: the assembly has a body of its own", schema)
		}
		rel := r.relating("IfcRelAggregates", "RelatingObject", wall)
		if len(rel) != 1 {
			t.Fatalf("%s: %d aggregations", schema, len(rel))
		}
		counts := map[string]int{}
		for _, part := range r.refs(rel[0], "RelatedObjects") {
			counts[r.className(part)]++
		}
		// 6.5 m in six bays, 3.2 m in three: seven mullions, 6 x 4 transoms, 6 x 3 panels. Two doors with jambs and
		// heads, and a window in place of a panel, then cut them.
		if counts["IfcMember"] != 41 || counts["IfcPlate"] != 18 || counts["IfcDoor"] != 2 ||
			counts["IfcWindow"] != 1 || len(counts) != 4 {
			t.Errorf("%s: parts %v", schema, counts)
		}
	}
	r := read(t, s)
	for _, c := range []struct{ class, part, kind, set, quantity, want string }{
		{"IfcMember", "facade mullion 0", "MULLION", "Qto_MemberBaseQuantities", "Length", "3200."},
		{"IfcMember", "facade mullion 0", "MULLION", "Qto_MemberBaseQuantities", "NetVolume", "0.024"},
		{"IfcPlate", "facade panel 0/0", "CURTAIN_PANEL", "Qto_PlateBaseQuantities", "Width", "30."},
		{"IfcCurtainWall", "facade", "NOTDEFINED", "Qto_CurtainWallQuantities", "GrossSideArea", "20.8"},
	} {
		in := r.one(t, c.class, c.part)
		if got := r.enum(in, "PredefinedType"); got != c.kind {
			t.Errorf("%s is %s", c.part, got)
		}
		if got := r.property(in, c.set, c.quantity); got != c.want {
			t.Errorf("%s of %s is %s, want %s", c.quantity, c.part, got, c.want)
		}
	}
}

// TestKindsOfOtherParts checks predefined types and quantities of railings, ceilings and footings.
func TestKindsOfOtherParts(t *testing.T) {
	r := read(t, equipped(t))
	for _, c := range []struct{ class, name, kind, set, quantity, want string }{
		{"IfcRailing", "railing 1 balusters", "GUARDRAIL", "Qto_RailingBaseQuantities", "Length", ""},
		{"IfcCovering", "own ceiling", "CEILING", "Qto_CoveringBaseQuantities", "Width", "30."},
		{"IfcFooting", "pad", "PAD_FOOTING", "Qto_FootingBaseQuantities", "NetVolume", "0.432"},
		{"IfcFooting", "strip", "STRIP_FOOTING", "Qto_FootingBaseQuantities", "Length", "5000."},
	} {
		in := r.one(t, c.class, c.name)
		if got := r.enum(in, "PredefinedType"); got != c.kind {
			t.Errorf("%s is %s", c.name, got)
		}
		if got := r.property(in, c.set, c.quantity); got == "" || (c.want != "" && got != c.want) {
			t.Errorf("%s of %s is %q, want %s", c.quantity, c.name, got, c.want)
		}
	}
	if got := r.property(r.one(t, "IfcRailing", "railing 0 panel"), "Pset_RailingCommon", "Height"); got !=
		"IFCPOSITIVELENGTHMEASURE(1100.)" {
		t.Errorf("the railing is %s high", got)
	}
}
