package main

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

const cancelSeven = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`

// TestNobodyCancelsAnothersCall tries to cancel a call of Ann by its id, as Bob and in a second session of Ann, in both
// versions of the protocol. The call must go on.
func TestNobodyCancelsAnothersCall(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	for _, ann := range []*httpCaller{s.begin(annsToken), s.modernly(annsToken)} {
		running := make(chan answer, 1)
		go func() { running <- ann.start("7", "fixture_slow", arguments{"milliseconds": 600}).answer("7") }()
		time.Sleep(200 * time.Millisecond)
		for name, other := range map[string]*httpCaller{
			"Bob": s.begin(bobsToken), "Bob without a session": s.modernly(bobsToken),
			"another session of Ann's": s.begin(annsToken), "Ann without a session": s.modernly(annsToken),
		} {
			header := map[string]string{}
			if other.modern {
				header["Mcp-Protocol-Version"] = "2026-07-28"
				header["Mcp-Method"] = "notifications/cancelled"
			}
			if status, text := other.status(http.MethodPost, cancelSeven, header); status != http.StatusAccepted {
				t.Errorf("%s: %d %s", name, status, text)
			}
		}
		if a := <-running; !a.Success {
			t.Errorf("modern %v: the call was cancelled by others: %s", ann.modern, a.Text)
		}
	}
}

// TestOnesOwnCallCanBeCancelled cancels by notification within the session, and by closing the stream in the newer
// protocol.
func TestOnesOwnCallCanBeCancelled(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	began := time.Now()
	done := make(chan bool, 1)
	go func() {
		stream, answered := ann.start("7", "fixture_record",
			arguments{"milliseconds": 20_000, "idempotency_key": "a"}), false
		for m, ok := stream.next(); ok; m, ok = stream.next() {
			answered = answered || m.Method == ""
		}
		done <- answered
	}()
	time.Sleep(400 * time.Millisecond)
	ann.status(http.MethodPost, cancelSeven, nil)
	select {
	case answered := <-done:
		if answered {
			t.Error("a cancelled call is answered")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the stream of a cancelled call does not end")
	}
	modern := s.modernly(annsToken)
	stream := modern.start("7", "fixture_record", arguments{"milliseconds": 20_000})
	if _, ok := stream.next(); !ok {
		t.Fatal("no progress")
	}
	_ = stream.response.Body.Close()
	s.eventually("both calls have ended", func() bool {
		return strings.Count(s.events(), `"outcome":"cancelled"`) == 2
	})
	if time.Since(began) > 15*time.Second || s.recorded() != 0 {
		t.Errorf("the calls went on for %s and wrote %d events", time.Since(began), s.recorded())
	}
}

// TestForeignSessionsAreNotThere uses sessions of another caller, and unknown, forged and ended sessions. All answers
// must be that there is no such session. A call without a session must be refused too.
func TestForeignSessionsAreNotThere(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	anns, ended := s.begin(annsToken), s.begin(bobsToken)
	if status, text := ended.status(http.MethodDelete, "", nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	forged := []byte(anns.session)
	forged[3] ^= 1
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for name, session := range map[string]string{
		"another's": anns.session, "unknown": "unknown", "forged": string(forged), "ended": ended.session,
		"a long one": strings.Repeat("A", 5000), "no base64": "%%%",
	} {
		bob := s.as(bobsToken)
		bob.session = session
		var answers []string
		for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPost} {
			body := ""
			if method == http.MethodPost {
				body = ping
			}
			status, text := bob.status(method, body, nil)
			if status != http.StatusNotFound {
				t.Errorf("%s of a session that is %s: %d %s", method, name, status, text)
			}
			answers = append(answers, strings.Replace(text, `"id":1,`, "", 1))
		}
		if answers[0] != answers[1] || !strings.Contains(answers[2], "no such session") {
			t.Errorf("%s: the answers differ: %q", name, answers)
		}
	}
	bob := s.as(bobsToken)
	for method, body := range map[string]string{http.MethodGet: "", http.MethodDelete: "", http.MethodPost: ping} {
		if status, text := bob.status(method, body, nil); status != http.StatusBadRequest ||
			!strings.Contains(text, "Mcp-Session-Id") {
			t.Errorf("%s without a session: %d %s", method, status, text)
		}
	}
	if status, text := anns.status(http.MethodPost, ping, nil); status != http.StatusOK {
		t.Errorf("Ann's session is gone: %d %s", status, text)
	}
}

// TestProgressGoesToItsCall runs two calls of a session at the same time, beside a listening stream of the session.
// Each progress notification must go to the stream of its own call.
func TestProgressGoesToItsCall(t *testing.T) {
	s := serveTeam(t, t.TempDir())
	ann := s.begin(annsToken)
	listening := ann.stream(ann.send(http.MethodGet, "", nil))
	if listening.response.StatusCode != http.StatusOK {
		t.Fatalf("%d", listening.response.StatusCode)
	}
	stray := make(chan message, 1)
	go func() {
		if m, ok := listening.next(); ok {
			stray <- m
		}
	}()
	done := make(chan int, 2)
	for _, id := range []string{"1", "2"} {
		go func() {
			stream, seen := ann.start(id, "fixture_progress", arguments{"steps": 8, "milliseconds": 60}), 0
			for {
				m, ok := stream.next()
				if !ok {
					break
				}
				if m.Method == "notifications/progress" {
					seen++
					if !strings.Contains(string(m.Params), `"progress of `+id+`"`) {
						t.Errorf("call %s got %s", id, m.Params)
					}
				}
			}
			done <- seen
		}()
	}
	for range 2 {
		if seen := <-done; seen != 8 {
			t.Errorf("%d progress notifications, want 8", seen)
		}
	}
	select {
	case m := <-stray:
		t.Errorf("the listening stream got %s %s", m.Method, m.Params)
	default:
	}
}
