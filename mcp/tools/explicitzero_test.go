package tools

import (
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestAZeroThatIsGivenIsNoDefault checks that a given 0 does not count as a missing argument. An argument with a
// default that cannot be 0 is refused, also in a step of a batch; left out, it has its default.
func TestAZeroThatIsGivenIsNoDefault(t *testing.T) {
	o := newOffice(t)
	session := o.ok("audit_session_start", `{"purpose":"p"}`).at("session_id").text()
	for _, call := range []struct{ tool, arguments, zero string }{
		{"copy_element", `"element_ids":["south"],"delta":[0,30000,0]`, "count"},
		{"create_stair", stairArguments, "risers"},
		{"create_stair", stairArguments, "tread"},
		{"create_stair", stairArguments, "length"},
		{"create_stair", stairArguments, "waist"},
		{"create_railing", `"level_id":"Ground","path":[[0,30000],[5000,30000]],"height":1000`, "post_width"},
		{"create_railing", `"level_id":"Ground","path":[[0,32000],[5000,32000]],"height":1000`, "post_spacing"},
		{"create_curtain_wall", `"level_id":"Ground","start":[0,34000],"end":[5000,34000],"height":2800,` +
			`"u_spacing":1000,"v_spacing":1000`, "panel_thickness"},
		{"merkle_root", `"session_id":"` + session + `"`, "size"},
		{"merkle_proof", `"session_id":"` + session + `","index":0`, "size"},
		{"merkle_proof", `"session_id":"` + session + `"`, "from_size"},
		{"set_model_info", `"crs":"EPSG:25832","eastings":1,"northings":1`, "map_scale"},
	} {
		e := o.refused(state.OutOfRange, call.tool, `{%s,%q:0.0}`, call.arguments, call.zero)
		if e.at("parameter").text() != call.zero {
			t.Errorf("%s %s: %s", call.tool, call.zero, e.written())
		}
		if call.zero != "from_size" { // from_size is optional, and has an effect if given
			o.ok(call.tool, `{%s}`, call.arguments)
		}
	}
	o.refused(state.OutOfRange, "apply_batch",
		`{"operations":[{"tool":"copy_element","args":{"element_ids":["south"],"delta":[0,60000,0],"count":0}}]}`)
}

const stairArguments = `"base_level":"Ground","start":[20000,2000],"toward":[20000,9000],"top_level":"Upper","width":900`

// TestARadiusOfZeroReachesNothingElse checks that a query within 0 mm of a point finds the elements whose box contains
// it, not all elements.
func TestARadiusOfZeroReachesNothingElse(t *testing.T) {
	o := newOffice(t)
	touching := o.ok("spatial_query", `{"point":[1000,1000,1000],"mode":"intersects"}`).at("total").number()
	all := o.ok("spatial_query", `{"point":[1000,1000,1000],"mode":"nearest"}`).at("total").number()
	if all <= touching {
		t.Fatalf("%d of %d elements are at the point", touching, all)
	}
	for _, mode := range []string{"nearest", "intersects", "contains"} {
		if n := o.ok("spatial_query", `{"point":[1000,1000,1000],"radius":0,"mode":%q}`, mode).at(
			"total").number(); n != touching {
			t.Errorf("%s: %d elements, %d are at the point", mode, n, touching)
		}
	}
}

// TestAChangeIsProvedByItsEvents checks that the record of a change in a session can be proved by the id of any of its
// events. The ids are in the change's reply and in the history of an element.
func TestAChangeIsProvedByItsEvents(t *testing.T) {
	o := newOffice(t)
	session := o.ok("audit_session_start", `{"purpose":"p"}`).at("session_id").text()
	made := o.ok("apply_batch", `{"operations":[{"tool":"create_level","args":{"name":"A","elevation":20000}},`+
		`{"tool":"create_level","args":{"name":"B","elevation":24000}}],"detail":"full"}`)
	first := o.ok("merkle_proof", `{"session_id":%q,"index":1}`, session)
	if n := made.at("events").len(); n < 2 {
		t.Fatalf("%d events", n)
	}
	for i := range made.at("events").len() {
		p := o.ok("merkle_proof", `{"session_id":%q,"event_id":%q}`, session, made.at("events", i, "event_id").text())
		if p.at("leaf_hash").text() != first.at("leaf_hash").text() {
			t.Errorf("event %d is proved by %s", i, p.written())
		}
	}
	o.refused(state.NotFound, "merkle_proof", `{"session_id":%q,"event_id":"00000000-0000-4000-8000-000000000009"}`,
		session)
}
