package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// echoServer has one tool that returns its arguments, as an error if the arguments ask for one.
func echoServer() *Server {
	return New(Options{
		Name: "echo", Version: "1", Logger: slog.New(slog.DiscardHandler),
		Subject: func(context.Context) string { return "" },
		Tools:   []Tool{{Name: "echo", Input: json.RawMessage(`{"type":"object"}`)}},
		Admit: func(ctx context.Context, _ string, _ json.RawMessage) (context.Context, func()) {
			return ctx, func() {}
		},
		Call: func(_ context.Context, r Request) (Result, error) {
			switch {
			case strings.Contains(string(r.Arguments), "fail"):
				return Result{}, errors.New("it failed")
			case strings.Contains(string(r.Arguments), "panic"):
				panic("it panicked")
			}
			text, err := json.Marshal(map[string]any{"tool": r.Tool, "arguments": r.Arguments,
				"traceparent": r.Traceparent})
			return Result{JSON: text, IsError: strings.Contains(string(r.Arguments), "wrong")}, err
		},
	})
}

// TestDirectCallsAnswerAsTheLibraryDoes sends ordinary and unusual tool calls over stdio and to the library.
func TestDirectCallsAnswerAsTheLibraryDoes(t *testing.T) {
	s := echoServer()
	for _, params := range []string{
		`{"name":"echo","arguments":{"a":[1,2.50,"<&>\u2028 é"]}}`, `{"name":"echo"}`,
		`{"name":"echo","arguments":null}`,
		`{"name":"echo","arguments":"text"}`, `{"name":"echo","arguments":{"wrong":1}}`,
		`{"name":"echo","arguments":{"fail":1}}`,
		`{"name":"echo","arguments":{"panic":1}}`, `{"name":"nobody","arguments":{}}`,
		`{"name":"echo","_meta":{"progressToken":3,"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}`,
		`{"name":"echo","task":{"ttl":1}}`, `{"name":"echo","task":null}`,
	} {
		for _, head := range []string{`"jsonrpc":"2.0","id":1`, `"jsonrpc":"2.0","id":"x"`,
			`"jsonrpc":"1.0","id":1`, `"id":1`} {
			line := `{` + head + `,"method":"tools/call","params":` + params + `}`
			if got, want := parsed(t, overStdio(t, s, line)),
				parsed(t, byLibrary(t, s, line)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s\n%v, the library answers\n%v", line, got, want)
			}
		}
	}
}

func overStdio(t *testing.T, s *Server, line string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := s.ServeStdio(t.Context(), strings.NewReader(line+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func byLibrary(t *testing.T, s *Server, line string) []byte {
	t.Helper()
	text, err := json.Marshal(s.mcp.HandleMessage(t.Context(), []byte(line)))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parsed(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// TestWorkersRunAllAndEnd runs more concurrent jobs than there are idle workers. Each job waits for the others.
func TestWorkersRunAllAndEnd(t *testing.T) {
	closed := make(chan struct{})
	h := newWorkers(closed)
	for range 3 {
		var met, done sync.WaitGroup
		n := 4 * idleWorkers()
		met.Add(n)
		done.Add(n)
		for range n {
			h.run(func() {
				met.Done()
				met.Wait()
				done.Done()
			})
		}
		done.Wait()
	}
	close(closed)
	for h.next() != nil {
		t.Error("a worker goes on after the end")
	}
}
