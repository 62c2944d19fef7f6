package export

import (
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
)

// class describes how a category of elements appears in IFC4; dialect.go has the names of other schemas.
type class struct {
	category   state.Category
	entity     string // class as written in a STEP file
	typeEntity string // class of its types, "" if IFC or the model has no such types
	predefined string // PredefinedType of its types; "" for NOTDEFINED, if each occurrence has its own
	common     string // the property set that every occurrence is expected to have
	quantities string // name of the set of base quantities
}

// classes is the table of categories.
var classes = []class{
	{category: state.CategorySite, entity: "IFCSITE", common: "Pset_SiteCommon"},
	{category: state.CategoryBuilding, entity: "IFCBUILDING", common: "Pset_BuildingCommon"},
	{category: state.CategoryLevel, entity: "IFCBUILDINGSTOREY", common: "Pset_BuildingStoreyCommon"},
	{category: state.CategoryGrid, entity: "IFCGRID"},
	{category: state.CategoryWall, entity: "IFCWALL", typeEntity: "IFCWALLTYPE", common: "Pset_WallCommon",
		quantities: "Qto_WallBaseQuantities"},
	{category: state.CategoryFloor, entity: "IFCSLAB", typeEntity: "IFCSLABTYPE", common: "Pset_SlabCommon",
		quantities: "Qto_SlabBaseQuantities"},
	{category: state.CategoryRoof, entity: "IFCROOF", typeEntity: "IFCROOFTYPE", common: "Pset_RoofCommon",
		quantities: "Qto_RoofBaseQuantities"},
	{category: state.CategoryColumn, entity: "IFCCOLUMN", typeEntity: "IFCCOLUMNTYPE", predefined: "COLUMN",
		common: "Pset_ColumnCommon", quantities: "Qto_ColumnBaseQuantities"},
	{category: state.CategoryBeam, entity: "IFCBEAM", typeEntity: "IFCBEAMTYPE", predefined: "BEAM",
		common: "Pset_BeamCommon", quantities: "Qto_BeamBaseQuantities"},
	{category: state.CategoryStair, entity: "IFCSTAIR", common: "Pset_StairCommon"},
	{category: state.CategoryRamp, entity: "IFCRAMP", common: "Pset_RampCommon"},
	{category: state.CategoryOpening, entity: "IFCOPENINGELEMENT", common: "Pset_OpeningElementCommon",
		quantities: "Qto_OpeningElementBaseQuantities"},
	{category: state.CategoryDoor, entity: "IFCDOOR", typeEntity: "IFCDOORTYPE", predefined: "DOOR",
		common: "Pset_DoorCommon", quantities: "Qto_DoorBaseQuantities"},
	{category: state.CategoryWindow, entity: "IFCWINDOW", typeEntity: "IFCWINDOWTYPE", predefined: "WINDOW",
		common: "Pset_WindowCommon", quantities: "Qto_WindowBaseQuantities"},
	{category: state.CategorySkylight, entity: "IFCWINDOW", predefined: "SKYLIGHT", common: "Pset_WindowCommon",
		quantities: "Qto_WindowBaseQuantities"},
	{category: state.CategoryRoom, entity: "IFCSPACE", common: "Pset_SpaceCommon",
		quantities: "Qto_SpaceBaseQuantities"},
	{category: state.CategoryZone, entity: "IFCZONE", common: "Pset_ZoneCommon"},
	// not written: IFC has no class for them, carry.go carries the whole elements
	{category: state.CategoryConstraint, entity: "IFCGROUP"},
	{category: state.CategorySheet, entity: "IFCGROUP"},
	{category: state.CategoryArray, entity: "IFCGROUP"},
	{category: state.CategoryView, entity: "IFCGROUP"},
	{category: state.CategoryCeiling, entity: "IFCCOVERING", typeEntity: "IFCCOVERINGTYPE", predefined: "CEILING",
		common: "Pset_CoveringCommon", quantities: "Qto_CoveringBaseQuantities"},
	{category: state.CategoryFooting, entity: "IFCFOOTING", quantities: "Qto_FootingBaseQuantities"},
	{category: state.CategoryRailing, entity: "IFCRAILING", common: "Pset_RailingCommon",
		quantities: "Qto_RailingBaseQuantities"},
	{category: state.CategoryCurtainWall, entity: "IFCCURTAINWALL", common: "Pset_CurtainWallCommon",
		quantities: "Qto_CurtainWallQuantities"},
	{category: state.CategoryFurniture, entity: "IFCFURNITURE", typeEntity: "IFCFURNITURETYPE"},
	{category: state.CategoryEquipment, entity: "IFCBUILDINGELEMENTPROXY", typeEntity: "IFCBUILDINGELEMENTPROXYTYPE"},
	{category: state.CategoryTerminal, entity: "IFCBUILDINGELEMENTPROXY", typeEntity: "IFCBUILDINGELEMENTPROXYTYPE"},
	{category: state.CategorySanitary, entity: "IFCSANITARYTERMINAL", typeEntity: "IFCSANITARYTERMINALTYPE"},
	{category: state.CategoryDuct, entity: "IFCDUCTSEGMENT", typeEntity: "IFCDUCTSEGMENTTYPE",
		predefined: "RIGIDSEGMENT", common: "Pset_DuctSegmentTypeCommon", quantities: "Qto_DuctSegmentBaseQuantities"},
	{category: state.CategoryPipe, entity: "IFCPIPESEGMENT", typeEntity: "IFCPIPESEGMENTTYPE",
		predefined: "RIGIDSEGMENT", common: "Pset_PipeSegmentTypeCommon", quantities: "Qto_PipeSegmentBaseQuantities"},
	{category: state.CategoryCableTray, entity: "IFCCABLECARRIERSEGMENT", typeEntity: "IFCCABLECARRIERSEGMENTTYPE",
		predefined: "CABLETRAYSEGMENT", quantities: "Qto_CableCarrierSegmentBaseQuantities"},
	{category: state.CategoryDuctFitting, entity: "IFCDUCTFITTING", common: "Pset_DuctFittingTypeCommon",
		quantities: "Qto_DuctFittingBaseQuantities"},
	{category: state.CategoryPipeFitting, entity: "IFCPIPEFITTING", common: "Pset_PipeFittingTypeCommon",
		quantities: "Qto_PipeFittingBaseQuantities"},
	{category: state.CategoryCableTrayFitting, entity: "IFCCABLECARRIERFITTING",
		quantities: "Qto_CableCarrierFittingBaseQuantities"},
	{category: state.CategorySystem, entity: "IFCDISTRIBUTIONSYSTEM"},
	{category: state.CategoryProxy, entity: "IFCBUILDINGELEMENTPROXY",
		quantities: "Qto_BuildingElementProxyQuantities"},
}

