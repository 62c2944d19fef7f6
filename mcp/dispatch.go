package mcp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/mcp/wire"
)

const (
	// maxConflicts bounds how often a command is decided again because the head of its branch moved. Within one process
	// the write queue prevents it; it takes a store that cannot keep other processes out, and processes that always
	// win.
	maxConflicts = 16
	// conflictMemory is how long after a conflict the next one is expected: some rounds of processes that take turns.
	conflictMemory = 100 * time.Millisecond
)

// dispatch waits for the call's turn and lets the handler decide, again when other processes were faster.
func (cc *chainCall) dispatch(ctx context.Context) (reply, error) {
	if err := cc.takeTurn(ctx); err != nil {
		return cc.leave(cc.fail(err), outcomeFailure), nil
	}
	defer cc.freeSlot()
	for attempt := 0; ; attempt++ {
		if attempt > 0 {
			if err := cc.startOver(ctx); err != nil {
				return cc.leave(cc.fail(err), outcomeFailure), nil
			}
		}
		before, err := cc.earlier(ctx)
		if err != nil {
			return cc.leave(cc.fail(err), outcomeFailure), nil
		}
		if before != nil {
			return cc.replay(before), nil
		}
		exclusive := attempt > 0 || cc.expectsConflict()
		a, err := cc.attempt(ctx, exclusive)
		switch {
		case err == nil:
			return a, nil
		case wire.InputRequired(err):
			return cc.leave(reply{}, outcomeElicits), err
		case cc.conflicted(err) && attempt < maxConflicts:
			cc.server.conflict.Store(cc.server.now().UnixNano())
		default:
			return cc.leave(cc.fail(err), outcomeFailure), nil
		}
	}
}

// takeTurn waits for the write queue of a mutation, and for one of the slots that bound the work under way.
func (cc *chainCall) takeTurn(ctx context.Context) (err error) {
	if cc.entry.Speculative && cc.call.Common.ExpectedRevision == nil {
		cc.basis, err = cc.queued.waitSpeculative(ctx)
	} else {
		err = cc.queued.wait(ctx)
	}
	if err != nil {
		return err
	}
	cc.call.SpeculativeState = cc.basis.nextState()
	return cc.takeSlot(ctx)
}

// startOver waits until the calls before have left, so that the order of arrival holds for what is decided again.
func (cc *chainCall) startOver(ctx context.Context) error {
	cc.basis, cc.call.SpeculativeState = nil, nil
	return cc.queued.wait(ctx)
}

// confirm waits until the state that the call was decided on is stored. It returns ErrConflict when another state was.
func (cc *chainCall) confirm(ctx context.Context) error {
	stored, err := cc.basis.wasStored(ctx)
	if err != nil || stored {
		return err
	}
	return fmt.Errorf("%w: the call before did not store the state that it had published", ErrConflict)
}

func (cc *chainCall) takeSlot(ctx context.Context) error {
	slots := cc.server.light
	if cc.entry.Heavy {
		slots = cc.server.heavy
	}
	if err := slots.take(ctx, cc.server.config.CallTimeout/2); err != nil {
		return err
	}
	cc.slot = slots
	return nil
}

func (cc *chainCall) freeSlot() {
	if cc.slot != nil {
		cc.slot.free()
		cc.slot = nil
	}
}

// expectsConflict reports whether a mutation keeps other processes out from the start: one of them was faster just now,
// and no call of this process is on its way that it could share a commit with.
func (cc *chainCall) expectsConflict() bool {
	return cc.entry.Speculative && cc.basis == nil && !cc.call.DryRun() &&
		cc.server.now().UnixNano()-cc.server.conflict.Load() < int64(conflictMemory)
}

// attempt lets the handler decide once and writes what it decided; an exclusive one with all other processes kept from
// writing. A refusal counts only when it was decided on a state that was stored.
func (cc *chainCall) attempt(ctx context.Context, exclusive bool) (reply, error) {
	if exclusive {
		held, release, err := cc.server.store.LockWrites(ctx)
		if err != nil {
			return reply{}, err
		}
		defer release()
		ctx = held
	}
	a, err := cc.decideAndCommit(ctx)
	if err != nil && !cc.conflicted(err) {
		if unconfirmed := cc.confirm(ctx); unconfirmed != nil {
			return reply{}, unconfirmed
		}
	}
	return a, err
}

func (cc *chainCall) decideAndCommit(ctx context.Context) (reply, error) {
	out, err := cc.plan(ctx)
	if err != nil {
		return reply{}, err
	}
	commits := out.Commit != nil && !cc.call.DryRun()
	if commits {
		cc.queued.publish(out.NextState)
	}
	var a reply
	err = cc.step(stepValidateOutput, func() (err error) {
		a, err = cc.succeed(out)
		return err
	})
	if err != nil {
		return reply{}, err
	}
	if !commits {
		if err := cc.confirm(ctx); err != nil {
			return reply{}, err
		}
		return cc.leave(a, outcomeSuccess), nil
	}
	if err := ctx.Err(); err != nil {
		return reply{}, err // cancelled while the handler was deciding: nothing is written
	}
	err = cc.step(stepCommit, func() error { return cc.commit(ctx, out, a) })
	return a, err
}

// plan lets the handler decide and looks at what it wants.
func (cc *chainCall) plan(ctx context.Context) (out *Outcome, err error) {
	err = cc.step(stepDispatch, func() (err error) {
		out, err = cc.decide(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	cc.affected = out.Affected
	return out, cc.step(stepPlanApproval, func() error { return cc.approvePlan(out) })
}

// decide calls the handler. A panic is an error like others, and its stack goes to the log.
func (cc *chainCall) decide(ctx context.Context) (out *Outcome, err error) {
	defer cc.recovered(&err)
	out, err = cc.entry.Handle(ctx, cc.call)
	if err == nil && out == nil {
		return nil, errors.New("the handler answered neither an outcome nor an error")
	}
	if err == nil && cc.entry.ReadOnlyHint() && out.Commit != nil {
		return nil, errors.New("a read that records something has to say so: Tool.Records")
	}
	if err == nil && cc.mutates() && out.Commit != nil && out.EventID == "" {
		return nil, errors.New("the outcome of a mutation needs the id of its first event")
	}
	return out, err
}

// conflicted reports whether another writer was first, so that the command has to be decided again at the new head.
func (cc *chainCall) conflicted(err error) bool {
	return errors.Is(err, ErrConflict) || cc.keyed() && conflictOfKey(err)
}
