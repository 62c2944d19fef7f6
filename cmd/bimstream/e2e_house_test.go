package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape/array"
	modelstate "github.com/bimstream/bimstream/domain/state"
)

// smallHouse is a model with one object of each kind that tools can query.
type smallHouse struct {
	Model, Ground, First                  string
	Concrete                              string
	WallType, FloorType, RoofType         string
	ColumnType, BeamType                  string
	DoorType, WindowType, TableType       string
	CeilingType                           string
	Zone, ZonedRoom                       string // on First, away from everything
	Constraint                            string
	Array, Instance                       string // of a footing, away from everything
	Plan, Section, Elevation, Template    string // views that the model keeps
	Sheet                                 string // of the elevation
	South, East, North, West              string // a ring of walls around a room
	Free, Attached                        string // free-standing walls; Attached reaches up to the first floor
	Crossing                              string // a wall across the middle of Free, not joined to it
	Door, Window, Room, Floor, Roof, Grid string
	Approval                              string // an agent's request
	Empty                                 string // an empty model; "" for none
	Across                                string // a clash test of all linked models; "" for none
	Delivered                             string // a model imported from baseline.ifc; "" for none
	Column, Recess                        string
	Duct, Duct2, PipeType, System         string            // two ducts that touch and are not connected
	Conflict                              string            // of branch variant with main: the width of the door
	RuleRuns                              map[string]string // of each check of rules: a recorded run
	work
	Run, Finding string // a clash test, the key of a clash

	DuctWall, ThroughDuct, DuctRun, DuctClash string // a duct through a wall, and the test that found the clash
	Shopfront                                 string // an opening of the same wall without door or window
}

// linkSecond creates an empty model and links it to the house.
func (h *smallHouse) linkSecond(s *server) {
	s.t.Helper()
	h.Empty = s.do("create_model", arguments{"name": "Second"}).ModelID
	s.must("link_model", arguments{"model_id": h.Model, "linked_model": h.Empty, "dry_run": false}, nil)
	s.must("set_properties", arguments{"model_id": h.Model, "element_ids": []string{h.Free}, "dry_run": false,
		"properties": arguments{"Pset_Test": arguments{"Last": "change"}}}, nil) // to be undone
	var run struct {
		ID string `json:"validation_run_id"`
	}
	s.must("clash_detection", arguments{"model_id": h.Model, "models": []string{"all"},
		"source_category": "column", "target_category": "column"}, &run) // no clash of a later call
	h.Across = run.ID
}

// deliver writes baseline.ifc and imports it into a new model.
func (h *smallHouse) deliver(s *server) {
	s.t.Helper()
	s.must("export_ifc", arguments{"schema": "IFC4", "file_name": "baseline.ifc", "model_id": h.Model}, nil)
	var imported struct {
		Model string `json:"model_id"`
	}
	s.must("import_ifc", arguments{"file": "baseline.ifc", "name": "Delivered"}, &imported)
	h.Delivered = imported.Model
}

type mm = []float64

// ring returns a closed boundary with its corners at x0, y0 and x1, y1.
func ring(x0, y0, x1, y1 float64) []mm { return []mm{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} }

