package domain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/ramps"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// samples returns one element of each category of the house.
func samples(h *house) map[state.Category]state.ID {
	grid := h.do(change.CreateGrid{Axes: []shape.GridAxis{{Tag: "A", Start: mm(0, 0), End: mm(9000, 0)}}})
	hole := h.do(change.CreateOpening{HostID: h.id["S0"], Polygon: rectangle(1000, 1000, 2000, 2000)})
	duct := h.do(ductOf(h.id["Roof"], point(0, 0, 100), point(3000, 0, 100), point(3000, 3000, 100)))
	pipe := h.do(pipeOf(h.id["Roof"], point(0, 5000, 100), point(3000, 5000, 100), point(3000, 8000, 100)))
	tray := h.do(trayOf(h.id["Roof"], point(0, -5000, 100), point(3000, -5000, 100), point(3000, -9000, 100)))
	out := map[state.Category]state.ID{}
	for _, c := range component.ComponentCategory("").Enum() {
		out[state.Category(c)] = h.do(change.PlaceComponent{Category: component.ComponentCategory(c),
			LevelID:   h.id["Ground"],
			Component: crate(3000, 1000)})
	}
	out[state.CategoryCeiling] = h.do(change.CreateCeiling{LevelID: h.id["Ground"],
		Ceiling: fabric.Ceiling{Boundary: rectangle(300, 300, 6900, 7600), Height: geometry.MM(2500),
			Thickness: geometry.MM(25)}})
	place := mm(2000, 4000)
	out[state.CategoryFooting] = h.do(change.CreateFooting{LevelID: h.id["Ground"],
		Footing: fabric.Footing{Location: &place, Length: geometry.MM(900), Width: geometry.MM(900),
			Height: geometry.MM(400),
			Offset: geometry.MM(-300)}})
	out[state.CategoryRailing] = h.do(change.CreateRailing{HostID: h.id["S1"],
		Railing: stair.Railing{Path: []geometry.Point3{shift(7300, 6500, 0), shift(11050, 6500, 0),
			shift(11050, 7500, 0)},
			Height: geometry.MM(1000)}})
	out[state.CategoryCurtainWall] = h.do(change.CreateCurtainWall{LevelID: h.id["Ground"], CurtainWall: facade()})
	out[state.CategoryRamp] = h.do(change.CreateRamp{LevelID: h.id["Ground"], Shape: ramps.TwoStraight,
		Ramp: stair.Ramp{Start: mm(0, -15000), Toward: mm(1000, -15000), Rise: geometry.MM(1500)}})
	out[state.CategoryZone] = h.do(change.CreateZone{Name: "Z", Zone: room.Zone{Rooms: []state.ID{h.id["001"],
		h.id["101"]}}})
	pair := []state.ID{h.do(wallOf(h.id["Ground"], 0, -30000, 5000, -30000)),
		h.do(wallOf(h.id["Ground"], 0, -28000, 5000, -28000))}
	out[state.CategoryConstraint] = h.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: pair})
	step := shift(0, -9000, 0)
	out[state.CategoryArray] = h.do(change.CreateArray{ElementIDs: []state.ID{h.do(wallOf(h.id["Ground"], 0, -50000,
		5000, -50000))}, Count: 3, Delta: &step})
	flat := h.do(change.CreateRoof{LevelID: h.id["Roof"], Roof: fabric.Roof{Boundary: rectangle(0, 60000, 9000, 68000),
		RoofType: fabric.RoofFlat, Thickness: geometry.MM(300)}})
	out[state.CategorySkylight] = h.do(change.PlaceSkylight{RoofID: flat, Skylight: fabric.Skylight{
		Location: mm(2000, 64000), Width: geometry.MM(780), Height: geometry.MM(1180)}})
	out[state.CategorySheet] = h.do(change.DefineSheet{Number: "A-1"})
	out[state.CategoryView] = h.do(sectionAt("", 3000))
	maps.Copy(out, map[state.Category]state.ID{
		state.CategoryDuct: duct, state.CategoryPipe: pipe, state.CategoryCableTray: tray,
		state.CategoryDuctFitting:      h.model.OfCategory(state.CategoryDuctFitting)[0],
		state.CategoryPipeFitting:      h.model.OfCategory(state.CategoryPipeFitting)[0],
		state.CategoryCableTrayFitting: h.model.OfCategory(state.CategoryCableTrayFitting)[0],
		state.CategorySystem: h.do(change.CreateSystem{Name: "Supply",
			System: services.System{Use: "supply_air"}}),
		state.CategoryProxy: h.do(proxyOf(h.id["Ground"], cubeSolid(1000))),
		state.CategorySite:  h.model.Info().SiteID, state.CategoryBuilding: h.model.Info().BuildingID,
		state.CategoryLevel: h.id["Roof"], state.CategoryGrid: grid,
		state.CategoryWall: h.id["P3"], state.CategoryFloor: h.id["S0"], state.CategoryRoof: h.id["R1"],
		state.CategoryColumn: h.id["C1"], state.CategoryBeam: h.id["B1"],
		state.CategoryStair: h.id["T1"], state.CategoryOpening: hole, state.CategoryDoor: h.id["D1"],
		state.CategoryWindow: h.id["F1"], state.CategoryRoom: h.id["001"],
	})
	return out
}

