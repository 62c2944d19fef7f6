package export

import (
	"testing"

	"github.com/bimstream/bimstream/ifc/step"
)

// TestLayerSetUsages checks that every wall and every slab has its own layer set usage. The layers begin at the
// interior face or at the top, and run against the axis.
func TestLayerSetUsages(t *testing.T) {
	for name, s := range map[string]*site{"house": house(t), "variety": variety(t), "equipped": equipped(t)} {
		r := read(t, s)
		seen := map[*step.Instance]bool{}
		for _, class := range []string{"IfcWall", "IfcSlab"} {
			for _, e := range r.of(class) {
				usage := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects", e, "RelatingMaterial")
				if usage.Name != "IFCMATERIALLAYERSETUSAGE" || seen[usage] {
					t.Errorf("%s: %s has an %s, its own: %t", name, r.text(e, "Name"), usage.Name, !seen[usage])
				}
				seen[usage] = true
				want := map[string]string{"IfcWall": "AXIS2", "IfcSlab": "AXIS3"}[class]
				if r.enum(usage, "LayerSetDirection") != want || r.enum(usage, "DirectionSense") != "NEGATIVE" {
					t.Errorf("%s: the layers of %s go %s along %s", name, r.text(e, "Name"),
						r.enum(usage, "DirectionSense"), r.enum(usage, "LayerSetDirection"))
				}
			}
		}
	}
}

func TestLayerOffsets(t *testing.T) {
	r := read(t, variety(t))
	for name, want := range map[string]float64{"north-east": 100, "east": 0, "third": 200, "floor": 0, "hip 1": 150} {
		usage := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects",
			r.one(t, "IfcElement", name), "RelatingMaterial")
		if got := r.number(usage, "OffsetFromReferenceLine"); got != want {
			t.Errorf("the first layer of %s begins at %v, want %v", name, got, want)
		}
	}
}

// TestLayerSets checks that a type and its walls share one layer set, listed from the interior.
func TestLayerSets(t *testing.T) {
	r := read(t, house(t))
	set := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects",
		r.one(t, "IfcWallType", "EXT-300"), "RelatingMaterial")
	usage := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects", r.one(t, "IfcWall", "W3"), "RelatingMaterial")
	if r.ref(usage, "ForLayerSet") != set || r.text(set, "LayerSetName") != "EXT-300" {
		t.Error("W3 does not use the layers of its type")
	}
	var got []string
	sum := 0.0
	for _, l := range r.refs(set, "MaterialLayers") {
		got = append(got, r.text(r.ref(l, "Material"), "Name")+" "+r.text(l, "Category"))
		sum += r.number(l, "LayerThickness")
	}
	want := []string{"Gypsum finish", "Brick structure", "Insulation insulation", "Render finish"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("layers %v, want %v", got, want)
			break
		}
	}
	if sum != 300 {
		t.Errorf("the layers add up to %v", sum)
	}
}

// TestSingleLayers checks that walls without a type share a set of one layer by thickness and material.
func TestSingleLayers(t *testing.T) {
	r := read(t, variety(t))
	set := func(name string) *step.Instance {
		usage := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects",
			r.one(t, "IfcWall", name), "RelatingMaterial")
		return r.ref(usage, "ForLayerSet")
	}
	if set("north-east") != set("east") || set("north-east") == set("closing") || set("north-east") == set("long") {
		t.Error("sets of one layer are not shared by thickness and material")
	}
	layer := r.refs(set("closing"), "MaterialLayers")[0]
	if r.text(r.ref(layer, "Material"), "Name") != "Steel" || r.number(layer, "LayerThickness") != 200 {
		t.Error("the closing wall is not 200 mm of steel")
	}
	if r.ref(r.refs(set("long"), "MaterialLayers")[0], "Material") != nil {
		t.Error("a material was made up")
	}
}

// TestColours checks that a material and every body of that material have its colour.
func TestColours(t *testing.T) {
	r := read(t, house(t))
	styles := map[*step.Instance]*step.Instance{}
	for _, item := range r.of("IfcStyledItem") {
		if on := r.ref(item, "Item"); on != nil {
			styles[on] = r.refs(item, "Styles")[0]
		}
	}
	for name, want := range map[string]string{"W1": "Brick", "S0": "Concrete", "C1": "Concrete", "P1": ""} {
		style := styles[r.refs(r.representation(r.one(t, "IfcElement", name), "Body"), "Items")[0]]
		if r.text(style, "Name") != want {
			t.Errorf("%s is shown as %q, want %q", name, r.text(style, "Name"), want)
		}
	}
	if got := len(r.of("IfcMaterialDefinitionRepresentation")); got != 5 {
		t.Errorf("%d materials have a colour, want 5", got)
	}
	concrete := r.one(t, "IfcSurfaceStyle", "Concrete")
	rgb := r.ref(r.refs(concrete, "Styles")[0], "SurfaceColour")
	if r.number(rgb, "Red") != 0.705882353 {
		t.Errorf("concrete is %v red", r.number(rgb, "Red"))
	}
}

func TestColour(t *testing.T) {
	if red, green, blue, ok := colour("#ff8000"); !ok || red != 1 || green != step.Real(0.501960784) || blue != 0 {
		t.Errorf("%v %v %v %t", red, green, blue, ok)
	}
	for _, s := range []string{"", "red", "#12345", "#gggggg"} {
		if _, _, _, ok := colour(s); ok {
			t.Errorf("%q was taken for a colour", s)
		}
	}
}

func TestMaterialProperties(t *testing.T) {
	r := read(t, house(t))
	for _, p := range r.of("IfcMaterialProperties") {
		if r.text(r.ref(p, "Material"), "Name") == "Concrete" {
			if got := r.valueOf(r.refs(p, "Properties")[0]); r.text(p, "Name") != "Pset_MaterialCommon" ||
				got != "IFCMASSDENSITYMEASURE(2400.)" {
				t.Errorf("%s: %s", r.text(p, "Name"), got)
			}
			return
		}
	}
	t.Error("concrete has no properties")
}

// TestDoorMaterial checks that a door has its own material, or else the material of its type.
func TestDoorMaterial(t *testing.T) {
	r := read(t, variety(t))
	door := r.one(t, "IfcDoor", "single_swing left")
	if len(r.relating("IfcRelAssociatesMaterial", "RelatedObjects", door)) != 0 {
		t.Error("the door has a material of its own")
	}
	kind := r.related(t, "IfcRelDefinesByType", "RelatedObjects", door, "RelatingType")
	if got := r.related(t, "IfcRelAssociatesMaterial", "RelatedObjects", kind,
		"RelatingMaterial"); r.text(got, "Name") != "Steel" {
		t.Errorf("the type is of %s", r.text(got, "Name"))
	}
}
