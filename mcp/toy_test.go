package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/google/uuid"
)

// toy is a small model behind real tools: a branch is a list of names. It tests the chain without a building.
type toy struct {
	store  eventstore.Store
	enter  func(ctx context.Context, name string) // called by add_thing before it decides
	before func(stream string)                    // called by add_thing before it appends
}

type addArguments struct {
	Name  string  `json:"name" jsonschema:"what to add"`
	Kind  kind    `json:"kind,omitempty"`
	Count int     `json:"count,omitempty" jsonschema:"how many, 1 by default"`
	Size  float64 `json:"size,omitempty"`
	MutationArguments
}

type kind string

func (kind) Enum() []string { return []string{"plain", "fancy", "rectangle"} }

type addData struct {
	Names    []string `json:"names"`
	Revision *uint64  `json:"revision"`
}

type removeArguments struct {
	Name string `json:"name"`
	MutationArguments
}

type listData struct {
	Names []string `json:"names"`
}

func (m *toy) tools() []Tool {
	tools := []Tool{
		{Name: "add_thing", Category: CategoryMutation, Operation: OpCreate, Input: addArguments{},
			Output: addData{}, Handle: m.add},
		{Name: "remove_thing", Category: CategoryMutation, Destructive: true, Input: removeArguments{},
			Output: addData{}, Handle: m.remove},
		{Name: "purge_things", Category: CategoryMutation, Input: removeArguments{},
			Output: addData{}, Handle: m.remove},
		{Name: "list_things", Category: CategoryRead, Idempotent: true, Input: ReadArguments{},
			Output: listData{}, Handle: m.list},
		{Name: "break_output", Category: CategoryRead, Input: struct{}{}, Output: struct {
			N kind `json:"n"`
		}{}, Handle: func(context.Context, *Call) (*Outcome, error) {
			return &Outcome{Data: map[string]any{"n": "absent", "more": 1}}, nil
		}},
		{Name: "panic_now", Category: CategoryRead, Input: struct{}{}, Output: listData{},
			Handle: func(context.Context, *Call) (*Outcome, error) {
				panic("secret /home/someone")
			}},
		{Name: "fail_now", Category: CategoryRead, Input: struct{}{}, Output: listData{},
			Handle: func(context.Context, *Call) (*Outcome, error) {
				return nil, fmt.Errorf("open /home/someone/x: %w", errors.New("secret"))
			}},
		{Name: "wait_long", Category: CategoryRead, Input: struct{}{}, Output: listData{},
			Handle: func(ctx context.Context, c *Call) (*Outcome, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}},
		{Name: "report_progress", Category: CategoryRead, Input: struct{}{}, Output: listData{},
			Handle: func(ctx context.Context, c *Call) (*Outcome, error) {
				for i := range 5 {
					c.Progress(float64(i+1), 5, "")
					time.Sleep(51 * time.Millisecond)
				}
				c.Progress(4, 5, "") // decreases, so it is not sent
				return &Outcome{Data: listData{}}, nil
			}},
		{Name: "ask_user", Category: CategoryRead, Input: struct{}{}, Output: listData{}, Handle: m.ask},
		m.extendThing(),
	}
	for i := range tools {
		t := &tools[i]
		t.Title, t.Description, t.Server, t.Set = t.Name, "Toy.", "toys", SetDefault
	}
	return tools
}

func (m *toy) ask(ctx context.Context, c *Call) (*Outcome, error) {
	a, err := c.Elicit(ctx, Elicitation{ID: "go", Message: "Go on?",
		Schema: json.RawMessage(`{"type":"object","properties":{}}`)})
	if err != nil {
		return nil, err
	}
	return &Outcome{Data: listData{Names: []string{a.Action}}}, nil
}

func stream(c *Call) string { return "model." + c.Common.ModelID + ".branch." + c.Common.Branch }

func (m *toy) names(ctx context.Context, stream string) (names []string, next eventstore.Expected, err error) {
	next = eventstore.NoStream
	for r, err := range m.store.Read(ctx, stream, 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil, eventstore.NoStream, nil
		}
		if err != nil {
			return nil, 0, err
		}
		var e struct{ Name string }
		if err := json.Unmarshal(r.Data, &e); err != nil {
			return nil, 0, err
		}
		names, next = append(names, e.Name), eventstore.At(r.Revision)
	}
	return names, next, nil
}

func (m *toy) add(ctx context.Context, c *Call) (*Outcome, error) {
	a := addArguments{Count: 1}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if m.enter != nil {
		m.enter(ctx, a.Name)
	}
	names, expected, err := m.names(ctx, stream(c))
	if err != nil {
		return nil, err
	}
	for i := range a.Count {
		names = append(names, fmt.Sprint(a.Name, strings.Repeat("'", i)))
	}
	out := &Outcome{Data: addData{Names: names}, Affected: a.Count,
		EventID: uuid.NewSHA1(uuid.MustParse(c.CommandID), []byte("0")).String()}
	out.Commit = m.commit(stream(c), expected, out.EventID, a.Name)
	return out, nil
}

