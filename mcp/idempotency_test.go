package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/signing"
	"github.com/google/uuid"
)

// another starts a second server on the store of the first, like another process.
func another(t *testing.T, s *setup) *setup {
	return start(t, s.store, func(c *Config) { c.NewID = countedIDs(7) })
}

func TestSameKeySameResult(t *testing.T) {
	s := startToy(t)
	const arguments = `{"name":"a","idempotency_key":"k1"}`
	first := s.must(t, "add_thing", arguments)
	for name, server := range map[string]*setup{"the same server": s, "another process": another(t, s)} {
		// White space and order of the arguments do not matter.
		again := server.must(t, "add_thing", ` {"idempotency_key": "k1", "name":"a"}`)
		if *again.EventID != *first.EventID || string(again.Data) != string(first.Data) ||
			!again.Timestamp.Equal(first.Timestamp) {
			t.Errorf("%s: %s %s, want %s %s", name, *again.EventID, again.Data, *first.EventID, first.Data)
		}
	}
	if n := length(t, s.store, "model.m.branch.main"); n != 1 {
		t.Errorf("%d model events", n)
	}
}

func TestSameKeyOtherArguments(t *testing.T) {
	s := startToy(t)
	s.must(t, "add_thing", `{"name":"a","idempotency_key":"k1"}`)
	for _, server := range []*setup{s, another(t, s)} {
		server.refused(t, state.IdempotencyMismatch, "add_thing", `{"name":"b","idempotency_key":"k1"}`)
	}
}

func TestKeysBelongToPrincipalAndTool(t *testing.T) {
	s := startToy(t)
	s.must(t, "add_thing", `{"name":"a","idempotency_key":"k"}`)
	s.must(t, "purge_things", `{"name":"b","idempotency_key":"k"}`)
	other := start(t, s.store, func(c *Config) { c.Principal.ID, c.NewID = "someone.else", countedIDs(3) })
	other.must(t, "add_thing", `{"name":"c","idempotency_key":"k"}`)
	if n := length(t, s.store, "model.m.branch.main"); n != 3 {
		t.Errorf("%d model events", n)
	}
}

func TestFailuresAndDryRunsAreNotKept(t *testing.T) {
	s := startToy(t)
	s.must(t, "add_thing", `{"name":"a","idempotency_key":"k","dry_run":true}`)
	s.refused(t, state.InvalidInput, "add_thing", `{"idempotency_key":"k"}`)
	if e := s.must(t, "add_thing", `{"name":"b","idempotency_key":"k"}`); e.EventID == nil {
		t.Error("nothing was committed")
	}
	if e := s.must(t, "add_thing", `{"name":"c","idempotency_key":"k","dry_run":true}`); !e.DryRun {
		t.Error("a dry run answered the kept result")
	}
}

// TestTwoProcessesWithOneKey lets another process commit between the decision and the append of the first process.
func TestTwoProcessesWithOneKey(t *testing.T) {
	s := startToy(t)
	other := another(t, s)
	const arguments = `{"name":"a","idempotency_key":"k"}`
	var first Envelope
	s.toy.before = func(string) {
		s.toy.before = nil
		first = other.must(t, "add_thing", arguments)
	}
	second := s.must(t, "add_thing", arguments)
	if *second.EventID != *first.EventID || string(second.Data) != string(first.Data) {
		t.Errorf("got %s %s, want %s %s", *second.EventID, second.Data, *first.EventID, first.Data)
	}
	if n := length(t, s.store, "model.m.branch.main"); n != 1 {
		t.Errorf("%d model events", n)
	}
}

// TestManyCallsWithOneKey checks that many calls with one key commit once, whichever wins.
func TestManyCallsWithOneKey(t *testing.T) {
	s := startToy(t)
	servers := []*setup{s, another(t, s)}
	ids := make([]string, 40)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			if e := servers[i%2].call("add_thing", `{"name":"a","idempotency_key":"k"}`); e.Success {
				ids[i] = *e.EventID
			}
		})
	}
	wg.Wait()
	for i, id := range ids {
		if id == "" || id != ids[0] {
			t.Errorf("call %d: %q, want %q", i, id, ids[0])
		}
	}
	if n := length(t, s.store, "model.m.branch.main"); n != 1 {
		t.Errorf("%d model events", n)
	}
}

// failing is a store whose appends fail after a number of them.
type failing struct {
	eventstore.Store
	mu   sync.Mutex
	left int
	err  error
}

func (f *failing) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range parts {
		if f.left <= 0 && !strings.HasPrefix(p.Stream, AuditStreamPrefix) {
			return nil, f.err
		}
	}
	f.left--
	return f.Store.Append(ctx, parts...)
}

