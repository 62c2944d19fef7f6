package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"sync/atomic"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/mcp/deferred"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/governing"
	"github.com/bimstream/bimstream/projections/sessionlog"
	"github.com/google/uuid"
)

// About says what models calls are about.
type About struct {
	// Admits refuses a call about a model that its caller may not use, or not any more, before a result is repeated
	// that was kept under its idempotency key; nil: nobody loses a model.
	Admits func(ctx context.Context, c *Call, model string) error
	// Meaning says what a call is about, whatever words it uses for it, so that pages of one list can be asked for in
	// other words; nil: calls are about the same that have the same arguments.
	Meaning func(ctx context.Context, c *Call) Meaning
}

// Config says what a server is made of.
type Config struct {
	Registry  *Registry        // the tools it serves, from Registry.Select
	ListCore  bool             // tools/list begins with the core of them; Server.EnableTools lists more
	Invocable *Registry        // the tools that calls may make in turn; nil means those of Registry
	Store     eventstore.Store // for the audit and the idempotency keys; the caller closes it after the server
	Principal Principal        // who calls on stdio and in process
	Caller    *Caller          // says anew at each call who that is; nil: it stays Principal

	Name, Title, Version string
	// Instructions are what a model reads about the server, at most MaxInstructionsBytes.
	Instructions string

	DefaultModel string // of calls that name none
	// Place is the words of a command line that name the store, such as --data FOLDER; "" where they are not known.
	Place string
	Turns Turns // at branches that other processes write to as well
	Bounds

	Resources []wire.Resource
	Templates []wire.ResourceTemplate
	// Read returns a resource for the principal of ctx (PrincipalOf).
	Read func(ctx context.Context, uri string) (wire.Content, error)
	// Links returns links to the files that a call of an execution tool has written, by its reply; nil for none.
	Links   func(Envelope) []wire.Link
	Prompts []wire.Prompt
	// Surroundings are resources that are answers of calls; their zero value is none.
	Surroundings Surroundings
	About

	// Spans is told of each call that has ended, for traces and metrics; nil: nobody follows them.
	Spans func(Span)

	Seals Seals // of replies that are kept under idempotency keys; nil: they are believed as they are
	// Methods and Extensions are those of the protocol that the surroundings serve, beside the ones of the server.
	Methods    map[string]wire.Method
	Extensions map[string]any
	Deferral   deferred.Place

	Limits LimitsPlace // where what principals have used of their limits is kept

	Clock  func() time.Time // nil means time.Now
	NewID  func() string    // a fresh UUID; nil means UUIDv7
	Logger *slog.Logger     // nil means slog.Default
}

// Bounds are those of calls.
type Bounds struct {
	CallTimeout time.Duration // zero means DefaultCallTimeout
	Concurrency int           // handlers at work at the same time; zero means as many as suits the machine
}

// Turns is what calls need to take turns with those of other processes.
type Turns struct {
	// Stream names the stream of a branch; nil: writers take turns at the one where they were beaten last.
	Stream func(model, branch string) string
	// Follow takes in what others have written to a branch, for a call that waits there for its turn; nil: the call
	// does so when it has it.
	Follow func(ctx context.Context, model, branch string)
}

// LimitsPlace is where what principals have used of their limits is kept. Its zero value is in memory.
type LimitsPlace struct {
	Dir    string // that all processes of this instance have
	Shared bool   // with other instances, which use the same store and have folders of their own
}

// Bounds and defaults of a server.
const (
	MaxInstructionsBytes = 2048 // what hosts read of them
	// DefaultCallTimeout lies inside the 60 s after which clients give up by default.
	DefaultCallTimeout = 50 * time.Second
	minConcurrency     = 16
	perProcessor       = 4
	defaultBranch      = "main"
)

// Server takes calls through the chain. It is safe for concurrent use; one server may serve several connections.
type Server struct {
	config     Config
	registry   *Registry
	store      eventstore.Store
	audit      *recorder
	rates      *rates
	approvals  *approving.Log
	trails     *sessionlog.Log
	governance *governing.Log
	queues     writeQueues
	listed     listing
	light      *slots
	heavy      *slots
	wire       *wire.Server
	watcher    watcher
	deferred   *deferred.Calls
	log        *slog.Logger
	now        func() time.Time
	conflict   atomic.Int64           // when another process was last faster, in nanoseconds since 1970
	lostAt     atomic.Pointer[string] // the stream where it was; nil before the first time
	newID      func() string

	settingsRead atomic.Pointer[settingsRead] // the last ones; nil before any

	speculative bool // what it commits is kept nowhere: nobody is asked, and no file is placed

	observe func(step string) // tests watch the order of the steps
}