func (m *toy) commit(stream string, expected eventstore.Expected, id, name string) func(context.Context,
	[]eventstore.Append) (string, error) {
	return func(ctx context.Context, records []eventstore.Append) (string, error) {
		if m.before != nil {
			m.before(stream)
		}
		data, _ := json.Marshal(map[string]string{"name": name})
		own := eventstore.Append{Stream: stream, Expected: expected,
			Events: []eventstore.Event{{ID: id, Type: "thing.added", Schema: 1, Data: data}}}
		_, err := m.store.Append(ctx, append([]eventstore.Append{own}, records...)...)
		if w, ok := errors.AsType[*eventstore.WrongExpectedError](err); ok && w.Stream == stream {
			return "", fmt.Errorf("%w: %w", ErrConflict, err)
		}
		return id, err
	}
}

func (m *toy) remove(ctx context.Context, c *Call) (*Outcome, error) {
	out, err := m.add(ctx, c)
	if err == nil {
		out.Deletes = true
	}
	return out, err
}

func (m *toy) list(ctx context.Context, c *Call) (*Outcome, error) {
	names, _, err := m.names(ctx, stream(c))
	if err != nil {
		return nil, err
	}
	if c.Common.At != "" {
		return nil, state.Errorf(state.NotFound, "no revision %q", c.Common.At)
	}
	return &Outcome{Data: listData{names}}, nil
}

// clock is a clock that tests set.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func newClock() *clock { return &clock{t: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

// countedIDs returns consecutive UUIDs. Servers on one store need different spaces.
func countedIDs(space byte) func() string {
	var mu sync.Mutex
	n := 0
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		n++
		return fmt.Sprintf("%08x-0000-7000-8000-%012x", uint32(space)+1, n)
	}
}

type setup struct {
	*Server
	toy   *toy
	clock *clock
}

// start returns a server over toys. change may modify its configuration.
func start(t *testing.T, store eventstore.Store, change func(*Config)) *setup {
	t.Helper()
	s := &setup{toy: &toy{store: store}, clock: newClock()}
	registry, err := NewRegistry(s.toy.tools())
	if err != nil {
		t.Fatal(err)
	}
	c := Config{
		Registry: registry, Store: store, Principal: LocalHuman(), Name: "toys", Version: "1",
		Clock: s.clock.now, NewID: countedIDs(0), Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		DefaultModel: "m",
	}
	if change != nil {
		change(&c)
	}
	if s.Server, err = New(c); err != nil {
		t.Fatal(err)
	}
	return s
}

func startToy(t *testing.T) *setup { return start(t, memory.New(), nil) }

func (s *setup) call(tool, arguments string) Envelope {
	return s.Call(context.Background(), tool, json.RawMessage(arguments))
}

// must calls a tool and fails the test if the call fails.
func (s *setup) must(t *testing.T, tool, arguments string) Envelope {
	t.Helper()
	e := s.call(tool, arguments)
	if !e.Success {
		t.Fatalf("%s %s: %+v", tool, arguments, e.Error)
	}
	return e
}

// refused calls a tool and fails the test unless the call fails with the code.
func (s *setup) refused(t *testing.T, code state.Code, tool, arguments string) *Failure {
	t.Helper()
	e := s.call(tool, arguments)
	if e.Success || e.Error.Name != code.Name() || e.Error.Code != int(code) {
		t.Fatalf("%s %s: got %+v %s, want %s", tool, arguments, e.Error, e.Data, code.Name())
	}
	if e.EventID != nil || string(e.Data) != "null" {
		t.Fatalf("%s: a failure has data %s and event %v", tool, e.Data, e.EventID)
	}
	return e.Error
}

// unhurried removes the rates of the person, for tests that flood a server.
func unhurried(c *Config) {
	c.Principal.Limits.Rates = map[Category]Rate{CategoryRead: {PerMinute: -1}, CategoryMutation: {PerMinute: -1}}
}

func agent(change func(*Principal)) func(*Config) {
	return func(c *Config) {
		p := LocalHuman()
		p.ID, p.Kind, p.OnBehalfOf = "bot", KindAgent, "ann"
		delete(p.Permissions, OpApprove)
		if change != nil {
			change(&p)
		}
		c.Principal = p
	}
}

// auditOf returns the audit of the store, entered and left records by sequence number.
func auditOf(t *testing.T, store eventstore.Store) (entered map[uint64]callEntered, left map[uint64]callLeft) {
	t.Helper()
	entered, left = map[uint64]callEntered{}, map[uint64]callLeft{}
	heads, err := store.Streams(context.Background(), AuditStreamPrefix)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		for r, err := range store.Read(context.Background(), h.Stream, 0) {
			if err != nil {
				t.Fatal(err)
			}
			switch r.Type {
			case eventCallEntered:
				var e callEntered
				decode(t, r.Data, &e)
				entered[e.Seq] = e
			case eventCallLeft:
				var l callLeft
				decode(t, r.Data, &l)
				left[l.Seq] = l
			}
		}
	}
	return entered, left
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// length returns the number of events in a stream.
func length(t *testing.T, store eventstore.Store, stream string) int {
	t.Helper()
	n := 0
	for _, err := range store.Read(context.Background(), stream, 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return 0
		}
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}
func request(tool, arguments string) wire.Request {
	return wire.Request{Tool: tool, Arguments: json.RawMessage(arguments), Progress: func(float64, float64, string) {}}
}

func mustCompile(t *testing.T, text []byte) *schema.Validator {
	t.Helper()
	v, err := schema.Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
