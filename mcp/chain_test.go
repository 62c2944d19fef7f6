package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
)

// TestOrderOfTheChain checks the order in section 6 of the tool contract, for calls that end at each of the steps.
func TestOrderOfTheChain(t *testing.T) {
	through := []string{stepValidateInput, stepAuditEnter, stepPermission, stepLimits,
		stepRate, stepApproval, stepDispatch,
		stepPlanApproval, stepValidateOutput, stepCommit, stepAuditExit}
	upTo := func(last string) []string {
		return append(slices.Clone(through[:slices.Index(through, last)+1]), stepAuditExit)
	}
	tests := []struct {
		name, tool, arguments string
		change                func(*Config)
		want                  []string
	}{
		{"a mutation takes every step", "add_thing", `{"name":"a"}`, nil, through},
		{"a read does not commit", "list_things", `{}`, nil, upTo(stepValidateOutput)},
		{"a dry run does everything but commit", "add_thing", `{"name":"a","dry_run":true}`,
			nil, upTo(stepValidateOutput)},
		{"a refused input is on record", "add_thing", `{}`, nil, upTo(stepAuditEnter)},
		{"permission", "add_thing", `{"name":"a","reasoning":"r"}`,
			agent(func(p *Principal) { delete(p.Permissions, OpCreate) }), upTo(stepPermission)},
		{"limits", "add_thing", `{"name":"a","reasoning":"r","dry_run":false}`,
			agent(func(p *Principal) { p.Limits.MaxOperationsPerSession = 1 }), upTo(stepLimits)},
		{"rate", "add_thing", `{"name":"a","reasoning":"r","dry_run":false}`,
			agent(func(p *Principal) { p.Limits.Rates = map[Category]Rate{CategoryMutation: {1, 1}} }), upTo(stepRate)},
		{"approval of a deletion", "remove_thing", `{"name":"a","reasoning":"r","dry_run":false}`,
			agent(nil), upTo(stepPlanApproval)},
		{"approval", "remove_thing", `{"name":"a","reasoning":"r","dry_run":false,"approval_id":"none"}`,
			agent(nil), upTo(stepApproval)},
		{"approval of the plan", "purge_things", `{"name":"a","reasoning":"r","dry_run":false}`,
			agent(nil), upTo(stepPlanApproval)},
		{"a handler's failure", "fail_now", `{}`, nil, upTo(stepDispatch)},
		{"output", "break_output", `{}`, nil, upTo(stepValidateOutput)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := start(t, memory.New(), tt.change)
			if tt.name == "limits" || tt.name == "rate" { // uses up the one call that is allowed
				s.must(t, tt.tool, tt.arguments)
			}
			var got []string
			s.observe = func(step string) { got = append(got, step) }
			s.call(tt.tool, tt.arguments)
			if !slices.Equal(got, tt.want) {
				t.Errorf("steps\n got %s\nwant %s", strings.Join(got, " > "), strings.Join(tt.want, " > "))
			}
		})
	}
}

func TestNothingIsWrittenUnlessCommitted(t *testing.T) {
	for _, arguments := range []string{`{"name":"a","dry_run":true}`, `{"name":""}`} {
		s := startToy(t)
		s.call("add_thing", arguments)
		if n := length(t, s.store, "model.m.branch.main"); n != 0 {
			t.Errorf("%s: %d model events", arguments, n)
		}
	}
}

func TestDryRunShowsWhatWouldHappen(t *testing.T) {
	s := startToy(t)
	e := s.must(t, "add_thing", `{"name":"a","dry_run":true}`)
	if !e.DryRun || e.EventID != nil || !strings.Contains(string(e.Data), `"names":["a"]`) {
		t.Errorf("%+v %s", e, e.Data)
	}
	if e = s.must(t, "add_thing", `{"name":"a"}`); e.DryRun || e.EventID == nil {
		t.Errorf("a commit says dry_run %v, event %v", e.DryRun, e.EventID)
	}
}

// TestEveryAnswerFitsTheOutputSchema checks successes, failures and dry runs, because some clients drop invalid
// replies.
func TestEveryAnswerFitsTheOutputSchema(t *testing.T) {
	s := start(t, memory.New(), agent(nil))
	calls := map[string]string{
		"add_thing": `{"name":"a","reasoning":"r"}`, "list_things": `{}`, "panic_now": `{}`,
		"fail_now": `{}`, "break_output": `{}`,
		"remove_thing": `{"name":"a","reasoning":"r","dry_run":false}`, "purge_things": `{"nam":1}`, "ask_user": `[]`,
	}
	for _, tool := range slices.Sorted(maps.Keys(calls)) {
		e := s.call(tool, calls[tool])
		text, err := e.encode()
		if err != nil {
			t.Fatal(err)
		}
		if issues := mustCompile(t, s.registry.Find(tool).OutputSchema).Check(text); issues != nil {
			t.Errorf("%s: %s\n%v", tool, text, issues)
		}
	}
}