// facade returns a curtain wall of three by two bays.
func facade() fabric.CurtainWall {
	return fabric.CurtainWall{Start: mm(0, 20000), End: mm(4500, 20000), Height: geometry.MM(3000),
		USpacing: geometry.MM(1500), VSpacing: geometry.MM(1500)}
}

// crate returns a component of its own size.
func crate(x, y int64) component.Component {
	return component.Component{Location: shift(x, y, 0), Width: geometry.MM(800),
		Depth: geometry.MM(600), Height: geometry.MM(700)}
}

// acceptable holds, for every parameter of every category, a value that the sample accepts.
var acceptable = map[string]string{
	"site.latitude": "", "site.longitude": "", "site.elevation": "12.5",
	"site.true_north": "-30", "site.address": `"Here 1"`,
	"site.crs": `"EPSG:28992"`, "site.eastings": "", "site.northings": "", "site.orthogonal_height": "",
	"site.map_rotation": "", "site.map_scale": "", "site.offset_x": "1000", "site.offset_y": "1000",
	"site.boundary": "[[-5000,-5000],[20000,-5000],[20000,15000]]",
	"building.use":  `"dwelling"`, "building.address": `"Here 1"`,
	"level.elevation": "6100", "level.is_storey": "false",
	"grid.axes": `[{"tag":"B","start":[0,0],"end":[0,9000]}]`,
	"wall.mid":  `[3000,-500]`, "wall.start": "[5000,4100]", "wall.end": "[11850,4100]", "wall.height": "2700",
	"wall.thickness": "120", "wall.base_offset": "10",
	"wall.location_line": `"interior"`, "wall.wall_type": `"partitioning"`, "wall.attached_top": `[@Roof,@R1]`,
	"wall.attached_base":    `[@S0]`,
	"floor.boundary_points": "[[0,0],[9000,0],[9000,8000],[0,8000]]",
	"floor.holes":           "[[[3000,3000],[4000,3000],[4000,4000]]]", "floor.thickness": "250",
	"floor.offset": "-10", "floor.floor_type": `"baseslab"`,
	"floor.falls":          `[{"to":[[2000,2000]],"slope":1,"area":[[0,0],[3000,0],[3000,3000],[0,3000]]}]`,
	"roof.boundary_points": "[[0,0],[9000,0],[9000,8000],[0,8000]]", "roof.roof_type": `"hip"`, "roof.slope": "20",
	"roof.thickness": "300", "roof.overhang": "0",
	"roof.ridge_direction": `"y"`, "roof.ridge_angle": "30", "roof.offset": "100",
	"roof.gables":     "[[0,4000]]",
	"roof.edges":      "",
	"column.location": "[2000,4100]", "column.height": "2700", "column.top_level": "@First",
	"column.base_offset": "50", "column.top_offset": "1",
	"column.profile": `{"shape":"circle","diameter":300}`, "column.rotation": "45", "column.attached_top": `[@S1]`,
	"column.attached_base": `[@S0]`,
	"beam.start":           "[2150,4000,2700]", "beam.end": "[4850,4000,2700]", "beam.justification": `"center"`,
	"beam.profile": `{"shape":"rectangle","width":100,"depth":200}`, "beam.rotation": "90",
	"stair.start": "[7300,6600]", "stair.toward": "[11050,6700]", "stair.top_level": "@Roof", "stair.width": "1100",
	"stair.risers": "17", "stair.tread": "260", "stair.waist": "200", "stair.justification": `"left"`,
	"stair.shape": `"half_turn"`, "stair.turn": `"right"`, "stair.flight_risers": "", "stair.landing": "1200",
	"stair.well": "200", "stair.winders": "4", "stair.floor_opening": `"none"`, "stair.railings": `"both"`,
	"ramp.start": "[100,-15000]", "ramp.toward": "[1000,-15100]", "ramp.top_level": "@Roof", "ramp.rise": "1200",
	"ramp.offset": "-100", "ramp.width": "1600", "ramp.slope": "15", "ramp.lengths": "[9000,9500]",
	"ramp.bends": `["left"]`, "ramp.landing": "1600", "ramp.well": "100", "ramp.thickness": "250",
	"ramp.solid": "true", "ramp.kerb": "80", "ramp.kerb_width": "120", "ramp.justification": `"left"`,
	"ramp.floor_opening": `"none"`, "ramp.railings": `"both"`,
	"skylight.location": "[3000,64000]", "skylight.width": "940", "skylight.height": "980", "skylight.rotation": "10",
	"skylight.cut": `"plumb"`, "skylight.operation": `"top_hung"`, "skylight.upstand": "50",
	"skylight.lining_thickness": "50", "skylight.lining_depth": "80", "skylight.frame_thickness": "40",
	"skylight.frame_depth": "70", "skylight.glazing_thickness": "36",
	"opening.cut_by": "", "railing.stair_part": "",
	"opening.offset": "", "opening.sill_height": "", "opening.width": "", "opening.height": "", "opening.depth": "60",
	"opening.polygon": "[[1000,1000],[3000,1000],[3000,2000]]", "opening.opening_type": "", "opening.filled_by": "",
	"door.offset": "2100", "door.width": "1000", "door.height": "2000", "door.sill_height": "10",
	"door.door_type": `"sliding"`, "door.swing": `"right"`, "door.facing": `"exterior"`,
	"opening.slant": "[100,50]", "opening.face": "", "opening.form": "",
	"door.form":             `{"shape":"round_arch","rise":200}`,
	"window.form":           `{"shape":"pointed_arch","rise":800,"splay":15}`,
	"door.lining_thickness": "45", "door.lining_depth": "120", "door.panel_thickness": "50",
	"window.offset": "4600", "window.width": "1400", "window.height": "1100", "window.sill_height": "800",
	"window.window_type":      `"fixed"`,
	"window.lining_thickness": "50", "window.lining_depth": "80", "window.frame_thickness": "40",
	"window.frame_depth": "70", "window.glazing_thickness": "36",
	"duct.start": "[-500,0,100]", "duct.end": "[2000,0,100]", "duct.profile": `{"shape":"circle","diameter":200}`,
	"duct.rotation": "90", "duct.flow": `"reverse"`, "duct.system_id": "",
	"pipe.start": "[-500,5000,100]", "pipe.end": "[2000,5000,100]", "pipe.profile": `{"shape":"circle","diameter":40}`,
	"pipe.rotation": "10", "pipe.flow": `"both"`, "pipe.system_id": "",
	"cable_tray.start": "[-500,-5000,100]", "cable_tray.end": "[2000,-5000,100]",
	"cable_tray.profile": `{"shape":"rectangle","width":200,"depth":60}`, "cable_tray.rotation": "10",
	"cable_tray.flow": `"both"`, "cable_tray.system_id": "",
	"duct_fitting.fitting_type": "", "duct_fitting.location": "", "duct_fitting.ports": "",
	"duct_fitting.system_id":    "",
	"pipe_fitting.fitting_type": "", "pipe_fitting.location": "", "pipe_fitting.ports": "",
	"pipe_fitting.system_id":          "",
	"cable_tray_fitting.fitting_type": "", "cable_tray_fitting.location": "", "cable_tray_fitting.ports": "",
	"cable_tray_fitting.system_id": "",
	"wall.fixed":                   "", "floor.fixed": "", "roof.fixed": "", "stair.fixed": "",
	"door.fixed": "", "window.fixed": "", "door.kept": "", "window.kept": "",
	"column.fixed": "", "beam.fixed": "", "footing.fixed": "", "ceiling.fixed": "", "railing.fixed": "",
	"curtain_wall.fixed": "", "duct_fitting.fixed": "", "pipe_fitting.fixed": "", "cable_tray_fitting.fixed": "",
	"system.use": `"exhaust_air"`, "system.description": `"of the kitchens"`,
	"proxy.body_id": "", "proxy.combination": "", "proxy.location": "[1,2,3]", "proxy.rotation": "30",
	"proxy.ifc_class": `"IfcRailing"`, "proxy.predefined_type": `"CHAIR"`,
	"proxy.object_type": `"chair"`, "proxy.tag": `"F1"`,
	"room.seed": "[2500,2500]", "room.boundary_points": "", "room.height": "2500",
	"room.number": `"009"`, "room.usage": `"kitchen"`, "room.kept": "",
	"constraint.kind": "", "constraint.element_id": "", "constraint.other_id": "", "constraint.value": "1500",
	"constraint.parameter": "", "constraint.end": "",
	"constraint.places": "", "constraint.number": "", "constraint.query": "", "constraint.other_query": "",
	"sheet.number": `"A-2"`, "sheet.size": `"A1"`, "sheet.title_block": `{"creator":"Ann"}`,
	"view.kind": "", "view.of_level_id": "", "view.room_id": "", "view.from": "", "view.start": "[4000,9000]",
	"view.end": "[4000,-2000]", "view.depth": "3000", "view.cut_height": "", "view.ground": "-100", "view.scale": "20",
	"view.crop": "[[0,0],[5000,5000]]", "view.layers": `["A-WALL"]`, "view.annotate": `["title"]`,
	"view.services":  "true",
	"view.area_rule": "", "view.filter": `{"categories":["wall"]}`, "view.template_id": "", "view.table": "",
	"view.sheet_id": "", "view.detail_number": "",
	"zone.rooms": `[@102,@001]`, "zone.usage": `"fire"`,
	"ceiling.boundary_points": "[[300,300],[6900,300],[6900,7600]]",
	"ceiling.holes":           "[[[1000,1000],[2000,1000],[2000,2000]]]", "ceiling.height": "2600",
	"ceiling.thickness": "12.5",
	"footing.location":  "[2000,4100]", "footing.length": "1000", "footing.rotation": "45", "footing.start": "",
	"footing.end": "", "footing.width": "1000", "footing.height": "500", "footing.offset": "-400",
	"railing.path": "[[0,0,0],[3000,0,1500]]", "railing.height": "1100",
	"railing.rail": `{"shape":"rectangle","width":60,"depth":40}`, "railing.post_width": "40",
	"railing.post_spacing": "900", "railing.infill": `"balusters"`, "railing.railing_type": `"handrail"`,
	"curtain_wall.start": "[0,21000]", "curtain_wall.end": "[5000,20000]", "curtain_wall.height": "2800",
	"curtain_wall.base_offset": "100", "curtain_wall.u_spacing": "1200",
	"curtain_wall.v_spacing": "1000", "curtain_wall.mullion": `{"shape":"rectangle","width":60,"depth":120}`,
	"curtain_wall.panel_thickness": "24", "curtain_wall.u_bays": "4", "curtain_wall.v_bays": "3",
	"curtain_wall.u_lines": "[1000,3000]", "curtain_wall.v_lines": "[1000]", "curtain_wall.mid": "[2000,21500]",
	"curtain_wall.corners": "[[2000,21000]]", "curtain_wall.opening_id": "",
	"curtain_wall.panels": `[{"u":[0],"kind":"louvre"}]`,
	"furniture.use":       `"table"`, "furniture.location": "[2000,2000,100]", "furniture.rotation": "45",
	"furniture.width": "900", "furniture.depth": "500", "furniture.height": "750",
	"furniture.body_id": "", "furniture.ifc_class": `"IfcLamp"`, "furniture.predefined_type": `"OTHER"`,
	"furniture.object_type": `"special"`, "furniture.tag": `"F1"`,
	"equipment.use": `"pump"`, "equipment.location": "[2000,2000,100]", "equipment.rotation": "45",
	"equipment.width": "900", "equipment.depth": "500", "equipment.height": "750",
	"equipment.body_id": "", "equipment.ifc_class": `"IfcLamp"`, "equipment.predefined_type": `"OTHER"`,
	"equipment.object_type": `"special"`, "equipment.tag": `"F1"`,
	"terminal.use": `"outlet"`, "terminal.location": "[2000,2000,100]", "terminal.rotation": "45",
	"terminal.width": "900", "terminal.depth": "500", "terminal.height": "750",
	"terminal.body_id": "", "terminal.ifc_class": `"IfcLamp"`, "terminal.predefined_type": `"OTHER"`,
	"terminal.object_type": `"special"`, "terminal.tag": `"F1"`,
	"sanitary.use": `"sink"`, "sanitary.location": "[2000,2000,100]", "sanitary.rotation": "45",
	"sanitary.width": "900", "sanitary.depth": "500", "sanitary.height": "750",
	"sanitary.body_id": "", "sanitary.ifc_class": `"IfcLamp"`, "sanitary.predefined_type": `"OTHER"`,
	"sanitary.object_type": `"special"`, "sanitary.tag": `"F1"`,
	"array.originals": "", "array.count": "4", "array.delta": "[0,-8000,0]", "array.rows": "",
	"array.row_delta": "[9000,0,0]", "array.center": "[0,-70000]", "array.angle": "",
	"array.mirror": "[[0,-70000],[100,-70000]]", "array.level_ids": "[@First,@Roof]", "array.released": "",
	"array.instances": "",
}

