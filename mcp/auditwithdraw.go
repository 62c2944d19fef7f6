package mcp

import (
	"context"
	"errors"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// flushPatience is how long a call waits for a flush that has its first record, before it interrupts the flush. It is
// longer than a write takes, even to a remote store. After an interrupted write the flush must look whether the records
// were stored.
const flushPatience = 100 * time.Millisecond

// errWithdrawn is the cause that cancels a batch whose records return to the buffer.
var errWithdrawn = errors.New("the records go with the append of a call")

// append writes a batch. It reports withdrawn if the batch was withdrawn before any of it was written.
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

// interrupt waits for the flush to end and takes its token. If the flush takes long, interrupt makes it return its
// records.
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
