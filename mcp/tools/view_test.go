package tools

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/server"
	"github.com/bimstream/bimstream/projections/bodies"
)

const olderEra = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
	`"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// chat is a client of a server over a store, as a principal.
type chat struct {
	t      *testing.T
	server *mcp.Server
}

// chat serves the tools of some subjects, all where none is named.
func (o *office) chat(p mcp.Principal, appDomain string, servers ...string) *chat {
	o.t.Helper()
	served, err := o.backend.Served.Select(mcp.Selection{Set: mcp.SetFull, Servers: servers})
	if err != nil {
		o.t.Fatal(err)
	}
	s, err := mcp.New(mcp.Config{Registry: served, Store: o.store, Principal: p, Name: "t", Version: "1",
		Logger: slog.New(slog.DiscardHandler), Clock: o.tick, Resources: server.Resources(served, appDomain),
		Templates:    slices.Concat(server.ModelTemplates(served), server.SceneTemplates(served)),
		Surroundings: server.New(o.backend).Surroundings(), Read: server.New(o.backend).ReadResource})
	if err != nil {
		o.t.Fatal(err)
	}
	return &chat{o.t, s}
}

type said struct {
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
		Data    map[string]any
	}
}

// ask sends a request and returns what comes back, in the older era.
func (c *chat) ask(method, params string) said {
	c.t.Helper()
	in := strings.NewReader(olderEra + "\n" +
		fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params) + "\n")
	var out strings.Builder
	if err := c.server.ServeStdio(c.t.Context(), in, &out); err != nil {
		c.t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var reply said
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &reply); err != nil || len(lines) != 2 {
		c.t.Fatalf("%v: %.300s", err, out.String())
	}
	return reply
}

// result is ask of what must succeed.
func (c *chat) result(method, params string, into any) {
	c.t.Helper()
	reply := c.ask(method, params)
	if reply.Error != nil {
		c.t.Fatalf("%s %s: %+v", method, params, *reply.Error)
	}
	if err := json.Unmarshal(reply.Result, into); err != nil {
		c.t.Fatal(err)
	}
}

// document reads a document of the view.
func (c *chat) document(address string) [][]byte {
	c.t.Helper()
	return readDocument(c.t, func(n int) []byte {
		var reply struct{ Contents []struct{ Blob string } }
		c.result("resources/read", fmt.Sprintf(`{"uri":"%s/%d"}`, address, n), &reply)
		b, err := base64.StdEncoding.DecodeString(reply.Contents[0].Blob)
		if err != nil {
			c.t.Fatal(err)
		}
		return b
	})
}

func (c *chat) scene(model, branch string, revision any) (out bodies.Scene) {
	c.t.Helper()
	c.read(c.document(fmt.Sprintf("bim://models/%s/branches/%s/revisions/%v/scene", model, branch, revision))[0], &out)
	return out
}

func (c *chat) read(text []byte, into any) {
	c.t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		c.t.Fatal(err)
	}
}

// refuses reads an address that must not be there.
func (c *chat) refuses(uri string) {
	c.t.Helper()
	reply := c.ask("resources/read", fmt.Sprintf(`{"uri":%q}`, uri))
	if reply.Error == nil || reply.Error.Code != -32002 {
		c.t.Errorf("%s: %.200s %+v", uri, reply.Result, reply.Error)
	}
}

// Clients are told of the view in both eras: by the extension, by the resource, and by the tools whose results it
// shows. A server without such tools says nothing of it.
func TestClientsAreToldOfTheView(t *testing.T) {
	o := newOffice(t)
	shown := []string{"clash_detection", "diff_revisions", "get_approval", "render_view"}
	type ui struct {
		UI struct {
			ResourceURI   string         `json:"resourceUri"`
			CSP           map[string]any `json:"csp"`
			PrefersBorder bool           `json:"prefersBorder"`
			Domain        *string        `json:"domain"`
		} `json:"ui"`
		Flat string `json:"ui/resourceUri"`
	}
	const newer = `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{}}}`
	for _, domainOf := range []string{"", "abc.example"} {
		c := o.chat(mcp.LocalHuman(), domainOf)
		for _, era := range []string{`{}`, newer} {
			var tools struct {
				Tools []struct {
					Name string
					Meta *ui `json:"_meta"`
				}
			}
			c.result("tools/list", era, &tools)
			var named []string
			for _, tool := range tools.Tools {
				if tool.Meta == nil || tool.Meta.UI.ResourceURI == "" {
					continue // it has a category alone
				}
				named = append(named, tool.Name)
				if tool.Meta.UI.ResourceURI != app.ViewURI || tool.Meta.Flat != app.ViewURI {
					t.Errorf("%s: %+v", tool.Name, *tool.Meta)
				}
			}
			if !slices.Equal(named, shown) {
				t.Errorf("the view is of %v", named)
			}
		}
		var list struct {
			Resources []struct {
				URI, MIMEType string
				Meta          *ui `json:"_meta"`
			}
		}
		c.result("resources/list", `{}`, &list)
		i := len(list.Resources) - 1
		var content struct {
			Contents []struct {
				MIMEType, Text string
				Meta           *ui `json:"_meta"`
			}
		}
		c.result("resources/read", `{"uri":"ui://bimstream/view.html"}`, &content)
		for _, m := range []*ui{list.Resources[i].Meta, content.Contents[0].Meta} {
			if m == nil || m.UI.CSP == nil || !m.UI.PrefersBorder || (m.UI.Domain == nil) != (domainOf == "") ||
				m.UI.Domain != nil && *m.UI.Domain != domainOf {
				t.Errorf("of the view is said %+v", m)
			}
		}
		const typ = "text/html;profile=mcp-app"
		if list.Resources[i].URI != app.ViewURI || list.Resources[i].MIMEType != typ ||
			content.Contents[0].MIMEType != typ {
			t.Errorf("the view is %+v", list.Resources[i])
		}
	}
}

// The extension is declared where there is a view, and nothing of it where no tool has one.
func TestTheExtensionIsDeclaredWithTheView(t *testing.T) {
	o := newOffice(t)
	declared := func(c *chat) string {
		var out strings.Builder
		if err := c.server.ServeStdio(t.Context(), strings.NewReader(olderEra+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const extension = `"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}`
	if all := declared(o.chat(mcp.LocalHuman(), "")); !strings.Contains(all, extension) {
		t.Errorf("initialize tells %s", all)
	}
	geometry := o.chat(mcp.LocalHuman(), "", "geometry")
	if said := declared(geometry); strings.Contains(said, "io.modelcontextprotocol/ui") {
		t.Errorf("a server without the view declares it: %s", said)
	}
	if said := geometry.ask("resources/list", `{}`); strings.Contains(string(said.Result), "ui://") {
		t.Errorf("a server without the view lists it: %s", said.Result)
	}
}

