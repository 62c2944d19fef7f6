package ifc

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// componentUse is the class of components of one use.
type componentUse struct {
	use        domain.ComponentUse
	entity     string
	typeEntity string
	predefined string
}

// componentUses is the table of what components can be. IFC2X3 has the classes of their types, and for the components
// themselves the more general ones that dialect.go names. Uses without a row, and none, are of their category's class.
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

// componentClass answers the class of components of a category and use.
func componentClass(c domain.Category, use domain.ComponentUse) class {
	for _, row := range componentUses {
		if row.use == use {
			return class{category: c, entity: row.entity, typeEntity: row.typeEntity, predefined: row.predefined}
		}
	}
	return classOf(c)
}

// classOfType answers the class of a type's elements.
func classOfType(t *domain.Type) class {
	if domain.ComponentUses(t.Category) != nil {
		return componentClass(t.Category, t.Use)
	}
	if t.Profile != nil {
		return segmentClass(t.Category, *t.Profile)
	}
	return classOf(t.Category)
}

// component writes a piece of furniture or equipment, a terminal or a sanitary fixture. Those of a type with a body show
// the one representation of their type; others have a box of their own.
func (x *exporter) component(e *domain.Element) error {
	shape, err := x.model.ComponentShape(e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	representation, err := x.componentBody(e, shape)
	if err != nil {
		return err
	}
	kind := componentClass(e.Category, shape.Use)
	predefined, objectType := step.Value(null), ""
	if e.TypeID == "" {
		predefined = step.Enum(orElse(kind.predefined, string(notDefined)))
	}
	if x.dialect.className(kind.entity) != kind.entity {
		objectType = string(shape.Use) // the class is more general than the use
	}
	at := x.placeWorld(x.storeys[e.LevelID], shape.Frame)
	ref := x.buildingElement(product{entity: kind.entity, element: e, at: at, objectType: objectType, shape: x.shape(representation), tail: []step.Value{predefined}})
	x.contain(e, ref)
	x.setType(e, ref)
	x.useMaterial(e, ref)
	x.describe(e, ref, described{class: kind, quantities: quantities, volume: grossVolume(quantities)})
	return nil
}

// componentBody writes the representation of a component: an item that shows its type's, or its own solids.
func (x *exporter) componentBody(e *domain.Element, shape domain.ComponentShape) (step.Ref, error) {
	source, ok := x.maps[e.TypeID]
	if !ok {
		return x.partsBody(x.mainMaterial(e), shape.Parts)
	}
	item, body := x.mapped(source)
	x.paint(item, e.MaterialID)
	return body, nil
}

// partsBody writes the upright prisms that a component consists of.
func (x *exporter) partsBody(material domain.ID, parts []domain.ComponentPart) (step.Ref, error) {
	solids := make([]step.Ref, len(parts))
	for i, p := range parts {
		profile, err := x.section(p.Profile)
		if err != nil {
			return 0, err
		}
		solids[i] = x.extrusion(profile, x.axesAt(x.point3(p.At), geometry.World().X, geometry.World().Z), x.up(), p.Height)
	}
	return x.body(material, solids...), nil
}

// typeBody writes the body that a type's components share, nothing for a type without one.
func (x *exporter) typeBody(t *domain.Type) (step.Value, error) {
	if len(t.Parts) == 0 {
		return null, nil
	}
	representation, err := x.partsBody(t.MaterialID, t.Parts)
	if err != nil {
		return nil, err
	}
	source := x.add("IFCREPRESENTATIONMAP", x.origin(), representation)
	x.maps[t.ID] = source
	return refs(source), nil
}
