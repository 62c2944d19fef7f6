package export

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// componentUse is the class for components of one use.
type componentUse struct {
	use        state.ComponentUse
	entity     string
	typeEntity string
	predefined string
}

// componentUses is the table of uses of components. IFC2X3 has the classes of their types, and for the components
// themselves only the more general classes that dialect.go names. A component without a use, or with a use that has no
// row, has the class of its category.
var componentUses = []componentUse{
	{"bed", "IFCFURNITURE", "IFCFURNITURETYPE", "BED"},
	{"chair", "IFCFURNITURE", "IFCFURNITURETYPE", "CHAIR"},
	{"desk", "IFCFURNITURE", "IFCFURNITURETYPE", "DESK"},
	{"file_cabinet", "IFCFURNITURE", "IFCFURNITURETYPE", "FILECABINET"},
	{"shelf", "IFCFURNITURE", "IFCFURNITURETYPE", "SHELF"},
	{"sofa", "IFCFURNITURE", "IFCFURNITURETYPE", "SOFA"},
	{"table", "IFCFURNITURE", "IFCFURNITURETYPE", "TABLE"},
	{"air_handler", "IFCUNITARYEQUIPMENT", "IFCUNITARYEQUIPMENTTYPE", "AIRHANDLER"},
	{"appliance", "IFCELECTRICAPPLIANCE", "IFCELECTRICAPPLIANCETYPE", ""},
	{"boiler", "IFCBOILER", "IFCBOILERTYPE", "WATER"},
	{"pump", "IFCPUMP", "IFCPUMPTYPE", "CIRCULATOR"},
	{"tank", "IFCTANK", "IFCTANKTYPE", ""},
	{"air_terminal", "IFCAIRTERMINAL", "IFCAIRTERMINALTYPE", "DIFFUSER"},
	{"light_fixture", "IFCLIGHTFIXTURE", "IFCLIGHTFIXTURETYPE", "POINTSOURCE"},
	{"outlet", "IFCOUTLET", "IFCOUTLETTYPE", "POWEROUTLET"},
	{"sprinkler", "IFCFIRESUPPRESSIONTERMINAL", "IFCFIRESUPPRESSIONTERMINALTYPE", "SPRINKLER"},
	{"bath", "IFCSANITARYTERMINAL", "IFCSANITARYTERMINALTYPE", "BATH"},
	{"bidet", "IFCSANITARYTERMINAL", "IFCSANITARYTERMINALTYPE", "BIDET"},
	{"cistern", "IFCSANITARYTERMINAL", "IFCSANITARYTERMINALTYPE", "CISTERN"},
	{"shower", "IFCSANITARYTERMINAL", "IFCSANITARYTERMINALTYPE", "SHOWER"},
	{"sink", "IFCSANITARYTERMINAL", "IFCSANITARYTERMINALTYPE", "SINK"},
	{"toilet", "IFCSANITARYTERMINAL", "IFCSANITARYTERMINALTYPE", "TOILETPAN"},
	{"urinal", "IFCSANITARYTERMINAL", "IFCSANITARYTERMINALTYPE", "URINAL"},
	{"washbasin", "IFCSANITARYTERMINAL", "IFCSANITARYTERMINALTYPE", "WASHHANDBASIN"},
}

// componentClass returns the class of components of a category and use.
func componentClass(c state.Category, use state.ComponentUse) class {
	for _, row := range componentUses {
		if row.use == use {
			return class{category: c, entity: row.entity, typeEntity: row.typeEntity, predefined: row.predefined}
		}
	}
	return classOf(c)
}

// classOfType returns the class of the elements of a type.
func (x *exporter) classOfType(t *state.Type) class {
	if component.ComponentUses(t.Category) != nil {
		if named, ok := x.typeClassNamed(t); ok {
			return named
		}
		return componentClass(t.Category, t.Use)
	}
	if t.Profile != nil {
		return segmentClass(t.Category, *t.Profile)
	}
	return classOf(t.Category)
}