// Every parameter of every category accepts a value of its kind, refuses one of another kind, and can be cleared only
// if it is optional. An empty entry in acceptable means that the sample cannot take this parameter alone.
func TestEveryParameterTakesItsKindOfValueOnly(t *testing.T) {
	h := buildHouse(t)
	of := samples(h)
	for _, category := range state.Categories {
		for _, p := range category.Parameters() {
			name := fmt.Sprintf("%s.%s", category, p.Name)
			value, listed := acceptable[name]
			if !listed {
				t.Errorf("%s is not in the table: add a value that it takes", name)
				continue
			}
			t.Run(name, func(t *testing.T) { checkParameter(t, h, of[category], p, value) })
		}
	}
}

func checkParameter(t *testing.T, h *house, id state.ID, p state.Parameter, value string) {
	set := func(value string) change.ModifyParameter {
		for _, level := range []string{"First", "Roof", "102", "001", "R1", "S0", "S1"} {
			value = strings.ReplaceAll(value, "@"+level, `"`+string(h.id[level])+`"`)
		}
		return change.ModifyParameter{ElementID: id, ParameterName: p.Name, Value: json.RawMessage(value)}
	}
	if p.Rules["fixed"] {
		h.refused(set("1"), state.IllegalState)
		return
	}
	if value != "" {
		d, err := h.try(set(value))
		if err != nil {
			t.Fatalf("refused %s: %v", value, err)
		}
		if len(d.Events) == 0 && p.Name != "thickness" {
			t.Errorf("%s changes nothing", value)
		}
		checkDecision(t, h.model, d)
	}
	for _, wrong := range []string{`{"a":[1]}`, "{", `[[["x"]]]`} {
		h.refused(set(wrong), state.OutOfRange)
	}
	if p.Unit != "" {
		h.refused(set(`"long"`), state.OutOfRange)
		h.refused(set("1e300"), state.OutOfRange)
		h.refused(set("-1e300"), state.OutOfRange)
	}
	if !p.Optional {
		h.refused(set("null"), state.OutOfRange)
		h.refused(set(" null "), state.OutOfRange)
		h.refused(set(""), state.OutOfRange)
		return
	}
	if _, err := h.try(set("null")); err != nil && state.CodeOf(err) != state.DegenerateGeometry &&
		state.CodeOf(err) != state.OutOfRange &&
		state.CodeOf(err) != state.IllegalState {
		t.Errorf("clearing: %v", err)
	}
}

