package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/schema"
)

type issue = schema.Issue

// commit writes the events of the outcome together with the record of the call and the result under its idempotency
// key. From here on the call cannot be cancelled: it is finished and recorded even if the client has gone.
func (cc *chainCall) commit(ctx context.Context, out *Outcome, a reply) error {
	ctx = context.WithoutCancel(ctx)
	buffered, err := cc.server.audit.take(ctx, cc.enteredID)
	if err != nil {
		return err
	}
	own := append(plainEvents(buffered), cc.leftRecord(a, outcomeSuccess))
	records := append([]eventstore.Append{cc.server.audit.part(own)}, cc.decisions...)
	if cc.keyed() {
		kept, err := cc.completion(a.text)
		if err != nil {
			cc.server.audit.restore(buffered, flushInterval)
			return err
		}
		records = append(records, kept)
	}
	inner, err := cc.innerRecords(a)
	if err != nil {
		cc.server.audit.restore(buffered, flushInterval)
		return err
	}
	records = append(records, inner...)
	if cc.server.speculative {
		cc.call.dropStaged()
	}
	if err := cc.call.placeStaged(); err != nil {
		cc.server.audit.restore(buffered, flushInterval)
		return err
	}
	cc.mayHaveCommitted = true
	eventID, err := cc.append(ctx, out, records)
	cc.call.settleStaged(err == nil, err != nil && !neverWritten(err))
	if err != nil {
		if cc.mayHaveCommitted = !neverWritten(err); cc.mayHaveCommitted {
			cc.server.audit.doubt(own)
		}
		cc.server.audit.restore(buffered, flushInterval)
		return err
	}
	if cc.mutates() && eventID != out.EventID {
		cc.server.log.Error("a commit answered another event than its outcome", "tool", cc.entry.Name, "outcome",
			out.EventID, "commit", eventID)
	}
	cc.recorded = len(inner) > 0
	cc.observe(stepAuditExit)
	return nil
}

// append writes the events after the append of the previous call.
func (cc *chainCall) append(ctx context.Context, out *Outcome,
	records []eventstore.Append) (eventID string, err error) {
	defer cc.recovered(&err)
	if out.Enqueue == nil {
		return out.Commit(ctx, records)
	}
	if err := cc.queued.waitEnqueued(ctx); err != nil {
		return "", err
	}
	wait := out.Enqueue(ctx, records)
	cc.queued.hasEnqueued()
	if eventID, err = wait(); err == nil {
		cc.queued.hasStored(out.NextState)
	}
	return eventID, err
}

// neverWritten reports whether an error of an append means that nothing was written.
func neverWritten(err error) bool {
	return errors.Is(err, ErrConflict) || conflictOfKey(err) ||
		errors.Is(err, eventstore.ErrFull) || errors.Is(err, eventstore.ErrTooLarge) ||
		errors.Is(err, eventstore.ErrInvalidEvent)
}

// conflictOfKey reports whether an append failed because another process wrote first with the same key.
func conflictOfKey(err error) bool {
	return errors.Is(err, eventstore.ErrWrongExpected) || errors.Is(err, eventstore.ErrIdempotencyCorrupt)
}

// recovered converts a panic to an error and logs the stack.
func (cc *chainCall) recovered(err *error) {
	if r := recover(); r != nil {
		cc.server.log.Error("a handler panicked", "tool", cc.entry.Name, "trace_id", cc.call.Trace.TraceID, "panic", r,
			"stack", string(debug.Stack()))
		*err = &panicError{r}
	}
}

// succeed validates the outcome's data and returns the reply.
func (cc *chainCall) succeed(out *Outcome) (reply, error) {
	data, err := json.Marshal(out.Data)
	if err != nil {
		return reply{}, invalidOutput([]issue{{Reason: "the result cannot be written as JSON"}})
	}
	data, issues := cc.entry.data.validator().CheckFilling(data)
	if len(issues) > 0 {
		return reply{}, invalidOutput(issues)
	}
	e := cc.envelope()
	e.Success, e.Data, e.DryRun = true, data, cc.call.DryRun()
	if e.DryRun {
		e.Warnings = append(e.Warnings, cc.onlyShown())
	}
	if cc.replaced > 0 {
		e.Warnings = append(e.Warnings, textReplaced(cc.replaced))
	}
	if len(cc.taken) > 0 {
		e.Warnings = append(e.Warnings, SynonymsTaken(cc.taken))
	}
	e.Warnings = append(e.Warnings, out.Warnings...)
	if out.RunID != "" {
		e.RunID = out.RunID
	}
	written := out.Commit != nil || out.Written
	if written && cc.mutates() && !e.DryRun {
		e.EventID = &out.EventID
	}
	if !written && cc.entry.Category == CategoryMutation && !e.DryRun && !saysNothing(e.Warnings) {
		e.Warnings = append(e.Warnings, nothingChanged)
	}
	if e.DryRun && len(cc.classes) > 0 {
		e.Warnings = append(e.Warnings, cc.approvalWarning(out))
	}
	cc.quotePreview(&e, out)
	a, err := cc.withinSize(e)
	a.images = out.Images
	return a, err
}

// nothingChanged is the warning for a change without an event, because a success alone would suggest that something was
// changed.
var nothingChanged = Warning{Code: "NOTHING_CHANGED", Message: "no event was written: it is already as you ask"}