// buildHouse builds the small house through a server. A second ring of walls, at x from 20 to 25 m, has no room yet.
func buildHouse(t testing.TB, s *server, name string) smallHouse {
	t.Helper()
	var h smallHouse
	h.Model = s.do("create_model", arguments{"name": name, "latitude": 52.09, "longitude": 5.12}).ModelID
	put := func(tool string, args arguments) string {
		args["model_id"] = h.Model
		return s.make(tool, args)
	}
	h.Ground = put("create_level", arguments{"name": "Ground", "elevation": 0})
	h.First = put("create_level", arguments{"name": "First", "elevation": 3000})
	h.Concrete = put("define_material", arguments{"name": "Concrete", "category": "concrete"})
	h.defineTypes(put)
	h.buildWalls(put, s)
	h.Grid = put("create_grid", arguments{"name": "Axes",
		"axes": []arguments{{"tag": "A", "start": mm{0, -1000}, "end": mm{0, 9000}}}})
	h.Door = put("place_door", arguments{"wall_id": h.South, "offset": 500, "width": 900, "height": 2100})
	h.Window = put("place_window", arguments{"wall_id": h.South, "offset": 2000, "width": 1200,
		"height": 1200, "sill_height": 900})
	h.Recess = put("create_opening", arguments{"host_id": h.East, "offset": 500, "width": 600, "height": 600,
		"depth": 50, "opening_type": "recess"})
	h.Floor = put("create_floor", arguments{"level_id": h.Ground,
		"boundary_points": ring(0, 0, 8000, 6000), "thickness": 200})
	h.Roof = put("create_roof", arguments{"level_id": h.First, "boundary_points": ring(0, 0, 8000, 6000),
		"roof_type": "gable", "slope": 30, "thickness": 200})
	h.Column = put("create_column", arguments{"base_level": h.Ground, "location": mm{4000, 3000},
		"height": 2800, "type_id": h.ColumnType})
	h.Room = put("create_room", arguments{"level_id": h.Ground, "name": "Living",
		"number": "1", "seed": mm{2000, 2000}})
	h.System = put("create_system", arguments{"name": "Supply", "use": "supply_air"})
	duct := func(x0, x1 float64) string {
		return put("create_segment", arguments{"system": "duct", "level_id": h.First,
			"path": []mm{{x0, 40000, 2500}, {x1, 40000, 2500}}, "connect": false,
			"profile": arguments{"shape": "circle", "diameter": 200}})
	}
	h.Duct, h.Duct2 = duct(0, 3000), duct(3000, 6000)
	h.DuctWall = put("create_wall", arguments{"level_id": h.Ground, "start": mm{0, 50000}, "end": mm{8000, 50000},
		"height": 2800, "type_id": h.WallType})
	h.Shopfront = put("create_opening", arguments{"host_id": h.DuctWall, "offset": 6500, "width": 1200, "height": 2200})
	h.ThroughDuct = put("create_segment", arguments{"system": "duct", "level_id": h.Ground,
		"path":    []mm{{4000, 48000, 2300}, {4000, 52000, 2300}},
		"profile": arguments{"shape": "rectangle", "width": 400, "depth": 200}})
	h.ZonedRoom = put("create_room", arguments{"level_id": h.First, "name": "Store",
		"boundary_points": ring(40000, 0, 43000, 3000), "height": 2500})
	h.Zone = put("create_zone", arguments{"name": "Zone", "rooms": []string{h.ZonedRoom}})
	h.Constraint = put("add_constraint", arguments{"kind": "clearance", "element_ids": []string{h.Column, h.Duct},
		"value": 0, "name": "Clear"})
	pad := put("create_footing", arguments{"level_id": h.Ground, "location": mm{4000, 44000}, "length": 800,
		"width": 800, "height": 400})
	h.Array = put("create_array", arguments{"element_ids": []string{pad}, "count": 2, "delta": mm{1500, 0, 0},
		"name": "Pads"})
	h.Instance = string(array.IDOf(modelstate.ID(h.Array), "2", modelstate.ID(pad)))
	h.Template = put("define_view", arguments{"kind": "template", "name": "Working", "scale": 50})
	h.Plan = put("define_view", arguments{"kind": "plan", "level_id": h.Ground, "name": "Kept plan"})
	h.Section = put("define_view", arguments{"kind": "section", "name": "K", "start": mm{0, 3000},
		"end": mm{8000, 3000}})
	h.Elevation = put("define_view", arguments{"kind": "elevation", "from": "south"})
	h.Sheet = put("define_sheet", arguments{"number": "K-1", "view_ids": []string{h.Elevation}})
	h.fork(s)
	h.check(s)
	h.workOn(s)
	return h
}

// check runs a clash test that finds several elements nearer to each other than 5 m.
func (h *smallHouse) check(s *server) {
	s.t.Helper()
	var found struct {
		Run     string `json:"validation_run_id"`
		Clashes []struct {
			Key string `json:"key"`
		} `json:"clashes"`
	}
	s.must("clash_detection", arguments{"model_id": h.Model, "mode": "clearance",
		"clearance": 5000, "limit": 1}, &found)
	h.Run, h.Finding = found.Run, found.Clashes[0].Key
	s.must("clash_detection", arguments{"model_id": h.Model,
		"source": arguments{"element_ids": []string{h.ThroughDuct}}, "target_category": "wall"}, &found)
	h.DuctRun, h.DuctClash = found.Run, found.Clashes[0].Key
	h.RuleRuns = map[string]string{}
	for _, tool := range []string{"code_compliance", "accessibility_check", "fire_rating_check", "egress_analysis",
		"structural_check", "data_completeness", "model_quality", "validate_constraints"} {
		args := arguments{"model_id": h.Model}
		if tool == "code_compliance" {
			args["standard"], args["severity_threshold"] = "IBC", "info"
		}
		s.must(tool, args, &found)
		h.RuleRuns[tool] = found.Run
	}
}

// keepRules writes a file of a team's rules where the server reads files: a rule for each check.
func keepRules(s *server) {
	words := s.command.Args
	out := filepath.Join(words[slices.Index(words, "--data")+1], "out")
	lines := []string{"id\tstandard\tedition\tclause\tcheck\tquantity\top\tvalue\tunit\toriginal\tseverity\twhen\tmark\tabout", ""}
	for i, check := range []string{"code_compliance", "accessibility_check", "fire_rating_check", "egress_analysis",
		"structural_check", "data_completeness", "model_quality", "validate_constraints"} {
		lines[1] += fmt.Sprintf("T-%d\tTeam\t1\t-\t%s\tdoor_clear_width\t>=\t1\tmm\t1\twarning\t\tP\tour own\n",
			i, check)
	}
	if err := errors.Join(os.MkdirAll(out, 0o700), os.WriteFile(filepath.Join(out, "team.tsv"),
		[]byte(strings.Join(lines, "\n")), 0o600)); err != nil {
		s.t.Fatal(err)
	}
}

