package domain

import (
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// categoryTable is the table of categories. A new category needs a row here and a file of its own.
var categoryTable = []state.CategoryRow{
	{Category: state.CategorySite, Prefix: "Site", Params: func() state.Params { return new(shape.Site) }},
	{Category: state.CategoryBuilding, Prefix: "Building", Params: func() state.Params { return new(shape.Building) }},
	{Category: state.CategoryLevel, Prefix: "Level", Params: func() state.Params { return new(shape.Level) },
		Carries: true},
	{Category: state.CategoryGrid, Prefix: "Grid", Params: func() state.Params { return new(shape.Grid) }},
	{
		Category: state.CategoryWall, Prefix: "Wall", Params: func() state.Params { return new(fabric.Wall) },
		Typed: true, OnLevel: true, Layered: true,
	},
	{
		Category: state.CategoryFloor, Prefix: "Floor", Params: func() state.Params { return new(fabric.Floor) },
		Typed: true, OnLevel: true, Layered: true,
	},
	{
		Category: state.CategoryRoof, Prefix: "Roof", Params: func() state.Params { return new(fabric.Roof) },
		Typed: true, OnLevel: true, Layered: true,
	},
	{
		Category: state.CategoryColumn, Prefix: "Column", Params: func() state.Params { return new(member.Column) },
		Typed: true, OnLevel: true, Profiled: true,
	},
	{
		Category: state.CategoryBeam, Prefix: "Beam", Params: func() state.Params { return new(member.Beam) },
		Typed: true, OnLevel: true, Profiled: true,
	},
	{Category: state.CategoryStair, Prefix: "Stair", Params: func() state.Params { return new(stair.Stair) },
		OnLevel: true},
	{
		Category: state.CategoryOpening, Prefix: "Opening", Params: func() state.Params { return new(fabric.Opening) },
		OnLevel: true, Hosts: []state.Category{state.CategoryWall, state.CategoryFloor, state.CategoryRoof},
		Immaterial: true,
	},
	{
		Category: state.CategoryDoor, Prefix: "Door", Params: func() state.Params { return new(fabric.Door) },
		Typed: true, OnLevel: true, Hosts: state.LineWalls,
	},
	{
		Category: state.CategoryWindow, Prefix: "Window", Params: func() state.Params { return new(fabric.Window) },
		Typed: true, OnLevel: true, Hosts: state.LineWalls,
	},
	{
		Category: state.CategoryRoom, Prefix: "Room", Params: func() state.Params { return new(room.Room) },
		OnLevel: true, Immaterial: true,
	},
	{
		Category: state.CategoryCeiling, Prefix: "Ceiling", Params: func() state.Params { return new(fabric.Ceiling) },
		Typed: true, OnLevel: true, Layered: true,
	},
	{Category: state.CategoryFooting, Prefix: "Footing", Params: func() state.Params { return new(fabric.Footing) },
		OnLevel: true},
	{
		Category: state.CategoryRailing, Prefix: "Railing", Params: func() state.Params { return new(stair.Railing) },
		OnLevel: true, Hosts: []state.Category{state.CategoryStair, state.CategoryFloor, state.CategoryRoof,
			state.CategoryRamp},
	},
	{
		Category: state.CategoryCurtainWall, Prefix: "Curtain wall",
		Params:  func() state.Params { return new(fabric.CurtainWall) },
		OnLevel: true,
	},
	{
		Category: state.CategoryFurniture, Prefix: "Furniture",
		Params: func() state.Params { return new(component.Component) }, Typed: true,
		OnLevel: true, Hosts: state.ComponentHosts,
		Uses: []string{"bed", "chair", "desk", "file_cabinet", "shelf", "sofa", "table"},
	},
	{
		Category: state.CategoryEquipment, Prefix: "Equipment",
		Params: func() state.Params { return new(component.Component) }, Typed: true,
		OnLevel: true, Hosts: state.ComponentHosts,
		Uses: []string{"air_handler", "appliance", "boiler", "pump", "tank"},
	},
	{
		Category: state.CategoryTerminal, Prefix: "Terminal",
		Params: func() state.Params { return new(component.Component) }, Typed: true,
		OnLevel: true, Hosts: state.TerminalHosts,
		Uses: []string{"air_terminal", "light_fixture", "outlet", "sprinkler"},
	},
	{
		Category: state.CategorySanitary, Prefix: "Sanitary",
		Params: func() state.Params { return new(component.Component) }, Typed: true,
		OnLevel: true, Hosts: state.ComponentHosts,
		Uses: []string{"bath", "bidet", "cistern", "shower", "sink", "toilet", "urinal", "washbasin"},
	},
	{
		Category: state.CategoryDuct, Prefix: "Duct", Params: func() state.Params { return new(services.Segment) },
		Typed:   true,
		OnLevel: true, Profiled: true, Service: state.CategoryDuct,
		Sections: []geometry.ProfileShape{geometry.ProfileRectangle, geometry.ProfileRectangleHollow,
			geometry.ProfileCircle, geometry.ProfileCircleHollow},
	},
	{
		Category: state.CategoryPipe, Prefix: "Pipe", Params: func() state.Params { return new(services.Segment) },
		Typed:   true,
		OnLevel: true, Profiled: true, Service: state.CategoryPipe,
		Sections: []geometry.ProfileShape{geometry.ProfileCircle, geometry.ProfileCircleHollow},
	},
	{
		Category: state.CategoryCableTray, Prefix: "Cable tray",
		Params: func() state.Params { return new(services.Segment) }, Typed: true,
		OnLevel: true, Profiled: true, Service: state.CategoryCableTray,
		Sections: []geometry.ProfileShape{geometry.ProfileU, geometry.ProfileRectangle, geometry.ProfileRectangleHollow,
			geometry.ProfileCircleHollow},
	},
	{
		Category: state.CategoryDuctFitting, Prefix: "Duct fitting",
		Params:  func() state.Params { return new(services.Fitting) },
		OnLevel: true, Service: state.CategoryDuct,
	},
	{
		Category: state.CategoryPipeFitting, Prefix: "Pipe fitting",
		Params:  func() state.Params { return new(services.Fitting) },
		OnLevel: true, Service: state.CategoryPipe,
	},
	{
		Category: state.CategoryCableTrayFitting, Prefix: "Cable tray fitting",
		Params:  func() state.Params { return new(services.Fitting) },
		OnLevel: true, Service: state.CategoryCableTray,
	},
	{Category: state.CategorySystem, Prefix: "System", Params: func() state.Params { return new(services.System) },
		Carries: true},
	{Category: state.CategoryProxy, Prefix: "Proxy", Params: func() state.Params { return new(component.Proxy) },
		OnLevel: true},
	{Category: state.CategoryZone, Prefix: "Zone", Params: func() state.Params { return new(room.Zone) }},
	{Category: state.CategoryConstraint, Prefix: "Constraint",
		Params: func() state.Params { return new(change.Constraint) }},
	{Category: state.CategoryRamp, Prefix: "Ramp", Params: func() state.Params { return new(stair.Ramp) },
		OnLevel: true},
	{Category: state.CategorySheet, Prefix: "Sheet", Params: func() state.Params { return new(views.Sheet) },
		Carries: true},
	{Category: state.CategoryView, Prefix: "View", Params: func() state.Params { return new(views.View) }},
	{Category: state.CategoryArray, Prefix: "Array", Params: func() state.Params { return new(array.Array) }},
	{Category: state.CategorySkylight, Prefix: "Skylight", Params: func() state.Params { return new(fabric.Skylight) },
		OnLevel: true, Hosts: []state.Category{state.CategoryRoof, state.CategoryFloor}},
}

func init() {
	for i := range categoryTable {
		row := &categoryTable[i]
		_, row.Bounding = row.Params().(fabric.Bounding)
	}
	state.Register(categoryTable)
}
