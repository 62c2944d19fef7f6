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

// tag returns an element's Tag. That of an opening in a roof is always its id, by which an import tells it from its
// parts.
func (x *exporter) tag(e *domain.Element, own string) string {
	if own == "" && !x.inRoof(e) {
		own = x.attribute(e, domain.AttributeTag, "")
	}
	return orElse(own, string(e.ID))
}

// inRoof reports whether an element is an opening in a roof, which cuts each plane of it by a part of its own.
func (x *exporter) inRoof(e *domain.Element) bool {
	if e.Category != domain.CategoryOpening {
		return false
	}
	host, ok := x.model.Element(e.HostID)
	return ok && host.Category == domain.CategoryRoof
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

// toldOfType is what is written of a type in attributes that it has kept of a file (domain.TypeAttributeSet): these are
// no properties in the file then.
type toldOfType struct {
	name             string // its name in the model, or in the source file the name that others have too
	description, tag string
	kind             string    // its ElementType
	predefined       step.Enum // the row's, or that the kind is the one that is told
	names            []string  // of the attributes
}

// toldOf returns what is written of a type of a class. A text that is no label stays a property, and so does the kind
// where the class has no place for it.
func (x *exporter) toldOf(t *domain.Type, row class) toldOfType {
	out := toldOfType{description: keptOfType(t, domain.AttributeDescription), tag: typeTag(t),
		predefined: step.Enum(orElse(row.predefined, string(notDefined)))}
	out.name = t.Name
	if name := keptOfType(t, domain.AttributeName); name != "" && !x.ofFillers(t) {
		out.name, out.names = name, append(out.names, domain.AttributeName)
	}
	if len(t.Layers) > 0 {
		out.names = append(out.names, domain.AttributeLayerSet)
		if x.admits("IFCMATERIALLAYERSET", domain.AttributeDescription, "") {
			out.names = append(out.names, domain.AttributeLayersText)
		}
	}
	if out.description != "" {
		out.names = append(out.names, domain.AttributeDescription)
	}
	if out.tag != string(t.ID) {
		out.names = append(out.names, domain.AttributeTag)
	}
	if kind := keptOfType(t, domain.AttributeElementType); utf8.RuneCountInString(kind) <= maxLabel && kind != "" &&
		x.admits(row.typeEntity, domain.AttributeElementType, "") {
		out.kind, out.names = kind, append(out.names, domain.AttributeElementType)
	}
	ofItself := row.predefined == "" || row.category == domain.CategoryDoor || row.category == domain.CategoryWindow
	switch {
	case out.kind == "" && row.predefined == userDefined:
		out.predefined = notDefined // a user-defined one has to be named
	case out.kind != "" && ofItself && keptOfType(t, domain.AttributePredefined) == userDefined &&
		x.admits(row.typeEntity, predefinedType, userDefined):
		out.predefined, out.names = userDefined, append(out.names, domain.AttributePredefined)
	case out.kind == "" && row.predefined == "":
		if told := keptOfType(t, domain.AttributePredefined); told != "" && told != userDefined &&
			x.admits(row.typeEntity, predefinedType, told) {
			out.predefined, out.names = step.Enum(told), append(out.names, domain.AttributePredefined)
		}
	}
	return out
}

// admits reports whether a class has an attribute in this schema, and among its items the given one, if any.
func (x *exporter) admits(entity, attribute, item string) bool {
	target, known := x.schema.Entity(x.dialect.className(entity))
	if !known {
		return false
	}
	a, _, has := target.Attribute(attribute)
	return has && (item == "" || hasItem(a, item))
}

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

// withoutToldOfType returns a type's property sets less what was written as attributes.
func withoutToldOfType(t *domain.Type, told []string) []domain.PropertySet {
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
