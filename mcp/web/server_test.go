package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/mcp"
)

// TestRequestsForOtherNamesAreRefused checks that requests which a page from elsewhere can make a browser send are
// refused first. This includes the shell, which a foreign name that resolves to this machine would otherwise take over.
func TestRequestsForOtherNamesAreRefused(t *testing.T) {
	p := newPage(t)
	for _, c := range []struct {
		host, origin, site, method string
		status                     int
	}{
		{host, "", "", "GET", 200},
		{"LOCALHOST:7423", "", "", "GET", 200},
		{host, "http://" + host, "same-origin", "GET", 200},
		{"evil.test:7423", "", "", "GET", 421},
		{"evil.test:7423", "http://evil.test:7423", "", "GET", 421},
		{"localhost", "", "", "GET", 421},
		{"localhost:9999", "", "", "GET", 421},
		{host, "http://localhost:9999", "same-site", "GET", 421},
		{host, "https://" + host, "", "GET", 421},
		{host, "null", "", "GET", 421},
		{host, "", "cross-site", "POST", 421},
	} {
		for _, path := range []string{"/", "/api/models"} {
			if c.method == "POST" {
				path = "/api/tools/server_ping"
			}
			r := p.request(c.method, path, nil)
			r.Host = c.host
			for name, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			if w := p.send(r); w.Code != c.status {
				t.Errorf("%s %s for %s, of %q: status %d, want %d", c.method, path, c.host, c.origin, w.Code, c.status)
			}
		}
	}
}

// TestEveryAnswerIsSecured checks that every answer, including a refusal, forbids foreign scripts, frames and senders.
func TestEveryAnswerIsSecured(t *testing.T) {
	p := newPage(t)
	p.token = ""
	for _, path := range []string{"/", "/app.js", "/app.css", "/favicon.svg", "/api/models", "/nothing"} {
		h := p.ask("GET", path, nil).Header()
		if h.Get("Content-Security-Policy") != policy || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, h)
		}
	}
}

// TestWithoutASessionNothingIsTold checks that everything but the shell needs a session, and that no address reveals
// anything without one.
func TestWithoutASessionNothingIsTold(t *testing.T) {
	p := house(t)
	for _, token := range []string{"", "wrong", p.token + "x"} {
		p.token = token
		for _, a := range []string{
			"GET /api/session", "DELETE /api/session", "POST /api/tools/list_models", "GET /api/models",
			"GET " + p.branch("main") + "scene", "GET " + p.branch("main") + "chunks/1/0",
			"GET " + p.branch("main") + "delta", "GET " + p.branch("main") + "changes",
			"GET " + p.branch("main") + "timeline", "GET " + p.branch("main") + "picture.png", "GET /api/blobs/0",
			"GET /api/files/0", "GET /api/approvals", "GET /api/approvals/0", "GET /api/approvals/0/delta",
			"POST /api/approvals/0/code", "POST /api/approvals/0/decision", "GET /api/live",
		} {
			method, path, _ := strings.Cut(a, " ")
			if w := p.ask(method, path, nil); w.Code != http.StatusUnauthorized {
				t.Errorf("%s with token %q: status %d", a, token, w.Code)
			}
		}
	}
}

// TestALinkCountsOnce checks that a link admits one browser, once, within ten minutes.
func TestALinkCountsOnce(t *testing.T) {
	p := newPage(t)
	_, key, _ := strings.Cut(p.server.Link(), "#k=")
	p.token = ""
	var s sessionData
	p.read(p.ask("POST", "/api/session", map[string]string{"key": key}), &s)
	if s.Me.ID != "local" || !s.Code || len(s.Token) < 40 {
		t.Errorf("the session is %+v", s)
	}
	p.refused(401, "POST", "/api/session", map[string]string{"key": key})
	p.refused(401, "POST", "/api/session", map[string]string{"key": ""})
	_, late, _ := strings.Cut(p.server.Link(), "#k=")
	p.wait(keyLifetime)
	p.refused(401, "POST", "/api/session", map[string]string{"key": late})
	p.refused(400, "POST", "/api/session", map[string]string{"key": late, "more": "x"})
}

