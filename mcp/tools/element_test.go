package tools

import (
	"fmt"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// TestListsAnswerFields checks that a list returns the requested fields as columns; a field that a category lacks is
// empty in its rows.
func TestListsAnswerFields(t *testing.T) {
	o := newOffice(t)
	o.ok("set_properties",
		`{"element_ids":["south"],"psets":{"Pset_WallCommon":{"FireRating":"REI 60"},"Pset_Own":{"Mark":"S"}}}`)
	d := o.ok(
		"query_elements",
		`{"level_id":"Ground","categories":["wall","door"],"fields":["height","swing","Pset_WallCommon.FireRating","NetVolume","level"]}`,
	)
	if d.at("columns").len() != 7 || d.at("elements").len() != 0 || d.at("rows").len() == 0 ||
		d.at("rows").len() != d.at("total").number() {
		t.Fatalf("%s", d.written())
	}
	south := o.ok("query_elements", `{"name":"south","fields":["Pset_WallCommon.FireRating","level"]}`).at("rows", 0)
	if south.at(1).text() != "south" || south.at(2).text() != "REI 60" || south.at(3).text() != "Ground" {
		t.Errorf("south: %s", south.written())
	}
	o.refused(state.OutOfRange, "query_elements", `{"categories":["wall"],"fields":["wingspan"]}`)
	o.refused(state.OutOfRange, "level_elements", `{"level_id":"Ground","fields":["wingspan"]}`)
	if sets := o.ok("get_element", `{"element_id":"south","psets":["Pset_Own"]}`).at("psets"); sets.len() != 1 ||
		sets.at(0, "name").text() != "Pset_Own" {
		t.Errorf("sets: %s", sets.written())
	}
}

// TestEventsAreFound checks that events are found by the elements that they touch, their author and their time.
func TestEventsAreFound(t *testing.T) {
	o := newOffice(t)
	all := o.ok("list_events", `{}`).at("total").number()
	o.ok("modify_parameter", `{"element_id":"south","parameter_name":"height","value":2900}`)
	count := func(arguments string) int { return o.ok("list_events", "%s", arguments).at("total").number() }
	if n := count(`{"element_id":"south","types":["element.modified"]}`); n != 1 {
		t.Errorf("%v changes of south, want 1", n)
	}
	of := map[string]int{} // how many events touch each element
	var times []time.Time
	for _, e := range o.ok("list_events", `{"limit":500}`).at("events").value.([]any) {
		at, err := time.Parse(time.RFC3339Nano, (answer{t, e}).at("occurred_at").text())
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, at)
		for _, touch := range (answer{t, e}).at("touched").value.([]any) {
			of[answer{t, touch}.at("element_id").text()]++
		}
	}
	for i, at := range times { // the clock of the test may stand still
		want := 0
		for _, other := range times {
			if !other.Before(at) {
				want++
			}
		}
		if got := count(`{"since":"` + at.Format(time.RFC3339Nano) + `"}`); got != want {
			t.Errorf("%d events since that of revision %d, want %d", got, i, want)
		}
	}
	if n := count(`{"since":"2100-01-01"}`); n != 0 {
		t.Errorf("%d events of the future", n)
	}
	for id, n := range of {
		if got := count(`{"element_id":"` + id + `"}`); got != n {
			t.Errorf("%d events of %s, want %d", got, id, n)
		}
	}
	if n := count(`{"element_id":"south","from_revision":` + fmt.Sprint(all) + `}`); n != 1 {
		t.Errorf("%d events of south from the last revision on, want 1", n)
	}
	actor := o.ok("list_events", `{"limit":1}`).at("events", 0, "user_id").text()
	if n := count(`{"actor":"` + actor + `","since":"2000-01-01"}`); n != all+1 {
		t.Errorf("%v events by %s, want %v", n, actor, all+1)
	}
	if n := count(`{"actor":"somebody else"}`) + count(`{"until":"2000-01-01"}`); n != 0 {
		t.Errorf("%v events by nobody or before all", n)
	}
	if n := count(`{"since":"9999-01-01"}`) + count(`{"until":"0900-01-01"}`); n != 0 {
		t.Errorf("%v events by nobody or before all", n)
	}
	if n := count(`{"since":"0900-01-01","until":"9999-01-01"}`); n != all+1 {
		t.Errorf("%v events of all times, want %v", n, all+1)
	}
	o.refused(state.OutOfRange, "list_events", `{"since":"yesterday"}`)
	o.refused(state.NotFound, "list_events", `{"element_id":"wing"}`)
}
