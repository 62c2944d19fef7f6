package tools

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// roundOutline returns corners on a circle with all their digits.
func roundOutline(corners int, radius float64) string {
	points := make([][2]float64, corners)
	for i := range points {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		points[i] = [2]float64{float64(radius*c) + 1e5, float64(radius*s) + 1e5}
	}
	text, _ := json.Marshal(points)
	return string(text)
}

// TestLongOutlinesAreToldInParts checks an outline with as many corners as the schema admits, which is too long for one
// reply. Every reply about the element has a part of it and says which; get_element returns the rest on further pages.
func TestLongOutlinesAreToldInParts(t *testing.T) {
	o := newOffice(t)
	const corners = 2000
	o.ok("create_floor", `{"level_id":"Ground","name":"disc","thickness":200,"boundary_points":%s,"holes":[%s]}`,
		roundOutline(corners, 20_000), roundOutline(1500, 5_000))
	o.ok("create_room", `{"level_id":"Ground","name":"round","height":2500,"boundary_points":%s}`,
		roundOutline(corners, 4_000))

	got := map[string]int{}
	cursor := ""
	for pages := 0; ; pages++ {
		d := o.ok("get_element", `{"element_id":"disc","cursor":%q}`, cursor)
		for _, list := range []struct {
			pointer string
			path    []any
		}{{"/boundary_points", []any{"params", "boundary_points"}}, {"/holes/0", []any{"params", "holes", 0}}} {
			shown := d.at(list.path...).len()
			i := slices.IndexFunc(d.at("long_lists").value.([]any), func(x any) bool {
				return x.(map[string]any)["pointer"] == list.pointer
			})
			if i < 0 {
				t.Fatalf("no long list %s: %s", list.pointer, d.at("long_lists").written())
			}
			if said := d.at("long_lists", i); said.at("shown").number() != shown ||
				(shown > 0 && said.at("from").number() != got[list.pointer]) {
				t.Errorf("%s has %d items after %d: %s", list.pointer, shown, got[list.pointer], said.written())
			}
			got[list.pointer] += shown
		}
		if d.at("total").number() != corners+1500 {
			t.Fatalf("total %s", d.at("total").written())
		}
		next, more := d.value.(map[string]any)["next_cursor"].(string)
		if !more || pages > 20 {
			break
		}
		cursor = next
	}
	if got["/boundary_points"] != corners || got["/holes/0"] != 1500 {
		t.Errorf("the pages have %v", got)
	}

	history := o.ok("element_history", `{"element_id":"disc"}`).at("entries", 0)
	if history.at("long_lists").len() != 2 || history.at("data", "element", "params", "boundary_points").len() == 0 {
		t.Errorf("history: %s", history.at("long_lists").written())
	}
	events := o.ok("list_events", `{"detailed":true,"types":["element.created"],"element_id":"disc"}`)
	if events.at("events", 0, "long_lists").len() != 2 {
		t.Errorf("events: %s", events.at("events", 0, "long_lists").written())
	}
	room := o.ok("room_analysis", `{"room_id":"round"}`)
	if room.at("long_lists", 0, "items").number() != corners || room.at("boundary", 0, "outer").len() == 0 {
		t.Errorf("room: %s", room.at("long_lists").written())
	}
}

// TestLongOutlinesAreCompared checks that a comparison of states returns a part of both outlines of a change.
func TestLongOutlinesAreCompared(t *testing.T) {
	o := newOffice(t)
	o.ok("create_floor", `{"level_id":"Ground","name":"disc","thickness":200,"boundary_points":%s}`,
		roundOutline(2000, 20_000))
	before := o.ok("list_events", `{}`).at("revision").number()
	o.ok("create_branch", `{"name":"wider"}`)
	o.ok("modify_parameter",
		`{"branch":"wider","element_id":"disc","parameter_name":"boundary_points","value":%s}`,
		roundOutline(2000, 21_000))
	o.ok("modify_parameter", `{"element_id":"disc","parameter_name":"boundary_points","value":%s}`,
		roundOutline(900, 19_000))
	for tool, arguments := range map[string]string{
		"diff_branches":  `{"source":"wider","limit":1}`,
		"diff_revisions": fmt.Sprintf(`{"from":%v}`, before),
	} {
		line := o.ok(tool, "%s", arguments).at("changes", 0)
		if line.at("long_lists").len() != 2 || line.at("changes", 0, "to").len() == 0 {
			t.Errorf("%s: %s", tool, line.at("long_lists").written())
		}
	}
}

// TestLongPropertySetsArePaged checks that property sets too long for one reply are returned in pages, every property
// once. Those that fit are whole on the first page.
func TestLongPropertySetsArePaged(t *testing.T) {
	o := newOffice(t)
	const properties = 400
	o.ok("create_wall", `{"level_id":"Ground","name":"told","start":[90000,0],"end":[95000,0],"height":2800,
		"thickness":200}`)
	for first := 0; first < properties; first += 100 {
		many := map[string]string{}
		for i := first; i < first+100; i++ {
			many[fmt.Sprintf("P%03d", i)] = strings.Repeat("x", 200)
		}
		text, _ := json.Marshal(many)
		o.ok("set_properties", `{"element_ids":["told"],"psets":{"Long":%s,"Short":{"A":"b"}}}`, text)
	}
	got, cursor := map[string]int{}, ""
	for pages := 0; ; pages++ {
		d := o.ok("get_element", `{"element_id":"told","cursor":%q}`, cursor)
		list := d.at("psets", 0, "properties")
		for i := range list.len() {
			got[list.at(i, "name").value.(string)]++
		}
		if said := d.at("long_lists", 0); said.at("pointer").value != "/psets/0/properties" ||
			said.at("items").number() != properties || said.at("shown").number() != list.len() {
			t.Fatalf("said %s of %d properties", said.written(), list.len())
		}
		if d.at("psets", 1, "properties", 0, "value").value != "b" {
			t.Errorf("the short set is %s", d.at("psets", 1).written())
		}
		next, more := d.value.(map[string]any)["next_cursor"].(string)
		if !more || pages > 20 {
			break
		}
		cursor = next
	}
	if len(got) != properties {
		t.Errorf("the pages have %d properties", len(got))
	}
	for name, n := range got {
		if n != 1 {
			t.Errorf("%s is told %d times", name, n)
		}
	}
	short := o.ok("get_element", `{"element_id":"told","psets":["Short"]}`)
	if _, paged := short.value.(map[string]any)["long_lists"]; paged || short.at("psets").len() != 1 {
		t.Errorf("one short set is told as %s", short.at("psets").written())
	}
}

// TestLongDefinitionsArePaged checks that a type of many layers is returned in pages as well.
func TestLongDefinitionsArePaged(t *testing.T) {
	o := newOffice(t)
	o.ok("define_material", `{"name":"sheet"}`)
	layers := make([]map[string]any, 1000)
	for i := range layers {
		layers[i] = map[string]any{"material": "sheet", "thickness": 1, "function": fmt.Sprintf("sheet %d", i)}
	}
	text, err := json.Marshal(layers)
	if err != nil {
		t.Fatal(err)
	}
	made := o.ok("define_type", `{"category":"wall","name":"plywood","layers":%s}`, text)
	id := made.at("created", 0, "element_id").text()
	got, cursor := 0, ""
	for {
		d := o.ok("get_element", `{"element_id":%q,"cursor":%q}`, id, cursor)
		got += d.at("definition", "layers").len()
		next, more := d.value.(map[string]any)["next_cursor"].(string)
		if !more {
			break
		}
		cursor = next
	}
	if got != len(layers) {
		t.Errorf("the pages have %d layers", got)
	}
}
