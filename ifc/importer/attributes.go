package importer

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/schema"
)

// attribute is a textual attribute of a product, with the function that reads it.
type attribute struct {
	name string
	told func(*reader, *building.Product) string
}

var attributes = []attribute{
	{shape.AttributeDescription, func(_ *reader, p *building.Product) string { return p.Text }},
	{shape.AttributeLongName, func(_ *reader, p *building.Product) string { return p.LongName }},
	{shape.AttributeObjectType, func(_ *reader, p *building.Product) string { return p.ObjectType }},
	{shape.AttributeTag, (*reader).tagOf},
	{shape.AttributePredefined, (*reader).kindTold},
}

// keepAttributes puts the attributes of a product that its element has no parameter for into a property set of the
// element.
func (r *reader) keepAttributes(e *state.Element, p *building.Product) {
	for _, a := range attributes {
		if told := strings.TrimSpace(a.told(r, p)); told != "" && !r.says(e, a.name, told) {
			e.Psets = shape.WithAttribute(e.Psets, a.name, told)
		}
	}
}

// keepTypeAttributes keeps the texts of a type in a property set: its description, its kind, and its Tag. It does not
// keep a Tag that is the type's id, because our exporter writes the id as the Tag.
func keepTypeAttributes(out *state.Type, t *building.TypeObject) {
	if told := strings.TrimSpace(t.Text); told != "" {
		out.Psets = shape.WithTypeAttribute(out.Psets, shape.AttributeDescription, told)
	}
	if kind := clipped(t.Kind); kind != "" {
		out.Psets = shape.WithTypeAttribute(out.Psets, shape.AttributeElementType, kind)
		if t.Predefined == userDefined && out.PredefinedType != userDefined {
			out.Psets = shape.WithTypeAttribute(out.Psets, shape.AttributePredefined, userDefined)
		}
	}
	usual, keeps := usualKinds[out.Category]
	if told := t.Predefined; keeps && !slices.Contains([]string{"", notDefined, userDefined, usual}, told) {
		out.Psets = shape.WithTypeAttribute(out.Psets, shape.AttributePredefined, told)
	}
	if tag := clipped(t.Tag); tag != "" && tag != string(out.ID) {
		out.Psets = shape.WithTypeAttribute(out.Psets, shape.AttributeTag, tag)
	}
}

// usualKinds maps categories to the predefined type that our exporter gives their types, "" for none.
var usualKinds = map[state.Category]string{state.CategoryWall: "", state.CategoryFloor: "", state.CategoryRoof: "",
	state.CategoryColumn: "COLUMN", state.CategoryBeam: "BEAM", state.CategoryCeiling: "CEILING",
	state.CategoryDoor: "DOOR", state.CategoryWindow: "WINDOW"}

// kindOf returns the predefined type of a product or, if the product has none, of its type; "" for none. In IFC an
// element whose type has a predefined type has none itself (IFC4, IfcSlab.PredefinedType). In our own files the types'
// predefined types are ignored, because they only follow from the category.
func (r *reader) kindOf(p *building.Product) string {
	if p.Predefined != "" || p.Type == nil || r.Own ||
		slices.Contains([]string{notDefined, "STANDARD"}, p.Type.Predefined) {
		return p.Predefined
	}
	return p.Type.Predefined
}

// kindTold returns the predefined type of a product or, if the product has none, of its type. It returns NOTDEFINED if
// the product has that item, or has no value although its class has the attribute. Otherwise an export would add a
// predefined type that the file did not have, and a check of information requirements would report it.
func (r *reader) kindTold(p *building.Product) string {
	if kind := r.kindOf(p); kind != "" {
		return kind
	}
	told := r.src.Text(p, shape.AttributePredefined)
	if told == notDefined || told == "" && !r.Own && r.admitsKind(p) {
		return notDefined
	}
	return ""
}

// admitsKind reports whether the class of a product has a predefined type in the schema of the file.
func (r *reader) admitsKind(p *building.Product) bool {
	class, known := r.src.Templates().Entity(p.Class)
	if !known {
		return false
	}
	_, _, has := class.Attribute(shape.AttributePredefined)
	return has
}

const (
	notDefined  = "NOTDEFINED"
	userDefined = "USERDEFINED"
)

// saysKind reports whether the predefined type of an element need not be kept. That is so if the export derives it from
// category and parameters, or has no attribute for it.
func saysKind(params state.Params, told, spaceKind string) bool {
	switch p := params.(type) {
	case *fabric.Wall:
		return told == notDefined || p.WallType != ""
	case *fabric.Floor:
		return strings.EqualFold(told, string(p.FloorType))
	case *member.Column:
		return told == "COLUMN"
	case *member.Beam:
		return told == "BEAM"
	case *fabric.Footing:
		if p.Strip() {
			return told == "STRIP_FOOTING"
		}
		return told == "PAD_FOOTING"
	case *room.Room:
		return told == spaceKind
	}
	return true
}

// spaceKind returns the predefined type that an export in the schema of the file gives to rooms.
func (r *reader) spaceKind() string {
	if r.src.Templates() == schema.IFC4X3() {
		return "SPACE"
	}
	return "INTERNAL"
}

// says reports whether the export writes an attribute of an element even if it is not kept, because other data of the
// element imply it.
func (r *reader) says(e *state.Element, attribute, told string) bool {
	if attribute == shape.AttributePredefined {
		return state.FixedOf(e) != nil || saysKind(e.Params, told, r.spaceKind())
	}
	switch p := e.Params.(type) {
	case *component.Proxy, *component.Component:
		return attribute == shape.AttributeObjectType || attribute == shape.AttributeTag
	case *room.Room:
		return attribute == shape.AttributeLongName
	case *services.System:
		return attribute == shape.AttributeDescription ||
			attribute == shape.AttributeObjectType && told == string(p.Use)
	case *room.Zone:
		return attribute == shape.AttributeObjectType
	}
	if state.FixedOf(e) != nil {
		return attribute == shape.AttributeObjectType || attribute == shape.AttributeTag
	}
	return r.Own && attribute == shape.AttributeObjectType && saidByOurs(e.Params, told)
}

// saidByOurs reports whether our exporter writes an ObjectType for elements with such parameters.
func saidByOurs(params state.Params, told string) bool {
	switch params.(type) {
	case *shape.Level:
		return told == levelMark
	case *shape.Grid:
		return told == gridMark
	case *fabric.Opening:
		return told == recessMark
	case *fabric.Window:
		return told == string(fabric.WindowFixed)
	}
	return false
}

// The ObjectTypes that our exporter gives to grids that it writes as annotations, and in IFC2X3 to openings that do not
// go through.
const (
	gridMark   = "GRID"
	recessMark = "Recess"
)
