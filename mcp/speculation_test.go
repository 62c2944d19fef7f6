package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/google/uuid"
)

// held is a store that writes its queue only when it is opened.
type held struct {
	eventstore.Store
	open chan struct{}

	mu    sync.Mutex
	queue []func()
	full  int // how many of the first appends of thing.added fail because the storage is full

	awaited atomic.Bool // other processes wait for their turn
}

func (h *held) Awaited(string) bool { return h.awaited.Load() }

func (h *held) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	var results []eventstore.Result
	var err error
	h.mu.Lock()
	defer h.mu.Unlock()
	h.queue = append(h.queue, func() {
		if h.full > 0 && parts[0].Events[0].Type == "thing.added" {
			h.full--
			err = eventstore.ErrFull
			return
		}
		results, err = h.Store.Append(ctx, parts...)
	})
	return func() ([]eventstore.Result, error) {
		<-h.open
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, write := range h.queue {
			write()
		}
		h.queue = nil
		return results, err
	}
}

// things is a branch of the toy at a revision, stored or published.
type things struct {
	names []string
	next  uint64
	hash  eventstore.Hash
}

// extendThing is add_thing for new names, with speculative decisions.
func (m *toy) extendThing() Tool {
	return Tool{Name: "extend_things", Title: "Extend", Description: "Toy.", Server: "toys", Set: SetDefault,
		Category: CategoryMutation, Operation: OpCreate,
		Input: addArguments{}, Output: addData{}, Speculative: true, Handle: m.extend}
}

func (m *toy) extend(ctx context.Context, c *Call) (*Outcome, error) {
	var a addArguments
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	now, err := m.things(ctx, c)
	if err != nil {
		return nil, err
	}
	if m.enter != nil {
		m.enter(ctx, a.Name)
	}
	if slices.Contains(now.names, a.Name) {
		return nil, state.Errorf(state.AlreadyExists, "there is %s", a.Name)
	}
	data, _ := json.Marshal(map[string]string{"name": a.Name})
	event := eventstore.Event{ID: uuid.NewSHA1(uuid.MustParse(c.CommandID), []byte("0")).String(),
		Type: "thing.added", Schema: 1, Data: data}
	after := &things{append(slices.Clone(now.names), a.Name), now.next + 1,
		eventstore.ChainHash(now.hash, stream(c), now.next, event)}
	part := eventstore.Append{Stream: stream(c), Expected: eventstore.NoStream, PrevHash: now.hash,
		Events: []eventstore.Event{event}}
	if now.next > 0 {
		part.Expected = eventstore.At(now.next - 1)
	}
	out := &Outcome{Data: addData{Names: after.names}, Affected: 1, EventID: event.ID, NextState: after}
	out.Enqueue = func(ctx context.Context, records []eventstore.Append) func() (string, error) {
		wait := m.store.Enqueue(ctx, append([]eventstore.Append{part}, records...)...)
		return func() (string, error) {
			_, err := wait()
			if w, ok := errors.AsType[*eventstore.WrongExpectedError](err); ok && w.Stream == part.Stream {
				return "", fmt.Errorf("%w: %w", ErrConflict, err)
			}
			return event.ID, err
		}
	}
	out.Commit = func(ctx context.Context, records []eventstore.Append) (string, error) {
		return out.Enqueue(ctx, records)()
	}
	return out, nil
}

func (m *toy) things(ctx context.Context, c *Call) (*things, error) {
	if foreseen, ok := c.SpeculativeState.(*things); ok {
		return foreseen, nil
	}
	names, _, err := m.names(ctx, stream(c))
	if err != nil {
		return nil, err
	}
	now := &things{names: names, next: uint64(len(names))}
	if len(names) > 0 {
		head, err := m.store.Head(ctx, stream(c))
		now.hash = head.Hash
		return now, err
	}
	return now, nil
}

// startHeld returns a server whose store delays appends until open is called.
func startHeld(t *testing.T) (s *setup, store *held, open func()) {
	store = &held{Store: memory.New(), open: make(chan struct{})}
	s = start(t, store, nil)
	return s, store, sync.OnceFunc(func() { close(store.open) })
}

