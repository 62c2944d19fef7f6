package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// reservedPrefix is the prefix of the names of official property sets. Software may refuse other sets with this prefix.
const reservedPrefix = "Pset_"

// attachProperties writes a property set and attaches it to a product of an element.
func (x *exporter) attachProperties(owner string, e *state.Element, product step.Ref,
	entity string, set state.PropertySet) {
	x.checkSet(e.ID, entity, set.Name)
	for i, written := range x.propertySets(owner, x.history(e.ID), e.ID, set) {
		what := "properties "
		if i > 0 {
			what = "properties and quantities "
		}
		x.rel("IFCRELDEFINESBYPROPERTIES", owner, what+set.Name, x.refs(product), written)
	}
}

// propertySets writes a property set, unless all its properties are left out. It writes the quantities of the set as a
// separate set of quantities.
func (x *exporter) propertySets(owner string, history step.Value, about state.ID,
	set state.PropertySet) (out []step.Ref) {
	isQuantity := func(p state.Property) bool { return measure.OfQuantity(p.Value.Measure()) != "" }
	plain := set
	if slices.ContainsFunc(set.Properties, isQuantity) {
		plain.Properties = slices.DeleteFunc(slices.Clone(set.Properties), isQuantity)
	}
	if properties := x.properties(about, plain); len(properties) > 0 {
		out = append(out, x.addRoot("IFCPROPERTYSET", ifc.DerivedGlobalID(owner, "properties of ", set.Name), history,
			x.name(set.Name), null, properties))
	}
	var quantities step.List
	for _, p := range set.Properties {
		if isQuantity(p) {
			quantities = append(quantities, x.ownQuantity(p))
		}
	}
	if len(quantities) > 0 {
		out = append(out, x.addRoot("IFCELEMENTQUANTITY", ifc.DerivedGlobalID(owner, "quantities of ", set.Name),
			history, x.name(set.Name), null, null, quantities))
	}
	return out
}

// ownQuantity writes a quantity that the user or a file has given and that the model does not compute.
func (x *exporter) ownQuantity(p state.Property) step.Ref {
	class := p.Value.Measure()
	dataType := measure.OfQuantity(class)
	if _, known := x.schema.Entity(class); !known { // IfcQuantityNumber is new in IFC4X3
		class, dataType = "IfcQuantityCount", "IfcCountMeasure"
	}
	v, _ := shape.PropertyValueAny(p.Value).(float64)
	value := measure.Numeral(v)
	if class != "IfcQuantityCount" {
		value = step.Real(v)
	}
	return x.add(strings.ToUpper(class), x.name(p.Name), null, x.ownUnit(dataType), value, null)
}

// properties writes the properties of a set. A property that names a measure is written in that measure, and a property
// of an official set by its template. All others are written as plain texts, reals and booleans.
func (x *exporter) properties(about state.ID, set state.PropertySet) step.List {
	template, official := x.schema.PropertySet(set.Name)
	out := make(step.List, 0, len(set.Properties))
	for _, p := range set.Properties {
		var written step.Value
		switch {
		case p.Value.Measure() != "":
			written = x.measured(about, template, set.Name, p)
		case official:
			written = x.templated(about, template, p)
		default:
			written = x.singleValue(p.Name, plain(p.Value))
		}
		if written != nil {
			out = append(out, written)
		}
	}
	return out
}

// templated writes a property of an official set. A property that does not fit its template is written plainly, with a
// warning. It returns nil for a number that the type of the template excludes.
func (x *exporter) templated(about state.ID, set *schema.PropertySet, p state.Property) step.Value {
	template, ok := set.Property(p.Name)
	if !ok {
		x.warnProperty("PROPERTY_UNKNOWN", "the official set has no property of this name", about, set.Name, p)
		return x.singleValue(p.Name, plain(p.Value))
	}
	if !x.admitted(about, set.Name, template.DataType, p) {
		return nil
	}
	if ref, ok := x.byTemplate(template, p); ok {
		return ref
	}
	x.warnProperty("PROPERTY_TYPE", fmt.Sprintf("the value does not fit the official template (%s %s) and is "+
		"written as it is", template.Kind, template.DataType), about, set.Name, p)
	return x.singleValue(p.Name, plain(p.Value))
}

