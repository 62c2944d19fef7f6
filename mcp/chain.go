package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/wire"
)

// The steps of a call, in their order, which is part of the tool contract. The gate looks twice: before the dispatch
// at what the tool is, and once the handler has decided, and nothing is written, at what it would do.
const (
	stepValidateInput  = "validate input"
	stepAuditEnter     = "audit enter"
	stepPermission     = "permission"
	stepLimits         = "limits"
	stepRate           = "rate"
	stepGate           = "gate"
	stepDispatch       = "dispatch"
	stepPlanGate       = "gate on plan"
	stepValidateOutput = "validate output"
	stepCommit         = "commit"
	stepAuditExit      = "audit exit"
)

// passage is one call on its way through the chain.
type passage struct {
	server  *Server
	entry   *Entry
	call    *Call
	ticket  *ticket
	slot    bool    // the call holds one of the dispatch slots
	on      *ticket // of the call whose foreseen state this one is decided on; nil when it is decided on what is stored
	started time.Time

	parsed    *schema.Document // the arguments
	inputHash string
	seq       uint64
	enteredID string
	affected  int
	// mayHaveCommitted is set before the append: from then on a failure no longer means that nothing happened.
	mayHaveCommitted bool
}

// answer is what a call ends with.
type answer struct {
	envelope Envelope
	text     json.RawMessage
}

// run takes the call through the chain. The error is not nil only when the client has to be asked first.
func (p *passage) run(ctx context.Context) (answer, error) {
	fault := p.step(stepValidateInput, p.validateInput)
	if err := p.step(stepAuditEnter, p.enter); err != nil {
		return p.fail(err), nil
	}
	if fault != nil {
		return p.leave(p.fail(fault), outcomeFailure), nil
	}
	for _, s := range []struct {
		name string
		do   func() error
	}{
		{stepPermission, p.checkPermission}, {stepLimits, p.checkLimits}, {stepRate, p.checkRate}, {stepGate, p.gateTool},
	} {
		if err := p.step(s.name, s.do); err != nil {
			return p.leave(p.fail(err), outcomeFailure), nil
		}
	}
	return p.dispatch(ctx)
}

func (p *passage) step(name string, do func() error) error {
	if p.server.observe != nil {
		p.server.observe(name)
	}
	return do()
}

// validateInput reports all faults of the arguments at once. Arguments that are absent or null are an empty object.
func (p *passage) validateInput() error {
	if issues := p.entry.input.validator().CheckParsed(p.parsed); len(issues) > 0 {
		return invalidInput(issues)
	}
	return nil
}

// enter records that the call arrived.
func (p *passage) enter() error {
	r := p.server.audit
	p.seq = r.next()
	c := p.call
	e := r.event(eventCallEntered, p.seq, callEntered{
		Seq: p.seq, Tool: p.entry.Name, Caller: caller{c.Principal.ID, c.Principal.Kind, c.Principal.OnBehalfOf},
		Reasoning: optional(c.Common.Reasoning), InputSHA256: p.inputHash, CommandID: c.CommandID, At: p.started,
		TraceID: c.Trace.TraceID, SpanID: c.Trace.SpanID, ParentSpan: c.Trace.ParentID,
	})
	p.enteredID = e.ID
	return r.enter(e)
}

const (
	// maxConflicts bounds how often a command is decided again because the head of its branch moved. Within one process
	// the write lock prevents it; it takes a store that cannot keep others out, and processes that always win.
	maxConflicts = 16
	// racesLost is how many races a command may lose before it has the others kept out. A process that has just written needs
	// not read what the others have to, and would win again and again.
	racesLost = 1
)

// dispatch waits for the call's turn and lets the handler decide, again when others were faster.
func (p *passage) dispatch(ctx context.Context) (answer, error) {
	if err := p.takeTurn(ctx); err != nil {
		return p.leave(p.fail(err), outcomeFailure), nil
	}
	defer p.freeSlot()
	for attempt := 0; ; attempt++ {
		if attempt > 0 {
			if err := p.startOver(ctx); err != nil {
				return p.leave(p.fail(err), outcomeFailure), nil
			}
		}
		before, err := p.earlier(ctx)
		if err != nil {
			return p.leave(p.fail(err), outcomeFailure), nil
		}
		if before != nil {
			return p.replay(before), nil
		}
		p.call.Presume = attempt == 0 && p.presumes()
		undisturbed := attempt >= racesLost || p.expectsRace()
		p.call.Held = undisturbed && attempt <= racesLost && p.alone()
		a, err := p.attemptUndisturbed(ctx, undisturbed)
		switch {
		case err == nil:
			return a, nil
		case wire.InputRequired(err):
			return p.leave(answer{}, outcomeAsked), err
		case p.lostRace(err) && attempt < maxConflicts:
			p.server.raced.Store(p.server.now().UnixNano())
		default:
			return p.leave(p.fail(err), outcomeFailure), nil
		}
	}
}

// takeTurn waits for the write lock of a mutation, and for one of the slots that bound the work under way.
func (p *passage) takeTurn(ctx context.Context) (err error) {
	if p.entry.Ahead && p.call.Common.ExpectedRevision == nil {
		p.on, err = p.ticket.waitAhead(ctx)
	} else {
		err = p.ticket.wait(ctx)
	}
	if err != nil {
		return err
	}
	p.call.Foreseen = p.on.foreseen()
	return p.takeSlot(ctx)
}

