package mcp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/mcp/wire"
)

const (
	// conflictMemory is how long after a conflict another one is expected, enough for some turns of other processes.
	conflictMemory = 100 * time.Millisecond
	// firstBackoff and lastBackoff bound the pause before a command is decided again after it has lost its race more
	// than once. After the first loss there is no pause, and the longest pause is not noticeable to a person.
	firstBackoff = time.Millisecond
	lastBackoff  = 200 * time.Millisecond
)

// dispatch waits for the call's turn and lets the handler decide. It repeats this if other processes wrote first, until
// the time limit of the call.
func (cc *chainCall) dispatch(ctx context.Context) (reply, error) {
	if err := ctx.Err(); err != nil { // cancelled before it ran; it is recorded all the same
		return cc.leave(cc.fail(err), outcomeFailure), nil
	}
	if err := cc.takeTurn(ctx); err != nil {
		return cc.leave(cc.fail(err), outcomeFailure), nil
	}
	defer cc.freeSlot()
	var lost error
	for attempt := 0; ; attempt++ {
		if attempt > 0 {
			if err := cc.startOver(ctx, attempt); err != nil {
				return cc.leave(cc.fail(cc.orBeaten(ctx, err, lost)), outcomeFailure), nil
			}
		}
		a, err := cc.tryOnce(ctx, attempt)
		switch {
		case err == nil:
			return a, nil
		case wire.InputRequired(err):
			return cc.leave(reply{}, outcomeElicits), err
		case cc.conflicted(err) && ctx.Err() == nil:
			lost = err
			cc.server.hasLost(err)
		default:
			return cc.leave(cc.fail(cc.orBeaten(ctx, err, lost)), outcomeFailure), nil
		}
	}
}

// orBeaten returns the error of a call. lost is the conflict that ended its last attempt. If the time of the call ended
// while other writers kept being first, the error is TIMEOUT, because the same call may succeed later.
func (cc *chainCall) orBeaten(ctx context.Context, err, lost error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) &&
		(cc.conflicted(err) || lost != nil && errors.Is(err, context.DeadlineExceeded)) {
		return &state.Error{Code: state.Timeout, Cause: err,
			Message: "others kept changing the branch until the time of the call was over; nothing was changed; " +
				"call again"}
	}
	return err
}

// hasLost records that another process wrote first, and to which stream.
func (s *Server) hasLost(err error) {
	if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](err); ok {
		s.lostAt.Store(&wrong.Stream)
	}
	s.conflict.Store(s.now().UnixNano())
}

// tryOnce decides on cached data, and again on the stored state if that fails. After one lost race the cache contains
// the events that were stored first; after two lost races the call reads the store at once.
func (cc *chainCall) tryOnce(ctx context.Context, attempt int) (reply, error) {
	if attempt > 1 || !cc.entry.Speculative || cc.call.DryRun() {
		return cc.try(ctx, attempt)
	}
	optimistic, used := eventstore.Optimistic(ctx)
	cc.unsure = used
	a, err := cc.try(optimistic, attempt)
	cc.unsure = nil
	if err == nil || !used() || cc.conflicted(err) || cc.mayHaveCommitted || wire.InputRequired(err) {
		return a, err
	}
	if err := cc.startOver(ctx, 0); err != nil {
		return reply{}, err
	}
	return cc.try(ctx, attempt)
}

func (cc *chainCall) try(ctx context.Context, attempt int) (reply, error) {
	before, err := cc.earlier(ctx)
	if err != nil {
		return reply{}, err
	}
	if before != nil {
		return cc.replay(ctx, before), nil
	}
	a, err := cc.attempt(ctx, attempt > 0 || cc.expectsConflict())
	if err == nil || cc.conflicted(err) || cc.mayHaveCommitted || ctx.Err() != nil || wire.InputRequired(err) {
		return a, err
	}
	return cc.orMeanwhile(ctx, err)
}

// orMeanwhile returns the answer to a refused call. If another call with the same key has been stored since, it is that
// call's result, because that call may have caused the refusal.
func (cc *chainCall) orMeanwhile(ctx context.Context, refusal error) (reply, error) {
	if !cc.keyed() {
		return reply{}, refusal
	}
	meanwhile, err := cc.earlier(ctx)
	switch {
	case err != nil && state.CodeOf(err) == state.IdempotencyMismatch:
		return reply{}, err
	case err != nil || meanwhile == nil:
		return reply{}, refusal
	}
	return cc.replay(ctx, meanwhile), nil
}

// takeTurn waits for the write queue of a mutation, and for one of the slots that bound the running work.
func (cc *chainCall) takeTurn(ctx context.Context) (err error) {
	if cc.entry.Speculative && cc.call.Common.ExpectedRevision == nil {
		cc.basis, err = cc.queued.waitSpeculative(ctx)
	} else {
		err = cc.queued.wait(ctx)
	}
	if err == nil && cc.basis != nil && cc.server.store.Awaited(cc.stream()) {
		cc.basis, err = nil, cc.queued.wait(ctx) // other processes write first, so that the basis would be outdated
	}
	if err != nil {
		return err
	}
	cc.call.SpeculativeState = cc.basis.nextState()
	return cc.takeSlot(ctx)
}