// arrive admits calls of extend_things in order and runs them. The returned function waits for all of them and returns
// the answers.
func (s *setup) arrive(names ...string) func() []Envelope {
	out := make([]Envelope, len(names))
	var calls sync.WaitGroup
	for i, name := range names {
		arguments := fmt.Sprintf(`{"name":%q}`, name)
		ctx, done := s.admit(context.Background(), "extend_things", json.RawMessage(arguments))
		calls.Go(func() {
			defer done()
			a, _ := s.serve(ctx, request("extend_things", arguments))
			out[i] = a.envelope
		})
	}
	return func() []Envelope { calls.Wait(); return out }
}

// TestDecidingDoesNotWaitForTheDisk checks that all calls decide before the first append is written.
func TestDecidingDoesNotWaitForTheDisk(t *testing.T) {
	s, _, open := startHeld(t)
	decided := make(chan string, 3)
	s.toy.enter = func(_ context.Context, name string) { decided <- name }
	answers := s.arrive("a", "b", "c")
	for _, want := range []string{"a", "b", "c"} {
		if got := <-decided; got != want {
			t.Errorf("decided %s, want %s", got, want)
		}
	}
	open()
	for i, e := range answers() {
		if !e.Success {
			t.Errorf("call %d: %+v", i, e.Error)
		}
	}
	var got listData
	decode(t, s.must(t, "list_things", `{}`).Data, &got)
	if fmt.Sprint(got.Names) != "[a b c]" {
		t.Errorf("names %v", got.Names)
	}
}

// TestNothingIsDecidedAheadWhileOthersWait checks that a call decides once, after the previous call is stored.
func TestNothingIsDecidedAheadWhileOthersWait(t *testing.T) {
	s, store, open := startHeld(t)
	store.awaited.Store(true)
	decided := make(chan string, 9)
	s.toy.enter = func(_ context.Context, name string) { decided <- name }
	answers := s.arrive("a", "b", "c")
	<-decided
	select {
	case name := <-decided:
		t.Errorf("%s was decided on what is not stored yet", name)
	case <-time.After(30 * time.Millisecond):
	}
	open()
	for i, e := range answers() {
		if !e.Success {
			t.Errorf("call %d: %+v", i, e.Error)
		}
	}
	if more := len(decided); more != 2 {
		t.Errorf("decided %d times after the first", more)
	}
}

// TestRefusalOnAStateThatDidNotComeToBe lets a second "a" be refused because of a published "a", which then fails
// because the storage is full.
func TestRefusalOnAStateThatDidNotComeToBe(t *testing.T) {
	s, store, open := startHeld(t)
	store.full = 1
	answers := s.arrive("a", "a", "b")
	open()
	got := answers()
	if got[0].Success || got[0].Error.Name != state.StorageFull.Name() {
		t.Errorf("first: %+v", got[0].Error)
	}
	if !got[1].Success || !got[2].Success {
		t.Errorf("then: %+v %+v", got[1].Error, got[2].Error)
	}
	if want := `{"names":["a","b"],"revision":null}`; string(got[2].Data) != want {
		t.Errorf("the third saw %s", got[2].Data)
	}
}

// TestOrderHoldsWhenAnotherProcessIsFaster checks that all calls are decided again, in the order of arrival.
func TestOrderHoldsWhenAnotherProcessIsFaster(t *testing.T) {
	s, store, open := startHeld(t)
	names := []string{"a", "b", "c", "d", "e", "f"}
	decided := make(chan string, 4*len(names))
	s.toy.enter = func(_ context.Context, name string) { decided <- name }
	answers := s.arrive(names...)
	for range names {
		<-decided
	}
	other := eventstore.Event{ID: s.newID(), Type: "thing.added", Schema: 1, Data: []byte(`{"name":"other"}`)}
	c := &Call{Common: CommonArguments{ModelID: "m", Branch: defaultBranch}}
	if _, err := store.Append(t.Context(), eventstore.Append{Stream: stream(c), Expected: eventstore.NoStream,
		Events: []eventstore.Event{other}}); err != nil {
		t.Fatal(err)
	}
	open()
	for i, e := range answers() {
		if !e.Success {
			t.Errorf("call %d: %+v", i, e.Error)
		}
	}
	var got listData
	decode(t, s.must(t, "list_things", `{}`).Data, &got)
	if fmt.Sprint(got.Names) != "[other a b c d e f]" {
		t.Errorf("names %v", got.Names)
	}
}
