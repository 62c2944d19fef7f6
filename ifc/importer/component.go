package importer

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// componentRow maps a class and its subtypes to a category of components.
type componentRow struct {
	class    string
	category state.Category
}

// componentRows is the table of classes that become components, special classes first. Occurrences of the general
// classes of IFC2X3 get the category of their types.
var componentRows = []componentRow{
	{"IfcFurnishingElement", state.CategoryFurniture},
	{"IfcSanitaryTerminal", state.CategorySanitary},
	{"IfcElectricAppliance", state.CategoryEquipment},
	{"IfcFlowTerminal", state.CategoryTerminal},
	{"IfcEnergyConversionDevice", state.CategoryEquipment},
	{"IfcFlowMovingDevice", state.CategoryEquipment},
	{"IfcFlowStorageDevice", state.CategoryEquipment},
	{"IfcFlowTreatmentDevice", state.CategoryEquipment},
}

// componentOf returns the row of a product that is a component; a row without a category for any other product.
func (r *reader) componentOf(p *building.Product) componentRow {
	for _, row := range componentRows {
		if r.src.IsKind(p.Number, row.class) || (p.Type != nil && r.src.IsKind(p.Number, generalOf(row.class)) &&
			r.src.IsKind(p.Type.Number, row.class+"Type")) {
			return row
		}
	}
	return componentRow{}
}

// generalOf returns the class that occurrences of a class have in IFC2X3.
func generalOf(class string) string {
	if class == "IfcSanitaryTerminal" || class == "IfcElectricAppliance" {
		return "IfcFlowTerminal"
	}
	return class
}

// componentType returns the category of the components of a type, "" for a type of other products.
func (r *reader) componentType(t *building.TypeObject) state.Category {
	for _, row := range componentRows {
		if r.src.IsKind(t.Number, row.class+"Type") {
			return row.category
		}
	}
	return ""
}

// componentUse maps a class and predefined type, or any predefined type of a class, to a use of components.
type componentUse struct {
	class, predefined string // class and predefined type as an export writes them
	anyPredefined     bool
	use               state.ComponentUse
}

var componentUses = []componentUse{
	{"IfcFurniture", "BED", false, "bed"}, {"IfcFurniture", "CHAIR", false, "chair"},
	{"IfcFurniture", "DESK", false, "desk"},
	{"IfcFurniture", "FILECABINET", false, "file_cabinet"}, {"IfcFurniture", "SHELF", false, "shelf"},
	{"IfcFurniture", "SOFA", false, "sofa"}, {"IfcFurniture", "TABLE", false, "table"},
	{"IfcUnitaryEquipment", "AIRHANDLER", false, "air_handler"}, {"IfcElectricAppliance", "", true, "appliance"},
	{"IfcBoiler", "WATER", true, "boiler"},
	{"IfcPump", "CIRCULATOR", true, "pump"}, {"IfcTank", "", true, "tank"},
	{"IfcAirTerminal", "DIFFUSER", true, "air_terminal"}, {"IfcLightFixture", "POINTSOURCE", true, "light_fixture"},
	{"IfcOutlet", "POWEROUTLET", true, "outlet"},
	{"IfcFireSuppressionTerminal", "SPRINKLER", false, "sprinkler"},
	{"IfcSanitaryTerminal", "BATH", false, "bath"}, {"IfcSanitaryTerminal", "BIDET", false, "bidet"},
	{"IfcSanitaryTerminal", "CISTERN", false, "cistern"},
	{"IfcSanitaryTerminal", "SHOWER", false, "shower"}, {"IfcSanitaryTerminal", "SINK", false, "sink"},
	{"IfcSanitaryTerminal", "TOILETPAN", false, "toilet"},
	{"IfcSanitaryTerminal", "URINAL", false, "urinal"}, {"IfcSanitaryTerminal", "WASHHANDBASIN", false, "washbasin"},
}

func useOf(class, predefined string) state.ComponentUse {
	for _, row := range componentUses {
		if row.class == class && (row.anyPredefined || row.predefined == predefined) {
			return row.use
		}
	}
	return ""
}

