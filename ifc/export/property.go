package export

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// reservedPrefix begins the names of the official property sets; software may refuse others that begin so.
const reservedPrefix = "Pset_"

// attachProperties writes a property set and attaches it to a product of an element.
func (x *exporter) attachProperties(owner string, e *domain.Element, product step.Ref, entity string, set domain.PropertySet) {
	x.checkSet(e.ID, entity, set.Name)
	written := x.propertySet(owner, x.history(e.ID), e.ID, set)
	x.rel("IFCRELDEFINESBYPROPERTIES", owner, "properties "+set.Name, x.refs(product), written)
}

func (x *exporter) propertySet(owner string, history step.Value, about domain.ID, set domain.PropertySet) step.Ref {
	return x.addRoot("IFCPROPERTYSET", ifc.DerivedGlobalID(owner, "properties of ", set.Name), history, x.name(set.Name), null, x.properties(about, set))
}

// properties writes the properties of a set: those of an official set as its template has them, all others as plain
// texts, reals and booleans.
func (x *exporter) properties(about domain.ID, set domain.PropertySet) step.List {
	template, official := x.schema.PropertySet(set.Name)
	out := make(step.List, 0, len(set.Properties))
	for _, p := range set.Properties {
		if !official {
			out = append(out, x.singleValue(p.Name, plain(p.Value)))
			continue
		}
		out = append(out, x.templated(about, template, p))
	}
	return out
}

// templated writes a property of an official set; one that does not fit its template is written plainly, with a
// warning.
func (x *exporter) templated(about domain.ID, set *schema.PropertySet, p domain.Property) step.Value {
	template, ok := set.Property(p.Name)
	if !ok {
		x.warnProperty("PROPERTY_UNKNOWN", "the official set has no property of this name", about, set.Name, p)
		return x.singleValue(p.Name, plain(p.Value))
	}
	if ref, ok := x.byTemplate(template, p); ok {
		return ref
	}
	x.warnProperty("PROPERTY_TYPE", fmt.Sprintf("the value does not fit the official template (%s %s) and is written as it is", template.Kind, template.DataType), about, set.Name, p)
	return x.singleValue(p.Name, plain(p.Value))
}

func (x *exporter) warnProperty(code, message string, about domain.ID, set string, p domain.Property) {
	x.warn(code, set+"."+p.Name+": "+message, map[string]any{"id": about, "set": set, "property": p.Name, "value": p.Value})
}

// byTemplate writes a property in the form that its template asks for.
func (x *exporter) byTemplate(t *schema.Property, p domain.Property) (step.Value, bool) {
	if t.Kind == schema.EnumeratedValue {
		return x.enumerated(t, p)
	}
	value, ok := x.typedValue(t.DataType, p.Value.Any())
	if !ok {
		return nil, false
	}
	switch t.Kind {
	case schema.SingleValue:
		return x.singleValue(p.Name, value), true
	case schema.BoundedValue:
		return x.boundedValue(p.Name, value), true
	case schema.ListValue:
		return x.add("IFCPROPERTYLISTVALUE", x.name(p.Name), null, step.List{value}, null), true
	}
	return nil, false
}

// enumerated writes a value that is an item of the template's enumeration.
func (x *exporter) enumerated(t *schema.Property, p domain.Property) (step.Value, bool) {
	item, ok := p.Value.Any().(string)
	if !ok || !slices.Contains(t.Items, item) {
		return nil, false
	}
	items := make(step.List, len(t.Items))
	for i, s := range t.Items {
		items[i] = step.Typed{Name: "IFCLABEL", Value: step.String(s)}
	}
	enumeration := x.share("IFCPROPERTYENUMERATION", label(t.Enum), items, null)
	return x.add("IFCPROPERTYENUMERATEDVALUE", x.name(p.Name), null, step.List{step.Typed{Name: "IFCLABEL", Value: step.String(item)}}, enumeration), true
}

// boundedValue writes a value that may have bounds. IFC2X3 knows the bounds only: there both are the value.
func (x *exporter) boundedValue(name string, value step.Value) step.Ref {
	if x.dialect.boundsOnly {
		return x.add("IFCPROPERTYBOUNDEDVALUE", x.name(name), null, value, value, null, null)
	}
	return x.add("IFCPROPERTYBOUNDEDVALUE", x.name(name), null, null, null, null, value)
}

