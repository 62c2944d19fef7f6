package wire

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// held is a connection whose first event reaches the client before the handler goes on.
type held struct {
	written
	release chan struct{}
}

func (w *held) Write(text []byte) (int, error) {
	n, err := w.written.Write(text)
	<-w.release
	return n, err
}

// TestStreamIsAskedForBeforeItsFirstConnectionReads loses the connection of a call at its priming event. It resumes the
// stream before the handler of the lost connection continues, and expects the answer.
func TestStreamIsAskedForBeforeItsFirstConnectionReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := startSlow(t, time.Minute, HTTPOptions{})
		session := beginSession(t, h)
		first := &held{written: written{ResponseRecorder: httptest.NewRecorder()}, release: make(chan struct{})}
		call := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","arguments":{}}}`))
		call.Header.Set("Accept", "application/json, text/event-stream")
		call.Header.Set("Content-Type", "application/json")
		call.Header.Set(mcp.HeaderSessionID, session)
		go h.ServeHTTP(first, call)
		time.Sleep(time.Second)
		id, _, _ := strings.Cut(strings.TrimPrefix(first.text(), "id: "), "\n")
		again := &written{ResponseRecorder: httptest.NewRecorder()}
		go func() {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/mcp", nil)
			r.Header.Set("Accept", "text/event-stream")
			r.Header.Set(mcp.HeaderSessionID, session)
			r.Header.Set(mcp.HeaderLastEventID, id)
			h.ServeHTTP(again, r)
		}()
		synctest.Wait()
		close(first.release)
		time.Sleep(2 * time.Minute)
		if !strings.Contains(again.text(), `"done":true`) {
			t.Errorf("who asks for the stream of %q reads %q", id, again.text())
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}