func TestAnUnknownParameterIsRefusedWithTheKnownOnes(t *testing.T) {
	h := buildHouse(t)
	for category, id := range samples(h) {
		for _, name := range []string{"colour", "", "Height", ".x", "x.", " . "} {
			known := h.refused(change.ModifyParameter{ElementID: id, ParameterName: name, Value: json.RawMessage("1")},
				state.UnknownParameter).Data["known"].([]string)
			if !slices.Contains(known, "name") || slices.Contains(known, "filled_by") {
				t.Errorf("the known parameters of a %s are %v", category, known)
			}
			if slices.Contains(known, "type_id") != category.Typed() ||
				slices.Contains(known, "level_id") != state.Rows[category].OnLevel {
				t.Errorf("the known parameters of a %s are %v", category, known)
			}
		}
	}
	h.refused(change.ModifyParameter{ElementID: h.id["T1"], ParameterName: "type_id", Value: json.RawMessage(`"x"`)},
		state.UnknownParameter)
	h.refused(change.ModifyParameter{ElementID: h.model.Info().SiteID, ParameterName: "level_id",
		Value: json.RawMessage(`"x"`)}, state.UnknownParameter)
}

func TestCommonParameters(t *testing.T) {
	h := buildHouse(t)
	wall := h.id["W1"]
	for _, c := range []struct {
		name, value string
		want        state.Code
	}{
		{"name", `"South"`, 0}, {"name", "null", state.OutOfRange}, {"name", `"  "`, state.OutOfRange},
		{"name", "7", state.OutOfRange}, {"name", "", state.OutOfRange},
		{"level_id", `"nothing"`, state.NotFound}, {"level_id", `"` + string(wall) + `"`, state.IllegalState},
		{"level_id", "null", state.OutOfRange},
		{"type_id", `"nothing"`, state.NotFound}, {"type_id", "null", state.DegenerateGeometry},
		{"type_id", "[]", state.OutOfRange},
		{"material_id", `"nothing"`, state.NotFound}, {"material_id", "null", 0},
		{"Pset_A.b", `"c"`, 0}, {"Pset_A.b.c", "1.50", 0}, {"Pset_A.b", "true", 0}, {"Pset_A.b", "null", 0},
		{"Pset_A.b", "[1]", state.OutOfRange}, {"Pset_A.b", "1e999", state.OutOfRange},
	} {
		op := change.ModifyParameter{ElementID: wall, ParameterName: c.name, Value: json.RawMessage(c.value)}
		if c.want != 0 {
			h.refused(op, c.want)
		} else if _, err := h.try(op); err != nil {
			t.Errorf("%s = %s: %v", c.name, c.value, err)
		}
	}
	h.refused(modify(h.id["D1"], "level_id", h.id["First"]), state.IllegalState)
	h.refused(modify(h.id["First"], "name", "Ground"), state.AlreadyExists)
	h.refused(modify("nothing", "name", "x"), state.NotFound)
}

