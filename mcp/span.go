package mcp

import (
	"context"
	"time"

	"github.com/bimstream/bimstream/geometry/budget"
)

// Span is a call in the form of a trace, with the ids of its audit records.
type Span struct {
	Trace      TraceContext
	Tool       string
	Category   string
	Caller     Kind
	RunID      string
	Start, End time.Time
	Outcome    string // of the call: success, failure or asked
	Error      string // name of the error; "" without one
	Affected   int    // elements
	DryRun     bool
	// Further fields from the record of the call.
	CallerID, OnBehalfOf, CommandID, EventID, InputSHA256 string
}

// through runs the call through the chain, and passes it to Config.Spans.
func (cc *chainCall) through(ctx context.Context) (reply, error) {
	ctx = budget.Begin(ctx)
	defer budget.End(ctx)
	a, err := cc.run(ctx)
	if cc.server.config.Spans == nil {
		return a, err
	}
	s := Span{
		Trace: cc.call.Trace, Tool: cc.entry.Name, Category: string(cc.entry.Category),
		Caller: cc.call.Principal.Kind, RunID: cc.call.RunID,
		Start: cc.started, End: cc.server.now(), Outcome: outcomeSuccess, Affected: cc.affected,
		CallerID: cc.call.Principal.ID, OnBehalfOf: cc.call.Principal.OnBehalfOf, CommandID: cc.call.CommandID,
		InputSHA256: cc.inputHash, DryRun: a.envelope.DryRun,
	}
	if id := a.envelope.EventID; id != nil {
		s.EventID = *id
	}
	switch e := a.envelope.Error; {
	case err != nil:
		s.Outcome = outcomeElicits
	case e != nil:
		s.Outcome, s.Error = outcomeFailure, e.Name
	}
	cc.server.config.Spans(s)
	return a, err
}

// child returns the trace context of a call that the call of t makes. It is sampled if t is. It is also sampled if no
// client has sent a trace context.
func (t TraceContext) child(seed string) TraceContext {
	t.Sampled = t.Sampled || t.ParentID == ""
	return newTrace(t.Traceparent(), t.State, seed)
}
