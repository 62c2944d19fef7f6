package wire

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

// TestMarkedParametersAreHeldAgainstTheirHeaders calls a tool that marks a parameter, with matching and with different
// headers. Calls in the era with sessions need no headers.
func TestMarkedParametersAreHeldAgainstTheirHeaders(t *testing.T) {
	server := New(Options{
		Name: "test", Version: "1", Subject: func(context.Context) string { return "ann" },
		Tools: []Tool{{Name: "routed", Description: "Is routed.", Output: json.RawMessage(`{"type":"object"}`),
			Input: json.RawMessage(
				`{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`)}},
		Admit: func(ctx context.Context, _ string, _ json.RawMessage) (context.Context, func()) {
			return ctx, func() {}
		},
		Call: func(context.Context, Request) (Result, error) {
			return Result{JSON: json.RawMessage(`{"done":true}`)}, nil
		},
	})
	h, err := server.HTTP(HTTPOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = h.Close() }()
	call := func(arguments string, headers ...string) (int, string) {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"routed","arguments":` + arguments +
			`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}}}`
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
		set := append([]string{"Accept", "application/json, text/event-stream", "Content-Type", "application/json",
			mcp.HeaderProtocolVersion, "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "routed"}, headers...)
		for i := 0; i < len(set); i += 2 {
			r.Header.Set(set[i], set[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	const plain = `{"region":"Zürich"}`
	for name, c := range map[string]struct {
		arguments string
		headers   []string
		status    int
	}{
		"the same":               {`{"region":"north"}`, []string{"Mcp-Param-Region", "north"}, 200},
		"the same, encoded":      {plain, []string{"mcp-param-region", "=?base64?WsO8cmljaA==?="}, 200},
		"neither":                {`{}`, nil, 200},
		"another":                {`{"region":"north"}`, []string{"Mcp-Param-Region", "south"}, 400},
		"no header":              {`{"region":"north"}`, nil, 400},
		"no argument":            {`{}`, []string{"Mcp-Param-Region", "north"}, 400},
		"what cannot be decoded": {plain, []string{"Mcp-Param-Region", "=?base64?WsO8!!!?="}, 400},
		"both empty":             {`{"region":""}`, []string{"Mcp-Param-Region", ""}, 200},
	} {
		status, text := call(c.arguments, c.headers...)
		if status != c.status || (status == 400) != strings.Contains(text, "-32020") {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	older := send(t.Context(), h, http.MethodPost, beginSession(t, h), "2025-11-25",
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"routed","arguments":{"region":"north"}}}`)
	if older.Code != http.StatusOK {
		t.Errorf("with a session: %d %s", older.Code, older.text())
	}
}
