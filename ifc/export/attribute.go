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

// attribute returns the value of an attribute of an element. It is the model's own value if there is one, otherwise the
// value that the element has kept from a file (shape.AttributeSet). A kept value that becomes the attribute is not also
// written as a property. A text that is too long for a label stays a property.
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

// longName returns the LongName that a group has kept from a file. In IFC2X3 groups have no LongName, so the value
// stays a property.
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

// tag returns an element's Tag. The tag of an opening in a roof is always its id, by which an import distinguishes the
// opening from its parts.
func (x *exporter) tag(e *state.Element, own string) string {
	if own == "" && !x.inRoof(e) {
		own = x.attribute(e, shape.AttributeTag, "")
	}
	return orElse(own, string(e.ID))
}

// inRoof reports whether an element is an opening in a roof. Such an opening has a separate part for each plane of the
// roof.
func (x *exporter) inRoof(e *state.Element) bool {
	if e.Category != state.CategoryOpening {
		return false
	}
	host, ok := x.model.Element(e.HostID)
	return ok && host.Category == state.CategoryRoof
}

// kind returns the tail of a product. Its predefined type is the one that the element has kept from a file, unless this
// schema lacks the item or the element's type has a predefined type. Otherwise it is the predefined type of the
// category. USERDEFINED also needs an object type.
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
		if says && ofType == step.Enum(item) { // a kept item that differs stays a property
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

// predefinedPlace returns the index of the predefined type in the tail of a product, and the attribute in this schema.
// The index is -1 for a class without one.
func (x *exporter) predefinedPlace(p product) (int, *schema.Attribute) {
	source, known := schema.IFC4().Entity(p.entity) // the exporter writes in terms of IFC4: see builder.add
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

// predefinedOfType returns the predefined type that the type of an element has. The element itself must then have no
// predefined type (gherkin rule OJT001).
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

// withoutTold returns an element's property sets without the properties that were written as attributes.
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

// toldOfType holds the attributes of a type, some of them kept from a file (shape.TypeAttributeSet). Kept values that
// are written as attributes are not also written as properties.
type toldOfType struct {
	name             string // its name in the model, or the name that it shares with other types in the source file
	description, tag string
	kind             string    // ElementType
	predefined       step.Enum // from the table of classes, or kept from a file
	names            []string  // names of attributes that are not written as properties
}

// toldOf returns the attributes of a type of a class. A text that is too long for a label stays a property, and so does
// the kind if the class has no attribute for it.
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
		out.predefined = notDefined // USERDEFINED needs a name in words
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

// admits reports whether a class has an attribute in this schema and, if an item is given, whether the attribute's
// enumeration has it.
func (x *exporter) admits(entity, attribute, item string) bool {
	target, known := x.schema.Entity(x.dialect.className(entity))
	if !known {
		return false
	}
	a, _, has := target.Attribute(attribute)
	return has && (item == "" || hasItem(a, item))
}

// typeTag returns the Tag that a type has kept from a file, otherwise its id. A kept tag that could be an id, or is too
// long for a label, stays a property. So does the tag of doors and windows, which several type objects share in the
// file, because an import recognizes the type by its id.
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

// withoutToldOfType returns a type's property sets without the properties that were written as attributes.
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
