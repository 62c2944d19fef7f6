package export

import (
	"strconv"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// appearance holds the materials, layer sets, profiles and styles that were written.
type appearance struct {
	materials map[state.ID]step.Ref
	styles    map[state.ID]step.Ref // styles of the materials that have a colour
	layerSets map[string]step.Ref   // layer sets by their key, see layerSet
	profiles  map[string]profiled   // profile sets by section and material
	glazing   step.Ref              // style of glass; 0 until it is written
	unused    map[state.ID]step.Ref // materials that nothing uses
}

func newAppearance() appearance {
	return appearance{materials: map[state.ID]step.Ref{}, styles: map[state.ID]step.Ref{},
		layerSets: map[string]step.Ref{}, profiles: map[string]profiled{}}
}

// writeMaterials writes the model's library of materials with their colours and properties.
func (x *exporter) writeMaterials() {
	for _, m := range x.model.Materials() {
		done := x.within(string(m.ID))
		ref := x.add("IFCMATERIAL", step.String(shortened(m.Name)), null, label(m.Category))
		x.materials[m.ID] = ref
		x.writeColour(m, ref)
		x.writeMaterialProperties(m, ref)
		done()
	}
}

// writeColour writes a material's surface style and relates it to the material, for readers that take colours from
// materials.
func (x *exporter) writeColour(m *state.Material, ref step.Ref) {
	red, green, blue, ok := colour(m.Colour)
	if !ok {
		return
	}
	rgb := x.share("IFCCOLOURRGB", null, red, green, blue)
	rendering := x.add("IFCSURFACESTYLERENDERING", rgb, step.Real(0), null, null, null, null, null, null, notDefined)
	style := x.add("IFCSURFACESTYLE", step.String(shortened(m.Name)), step.Enum("BOTH"), x.refs(rendering))
	x.styles[m.ID] = style
	item := x.styledItem(null, style)
	styled := x.add("IFCSTYLEDREPRESENTATION", x.contexts.body, step.String("Style"),
		step.String("Material"), x.refs(item))
	x.add("IFCMATERIALDEFINITIONREPRESENTATION", null, null, x.refs(styled), ref)
}

// colour returns the components of #rrggbb as numbers from 0 to 1.
func colour(s string) (red, green, blue step.Real, ok bool) {
	if len(s) != 7 || s[0] != '#' {
		return 0, 0, 0, false
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return 0, 0, 0, false
	}
	part := func(shift uint) step.Real { return step.Real(rounded(float64(v>>shift&0xff)/0xff, perUnit)) }
	return part(16), part(8), part(0), true
}

// writeMaterialProperties writes the property sets of a material, including its density.
func (x *exporter) writeMaterialProperties(m *state.Material, ref step.Ref) {
	if !x.dialect.materialSets {
		x.writeExtendedProperties(m, ref)
		return
	}
	var density []state.PropertySet
	if m.Density > 0 {
		density = []state.PropertySet{{Name: "Pset_MaterialCommon",
			Properties: []state.Property{{Name: "MassDensity", Value: shape.PropertyOf(m.Density)}}}}
	}
	for _, set := range merged(m.Properties, density) {
		x.checkSet(m.ID, "IfcMaterial", set.Name)
		if properties := x.properties(m.ID, set); len(properties) > 0 {
			x.add("IFCMATERIALPROPERTIES", label(set.Name), null, properties, ref)
		}
	}
}

// writeExtendedProperties writes the density and the property sets of a material in IFC2X3, where the density is an
// attribute.
func (x *exporter) writeExtendedProperties(m *state.Material, ref step.Ref) {
	if m.Density > 0 {
		x.add("IFCGENERALMATERIALPROPERTIES", ref, null, null, step.Real(m.Density))
	}
	for _, set := range merged(m.Properties, nil) {
		x.checkSet(m.ID, "IfcMaterial", set.Name)
		if properties := x.properties(m.ID, set); len(properties) > 0 {
			x.add("IFCEXTENDEDMATERIALPROPERTIES", ref, properties, null, step.String(shortened(set.Name)))
		}
	}
}

// paint gives a body item the colour of a material. It styles the item and not only the material, since many readers
// look only at the item.
func (x *exporter) paint(item step.Ref, material state.ID) {
	if style := x.styleOf(material); style != 0 {
		x.styledItem(item, style)
	}
}

// styleOf returns the style of the next item of the body that is being written. It is the style in the source file,
// otherwise the style of the material; 0 for none.
func (x *exporter) styleOf(material state.ID) step.Ref {
	if style, ok := x.ownStyle(); ok {
		return style
	}
	return x.styles[material]
}

// paintPart gives a part of a door or window the colour of its material, or the style of glass.
func (x *exporter) paintPart(item step.Ref, role fabric.FillingRole, material state.ID) {
	if role == fabric.RoleGlazing {
		x.styledItem(item, x.glass())
		return
	}
	x.paint(item, material)
}

// The colour of glazing: a light blue that lets most of the light through.
const (
	glassName         = "Glass"
	glassTransparency = 0.7
	glassRed          = 0.75
	glassGreen        = 0.87
	glassBlue         = 0.94
)

// glass returns the style of glazing, which does not belong to a material of the model.
func (x *exporter) glass() step.Ref {
	if x.glazing == 0 {
		defer x.within("glass of " + x.model.Info().ID)()
		rgb := x.share("IFCCOLOURRGB", null, step.Real(glassRed), step.Real(glassGreen), step.Real(glassBlue))
		rendering := x.add("IFCSURFACESTYLERENDERING", rgb, step.Real(glassTransparency), null, null, null,
			null, null, null, notDefined)
		x.glazing = x.add("IFCSURFACESTYLE", step.String(glassName), step.Enum("BOTH"), x.refs(rendering))
	}
	return x.glazing
}

// styledItem gives an item a style. The item is $ if the style belongs to a material.
func (x *exporter) styledItem(item step.Value, style step.Ref) step.Ref {
	if x.dialect.styleAssignments {
		style = x.share("IFCPRESENTATIONSTYLEASSIGNMENT", x.refs(style))
	}
	return x.add("IFCSTYLEDITEM", item, x.refs(style), null)
}

// mainMaterial returns the material that represents an element as a whole: its own material, the material of its type,
// or the material of its type's thickest layer; "" for none.
func (x *exporter) mainMaterial(e *state.Element) state.ID {
	if e.MaterialID != "" {
		return e.MaterialID
	}
	t, ok := x.model.Type(e.TypeID)
	if !ok {
		return ""
	}
	if t.MaterialID != "" || len(t.Layers) == 0 {
		return t.MaterialID
	}
	thickest := t.Layers[0]
	for _, l := range t.Layers {
		if l.Thickness > thickest.Thickness {
			thickest = l
		}
	}
	return thickest.MaterialID
}

// useMaterial associates an element with its own material. The material of its type is associated with the type.
func (x *exporter) useMaterial(e *state.Element, ref step.Ref) {
	if x.foreignMaterial(e, ref) {
		return
	}
	if material, ok := x.materials[e.MaterialID]; ok {
		x.associate(string(e.ID), "material", ref, material)
	}
}

// usePartMaterial associates a part of an element with the element's own material.
func (x *exporter) usePartMaterial(e *state.Element, part string, ref step.Ref) {
	if material, ok := x.materials[e.MaterialID]; ok {
		x.associate(string(e.ID), "material "+part, ref, material)
	}
}

func (x *exporter) associate(owner, role string, object, material step.Ref) {
	x.rel("IFCRELASSOCIATESMATERIAL", owner, role, x.refs(object), material)
}
