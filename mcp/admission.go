package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/wire"
)

type arrivalKey struct{}

type principalKey struct{}

// arrival is what is stamped on a call when it is read.
type arrival struct {
	at     time.Time
	ticket *ticket          // of a mutation
	common *CommonArguments // of a mutation
}

// principal answers who makes the calls of ctx.
func (s *Server) principal(ctx context.Context) Principal {
	if p, ok := ctx.Value(principalKey{}).(Principal); ok {
		return p
	}
	return s.config.Principal
}

// WithPrincipal answers a context whose calls are the principal's, for transports that know their caller.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// admit gives a call its time of arrival and a mutation its place in the queue of its branch.
func (s *Server) admit(ctx context.Context, tool string, arguments json.RawMessage) (context.Context, func()) {
	a := &arrival{at: s.now()}
	if e := s.registry.Find(tool); e != nil && e.Category == CategoryMutation {
		common := s.commonArguments(e, arguments)
		a.ticket, a.common = s.locks.reserve(branchKey{common.ModelID, common.Branch}), &common
	}
	return context.WithValue(ctx, arrivalKey{}, a), a.ticket.release
}

// commonArguments reads the arguments that the chain looks at. It is lenient: it runs before validation.
func (s *Server) commonArguments(e *Entry, arguments json.RawMessage) CommonArguments {
	var c CommonArguments
	_ = json.Unmarshal(arguments, &c) // what does not fit is reported by the validation
	if e.properties["model_id"] && c.ModelID == "" {
		c.ModelID = s.config.DefaultModel
	}
	if e.properties["branch"] && c.Branch == "" {
		c.Branch = s.config.DefaultBranch
	}
	return c
}

func (s *Server) callFromWire(ctx context.Context, r wire.Request) (wire.Result, error) {
	a, err := s.serve(ctx, r)
	if err != nil {
		return wire.Result{}, err
	}
	return wire.Result{JSON: a.text, IsError: !a.envelope.Success}, nil
}

// serve prepares a call and takes it through the chain.
func (s *Server) serve(ctx context.Context, r wire.Request) (answer, error) {
	e := s.registry.Find(r.Tool)
	if e == nil {
		return answer{}, domain.Errorf(domain.NotFound, "there is no tool %q", r.Tool)
	}
	ctx, cancel := context.WithTimeout(ctx, s.config.CallTimeout)
	defer cancel()
	return s.passage(ctx, e, r).run(ctx)
}

// arrived answers what was stamped on the call of ctx, and what was not stamped anew.
func (s *Server) arrived(ctx context.Context, e *Entry, arguments json.RawMessage) (time.Time, *ticket, CommonArguments) {
	a, ok := ctx.Value(arrivalKey{}).(*arrival)
	switch {
	case !ok:
		return s.now(), nil, s.commonArguments(e, arguments)
	case a.common == nil:
		return a.at, a.ticket, s.commonArguments(e, arguments)
	}
	return a.at, a.ticket, *a.common
}

func (s *Server) passage(ctx context.Context, e *Entry, r wire.Request) *passage {
	if len(r.Arguments) == 0 || bytes.Equal(r.Arguments, []byte("null")) {
		r.Arguments = json.RawMessage("{}")
	}
	p := &passage{server: s, entry: e, parsed: schema.Parse(r.Arguments)}
	p.inputHash = hashDocument(p.parsed, r.Arguments)
	var common CommonArguments
	p.started, p.ticket, common = s.arrived(ctx, e, r.Arguments)
	p.call = &Call{
		Tool: &e.Tool, Principal: s.principal(ctx), Arguments: r.Arguments, Common: common,
		CommandID: s.newID(), Now: p.started, Progress: r.Progress,
	}
	p.call.RunID = p.call.Common.RunID
	p.call.Trace = newTrace(r.Traceparent, r.Tracestate, p.call.CommandID)
	if key := p.call.Common.IdempotencyKey; key != "" && e.properties["idempotency_key"] {
		p.call.CommandID = commandID(p.call.Principal.ID, e.Name, key)
	}
	if e.Category == CategoryMutation && e.properties["dry_run"] && p.call.Common.DryRun == nil {
		dry := p.call.Principal.dryRunDefault()
		p.call.Common.DryRun = &dry
	}
	if r.Ask != nil {
		p.call.ask = p.asker(r.Ask)
	}
	return p
}

// asker lets a handler wait for a person without holding a slot that others need.
func (p *passage) asker(ask asker) asker {
	return func(ctx context.Context, q Question) (Answer, error) {
		p.freeSlot()
		a, err := ask(ctx, q)
		if err != nil {
			return a, err
		}
		return a, p.takeSlot(ctx)
	}
}