// The classes of parts that have no category of their own.
var (
	flightClass = class{entity: "IFCSTAIRFLIGHT", common: "Pset_StairFlightCommon",
		quantities: "Qto_StairFlightBaseQuantities"}
	rampFlightClass = class{entity: "IFCRAMPFLIGHT", common: "Pset_RampFlightCommon",
		quantities: "Qto_RampFlightBaseQuantities"}
	landingClass  = class{entity: "IFCSLAB", common: "Pset_SlabCommon", quantities: "Qto_SlabBaseQuantities"}
	memberClass   = class{entity: "IFCMEMBER", common: "Pset_MemberCommon", quantities: "Qto_MemberBaseQuantities"}
	plateClass    = class{entity: "IFCPLATE", common: "Pset_PlateCommon", quantities: "Qto_PlateBaseQuantities"}
	roofSlabClass = class{entity: "IFCSLAB", common: "Pset_SlabCommon", quantities: "Qto_SlabBaseQuantities"}
)

// classOfElement returns the class of an element: the class of its category or, for a component, of its use.
func (x *exporter) classOfElement(e *state.Element) class {
	if _, is := e.Params.(*component.Component); is {
		if shape, err := component.ComponentShapeOf(x.model, e); err == nil {
			return componentClass(e.Category, shape.Use)
		}
	}
	return classOf(e.Category)
}

// classOf returns a category's row. A test compares the table with the domain's list of categories.
func classOf(c state.Category) class {
	for _, row := range classes {
		if row.category == c {
			return row
		}
	}
	return class{category: c}
}
