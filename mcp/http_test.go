package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore/memory"
)

func tokens(token string) (Principal, bool) {
	p := LocalHuman()
	p.ID = "ann"
	return p, token == "right"
}

// post sends one request of the newer protocol.
func post(t *testing.T, url string, header map[string]string, body string) (int, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, text
}

func TestHTTP(t *testing.T) {
	s := start(t, memory.New(), func(c *Config) { c.HTTP.Authenticate = tokens })
	server := httptest.NewServer(s.HTTPHandler())
	defer server.Close()
	body := call(1, "add_thing", `{"name":"a"}`, modern(`{}`))
	header := func(change map[string]string) map[string]string {
		h := map[string]string{"Authorization": "Bearer right", "Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "add_thing"}
		for name, value := range change {
			h[name] = value
		}
		return h
	}
	tests := []struct {
		name   string
		change map[string]string
		body   string
		want   int
	}{
		{"a known token", nil, body, 200},
		{"no token", map[string]string{"Authorization": ""}, body, 401},
		{"a wrong token", map[string]string{"Authorization": "Bearer wrong"}, body, 401},
		{"another scheme", map[string]string{"Authorization": "Basic right"}, body, 401},
		{"a page of this machine", map[string]string{"Origin": "http://localhost:5"}, body, 200},
		{"a page from elsewhere", map[string]string{"Origin": "https://evil.example"}, body, 403},
		{"too long", nil, `"` + strings.Repeat("x", 17<<20) + `"`, 400},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, text := post(t, server.URL, header(tt.change), tt.body)
			if status != tt.want {
				t.Fatalf("status %d, want %d: %s", status, tt.want, text)
			}
			if status != http.StatusOK {
				return
			}
			var m message
			decode(t, text, &m)
			if e := envelopeOf(t, m); !e.Success || e.Audit.UserID != "ann" {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestHTTPWithoutTokens(t *testing.T) {
	for _, anonymous := range []bool{false, true} {
		s := start(t, memory.New(), func(c *Config) { c.HTTP.AllowAnonymous = anonymous })
		server := httptest.NewServer(s.HTTPHandler())
		status, text := post(t, server.URL, nil, initialize(`{}`))
		server.Close()
		if (status == http.StatusOK) != anonymous || anonymous && !bytes.Contains(text, []byte("protocolVersion")) {
			t.Errorf("anonymous %v: status %d %s", anonymous, status, text)
		}
	}
}

// TestNoPrincipalFromTheCaller holds that neither arguments nor what a client says about itself name the caller.
func TestNoPrincipalFromTheCaller(t *testing.T) {
	s := startToy(t)
	e := s.call("add_thing", `{"name":"a","user_id":"boss","agent_id":"x"}`)
	if e.Success || e.Audit.UserID != "local" || e.Audit.AgentID != nil {
		t.Errorf("%+v", e)
	}
	c := connect(t, s)
	c.send(strings.Replace(initialize(`{}`), `"name":"t"`, `"name":"boss"`, 1), call(1, "list_things", `{}`))
	if a := envelopeOf(t, c.answer("1")).Audit; a.UserID != "local" {
		text, _ := json.Marshal(a)
		t.Errorf("%s", text)
	}
}