func TestAPropertyIsSetAndCleared(t *testing.T) {
	h := buildHouse(t)
	before := h.model.Hash()
	h.do(modify(h.id["W1"], "Pset_WallCommon.FireRating", "EI 60"))
	e, _ := h.model.Element(h.id["W1"])
	if v, ok := state.Lookup(e.Psets, "Pset_WallCommon", "FireRating"); !ok || shape.PropertyValueAny(v) != "EI 60" {
		t.Errorf("the property is %v", shape.PropertyValueAny(v))
	}
	h.do(modify(h.id["W1"], "Pset_WallCommon.FireRating", nil))
	if h.model.Hash() != before {
		t.Error("clearing the property leaves something behind")
	}
}

func TestAWallTakesItsOpeningsToAnotherLevel(t *testing.T) {
	h := buildHouse(t)
	h.do(modify(h.id["W1"], "level_id", h.id["Roof"]))
	for _, id := range append(h.model.HostedBy(h.id["W1"]), h.id["D1"]) {
		if e, _ := h.model.Element(id); e.LevelID != h.id["Roof"] {
			t.Errorf("%s %q stays behind", e.Category, e.Name)
		}
	}
}

// Walls and the rooms between them move to another level in one change, where the walls divide an existing room. The
// order of their ids does not matter.
func TestRoomsGoToAnotherLevelWithTheirWalls(t *testing.T) {
	h := buildHouse(t)
	for i := range int64(6) {
		x := 100_000 + 20_000*i
		level := func(z int64) state.ID {
			return h.do(change.CreateLevel{Name: fmt.Sprintf("%d at %d", i, z), Elevation: geometry.MM(z)})
		}
		lower, upper := level(20_000+200*i), level(30_000+200*i)
		for _, on := range []state.ID{lower, upper} {
			for _, w := range [][4]int64{{0, 0, 9000, 0}, {9000, 0, 9000, 5000},
				{9000, 5000, 0, 5000}, {0, 5000, 0, 0}} {
				h.do(wallOf(on, x+w[0], w[1], x+w[2], w[3]))
			}
		}
		room := func(on state.ID, at int64) state.ID {
			seed := mm2(x+at, 2500)
			return h.do(change.CreateRoom{LevelID: on, Room: room.Room{Seed: &seed}})
		}
		moved := []state.ID{h.do(wallOf(lower, x+3000, 0, x+3000, 5000)), h.do(wallOf(lower, x+6000, 0, x+6000, 5000)),
			room(lower, 4500), room(lower, 7500)}
		room(upper, 1500)
		h.do(change.ModifyParameter{ElementIDs: moved, ParameterName: "level_id", Value: state.MustJSON(upper)})
	}
}

