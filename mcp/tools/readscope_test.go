package tools

import (
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/server"
	"github.com/bimstream/bimstream/mcp/wire"
)

// told returns the parts of a reply that describe the model.
func told(t *testing.T, e mcp.Envelope) string {
	t.Helper()
	text, err := json.Marshal(e.Error)
	if err != nil {
		t.Fatal(err)
	}
	return string(e.Data) + string(text)
}

// perCall matches what differs between two replies to the same call: ids of events and tasks, hashes and times.
var perCall = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[0-9:.]+Z`)

// alike returns a reply without the parts that differ from call to call, and without the requested id or name.
func alike(reply, asked string) string {
	return perCall.ReplaceAllString(strings.ReplaceAll(reply, asked, "ASKED"), "-")
}

// TestABoundedScopeOfReadingIsToldNothingElse checks that a bounded scope of READ applies to every query that is
// answered. No reply or error reveals an element outside of it, by id or by name, and the name of such an element
// counts as unknown.
func TestABoundedScopeOfReadingIsToldNothingElse(t *testing.T) {
	o := newOffice(t)
	wall := func(name string, y int) string {
		return o.ok("create_wall",
			`{"level_id":"$ground","start":[50000,%d],"end":[54000,%d],"height":2500,"thickness":200,"name":"%s"}`, y,
			y, name).at("created", 0, "element_id").text()
	}
	secret, open := wall("Secret wall", 50000), wall("Open wall", 60000)
	o.ok("place_door", `{"wall_id":"%s","offset":1000,"width":900,"height":2100,"name":"Open door"}`, secret)
	o.ok("place_door", `{"wall_id":"%s","offset":3000,"width":800,"height":2100,"name":"Second door"}`, secret)
	p := person("local")
	p.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {Categories: []string{"door"}},
		mcp.OpModify: {Categories: []string{"door"}}}
	o.open(p)
	silent := func(tool, arguments string) {
		t.Helper()
		if text := told(t, o.call(tool, "%s", arguments)); strings.Contains(text, "Secret") ||
			strings.Contains(text, secret) || strings.Contains(text, open) {
			t.Errorf("%s %s: %s", tool, arguments, text)
		}
	}
	for _, call := range [][2]string{
		{"query_elements", `{}`}, {"query_elements", `{"level_id":"$ground"}`},
		{"query_elements", `{"categories":["door"],"fields":["host"]}`},
		{"level_elements", `{"level_id":"$ground"}`},
		{"spatial_query", `{"bounds":{"min":[0,0,-1000],"max":[90000,90000,9000]}}`},
		{"spatial_query", `{"point":[52000,50000,1000]}`},
		{"spatial_query", `{"ray":{"origin":[52000,40000,1000],"direction":[0,1,0]}}`},
		{"relationship_query", `{"element_id":"Open door","relationship_type":"any","depth":5}`},
		{"get_element", `{"element_id":"Open door"}`}, {"measure", `{"element_ids":["Open door"]}`},
	} {
		silent(call[0], call[1])
	}
	for _, call := range [][2]string{
		{"get_element", `{"element_id":"%s"}`}, {"measure", `{"element_ids":["%s"]}`}, {"measure", `{"faces_of":"%s"}`},
		{"measure", `{"from":{"element_id":"%s"},"to":{"point":[0,0,0]}}`},
		{"relationship_query", `{"element_id":"%s","relationship_type":"any"}`},
		{"query_elements", `{"host_id":"%s"}`}, {"room_analysis", `{"room_id":"%s"}`},
	} {
		for _, there := range []string{"Secret wall", secret} {
			missing := "Nowhere wall"
			if there == secret {
				missing = string(state.DeriveID("nowhere", 0))
			}
			got, want := told(t, o.call(call[0], call[1], there)), told(t, o.call(call[0], call[1], missing))
			if alike(strings.ReplaceAll(got, there, missing), missing) != alike(want, missing) {
				t.Errorf("%s of what is hidden: %s\nof what is not there: %s", call[0], got, want)
			}
		}
	}
	if n := o.ok("spatial_query", `{"bounds":{"min":[0,0,-1000],"max":[90000,90000,9000]}}`).at(
		"total").number(); n != 6 {
		t.Errorf("%v elements are told of, want three doors and their openings", n)
	}
}

// TestWhatShowsTheWholeModelIsRefusedToWhoReadsAPart checks callers who may read only a part of a model. Every call
// that shows the whole model is refused, whether it changes the model or not.
func TestWhatShowsTheWholeModelIsRefusedToWhoReadsAPart(t *testing.T) {
	o := newOffice(t)
	o.open(readingWithin("local", mcp.Scope{Levels: []string{o.id["ground"]}}))
	for _, dry := range []bool{true, false} {
		o.refused(state.PermissionDenied, "issue_sheets", `{"index":"A","dry_run":%t}`, dry)
	}
	o.refused(state.PermissionDenied, "create_plan", `{"level_id":"$ground"}`)
	ctx := mcp.WithPrincipal(t.Context(), readingWithin("local", mcp.Scope{Levels: []string{o.id["ground"]}}))
	for uri, there := range map[string]bool{"bim://models/Office": false, "bim://models/Office/exports": false,
		"bim://models/Office/branches/main/elements/south": true, "bim://models": true} {
		if _, err := server.New(o.backend).WatchResource(ctx, uri, time.Now()); (err == nil) != there {
			t.Errorf("listening for %s: %v", uri, err)
		}
	}
	if files, err := os.ReadDir(o.out); err != nil || len(files) > 0 {
		t.Errorf("files: %v (%v)", files, err)
	}
}

// TestFilesAreReadWithinTheScopeOfReading checks callers who may read only a part of a model, or other branches. They
// get no file of it by address, because a file shows the whole model.
func TestFilesAreReadWithinTheScopeOfReading(t *testing.T) {
	o := newOffice(t)
	id := o.ok("export_ifc", `{"schema":"IFC4"}`).at("events", 0, "event_id").text()
	for name, c := range map[string]struct {
		scope mcp.Scope
		reads bool
	}{
		"everything":      {mcp.Scope{}, true},
		"main alone":      {mcp.Scope{BranchPatterns: []string{"main"}}, true},
		"another branch":  {mcp.Scope{BranchPatterns: []string{"agent/*"}}, false},
		"doors alone":     {mcp.Scope{Categories: []string{"door"}}, false},
		"one level alone": {mcp.Scope{Levels: []string{o.id["ground"]}}, false},
	} {
		p := person("local")
		p.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: c.scope}
		_, content, err := o.backend.OpenFile(t.Context(), p, id)
		if content != nil {
			_ = content.Close()
		}
		if (err == nil) != c.reads || err != nil && !errors.Is(err, wire.ErrNoResource) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestABoundedScopeOfReadingIsToldNothingElseByChanges checks that a bounded scope of READ also applies to changes.
// Arguments that name elements outside of it find nothing, and no reply, error or warning reveals them, whatever the
// caller may change.
func TestABoundedScopeOfReadingIsToldNothingElseByChanges(t *testing.T) {
	o := newOffice(t)
	wall := func(name string, x, y int) string {
		return o.ok("create_wall",
			`{"level_id":"$ground","start":[%d,%d],"end":[%d,%d],"height":2500,"thickness":200,"name":"%s"}`, x, y,
			x+4000, y, name).at("created", 0, "element_id").text()
	}
	secret := wall("Secret wall", 50000, 50000)
	wall("Open wall", 60000, 60000)
	o.ok("place_door", `{"wall_id":"%s","offset":1000,"width":900,"height":2100,"name":"Secret door"}`, secret)
	column := o.ok("create_column", `{"base_level":"$ground","location":[70000,70000],"height":2500,`+
		`"profile":{"shape":"rectangle","width":300,"depth":300},"name":"Secret column"}`).
		at("created", 0, "element_id").text()
	o.ok("create_branch", `{"name":"side"}`)
	o.ok("modify_parameter", `{"branch":"side","element_id":"%s","parameter_name":"name","value":"Secret name"}`,
		secret)
	o.ok("modify_parameter", `{"element_id":"%s","parameter_name":"name","value":"Secret other"}`, secret)
	o.ok("create_wall", `{"branch":"side","name":"Secret addition","level_id":"$ground","start":[50000,80000],`+
		`"end":[54000,80000],"height":2500,"thickness":200}`)
	o.ok("define_material", `{"branch":"side","name":"Secret stuff"}`)
	o.ok("create_branch", `{"name":"more","at":"main"}`)
	o.ok("create_wall", `{"branch":"more","name":"Secret extra","level_id":"$ground","start":[50000,90000],`+
		`"end":[54000,90000],"height":2500,"thickness":200}`)
	p := person("local")
	p.Permissions = map[mcp.Operation]mcp.Scope{
		mcp.OpRead: {Regions: []geometry.Box{{Min: geometry.Point3{X: 59 * geometry.Metre, Y: 59 * geometry.Metre,
			Z: -geometry.Metre}, Max: geometry.Point3{X: 65 * geometry.Metre, Y: 61 * geometry.Metre,
			Z: 9 * geometry.Metre}}}},
		mcp.OpCreate: {}, mcp.OpModify: {}, mcp.OpDelete: {},
	}
	o.open(p)
	for _, call := range [][2]string{
		{"join_elements", `{"level_id":"$ground","join_type":"auto"}`},
		{"merge_branch", `{"source":"side"}`}, {"merge_branch", `{"source":"side","policy":"ours","detail":"full"}`},
		{"merge_branch", `{"source":"more"}`}, {"merge_branch", `{"source":"more","detail":"full"}`},
		{"issue_sheets", `{"index":"A"}`},
		{"delete_element", `{"query":{"categories":["column"]}}`},
		{"move_element", `{"query":{"categories":["wall"]},"delta":[0,0,10],"effects":"figures","detail":"full"}`},
		{"undo", `{}`}, {"undo", `{"detail":"full"}`},
		{"create_column", `{"base_level":"$ground","location":[70000,70000],"height":2500,"profile":{"shape":"rectangle","width":300,"depth":300}}`},
		{"set_model_info", `{}`},
		{"apply_batch", `{"operations":[{"tool":"join_elements","args":{"level_id":"$ground","join_type":"auto"}}]}`},
	} {
		for _, dry := range []string{`"dry_run":true`, `"dry_run":false`} {
			arguments := `{` + dry + strings.TrimSuffix(","+call[1][1:], ",}")
			if strings.HasSuffix(call[1], "{}") {
				arguments = `{` + dry + `}`
			}
			if text := told(t, o.call(call[0], "%s", arguments)); strings.Contains(text, "Secret") ||
				strings.Contains(text, secret) || strings.Contains(text, column) {
				t.Errorf("%s %s: %s", call[0], arguments, text)
			}
		}
	}
	for _, call := range [][2]string{
		{"place_door", `{"wall_id":"%s","offset":1000,"width":900,"height":2100}`},
		{"modify_parameter", `{"element_id":"%s","parameter_name":"height","value":2400}`},
		{"move_element", `{"element_ids":["%s"],"delta":[0,0,10]}`}, {"delete_element", `{"element_ids":["%s"]}`},
		{"set_zone", `{"zone_id":"%s","room_ids":[]}`}, {"copy_element", `{"element_ids":["%s"],"delta":[0,500,0]}`},
		{"apply_batch", `{"operations":[{"tool":"delete_element","args":{"element_ids":["%s"]}}]}`},
		{"modify_parameter", `{"element_id":"%s","parameter_name":"height","value":-1}`},
		{"modify_parameter", `{"element_id":"Open wall","parameter_name":"type_id","value":"%s"}`},
		{"create_wall", `{"level_id":"%s","start":[0,0],"end":[1,0],"height":2500,"thickness":200}`},
		{"create_wall", `{"level_id":"%s","start":[0,0],"end":[0,0],"height":0,"thickness":200}`},
		{"create_opening", `{"host_id":"%s","offset":100,"width":600,"height":600,"sill_height":500}`},
		{"boolean_operation", `{"operation":"union","element_a":"%[1]s","element_b":"%[1]s"}`},
		{"add_task", `{"title":"t","element_ids":["%s"],"dry_run":true}`},
		{"add_task", `{"title":"t","labels":["%[1]s"],"description":"see %[1]s","dry_run":true}`},
		{"audit_session_start", `{"purpose":"%s","dry_run":true}`},
		{"create_level", `{"name":"%s","elevation":9000,"dry_run":true}`},
		{"tag_revision", `{"name":"%s","dry_run":true}`}, {"list_audit", `{"element_id":"%s"}`},
		{"merge_branch", `{"source":"side","decisions":[{"conflict_id":"%s","take":"ours"}]}`},
		{"resolve_conflict", `{"source":"side","conflict_id":"%s","take":"ours"}`},
		{"thought_record", `{"session_id":"%s","thought":"t"}`},
		{"set_properties", `{"element_ids":["%s"],"psets":{"P":{"a":1}}}`},
		{"join_elements", `{"element_ids":["%s","Open wall"],"join_type":"auto"}`},
		{"delete_element", `{"query":{"level_id":"%s"}}`},
	} {
		for _, there := range []string{"Secret column", secret} {
			missing := "Nowhere column"
			if there == secret {
				missing = string(state.DeriveID("nowhere", 0))
			}
			got, want := told(t, o.call(call[0], call[1], there)), told(t, o.call(call[0], call[1], missing))
			if alike(strings.ReplaceAll(got, there, missing), missing) != alike(want, missing) {
				t.Errorf("%s of what is hidden: %s\nof what is not there: %s", call[0], got, want)
			}
		}
	}
}
