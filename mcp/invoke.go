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

// Invocation is a tool call that another call makes, such as a step of a run.
type Invocation struct {
	Tool      string
	Arguments json.RawMessage
	Reasoning string // for the audit; an agent's mutation requires it
	CommandID string // the seed for the ids of its events
	RunID     string
	// Bound narrows the caller's permissions for the call; nil leaves them unchanged.
	Bound func(Principal) Principal
	// Records returns appends that are stored atomically with the events of the call. It is called once for each
	// attempt, with the reply as it will be sent. A call that writes nothing does not write them.
	Records func(reply Envelope, affected int) ([]eventstore.Append, error)
	// Pinned maps the names of the files that the call may read to their required SHA-256; nil requires nothing.
	Pinned map[string]string
}

// Invoked is the result of an invocation.
type Invoked struct {
	Envelope
	Affected int
	Recorded bool // the records were written with the events
	// Classes are the reasons why a person would have to approve a speculative call.
	Classes []approvals.Class
}

type invoker func(context.Context, Invocation) (Invoked, error)

// Invoke runs another call through the whole chain: its arguments are validated, the caller's permissions apply, and it
// has its own audit records. It counts as an operation of the session but not against the rate, which the outer call
// has paid. The error covers failures without a reply: no slot, or a missing tool.
func (c *Call) Invoke(ctx context.Context, i Invocation) (Invoked, error) { return c.invoke(ctx, i) }

// Invocable returns a tool that a call may invoke, or nil.
func (c *Call) Invocable(tool string) *Entry {
	if c.face == nil {
		return nil
	}
	return c.face(tool)
}

// CheckArguments returns the faults of arguments against the tool's input schema. Like a call, it accepts arguments
// whose only faults are synonyms.
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

// runError is an error of a run.
type runError struct {
	error
	run string
}

func (e *runError) Unwrap() error { return e.error }

// InRun attaches a run to an error, so that the envelope of the failure names the run. It returns nil for nil.
func InRun(run string, err error) error {
	if err == nil {
		return nil
	}
	return &runError{err, run}
}

// invoker returns a function that makes calls for a handler, without holding a slot that these calls need.
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

// invocable finds a tool in the whole table, even if this process does not serve it, because every process executes
// runs with the tools of all subjects.
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

// innerRecords returns the appends that an invocation stores with the call.
func (cc *chainCall) innerRecords(a reply) ([]eventstore.Append, error) {
	if cc.inner == nil || cc.inner.Records == nil {
		return nil, nil
	}
	return cc.inner.Records(a.envelope, cc.affected)
}
