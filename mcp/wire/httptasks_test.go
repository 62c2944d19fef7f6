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

// TestTasksAreForClientsThatKnowThem requests a task with and without the declared extension, and with a header that
// names this task, another one or none.
func TestTasksAreForClientsThatKnowThem(t *testing.T) {
	server := New(Options{
		Name: "test", Version: "1", Subject: func(context.Context) string { return "ann" },
		Methods: map[string]Method{"tasks/get": func(context.Context, json.RawMessage) (any, error) {
			return map[string]any{"resultType": "complete"}, nil
		}},
	})
	h, err := server.HTTP(HTTPOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = h.Close() }()
	const declared = `{"extensions":{"` + TasksExtension + `":{}}}`
	for name, c := range map[string]struct {
		capabilities, header string
		answer               string
	}{
		"declared":        {declared, "", `"resultType":"complete"`},
		"the same name":   {declared, "a", `"resultType":"complete"`},
		"another name":    {declared, "b", `"code":-32020`},
		"not declared":    {`{}`, "", `"code":-32021`},
		"null is no word": {`{"extensions":{"` + TasksExtension + `":null}}`, "", `"code":-32021`},
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"a","_meta":{` +
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` +
			c.capabilities + `,"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}}}`
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
		for _, set := range [][2]string{{"Accept", "application/json, text/event-stream"},
			{"Content-Type", "application/json"}, {mcp.HeaderProtocolVersion, "2026-07-28"},
			{"Mcp-Method", "tasks/get"}, {headerName, c.header}} {
			if set[1] != "" {
				r.Header.Set(set[0], set[1])
			}
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), c.answer) {
			t.Errorf("%s: %d %s, want %s", name, w.Code, w.Body.String(), c.answer)
		}
	}
}