func (x *exporter) singleValue(name string, value step.Value) step.Ref {
	return x.add("IFCPROPERTYSINGLEVALUE", x.name(name), null, value, null)
}

// plain returns a value as IfcText, IfcReal or IfcBoolean.
func plain(v domain.PropertyValue) step.Value {
	switch v := v.Any().(type) {
	case bool:
		return step.Typed{Name: "IFCBOOLEAN", Value: step.Bool(v)}
	case float64:
		return step.Typed{Name: "IFCREAL", Value: step.Real(v)}
	case string:
		return step.Typed{Name: "IFCTEXT", Value: step.String(v)}
	}
	return null
}

// typedValue returns a value as a defined type of the schema, and whether the type admits it. Lengths are in
// millimetres, as everywhere; plane angles come in degrees and leave in radians, the file's unit.
func (x *exporter) typedValue(dataType string, v any) (step.Value, bool) {
	t, ok := x.schema.Type(dataType)
	if !ok {
		return nil, false
	}
	base := t.Base()
	if base == nil {
		return nil, false
	}
	value, ok := simpleValue(base, v)
	if !ok {
		return nil, false
	}
	if angle, isReal := value.(step.Real); isReal && strings.Contains(t.Name, "PlaneAngle") {
		value = step.Real(float64(angle) * (math.Pi / 180))
	}
	return step.Typed{Name: t.Upper(), Value: value}, true
}

// simpleValue returns a value as a simple type of EXPRESS. A text that is too long for its type is not admitted.
func simpleValue(base *schema.TypeExpr, v any) (step.Value, bool) {
	switch base.Kind {
	case schema.Boolean, schema.Logical:
		b, ok := v.(bool)
		return step.Bool(b), ok
	case schema.RealNumber:
		f, ok := v.(float64)
		return step.Real(f), ok
	case schema.Number:
		f, ok := v.(float64)
		return numeral(f), ok
	case schema.Integer:
		f, ok := v.(float64)
		return step.Int(int64(f)), ok && whole(f)
	case schema.String:
		s, ok := v.(string)
		return step.String(s), ok && (base.Width == 0 || len([]rune(s)) <= base.Width)
	}
	return nil, false
}

// numeral returns a NUMBER, which counts use: without a point where it is whole, since later schemas and IDS want
// integers there.
func numeral(f float64) step.Value {
	if whole(f) {
		return step.Int(int64(f))
	}
	return step.Real(f)
}

func whole(f float64) bool { return f == math.Trunc(f) && math.Abs(f) < maxInteger }

// maxInteger is 2^53: up to here a JSON number that is whole is that integer.
const maxInteger = 1 << 53

// setFault is what a property set's name is refused for: a warning's code and text, or nothing.
type setFault struct{ code, message string }

// checkSet warns of a set whose name is not the caller's to use, or that is not meant for the class.
func (x *exporter) checkSet(about domain.ID, entity, name string) {
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
		return setFault{"PROPERTY_SET_UNOFFICIAL", "names that begin with " + reservedPrefix + " are for the official sets of " + x.dialect.name + ", and this is none: choose another name"}
	case official && !slices.Contains(x.schema.PropertySetsFor(entity), template):
		return setFault{"PROPERTY_SET_MISPLACED", "this official set is not meant for the class " + entity}
	}
	return setFault{}
}

// merged returns own sets with what others add to them; a property of the own ones wins. Sorted by name.
func merged(own, added []domain.PropertySet) []domain.PropertySet {
	out := make([]domain.PropertySet, 0, len(own)+len(added))
	for _, sets := range [][]domain.PropertySet{own, added} {
		for _, set := range sets {
			out = withSet(out, set)
		}
	}
	return out
}

// withSet adds a set to sets that are sorted by name.
func withSet(out []domain.PropertySet, set domain.PropertySet) []domain.PropertySet {
	i, found := slices.BinarySearchFunc(out, set.Name, func(s domain.PropertySet, n string) int { return cmp.Compare(s.Name, n) })
	if !found {
		out = slices.Insert(out, i, domain.PropertySet{Name: set.Name, Properties: make([]domain.Property, 0, len(set.Properties))})
	}
	for _, p := range set.Properties {
		k, exists := slices.BinarySearchFunc(out[i].Properties, p.Name, func(q domain.Property, n string) int { return cmp.Compare(q.Name, n) })
		if !exists {
			out[i].Properties = slices.Insert(out[i].Properties, k, p)
		}
	}
	return out
}
