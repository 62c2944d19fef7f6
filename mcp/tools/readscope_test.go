package tools

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
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
