package building

import (
	"math"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

// attachSet attaches a set to the products of a relation, or to the project.
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

// addSet adds a set to others, unless it is none or says nothing.
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
	set := &Set{Name: strings.TrimSpace(d.text(in, "Name"))}
	switch {
	case d.isA(in, "IfcPropertySet"):
		set.Properties = d.properties(d.many(in, "HasProperties"))
	case d.isA(in, "IfcElementQuantity"):
		return nil // nobody asks: the model measures anew
	default:
		d.countLeft(in)
		return nil
	}
	return set
}

// countLeft counts something that has no form in the description.
func (d *description) countLeft(in *step.Instance) { d.other[d.className(in)]++ }

// properties returns those of a list that have a value.
func (d *description) properties(list []*step.Instance) []Property {
	var out []Property
	for _, in := range list {
		name := strings.TrimSpace(d.text(in, "Name"))
		value, ok := d.propertyValue(in)
		if name == "" || !ok {
			if name != "" && d.isA(in, "IfcProperty") && !d.isA(in, "IfcPropertySingleValue") {
				d.countLeft(in)
			}
			continue
		}
		out = append(out, Property{name, value})
	}
	return out
}

// propertyValue returns the value of a property: of an enumeration or a list its items, of a bounded one the set point
// or what the bounds have in common.
func (d *description) propertyValue(in *step.Instance) (any, bool) {
	switch {
	case d.isA(in, "IfcPropertySingleValue"):
		return d.scalar(d.value(in, "NominalValue"))
	case d.isA(in, "IfcPropertyEnumeratedValue"):
		return d.joined(d.value(in, "EnumerationValues"))
	case d.isA(in, "IfcPropertyListValue"):
		return d.joined(d.value(in, "ListValues"))
	case d.isA(in, "IfcPropertyBoundedValue"):
		return d.bounded(in)
	}
	return nil, false
}

func (d *description) bounded(in *step.Instance) (any, bool) {
	if v, ok := d.scalar(d.value(in, "SetPointValue")); ok {
		return v, true
	}
	low, hasLow := d.scalar(d.value(in, "LowerBoundValue"))
	high, hasHigh := d.scalar(d.value(in, "UpperBoundValue"))
	switch {
	case hasLow && hasHigh && low == high:
		return low, true
	case hasLow && hasHigh:
		return display(low) + " .. " + display(high), true
	case hasLow:
		return ">= " + display(low), true
	case hasHigh:
		return "<= " + display(high), true
	}
	return nil, false
}

// joined returns the only value of a list, or the text of several.
func (d *description) joined(v step.Value) (any, bool) {
	list, ok := v.(step.List)
	if !ok || len(list) == 0 {
		return nil, false
	}
	if len(list) == 1 {
		return d.scalar(list[0])
	}
	texts := make([]string, 0, len(list))
	for _, item := range list {
		if value, ok := d.scalar(item); ok {
			texts = append(texts, display(value))
		}
	}
	return strings.Join(texts, "; "), len(texts) > 0
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

// scalar returns a value in the units of the interface.
func (d *description) scalar(v step.Value) (any, bool) {
	typed, isTyped := v.(step.Typed)
	if isTyped {
		v = typed.Value
	}
	switch v := v.(type) {
	case step.String:
		return string(v), true
	case step.Enum:
		return string(v), true
	case step.Logical:
		if v == step.Unknown {
			return "UNKNOWN", true
		}
		return v == step.True, true
	case step.Int:
		return d.inUnits(typed.Name, float64(v)), true
	case step.Real:
		return d.inUnits(typed.Name, float64(v)), true
	}
	return nil, false
}

// inUnits converts a measure to the units of the interface.
func (d *description) inUnits(measure string, v float64) float64 {
	switch {
	case strings.Contains(measure, "LENGTHMEASURE"):
		return significant(v * d.units.length / 1000)
	case measure == "IFCAREAMEASURE":
		return significant(v * d.units.area)
	case measure == "IFCVOLUMEMEASURE":
		return significant(v * d.units.volume)
	case strings.Contains(measure, "PLANEANGLEMEASURE"):
		return significant(v * d.units.angle * (180 / math.Pi))
	}
	return v
}

// significantDigits is how many digits of a converted number are kept: one less than a double holds for sure, so that a
// conversion and its inverse give the number back that somebody wrote.
const significantDigits = 14

func significant(v float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', significantDigits, 64), 64)
	if err != nil {
		return v
	}
	return out
}
