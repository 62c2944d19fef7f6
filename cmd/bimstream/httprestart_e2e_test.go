package main

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSessionsOutliveTheProcess uses one session in two processes on a store, and after a restart of both. A session
// that was ended in one process is ended in the other.
func TestSessionsOutliveTheProcess(t *testing.T) {
	data := t.TempDir()
	first := serveTeam(t, data)
	second := serveTeam(t, data)
	ann, gone := first.begin(annsToken), first.begin(annsToken)
	model := struct{ ModelID string }{}
	ann.must("create_model", arguments{"name": "House"}, &model)
	elsewhere := second.as(annsToken)
	elsewhere.session = ann.session
	elsewhere.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	gone.status(http.MethodDelete, "", nil)
	gone.server = second
	if status, text := gone.status(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, nil); status !=
		http.StatusNotFound {
		t.Errorf("a session that was ended in another process: %d %s", status, text)
	}
	if code := first.stop(); code != 0 {
		t.Errorf("exit code %d\n%s", code, first.log)
	}
	if code := second.stop(); code != 0 {
		t.Errorf("exit code %d\n%s", code, second.log)
	}
	third := serveTeam(t, data)
	ann.server, gone.server = third, third
	ann.must("create_level", arguments{"name": "First", "elevation": 3000}, nil)
	if status, text := gone.status(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, nil); status !=
		http.StatusNotFound {
		t.Errorf("a session that was ended before: %d %s", status, text)
	}
	bob := third.as(bobsToken)
	bob.session = ann.session
	if status, _ := bob.status(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, nil); status !=
		http.StatusNotFound {
		t.Errorf("Bob with Ann's session: %d", status)
	}
}

// TestTheEndLetsCallsEnd sends SIGTERM during an open stream and two calls: one ends within the drain time, the other
// does not.
func TestTheEndLetsCallsEnd(t *testing.T) {
	s := serveTeam(t, t.TempDir(), "--drain", "2s")
	ann := s.begin(annsToken)
	listening := ann.stream(ann.send(http.MethodGet, "", nil))
	short := ann.start("1", "fixture_record", arguments{"milliseconds": 1200, "branch": "a"})
	long := ann.start("2", "fixture_record", arguments{"milliseconds": 60_000, "branch": "b"})
	began := time.Now()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, ok := listening.next(); ok || time.Since(began) > time.Second {
		t.Errorf("the open stream ends after %s", time.Since(began))
	}
	ready, err := http.Get(s.operations + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	if text := ann.text(ready); ready.StatusCode != http.StatusServiceUnavailable ||
		!strings.Contains(text, "about to end") {
		t.Errorf("ready: %d %s", ready.StatusCode, text)
	}
	if status, text := ann.status(http.MethodPost, `{"jsonrpc":"2.0","id":9,"method":"ping"}`, nil); status !=
		http.StatusServiceUnavailable {
		t.Errorf("a new request: %d %s", status, text)
	}
	if a := short.answer("1"); !a.Success {
		t.Errorf("a call that ends in time: %s", a.Text)
	}
	if a := long.answer("2"); a.Success || a.Error.Name != "CANCELLED" {
		t.Errorf("a call that does not end in time: %s", a.Text)
	}
	select {
	case <-s.ended:
	case <-time.After(20 * time.Second):
		t.Fatal("the server does not end")
	}
	if code, took := s.command.ProcessState.ExitCode(), time.Since(began); code != 0 || took > 6*time.Second {
		t.Errorf("exit code %d after %s\n%s", code, took, s.log)
	}
	if n := s.recorded(); n != 1 {
		t.Errorf("%d events, want that of the call that ended", n)
	}
}

// TestTokensAreReadAgain revokes and rotates tokens while clients use them. The server must apply the changes without a
// restart.
func TestTokensAreReadAgain(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann, bob := s.begin(annsToken), s.begin(bobsToken)
	tokens := filepath.Join(s.data, "tokens.json")
	reload := func(text, want string) {
		t.Helper()
		before := strings.Count(s.log.String(), want)
		writePrivate(t, tokens, text)
		if err := s.command.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		s.eventually("the log says "+want, func() bool { return strings.Count(s.log.String(), want) > before })
	}
	reload("["+tokenLine("new-token-of-ann", "new", person("ann"), "")+"]", "read again who may call")
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	if status, text := bob.status(http.MethodPost, ping, nil); status != http.StatusUnauthorized ||
		!strings.Contains(text, "revoked") {
		t.Errorf("a revoked token: %d %s", status, text)
	}
	if status, _ := ann.status(http.MethodPost, ping, nil); status != http.StatusUnauthorized {
		t.Errorf("an old token: %d", status)
	}
	ann.token = "new-token-of-ann"
	if status, text := ann.status(http.MethodPost, ping, nil); status != http.StatusOK {
		t.Errorf("the session with the new token: %d %s", status, text)
	}
	reload("this is no JSON", "was not read again")
	if status, text := ann.status(http.MethodPost, ping, nil); status != http.StatusOK {
		t.Errorf("after a file that does not hold: %d %s", status, text)
	}
}

// TestAnswerOfAnEndedServerIsNotWaitedFor tries to resume a stream of the server before the restart: the client gets an
// error for its request, not silence.
func TestAnswerOfAnEndedServerIsNotWaitedFor(t *testing.T) {
	data := t.TempDir()
	s := serveTeam(t, data)
	ann := s.begin(annsToken)
	stream := ann.start(`"q-1"`, "fixture_record", arguments{"milliseconds": 60_000, "idempotency_key": "k"})
	if _, ok := stream.next(); !ok {
		t.Fatal("no progress")
	}
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.ended
	again := serveTeam(t, data)
	ann.server = again
	m, ok := ann.stream(ann.send(http.MethodGet, "", map[string]string{"Last-Event-ID": stream.lastID})).next()
	if !ok || string(m.ID) != `"q-1"` || m.Error == nil || !strings.Contains(m.Error.Message, "idempotency_key") {
		text, _ := json.Marshal(m)
		t.Errorf("%v %s", ok, text)
	}
	ann.must("fixture_record", arguments{"idempotency_key": "k"}, nil)
}
