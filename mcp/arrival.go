package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/wire"
)

type arrivalKey struct{}

type principalKey struct{}

// arrival is the data that is attached to a call when it is read.
type arrival struct {
	at     time.Time
	queued *queuedWrite     // of a mutation
	common *CommonArguments // of a mutation
}

// principal returns the principal that makes the calls of ctx.
func (s *Server) principal(ctx context.Context) Principal {
	if p, ok := ctx.Value(principalKey{}).(Principal); ok {
		if ctx.Value(heldKey{}) != nil {
			return p
		}
		return s.config.Caller.holds(p)
	}
	if s.config.Caller != nil {
		return s.config.Caller.Principal()
	}
	return s.config.Principal
}

// PrincipalOf returns the principal of a context, and false if no transport or server has set one.
func PrincipalOf(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}

// WithPrincipal returns a context whose calls are made by a principal, for transports that know their caller.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// admit records the time of arrival of a call, and reserves the place of a mutation in the queue of its branch.
func (s *Server) admit(ctx context.Context, tool string, arguments json.RawMessage) (context.Context, func()) {
	a := &arrival{at: s.now()}
	if e := s.registry.Find(tool); e != nil && e.Category == CategoryMutation {
		common := s.commonArguments(e, arguments)
		a.queued, a.common = s.queues.of(s.principal(ctx).userID()).reserve(branchKey{common.ModelID,
			common.Branch}), &common
	}
	return context.WithValue(ctx, arrivalKey{}, a), a.queued.release
}

// commonArguments decodes the arguments that the chain reads. It ignores errors, because it runs before validation.
func (s *Server) commonArguments(e *Entry, arguments json.RawMessage) CommonArguments {
	var c CommonArguments
	_ = json.Unmarshal(arguments, &c) // the validation reports errors
	if e.ReasonIn != "" && strings.TrimSpace(c.Reasoning) == "" {
		var own map[string]json.RawMessage
		_ = json.Unmarshal(arguments, &own)
		_ = json.Unmarshal(own[e.ReasonIn], &c.Reasoning)
	}
	if e.properties["model_id"] && c.ModelID == "" {
		c.ModelID = s.config.DefaultModel
	}
	if e.properties["branch"] && c.Branch == "" {
		c.Branch = defaultBranch
	}
	return c
}

func (s *Server) callFromWire(ctx context.Context, r wire.Request) (wire.Result, error) {
	a, err := s.serve(ctx, r)
	if err != nil {
		return wire.Result{}, err
	}
	result := wire.Result{JSON: a.text, IsError: !a.envelope.Success, Images: a.images}
	if e := s.registry.Find(r.Tool); s.config.Links != nil && e != nil && e.Category == CategoryExecution {
		result.Links = s.config.Links(a.envelope)
	}
	if a.envelope.Error != nil {
		result.Outcome = a.envelope.Error.Name
	}
	return result, nil
}

// serve prepares a call and runs it through the chain.
func (s *Server) serve(ctx context.Context, r wire.Request) (reply, error) {
	e := s.registry.Find(r.Tool)
	if e == nil {
		s.recordUnknown(ctx, r.Tool, r.Arguments)
		return reply{}, state.Errorf(state.NotFound, "there is no tool %q", r.Tool)
	}
	cc := s.newChainCall(ctx, e, r)
	a, err := cc.throughInTime(ctx)
	if err != nil {
		return a, err
	}
	return s.decidedAtClient(ctx, cc, r, a)
}

// throughInTime calls through with the time limit of a call. A heavy call has no limit: it runs until it is done or its
// client cancels it. A task that waits for a person also has no limit here.
func (cc *chainCall) throughInTime(ctx context.Context) (reply, error) {
	if !cc.entry.Heavy && (cc.entry.WaitsIn == "" || !wire.InTask(ctx)) {
		limited, cancel := context.WithTimeout(ctx, cc.server.config.CallTimeout)
		defer cancel()
		ctx = limited
	}
	return cc.through(ctx)
}

// arrived returns the arrival data of the call in ctx, or creates it if there is none.
func (s *Server) arrived(ctx context.Context, e *Entry, arguments json.RawMessage) (time.Time,
	*queuedWrite, CommonArguments) {
	a, ok := ctx.Value(arrivalKey{}).(*arrival)
	switch {
	case !ok:
		return s.now(), nil, s.commonArguments(e, arguments)
	case a.common == nil:
		return a.at, a.queued, s.commonArguments(e, arguments)
	}
	return a.at, a.queued, *a.common
}

func (s *Server) newChainCall(ctx context.Context, e *Entry, r wire.Request) *chainCall {
	if len(r.Arguments) == 0 || bytes.Equal(r.Arguments, []byte("null")) {
		r.Arguments = json.RawMessage("{}")
	}
	cc := &chainCall{server: s, entry: e, parsed: schema.Parse(r.Arguments)}
	cc.inputHash = hashDocument(cc.parsed, r.Arguments)
	cc.keyedHash = cc.inputHash
	var common CommonArguments
	cc.started, cc.queued, common = s.arrived(ctx, e, r.Arguments)
	cc.call = &Call{
		Tool: &e.Tool, Principal: s.principal(ctx), Arguments: r.Arguments, Common: common,
		CommandID: s.newID(), Now: cc.started, Progress: cc.progress(r.Progress), parsed: cc.parsed,
	}
	if id := cc.call.Common.RunID; len(id) <= maxIDBytes {
		cc.call.RunID = id // a longer id is refused and not repeated
	}
	cc.call.Trace = newTrace(r.Traceparent, r.Tracestate, cc.call.CommandID)
	if key := cc.call.Common.IdempotencyKey; key != "" && e.properties["idempotency_key"] {
		cc.call.CommandID = commandID(cc.call.Principal.identity(), e.Name, key)
	}
	cc.saysDryRun = common.DryRun != nil
	if e.Category != CategoryRead && e.properties["dry_run"] && cc.call.Common.DryRun == nil {
		dry := cc.call.Principal.dryRunDefault(e.Category)
		cc.call.Common.DryRun = &dry
	}
	cc.call.invoke, cc.call.face, cc.call.speculate = cc.invoker(), s.invocable, cc.speculate
	cc.call.idle = cc.idle
	if s.config.Meaning != nil {
		cc.call.meaning = func() Meaning { return s.config.Meaning(ctx, cc.call) }
	}
	if r.Elicit != nil {
		cc.call.elicit = cc.elicitor(r.Elicit)
	}
	return cc
}

// idle runs a function that waits, without holding a slot.
func (cc *chainCall) idle(ctx context.Context, wait func() error) error {
	cc.freeSlot()
	if err := wait(); err != nil {
		return err
	}
	return cc.takeSlot(ctx)
}

// elicitor returns a function that asks a person without holding a slot while it waits.
func (cc *chainCall) elicitor(elicit elicitor) elicitor {
	return func(ctx context.Context, q Elicitation) (ElicitationResult, error) {
		cc.freeSlot()
		a, err := elicit(ctx, q)
		if err != nil {
			return a, err
		}
		return a, cc.takeSlot(ctx)
	}
}

// quietFor is how long a call of a heavy tool runs before it reports progress, because a shorter call needs no report.
const quietFor = 500 * time.Millisecond

func (cc *chainCall) progress(notify func(done, total float64, message string)) func(done,
	total float64, message string) {
	if !cc.entry.Heavy {
		return notify
	}
	begun := time.Now()
	return func(done, total float64, message string) {
		if time.Since(begun) >= quietFor {
			notify(done, total, message)
		}
	}
}