func TestATypeTakesOverWhatItSays(t *testing.T) {
	h := buildHouse(t)
	wall := h.do(change.CreateWall{LevelID: h.id["Roof"], Wall: fabric.Wall{Start: mm(0, 0), End: mm(5000, 0),
		Height: geometry.MM(1000), Thickness: geometry.MM(200)}})
	h.do(modify(wall, "type_id", h.id["EXT"]))
	h.measure(wall, "Width", 0.3)
	h.refused(modify(wall, "thickness", 200), state.ConstraintViolated)
	profiled := h.do(change.DefineType{Category: state.CategoryColumn, Name: "Round",
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(200)}})
	h.do(change.SetProperties{ElementIDs: []state.ID{h.id["C1"]}, TypeID: profiled})
	if e, _ := h.model.Element(h.id["C1"]); e.Params.(*member.Column).Profile != nil {
		t.Error("the column keeps a profile against its type")
	}
	h.refused(modify(h.id["C1"], "profile", map[string]any{"shape": "circle", "diameter": 100}),
		state.ConstraintViolated)
	h.refused(change.CreateColumn{BaseLevel: h.id["Ground"], TypeID: profiled,
		Column: member.Column{Height: geometry.MM(1000), Profile: &geometry.Profile{Shape: "circle",
			Diameter: geometry.MM(100)}}}, state.ConstraintViolated)
}

