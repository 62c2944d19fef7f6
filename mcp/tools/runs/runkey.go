package runs

import (
	"context"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/runlog"
)

// askLock is how often a call that follows another one asks whether that one has left the run: so seldom that it costs
// nothing beside the work, and so often that nobody notices.
const askLock = 50 * time.Millisecond

// goOnOrFollow works on the run that run_start has begun, by this call or by one before with the same key. While
// another call works on it, one with a key waits for that and answers where the run stands then: it asks for the same.
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

// awaitFree waits until nobody works on a run, for as long as one call works on it.
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

// asFirst gives an answer of run_start the event that the first call with its key has stored first.
func (r *executions) asFirst(ctx context.Context, out *mcp.Outcome, model, id string) error {
	for recorded, err := range r.backend.Store.Read(ctx, runlog.Stream(model, id), 0) {
		if err == nil {
			out.EventID, out.Written = recorded.ID, true
		}
		return err
	}
	return nil
}
