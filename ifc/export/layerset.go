package export

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/record"
	"github.com/bimstream/bimstream/ifc/step"
)

// layerUse describes how layers lie in an element's frame.
type layerUse struct {
	part      string // part of the element; "" for the element itself
	thickness geometry.Length
	direction step.Enum       // AXIS2 across a wall, AXIS3 across a slab (IfcLayerSetDirectionEnum)
	offset    geometry.Length // position of the outer face of the first layer along that axis
}

// useLayers gives an element its layer set usage. Every wall and slab has its own usage, since other software reads and
// edits the layers at the element. The model lists the layers of a wall from its interior face, which faces +Y, and the
// layers of a slab from its top. That is against the axis, so the direction sense is always negative and the offset is
// the position of the first face.
func (x *exporter) useLayers(e *state.Element, ref step.Ref, use layerUse) {
	set := x.layerSetOf(e, use.thickness)
	usage := x.add("IFCMATERIALLAYERSETUSAGE", set, use.direction, step.Enum("NEGATIVE"), mm(use.offset), null)
	x.associate(string(e.ID), "layers "+use.part, ref, usage)
}

// layerSetOf returns the layer set of an element's type or, for an element without layers, a set of a single layer.
func (x *exporter) layerSetOf(e *state.Element, thickness geometry.Length) step.Ref {
	t, ok := x.model.Type(e.TypeID)
	if ok && len(t.Layers) > 0 {
		return x.layerSetOfType(t)
	}
	material := x.mainMaterial(e)
	name := fmt.Sprintf("%s mm", thickness)
	if m, ok := x.model.Material(material); ok {
		name = m.Name + " " + name
	}
	return x.layerSet(fmt.Sprintf("%s/%d", material, thickness), name, "",
		[]state.Layer{{MaterialID: material, Thickness: thickness}})
}

// layerSetOfType writes the layer set of a type, with its name in the source file.
func (x *exporter) layerSetOfType(t *state.Type) step.Ref {
	return x.layerSet(string(t.ID), orElse(keptOfType(t, shape.AttributeLayerSet), t.Name),
		keptOfType(t, shape.AttributeLayersText), t.Layers)
}

// materialLayer writes a layer with the attributes of the source file.
func (x *exporter) materialLayer(l state.Layer, material step.Value) step.Ref {
	if r, err := record.Parse(l.Record); l.Record != "" && err == nil {
		written := func(class string, args ...step.Value) step.Ref {
			return x.put(origin{key: x.scope.next(class)}, class, x.kept(args))
		}
		more := map[string]step.Value{"Material": material, "LayerThickness": mm(l.Thickness)}
		if l.Function != "" {
			more["Category"] = label(l.Function)
		}
		if ref, ok := r.Write(x.schema, written, more); ok {
			return ref
		}
	}
	return x.add("IFCMATERIALLAYER", material, mm(l.Thickness), null, null, null, label(l.Function), null)
}

// layerSet writes a layer set once per key. A layer whose material is unknown has no material.
func (x *exporter) layerSet(key, name, description string, layers []state.Layer) step.Ref {
	if ref, ok := x.layerSets[key]; ok {
		return ref
	}
	defer x.within("layers " + key)()
	written := make([]step.Ref, len(layers))
	for i, l := range layers {
		var material step.Value = null
		if ref, ok := x.materials[l.MaterialID]; ok {
			material = ref
		}
		written[i] = x.materialLayer(l, material)
	}
	ref := x.add("IFCMATERIALLAYERSET", x.refs(written...), label(name), text(description))
	x.layerSets[key] = ref
	return ref
}