// admitted reports whether the WHERE rules of a type admit a number. It warns if they do not, since the property is
// then left out.
func (x *exporter) admitted(about state.ID, set, dataType string, p state.Property) bool {
	if measure.InRange(dataType, shape.PropertyValueAny(p.Value)) {
		return true
	}
	x.warnProperty("PROPERTY_OUT_OF_RANGE", "an "+dataType+" cannot have this value: the property is left out",
		about, set, p)
	return false
}

// measured writes a property that names its measure, as the kind of property that its template requires. It returns nil
// for a number that the measure excludes.
func (x *exporter) measured(about state.ID, set *schema.PropertySet, setName string, p state.Property) step.Value {
	kind := schema.SingleValue
	if set != nil {
		if template, known := set.Property(p.Name); known {
			if kind = template.Kind; kind != schema.EnumeratedValue && template.DataType != p.Value.Measure() {
				x.warnProperty("PROPERTY_TYPE", fmt.Sprintf(
					"the value is an %s, the official template asks for %s: it is written as it is", p.Value.Measure(),
					template.DataType), about, setName, p)
			}
		}
	}
	for _, dataType := range []string{p.Value.Measure(), measure.General(p.Value.Measure())} {
		value, ok := measure.Value(x.schema, dataType, shape.PropertyValueAny(p.Value))
		if !ok {
			continue
		}
		if !x.admitted(about, setName, dataType, p) {
			return nil
		}
		return x.propertyOfKind(kind, p.Name, value, x.ownUnit(dataType))
	}
	if set == nil {
		x.warnProperty("PROPERTY_TYPE", x.dialect.name+" has no type "+p.Value.Measure()+
			" for the value: it is written as it is", about, setName, p)
		return x.singleValue(p.Name, plain(p.Value))
	}
	return x.templated(about, set, p)
}

func (x *exporter) warnProperty(code, message string, about state.ID, set string, p state.Property) {
	x.warn(code, set+"."+p.Name+": "+message, map[string]any{"id": about, "set": set,
		"property": p.Name, "value": p.Value})
}

// byTemplate writes a property in the form that its template requires.
func (x *exporter) byTemplate(t *schema.Property, p state.Property) (step.Value, bool) {
	if t.Kind == schema.EnumeratedValue {
		return x.enumerated(t, p)
	}
	value, ok := measure.Value(x.schema, t.DataType, shape.PropertyValueAny(p.Value))
	if !ok || t.Kind != schema.SingleValue && t.Kind != schema.BoundedValue && t.Kind != schema.ListValue {
		return nil, false
	}
	return x.propertyOfKind(t.Kind, p.Name, value, null), true
}

// propertyOfKind writes a property with one value. The unit $ is the unit of the project.
func (x *exporter) propertyOfKind(kind schema.PropertyKind, name string, value, unit step.Value) step.Value {
	switch {
	case kind == schema.ListValue:
		return x.add("IFCPROPERTYLISTVALUE", x.name(name), null, step.List{value}, unit)
	case kind == schema.BoundedValue && x.dialect.boundsOnly: // IFC2X3 has only the bounds: both are the value
		return x.add("IFCPROPERTYBOUNDEDVALUE", x.name(name), null, value, value, unit, null)
	case kind == schema.BoundedValue:
		return x.add("IFCPROPERTYBOUNDEDVALUE", x.name(name), null, null, null, unit, value)
	}
	return x.add("IFCPROPERTYSINGLEVALUE", x.name(name), null, value, unit)
}

// enumerated writes a value that is an item of the template's enumeration.
func (x *exporter) enumerated(t *schema.Property, p state.Property) (step.Value, bool) {
	item, ok := shape.PropertyValueAny(p.Value).(string)
	if !ok || !slices.Contains(t.Items, item) {
		return nil, false
	}
	items := make(step.List, 0, len(t.Items))
	for i, s := range t.Items {
		if !slices.Contains(t.Items[:i], s) { // some official lists repeat an item, which a file may not do
			items = append(items, step.Typed{Name: "IFCLABEL", Value: step.String(s)})
		}
	}
	return x.add("IFCPROPERTYENUMERATEDVALUE", x.name(p.Name), null,
		step.List{step.Typed{Name: "IFCLABEL", Value: step.String(item)}}, x.enumeration(t.Enum, items)), true
}