// fork creates a branch on which the door has another width than on main. It also makes a separate last change on main,
// which other calls undo.
func (h *smallHouse) fork(s *server) {
	keepRules(s)
	s.must("create_branch", arguments{"model_id": h.Model, "name": "variant"}, nil)
	widen := func(branch string, width int) {
		s.do("modify_parameter", arguments{"model_id": h.Model, "branch": branch, "element_id": h.Door,
			"parameter_name": "width", "value": width})
	}
	widen("variant", 1000)
	widen("main", 950)
	var preview struct {
		Conflicts []struct {
			ID string `json:"conflict_id"`
		} `json:"conflicts"`
	}
	s.must("merge_branch", arguments{"model_id": h.Model, "source": "variant", "dry_run": true}, &preview)
	h.Conflict = preview.Conflicts[0].ID
	s.do("modify_parameter", arguments{"model_id": h.Model, "element_id": h.Roof,
		"parameter_name": "name", "value": "Gable"})
}

func (h *smallHouse) defineTypes(put func(string, arguments) string) {
	layers := []arguments{{"material": "Concrete", "thickness": 240, "function": "structure"}}
	profile := arguments{"shape": "rectangle", "width": 300, "depth": 300}
	h.WallType = put("define_type", arguments{"category": "wall", "name": "Wall 240", "layers": layers})
	h.FloorType = put("define_type", arguments{"category": "floor", "name": "Slab 240", "layers": layers})
	h.RoofType = put("define_type", arguments{"category": "roof", "name": "Roof 240", "layers": layers})
	h.ColumnType = put("define_type", arguments{"category": "column", "name": "C300", "profile": profile})
	h.CeilingType = put("define_type", arguments{"category": "ceiling", "name": "Boards", "layers": layers})
	h.TableType = put("define_component_type", arguments{"category": "furniture", "name": "Table", "width": 1200,
		"depth": 800, "height": 740})
	h.BeamType = put("define_type", arguments{"category": "beam", "name": "B300", "profile": profile})
	h.PipeType = put("define_type", arguments{"category": "pipe", "name": "DN50",
		"profile": arguments{"shape": "circle_hollow", "diameter": 60, "wall_thickness": 3}})
	h.DoorType = put("define_type", arguments{"category": "door", "name": "Door"})
	h.WindowType = put("define_type", arguments{"category": "window", "name": "Window"})
}

func (h *smallHouse) buildWalls(put func(string, arguments) string, s *server) {
	wall := func(x0, y0, x1, y1 float64) string {
		return put("create_wall", arguments{"level_id": h.Ground, "start": mm{x0, y0}, "end": mm{x1, y1},
			"height": 2800, "thickness": 200})
	}
	h.South, h.East = wall(0, 0, 8000, 0), wall(8000, 0, 8000, 6000)
	h.North, h.West = wall(8000, 6000, 0, 6000), wall(0, 6000, 0, 0)
	other := []string{wall(20000, 0, 25000, 0), wall(25000, 0, 25000, 5000), wall(25000, 5000, 20000, 5000),
		wall(20000, 5000, 20000, 0)}
	h.Free, h.Attached = wall(0, 20000, 10000, 20000), wall(0, 25000, 3000, 25000)
	h.Crossing = wall(9500, 19000, 9500, 21000)
	s.do("attach", arguments{"model_id": h.Model, "element_ids": []string{h.Attached}, "to": []string{h.First}})
	for _, ids := range [][]string{{h.South, h.East, h.North, h.West}, other} {
		s.do("join_elements", arguments{"model_id": h.Model, "element_ids": ids, "join_type": "auto"})
	}
}

// askApproval lets an agent of the house's owner request a deletion that needs approval.
func (h *smallHouse) askApproval(t testing.TB, s *server) { h.Approval = h.askToDelete(t, s, h.South) }

// askToDelete lets an agent of the house's owner request the deletion of an element, and returns the request's id.
func (h *smallHouse) askToDelete(t testing.TB, s *server, element string) string {
	t.Helper()
	owner := s.ask("server_ping", arguments{}).Audit.UserID
	bot, err := launch(t, environment(principal(t, "asking", "agent", owner, nil)), program(t), s.command.Args[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	defer bot.close()
	a := bot.ask("delete_element", arguments{"model_id": h.Model, "element_ids": []string{element},
		"dry_run": false, "reasoning": "because"})
	id, ok := a.Error.Data["approval_id"].(string)
	if !ok {
		t.Fatalf("%s", a.Text)
	}
	return id
}
