package tools

import (
	"sync"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// TestRunStartBesideItsFirstHasItsAnswer checks that concurrent calls with one idempotency key are one run, and that
// all get the answer of the first one.
func TestRunStartBesideItsFirstHasItsAnswer(t *testing.T) {
	o := newDesks(t, 1)
	var locks sync.Mutex
	held := map[string]bool{}
	o.backend.LockRun = func(id string) (func(), bool, error) {
		locks.Lock()
		defer locks.Unlock()
		if held[id] {
			return nil, false, nil
		}
		held[id] = true
		return func() {
			locks.Lock()
			defer locks.Unlock()
			delete(held, id)
		}, true, nil
	}
	answers := make([]mcp.Envelope, 4)
	var calls sync.WaitGroup
	for i := range answers {
		calls.Go(func() {
			answers[i] = o.call("run_start", deskRun, `,"auto_fix":true`, `,"idempotency_key":"k"`)
		})
	}
	calls.Wait()
	for i, e := range append(answers, o.call("run_start", deskRun, `,"auto_fix":true`, `,"idempotency_key":"k"`)) {
		switch {
		case !e.Success:
			t.Errorf("call %d: %+v", i, e.Error)
		case e.RunID != answers[0].RunID || e.EventID == nil || *e.EventID != *answers[0].EventID:
			t.Errorf("call %d: run %s, event %v", i, e.RunID, e.EventID)
		}
	}
}

// TestBatchTakesWholeNumbersInOtherWords checks that a step of a batch accepts 2.0 as a whole number, like the tool
// itself.
func TestBatchTakesWholeNumbersInOtherWords(t *testing.T) {
	o := newDesks(t, 1)
	d := o.ok("apply_batch", `{"operations":[{"tool":"copy_element",
		"args":{"element_ids":["$desk0"],"delta":[2000,0,0],"count":2.0}}]}`)
	if d.at("created").len() != 2 {
		t.Errorf("created %v", d.at("created").value)
	}
}