// startOver waits until the calls before are over, so that the order of arrival holds for what is decided again.
func (p *passage) startOver(ctx context.Context) error {
	p.on, p.call.Foreseen = nil, nil
	return p.ticket.wait(ctx)
}

// confirm makes sure of the state that an answer was decided on, where the store does not do so: ErrConflict when it did
// not come to be.
func (p *passage) confirm(ctx context.Context) error {
	came, err := p.on.cameTrue(ctx)
	if err != nil || came {
		return err
	}
	return fmt.Errorf("%w: the call before did not end as it was foreseen", ErrConflict)
}

func (p *passage) takeSlot(ctx context.Context) error {
	select {
	case p.server.slots <- struct{}{}:
		p.slot = true
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *passage) freeSlot() {
	if p.slot {
		p.slot = false
		<-p.server.slots
	}
}

// raceMemory is how long after a lost race the next one is expected: some rounds of processes that take turns.
const raceMemory = 100 * time.Millisecond

// expectsRace reports whether a change had better keep others out from the start: a race was lost just now, and no change
// of this process is on its way that it could share a commit with.
func (p *passage) expectsRace() bool {
	return p.entry.Ahead && p.on == nil && !p.call.DryRun() && p.server.now().UnixNano()-p.server.raced.Load() < int64(raceMemory)
}

// presumes reports whether a change may be decided without asking the store for a newer state first: when this process has
// the branch to itself, as far as can be seen, that is the newest it knows.
func (p *passage) presumes() bool { return p.alone() && !p.expectsRace() }

// alone reports whether a change is decided on the branch as it is stored, whatever that is.
func (p *passage) alone() bool {
	return p.entry.Ahead && p.on == nil && !p.call.DryRun() && p.call.Common.ExpectedRevision == nil
}

// attemptUndisturbed is attempt, with other processes kept out of the store on demand.
func (p *passage) attemptUndisturbed(ctx context.Context, undisturbed bool) (answer, error) {
	if !undisturbed {
		return p.attempt(ctx)
	}
	held, release, err := p.server.store.LockWrites(ctx)
	if err != nil {
		return answer{}, err
	}
	defer release()
	return p.attempt(held)
}

// attempt lets the handler decide once, and writes what it decided. A refusal counts only when it was decided on a state
// that came to be.
func (p *passage) attempt(ctx context.Context) (answer, error) {
	a, err := p.once(ctx)
	if err != nil && !p.lostRace(err) {
		if unconfirmed := p.confirm(ctx); unconfirmed != nil {
			return answer{}, unconfirmed
		}
	}
	return a, err
}

func (p *passage) once(ctx context.Context) (answer, error) {
	out, err := p.plan(ctx)
	if (p.call.Presume || p.call.Held) && !wire.InputRequired(err) && (err != nil || out.Commit == nil) {
		p.call.Presume, p.call.Held = false, false
		out, err = p.plan(ctx)
	}
	if err != nil {
		return answer{}, err
	}
	commits := out.Commit != nil && !p.call.DryRun()
	if commits {
		p.ticket.foresee(out.Foreseen)
	}
	var a answer
	err = p.step(stepValidateOutput, func() (err error) {
		a, err = p.succeed(out)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	if !commits {
		if err := p.confirm(ctx); err != nil {
			return answer{}, err
		}
		return p.leave(a, outcomeSuccess), nil
	}
	err = p.step(stepCommit, func() error { return p.commit(ctx, out, a) })
	return a, err
}

// plan lets the handler decide and looks at what it wants.
func (p *passage) plan(ctx context.Context) (out *Outcome, err error) {
	err = p.step(stepDispatch, func() (err error) {
		out, err = p.decide(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	p.affected = out.Affected
	return out, p.step(stepPlanGate, func() error { return p.gatePlan(out) })
}

// decide calls the handler. A panic is an error like others, and its stack goes to the log.
func (p *passage) decide(ctx context.Context) (out *Outcome, err error) {
	defer p.recovered(&err)
	out, err = p.entry.Handle(ctx, p.call)
	if err == nil && out == nil {
		return nil, errors.New("the handler answered neither an outcome nor an error")
	}
	if err == nil && p.mutates() && out.Commit != nil && out.EventID == "" {
		return nil, errors.New("the outcome of a mutation needs the id of its first event")
	}
	return out, err
}

// mutates reports whether the call's commits are the model's or a run's, not just the record of a check.
func (p *passage) mutates() bool { return p.entry.Category != CategoryRead }

// lostRace reports whether others wrote first, so that the command is to be decided again at the new head.
func (p *passage) lostRace(err error) bool {
	return errors.Is(err, ErrConflict) || p.keyed() && conflictOfKey(err)
}

// invalidInput is the error of arguments that do not match.
func invalidInput(issues []issue) error {
	const shown = 5
	var b strings.Builder
	for i, is := range issues {
		if i == shown {
			b.WriteString("; and more, see data.issues")
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		if is.Pointer != "" {
			b.WriteString(is.Pointer + ": ")
		}
		b.WriteString(is.Reason)
	}
	return domain.Errorf(domain.InvalidInput, "the arguments do not match the input schema, nothing was done: %s", b.String()).
		With("issues", issues)
}
