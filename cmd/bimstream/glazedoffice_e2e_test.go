package main

import (
	"path/filepath"
	"slices"
	"testing"
)

// glazedOffice builds a hall and an office behind one curtain wall with an entrance. Between them is a glass partition
// with a door, and a window replaces a panel of the office.
func glazedOffice(s *server) {
	s.must("create_model", arguments{"name": "Glazed"}, nil)
	s.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	for _, w := range []struct {
		name       string
		start, end mm
	}{{"east", mm{12000, 75}, mm{12000, 6000}}, {"north", mm{12000, 6000}, mm{0, 6000}},
		{"west", mm{0, 6000}, mm{0, 75}}} {
		s.must("create_wall", arguments{"level_id": "Ground", "name": w.name, "start": w.start, "end": w.end,
			"height": 3000, "thickness": 200}, nil)
	}
	s.must("join_elements", arguments{"level_id": "Ground"}, nil)
	s.must("create_curtain_wall", arguments{"level_id": "Ground", "name": "facade", "start": mm{-100, 0},
		"end": mm{12100, 0}, "height": 3000, "u_spacing": 1525, "v_spacing": 1500}, nil)
	s.must("create_curtain_wall", arguments{"level_id": "Ground", "name": "screen", "start": mm{7000, 75},
		"end": mm{7000, 5900}, "height": 3000, "u_spacing": 1000, "v_spacing": 3000}, nil)
	s.must("place_door", arguments{"wall_id": "facade", "name": "Entrance", "offset": 2600, "width": 1800,
		"height": 2200, "door_type": "double_door", "facing": "exterior"}, nil)
	s.must("place_door", arguments{"wall_id": "screen", "name": "Inner", "offset": 2400, "width": 1000,
		"height": 2100}, nil)
	s.must("place_window", arguments{"wall_id": "facade", "name": "Light", "offset": 9000, "width": 1500,
		"height": 1400, "sill_height": 1500, "to_grid": true}, nil)
	s.must("create_floor", arguments{"level_id": "Ground", "thickness": 200, "boundary_points": []mm{{-100, -100},
		{12100, -100}, {12100, 6100}, {-100, 6100}}}, nil)
	for name, seed := range map[string]mm{"Hall": {3000, 3000}, "Office": {9000, 3000}} {
		s.must("create_room", arguments{"level_id": "Ground", "seed": seed, "name": name, "usage": "office"}, nil)
	}
}

type called struct {
	Name string `json:"name"`
}

func sortedNames(list []called) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.Name)
	}
	slices.Sort(out)
	return out
}

// TestDoorsInCurtainWallsThroughTheServer checks doors and windows in curtain walls. They connect rooms, lead outside,
// are drawn and listed, and are no clashes. They can be exported and imported in each schema. They follow their wall,
// can be undone, and are refused where they do not fit.
func TestDoorsInCurtainWallsThroughTheServer(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	glazedOffice(s)
	s.checkGlazed("Glazed")
	s.must("create_plan", arguments{"model_id": "Glazed", "level_id": "Ground", "scale": 100}, nil)
	s.must("create_elevation", arguments{"model_id": "Glazed", "from": "south", "scale": 100}, nil)
	for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3"} {
		var file struct {
			Path string `json:"path"`
		}
		s.must("export_ifc", arguments{"model_id": "Glazed", "schema": schema}, &file)
		mustRun(t, "verify-ifc", file.Path)
		s.must("import_ifc", arguments{"file": filepath.Base(file.Path), "name": schema}, nil)
		s.checkGlazed(schema)
	}
	s.checkGlazedEdits()
}

