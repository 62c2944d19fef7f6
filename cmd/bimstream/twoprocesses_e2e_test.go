package main

import (
	"fmt"
	"testing"
)

// TestTwoProcessesSeeEachOther lets two servers write in turn to one data folder. The next answer of one server must
// include every change that the other has acknowledged.
func TestTwoProcessesSeeEachOther(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	servers := []*server{serveAll(t, data), serveAll(t, data)}
	servers[0].do("create_model", arguments{"name": "Shared"})
	level := servers[1].make("create_level", arguments{"name": "Ground", "elevation": 0})
	wall := servers[0].make("create_wall", arguments{"level_id": level, "start": []int{0, 0}, "end": []int{5000, 0},
		"height": 2500, "thickness": 200})
	const rounds = 1000
	for i := range rounds {
		writer, reader := servers[i%2], servers[1-i%2]
		if i%10 == 0 {
			checkCreated(t, writer, reader, i)
			continue
		}
		checkModified(t, writer, reader, wall, 2000+i)
	}
	var a, b struct {
		Revision  uint64 `json:"revision"`
		StateHash string `json:"state_hash"`
	}
	servers[0].must("model_overview", arguments{"include_state_hash": true}, &a)
	servers[1].must("model_overview", arguments{"include_state_hash": true}, &b)
	if a != b || a.StateHash == "" {
		t.Errorf("the servers end with %+v and %+v", a, b)
	}
}

func checkCreated(t *testing.T, writer, reader *server, i int) {
	t.Helper()
	name := fmt.Sprintf("Level %d", i)
	id := writer.make("create_level", arguments{"name": name, "elevation": 3000 + i})
	var seen struct {
		Name      string  `json:"name"`
		Elevation float64 `json:"elevation"`
	}
	reader.must("get_element", arguments{"element_id": id}, &seen)
	if seen.Name != name || seen.Elevation != float64(3000+i) {
		t.Fatalf("round %d: the other server shows %+v", i, seen)
	}
}

func checkModified(t *testing.T, writer, reader *server, wall string, height int) {
	t.Helper()
	revision := writer.do("modify_parameter", arguments{"element_id": wall,
		"parameter_name": "height", "value": height}).Revision
	var seen struct {
		Revision uint64             `json:"revision"`
		Params   map[string]any     `json:"params"`
		Measures map[string]float64 `json:"measures"`
	}
	reader.must("get_element", arguments{"element_id": wall}, &seen)
	if seen.Revision != revision || seen.Params["height"] != float64(height) ||
		seen.Measures["Height"] != float64(height)/1000 {
		t.Fatalf("height %d at revision %d, but the other server shows %+v", height, revision, seen)
	}
}

// TestStaleKnowledgeRefusesNothing lets one server change elements that another has cached. The other server first
// decides its next change on the stale state. The result must be the same as on the current state.
func TestStaleKnowledgeRefusesNothing(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	here, there := serveAll(t, data), serveAll(t, data)
	here.do("create_model", arguments{"name": "Shared"})
	level := here.make("create_level", arguments{"name": "Ground", "elevation": 0})
	wall := arguments{"level_id": level, "start": []int{0, 0}, "end": []int{5000, 0}, "height": 2500, "thickness": 200}
	kept := here.make("create_wall", wall)
	there.do("modify_parameter", arguments{"element_id": kept, "parameter_name": "height", "value": 2600})

	made := there.make("create_wall", arguments{"level_id": level, "start": []int{0, 9000}, "end": []int{5000, 9000},
		"height": 2500, "thickness": 200})
	// here has not seen the wall yet
	here.do("modify_parameter", arguments{"element_id": made, "parameter_name": "height", "value": 2700})

	there.do("modify_parameter", arguments{"element_id": kept, "parameter_name": "height", "value": 2800})
	// here still has the old height
	change := here.do("modify_parameter", arguments{"element_id": kept, "parameter_name": "height", "value": 2600})
	if change.Count != 1 {
		t.Errorf("setting back what the other server has changed: %+v", change)
	}

	there.do("delete_element", arguments{"element_ids": []string{made}})
	if a := here.ask("modify_parameter", arguments{"element_id": made, "parameter_name": "height",
		"value": 2900}); a.Success || a.Error.Name != "NOT_FOUND" {
		t.Errorf("a change of what the other server has deleted: %s", a.Text)
	}
}