// onlyShown returns the warning of a dry run, which describes how to make the call for real.
func (cc *chainCall) onlyShown() Warning {
	why := "as the call asked"
	if !cc.saysDryRun {
		why = "as calls are that do not say dry_run"
		if cc.call.Principal.Kind == KindAgent {
			why = "as those of agents are that do not say dry_run"
		}
	}
	return Warning{Code: "DRY_RUN", Message: "nothing was done, " + why + ": to do it, make the same call with " +
		"dry_run false", Data: map[string]any{"arguments": map[string]any{"dry_run": false}}}
}

// saysNothing reports whether a warning already states that nothing was done.
func saysNothing(warnings []Warning) bool {
	return slices.ContainsFunc(warnings, func(w Warning) bool { return strings.HasPrefix(w.Code, "NOTHING_") })
}

func invalidOutput(issues []issue) error {
	return state.Errorf(state.InvalidOutput,
		"the server's own result broke its schema, which is a bug; nothing was changed").
		With("issues", issues)
}

// fail returns the reply for an error.
func (cc *chainCall) fail(err error) reply {
	f := failureOf(err)
	if in, ok := errors.AsType[*runError](err); ok {
		cc.call.RunID = in.run
	}
	if f.Code == state.Internal || f.Code == state.InvalidOutput {
		cc.server.log.Error("a call failed unexpectedly", "tool", cc.entry.Name, "trace_id", cc.call.Trace.TraceID,
			"error", err, "data", f.Data)
	}
	if f.Code == state.Cancelled && cc.mayHaveCommitted {
		f.Message = "the request was cancelled; it is not known whether it was changed: read the current state"
	}
	cc.leadOn(f)
	retryable := f.Code.Retryable() && (!cc.mayHaveCommitted || cc.entry.Idempotent || cc.keyed())
	e := cc.envelope()
	e.Error = asFailure(f, retryable)
	return cc.shortFailure(e)
}

// envelope returns an envelope with the parts that do not depend on the outcome.
func (cc *chainCall) envelope() Envelope {
	c := cc.call
	e := Envelope{Data: json.RawMessage("null"), envelopeRest: envelopeRest{
		Timestamp: cc.server.now(), Warnings: []Warning{}, RunID: c.RunID,
		Audit: Audit{UserID: c.Principal.userID(), Reasoning: optional(clip(c.Common.Reasoning, maxReasonBytes))},
	}}
	if c.Principal.Kind == KindAgent {
		e.Audit.AgentID = &c.Principal.ID
	}
	return e
}

func (cc *chainCall) seal(e Envelope) (reply, error) {
	text, err := e.encode()
	if err != nil {
		return reply{}, fmt.Errorf("write the answer: %w", err)
	}
	return reply{envelope: e, text: text}, nil
}

// replay returns the stored result for the call's key, unless the caller has since lost access to the model.
func (cc *chainCall) replay(ctx context.Context, text json.RawMessage) reply {
	var e Envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return cc.leave(cc.fail(fmt.Errorf("%w: a kept result: %w", eventstore.ErrCorrupt, err)), outcomeFailure)
	}
	var about struct {
		ModelID string `json:"model_id"`
	}
	_ = json.Unmarshal(e.Data, &about) // a result without a model concerns none
	if admits := cc.server.config.Admits; admits != nil && about.ModelID != "" {
		if err := admits(ctx, cc.call, about.ModelID); err != nil {
			return cc.leave(cc.fail(err), outcomeFailure)
		}
	}
	return cc.leave(reply{envelope: e, text: text}, outcomeReplayed)
}

// leave records the end of a call that wrote nothing.
func (cc *chainCall) leave(a reply, outcome string) reply {
	cc.observe(stepAuditExit)
	if cc.reserved && !cc.mayHaveCommitted {
		cc.server.rates.release(cc.call.Principal, cc.server.now())
	}
	if e := a.envelope.Error; e != nil && e.Code == int(state.Cancelled) {
		outcome = outcomeCancelled
	}
	if !cc.summed(a) {
		cc.server.audit.leave(cc.enteredID, cc.leftRecord(a, outcome))
	}
	return a
}

// summed reports whether the call was refused and added to the sum of a flood.
func (cc *chainCall) summed(a reply) bool {
	e := a.envelope.Error
	if e == nil || !slices.Contains(refused, state.Code(e.Code)) {
		return false
	}
	p := cc.call.Principal
	return cc.server.audit.sum(cc.enteredID, cc.seq, sumKey{caller{p.ID, p.Kind, p.OnBehalfOf}, cc.entry.Name, e.Name},
		time.Now())
}

func (cc *chainCall) leftRecord(a reply, outcome string) eventstore.Event {
	now := cc.server.now()
	left := callLeft{
		Seq: cc.seq, Tool: cc.entry.Name, Outcome: outcome, DryRun: a.envelope.DryRun, Affected: cc.affected,
		ResultSHA256: hashBytes(a.text), ResultBytes: len(a.text),
		DurationUS: now.Sub(cc.started).Microseconds(), At: now,
		TraceID: cc.call.Trace.TraceID, SpanID: cc.call.Trace.SpanID,
	}
	if a.envelope.Error != nil {
		left.Error = a.envelope.Error.Name
	}
	if a.envelope.EventID != nil {
		left.EventID = *a.envelope.EventID
	}
	return cc.server.audit.event(eventCallLeft, cc.seq, left)
}

func (cc *chainCall) observe(step string) {
	if cc.server.observe != nil {
		cc.server.observe(step)
	}
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
