package main

import (
	"math"
	"path/filepath"
	"testing"
)

// TestAHouseWithABayGoesOutAndComesBack builds a room with a semicircular bay through the server, with windows and a
// door in the arc. It draws it, checks it, exports it and imports it again: the arc, its windows and door, and the room
// must be there again.
func TestAHouseWithABayGoesOutAndComesBack(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	s.must("create_model", arguments{"name": "Bay"}, nil)
	s.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	wall := func(name string, start, end mm, more arguments) {
		s.must("create_wall", with(arguments{"level_id": "Ground", "name": name, "start": start, "end": end,
			"height": 3000, "thickness": 300}, more), nil)
	}
	wall("bay", mm{0, 0}, mm{8000, 0}, arguments{"mid": mm{4000, -4000}})
	wall("east", mm{8000, 0}, mm{8000, 6000}, nil)
	wall("north", mm{8000, 6000}, mm{0, 6000}, nil)
	wall("west", mm{0, 6000}, mm{0, 0}, nil)
	s.must("join_elements", arguments{"level_id": "Ground"}, nil)
	s.must("place_window", arguments{"wall_id": "bay", "offset": 2000, "width": 1600, "height": 1400,
		"sill_height": 900}, nil)
	s.must("place_door", arguments{"wall_id": "bay", "offset": 5500, "width": 1000, "height": 2100}, nil)
	s.must("create_room", arguments{"level_id": "Ground", "seed": []int{4000, 2000}, "name": "Hall",
		"number": "1"}, nil)
	type analysis struct {
		Area  float64 `json:"area_m2"`
		Doors []any   `json:"doors"`
	}
	check := func(model string) {
		t.Helper()
		var room analysis
		s.must("room_analysis", arguments{"model_id": model, "room_id": "Hall"}, &room)
		want := 7.7*5.85 + math.Pi*3.85*3.85/2
		if math.Abs(room.Area-want) > 3e-3 || len(room.Doors) != 1 {
			t.Errorf("%s: %v m2, want %v, and %d doors", model, room.Area, want, len(room.Doors))
		}
		var bay struct {
			Wall struct {
				Length, Radius float64
			} `json:"wall"`
		}
		s.must("get_element", arguments{"model_id": model, "element_id": "bay"}, &bay)
		if math.Abs(bay.Wall.Radius-4000) > 0.01 || math.Abs(bay.Wall.Length-4000*math.Pi) > 0.01 {
			t.Errorf("%s: the bay is %+v", model, bay.Wall)
		}
		var quality struct {
			Issues []any `json:"issues"`
		}
		s.must("model_quality", arguments{"model_id": model}, &quality)
		if len(quality.Issues) > 0 {
			t.Errorf("%s: %v", model, quality.Issues)
		}
	}
	check("Bay")
	for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3"} {
		var file struct {
			Path string `json:"path"`
		}
		s.must("export_ifc", arguments{"model_id": "Bay", "schema": schema}, &file)
		if out := mustRun(t, "verify-ifc", file.Path); out == "" {
			t.Errorf("%s: nothing is said of the file", schema)
		}
		s.must("import_ifc", arguments{"file": filepath.Base(file.Path), "name": schema}, nil)
		check(schema)
	}
}
