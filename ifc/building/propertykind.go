package building

import (
	"slices"

	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// OtherKind is the suffix of a class of properties in a report. It marks properties that an export writes as another
// class, or whose values it writes as another type.
const OtherKind = " in another form"

// kinds maps the kinds of templates to the classes of properties.
var kinds = map[schema.PropertyKind]string{
	schema.SingleValue: "IfcPropertySingleValue", schema.EnumeratedValue: "IfcPropertyEnumeratedValue",
	schema.ListValue: "IfcPropertyListValue", schema.BoundedValue: "IfcPropertyBoundedValue",
}

// countForms counts the properties of a set that an export writes in another form than the file. It also counts
// properties with a description, which the model does not keep.
func (d *description) countForms(set *Set, list []*step.Instance) {
	at := 0 // index among the properties of the set, which are the listed properties with a value
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

// writtenForm returns the class of a property in an export, and the type of its value. For texts and booleans of an
// official set both come from its template, for other properties they come from the file.
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