// The view is one file that hosts take, and holds nothing that ends its script early.
func TestTheViewIsOneFileThatHostsTake(t *testing.T) {
	const most = 900_000 // bytes; hosts take a million
	text := app.ViewContent().Text
	if len(text) > most || len(text) < 1000 {
		t.Errorf("the view has %d bytes, of %d at most", len(text), most)
	}
	if n := strings.Count(text, "</script"); n != 1 {
		t.Errorf("the view ends %d scripts", n)
	}
	for _, outside := range []string{` src="`, ` href="`, "@import", "url(http"} {
		if strings.Contains(text, outside) {
			t.Errorf("the view asks for something outside of it: %s", outside)
		}
	}
}

// What the view draws is of the revision that it asks for, also a past one; what differs, and an element with its
// history, come by resources too.
func TestTheViewReadsRevisions(t *testing.T) {
	o := newOffice(t)
	c := o.chat(mcp.LocalHuman(), "")
	model := o.id["model"]
	head := o.ok("model_overview", `{}`).at("revision").number()
	o.ok("modify_parameter", `{"element_id":"$door","parameter_name":"width","value":1000,"reasoning":"as asked"}`)
	o.make("column", "create_column", `{"location":[3000,2000],"base_level":"$ground","height":2800,`+
		`"profile":{"shape":"rectangle","width":300,"depth":300}}`)
	now := c.scene(model, "main", head+2)
	was := c.scene("Office", "main", head)
	column := state.ID(o.id["column"])
	if slices.Contains(was.Rows.IDs, column) || !slices.Contains(now.Rows.IDs, column) {
		t.Errorf("the column is among %v and %v", was.Rows.IDs, now.Rows.IDs)
	}
	for _, s := range []bodies.Scene{was, now} {
		for _, k := range s.Chunks {
			if b := c.document(k.URL)[0]; string(b[:4]) != "BSCN" {
				t.Errorf("%s begins with % x", k.URL, b[:4])
			}
		}
	}
	var d bodies.Delta
	parts := c.document(fmt.Sprintf("bim://models/%s/branches/main/revisions/%v/since/%v", model, head+2, head))
	c.read(parts[0], &d)
	if len(parts) != 3 || len(parts[1]) != d.Before.Bytes || len(parts[2]) != d.After.Bytes || d.After.Bytes == 0 ||
		!slices.ContainsFunc(d.Changes, func(x bodies.Change) bool { return x.ID == column && x.Change == "added" }) {
		t.Errorf("%d parts, changes %+v", len(parts), d.Changes)
	}
	door := func(at any) string {
		return fmt.Sprintf("bim://models/%s/branches/main/revisions/%v/elements/%s", model, at, o.id["door"])
	}
	var text struct{ Contents []struct{ Text string } }
	c.result("resources/read", fmt.Sprintf(`{"uri":%q}`, door(head)), &text)
	if !strings.Contains(text.Contents[0].Text, `"width":900`) {
		t.Errorf("the door was %s", text.Contents[0].Text)
	}
	c.result("resources/read", fmt.Sprintf(`{"uri":%q}`, door(head+2)+"/history"), &text)
	if !strings.Contains(text.Contents[0].Text, "as asked") {
		t.Errorf("its history is %s", text.Contents[0].Text)
	}
	for _, nothing := range []string{"scene/1", "scene/x", "scene/-1", "chunks/99/0", "chunks/x/0", "since/99999/0"} {
		c.refuses(fmt.Sprintf("bim://models/%s/branches/main/revisions/%v/%s", model, head, nothing))
	}
	c.refuses("bim://models/" + model + "/branches/main/revisions/99999/scene/0")
	c.refuses("bim://models/" + model + "/branches/nowhere/revisions/1/scene/0")
	c.refuses("bim://models/" + model + "/approvals/none/delta/0")
}

