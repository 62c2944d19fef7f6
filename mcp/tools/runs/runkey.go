package runs

import (
	"context"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/runlog"
)

// askLock is the interval at which a call that waits for another one asks whether the run is free: long enough to cost
// nothing beside the work, and short enough that nobody notices.
const askLock = 50 * time.Millisecond

// goOnOrFollow works on the run that this call, or an earlier call with the same key, began with run_start. If another
// call is working on the run, a call with a key waits for it and returns the state that the run has then.
func (r *executions) goOnOrFollow(ctx context.Context, c *mcp.Call, model, id string,
	before []app.EventRef) (*mcp.Outcome, error) {
	release, err := r.lock(id)
	var out *mcp.Outcome
	switch {
	case err == nil:
		defer release()
		out, err = r.workLocked(ctx, c, model, id, before, false)
	case state.CodeOf(err) == state.IllegalState && c.Common.IdempotencyKey != "":
		if err = c.Idle(ctx, func() error { return r.awaitFree(ctx, id) }); err == nil {
			out, err = r.answer(ctx, c, model, id, nil)
		}
	}
	if err != nil {
		return nil, err
	}
	return out, r.asFirst(ctx, out, model, id)
}

// awaitFree waits until no call works on a run, at most as long as one call may work on it.
func (r *executions) awaitFree(ctx context.Context, id string) error {
	for begun := time.Now(); time.Since(begun) < sliceOfWork; {
		release, err := r.lock(id)
		if err == nil {
			release()
			return nil
		}
		if state.CodeOf(err) != state.IllegalState {
			return err
		}
		select {
		case <-time.After(askLock):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// asFirst gives a reply of run_start the id of the first event that the first call with its key stored.
func (r *executions) asFirst(ctx context.Context, out *mcp.Outcome, model, id string) error {
	for recorded, err := range r.backend.Store.Read(ctx, runlog.Stream(model, id), 0) {
		if err == nil {
			out.EventID, out.Written = recorded.ID, true
		}
		return err
	}
	return nil
}
