package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
)

// listedTools returns the names in the reply of tools/list.
func (s *server) listedTools(meta arguments) []string {
	s.t.Helper()
	params := arguments{}
	if meta != nil {
		params["_meta"] = meta
	}
	result, err := s.request("tools/list", params)
	if err != nil {
		s.t.Fatal(err)
	}
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(result, &list); err != nil {
		s.t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// modernMeta is the metadata of a request of the newer protocol.
var modernMeta = arguments{"io.modelcontextprotocol/protocolVersion": "2026-07-28",
	"io.modelcontextprotocol/clientCapabilities": arguments{},
	"io.modelcontextprotocol/clientInfo":         arguments{"name": "e2e", "version": "1"}}

// awaitNotification waits for a notification whose params contain a text.
func (s *server) awaitNotification(method, holding string) message {
	s.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		s.mu.Lock()
		i := slices.IndexFunc(s.strays, func(m message) bool {
			return m.Method == method &&
				strings.Contains(string(m.Params), holding)
		})
		var found message
		if i >= 0 {
			found = s.strays[i]
			s.strays = slices.Delete(s.strays, i, i+1)
		}
		s.mu.Unlock()
		if i >= 0 {
			return found
		}
	}
	s.t.Fatalf("no %s came that holds %q", method, holding)
	return message{}
}

// TestTheListBeginsWithTheCore checks a server of all tools. It lists few of them and leads to the others. Unlisted
// tools can be called at once, and enable_tools lists them and notifies clients of both protocols.
func TestTheListBeginsWithTheCore(t *testing.T) {
	t.Parallel()
	s, err := launch(t, environment(), program(t), "mcp", "all", "--data", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	before := s.listedTools(nil)
	if len(before) > 25 || !slices.Contains(before, "find_tools") || slices.Contains(before, "create_roof") {
		t.Errorf("the list begins with %v", before)
	}
	var found struct {
		Tools []struct {
			Name        string
			Listed      bool
			InputSchema struct {
				Properties map[string]struct{ Description string }
			} `json:"input_schema"`
		}
		Total int
	}
	s.must("find_tools", arguments{"words": "a roof over the house"}, &found)
	if len(found.Tools) == 0 || found.Tools[0].Name != "create_roof" || found.Tools[0].Listed ||
		found.Tools[0].InputSchema.Properties["slope"].Description == "" {
		t.Errorf("%+v", found)
	}
	s.must("create_model", arguments{"name": "m"}, nil)
	level := s.make("create_level", arguments{"name": "Ground", "elevation": 0})
	s.do("create_roof", arguments{"level_id": level, "roof_type": "flat", "thickness": 200,
		"boundary_points": []mm{{0, 0}, {5000, 0}, {5000, 4000}, {0, 4000}}})

	s.listen2026(t, "listener", arguments{"toolsListChanged": true})
	var enabled struct{ Enabled, Already []string }
	s.must("enable_tools", arguments{"names": []string{"create_roof", "create_wall"}}, &enabled)
	if !slices.Equal(enabled.Enabled, []string{"create_roof"}) ||
		!slices.Equal(enabled.Already, []string{"create_wall"}) {
		t.Errorf("%+v", enabled)
	}
	s.awaitNotification("notifications/tools/list_changed", `"listener"`) // of the newer protocol, by its subscription
	s.awaitNotification("notifications/tools/list_changed", ``)           // of the older one
	for _, meta := range []arguments{nil, modernMeta} {
		if after := s.listedTools(meta); len(after) != len(before)+1 || !slices.Contains(after, "create_roof") {
			t.Errorf("after enabling the list is %v", after)
		}
	}
	if a := s.ask("enable_tools", arguments{"names": []string{"create_rof"}}); a.Success ||
		!strings.Contains(string(a.Text), "create_roof") {
		t.Errorf("an unknown tool: %s", a.Text)
	}
	if a := s.ask("find_tools", arguments{"words": "zeppelin"}); a.Success {
		t.Errorf("what no tool does: %s", a.Text)
	}
}

// listen2026 opens a subscription of the newer protocol and waits for its acknowledgement.
func (s *server) listen2026(t *testing.T, id string, notifications arguments) {
	t.Helper()
	line, err := json.Marshal(arguments{"jsonrpc": "2.0", "id": id, "method": "subscriptions/listen",
		"params": arguments{"notifications": notifications, "_meta": modernMeta}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.write(line); err != nil {
		t.Fatal(err)
	}
	s.awaitNotification("notifications/subscriptions/acknowledged", `"`+id+`"`)
}

// TestTheListIsWhatTheFlagsSay checks that a named set is listed completely, and that tools outside of it cannot be
// called.
func TestTheListIsWhatTheFlagsSay(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for _, tt := range []struct {
		words       []string
		least, most int
		name        string
	}{
		{nil, 10, 25, "bimstream"}, {[]string{"all", "--tools", "full"}, 80, 200, "bimstream"},
		{[]string{"spatial"}, 8, 16, "bimstream-spatial"},
		{[]string{"geometry", "coordination", "--tools", "contract"}, 12, 25, "bimstream-geometry-coordination"},
		{[]string{"all", "--only", "create_wall,create_roof"}, 2, 2, "bimstream"},
	} {
		s, err := launch(t, environment(), program(t), append([]string{"mcp", "--data", data}, tt.words...)...)
		if err != nil {
			t.Fatal(err)
		}
		if names := s.listedTools(nil); len(names) < tt.least || len(names) > tt.most {
			t.Errorf("%q lists %d tools", tt.words, len(names))
		}
		result, err := s.request("server/discover", arguments{"_meta": modernMeta})
		if err != nil || !strings.Contains(string(result), `"`+tt.name+`"`) {
			t.Errorf("%q is named otherwise: %s %v", tt.words, result, err)
		}
		s.close()
	}
}
