package tools

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/wire"
)

// told is what a reply tells of the model.
func told(t *testing.T, e mcp.Envelope) string {
	t.Helper()
	text, err := json.Marshal(e.Error)
	if err != nil {
		t.Fatal(err)
	}
	return string(e.Data) + string(text)
}

// A bounded scope of READ bounds every question that is answered at all: no reply and no error tells of an element that
// lies outside, by id or by name, and a name that others have is the name of nothing.
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
				missing = string(domain.DeriveID("nowhere", 0))
			}
			got, want := told(t, o.call(call[0], call[1], there)), told(t, o.call(call[0], call[1], missing))
			if strings.ReplaceAll(got, there, missing) != want {
				t.Errorf("%s of what is hidden: %s\nof what is not there: %s", call[0], got, want)
			}
		}
	}
	if n := o.ok("spatial_query", `{"bounds":{"min":[0,0,-1000],"max":[90000,90000,9000]}}`).at(
		"total").number(); n != 6 {
		t.Errorf("%v elements are told of, want three doors and their openings", n)
	}
}

// A file shows a model as a whole: who may read a part of one, or other branches, gets none by its address.
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

// A bounded scope of READ bounds what changes tell too: what their arguments name outside of it is not there, and no
// reply, error or warning tells of it, whatever the caller may change.
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
	o.ok("modify_parameter", `{"branch":"side","element_id":"%s","parameter_name":"name","value":"Secret name"}`, secret)
	o.ok("modify_parameter", `{"element_id":"%s","parameter_name":"name","value":"Secret other"}`, secret)
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
	} {
		for _, there := range []string{"Secret column", secret} {
			missing := "Nowhere column"
			if there == secret {
				missing = string(domain.DeriveID("nowhere", 0))
			}
			got, want := o.call(call[0], call[1], there), o.call(call[0], call[1], missing)
			if got.Error == nil || want.Error == nil || got.Error.Code != want.Error.Code ||
				strings.Contains(strings.ReplaceAll(told(t, got), there, ""), "Secret") {
				t.Errorf("%s of what is hidden: %s\nof what is not there: %s", call[0], told(t, got), told(t, want))
			}
		}
	}
}
