package tools

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/server"
	"github.com/bimstream/bimstream/projections"
)

// TestListsAreHeardOfByThoseForWhomTheyChange checks that a listener of the list of models is notified of changes to
// its own list. A user whose share ended is notified once, and a user who may read only some branches is not notified
// of others.
func TestListsAreHeardOfByThoseForWhomTheyChange(t *testing.T) {
	o := newOffice(t)
	main := readingWithin("local", mcp.Scope{BranchPatterns: []string{"main"}})
	keys := map[string]string{}
	listen := func(name string, p mcp.Principal, uri string) {
		t.Helper()
		key, err := server.New(o.backend).WatchResource(mcp.WithPrincipal(t.Context(), p), uri, time.Now())
		if err != nil {
			t.Fatalf("%s, %s: %v", name, uri, err)
		}
		keys[name] = key
	}
	o.ok("share_model", `{"user":"bo","access":"read"}`)
	o.ok("create_branch", `{"name":"hidden"}`)
	listen("local", mcp.LocalHuman(), "bim://models")
	listen("bo", person("bo"), "bim://models")
	listen("cy", person("cy"), "bim://models")
	listen("main", main, "bim://models")
	listen("files", mcp.LocalHuman(), "bim://models/Office/exports")
	listen("files of main", main, "bim://models/Office/exports")
	stream := func(branch string) string { return projections.StreamName(o.id["model"], branch) }
	said := projections.AnnotationStream(o.id["model"])
	for _, c := range []struct{ tool, arguments, stream, heard string }{
		{"create_level", `{"name":"L","elevation":9000}`, stream("main"), "bo local main"},
		{"create_level", `{"name":"L","elevation":9000,"branch":"hidden"}`, stream("hidden"), ""},
		{"tag_revision", `{"name":"T","branch":"hidden"}`, said, ""},
		{"create_branch", `{"name":"hidden2"}`, stream("hidden2"), "bo local"},
		{"delete_branch", `{"name":"hidden2"}`, said, "bo local"},
		{"export_ifc", `{"schema":"IFC4","branch":"hidden"}`, app.ArtifactStream(o.id["model"]), "files"},
		{"export_ifc", `{"schema":"IFC4"}`, app.ArtifactStream(o.id["model"]), "files|files of main"},
		{"share_model", `{"user":"bo","access":"none"}`, said, "bo local main"},
		{"create_level", `{"name":"M","elevation":12000}`, stream("main"), "local main"},
		{"set_model_info", `{"name":"Office 2"}`, said, "local main"},
		{"share_model", `{"user":"cy","access":"read"}`, said, "cy local main"},
	} {
		o.ok(c.tool, "%s", c.arguments)
		changed := server.New(o.backend).ChangedResources(t.Context(), c.stream, time.Now())
		var heard []string
		for name, key := range keys {
			if slices.Contains(changed, key) {
				heard = append(heard, name)
			}
		}
		slices.Sort(heard)
		separator := " "
		if strings.HasPrefix(c.heard, "files") {
			separator = "|"
		}
		if got := strings.Join(heard, separator); got != c.heard {
			t.Errorf("%s %s is heard by %q, want %q", c.tool, c.arguments, got, c.heard)
		}
	}
}

// TestWhoListensForARequestHearsThatItExpires checks that a subscriber is notified once when a pending or granted
// request expires, although no event is stored then.
func TestWhoListensForARequestHearsThatItExpires(t *testing.T) {
	e := newEstate(t, 1)
	open := e.asks(set("desk", "width", "1500")(e, 0))
	granted := e.asks(set("desk", "width", "1600")(e, 1))
	if err := e.grants(granted); err != nil {
		t.Fatal(err)
	}
	listened := server.New(e.backend)
	now := e.tick()
	keys := map[string]string{}
	for name, of := range map[string]string{"open": "/" + open, "granted": "/" + granted, "all": ""} {
		key, err := listened.WatchResource(mcp.WithPrincipal(t.Context(), e.bot),
			"bim://models/Office/approvals"+of, now)
		if err != nil {
			t.Fatal(err)
		}
		keys[name] = key
	}
	if heard := listened.ElapsedResources(t.Context(), e.tick()); len(heard) > 0 {
		t.Errorf("of nothing is heard as %q", heard)
	}
	later := now.Add(8 * 24 * time.Hour)
	heard := listened.ElapsedResources(t.Context(), later)
	for name, key := range keys {
		if !slices.Contains(heard, key) {
			t.Errorf("%s: expired, and nobody hears of it", name)
		}
	}
	if again := listened.ElapsedResources(t.Context(), later.Add(time.Minute)); len(again) > 0 {
		t.Errorf("what expired is heard of again as %q", again)
	}
}