func (s *server) checkGlazed(model string) {
	s.t.Helper()
	of := arguments{"model_id": model}
	var office struct {
		Doors, Windows []called
		Adjacencies    []struct {
			Room  called `json:"room"`
			Doors []called
		}
	}
	s.must("room_analysis", with(of, arguments{"room_id": "Office"}), &office)
	if !slices.Equal(sortedNames(office.Doors), []string{"Inner"}) ||
		!slices.Equal(sortedNames(office.Windows), []string{"Light"}) || len(office.Adjacencies) != 1 ||
		!slices.Equal(sortedNames(office.Adjacencies[0].Doors), []string{"Inner"}) {
		s.t.Errorf("%s: the office has %+v", model, office)
	}
	var way struct {
		Found bool     `json:"found"`
		Doors []called `json:"doors"`
	}
	s.must("path_finding", with(of, arguments{"from_room": "Office", "to_room": "Hall", "accessible_only": true}), &way)
	if !way.Found || !slices.Equal(sortedNames(way.Doors), []string{"Inner"}) {
		s.t.Errorf("%s: from the office to the hall: %+v", model, way)
	}
	way.Doors = nil
	s.must("circulation_check", with(of, arguments{"level_id": "Ground", "start": mm{9000, 2000},
		"end": mm{3400, 1000}}), &way)
	if !way.Found || !slices.Equal(sortedNames(way.Doors), []string{"Inner"}) {
		s.t.Errorf("%s: a walk: %+v", model, way)
	}
	var egress struct {
		Exits []called
	}
	s.must("egress_analysis", with(of, arguments{"occupancy": "B"}), &egress)
	if len(egress.Exits) != 1 || egress.Exits[0].Name != "Entrance" {
		s.t.Errorf("%s: exits %+v", model, egress.Exits)
	}
	var clashes struct{ Total int }
	s.must("clash_detection", with(of, arguments{"mode": "all", "tolerance": 1}), &clashes)
	if clashes.Total != 0 {
		s.t.Errorf("%s: %d clashes", model, clashes.Total)
	}
	var quality struct{ Issues []any }
	s.must("model_quality", of, &quality)
	if len(quality.Issues) > 0 {
		s.t.Errorf("%s: %v", model, quality.Issues)
	}
	var schedule struct {
		Lines []struct {
			Kind  string
			Cells []any
		}
	}
	s.must("generate_schedule", with(of, arguments{"category": "door", "parameters": []string{"name", "host",
		"width"}}), &schedule)
	if len(schedule.Lines) != 3 || schedule.Lines[0].Cells[1] != "facade" || schedule.Lines[1].Cells[1] != "screen" {
		s.t.Errorf("%s: %+v", model, schedule.Lines)
	}
}

// checkGlazedEdits moves, copies, undoes and deletes doors and windows of the curtain wall, and tries edits that must
// be refused.
func (s *server) checkGlazedEdits() {
	s.t.Helper()
	type span struct {
		Span struct{ Start, Sill float64 } `json:"span"`
		Box  struct{ Min []float64 }       `json:"box"`
	}
	look := func(name string) (e span) {
		s.t.Helper()
		s.must("get_element", arguments{"model_id": "Glazed", "element_id": name}, &e)
		return e
	}
	of := arguments{"model_id": "Glazed"}
	before := look("Entrance")
	s.must("move_element", with(of, arguments{"element_ids": []string{"facade"}, "delta": mm{0, -500, 0}}), nil)
	if e := look("Entrance"); e.Box.Min[1] != before.Box.Min[1]-500 || e.Span.Start != before.Span.Start {
		s.t.Errorf("with its wall the door moved to %+v from %+v", e, before)
	}
	s.must("undo", of, nil)
	s.must("copy_element", with(of, arguments{"element_ids": []string{"facade"}, "delta": mm{0, -9000, 0}}), nil)
	var doors struct{ Total int }
	s.must("query_elements", with(of, arguments{"categories": []string{"door"}}), &doors)
	if doors.Total != 3 {
		s.t.Errorf("%d doors after the facade was copied", doors.Total)
	}
	s.must("undo", of, nil)
	for what, wrong := range map[string]arguments{
		"OPENINGS_OVERLAP":     {"offset": 4300, "width": 900, "height": 2100},
		"OPENING_OUTSIDE_HOST": {"offset": 0, "width": 900, "height": 2100},
	} {
		if a := s.ask("place_door", with(with(of, arguments{"wall_id": "facade"}), wrong)); a.Success ||
			a.Error.Name != what {
			s.t.Errorf("%s: %s", what, clip(a.Text))
		}
	}
	s.must("delete_element", with(of, arguments{"element_ids": []string{"screen"}}), nil)
	s.must("query_elements", with(of, arguments{"categories": []string{"door"}}), &doors)
	if doors.Total != 1 {
		s.t.Errorf("%d doors after the screen is gone", doors.Total)
	}
}
