package export

import (
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// attribute returns what is written as an attribute of an element: what the model itself says there, else what the
// element has kept of a file (shape.AttributeSet), which is then no property in the file. A text that is no label
// stays a property.
func (x *exporter) attribute(e *state.Element, name, own string) string {
	kept, ok := state.Lookup(e.Psets, shape.AttributeSet, name)
	if !ok || own != "" || kept.Measure() != "" {
		return own
	}
	text, isText := shape.PropertyValueAny(kept).(string)
	if !isText || text == "" || name != shape.AttributeDescription && utf8.RuneCountInString(text) > maxLabel {
		return own
	}
	x.told[e.ID] = append(x.told[e.ID], name)
	return text
}

// longName returns the LongName that a group has kept of a file. Groups of IFC2X3 have none: there it stays a property.
func (x *exporter) longName(e *state.Element) string {
	target, ok := x.schema.Entity(x.dialect.className(classOf(e.Category).entity))
	if !ok {
		return ""
	}
	if _, _, has := target.Attribute(shape.AttributeLongName); !has {
		return ""
	}
	return x.attribute(e, shape.AttributeLongName, "")
}

// tag returns an element's Tag. That of an opening in a roof is always its id, by which an import tells it from its
// parts.
func (x *exporter) tag(e *state.Element, own string) string {
	if own == "" && !x.inRoof(e) {
		own = x.attribute(e, shape.AttributeTag, "")
	}
	return orElse(own, string(e.ID))
}

// inRoof reports whether an element is an opening in a roof, which cuts each plane of it by a part of its own.
func (x *exporter) inRoof(e *state.Element) bool {
	if e.Category != state.CategoryOpening {
		return false
	}
	host, ok := x.model.Element(e.HostID)
	return ok && host.Category == state.CategoryRoof
}

// kind puts the predefined type that an element has kept of a file in place of its category's, where it is an item in
// this schema and no type of the model tells one. A user-defined one has to be named.
func (x *exporter) kind(p product, objectType string) []step.Value {
	place, a := x.predefinedPlace(p)
	if place < 0 || p.part != "" {
		return p.tail
	}
	if _, told := p.tail[place].(step.Enum); !told {
		return p.tail
	}
	kept, ok := state.Lookup(p.element.Psets, shape.AttributeSet, shape.AttributePredefined)
	item, _ := shape.PropertyValueAny(kept).(string)
	says := ok && kept.Measure() == "" && hasItem(a, item) && (item != userDefined || objectType != "")
	out := slices.Clone(p.tail)
	if ofType := x.predefinedOfType(p.element); ofType != notDefined {
		if says && ofType == step.Enum(item) { // another one stays a property
			x.told[p.element.ID] = append(x.told[p.element.ID], shape.AttributePredefined)
		}
		if a.Optional && (out[place] == step.Value(notDefined) || out[place] == step.Value(ofType)) {
			out[place] = null
		}
		return out
	}
	if says {
		x.told[p.element.ID] = append(x.told[p.element.ID], shape.AttributePredefined)
		out[place] = step.Enum(item)
	}
	return out
}

// predefinedPlace returns where the predefined type stands in the tail of a product, and what it is in this schema; -1
// for a class without one.
func (x *exporter) predefinedPlace(p product) (int, *schema.Attribute) {
	source, known := schema.IFC4().Entity(p.entity) // the exporter speaks IFC4: see builder.add
	target, has := x.schema.Entity(x.dialect.className(p.entity))
	if !known || !has {
		return -1, nil
	}
	_, place, _ := source.Attribute(predefinedType)
	place -= len(source.AllAttributes()) - len(p.tail)
	a, _, admits := target.Attribute(x.predefinedName(p.entity))
	if !admits {
		return -1, nil
	}
	return place, a
}

// predefinedOfType returns the predefined type that the type of an element tells, of which the element itself says
// nothing then (gherkin rule OJT001).
func (x *exporter) predefinedOfType(e *state.Element) step.Enum {
	t, ok := x.model.Type(e.TypeID)
	if !ok {
		return notDefined
	}
	row := x.classOfType(t)
	if row.typeEntity == "" || x.ofFillers(t) || !x.admits(row.typeEntity, predefinedType, "") {
		return notDefined
	}
	return x.toldOf(t, row).predefined
}

// withoutTold returns an element's property sets less the properties that were written as attributes.
func (x *exporter) withoutTold(e *state.Element) []state.PropertySet {
	told := x.told[e.ID]
	if len(told) == 0 {
		return e.Psets
	}
	out := slices.Clone(e.Psets)
	for i, set := range out {
		if set.Name == shape.AttributeSet {
			out[i].Properties = slices.DeleteFunc(slices.Clone(set.Properties),
				func(p state.Property) bool { return slices.Contains(told, p.Name) })
		}
	}
	return out
}

// toldOfType is what is written of a type in attributes that it has kept of a file (shape.TypeAttributeSet): these are
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
func (x *exporter) toldOf(t *state.Type, row class) toldOfType {
	out := toldOfType{description: keptOfType(t, shape.AttributeDescription), tag: typeTag(t),
		predefined: step.Enum(orElse(row.predefined, string(notDefined)))}
	out.name = t.Name
	if name := keptOfType(t, shape.AttributeName); name != "" && !x.ofFillers(t) {
		out.name, out.names = name, append(out.names, shape.AttributeName)
	}
	if len(t.Layers) > 0 {
		out.names = append(out.names, shape.AttributeLayerSet)
		if x.admits("IFCMATERIALLAYERSET", shape.AttributeDescription, "") {
			out.names = append(out.names, shape.AttributeLayersText)
		}
	}
	if out.description != "" {
		out.names = append(out.names, shape.AttributeDescription)
	}
	if out.tag != string(t.ID) {
		out.names = append(out.names, shape.AttributeTag)
	}
	if kind := keptOfType(t, shape.AttributeElementType); utf8.RuneCountInString(kind) <= maxLabel && kind != "" &&
		x.admits(row.typeEntity, shape.AttributeElementType, "") {
		out.kind, out.names = kind, append(out.names, shape.AttributeElementType)
	}
	ofItself := row.predefined == "" || row.category == state.CategoryDoor || row.category == state.CategoryWindow
	switch {
	case out.kind == "" && row.predefined == userDefined:
		out.predefined = notDefined // a user-defined one has to be named
	case out.kind != "" && ofItself && keptOfType(t, shape.AttributePredefined) == userDefined &&
		x.admits(row.typeEntity, predefinedType, userDefined):
		out.predefined, out.names = userDefined, append(out.names, shape.AttributePredefined)
	default:
		if told := keptOfType(t, shape.AttributePredefined); told != "" && told != userDefined &&
			x.admits(row.typeEntity, predefinedType, told) {
			out.predefined, out.names = step.Enum(told), append(out.names, shape.AttributePredefined)
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
func typeTag(t *state.Type) string {
	told := keptOfType(t, shape.AttributeTag)
	if told == "" || uuid.Validate(told) == nil || utf8.RuneCountInString(told) > maxLabel {
		return string(t.ID)
	}
	return told
}

func keptOfType(t *state.Type, name string) string {
	kept, ok := state.Lookup(t.Psets, shape.TypeAttributeSet, name)
	if !ok || kept.Measure() != "" {
		return ""
	}
	told, _ := shape.PropertyValueAny(kept).(string)
	return told
}

// withoutToldOfType returns a type's property sets less what was written as attributes.
func withoutToldOfType(t *state.Type, told []string) []state.PropertySet {
	if len(told) == 0 {
		return t.Psets
	}
	out := slices.Clone(t.Psets)
	for i, set := range out {
		if set.Name == shape.TypeAttributeSet {
			out[i].Properties = slices.DeleteFunc(slices.Clone(set.Properties),
				func(p state.Property) bool { return slices.Contains(told, p.Name) })
		}
	}
	return out
}