func TestATypeThatBreaksARecessIsRefused(t *testing.T) {
	h := buildHouse(t)
	h.do(change.CreateOpening{HostID: h.id["W2"], Offset: at(geometry.MM(200)), Width: geometry.MM(500),
		Height: geometry.MM(500), Depth: geometry.MM(250)})
	h.refused(modify(h.id["W2"], "type_id", h.id["INT"]), state.OpeningOutsideHost)
	h.refused(change.SetProperties{ElementIDs: []state.ID{h.id["W1"], h.id["W2"]}, TypeID: h.id["INT"]},
		state.OpeningOutsideHost)
}

func TestAColumnHasAHeightOrATopLevel(t *testing.T) {
	h := buildHouse(t)
	h.do(modify(h.id["C1"], "top_level", h.id["First"]))
	h.measure(h.id["C1"], "Length", 3)
	h.do(modify(h.id["C1"], "height", 2000))
	h.measure(h.id["C1"], "Length", 2)
	h.refused(modify(h.id["C1"], "height", 0), state.DegenerateGeometry)
	h.refused(modify(h.id["C1"], "height", nil), state.DegenerateGeometry)
}

func TestALevelIsHeldByWhatReachesUpToIt(t *testing.T) {
	h := buildHouse(t)
	err := h.refused(modify(h.id["First"], "elevation", 0), state.DegenerateGeometry)
	if err.Data["element_id"] != h.id["T1"] {
		t.Errorf("the refusal names %v, want the stair", err.Data["element_id"])
	}
	h.refused(modify(h.id["Roof"], "elevation", state.DefaultHalfExtent.MM()+1), state.OutOfModelBounds)
}

func TestAWallShortenedUnderItsOpeningIsRefused(t *testing.T) {
	h := buildHouse(t)
	h.refused(modify(h.id["W1"], "end", mm(10000, 150)), state.OpeningOutsideHost)
	h.refused(modify(h.id["W1"], "height", 2100), state.OpeningOutsideHost)
	h.refused(modify(h.id["W1"], "height", 0), state.DegenerateGeometry)
	h.refused(modify(h.id["W1"], "height", -1), state.OutOfRange)
	h.refused(modify(h.id["W1"], "end", mm(150, 150)), state.DegenerateGeometry)
	h.refused(modify(h.id["W1"], "end", []float64{1e300, 0}), state.OutOfModelBounds)
}

func TestSettingWhatIsSetChangesNothing(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(modify(h.id["W1"], "height", 2800))
	if err != nil || len(d.Events) != 0 {
		t.Errorf("%d events, %v", len(d.Events), err)
	}
}

