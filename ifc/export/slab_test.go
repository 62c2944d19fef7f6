package export

import (
	"testing"

	"github.com/bimstream/bimstream/ifc/step"
)

// TestFloor checks that a floor extends down from its top, where its layers begin.
func TestFloor(t *testing.T) {
	r := read(t, house(t))
	for _, c := range []struct {
		name, kind string
		z, volume  float64
	}{{"S0", "BASESLAB", 0, 28.8}, {"S1", "FLOOR", 0, 19.2}} {
		slab := r.one(t, "IfcSlab", c.name)
		solid := r.bodyItem(t, slab)
		origin, _, _ := r.location(slab)
		if origin[2] != c.z || r.enum(slab, "PredefinedType") != c.kind {
			t.Errorf("%s is a %s at %v", c.name, r.enum(slab, "PredefinedType"), origin)
		}
		if d := r.numbers(r.ref(solid, "ExtrudedDirection"), "DirectionRatios"); !sameNumbers(d, []float64{0, 0, -1}) {
			t.Errorf("%s is extruded along %v", c.name, d)
		}
		if got, err := r.extruded(solid); err != nil || !near(got.volume, c.volume, 1e-9) {
			t.Errorf("%s has %v m3 (%v), want %v before its openings", c.name, got, err, c.volume)
		}
	}
}

// TestFloorWithHole checks that a floor's own holes are in its profile, and that its openings are elements.
func TestFloorWithHole(t *testing.T) {
	r := read(t, variety(t))
	slab := r.one(t, "IfcSlab", "floor")
	profile := r.ref(r.bodyItem(t, slab), "SweptArea")
	if profile.Name != "IFCARBITRARYPROFILEDEFWITHVOIDS" || len(r.refs(profile, "InnerCurves")) != 1 {
		t.Errorf("the profile is an %s", profile.Name)
	}
	if got := len(r.relating("IfcRelVoidsElement", "RelatingBuildingElement", slab)); got != 1 {
		t.Errorf("%d openings, want 1", got)
	}
	if origin, _, _ := r.location(slab); origin[2] != 2040 || r.enum(slab, "PredefinedType") != "LANDING" {
		t.Errorf("a %s at %v", r.enum(slab, "PredefinedType"), origin)
	}
}

// TestGableRoof checks that a roof is an assembly of its planes, cut plumb at ridge and eaves. Their volumes must add
// up to the volume computed by hand.
func TestGableRoof(t *testing.T) {
	r := read(t, house(t))
	roof := r.one(t, "IfcRoof", "R1")
	if r.enum(roof, "PredefinedType") != "GABLE_ROOF" || r.attribute(roof, "Representation") != step.Value(null) {
		t.Errorf("the roof is a %s", r.enum(roof, "PredefinedType"))
	}
	parts := r.partsOf(nil)
	if len(parts[roof]) != 2 {
		t.Fatalf("%d slabs, want 2", len(parts[roof]))
	}
	if got, err := r.bulk(roof, parts); err != nil || !near(got.volume, 35.7077, 5e-5) {
		t.Errorf("the roof has %v m3 (%v), want 35.7077", got, err)
	}
	for _, slab := range parts[roof] {
		if r.enum(slab, "PredefinedType") != "ROOF" {
			t.Errorf("a plane is a %s", r.enum(slab, "PredefinedType"))
		}
		if got := r.property(slab, "Pset_SlabCommon", "PitchAngle"); got != "IFCPLANEANGLEMEASURE(0.6108652381980153)" {
			t.Errorf("the pitch is %s, want 35 degrees in radians", got)
		}
		d := r.numbers(r.ref(r.bodyItem(t, slab), "ExtrudedDirection"), "DirectionRatios")
		if !near(d[0], 0, 1e-15) || !near(d[1], 0.573576436351046, 1e-12) || !near(d[2], 0.819152044288992, 1e-12) {
			t.Errorf("a plane is extruded along %v, want plumb", d)
		}
	}
}

func TestRoofTypes(t *testing.T) {
	r := read(t, variety(t))
	parts := r.partsOf(nil)
	for name, want := range map[string]struct {
		kind   string
		planes int
	}{"flat": {"FLAT_ROOF", 1}, "shed": {"SHED_ROOF", 1}, "gable": {"GABLE_ROOF", 2}, "hip": {"HIP_ROOF", 4}} {
		roof := r.one(t, "IfcRoof", name)
		if r.enum(roof, "PredefinedType") != want.kind || len(parts[roof]) != want.planes {
			t.Errorf("%s is a %s of %d planes", name, r.enum(roof, "PredefinedType"), len(parts[roof]))
		}
		if kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", roof, "RelatingType"); r.text(kind, "Name") !=
			"tiles" {
			t.Errorf("%s is of type %s", name, r.text(kind, "Name"))
		}
	}
}
