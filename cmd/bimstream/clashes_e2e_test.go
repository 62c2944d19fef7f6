package main

import (
	"encoding/json"
	"strconv"
	"testing"
	"time"
)

// TestClashTestsTellTheirProgressAndAreCancelled runs clash tests of a generated building through the server. A client
// that gives a token receives progress. A client that cancels gets no answer, and no run is recorded.
func TestClashTestsTellTheirProgressAndAreCancelled(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	mustRun(t, "generate", "--storeys", "10", "--elements", "7000", "--data", data)
	s := serveAll(t, data)
	test := arguments{"mode": "all", "clearance": 400, "limit": 1}
	c := s.begin(t, "clash_detection", test, "whole")
	result, err := s.await(c.reply)
	if err != nil {
		t.Fatal(err)
	}
	var r toolResult
	readInto(t, result, &r)
	a, err := r.read()
	if err != nil || !a.Success {
		t.Fatalf("%v: %s", err, a.Text)
	}
	var run struct {
		ID       string `json:"validation_run_id"`
		Examined int    `json:"pairs_examined"`
	}
	readInto(t, a.Data, &run)
	told := s.progressOf(t, "whole")
	if last := told[len(told)-1]; len(told) < 2 || last.Progress != last.Total || last.Total != float64(run.Examined) {
		t.Errorf("of %d pairs the client heard %+v", run.Examined, told)
	}
	for i := 1; i < len(told); i++ {
		if told[i].Progress <= told[i-1].Progress {
			t.Errorf("progress does not grow: %+v", told)
		}
	}
	test["clearance"] = 3000 // more pairs, because progress is sent only after half a second
	c = s.begin(t, "clash_detection", test, "cut short")
	s.awaitProgress(t, "cut short")
	cancel, _ := json.Marshal(arguments{"jsonrpc": "2.0", "method": "notifications/cancelled",
		"params": arguments{"requestId": c.id, "reason": "enough"}})
	if err := s.write(cancel); err != nil {
		t.Fatal(err)
	}
	s.checkOnlyRun(t, run.ID)
	select {
	case m := <-c.reply:
		t.Errorf("a cancelled test was answered: %s", m.Result)
	default:
	}
	if told := s.progressOf(t, "cut short"); told[len(told)-1].Total > 0 &&
		told[len(told)-1].Progress >= told[len(told)-1].Total {
		t.Errorf("the cancelled test went on to its end: %+v", told[len(told)-1])
	}
}

// checkOnlyRun checks that just one run is recorded, now and by another server after this one has ended.
func (s *server) checkOnlyRun(t *testing.T, id string) {
	t.Helper()
	look := func(s *server) {
		var list struct {
			Total int `json:"total"`
			Runs  []struct {
				ID string `json:"validation_run_id"`
			} `json:"runs"`
		}
		s.must("list_validation_runs", arguments{}, &list)
		if list.Total != 1 || list.Runs[0].ID != id {
			t.Errorf("the runs are %+v, want %s alone", list, id)
		}
	}
	look(s)
	folder := s.command.Args[len(s.command.Args)-1]
	s.close()
	other := serveAll(t, folder)
	look(other)
	var chain struct {
		Intact bool `json:"intact"`
	}
	other.must("audit_verify_chain", arguments{}, &chain)
	if !chain.Intact {
		t.Error("the record is not intact")
	}
}

// pendingCall is a call that was sent and whose answer may not have come yet.
type pendingCall struct {
	id    int
	reply chan message
}

// begin sends a call with a progress token, and does not wait.
func (s *server) begin(t *testing.T, tool string, args any, token string) pendingCall {
	t.Helper()
	s.mu.Lock()
	s.last++
	c := pendingCall{s.last, make(chan message, 1)}
	s.waiting[strconv.Itoa(c.id)] = c.reply
	s.mu.Unlock()
	line, err := json.Marshal(arguments{"jsonrpc": "2.0", "id": c.id, "method": "tools/call",
		"params": arguments{"name": tool, "arguments": args, "_meta": arguments{"progressToken": token}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.write(line); err != nil {
		t.Fatal(err)
	}
	return c
}

// toldProgress is a progress notification of a call.
type toldProgress struct {
	Token    string  `json:"progressToken"`
	Progress float64 `json:"progress"`
	Total    float64 `json:"total"`
	Message  string  `json:"message"`
}

// progressOf returns the progress received under a token so far.
func (s *server) progressOf(t *testing.T, token string) []toldProgress {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []toldProgress
	for _, m := range s.strays {
		if m.Method != "notifications/progress" {
			continue
		}
		var p toldProgress
		readInto(t, m.Params, &p)
		if p.Token == token {
			out = append(out, p)
		}
	}
	return out
}

func (s *server) awaitProgress(t *testing.T, token string) {
	t.Helper()
	for began := time.Now(); len(s.progressOf(t, token)) == 0; time.Sleep(time.Millisecond) {
		if time.Since(began) > answerLimit {
			t.Fatal("no progress is told")
		}
	}
}

func readInto(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}
