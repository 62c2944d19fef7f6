package building

import (
	"slices"

	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// OtherKind ends the name of a class of properties that are counted since an export writes them as another class, or
// their values as another type.
const OtherKind = " in another form"

// kinds are the classes of properties by the kinds of templates.
var kinds = map[schema.PropertyKind]string{
	schema.SingleValue: "IfcPropertySingleValue", schema.EnumeratedValue: "IfcPropertyEnumeratedValue",
	schema.ListValue: "IfcPropertyListValue", schema.BoundedValue: "IfcPropertyBoundedValue",
}

// countForms counts what an export says otherwise of the properties of a set than the file does, and their
// descriptions, which the model has no place for.
func (d *description) countForms(set *Set, list []*step.Instance) {
	at := 0 // among the properties of the set, which are the listed ones that have a value
	for _, in := range list {
		class := d.className(in)
		if d.text(in, "Description") != "" {
			d.other[class+".Description"]++
		}
		if at == len(set.Properties) || set.Properties[at].Name != nameOf(d, in) {
			continue
		}
		p := set.Properties[at]
		at++
		written, dataType := d.writtenForm(set.Name, p)
		switch {
		case p.Measure != "" && (written != class || dataType != p.Measure):
			d.other[class+OtherKind]++
		case p.Measure == "" && class == kinds[schema.BoundedValue]:
			d.other[class+SeveralValues]++
		}
	}
}

// writtenForm returns the class of a property in an export, and the type of its value: of texts and booleans in an
// official set as the template has them, of others as the file does.
func (d *description) writtenForm(set string, p Property) (class, dataType string) {
	class, dataType = kinds[schema.SingleValue], p.Measure
	official, is := d.schema.PropertySet(set)
	if !is {
		return class, dataType
	}
	template, known := official.Property(p.Name)
	_, number := p.Value.(float64)
	switch {
	case !known && number:
		return class, dataType
	case !known:
		return class, measure.Plain(p.Value)
	case template.Kind == schema.EnumeratedValue:
		if s, is := p.Value.(string); is && slices.Contains(template.Items, s) {
			return kinds[schema.EnumeratedValue], "IfcLabel"
		}
	case number:
		if k, has := kinds[template.Kind]; has {
			class = k
		}
		return class, dataType
	case kinds[template.Kind] != "":
		if _, admitted := measure.Value(d.schema, template.DataType, p.Value); admitted {
			return kinds[template.Kind], template.DataType
		}
	}
	if number {
		return class, dataType
	}
	return class, measure.Plain(p.Value)
}