// New makes a server. It writes nothing and takes no lock: clients start servers that they never use.
func New(c Config) (*Server, error) {
	if err := checkConfig(c); err != nil {
		return nil, err
	}
	s := &Server{config: c, registry: c.Registry, store: c.Store, rates: newRates(c.Limits.Dir), log: c.Logger,
		now: c.Clock, newID: c.NewID}
	s.applyDefaults()
	s.rates.accounts.told = func(file, what string) {
		s.log.Warn("the file of a principal's limits was damaged", "file", file, "what", what)
	}
	if c.Limits.Shared {
		s.rates.leases = newLeases(c.Store, s.rates.accounts, s.now, s.newID, s.log)
	}
	instance, err := uuid.Parse(s.newID())
	if err != nil {
		return nil, fmt.Errorf("the id source must answer UUIDs: %w", err)
	}
	s.approvals, s.trails, s.governance = approving.NewLog(c.Store), sessionlog.New(c.Store), governing.New(c.Store)
	if extraStore != nil {
		extraStore(c.Store)
	}
	s.audit = newRecorder(c.Store, instance, s.log)
	listed := func(ctx context.Context, tool string) bool { return s.Lists(s.principal(ctx), tool) }
	s.watcher.ended, s.watcher.end = context.WithCancel(context.Background())
	var watch func(context.Context, string) (string, error)
	var complete func(context.Context, string, string, string, map[string]string) ([]string, error)
	if c.Surroundings.CallOf != nil {
		watch, complete = s.watch, s.complete
	}
	s.deferred = &deferred.Calls{Store: c.Store, Place: c.Deferral, Now: s.now, NewID: s.newID, Log: s.log,
		Identity: func(ctx context.Context) string { return s.principal(ctx).identity() },
		Keep:     func(from, to context.Context) context.Context { return WithPrincipal(to, s.principal(from)) }}
	s.wire = wire.New(wire.Options{
		Watch: watch, Complete: complete,
		Listed: listed, ListChanges: c.ListCore,
		Name: c.Name, Title: c.Title, Version: c.Version, Instructions: c.Instructions, Logger: s.log,
		Tools: faces(c.Registry), Unserved: s.unserved, Unknown: s.recordUnknown, Call: s.callFromWire, Admit: s.admit,
		Subject:   func(ctx context.Context) string { return s.principal(ctx).identity() },
		Viewer:    s.viewer,
		Resources: c.Resources, Templates: c.Templates, Read: s.read, Prompts: c.Prompts,
		Methods: s.methods(), Extensions: s.extensions(), Deferrable: s.deferrable, Defer: s.deferred.Begin,
	})
	return s, nil
}

func checkConfig(c Config) error {
	switch {
	case c.Registry == nil || c.Store == nil:
		return errors.New("a server needs a registry and a store")
	case c.Name == "" || c.Version == "":
		return errors.New("a server needs a name and a version")
	case len(c.Instructions) > MaxInstructionsBytes:
		return fmt.Errorf("the instructions have %d bytes, at most %d are read",
			len(c.Instructions), MaxInstructionsBytes)
	case len(c.Resources)+len(c.Templates) > 0 && c.Read == nil:
		return errors.New("resources need a reader")
	}
	return c.Principal.checkOf(true)
}

func (s *Server) applyDefaults() {
	c := &s.config
	if c.CallTimeout == 0 {
		c.CallTimeout = DefaultCallTimeout
	}
	if c.Concurrency == 0 {
		c.Concurrency = max(minConcurrency, perProcessor*processors.Count())
	}
	s.light, s.heavy = newSlots(c.Concurrency), newSlots(processors.Count())
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.now == nil {
		s.now = time.Now
	}
	clock := s.now
	s.now = func() time.Time { return clock().UTC() }
	if s.newID == nil {
		s.newID = func() string { return uuid.Must(uuid.NewV7()).String() }
	}
}

// faces returns what the wire shows of the tools.
func faces(r *Registry) []wire.Tool {
	var out []wire.Tool
	for _, e := range r.entries {
		out = append(out, wire.Tool{
			Name: e.Name, Title: e.Title, Description: e.Description, Input: e.InputSchema, Output: e.OutputSchema,
			ReadOnly: e.ReadOnlyHint(), Destructive: e.DestructiveHint(),
			Idempotent: e.Idempotent, OpenWorld: e.OpenWorld, App: e.App, Category: string(e.Category),
		})
	}
	return out
}

// ServeStdio serves one client until it closes in or ctx ends.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.wire.ServeStdio(ctx, in, out)
}

// deferrable reports whether a call of a tool may be answered with a task: runs, what may last, and what waits for
// somebody.
func (s *Server) deferrable(tool string, arguments json.RawMessage) bool {
	e := s.registry.Find(tool)
	return e != nil && (e.Heavy || e.Category == CategoryExecution || e.waits(arguments))
}

// waits reports whether a call says for how long it waits for somebody.
func (e *Entry) waits(arguments json.RawMessage) bool {
	var given map[string]json.RawMessage
	var seconds float64
	return e.WaitsIn != "" && json.Unmarshal(arguments, &given) == nil &&
		json.Unmarshal(given[e.WaitsIn], &seconds) == nil && seconds > 0
}

// methods are those that the protocol library does not have.
func (s *Server) methods() map[string]wire.Method {
	out := s.deferred.Methods()
	maps.Copy(out, s.config.Methods)
	return out
}

// extensions are those of the protocol that the server declares.
func (s *Server) extensions() map[string]any {
	out := map[string]any{wire.TasksExtension: map[string]any{}}
	maps.Copy(out, s.config.Extensions)
	return out
}

// Close writes what is left of the audit.
func (s *Server) Close(ctx context.Context) error {
	s.watcher.end()
	s.deferred.Close(ctx)
	return errors.Join(s.audit.close(ctx), s.rates.close(ctx))
}

// Quotas returns what the principal of a call has left of its limits.
func (s *Server) Quotas(ctx context.Context, p Principal) (Quotas, error) {
	read, err := s.governance.Read(ctx, governing.Stream)
	if err != nil {
		return Quotas{}, err
	}
	return s.rates.quotas(ctx, read.Is.Settings, p, s.now())
}

// Call takes a call in process through the whole chain, as the configured principal or the one of ctx.
func (s *Server) Call(ctx context.Context, tool string, arguments json.RawMessage) Envelope {
	ctx, done := s.admit(ctx, tool, arguments)
	defer done()
	a, err := s.serve(ctx, wire.Request{Tool: tool, Arguments: arguments, Progress: func(float64, float64, string) {}})
	if err == nil {
		return a.envelope
	}
	return Refused(err, s.principal(ctx), s.now())
}
