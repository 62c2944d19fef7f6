package check

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/step"
)

// shape is the form in which a property holds its values.
type shape uint8

const (
	singleShape shape = iota
	listShape         // lists and enumerated values
	tableShape
	boundedShape
	opaqueShape // a complex property or a reference, which has no value to compare
)

// property is a property or quantity of a model.
type property struct {
	name   string
	shape  shape
	values []found // values; of a bounded property: lower, upper, set point
	filled []found // the values that are not empty
}

// set is a property set or quantity set of a model.
type set struct {
	name       string
	properties []*property
}

func (s *set) property(name string) *property {
	for _, p := range s.properties {
		if p.name == name {
			return p
		}
	}
	return nil
}

// elementSets are the sets of an element; sets of the same name are merged.
type elementSets []*set

// setsOf returns the sets of an element, together with the type's properties that the element does not have itself.
func (m *Model) setsOf(in *instance) elementSets {
	if in.id == m.last {
		return m.lastSets
	}
	out, known := m.resolved[in.id]
	if !known {
		out = m.resolveSets(in)
		m.resolved[in.id] = out
	}
	m.last, m.lastSets = in.id, out
	return out
}

func (m *Model) resolveSets(in *instance) elementSets {
	var out elementSets
	for _, id := range m.ownSets(in) {
		out = out.add(m.set(id), false)
	}
	if t := m.typeOf(in); t != nil {
		for _, id := range refs(t.arg("HasPropertySets")) {
			out = out.add(m.set(id), true)
		}
	}
	return out
}

// add merges a set into the sets. The element's own property takes precedence over an inherited property.
func (e elementSets) add(s *set, inherited bool) elementSets {
	if s == nil {
		return e
	}
	i := slices.IndexFunc(e, func(x *set) bool { return x.name == s.name })
	if i < 0 {
		return append(e, s)
	}
	merged := &set{name: s.name, properties: slices.Clone(e[i].properties)}
	for _, p := range s.properties {
		if !inherited || e[i].property(p.name) == nil {
			merged.properties = append(merged.properties, p)
		}
	}
	e[i] = merged
	return e
}

// ownSets returns the property definitions of the instance itself: by relation, or from the attributes of a type
// object, material or profile.
func (m *Model) ownSets(in *instance) []int {
	switch {
	case in.is("IfcTypeObject"):
		return append(refs(in.arg("HasPropertySets")), m.linked(definesByProperties, in.id)...)
	case in.is("IfcMaterial") || in.is("IfcMaterialDefinition"):
		return m.linked(materialProperties, in.id)
	case in.is("IfcProfileDef"):
		return m.linked(profileProperties, in.id)
	}
	return m.linked(definesByProperties, in.id)
}

// set returns the set of an instance, or nil if the instance is no set.
func (m *Model) set(id int) *set {
	if known, ok := m.sets[id]; ok {
		return known
	}
	s := m.readSet(m.get(id))
	m.sets[id] = s
	return s
}

// members are the attributes that hold the properties of a set, by the set's entity; the first matching entity counts.
var members = []struct{ entity, attribute string }{
	{"IfcPropertySet", "HasProperties"}, {"IfcElementQuantity", "Quantities"},
	{"IfcExtendedMaterialProperties", "ExtendedProperties"},
	{"IfcExtendedProperties", "Properties"},
}

func (m *Model) readSet(in *instance) *set {
	if in == nil {
		return nil
	}
	out := &set{name: in.text("Name")}
	for _, k := range members {
		if !in.is(k.entity) {
			continue
		}
		for _, id := range refs(in.arg(k.attribute)) {
			if p := m.readProperty(m.decode(id)); p != nil {
				out.properties = append(out.properties, p)
			}
		}
		return out
	}
	return m.predefinedSet(in, out)
}

