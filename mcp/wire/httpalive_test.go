package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// slowTool is the server's only tool, whose calls take a given time.
const slowTool = "slow"

// startSlow returns a server with slowTool, whose calls take the given time.
func startSlow(t *testing.T, takes time.Duration, o HTTPOptions) *HTTP {
	t.Helper()
	server := New(Options{
		Name: "test", Version: "1", Subject: func(context.Context) string { return "ann" },
		Tools: []Tool{{Name: slowTool, Description: "Waits.", Input: json.RawMessage(`{"type":"object"}`),
			Output: json.RawMessage(`{"type":"object"}`)}},
		Listed: func(context.Context, string) bool { return true }, ListChanges: true,
		Admit: func(ctx context.Context, _ string, _ json.RawMessage) (context.Context, func()) {
			return ctx, func() {}
		},
		Call: func(ctx context.Context, _ Request) (Result, error) {
			select {
			case <-time.After(takes):
			case <-ctx.Done():
			}
			return Result{JSON: json.RawMessage(`{"done":true}`)}, nil
		},
	})
	h, err := server.HTTP(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// written records what was sent over a connection. It can be read while a stream is open.
type written struct {
	*httptest.ResponseRecorder
	mu sync.Mutex
}

func (w *written) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ResponseRecorder.Write(text)
}

func (w *written) Flush() {}

func (w *written) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Body.String()
}

// send serves a request until its answer is complete or ctx ends.
func send(ctx context.Context, h *HTTP, method, session, version, body string) *written {
	r := httptest.NewRequestWithContext(ctx, method, "/mcp", bytes.NewReader([]byte(body)))
	r.Header.Set("Accept", "application/json, text/event-stream")
	for name, value := range map[string]string{"Content-Type": "application/json", mcp.HeaderSessionID: session,
		mcp.HeaderProtocolVersion: version} {
		if value != "" && (name != "Content-Type" || body != "") {
			r.Header.Set(name, value)
		}
	}
	w := &written{ResponseRecorder: httptest.NewRecorder()}
	h.ServeHTTP(w, r)
	return w
}

