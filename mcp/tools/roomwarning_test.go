package tools

import (
	"fmt"
	"strings"
	"testing"
)

// halved returns an office whose hall a partition divides into two rooms.
func halved(t *testing.T) *office {
	t.Helper()
	o := newOffice(t)
	o.ok("delete_element", `{"element_ids":["$hall"]}`)
	o.make("part", "create_wall",
		`{"name":"part","level_id":"$ground","start":[3000,0],"end":[3000,4000],"height":2800,"thickness":100}`)
	o.ok("join_elements", `{"level_id":"$ground"}`)
	o.make("left", "create_room", `{"name":"Left","level_id":"$ground","seed":[1500,2000]}`)
	o.make("right", "create_room", `{"name":"Right","level_id":"$ground","seed":[4500,2000]}`)
	return o
}

// told returns the warnings of a call with the given codes: code, message, values.
func (o *office) told(tool, arguments string, codes ...string) []string {
	o.t.Helper()
	e := o.call(tool, "%s", arguments)
	if !e.Success {
		o.t.Fatalf("%s: %+v", tool, e.Error)
	}
	var out []string
	for _, w := range e.Warnings {
		for _, code := range codes {
			if w.Code == code {
				out = append(out, fmt.Sprintf("%s %s %v", w.Code, w.Message, w.Data))
			}
		}
	}
	return out
}

// TestRoomsThatBecomeOnePlaceAreNamed checks that a warning names two rooms that a change connects, with the common
// area and the remedy, whatever the change is. If a deletion also deletes one of the rooms, there is no warning.
func TestRoomsThatBecomeOnePlaceAreNamed(t *testing.T) {
	for _, c := range []struct{ name, tool, arguments string }{
		{"the wall between goes", "delete_element", `{"element_ids":["$part"]}`},
		{"the wall between is moved away", "move_element", `{"element_ids":["$part"],"delta":[0,9000,0]}`},
		{"the wall between is too short", "modify_parameter",
			`{"element_id":"$part","parameter_name":"end","value":[3000,1000]}`},
		{"in a batch", "apply_batch",
			`{"operations":[{"tool":"delete_element","arguments":{"element_ids":["$part"]}}]}`},
	} {
		o := halved(t)
		got := o.told(c.tool, c.arguments, "ROOMS_OVERLAP")
		if len(got) != 1 || !strings.Contains(got[0], `"Left" and "Right"`) ||
			!strings.Contains(got[0], "delete_element") {
			t.Errorf("%s: %q", c.name, got)
			continue
		}
		for _, id := range []string{o.id["left"], o.id["right"], "area_m2"} {
			if !strings.Contains(got[0], id) {
				t.Errorf("%s: %s is not in %q", c.name, id, got)
			}
		}
		if got := o.told("modify_parameter", `{"element_id":"$south","parameter_name":"thickness","value":300}`,
			"ROOMS_OVERLAP"); len(got) > 0 {
			t.Errorf("%s, told again of a later change: %q", c.name, got)
		}
	}
	o := halved(t)
	if got := o.told("delete_element", `{"element_ids":["$part","$right"]}`, "ROOMS_OVERLAP"); len(got) > 0 {
		t.Errorf("one room is left: %q", got)
	}
	if got := o.told("undo", `{}`, "ROOMS_OVERLAP", "ROOM_UNBOUNDED"); len(got) > 0 {
		t.Errorf("both are back: %q", got)
	}
}

// TestARoomThatAMoveOpensIsNamed checks that a room is named once if moving or deleting a wall opens its ring of walls.
func TestARoomThatAMoveOpensIsNamed(t *testing.T) {
	for _, c := range []struct{ name, tool, arguments string }{
		{"moved", "move_element", `{"element_ids":["$east"],"delta":[5000,0,0]}`},
		{"deleted", "delete_element", `{"element_ids":["$east"]}`},
	} {
		o := halved(t)
		got := o.told(c.tool, c.arguments, "ROOM_UNBOUNDED")
		if len(got) != 1 || !strings.Contains(got[0], `"Right"`) || !strings.Contains(got[0], o.id["right"]) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// TestARoomThatDoesNotFollowIsNamed checks the warning about a room with an outline of its own. It comes with the first
// change that removes one of the room's walls, and with no later change.
func TestARoomThatDoesNotFollowIsNamed(t *testing.T) {
	for _, c := range []struct{ name, tool, arguments string }{
		{"moved", "move_element", `{"element_ids":["$east"],"delta":[500,0,0]}`},
		{"deleted", "delete_element", `{"element_ids":["$east"]}`},
	} {
		o := newOffice(t)
		o.ok("delete_element", `{"element_ids":["$hall"]}`)
		o.make("drawn", "create_room", `{"name":"Drawn","level_id":"$ground","height":2500,`+
			`"boundary_points":[[100,100],[5900,100],[5900,3900],[100,3900]]}`)
		got := o.told(c.tool, c.arguments, "ROOM_OUTLINE_STAYS")
		if len(got) != 1 || !strings.Contains(got[0], `"Drawn"`) || !strings.Contains(got[0], o.id["east"]) {
			t.Errorf("%s: %q", c.name, got)
		}
		if c.tool == "move_element" {
			if got := o.told(c.tool, c.arguments, "ROOM_OUTLINE_STAYS"); len(got) > 0 {
				t.Errorf("%s again: %q", c.name, got)
			}
		}
	}
}
