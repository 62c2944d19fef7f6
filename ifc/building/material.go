package building

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/ifc/record"
	"github.com/bimstream/bimstream/ifc/step"
)

func (d *description) material(in *step.Instance) *Material {
	if m, known := d.materials[in.ID]; known {
		return m
	}
	m := &Material{Number: in.ID, Name: d.text(in, "Name"), Category: d.text(in, "Category")}
	d.materials[in.ID] = m
	d.b.Materials = append(d.b.Materials, m)
	return m
}

// materialAt returns the material that an attribute refers to, nil for none.
func (d *description) materialAt(in *step.Instance, attribute string) *Material {
	if m := d.one(in, attribute); m != nil && d.isA(m, "IfcMaterial") {
		return d.material(m)
	}
	return nil
}

func (d *description) associateMaterial(rel *step.Instance) {
	relating := d.one(rel, "RelatingMaterial")
	if relating == nil {
		return
	}
	use := d.use(relating)
	use.Number = relating.ID
	for _, object := range d.many(rel, "RelatedObjects") {
		if p := d.b.Product(object.ID); p != nil {
			p.Use = use
		} else if t := d.types[object.ID]; t != nil {
			t.Use = use
		}
	}
}

// use returns the Use that a material, a set or a usage of a set describes.
func (d *description) use(in *step.Instance) Use {
	switch {
	case d.isA(in, "IfcMaterial"):
		return Use{Material: d.material(in)}
	case d.isA(in, "IfcMaterialLayerSetUsage"):
		u := d.layerSet(d.one(in, "ForLayerSet"))
		u.Usage = &LayerUsage{
			Axis: d.text(in, "LayerSetDirection"), Offset: d.length(in, "OffsetFromReferenceLine"),
			Positive: d.text(in, "DirectionSense") == "POSITIVE",
		}
		return u
	case d.isA(in, "IfcMaterialLayerSet"):
		return d.layerSet(in)
	case d.isA(in, "IfcMaterialProfileSetUsage"):
		u := d.profileSet(d.one(in, "ForProfileSet"))
		cardinal, _ := d.number(in, "CardinalPoint")
		u.Cardinal = int(cardinal)
		return u
	case d.isA(in, "IfcMaterialProfileSet"):
		return d.profileSet(in)
	}
	return d.listed(in)
}

func (d *description) layerSet(in *step.Instance) Use {
	u := Use{Named: d.text(in, "LayerSetName"), Text: d.text(in, "Description")}
	for _, layer := range d.many(in, "MaterialLayers") {
		u.Layers = append(u.Layers, Layer{d.materialAt(layer, "Material"),
			d.length(layer, "LayerThickness"), d.text(layer, "Category"), d.layerRecord(layer)})
	}
	return u
}

// layerRecord returns the attributes of a layer other than its material, thickness and function; "" for none.
func (d *description) layerRecord(layer *step.Instance) string {
	kept := d.Record(layer.ID, "Material", "LayerThickness", "Category")
	if r, err := record.Parse(kept); err != nil || r.SaysOnly() {
		return ""
	}
	return kept
}

func (d *description) profileSet(in *step.Instance) Use {
	members := d.many(in, "MaterialProfiles")
	if len(members) == 0 {
		return Use{}
	}
	u := Use{Material: d.materialAt(members[0], "Material")}
	if profile, err := d.sharedProfile(d.one(members[0], "Profile")); err == nil {
		u.Profile = &Section{u.Material, profile}
	}
	return u
}

// listed returns the materials of a list or of constituents. A single material is the material of the whole.
func (d *description) listed(in *step.Instance) Use {
	u := Use{}
	for _, m := range d.many(in, "Materials") {
		if d.isA(m, "IfcMaterial") {
			u.List = append(u.List, d.material(m))
		}
	}
	for _, c := range d.many(in, "MaterialConstituents") {
		if m := d.materialAt(c, "Material"); m != nil {
			u.List = append(u.List, m)
		}
	}
	if len(u.List) == 1 {
		u.Material, u.List = u.List[0], nil
	}
	return u
}

// styling returns the action for instances that give materials their colours and properties.
func (d *description) styling(in *step.Instance) action {
	switch {
	case d.isA(in, "IfcMaterialDefinitionRepresentation"):
		return (*description).materialColour
	case d.isA(in, "IfcMaterialProperties"):
		return (*description).materialSet
	}
	return nil
}

func (d *description) materialColour(in *step.Instance) {
	if m := d.materialAt(in, "RepresentedMaterial"); m != nil && m.Colour == "" {
		m.Colour = d.colourOf(d.many(in, "Representations"))
	}
}

// materialSet reads a set of a material's properties. The density is the property with the official name, or an
// attribute.
func (d *description) materialSet(in *step.Instance) {
	m := d.materialAt(in, "Material")
	if m == nil {
		return
	}
	if density, ok := d.number(in, "MassDensity"); ok {
		m.Density = density
	}
	set := Set{Name: d.text(in, "Name")}
	list := append(d.many(in, "Properties"), d.many(in, "ExtendedProperties")...)
	for _, p := range d.properties(list) {
		if density, ok := p.Value.(float64); ok && p.Name == "MassDensity" && set.Name == "Pset_MaterialCommon" {
			m.Density = density
			continue
		}
		set.Properties = append(set.Properties, p)
	}
	if len(set.Properties) > 0 {
		m.Sets = append(m.Sets, set)
	}
}

// colourOf returns the first surface colour of representations as #rrggbb.
func (d *description) colourOf(representations []*step.Instance) string {
	for _, r := range representations {
		for _, item := range d.many(r, "Items") {
			if c := d.styledColour(item); c != "" {
				return c
			}
		}
	}
	return ""
}

func (s *Source) styledColour(item *step.Instance) string {
	for _, style := range s.many(item, "Styles") {
		for _, surface := range append(s.many(style, "Styles"), style) {
			for _, shading := range append(s.many(surface, "Styles"), surface) {
				if rgb := s.one(shading, "SurfaceColour"); rgb != nil {
					return s.rgb(rgb)
				}
			}
		}
	}
	return ""
}

func (s *Source) rgb(in *step.Instance) string {
	part := func(name string) int {
		v, _ := s.number(in, name)
		return int(math.Round(max(0, min(1, v)) * 0xff))
	}
	return fmt.Sprintf("#%02x%02x%02x", part("Red"), part("Green"), part("Blue"))
}