// Who may read a part of a model is told of that part, in every document; another's model is not there.
func TestTheViewShowsWhatItsReaderMayRead(t *testing.T) {
	o := newOffice(t)
	head := o.ok("model_overview", `{}`).at("revision").number()
	o.ok("create_branch", `{"name":"hidden"}`)
	o.ok("modify_parameter", `{"element_id":"$door","parameter_name":"width","value":1000}`)
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":2900}`)
	model := o.id["model"]
	all := o.chat(mcp.LocalHuman(), "").scene(model, "main", head+2) // kept for others it must not be
	scope := mcp.Scope{Categories: []string{"wall"}, BranchPatterns: []string{"main"}}
	walls := o.chat(readingWithin("local", scope), "")
	some := walls.scene(model, "main", head+2)
	if len(some.Rows.IDs) != 4 || len(all.Rows.IDs) <= 4 {
		t.Errorf("told of %v, of %v", some.Rows.Categories, all.Rows.Categories)
	}
	var d bodies.Delta
	since := fmt.Sprintf("bim://models/%s/branches/main/revisions/%v/since/%v", model, head+2, head)
	walls.read(walls.document(since)[0], &d)
	other := func(x bodies.Change) bool { return x.Category != "wall" }
	if len(d.Changes) == 0 || slices.ContainsFunc(d.Changes, other) {
		t.Errorf("told of %+v", d.Changes)
	}
	walls.refuses("bim://models/" + model + "/branches/hidden/revisions/1/scene/0")
	address := fmt.Sprintf("bim://models/%s/branches/main/revisions/%v/scene/0", model, head)
	o.chat(person("bo"), "").refuses(address)
	none := mcp.LocalHuman()
	none.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpCreate: {}}
	o.chat(none, "").refuses(address)
}

// What a request for approval would do comes before anybody has decided; others' requests are not there.
func TestTheViewReadsPlans(t *testing.T) {
	o := newOffice(t)
	drafter := mcp.LocalHuman()
	drafter.ID, drafter.Kind, drafter.OnBehalfOf = "drafter", mcp.KindAgent, "local"
	never := false
	drafter.DryRunDefault = mcp.DryRunDefault{Mutation: &never, Execution: &never}
	drafter.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpDelete: {}}
	e := o.server.Call(mcp.WithPrincipal(t.Context(), drafter), "delete_element",
		json.RawMessage(fmt.Sprintf(`{"element_ids":[%q],"reasoning":"no door here"}`, o.id["door"])))
	if e.Error == nil || e.Error.Code != int(state.ApprovalRequired) {
		t.Fatalf("%+v", e)
	}
	id := fmt.Sprint(e.Error.Data["approval_id"])
	told := o.ok("get_approval", `{"approval_id":%q}`, id)
	if got := told.at("model_id").text(); got != o.id["model"] {
		t.Errorf("the request is of model %q", got)
	}
	address := "bim://models/" + o.id["model"] + "/approvals/" + id + "/delta"
	for _, p := range []mcp.Principal{mcp.LocalHuman(), drafter} {
		c := o.chat(p, "")
		var d bodies.Delta
		parts := c.document(address)
		c.read(parts[0], &d)
		if !slices.ContainsFunc(d.Changes, func(x bodies.Change) bool {
			return string(x.ID) == o.id["door"] && x.Change == "deleted"
		}) || len(parts[1]) == 0 {
			t.Errorf("%s is told of %+v", p.ID, d.Changes)
		}
	}
	other := drafter
	other.ID = "another"
	o.chat(other, "").refuses(address + "/0")
}
