package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestLostConnectionLosesNoWork cuts the connections of calls in progress. The work is done once, and the answer can be
// fetched by a retry with the same key, and by resuming the stream.
func TestLostConnectionLosesNoWork(t *testing.T) {
	t.Parallel()
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	const calls = 20
	ids := make([]string, calls)
	for i := range calls {
		ids[i] = string(rune('a' + i))
		stream := ann.start(`"`+ids[i]+`"`, "fixture_record",
			arguments{"milliseconds": 500, "idempotency_key": ids[i], "text": ids[i], "branch": ids[i]})
		if !stream.isEvents() {
			t.Fatalf("a long call is answered by %s", stream.response.Header.Get("Content-Type"))
		}
		if m, ok := stream.next(); !ok || m.Method != "notifications/progress" {
			t.Fatalf("%v", m)
		}
		if i%2 == 0 {
			stream.lastID = ""
		}
		_ = stream.response.Body.Close()
		if stream.lastID == "" { // retry with the same key while the first call is in progress
			continue
		}
		resumed := ann.stream(ann.send(http.MethodGet, "", map[string]string{"Last-Event-ID": stream.lastID}))
		if a := resumed.answer(`"` + ids[i] + `"`); !a.Success || a.EventID == nil {
			t.Errorf("resumed: %s", a.Text)
		}
	}
	seen := map[string]bool{}
	for i := range calls {
		a := ann.must("fixture_record", arguments{"milliseconds": 500, "idempotency_key": ids[i],
			"text": ids[i], "branch": ids[i]}, nil)
		if seen[*a.EventID] {
			t.Errorf("event %s twice", *a.EventID)
		}
		seen[*a.EventID] = true
	}
	if n := s.recorded(); n != calls {
		t.Errorf("%d events of %d calls", n, calls)
	}
}

// TestStreamsAreResumedByTheirOwnersOnly tries to resume Ann's stream as Bob and in another session. Both must be
// refused.
func TestStreamsAreResumedByTheirOwnersOnly(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	stream := ann.start("1", "fixture_record", arguments{"milliseconds": 1500})
	if _, ok := stream.next(); !ok {
		t.Fatal("no progress")
	}
	_ = stream.response.Body.Close()
	for name, other := range map[string]*httpCaller{"Bob": s.begin(bobsToken),
		"Ann's other session": s.begin(annsToken)} {
		got := other.text(other.send(http.MethodGet, "", map[string]string{"Last-Event-ID": stream.lastID}))
		if !strings.Contains(got, "is not kept any more") || strings.Contains(got, "progress") {
			t.Errorf("%s got %s", name, got)
		}
	}
	if a := ann.stream(ann.send(http.MethodGet, "", map[string]string{"Last-Event-ID": stream.lastID})).answer(
		"1"); !a.Success {
		t.Errorf("%s", a.Text)
	}
	all := ann.send(http.MethodGet, "", map[string]string{"Last-Event-ID": strings.Replace(stream.lastID, ".",
		".999", 1)})
	if text := ann.text(all); all.StatusCode != http.StatusNoContent {
		t.Errorf("nothing is left and comes as %d %s", all.StatusCode, text)
	}
}

// TestHalfClosedConnectionIsAnswered closes the client's side of the connection after the request, as some programs do.
// The server must still answer.
func TestHalfClosedConnectionIsAnswered(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	for _, milliseconds := range []int{20, 700} {
		body, _ := ann.call("5", "fixture_record", arguments{"milliseconds": milliseconds})
		request := ann.request(http.MethodPost, s.url, body, map[string]string{"Connection": "close"})
		connection, err := net.Dial("tcp", s.address())
		if err != nil {
			t.Fatal(err)
		}
		if err := request.Write(connection); err != nil {
			t.Fatal(err)
		}
		if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		_ = connection.SetReadDeadline(time.Now().Add(10 * time.Second))
		text, err := io.ReadAll(bufio.NewReader(connection))
		_ = connection.Close()
		if err != nil || !strings.Contains(string(text), `"success":true`) {
			t.Errorf("%d ms: %v %s", milliseconds, err, text)
		}
	}
}

// TestStreamsBeginWithAnID checks that a stream begins with an id to resume it by, and is not buffered by a proxy.
func TestStreamsBeginWithAnID(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	r := ann.stream(ann.send(http.MethodPost, firstOf(ann.call("1", "fixture_slow",
		arguments{"milliseconds": 800})), nil))
	data, ok := r.event()
	if !ok || len(data) != 0 || r.lastID == "" {
		t.Errorf("the first event is %q with id %q", data, r.lastID)
	}
	for name, want := range map[string]string{"X-Accel-Buffering": "no", "Content-Type": "text/event-stream",
		"Cache-Control": "no-cache, no-transform"} {
		if got := r.response.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func firstOf[A, B any](a A, _ B) A { return a }
