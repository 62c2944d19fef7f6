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

// About has functions that determine what calls concern.
type About struct {
	// Admits returns an error for a call about a model that its caller may not use; nil means no check. It is called
	// before a stored result is returned again under its idempotency key.
	Admits func(ctx context.Context, c *Call, model string) error
	// Meaning returns what a call concerns, in a normalized form, so that the pages of a list can be requested in
	// different words; nil means that equal arguments are required.
	Meaning func(ctx context.Context, c *Call) Meaning
}

// Config describes a server.
type Config struct {
	Registry  *Registry        // the tools it serves, from Registry.Select
	ListCore  bool             // tools/list begins with the core tools; Server.EnableTools adds more
	Invocable *Registry        // the tools that calls may invoke; nil means those of Registry
	Store     eventstore.Store // for the audit and the idempotency keys; the caller closes it after the server
	Principal Principal        // the caller on stdio and in process
	Caller    *Caller          // determines the caller at each call; nil means Principal

	Name, Title, Version string
	// Instructions describe the server to a model, with at most MaxInstructionsBytes.
	Instructions string

	DefaultModel string // for calls that name none
	// Place are the command-line options that locate the store, such as --data FOLDER; "" if unknown.
	Place string
	Turns Turns // for branches that other processes also write to
	Bounds

	Resources []wire.Resource
	Templates []wire.ResourceTemplate
	// Read returns a resource for the principal of ctx (PrincipalOf).
	Read func(ctx context.Context, uri string) (wire.Content, error)
	// Links returns links to the files that a call of an execution tool has written, taken from its reply; nil means
	// none.
	Links   func(Envelope) []wire.Link
	Prompts []wire.Prompt
	// Surroundings are resources that are replies of calls; the zero value means none.
	Surroundings Surroundings
	About

	// Spans is called for each call that has ended, for traces and metrics; nil means no traces.
	Spans func(Span)

	Seals Seals // for stored replies under idempotency keys; nil means that all of them are trusted
	// Methods and Extensions are protocol methods and extensions in addition to those of the server.
	Methods    map[string]wire.Method
	Extensions map[string]any
	Deferral   deferred.Place

	Limits LimitsPlace // where the usage of limits is stored

	Clock  func() time.Time // nil means time.Now
	NewID  func() string    // a fresh UUID; nil means UUIDv7
	Logger *slog.Logger     // nil means slog.Default
}

// Bounds are the bounds of calls.
type Bounds struct {
	CallTimeout time.Duration // zero means DefaultCallTimeout
	Concurrency int           // number of concurrent handlers; zero means a default for the machine
}

// Turns has the functions by which calls take turns with calls of other processes.
type Turns struct {
	// Stream returns the name of a branch's stream; nil means that turns are taken at the stream of the last lost race.
	Stream func(model, branch string) string
	// Follow reads what others have written to a branch while a call waits for its turn there; nil means that the call
	// reads this when it has the turn.
	Follow func(ctx context.Context, model, branch string)
}

// LimitsPlace is where the usage of limits is stored. The zero value means in memory.
type LimitsPlace struct {
	Dir    string // folder that all processes of this instance share
	Shared bool   // shared with other instances that use the same store but have their own folders
}

// The bounds and defaults of a server.
const (
	MaxInstructionsBytes = 2048 // as much as hosts read
	// DefaultCallTimeout lies inside the 60 s after which clients give up by default.
	DefaultCallTimeout = 50 * time.Second
	minConcurrency     = 16
	perProcessor       = 4
	defaultBranch      = "main"
)

// Server runs calls through the chain. It is safe for concurrent use; one server may serve several connections.
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
	conflict   atomic.Int64           // when another process last wrote first, in nanoseconds since 1970
	lostAt     atomic.Pointer[string] // stream of the last lost race; nil at first
	newID      func() string

	settingsRead atomic.Pointer[settingsRead] // the last settings read; nil at first

	speculative bool // its commits are discarded: nobody is asked, and no file is placed

	observe func(step string) // lets tests observe the order of the steps
}

// New returns a server. It writes nothing and takes no lock, because clients start servers that they never use.
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

// faces returns the tools in the form of package wire.
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

// deferrable reports whether a call of a tool may be answered with a task: a run, a call that may take long, or a call
// that waits for a person.
func (s *Server) deferrable(tool string, arguments json.RawMessage) bool {
	e := s.registry.Find(tool)
	return e != nil && (e.Heavy || e.Category == CategoryExecution || e.waits(arguments))
}

// waits reports whether a call's arguments make it wait for a person.
func (e *Entry) waits(arguments json.RawMessage) bool {
	var given map[string]json.RawMessage
	var seconds float64
	return e.WaitsIn != "" && json.Unmarshal(arguments, &given) == nil &&
		json.Unmarshal(given[e.WaitsIn], &seconds) == nil && seconds > 0
}

// methods returns the methods that the protocol library lacks.
func (s *Server) methods() map[string]wire.Method {
	out := s.deferred.Methods()
	maps.Copy(out, s.config.Methods)
	return out
}

// extensions returns the protocol extensions that the server declares.
func (s *Server) extensions() map[string]any {
	out := map[string]any{wire.TasksExtension: map[string]any{}}
	maps.Copy(out, s.config.Extensions)
	return out
}

// Close stops the server and writes the rest of the audit.
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

// Call runs a call in process through the whole chain, as the configured principal or the one of ctx.
func (s *Server) Call(ctx context.Context, tool string, arguments json.RawMessage) Envelope {
	ctx, done := s.admit(ctx, tool, arguments)
	defer done()
	a, err := s.serve(ctx, wire.Request{Tool: tool, Arguments: arguments, Progress: func(float64, float64, string) {}})
	if err == nil {
		return a.envelope
	}
	return Refused(err, s.principal(ctx), s.now())
}