// For every parameter of every category, values that Same reports as equal are encoded equally.
func TestParametersThatLookTheSameAre(t *testing.T) {
	h := buildHouse(t)
	for category, id := range samples(h) {
		e, _ := h.model.Element(id)
		for _, p := range category.Parameters() {
			if !p.Same(e.Params, state.Clone(e.Params)) {
				t.Errorf("%s.%s is another one in a copy", category, p.Name)
			}
			changed, err := p.With(e.Params, json.RawMessage(acceptable[fmt.Sprintf("%s.%s", category, p.Name)]))
			if err == nil && p.Same(e.Params, changed) && !bytes.Equal(p.Get(e.Params), p.Get(changed)) {
				t.Errorf("%s.%s: %s and %s look the same", category, p.Name, p.Get(e.Params), p.Get(changed))
			}
		}
	}
}

// When a wall becomes longer or shorter at its start, its doors, windows and openings stay in place: their offsets
// follow the start. A change of its end leaves the offsets unchanged. A change that would leave an element outside the
// wall is refused.
func TestWhatIsSetInAWallStaysWhereItIsWhenItsStartChanges(t *testing.T) {
	for _, line := range [][2]geometry.Point2{{mm(0, 0), mm(6000, 0)}, {mm(0, 0), mm(0, -6000)},
		{mm(0, 0), mm(3600, 4800)}} {
		p := newPlot(t)
		along := func(at int64) geometry.Point2 {
			d := line[1].Sub(line[0])
			return geometry.Point2{X: d.X / 6000 * geometry.Length(at), Y: d.Y / 6000 * geometry.Length(at)}
		}
		wall := p.wall(line[0], line[1], 200)
		free := geometry.MM(4500)
		set := []state.ID{
			p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(1000), Width: geometry.MM(900),
				Height: geometry.MM(2100)}}),
			p.do(change.PlaceWindow{WallID: wall, Window: fabric.Window{Offset: geometry.MM(3000),
				Width:  geometry.MM(900),
				Height: geometry.MM(1000), SillHeight: geometry.MM(900)}}),
			p.do(change.CreateOpening{HostID: wall, Offset: &free, Width: geometry.MM(500),
				Height: geometry.MM(500)}),
		}
		place := func(id state.ID) geometry.Point3 {
			e := change.Element(p.model, id)
			return e.Params.Anchor(p.model, e)
		}
		var were []geometry.Point3
		for _, id := range set {
			were = append(were, place(id))
		}
		for _, c := range []struct {
			parameter string
			at        int64
		}{{"start", -1500}, {"end", 7000}, {"start", 800}} {
			p.do(modify(wall, c.parameter, along(c.at)))
			for i, id := range set {
				if is := place(id); is != were[i] {
					t.Errorf("%s at %d: what is set in it at place %d begins at %v, before at %v", c.parameter, c.at, i,
						is, were[i])
				}
			}
		}
		p.refused(modify(wall, "start", along(1200)), state.OpeningOutsideHost)
	}
}

// Moving a wall sideways by one end after the other also moves the elements in it, because their offsets stay unchanged
// if the new start is beside the old line.
func TestAWallMovedByItsEndsTakesAlongWhatIsSetInIt(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(6000, 0), 200)
	door := p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(1000), Width: geometry.MM(900),
		Height: geometry.MM(2100)}})
	p.do(modify(wall, "start", mm(500, 3000)))
	p.do(modify(wall, "end", mm(6500, 3000)))
	if is := offsetOf(t, p.model, door); is != geometry.MM(1000) {
		t.Errorf("the door's offset is %v", is)
	}
}

// A curved wall that becomes longer along its arc keeps its door in place: a quarter of a circle of 5 m becomes a half.
func TestADoorStaysInAnArcThatIsMadeLongerAtItsStart(t *testing.T) {
	p := newPlot(t)
	middle := mm(3000, 4000)
	wall := p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: mm(5000, 0), End: mm(0, 5000),
		Mid:    &middle,
		Height: geometry.MM(3000), Thickness: geometry.MM(200)}})
	door := p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(4000), Width: geometry.MM(900),
		Height: geometry.MM(2100)}})
	p.do(modify(wall, "start", mm(0, -5000)))
	want := 4 + 2.5*math.Pi // a quarter of the circle more
	if is := offsetOf(t, p.model, door).M(); math.Abs(is-want) > 1e-4 {
		t.Errorf("the door's offset is %v m, want %v", is, want)
	}
}