func TestUnexpectedErrorsSayNothingOfTheMachine(t *testing.T) {
	s := startToy(t)
	for _, tool := range []string{"panic_now", "fail_now"} {
		f := s.refused(t, state.Internal, tool, `{}`)
		if text, _ := json.Marshal(f); strings.Contains(string(text), "secret") ||
			strings.Contains(string(text), "/home") || f.Data["cause_class"] == "" {
			t.Errorf("%s: %s", tool, text)
		}
	}
	s.must(t, "list_things", `{}`) // the server still works
}

func TestBrokenOutputIsABugAndNotCommitted(t *testing.T) {
	s := startToy(t)
	f := s.refused(t, state.InvalidOutput, "break_output", `{}`)
	if len(f.Data["issues"].([]issue)) != 2 {
		t.Errorf("issues %v", f.Data["issues"])
	}
}

func TestCallTimeout(t *testing.T) {
	s := start(t, memory.New(), func(c *Config) { c.CallTimeout = 20 * time.Millisecond })
	if f := s.refused(t, state.Timeout, "wait_long", `{}`); !f.Retryable {
		t.Error("a timeout of a read may be tried again")
	}
}

// TestConflictsAreDecidedAgain lets another process write first a few times, or for as long as the call may take.
func TestConflictsAreDecidedAgain(t *testing.T) {
	const always = 1 << 30
	for _, losses := range []int{1, 30, always} {
		limit := time.Minute // long enough for a loaded machine
		if losses == always {
			limit = 3 * time.Second
		}
		s := start(t, memory.New(), func(c *Config) { c.CallTimeout = limit })
		lost := 0
		s.toy.before = func(stream string) {
			if lost++; lost <= losses {
				other := eventstore.Event{ID: s.newID(), Type: "thing.added", Schema: 1,
					Data: fmt.Appendf(nil, `{"name":"other%d"}`, lost)}
				if _, err := s.store.Append(context.Background(),
					eventstore.Append{Stream: stream, Expected: eventstore.Any,
						Events: []eventstore.Event{other}}); err != nil {
					t.Error(err)
				}
			}
		}
		e := s.call("add_thing", `{"name":"mine"}`)
		if e.Success != (losses < always) {
			t.Errorf("%d losses: %+v", losses, e.Error)
		}
		if e.Success && !strings.Contains(string(e.Data), `"other1"`) {
			t.Errorf("the answer %s is not of the state it landed on", e.Data)
		}
		if !e.Success && (e.Error.Name != state.Timeout.Name() || !e.Error.Retryable) {
			t.Errorf("got %+v", e.Error)
		}
	}
}

// TestMutationsTakeEffectInOrderOfArrival admits calls in one order and runs them in the reverse order.
func TestMutationsTakeEffectInOrderOfArrival(t *testing.T) {
	s := startToy(t)
	const n = 20
	contexts := make([]context.Context, n)
	for i := range n {
		ctx, done := s.admit(context.Background(), "add_thing", json.RawMessage(`{"name":"x"}`))
		defer done()
		contexts[i] = ctx
	}
	var wg sync.WaitGroup
	for i := n - 1; i >= 0; i-- {
		wg.Go(func() {
			a, err := s.serve(contexts[i], request("add_thing", fmt.Sprintf(`{"name":"n%02d"}`, i)))
			if err != nil || !a.envelope.Success {
				t.Errorf("%v %+v", err, a.envelope.Error)
			}
			contexts[i].Value(arrivalKey{}).(*arrival).queued.release()
		})
		time.Sleep(time.Millisecond)
	}
	wg.Wait()
	var got listData
	decode(t, s.must(t, "list_things", `{}`).Data, &got)
	if len(got.Names) != n || !slices.IsSorted(got.Names) {
		t.Errorf("names %v", got.Names)
	}
}

func TestReadsRunBesideAMutation(t *testing.T) {
	s := startToy(t)
	entered, release := make(chan struct{}), make(chan struct{})
	s.toy.enter = func(context.Context, string) {
		close(entered)
		<-release
	}
	var wg sync.WaitGroup
	wg.Go(func() { s.call("add_thing", `{"name":"a"}`) })
	<-entered
	s.must(t, "list_things", `{}`)
	close(release)
	wg.Wait()
}

func TestOtherBranchesDoNotWait(t *testing.T) {
	s := startToy(t)
	entered, release := make(chan struct{}), make(chan struct{})
	s.toy.enter = func(_ context.Context, name string) {
		if name == "slow" {
			close(entered)
			<-release
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() { s.call("add_thing", `{"name":"slow"}`) })
	<-entered
	s.must(t, "add_thing", `{"name":"quick","branch":"other"}`)
	close(release)
	wg.Wait()
}

func TestUnknownTool(t *testing.T) {
	s := startToy(t)
	s.refused(t, state.NotFound, "no_such_tool", `{}`)
}
