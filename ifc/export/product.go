package export

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// product is an IfcProduct to be written for an element of the model or for a part of an element.
type product struct {
	entity     string
	element    *state.Element
	part       string // part of the element; "" for the element itself
	name       string // default: the element's name
	objectType string
	tagged     bool
	tag        string // Tag of an IfcElement; default: the element's id
	at         placing
	shape      step.Ref // 0 for no shape
	tail       []step.Value
}

// globalID returns the product's GlobalId.
func (p product) globalID() string {
	if p.part != "" {
		return ifc.DerivedGlobalID(string(p.element.ID), p.part)
	}
	return ifc.GlobalID(p.element.ID)
}

// product writes the attributes with which every IfcProduct begins (IfcRoot, IfcObject, IfcProduct), then the tail.
func (x *exporter) product(p product) step.Ref {
	var shape step.Value = null
	if p.shape != 0 {
		shape = p.shape
	}
	name := orElse(p.name, p.element.Name)
	x.warnLongName(p.element.ID, name)
	objectType, tag := p.objectType, orElse(p.tag, string(p.element.ID))
	var description step.Value = null
	if p.part == "" {
		description = text(x.attribute(p.element, bodyshape.AttributeDescription, ""))
		objectType = x.attribute(p.element, bodyshape.AttributeObjectType, objectType)
	}
	args := []step.Value{x.history(p.element.ID), label(name), description, label(objectType), p.at.ref, shape}
	if p.tagged {
		if p.part == "" {
			tag = x.tag(p.element, p.tag)
		}
		args = append(args, label(tag))
	}
	ref := x.addRooted(p.entity, p.globalID(), args, x.kind(p, objectType))
	if p.part == "" || p.element.Category == state.CategoryRoof {
		x.layer(p.element.ID, p.shape)
	}
	if p.part == "" {
		x.stood(p.element, ref, p.at)
	}
	return ref
}

func (x *exporter) warnLongName(id state.ID, name string) {
	if shortened(name) != name {
		x.warn("NAME_SHORTENED", "a name was cut to the 255 characters that IFC allows",
			map[string]any{"element_id": id})
	}
}

// buildingElement writes an IfcElement, which has a Tag after the attributes of a product. The Tag is the element's own
// tag or, by default, its id, so that a person can search for it.
func (x *exporter) buildingElement(p product) step.Ref {
	p.tagged = true
	return x.product(p)
}

// described holds the properties and quantities of a product that do not come from the property sets of its element.
type described struct {
	class      class
	part       string // part, as in product
	properties []state.PropertySet
	quantities []state.Quantity
	volume     float64 // m3 before openings, 0 for no check
}

// add sets a property; a property of the element with the same name takes precedence.
func (d *described) add(set, name string, value any) {
	for i := range d.properties {
		if d.properties[i].Name == set {
			d.properties[i].Properties = append(d.properties[i].Properties,
				state.Property{Name: name, Value: bodyshape.PropertyOf(value)})
			return
		}
	}
	d.properties = append(d.properties, state.PropertySet{Name: set,
		Properties: []state.Property{{Name: name, Value: bodyshape.PropertyOf(value)}}})
}

// describe attaches property sets, quantities and classifications to a product. The element's own data go to the
// product that represents the element, not to its parts.
func (x *exporter) describe(e *state.Element, ref step.Ref, d described) {
	if t, ok := x.model.Type(e.TypeID); ok && d.part == "" && d.class.common != "" {
		d.add(d.class.common, "Reference", t.Name)
	}
	owner := string(e.ID) + d.part
	for _, set := range x.setsWith(e, &d) {
		x.attachProperties(owner, e, ref, d.class.entity, set)
	}
	x.attachQuantities(owner, e, ref, d.class.quantities, d.quantities)
	if d.volume > 0 {
		x.volumes[product{element: e, part: d.part}.globalID()] = d.volume
	}
	if d.part == "" {
		x.classify(e.Codes, ref)
	}
}

// setsWith returns the property sets of a product: the element's own and the sets that are derived from the model. A
// part has only derived sets; the slabs of a roof also have the sets of the roof that are meant for slabs.
func (x *exporter) setsWith(e *state.Element, d *described) []state.PropertySet {
	follows := x.known(d.properties)
	switch {
	case d.part != "" && e.Category == state.CategoryRoof && d.class.entity == roofSlabClass.entity:
		return merged(follows, x.slabSets(e, x.withoutTold(e)))
	case d.part != "":
		return merged(nil, follows)
	case e.Category == state.CategoryRoof && d.class.entity == "IFCROOF":
		return merged(x.setsOf(x.withoutTold(e), false), follows)
	}
	return merged(x.withoutTold(e), follows)
}

// slabSets returns the property sets of a roof, and of its type, that are written at the slabs of the roof.
func (x *exporter) slabSets(e *state.Element, own []state.PropertySet) []state.PropertySet {
	out := x.setsOf(own, true)
	if t, ok := x.model.Type(e.TypeID); ok {
		out = merged(out, x.setsOf(t.Psets, true))
	}
	return out
}

// setsOf returns the property sets of a roof that are written at its slabs, or, if slabs is false, all other sets. A
// roof that was a slab in its source file can have official sets that are defined for slabs and not for roofs (rule
// PSE001).
func (x *exporter) setsOf(sets []state.PropertySet, slabs bool) []state.PropertySet {
	return slices.DeleteFunc(slices.Clone(sets), func(set state.PropertySet) bool {
		template, official := x.schema.PropertySet(set.Name)
		is := official && !slices.Contains(x.schema.PropertySetsFor("IFCROOF"), template) &&
			slices.Contains(x.schema.PropertySetsFor("IFCSLAB"), template)
		return is != slabs
	})
}

// known returns the properties that their official sets have in this schema. It leaves out and counts all other
// properties, because they are derived from the model and no software looks for them under these names.
func (x *exporter) known(sets []state.PropertySet) []state.PropertySet {
	if x.knowsAll(sets) {
		return sets
	}
	out := make([]state.PropertySet, 0, len(sets))
	for _, set := range sets {
		template, official := x.schema.PropertySet(set.Name)
		kept := state.PropertySet{Name: set.Name}
		for _, p := range set.Properties {
			if official && !has(template, p.Name) {
				x.lose(set.Name + "." + p.Name)
				continue
			}
			kept.Properties = append(kept.Properties, p)
		}
		if len(kept.Properties) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// knowsAll reports whether no property is left out, which is true of most elements.
func (x *exporter) knowsAll(sets []state.PropertySet) bool {
	for _, set := range sets {
		if len(set.Properties) == 0 {
			return false
		}
		template, official := x.schema.PropertySet(set.Name)
		for _, p := range set.Properties {
			if official && !has(template, p.Name) {
				return false
			}
		}
	}
	return true
}

func has(set *schema.PropertySet, property string) bool {
	_, ok := set.Property(property)
	return ok
}
