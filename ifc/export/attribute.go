package export

import (
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// attribute returns what is written as an attribute of an element: what the model itself says there, else what the
// element has kept of a file (domain.AttributeSet), which is then no property in the file. A text that is no label
// stays a property.
func (x *exporter) attribute(e *domain.Element, name, own string) string {
	kept, ok := domain.Lookup(e.Psets, domain.AttributeSet, name)
	if !ok || own != "" || kept.Measure() != "" {
		return own
	}
	text, isText := kept.Any().(string)
	if !isText || text == "" || name != domain.AttributeDescription && utf8.RuneCountInString(text) > maxLabel {
		return own
	}
	x.told[e.ID] = append(x.told[e.ID], name)
	return text
}

// longName returns the LongName that a group has kept of a file. Groups of IFC2X3 have none: there it stays a property.
func (x *exporter) longName(e *domain.Element) string {
	target, ok := x.schema.Entity(x.dialect.className(classOf(e.Category).entity))
	if !ok {
		return ""
	}
	if _, _, has := target.Attribute(domain.AttributeLongName); !has {
		return ""
	}
	return x.attribute(e, domain.AttributeLongName, "")
}

// tag returns an element's Tag. That of an opening is always its id, by which an import tells it from its parts.
func (x *exporter) tag(e *domain.Element, own string) string {
	if own == "" && e.Category != domain.CategoryOpening {
		own = x.attribute(e, domain.AttributeTag, "")
	}
	return orElse(own, string(e.ID))
}

// kind puts the predefined type that an element has kept of a file in place of its category's, where it is an item in
// this schema and no type of the model tells one. A user-defined one has to be named.
func (x *exporter) kind(p product, objectType string) []step.Value {
	kept, ok := domain.Lookup(p.element.Psets, domain.AttributeSet, domain.AttributePredefined)
	item, _ := kept.Any().(string)
	if !ok || p.part != "" || kept.Measure() != "" || item == userDefined && objectType == "" {
		return p.tail
	}
	source, known := schema.IFC4().Entity(p.entity) // the exporter speaks IFC4: see builder.add
	target, has := x.schema.Entity(x.dialect.className(p.entity))
	if !known || !has {
		return p.tail
	}
	_, place, _ := source.Attribute(predefinedType)
	place -= len(source.AllAttributes()) - len(p.tail)
	a, _, admits := target.Attribute(x.predefinedName(p.entity))
	if place < 0 || !admits || !hasItem(a, item) {
		return p.tail
	}
	if _, told := p.tail[place].(step.Enum); !told {
		return p.tail
	}
	x.told[p.element.ID] = append(x.told[p.element.ID], domain.AttributePredefined)
	out := slices.Clone(p.tail)
	out[place] = step.Enum(item)
	return out
}

// withoutTold returns an element's property sets less the properties that were written as attributes.
func (x *exporter) withoutTold(e *domain.Element) []domain.PropertySet {
	told := x.told[e.ID]
	if len(told) == 0 {
		return e.Psets
	}
	out := slices.Clone(e.Psets)
	for i, set := range out {
		if set.Name == domain.AttributeSet {
			out[i].Properties = slices.DeleteFunc(slices.Clone(set.Properties),
				func(p domain.Property) bool { return slices.Contains(told, p.Name) })
		}
	}
	return out
}

// typeDescription returns the Description that a type has kept of a file, which is then no property in the file.
func typeDescription(t *domain.Type) string { return keptOfType(t, domain.AttributeDescription) }

// typeTag returns the Tag that a type has kept of a file, else its id. One that could be an id, or is no label, stays a
// property. So does that of doors and windows, where several objects stand for one type: an import tells that by its
// id.
func typeTag(t *domain.Type) string {
	told := keptOfType(t, domain.AttributeTag)
	if told == "" || uuid.Validate(told) == nil || utf8.RuneCountInString(told) > maxLabel {
		return string(t.ID)
	}
	return told
}

func keptOfType(t *domain.Type, name string) string {
	kept, ok := domain.Lookup(t.Psets, domain.TypeAttributeSet, name)
	if !ok || kept.Measure() != "" {
		return ""
	}
	told, _ := kept.Any().(string)
	return told
}

// withoutTold returns a type's property sets less the Description and the Tag that were written as attributes.
func withoutTold(t *domain.Type, tag string) []domain.PropertySet {
	told := []string{}
	if typeDescription(t) != "" {
		told = append(told, domain.AttributeDescription)
	}
	if tag != string(t.ID) {
		told = append(told, domain.AttributeTag)
	}
	if len(told) == 0 {
		return t.Psets
	}
	out := slices.Clone(t.Psets)
	for i, set := range out {
		if set.Name == domain.TypeAttributeSet {
			out[i].Properties = slices.DeleteFunc(slices.Clone(set.Properties),
				func(p domain.Property) bool { return slices.Contains(told, p.Name) })
		}
	}
	return out
}
