package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWallsThatLieInOneAnotherAreToldAtOnce checks that the reply of any call that draws a wall into another one along
// its side warns of it once, with the overlap.
func TestWallsThatLieInOneAnotherAreToldAtOnce(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	s.do("create_model", arguments{"name": "Side by side"})
	s.do("create_level", arguments{"name": "Ground", "elevation": 0})
	told := func(tool string, a arguments, what string) {
		t.Helper()
		var reply struct{ Warnings []struct{ Message string } }
		if err := json.Unmarshal([]byte(s.must(tool, a, nil).Text), &reply); err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, w := range reply.Warnings {
			if strings.Contains(w.Message, "MQ-14") {
				said += w.Message
			}
		}
		if what == "" && said != "" || !strings.Contains(said, what) || strings.Count(said, "MQ-14") > 1 {
			t.Errorf("%s says %q, wanted %q", tool, said, what)
		}
	}
	wall := func(name string, y int) arguments {
		return arguments{"name": name, "level_id": "Ground", "start": []int{0, y}, "end": []int{6000, y},
			"height": 2800, "thickness": 200}
	}
	told("create_wall", wall("Outer", 0), "")
	told("create_wall", wall("Inner", 120),
		`the wall lies 80 mm deep in one beside it, not joined: over 6000 mm in wall "Outer"`)
	told("move_element", arguments{"element_ids": []string{"Inner"}, "delta": []int{0, 80, 0}}, "")
	told("modify_parameter", arguments{"element_id": "Inner", "parameter_name": "thickness", "value": 300},
		`the wall lies 50 mm deep in one beside it, not joined: over 6000 mm in wall "Outer"`)
	told("modify_parameter", arguments{"element_id": "Inner", "parameter_name": "thickness", "value": 200}, "")
	told("copy_element", arguments{"element_ids": []string{"Inner"}, "delta": []int{100, 150, 0}},
		`50 mm deep in one beside it, not joined: over 5900 mm in wall "Inner"`)
	told("move_element", arguments{"element_ids": []string{"Outer"}, "delta": []int{0, 10, 0}},
		`10 mm deep in one beside it, not joined: over 6000 mm in wall "Inner"`)
	s.do("define_material", arguments{"name": "Brick"})
	layer := func(thickness int) []arguments { return []arguments{{"material": "Brick", "thickness": thickness}} }
	s.do("define_type", arguments{"category": "wall", "name": "Thin", "layers": layer(100)})
	for name, y := range map[string]int{"One": 3000, "Two": 3150} {
		a := wall(name, y)
		delete(a, "thickness")
		a["type_id"] = "Thin"
		told("create_wall", a, "")
	}
	told("modify_type", arguments{"type_id": "Thin", "layers": layer(200)}, "50 mm deep in one beside it")
}
