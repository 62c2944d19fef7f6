package mcp

import (
	"context"
	"encoding/json"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/wire"
)

// Invocation is a call of a tool that another call makes, such as the step of a run.
type Invocation struct {
	Tool      string
	Arguments json.RawMessage
	Reasoning string // of the audit, and of an agent's mutation
	CommandID string // from which the ids of its events derive
	RunID     string
	// Bound narrows what the caller may do by it; nil leaves it as it is.
	Bound func(Principal) Principal
	// Records are appends of the caller that become durable with the events of the call, or not at all. They are asked
	// for once for each attempt, with the reply as it will be sent. A call that writes nothing does not write them.
	Records func(reply Envelope, affected int) ([]eventstore.Append, error)
	// Pinned are the files that the call may read, each by its name with the SHA-256 that it has to have; nil binds
	// none.
	Pinned map[string]string
}

// Invoked is what came of an invocation.
type Invoked struct {
	Envelope
	Affected int
	Recorded bool // the records were written, with the events
	// Classes are the reasons for which a person would have to approve, of a call that is speculative.
	Classes []approvals.Class
}

type invoker func(context.Context, Invocation) (Invoked, error)

// Invoke takes another call through the whole chain: its arguments are validated, the caller's permissions hold, and it
// leaves its own records in the audit. It counts as an operation of the session, and not against the rate, which the
// outer call has paid. The error is for what is no answer of a tool: no slot, a tool that does not exist.
func (c *Call) Invoke(ctx context.Context, i Invocation) (Invoked, error) { return c.invoke(ctx, i) }

// Invocable returns a tool that a call may make in turn, nil for none.
func (c *Call) Invocable(tool string) *Entry {
	if c.face == nil {
		return nil
	}
	return c.face(tool)
}

// CheckArguments holds arguments against the input schema of a tool, as a call does: those whose only faults are
// synonyms of names are taken.
func (e *Entry) CheckArguments(arguments json.RawMessage) []schema.Issue {
	issues := e.input.validator().CheckArguments(schema.Parse(arguments))
	if len(issues) == 0 {
		return nil
	}
	understood, taken := Understand(e.InputSchema, arguments)
	if len(taken) == 0 {
		return issues
	}
	return e.input.validator().CheckArguments(schema.Parse(understood))
}

// runError is an error that a run met.
type runError struct {
	error
	run string
}

func (e *runError) Unwrap() error { return e.error }

// InRun says which run an error is of: the envelope of the failure names it. nil stays nil.
func InRun(run string, err error) error {
	if err == nil {
		return nil
	}
	return &runError{err, run}
}

// invoker lets a handler make calls without holding a slot that they need.
func (cc *chainCall) invoker() invoker {
	return func(ctx context.Context, i Invocation) (Invoked, error) {
		e := cc.server.invocable(i.Tool)
		if e == nil {
			return Invoked{}, state.Errorf(state.NotFound, "there is no tool %q here", i.Tool).With("tool", i.Tool)
		}
		cc.freeSlot()
		out, err := cc.server.invoke(ctx, e, cc, i)
		if err != nil {
			return out, err
		}
		return out, cc.takeSlot(ctx)
	}
}

// invocable returns a tool of the whole table: a process that serves one subject carries out runs of all.
func (s *Server) invocable(tool string) *Entry {
	if s.config.Invocable != nil {
		return s.config.Invocable.Find(tool)
	}
	return s.registry.Find(tool)
}

func (s *Server) invoke(ctx context.Context, e *Entry, outer *chainCall, i Invocation) (Invoked, error) {
	p := outer.call.Principal
	if i.Bound != nil {
		p = i.Bound(p)
	}
	a := &arrival{at: s.now()}
	if e.Category == CategoryMutation {
		common := s.commonArguments(e, i.Arguments)
		a.queued, a.common = s.queues.of(p.userID()).reserve(branchKey{common.ModelID, common.Branch}), &common
	}
	defer a.queued.release()
	ctx = context.WithValue(holding(ctx, p), arrivalKey{}, a)
	cc := s.newChainCall(ctx, e, wire.Request{Tool: e.Name, Arguments: i.Arguments,
		Progress: func(float64, float64, string) {}})
	cc.inner = &i
	c := cc.call
	if c.pinned = i.Pinned; i.Bound != nil {
		c.unbounded = &outer.call.Principal
	}
	c.CommandID, c.RunID, c.Trace = i.CommandID, i.RunID, outer.call.Trace.child(s.newID())
	if c.Common.Reasoning == "" {
		c.Common.Reasoning = i.Reasoning
	}
	if commits := false; e.properties["dry_run"] && !outer.call.DryRun() {
		c.Common.DryRun = &commits
	}
	r, err := cc.through(ctx)
	return Invoked{r.envelope, cc.affected, cc.recorded, cc.classes}, err
}

// innerRecords returns the appends that an invocation wants to become durable with the call.
func (cc *chainCall) innerRecords(a reply) ([]eventstore.Append, error) {
	if cc.inner == nil || cc.inner.Records == nil {
		return nil, nil
	}
	return cc.inner.Records(a.envelope, cc.affected)
}