// useOfProduct returns the use of a component, from its own class or from its type.
func (r *reader) useOfProduct(p *building.Product) state.ComponentUse {
	if use := useOf(p.Class, p.Predefined); use != "" {
		return use
	}
	if p.Type != nil {
		return useOf(strings.TrimSuffix(p.Type.Class, "Type"), p.Type.Predefined)
	}
	return ""
}

// useOfType returns the use of the components of a type, "" if their category does not have that use.
func useOfType(t *building.TypeObject, category state.Category) state.ComponentUse {
	use := useOf(strings.TrimSuffix(t.Class, "Type"), t.Predefined)
	if !slices.Contains(component.ComponentUses(category), string(use)) {
		return ""
	}
	return use
}

// typeClass keeps the class of a type of components, unless an export writes exactly this class for the type's use.
func (r *reader) typeClass(out *state.Type, t *building.TypeObject) {
	row := componentUse{class: strings.TrimSuffix(t.Class, "Type"), predefined: t.Predefined, use: out.Use}
	written := slices.ContainsFunc(componentUses, func(w componentUse) bool {
		return w.class == row.class && w.predefined == row.predefined && w.use == row.use
	})
	if r.componentType(t) == "" || written {
		return
	}
	out.IfcClass = t.Class
	if isItem(t.Predefined) {
		out.PredefinedType = t.Predefined
	}
}

// component reads a piece of furniture or equipment, a terminal or a sanitary fixture. It becomes a box with a size, a
// component with the body of its type, or a component with a fixed body.
func (r *reader) component(p *building.Product, category state.Category) (*Draft, error) {
	c := &component.Component{Use: r.useOfProduct(p), Tag: r.tagOf(p), ObjectType: clipped(p.ObjectType)}
	if !slices.Contains(component.ComponentUses(category), string(c.Use)) {
		c.Use = ""
	}
	r.componentClass(p, category, c)
	e := r.element(p, category, c)
	if t := r.typesByID[e.TypeID]; t != nil {
		if c.Use == useOfType(p.Type, category) { // compare with the file's own type, not with carried fields
			c.Use = ""
		}
		if len(t.Parts) > 0 {
			d := &Draft{Product: p, Element: e}
			c.Location, c.Rotation = r.stand(p, d)
			return d, nil
		}
	}
	if d := r.box(p, c); d != nil {
		d.Element = e
		return d, nil
	}
	d, err := r.fixedBody(p)
	if err != nil {
		return nil, err
	}
	c.Location, c.Rotation = r.stand(p, d)
	d.Element = e
	return d, nil
}

// componentClass keeps the class of a component, unless an export writes exactly this class for its use. In our own
// files the ObjectType may be the use, if the class is more general.
func (r *reader) componentClass(p *building.Product, category state.Category, c *component.Component) {
	if r.Own && slices.Contains(c.Use.Enum(), c.ObjectType) {
		c.ObjectType = ""
		return
	}
	if !implied(p, category, c.Use) {
		c.IfcClass, c.PredefinedType = p.Class, predefinedOf(p)
	}
}

// implied reports whether a class and predefined type follow from category and use.
func implied(p *building.Product, category state.Category, use state.ComponentUse) bool {
	if use == "" {
		return p.Predefined == "" && (p.Class == "IfcFurniture" && category == state.CategoryFurniture ||
			p.Class == "IfcSanitaryTerminal")
	}
	return slices.ContainsFunc(componentUses, func(row componentUse) bool {
		return row.use == use && row.class == p.Class && (p.Predefined == "" || p.Predefined == row.predefined)
	})
}

// box reads an upright box. The location of the component is the middle of the box's base. It returns nil for any other
// body.
func (r *reader) box(p *building.Product, c *component.Component) *Draft {
	s, err := r.swept(p)
	if err != nil || !isUp(s.along) || s.section.Shape != geometry.ProfileRectangle ||
		s.note != "" || len(p.Openings) > 0 {
		return nil
	}
	c.Location = building.Rounded(s.at.O).Sub(geometry.Point3{Z: elevationOf(r.levelOf(p))})
	c.Rotation = rotation(s.at.X)
	c.Width, c.Depth, c.Height = s.section.Width, s.section.Depth, length(s.depth)
	return &Draft{Product: p}
}
