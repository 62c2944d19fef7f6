package importer

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/building"
)

// attribute is what the file may say of a product in words.
type attribute struct {
	name string
	told func(*reader, *building.Product) string
}

var attributes = []attribute{
	{domain.AttributeDescription, func(_ *reader, p *building.Product) string { return p.Text }},
	{domain.AttributeLongName, func(_ *reader, p *building.Product) string { return p.LongName }},
	{domain.AttributeObjectType, func(_ *reader, p *building.Product) string { return p.ObjectType }},
	{domain.AttributeTag, (*reader).tagOf},
	{domain.AttributePredefined, (*reader).kindTold},
}

// keepAttributes puts the attributes of a product that its element has no parameter for into a property set of it.
func (r *reader) keepAttributes(e *domain.Element, p *building.Product) {
	for _, a := range attributes {
		if told := strings.TrimSpace(a.told(r, p)); told != "" && !r.says(e, a.name, told) {
			e.Psets = domain.WithAttribute(e.Psets, a.name, told)
		}
	}
}

// keepTypeAttributes puts what a type says in words, its kind, and its Tag where that is not the id that our exporter
// writes there, into a property set of it.
func keepTypeAttributes(out *domain.Type, t *building.TypeObject) {
	if told := strings.TrimSpace(t.Text); told != "" {
		out.Psets = domain.WithTypeAttribute(out.Psets, domain.AttributeDescription, told)
	}
	if kind := clipped(t.Kind); kind != "" {
		out.Psets = domain.WithTypeAttribute(out.Psets, domain.AttributeElementType, kind)
		if t.Predefined == userDefined && out.PredefinedType != userDefined {
			out.Psets = domain.WithTypeAttribute(out.Psets, domain.AttributePredefined, userDefined)
		}
	}
	if told := t.Predefined; told != "" && told != notDefined && told != userDefined &&
		slices.Contains(kindless, out.Category) {
		out.Psets = domain.WithTypeAttribute(out.Psets, domain.AttributePredefined, told)
	}
	if tag := clipped(t.Tag); tag != "" && tag != string(out.ID) {
		out.Psets = domain.WithTypeAttribute(out.Psets, domain.AttributeTag, tag)
	}
}

// kindless are the categories of whose types our exporter tells no kind by itself.
var kindless = []domain.Category{domain.CategoryWall, domain.CategoryFloor, domain.CategoryRoof}

// kindOf returns the predefined type of a product, else of its type: IFC has it at the type alone where that tells one
// (IFC4, IfcSlab.PredefinedType). "" for none. The types of our own files tell only what follows from the category.
func (r *reader) kindOf(p *building.Product) string {
	if p.Predefined != "" || p.Type == nil || r.Own ||
		slices.Contains([]string{notDefined, "STANDARD"}, p.Type.Predefined) {
		return p.Predefined
	}
	return p.Type.Predefined
}

// kindTold returns the predefined type of a product, else of its type; NOTDEFINED where the product says that, or says
// nothing although its class has a place for it: an export would else say of it what nobody has said, and a check of
// information requirements would find it.
func (r *reader) kindTold(p *building.Product) string {
	if kind := r.kindOf(p); kind != "" {
		return kind
	}
	told := r.src.Text(p, domain.AttributePredefined)
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
	_, _, has := class.Attribute(domain.AttributePredefined)
	return has
}

const (
	notDefined  = "NOTDEFINED"
	userDefined = "USERDEFINED"
)

// saysKind reports whether the export gives an element a predefined type by its category and parameters, or has no
// place for one.
func saysKind(params domain.Params, told string) bool {
	switch p := params.(type) {
	case *domain.Wall:
		return told == notDefined || p.WallType != ""
	case *domain.Floor:
		return strings.EqualFold(told, string(p.FloorType))
	case *domain.Column:
		return told == "COLUMN"
	case *domain.Beam:
		return told == "BEAM"
	case *domain.Footing:
		if p.Strip() {
			return told == "STRIP_FOOTING"
		}
		return told == "PAD_FOOTING"
	case *domain.Room:
		return told == "INTERNAL" || told == "SPACE"
	}
	return true
}

// says reports whether an element says by itself what an attribute does, so that the export writes it anyhow.
func (r *reader) says(e *domain.Element, attribute, told string) bool {
	if attribute == domain.AttributePredefined {
		return domain.FixedOf(e) != nil || saysKind(e.Params, told)
	}
	switch p := e.Params.(type) {
	case *domain.Proxy, *domain.Component:
		return attribute == domain.AttributeObjectType || attribute == domain.AttributeTag
	case *domain.Room:
		return attribute == domain.AttributeLongName
	case *domain.System:
		return attribute == domain.AttributeDescription ||
			attribute == domain.AttributeObjectType && told == string(p.Use)
	case *domain.Zone:
		return attribute == domain.AttributeObjectType
	}
	if domain.FixedOf(e) != nil {
		return attribute == domain.AttributeObjectType || attribute == domain.AttributeTag
	}
	return r.Own && attribute == domain.AttributeObjectType && saidByOurs(e.Params, told)
}

// saidByOurs reports whether our exporter writes an ObjectType of elements with such parameters.
func saidByOurs(params domain.Params, told string) bool {
	switch params.(type) {
	case *domain.Level:
		return told == levelMark
	case *domain.Grid:
		return told == gridMark
	case *domain.Opening:
		return told == recessMark
	case *domain.Window:
		return told == string(domain.WindowFixed)
	}
	return false
}

// The ObjectTypes of our own grids that are annotations (in IFC2X3), and of openings that do not go through.
const (
	gridMark   = "GRID"
	recessMark = "Recess"
)