// predefinedSet takes the attributes of an IfcPreDefinedPropertySet as its properties, such as IfcDoorLiningProperties.
func (m *Model) predefinedSet(in *instance, out *set) *set {
	for i := range in.class.attributes {
		a := &in.class.attributes[i]
		if i >= len(in.args) || a.Owner.Name == "IfcRoot" {
			continue
		}
		v := m.read(in.args[i], &a.Type, 0)
		if v.dataType == "" && a.Type.Type() != nil {
			v.dataType = a.Type.Type().Upper()
		}
		out.properties = append(out.properties, (&property{name: a.Name, values: []found{v}}).fill())
	}
	return out
}

func (m *Model) readProperty(in *instance) *property {
	if in == nil {
		return nil
	}
	out := &property{name: in.text("Name")}
	unit := 0
	if r, ok := in.arg("Unit").(step.Ref); ok {
		unit = int(r)
	}
	switch in.class.name {
	case "IFCPROPERTYSINGLEVALUE":
		m.addValues(out, singleShape, in, unit, "NominalValue")
	case "IFCPROPERTYENUMERATEDVALUE":
		m.addValues(out, listShape, in, m.unitOfEnumeration(in), "EnumerationValues")
	case "IFCPROPERTYLISTVALUE":
		m.addValues(out, listShape, in, unit, "ListValues")
	case "IFCPROPERTYBOUNDEDVALUE":
		m.addBounds(out, in, unit)
	case "IFCPROPERTYTABLEVALUE":
		m.addTable(out, in)
	default:
		m.addQuantity(out, in, unit)
	}
	return out.fill()
}

// fill stores the values that are not empty, so that comparisons need not look for them again.
func (p *property) fill() *property {
	p.filled = slices.DeleteFunc(slices.Clone(p.values), found.Empty)
	if len(p.filled) == len(p.values) {
		p.filled = p.values
	}
	return p
}

func (m *Model) unitOfEnumeration(in *instance) int {
	if r, ok := m.ref(in, "EnumerationReference").arg("Unit").(step.Ref); ok {
		return int(r)
	}
	return 0
}

// addValues adds the values of an attribute, which holds one value or a list.
func (m *Model) addValues(p *property, s shape, in *instance, unit int, attribute string) {
	p.shape = s
	p.values = append(p.values, m.values(in, attribute, unit)...)
}

func (m *Model) values(in *instance, attribute string, unit int) []found {
	place, ok := in.class.place[attribute]
	if !ok {
		return nil
	}
	x := &in.class.attributes[place].Type
	list, isList := in.arg(attribute).(step.List)
	if !isList {
		return []found{m.read(in.arg(attribute), x, unit)}
	}
	var out []found
	for _, v := range list {
		out = append(out, m.read(v, x, unit))
	}
	return out
}

func (m *Model) addBounds(p *property, in *instance, unit int) {
	p.shape = boundedShape
	for _, name := range []string{"LowerBoundValue", "UpperBoundValue", "SetPointValue"} { // IFC2X3 has no set point
		v := found{}
		if _, ok := in.class.place[name]; ok {
			v = m.values(in, name, unit)[0]
		}
		p.values = append(p.values, v)
	}
}

func (m *Model) addTable(p *property, in *instance) {
	p.shape = tableShape
	for _, column := range [][2]string{{"DefiningValues", "DefiningUnit"}, {"DefinedValues", "DefinedUnit"}} {
		unit := 0
		if r, ok := in.arg(column[1]).(step.Ref); ok {
			unit = int(r)
		}
		p.values = append(p.values, m.values(in, column[0], unit)...)
	}
}

// addQuantity reads an IfcPhysicalSimpleQuantity; any other quantity has no value to compare.
func (m *Model) addQuantity(p *property, in *instance, unit int) {
	const prefix = "IFCQUANTITY"
	kind, isQuantity := strings.CutPrefix(in.class.name, prefix)
	if !isQuantity {
		p.shape = opaqueShape
		return
	}
	for i, a := range in.class.attributes {
		if strings.EqualFold(a.Name, kind+"Value") {
			v := m.read(in.arg(a.Name), &in.class.attributes[i].Type, unit)
			p.values = []found{v}
		}
	}
}

// data returns the bare data of values.
func data(values []found) []ids.Datum {
	out := make([]ids.Datum, len(values))
	for i, v := range values {
		out[i] = v.Datum
	}
	return out
}