// enumeration writes a list of items once. The name of a list must be unique in the file (IfcPropertyEnumeration.UR1),
// but some official sets give different lists the same name or no name. For such a list it returns $, and the value
// refers to no enumeration.
func (x *exporter) enumeration(name string, items step.List) step.Value {
	if name == "" {
		return null
	}
	if ref, known := x.lists[name]; known {
		if !sameItems(x.file.Instances[ref-1].Args[1], items) {
			return null
		}
		return ref
	}
	x.lists[name] = x.share("IFCPROPERTYENUMERATION", label(name), items, null)
	return x.lists[name]
}

func sameItems(v step.Value, items step.List) bool {
	list, is := v.(step.List)
	return is && slices.Equal(list, items)
}

func (x *exporter) singleValue(name string, value step.Value) step.Ref {
	return x.add("IFCPROPERTYSINGLEVALUE", x.name(name), null, value, null)
}

// plain returns a value as IfcText, IfcReal or IfcBoolean.
func plain(v state.PropertyValue) step.Value {
	switch v := shape.PropertyValueAny(v).(type) {
	case bool:
		return step.Typed{Name: "IFCBOOLEAN", Value: step.Bool(v)}
	case float64:
		return step.Typed{Name: "IFCREAL", Value: step.Real(v)}
	case string:
		return step.Typed{Name: "IFCTEXT", Value: step.String(v)}
	}
	return null
}

// setFault is the reason why a property set's name is refused, as a warning's code and text; both are empty for a good
// name.
type setFault struct{ code, message string }

// checkSet warns of a property set whose name is reserved, or that is not meant for the class.
func (x *exporter) checkSet(about state.ID, entity, name string) {
	key := [2]string{entity, name}
	fault, known := x.setFaults[key]
	if !known {
		fault = x.setFault(entity, name)
		x.setFaults[key] = fault
	}
	if fault.code != "" {
		x.warn(fault.code, name+": "+fault.message, map[string]any{"id": about, "set": name})
	}
}

func (x *exporter) setFault(entity, name string) setFault {
	template, official := x.schema.PropertySet(name)
	switch {
	case !official && strings.HasPrefix(name, reservedPrefix):
		return setFault{"PROPERTY_SET_UNOFFICIAL", "names that begin with " + reservedPrefix +
			" are for the official sets of " + x.dialect.name + ", and this is none: choose another name"}
	case official && !slices.Contains(x.schema.PropertySetsFor(entity), template):
		return setFault{"PROPERTY_SET_MISPLACED", "this official set is not meant for the class " + entity}
	}
	return setFault{}
}

// merged returns the own sets together with the added sets, sorted by name. If both have a property, the property of
// the own set is kept.
func merged(own, added []state.PropertySet) []state.PropertySet {
	out := make([]state.PropertySet, 0, len(own)+len(added))
	for _, sets := range [][]state.PropertySet{own, added} {
		for _, set := range sets {
			out = withSet(out, set)
		}
	}
	return out
}

// withSet adds a set to sets that are sorted by name.
func withSet(out []state.PropertySet, set state.PropertySet) []state.PropertySet {
	i, found := slices.BinarySearchFunc(out, set.Name,
		func(s state.PropertySet, n string) int { return cmp.Compare(s.Name, n) })
	if !found {
		out = slices.Insert(out, i, state.PropertySet{Name: set.Name,
			Properties: make([]state.Property, 0, len(set.Properties))})
	}
	for _, p := range set.Properties {
		k, exists := slices.BinarySearchFunc(out[i].Properties, p.Name,
			func(q state.Property, n string) int { return cmp.Compare(q.Name, n) })
		if !exists {
			out[i].Properties = slices.Insert(out[i].Properties, k, p)
		}
	}
	return out
}
