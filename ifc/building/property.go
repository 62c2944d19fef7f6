package building

import (
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// attachSet attaches a property set to the products and groups of a relation, or to the project.
func (d *description) attachSet(rel, in *step.Instance) {
	for _, object := range d.many(rel, "RelatedObjects") {
		if p := d.b.Product(object.ID); p != nil {
			p.Sets = d.addSet(p.Sets, in)
		} else if g := d.groups[object.ID]; g != nil {
			g.Sets = d.addSet(g.Sets, in)
		} else if d.isA(object, "IfcProject") {
			d.b.Project.Sets = d.addSet(d.b.Project.Sets, in)
		}
	}
}

// addSet appends a property set to a list of sets, unless it cannot be read or has no properties.
func (d *description) addSet(sets []Set, in *step.Instance) []Set {
	set, known := d.sets.of(in.ID)
	if !known {
		set = d.readSet(in)
		d.sets.note(in.ID, set)
	}
	if set == nil || len(set.Properties) == 0 {
		return sets
	}
	return append(sets, *set)
}

func (d *description) readSet(in *step.Instance) *Set {
	set := &Set{Name: nameOf(d, in)}
	if d.text(in, "Description") != "" {
		d.other[d.className(in)+".Description"]++
	}
	switch {
	case d.isA(in, "IfcPropertySet"):
		list := d.many(in, "HasProperties")
		set.Properties = d.properties(list)
		d.countForms(set, list)
	case d.isA(in, "IfcElementQuantity"):
		if isBase(set.Name) {
			return nil // not needed: the model computes these quantities
		}
		set.Properties = d.quantities(d.many(in, "Quantities"))
	default:
		d.countLeft(in)
		return nil
	}
	return set
}

// nameOf returns the name of a set or a property, without spaces around it.
func nameOf(d *description, in *step.Instance) string { return strings.TrimSpace(d.text(in, "Name")) }

// isBase reports whether a set holds the quantities of its class, which the model computes itself. It is an official
// set, whose name begins with Qto_, or has the name of all such sets in IFC2X3.
func isBase(set string) bool {
	return strings.EqualFold(set, "BaseQuantities") || strings.HasPrefix(set, "Qto_")
}

// quantities returns the simple quantities of a list, in the units of the model.
func (d *description) quantities(list []*step.Instance) []Property {
	var out []Property
	for _, in := range list {
		class, name := d.className(in), strings.TrimSpace(d.text(in, "Name"))
		dataType, known := d.schema.Type(measure.OfQuantity(class))
		if !known || name == "" {
			continue
		}
		v, ok := d.value(in, strings.TrimPrefix(class, "IfcQuantity")+"Value").(step.Real)
		if n, whole := d.value(in, strings.TrimPrefix(class, "IfcQuantity")+"Value").(step.Int); whole {
			v, ok = step.Real(n), true
		}
		if ok {
			out = append(out, Property{name, d.inUnits(dataType, d.one(in, "Unit"), float64(v)), class})
		}
	}
	return out
}

// countLeft counts an instance that the description does not include.
func (d *description) countLeft(in *step.Instance) { d.other[d.className(in)]++ }

// properties returns the properties of a list that have a value.
func (d *description) properties(list []*step.Instance) []Property {
	var out []Property
	for _, in := range list {
		name := nameOf(d, in)
		value, ok := d.propertyValue(in)
		if name == "" || !ok {
			if name != "" && d.isA(in, "IfcProperty") && !d.isA(in, "IfcPropertySingleValue") {
				d.other[d.className(in)] += max(1, len(d.many(in, "HasProperties")))
			}
			continue
		}
		out = append(out, Property{name, value.any, value.measure})
	}
	return out
}

// scalar is a value in the units of the model.
type scalar struct {
	any
	measure string // defined type as the schema spells it; "" for a text of several values
}

// propertyValue returns the value of a property. For an enumeration or a list this is its items. For a bounded value it
// is the set point; bounds that differ from it are counted as left out. A bounded value without a set point gives the
// range of its bounds.
func (d *description) propertyValue(in *step.Instance) (scalar, bool) {
	unit := d.one(in, "Unit")
	switch {
	case d.isA(in, "IfcPropertySingleValue"):
		return d.scalar(in, d.value(in, "NominalValue"), unit)
	case d.isA(in, "IfcPropertyEnumeratedValue"):
		return d.joined(in, d.value(in, "EnumerationValues"), d.one(d.one(in, "EnumerationReference"), "Unit"))
	case d.isA(in, "IfcPropertyListValue"):
		return d.joined(in, d.value(in, "ListValues"), unit)
	case d.isA(in, "IfcPropertyBoundedValue"):
		return d.bounded(in, unit)
	}
	return scalar{}, false
}

func (d *description) bounded(in, unit *step.Instance) (scalar, bool) {
	if v, ok := d.scalar(in, d.value(in, "SetPointValue"), unit); ok {
		for _, bound := range []string{"LowerBoundValue", "UpperBoundValue"} {
			if told, has := d.scalar(in, d.value(in, bound), unit); has && told != v {
				d.other["IfcPropertyBoundedValue."+bound]++
			}
		}
		return v, true
	}
	low, hasLow := d.scalar(in, d.value(in, "LowerBoundValue"), unit)
	high, hasHigh := d.scalar(in, d.value(in, "UpperBoundValue"), unit)
	switch {
	case hasLow && hasHigh && low == high:
		return low, true
	case hasLow && hasHigh:
		return scalar{any: display(low.any) + " .. " + display(high.any)}, true
	case hasLow:
		return scalar{any: ">= " + display(low.any)}, true
	case hasHigh:
		return scalar{any: "<= " + display(high.any)}, true
	}
	return scalar{}, false
}

// SeveralValues is the suffix of a class of properties that are counted because their values become one text.
const SeveralValues = " of several values"

// joined returns the single value of a list, or the text of several values.
func (d *description) joined(in *step.Instance, v step.Value, unit *step.Instance) (scalar, bool) {
	list, ok := v.(step.List)
	if !ok || len(list) == 0 {
		return scalar{}, false
	}
	if len(list) == 1 {
		return d.scalar(in, list[0], unit)
	}
	d.other[d.className(in)+SeveralValues]++
	texts := make([]string, 0, len(list))
	for _, item := range list {
		if value, ok := d.scalar(in, item, unit); ok {
			texts = append(texts, display(value.any))
		}
	}
	return scalar{any: strings.Join(texts, "; ")}, len(texts) > 0
}

func display(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// scalar returns a value in the units of the model. A number is converted from the property's own unit, otherwise from
// the project's unit for its measure.
func (d *description) scalar(in *step.Instance, v step.Value, unit *step.Instance) (scalar, bool) {
	var dataType *schema.Type
	if typed, is := v.(step.Typed); is {
		dataType, _ = d.schema.Type(typed.Name)
		v = typed.Value
	}
	out := scalar{}
	if dataType != nil {
		out.measure = dataType.Name
	}
	switch v := v.(type) {
	case step.String:
		out.any = d.harmless(in, "", string(v))
	case step.Enum:
		out.any = string(v)
	case step.Logical:
		out.any = v == step.True
		if v == step.Unknown {
			out.any = "UNKNOWN"
		}
	case step.Int:
		out.any = d.inUnits(dataType, unit, float64(v))
	case step.Real:
		out.any = d.inUnits(dataType, unit, float64(v))
	default:
		return scalar{}, false
	}
	return out, true
}

// inUnits converts a number of a measure to the units of the model.
func (d *description) inUnits(dataType *schema.Type, unit *step.Instance, v float64) float64 {
	kind, known := d.unitKinds[dataType]
	if !known {
		kind = d.schema.UnitKind(dataType)
		d.unitKinds[dataType] = kind
	}
	if kind == "" {
		return v
	}
	c := d.conversionOf(kind, unit)
	if c == (conversion{factor: 1}) {
		return v
	}
	return significant(float64(v*c.factor) + c.offset)
}

// significantDigits is the number of digits of a converted number that are kept. It is one less than a double always
// holds, so that a conversion and its inverse return the original number.
const significantDigits = 14

func significant(v float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', significantDigits, 64), 64)
	if err != nil {
		return v
	}
	return out
}