// typeClassNamed returns the class that a type of components names. The schema must have the class, and the model must
// know all that a type of the class needs.
func (x *exporter) typeClassNamed(t *state.Type) (class, bool) {
	source, ok := schema.IFC4().Entity(t.IfcClass)
	if !ok {
		return class{}, false
	}
	typeEntity := strings.ToUpper(source.Name)
	target, ok := x.schema.Entity(x.dialect.className(typeEntity))
	own := source.AllAttributes()[afterTag+1:]
	if !ok || target.Abstract || !target.IsA("IfcElementType") || len(own) != 1 || own[0].Name != predefinedType {
		return class{}, false
	}
	occurrence, ok := x.classNamed(strings.TrimSuffix(source.Name, "Type"))
	if !ok {
		return class{}, false
	}
	occurrence.category, occurrence.typeEntity = t.Category, typeEntity
	if a, _, ok := target.Attribute(predefinedType); ok && hasItem(a, t.PredefinedType) {
		occurrence.predefined = t.PredefinedType
	}
	return occurrence, true
}

// component writes a piece of furniture or equipment, a terminal or a sanitary fixture. Components whose type has a
// body map the representation of the type; other components have a box of their own.
func (x *exporter) component(e *state.Element) error {
	shape, err := component.ComponentShapeOf(x.model, e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	shown, frame, err := x.componentShape(e, shape)
	if err != nil {
		return err
	}
	kind := x.componentOccurrence(e, shape)
	at, tag := x.placeWorld(x.storeys[e.LevelID], frame), e.Params.(*component.Component).Tag
	ref := x.buildingElement(product{entity: kind.entity, element: e, at: at, objectType: kind.objectType, tag: tag,
		shape: shown, tail: kind.tail})
	x.contain(e, ref)
	x.setType(e, ref)
	x.useMaterial(e, ref)
	x.describe(e, ref, described{class: kind.class, quantities: quantities, volume: grossVolume(quantities)})
	return nil
}

// componentOccurrence returns the class of a component: the class that it names, or the class of its use.
func (x *exporter) componentOccurrence(e *state.Element, shape component.ComponentShape) occurrence {
	c := e.Params.(*component.Component)
	if c.IfcClass != "" {
		predefined := c.PredefinedType
		if t, ok := x.model.Type(e.TypeID); ok && t.PredefinedType != "" {
			predefined = "" // the type has a predefined type
		}
		out := x.occurrenceClass(c.IfcClass, predefined, c.ObjectType)
		x.classes[e.ID] = out.entity
		return out
	}
	out := occurrence{class: componentClass(e.Category, shape.Use), objectType: c.ObjectType, tail: []step.Value{null}}
	if e.TypeID == "" {
		out.tail[0] = step.Enum(orElse(out.predefined, string(notDefined)))
	}
	if x.dialect.className(out.entity) != out.entity {
		out.objectType = orElse(out.objectType, string(shape.Use)) // the class is more general than the use
	}
	return out
}

// componentShape writes the representations of a component, and returns its shape and its frame.
func (x *exporter) componentShape(e *state.Element, shape component.ComponentShape) (step.Ref, geometry.Placement,
	error) {
	if shape.BodyID != "" {
		body, frame, err := x.inLibrary(shape.BodyID, shape.Frame, shape.Solids)
		if err != nil {
			return 0, frame, err
		}
		return x.libraryShape(body, e.MaterialID), frame, nil
	}
	body, err := x.componentBody(e, shape)
	return x.shape(body), shape.Frame, err
}

// componentBody writes the representation of a component without a fixed body: an item that maps its type's
// representation, or its own solids.
func (x *exporter) componentBody(e *state.Element, shape component.ComponentShape) (step.Ref, error) {
	source, ok := x.maps[e.TypeID]
	if !ok {
		return x.partsBody(x.mainMaterial(e), shape.Parts)
	}
	item, body := x.mapped(source)
	x.paint(item, e.MaterialID)
	return body, nil
}

// partsBody writes the upright prisms of which a component is composed.
func (x *exporter) partsBody(material state.ID, parts []state.ComponentPart) (step.Ref, error) {
	solids := make([]step.Ref, len(parts))
	for i, p := range parts {
		profile, err := x.section(p.Profile)
		if err != nil {
			return 0, err
		}
		solids[i] = x.extrusion(profile, x.axesAt(x.point3(p.At), geometry.World().X, geometry.World().Z), x.up(),
			p.Height)
	}
	return x.body(material, solids...), nil
}

// typeBody writes the body that the components of a type share, or returns $ for a type without parts.
func (x *exporter) typeBody(t *state.Type) (step.Value, error) {
	if len(t.Parts) == 0 {
		return null, nil
	}
	representation, err := x.partsBody(t.MaterialID, t.Parts)
	if err != nil {
		return nil, err
	}
	source := x.add("IFCREPRESENTATIONMAP", x.origin(), representation)
	x.maps[t.ID] = source
	return x.refs(source), nil
}