func beginSession(t *testing.T, h *HTTP) string {
	t.Helper()
	w := send(t.Context(), h, http.MethodPost, "", "",
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	id := w.Header().Get(mcp.HeaderSessionID)
	if id == "" {
		t.Fatalf("no session: %d %s", w.Code, w.text())
	}
	return id
}

const alive = ": alive\n\n"

// TestEveryOpenStreamIsKeptAlive checks with a fake clock that each kind of stream sends a comment every 15 s. The
// kinds are the stream of a session, the stream of a call, a resumed stream, and a subscription of the newer era.
func TestEveryOpenStreamIsKeptAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := startSlow(t, time.Hour, HTTPOptions{})
		ctx, cancel := context.WithCancel(t.Context())
		session := beginSession(t, h)
		streams := map[string]*written{}
		var mu sync.Mutex
		open := func(name, method, session, version, body string, header ...string) {
			go func() {
				r := httptest.NewRequestWithContext(ctx, method, "/mcp", strings.NewReader(body))
				r.Header.Set("Accept", "application/json, text/event-stream")
				r.Header.Set("Content-Type", "application/json")
				for i := 0; i < len(header); i += 2 {
					r.Header.Set(header[i], header[i+1])
				}
				if session != "" {
					r.Header.Set(mcp.HeaderSessionID, session)
				}
				if version != "" {
					r.Header.Set(mcp.HeaderProtocolVersion, version)
				}
				w := &written{ResponseRecorder: httptest.NewRecorder()}
				mu.Lock()
				streams[name] = w
				mu.Unlock()
				h.ServeHTTP(w, r)
			}()
			synctest.Wait()
		}
		call := `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"slow","arguments":{}}}`
		open("of the session", http.MethodGet, session, "", "")
		open("of a call", http.MethodPost, session, "", fmt.Sprintf(call, 1))
		open("lost", http.MethodPost, session, "", fmt.Sprintf(call, 2))
		time.Sleep(time.Second) // by then the calls are answered by streams
		synctest.Wait()
		id, _, _ := strings.Cut(strings.TrimPrefix(streams["lost"].text(), "id: "), "\n")
		open("asked for again", http.MethodGet, session, "", "", mcp.HeaderLastEventID, id)
		meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
		open("a call of the newer era", http.MethodPost, "", "2026-07-28",
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","arguments":{},`+meta+`}}`,
			"Mcp-Method", "tools/call", "Mcp-Name", "slow")
		open("a subscription", http.MethodPost, "", "2026-07-28",
			`{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},`+meta+`}}`,
			"Mcp-Method", "subscriptions/listen")
		time.Sleep(61 * time.Second)
		synctest.Wait()
		delete(streams, "lost") // another listener has taken it over
		for name, w := range streams {
			if got := strings.Count(w.text(), alive); got != 4 {
				t.Errorf("the stream %s says %d times that it is alive in 61 s: %d %q", name, got, w.Code, w.text())
			}
		}
		cancel()
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestIdleSessionsAreLetGo checks with a fake clock that the data of a session is dropped after its idle time. A
// session with an open stream stays, and the id of a dropped session remains valid.
func TestIdleSessionsAreLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := startSlow(t, time.Millisecond, HTTPOptions{SessionIdle: 10 * time.Minute})
		ctx, cancel := context.WithCancel(t.Context())
		idle, used, listening := beginSession(t, h), beginSession(t, h), beginSession(t, h)
		go send(ctx, h, http.MethodGet, listening, "", "")
		ping := func(session string) int {
			return send(t.Context(), h, http.MethodPost, session, "", `{"jsonrpc":"2.0","id":1,"method":"ping"}`).Code
		}
		for range 3 {
			time.Sleep(5 * time.Minute)
			if code := ping(used); code != http.StatusOK {
				t.Errorf("a session in use: %d", code)
			}
		}
		synctest.Wait()
		if kept := h.Stats().Sessions; kept != 2 {
			t.Errorf("%d sessions are kept, want the one in use and the one with a stream", kept)
		}
		if code := ping(idle); code != http.StatusOK || h.Stats().Sessions != 3 {
			t.Errorf("the id of a session that was let go: %d, %d kept", code, h.Stats().Sessions)
		}
		cancel()
		synctest.Wait()
		time.Sleep(11 * time.Minute)
		if kept := h.Stats().Sessions; kept != 0 {
			t.Errorf("%d sessions are kept of which none was used for long", kept)
		}
		time.Sleep(sessionLifetime)
		if code := ping(idle); code != http.StatusNotFound {
			t.Errorf("a session that is too old: %d", code)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestStreamsWaitForTheirClients checks with a fake clock that a lost answer is kept for exactly its time.
func TestStreamsWaitForTheirClients(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := startSlow(t, 2*time.Second, HTTPOptions{})
		session := beginSession(t, h)
		lost := send(t.Context(), h, http.MethodPost, session, "",
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","arguments":{}}}`)
		id, _, _ := strings.Cut(strings.TrimPrefix(lost.text(), "id: "), "\n")
		again := func() string {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/mcp", nil)
			r.Header.Set("Accept", "text/event-stream")
			r.Header.Set(mcp.HeaderSessionID, session)
			r.Header.Set(mcp.HeaderLastEventID, id)
			w := &written{ResponseRecorder: httptest.NewRecorder()}
			h.ServeHTTP(w, r)
			return w.text()
		}
		time.Sleep(DefaultResumeWithin - time.Second)
		if text := again(); !strings.Contains(text, `"done":true`) {
			t.Errorf("before its time is over: %q", text)
		}
		time.Sleep(time.Minute)
		if text := again(); !strings.Contains(text, "is not kept any more") || h.Stats().Retained != 0 {
			t.Errorf("after its time: %q, %d bytes", text, h.Stats().Retained)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}
