package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/script"
	"github.com/bimstream/bimstream/mcp/tools"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/bodies"
)

// page is a server of the page over a store, with an admitted browser.
type page struct {
	t       testing.TB
	store   eventstore.Store
	live    *projections.Live
	backend *app.Backend
	tools   *mcp.Server
	server  *Server
	who     mcp.Principal
	token   string
	model   string

	mu    sync.Mutex
	clock time.Time
	codes []string // codes that the terminal has shown
}

const host = "localhost:7423"

// newPage returns the page of a person without restrictions, over an empty store.
func newPage(t testing.TB) *page {
	t.Helper()
	store := memory.New()
	p := &page{t: t, store: store, live: projections.NewLive(store), who: mcp.LocalHuman(),
		clock: time.Date(2026, 5, 4, 8, 0, 0, 0, time.UTC)}
	p.backend = &app.Backend{Store: store, Live: p.live, OutDir: t.TempDir(), Version: "test"}
	r, err := mcp.NewRegistry(append(tools.Table(p.backend), mcp.Tools()...))
	if err != nil {
		t.Fatal(err)
	}
	p.backend.Served, p.backend.Lists = r, func(mcp.Principal, string) bool { return true }
	p.tools, err = mcp.New(mcp.Config{Registry: r, Store: store, Principal: p.who, Name: "test", Version: "test",
		Clock: p.now, About: p.backend.About()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.tools.Close(context.Background()) })
	p.open()
	return p
}

// open starts the server of the page and admits a browser.
func (p *page) open() {
	p.t.Helper()
	n := 0
	var err error
	p.server, err = New(Config{
		Server: p.tools, Backend: p.backend, Store: p.store, Person: func() mcp.Principal { return p.who },
		Hosts: []string{host}, Version: "test", Now: p.now, NewID: func() string {
			n++
			return fmt.Sprintf("00000000-0000-7000-8000-%012d", n)
		},
		ShowCode: func(_ mcp.Asked, code string) error {
			p.codes = append(p.codes, code)
			return nil
		},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.token = p.begin().Token
}

// now returns a time one millisecond later than the previous one.
func (p *page) now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clock = p.clock.Add(time.Millisecond)
	return p.clock
}

func (p *page) wait(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clock = p.clock.Add(d)
}

// begin uses a new link to begin a session.
func (p *page) begin() (out sessionData) {
	p.t.Helper()
	_, key, _ := strings.Cut(p.server.Link(), "#k=")
	p.token = ""
	r := p.ask("POST", "/api/session", map[string]string{"key": key})
	p.read(r, &out)
	return out
}

// ask sends a request with the browser's token.
func (p *page) ask(method, path string, body any) *httptest.ResponseRecorder {
	p.t.Helper()
	return p.send(p.request(method, path, body))
}

func (p *page) request(method, path string, body any) *http.Request {
	p.t.Helper()
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			p.t.Fatal(err)
		}
	}
	r := httptest.NewRequestWithContext(p.t.Context(), method, "http://"+host+path, bytes.NewReader(text))
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	return r
}

func (p *page) send(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	p.server.ServeHTTP(w, r)
	return w
}

// read decodes an answer, which must have status 200.
func (p *page) read(w *httptest.ResponseRecorder, into any) {
	p.t.Helper()
	if w.Code != http.StatusOK {
		p.t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	d := json.NewDecoder(w.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		p.t.Fatal(err)
	}
}

// get sends a GET request and decodes the answer.
func (p *page) get(path string, into any) {
	p.t.Helper()
	p.read(p.ask("GET", path, nil), into)
}

// refused sends a request that must be refused, and returns the failure.
func (p *page) refused(status int, method, path string, body any) *mcp.Failure {
	p.t.Helper()
	w := p.ask(method, path, body)
	var e mcp.Envelope
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || w.Code != status || e.Error == nil {
		p.t.Fatalf("%s %s: status %d, want %d: %s", method, path, w.Code, status, w.Body)
	}
	return e.Error
}

// branch returns the address of a branch of the model.
func (p *page) branch(name string) string {
	return "/api/models/" + p.model + "/branches/" + strings.ReplaceAll(name, "/", "%2F") + "/"
}

// scene loads the scene of a state.
func (p *page) scene(branch, at string) (out bodies.Scene) {
	p.t.Helper()
	p.get(p.branch(branch)+"scene?at="+at, &out)
	return out
}

// Call calls a tool as the person, for scripts.
func (p *page) Call(ctx context.Context, tool string, arguments any) (json.RawMessage, error) {
	text, err := json.Marshal(arguments)
	if err != nil {
		return nil, err
	}
	return json.Marshal(p.tools.Call(ctx, tool, text))
}

// do calls a tool as a principal, and returns its data. The call must succeed.
func (p *page) do(as mcp.Principal, tool string, arguments map[string]any) map[string]any {
	p.t.Helper()
	e := p.attempt(as, tool, arguments)
	if !e.Success {
		p.t.Fatalf("%s: %s: %s", tool, e.Error.Name, e.Error.Message)
	}
	var data map[string]any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		p.t.Fatal(err)
	}
	return data
}

func (p *page) attempt(as mcp.Principal, tool string, arguments map[string]any) mcp.Envelope {
	p.t.Helper()
	text, err := json.Marshal(arguments)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.tools.Call(mcp.WithPrincipal(p.t.Context(), as), tool, text)
}

// house returns a page over the standard house.
func house(t testing.TB) *page {
	t.Helper()
	p := newPage(t)
	file, err := os.Open("../../testdata/scripts/house.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	steps, err := script.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	values := script.Values{"out": t.TempDir()}
	for i, s := range steps { // the steps that build the house, without the questions
		if s.Note == "Questions" {
			steps = steps[:i]
			break
		}
	}
	if err := script.Run(t.Context(), p, steps, values, func(script.Done) {}); err != nil {
		t.Fatal(err)
	}
	var models []modelData
	p.get("/api/models", &models)
	p.model = models[0].ID
	return p
}

// agent returns an agent of the person that may do everything except what needs an approval.
func agent() mcp.Principal {
	p := mcp.LocalHuman()
	p.ID, p.Kind, p.OnBehalfOf = "drafter", mcp.KindAgent, "local"
	never := false
	p.DryRunDefault = mcp.DryRunDefault{Mutation: &never, Execution: &never}
	return p
}

func text(n uint64) string { return strconv.FormatUint(n, 10) }