// TestSessionsEnd checks that a session ends when the person logs out, when all sessions are ended, and after a long
// time without use.
func TestSessionsEnd(t *testing.T) {
	p := newPage(t)
	first := p.token
	second := p.begin().Token
	p.token = second
	if w := p.ask("DELETE", "/api/session", nil); w.Code != http.StatusNoContent {
		t.Errorf("logging out: %d", w.Code)
	}
	p.refused(401, "GET", "/api/session", nil)
	p.token = first
	p.wait(tokenIdle - time.Minute)
	var s sessionData
	p.get("/api/session", &s)
	if s.Token != "" {
		t.Error("the token is told again")
	}
	p.wait(tokenIdle + time.Minute)
	p.refused(401, "GET", "/api/session", nil)
	third := p.begin().Token
	p.token = p.begin().Token
	p.ask("DELETE", "/api/session?all=true", nil)
	p.token = third
	p.refused(401, "GET", "/api/session", nil)
}

// TestAgentsHaveNoPage checks that New refuses a configuration that names an agent.
func TestAgentsHaveNoPage(t *testing.T) {
	_, err := New(Config{Person: agent, Hosts: []string{host}})
	if err == nil {
		t.Error("an agent has a page")
	}
}

// TestToolsOfThePage checks that the page can call only the tools that it uses, with the rights of its person.
func TestToolsOfThePage(t *testing.T) {
	p := house(t)
	for _, name := range pageTools {
		if p.backend.Served.Find(name) == nil {
			t.Errorf("the page would call %s, which there is not", name)
		}
	}
	p.refused(404, "POST", "/api/tools/import_ifc", map[string]any{})
	p.refused(404, "POST", "/api/tools/nothing", map[string]any{})
	p.refused(400, "POST", "/api/tools/get_element", map[string]any{"element": 3})
	var e mcp.Envelope
	p.read(p.ask("POST", "/api/tools/get_element", map[string]any{"element_id": "W1"}), &e)
	if !e.Success {
		t.Errorf("get_element: %+v", e)
	}
	f := p.refused(404, "POST", "/api/tools/get_element", map[string]any{"element_id": "W99"})
	if f.Name != "NOT_FOUND" {
		t.Errorf("get_element: %+v", f)
	}
	p.who.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {}}
	if f := p.refused(403, "POST", "/api/tools/undo", map[string]any{}); f.Name != "PERMISSION_DENIED" {
		t.Errorf("undo: %+v", f)
	}
}

// TestLongBodiesAreRefused checks that a body that is too long is refused without being read to its end.
func TestLongBodiesAreRefused(t *testing.T) {
	p := newPage(t)
	p.refused(403, "POST", "/api/tools/list_models", map[string]string{"model_id": strings.Repeat("x", maxBody)})
}

// deadlines records the read deadlines of a request.
type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.set = append(d.set, at)
	return nil
}

// TestBodiesHaveToCome checks that every body has a deadline, which ends with the body, and that a stream without a
// body has none.
func TestBodiesHaveToCome(t *testing.T) {
	p := newPage(t)
	ask := func(method, path, host string, body any) []time.Time {
		r := p.request(method, path, body)
		r.Host = host
		d := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		p.server.ServeHTTP(d, r)
		return d.set
	}
	call := map[string]string{}
	if set := ask("POST", "/api/tools/list_models", host, call); len(set) != 2 || set[0].IsZero() || !set[1].IsZero() {
		t.Errorf("a body that was read: %v", set)
	}
	if set := ask("POST", "/api/tools/list_models", "evil.test", call); len(set) != 1 || set[0].IsZero() {
		t.Errorf("a body that nobody reads: %v", set)
	}
	if set := ask("GET", "/api/models", host, nil); len(set) != 0 {
		t.Errorf("without a body: %v", set)
	}
	p.token = ""
	if set := ask("POST", "/api/tools/list_models", host, call); len(set) != 1 || set[0].IsZero() {
		t.Errorf("without a session: %v", set)
	}
}