// startOver waits until the previous calls have ended, so that the order of arrival is kept when a call is decided
// again. From the second time on it also waits a random and growing time.
func (cc *chainCall) startOver(ctx context.Context, attempt int) error {
	cc.basis, cc.call.SpeculativeState = nil, nil
	if err := cc.queued.wait(ctx); err != nil || attempt < 2 {
		return err
	}
	bound := min(firstBackoff<<min(attempt, 10), lastBackoff)
	select {
	case <-time.After(time.Duration(rand.Int64N(int64(bound)))):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// confirm waits until the state that the call was decided on is stored. It returns ErrConflict if another state was
// stored.
func (cc *chainCall) confirm(ctx context.Context) error {
	stored, err := cc.basis.wasStored(ctx)
	if err != nil || stored {
		return err
	}
	return fmt.Errorf("%w: the call before did not store the state that it had published", ErrConflict)
}

func (cc *chainCall) takeSlot(ctx context.Context) error {
	slots, patience := cc.server.light, cc.server.config.CallTimeout/2
	if cc.entry.Heavy {
		slots, patience = cc.server.heavy, patienceOfHeavy
	}
	if err := slots.take(ctx, cc.call.Principal.userID(), patience); err != nil {
		return err
	}
	cc.slot = slots
	return nil
}

func (cc *chainCall) freeSlot() {
	if cc.slot != nil {
		cc.slot.free(cc.call.Principal.userID())
		cc.slot = nil
	}
}

// expectsConflict reports whether a mutation should lock out other processes from the start. It should if another
// process recently wrote first, and no earlier call of this process can share a commit with it.
func (cc *chainCall) expectsConflict() bool {
	return cc.entry.Speculative && cc.basis == nil && !cc.call.DryRun() &&
		cc.server.now().UnixNano()-cc.server.conflict.Load() < int64(conflictMemory)
}

// attempt lets the handler decide once and writes the result. If the call has lost a race or may lose one, other
// processes are locked out meanwhile. A refusal is final only if it was decided on a stored state.
func (cc *chainCall) attempt(ctx context.Context, lost bool) (reply, error) {
	if lost || cc.entry.Speculative && cc.basis == nil && !cc.call.DryRun() {
		held, release, err := cc.lockWrites(ctx, lost)
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

// followWaiting is the interval at which a waiting call reads what others have written to its branch. It is long enough
// to cost the other processes little. It is short enough that the call has little left to read once it has the turn,
// while others wait.
const followWaiting = 15 * time.Millisecond

// lockWrites waits for the turn of this process at the stream of the call.
func (cc *chainCall) lockWrites(ctx context.Context, lost bool) (context.Context, func(), error) {
	if key := cc.queued.keyOf(); key.model != "" && cc.server.config.Turns.Follow != nil {
		waiting, done := context.WithCancel(ctx)
		defer done()
		defer time.AfterFunc(followWaiting, func() { cc.follow(waiting, key) }).Stop()
	}
	return cc.server.store.LockWrites(ctx, cc.stream(), lost)
}

// follow reads what others write to a branch while the call waits.
func (cc *chainCall) follow(waiting context.Context, key branchKey) {
	told, _ := eventstore.Optimistic(waiting)
	for waiting.Err() == nil {
		cc.server.config.Turns.Follow(told, key.model, key.branch)
		rest(waiting, followWaiting)
	}
}

// stream returns the stream of the branch that the call writes to, if known, otherwise the stream of the last lost
// race.
func (cc *chainCall) stream() string {
	if key := cc.queued.keyOf(); key.model != "" && cc.server.config.Turns.Stream != nil {
		return cc.server.config.Turns.Stream(key.model, key.branch)
	}
	if at := cc.server.lostAt.Load(); at != nil {
		return *at
	}
	return ""
}

func (cc *chainCall) decideAndCommit(ctx context.Context) (reply, error) {
	defer cc.call.dropStaged()
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
		if err := ctx.Err(); err != nil {
			return reply{}, err // nobody is answered, and the audit records that
		}
		return cc.leave(a, outcomeSuccess), nil
	}
	if err := ctx.Err(); err != nil {
		return reply{}, err // cancelled while the handler decided: nothing is written
	}
	err = cc.step(stepCommit, func() error { return cc.commit(ctx, out, a) })
	return a, err
}

// plan lets the handler decide and checks the resulting plan.
func (cc *chainCall) plan(ctx context.Context) (out *Outcome, err error) {
	err = cc.step(stepDispatch, func() (err error) {
		out, err = cc.decide(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	cc.affected = out.Affected
	return out, cc.step(stepPlanApproval, func() error { return cc.approvePlan(ctx, out) })
}

// decide calls the handler. Work that stopped because the call ended returns the context's error. Any other panic is
// returned as an error, and its stack goes to the log.
func (cc *chainCall) decide(ctx context.Context) (out *Outcome, err error) {
	defer cc.recovered(&err)
	defer processors.Stopped(&err)
	out, err = cc.entry.Handle(ctx, cc.call)
	if cause := ctx.Err(); cause != nil && (out == nil || !out.Written) {
		return nil, cause // results found until then may be incomplete
	}
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
	return errors.Is(err, ErrConflict) || (cc.keyed() || len(cc.decisions) > 0) && conflictOfKey(err)
}