func TestStoreFailures(t *testing.T) {
	tests := []struct {
		err       error
		key       string
		want      state.Code
		retryable bool
	}{
		{eventstore.ErrFull, "", state.StorageFull, false},
		{eventstore.ErrCorrupt, "", state.StoreCorrupt, false},
		{eventstore.ErrUnavailable, "", state.StoreUnavailable, false}, // the events may have been written
		{eventstore.ErrUnavailable, `,"idempotency_key":"k"`, state.StoreUnavailable, true},
		{context.DeadlineExceeded, "", state.Timeout, false},
	}
	for _, tt := range tests {
		s := start(t, &failing{Store: memory.New(), err: tt.err}, nil)
		f := s.refused(t, tt.want, "add_thing", `{"name":"a"`+tt.key+`}`)
		if f.Retryable != tt.retryable {
			t.Errorf("%v %q: retryable %v", tt.err, tt.key, f.Retryable)
		}
		if _, left := auditOf(t, s.store); len(left) != 0 {
			t.Error("the audit was written before its time")
		}
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if entered, left := auditOf(t, s.store); len(entered) != 1 || left[1].Error != tt.want.Name() {
			t.Errorf("%v: audit %v %v", tt.err, entered, left)
		}
	}
}

// TestAForgedReplyIsNotGiven checks that a stored reply that somebody wrote into the store is not returned, and that
// the call is not repeated.
func TestAForgedReplyIsNotGiven(t *testing.T) {
	seals := signing.In(t.TempDir())
	s := start(t, memory.New(), func(c *Config) { c.Seals = seals })
	s.must(t, "add_thing", `{"name":"a","idempotency_key":"k"}`)
	stream := idempotencyStream(s.Server.config.Principal.identity(), "add_thing", "k")
	var kept completed
	var event eventstore.Event
	for r, err := range s.store.Read(t.Context(), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		event = r.Event
	}
	if err := json.Unmarshal(event.Data, &kept); err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(kept.Envelope), `"names":["a"]`, `"names":["b"]`, 1)
	for name, x := range map[string]struct {
		envelope, seal string
		seals          Seals
		given          bool
	}{
		"whole":                {string(kept.Envelope), kept.Seal, seals, true},
		"changed":              {changed, kept.Seal, seals, false},
		"without a code":       {string(kept.Envelope), "", seals, false},
		"another installation": {string(kept.Envelope), kept.Seal, signing.In(t.TempDir()), false},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := json.Marshal(completed{kept.Tool, kept.InputSHA256, json.RawMessage(x.envelope), x.seal})
			if err != nil {
				t.Fatal(err)
			}
			store, forged := memory.New(), event
			forged.Data = data
			if _, err := store.Append(t.Context(), eventstore.Append{Stream: stream, Expected: eventstore.NoStream,
				Events: []eventstore.Event{forged}}); err != nil {
				t.Fatal(err)
			}
			other := start(t, store, func(c *Config) { c.Seals, c.NewID = x.seals, countedIDs(7) })
			const again = `{"name":"a","idempotency_key":"k"}`
			if x.given {
				other.must(t, "add_thing", again)
				return
			}
			other.refused(t, state.IllegalState, "add_thing", again)
			if _, err := store.Head(t.Context(), "model.m.branch.main"); !errors.Is(err, eventstore.ErrStreamNotFound) {
				t.Errorf("the call was made again: %v", err)
			}
		})
	}
}

// TestARecordHasTheHashOfItsEvents checks that the record of a call names the events that it stored, with their hash.
func TestARecordHasTheHashOfItsEvents(t *testing.T) {
	inner := memory.New()
	s := Recording(inner)
	e := eventstore.Event{ID: uuid.NewString(), Type: "thing.added", Schema: 1, Data: []byte(`{"a":1}`)}
	left := eventstore.Event{ID: uuid.NewString(), Type: eventCallLeft, Schema: 1, Data: []byte(`{"seq":1}`)}
	if _, err := s.Append(t.Context(), eventstore.Append{Stream: "model.m.branch.main", Expected: eventstore.Any,
		Events: []eventstore.Event{e}}, eventstore.Append{Stream: AuditStreamPrefix + "x", Expected: eventstore.Any,
		Events: []eventstore.Event{left}}); err != nil {
		t.Fatal(err)
	}
	var got callLeft
	for r, err := range inner.Read(t.Context(), AuditStreamPrefix+"x", 0) {
		if err != nil || json.Unmarshal(r.Data, &got) != nil {
			t.Fatalf("%s, %v", r.Data, err)
		}
	}
	digest := foldEvent(eventstore.Hash{}, "model.m.branch.main", e)
	if len(got.Stored) != 1 || got.Stored[0] != (storedEvents{"model.m.branch.main", e.ID, 1, hexHash(digest)}) {
		t.Errorf("%+v", got.Stored)
	}
	if string(left.Data) != `{"seq":1}` {
		t.Error("the caller's event was changed")
	}
}
