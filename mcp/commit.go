package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/schema"
)

type issue = schema.Issue

// commit writes the events of the outcome together with the record of the call and the result under its idempotency
// key. From here on the call no longer ends early: it is finished and recorded even when the client has gone.
func (p *passage) commit(ctx context.Context, out *Outcome, a answer) error {
	ctx = context.WithoutCancel(ctx)
	buffered := p.server.audit.take(p.enteredID)
	left := p.leftRecord(a, outcomeSuccess)
	records := []eventstore.Append{p.server.audit.part(append(slices.Clone(buffered), left))}
	if p.keyed() {
		kept, err := p.completion(a.text)
		if err != nil {
			p.server.audit.restore(buffered, flushInterval)
			return err
		}
		records = append(records, kept)
	}
	p.mayHaveCommitted = true
	eventID, err := p.append(ctx, out, records)
	if err != nil {
		p.server.audit.restore(buffered, flushInterval)
		p.mayHaveCommitted = !neverWritten(err)
		return err
	}
	if p.mutates() && eventID != out.EventID {
		p.server.log.Error("a commit answered another event than its outcome", "tool", p.entry.Name, "outcome", out.EventID, "commit", eventID)
	}
	if p.entry.Category == CategoryMutation {
		p.server.rates.countOperation(p.call.Principal)
	}
	p.observe(stepAuditExit)
	return nil
}

// append writes behind the append of the call before.
func (p *passage) append(ctx context.Context, out *Outcome, records []eventstore.Append) (eventID string, err error) {
	defer p.recovered(&err)
	if out.Enqueue == nil {
		return out.Commit(ctx, records)
	}
	if err := p.ticket.waitEnqueued(ctx); err != nil {
		return "", err
	}
	wait := out.Enqueue(ctx, records)
	p.ticket.hasEnqueued()
	if eventID, err = wait(); err == nil {
		p.ticket.landed(out.Foreseen)
	}
	return eventID, err
}

// neverWritten reports whether an error of an append says that nothing was written.
func neverWritten(err error) bool {
	return errors.Is(err, ErrConflict) || conflictOfKey(err) ||
		errors.Is(err, eventstore.ErrFull) || errors.Is(err, eventstore.ErrTooLarge) || errors.Is(err, eventstore.ErrInvalidEvent)
}

// conflictOfKey reports whether an append failed in the way it does when another process was first with the same key.
func conflictOfKey(err error) bool {
	return errors.Is(err, eventstore.ErrWrongExpected) || errors.Is(err, eventstore.ErrIdempotencyCorrupt)
}

// recovered turns a panic into an error and logs where it came from.
func (p *passage) recovered(err *error) {
	if r := recover(); r != nil {
		p.server.log.Error("a handler panicked", "tool", p.entry.Name, "trace_id", p.call.Trace.TraceID, "panic", r, "stack", string(debug.Stack()))
		*err = &panicError{r}
	}
}

// succeed validates the outcome's data and makes the envelope.
func (p *passage) succeed(out *Outcome) (answer, error) {
	data, err := json.Marshal(out.Data)
	if err != nil {
		return answer{}, invalidOutput([]issue{{Reason: "the result cannot be written as JSON"}})
	}
	data, issues := p.entry.data.validator().CheckFilling(data)
	if len(issues) > 0 {
		return answer{}, invalidOutput(issues)
	}
	e := p.envelope()
	e.Success, e.Data, e.DryRun = true, data, p.call.DryRun()
	e.Warnings = append(e.Warnings, out.Warnings...)
	if out.RunID != "" {
		e.RunID = out.RunID
	}
	if out.Commit != nil && p.mutates() && !e.DryRun {
		e.EventID = &out.EventID
	}
	if e.DryRun && p.needsApproval(out) {
		e.Warnings = append(e.Warnings, p.approvalWarning(out))
	}
	return p.seal(e)
}

func invalidOutput(issues []issue) error {
	return domain.Errorf(domain.InvalidOutput, "the server's own result broke its schema, which is a bug; nothing was changed").
		With("issues", issues)
}

// fail makes the envelope of an error.
func (p *passage) fail(err error) answer {
	f := failureOf(err)
	if f.Code == domain.Internal || f.Code == domain.InvalidOutput {
		p.server.log.Error("a call failed unexpectedly", "tool", p.entry.Name, "trace_id", p.call.Trace.TraceID, "error", err, "data", f.Data)
	}
	retryable := f.Code.Retryable() && (!p.mayHaveCommitted || p.entry.Idempotent || p.keyed())
	e := p.envelope()
	e.Error = asFailure(f, retryable)
	a, err := p.seal(e)
	if err != nil { // the data of the error cannot be written
		e.Error.Data = nil
		a, _ = p.seal(e)
	}
	return a
}

// envelope starts an answer with what does not depend on the outcome.
func (p *passage) envelope() Envelope {
	c := p.call
	e := Envelope{Data: json.RawMessage("null"), envelopeRest: envelopeRest{
		Timestamp: p.server.now(), Warnings: []Warning{}, RunID: c.RunID,
		Audit: Audit{UserID: c.Principal.userID(), Reasoning: optional(c.Common.Reasoning)},
	}}
	if c.Principal.Kind == KindAgent {
		e.Audit.AgentID = &c.Principal.ID
	}
	return e
}

func (p *passage) seal(e Envelope) (answer, error) {
	text, err := e.encode()
	if err != nil {
		return answer{}, fmt.Errorf("write the answer: %w", err)
	}
	return answer{e, text}, nil
}

// replay answers the result that was kept under the call's key.
func (p *passage) replay(text json.RawMessage) answer {
	var e Envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return p.leave(p.fail(fmt.Errorf("%w: a kept result: %w", eventstore.ErrCorrupt, err)), outcomeFailure)
	}
	return p.leave(answer{e, text}, outcomeReplayed)
}

// leave records that a call ended which wrote nothing.
func (p *passage) leave(a answer, outcome string) answer {
	p.observe(stepAuditExit)
	p.server.audit.add(p.leftRecord(a, outcome))
	return a
}

func (p *passage) leftRecord(a answer, outcome string) eventstore.Event {
	now := p.server.now()
	left := callLeft{
		Seq: p.seq, Tool: p.entry.Name, Outcome: outcome, DryRun: a.envelope.DryRun, Affected: p.affected,
		ResultSHA256: hashBytes(a.text), DurationUS: now.Sub(p.started).Microseconds(), At: now,
		TraceID: p.call.Trace.TraceID, SpanID: p.call.Trace.SpanID,
	}
	if a.envelope.Error != nil {
		left.Error = a.envelope.Error.Name
	}
	if a.envelope.EventID != nil {
		left.EventID = *a.envelope.EventID
	}
	return p.server.audit.event(eventCallLeft, p.seq, left)
}

func (p *passage) observe(step string) {
	if p.server.observe != nil {
		p.server.observe(step)
	}
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
