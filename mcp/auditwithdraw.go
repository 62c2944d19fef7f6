package mcp

import (
	"context"
	"errors"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// flushPatience is how long a call waits for a flush that has its first record, before the flush has to give it back:
// longer than a store takes to write, a server far away too. One that is interrupted while it writes would not know
// what became of the records, and have to look.
const flushPatience = 100 * time.Millisecond

// errWithdrawn is the cause of the end of a batch that is given back.
var errWithdrawn = errors.New("the records go with the append of a call")

// append writes a batch, unless it is withdrawn before anything of it is written.
func (r *recorder) append(ctx context.Context, batch []waitingRecord) (withdrawn bool, err error) {
	ctx, withdraw := context.WithCancelCause(ctx)
	defer withdraw(nil)
	r.setWithdraw(func() { withdraw(errWithdrawn) })
	defer r.setWithdraw(nil)
	_, err = r.store.Append(ctx, r.part(plainEvents(batch)))
	ended := errors.Is(err, context.Canceled) || errors.Is(err, errWithdrawn)
	return ended && context.Cause(ctx) == errWithdrawn && !errors.Is(err, eventstore.ErrUnavailable), err
}

func (r *recorder) setWithdraw(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.withdraw = f
}

// interrupt returns with the token of the flush, which it makes give its records back when it takes long.
func (r *recorder) interrupt() {
	for {
		select {
		case r.writing <- struct{}{}:
			return
		case <-time.After(flushPatience):
		}
		r.mu.Lock()
		withdraw := r.withdraw
		r.mu.Unlock()
		if withdraw != nil {
			withdraw()
		}
	}
}
