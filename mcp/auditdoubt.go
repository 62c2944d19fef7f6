package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
)

// doubts are the records that may or may not be stored, because their append reported an outage. Writing them again
// could record a call twice, perhaps with contradictory results. The stream is therefore read before anything more is
// written to it. Only this server writes to it.
//
// The lock of the recorder guards doubts.
type doubts struct {
	open   map[string]bool // ids in doubt
	landed map[string]bool // ids that were found in the stream and may be passed to add or restore again
	next   uint64          // the first revision of the stream that is not read yet
}

// doubt remembers records whose append may have been stored.
func (r *recorder) doubt(events []eventstore.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.doubts.open == nil {
		r.doubts.open, r.doubts.landed = map[string]bool{}, map[string]bool{}
	}
	for _, e := range events {
		r.doubts.open[e.ID] = true
	}
}

// settle determines which of the doubtful records are stored, so that they are not written again.
func (r *recorder) settle(ctx context.Context) error {
	r.mu.Lock()
	from, doubtful := r.doubts.next, len(r.doubts.open) > 0
	r.mu.Unlock()
	if !doubtful {
		return nil
	}
	stored, next, err := r.storedSince(ctx, from)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for id := range r.doubts.open {
		if stored[id] {
			r.doubts.landed[id] = true
		}
	}
	r.doubts.open, r.doubts.next = map[string]bool{}, next
	r.pending = slices.DeleteFunc(r.pending, r.isStored)
	return nil
}

// storedSince returns the ids of the stream's events from a revision on, and the revision after the last of them.
func (r *recorder) storedSince(ctx context.Context, from uint64) (ids map[string]bool, next uint64, err error) {
	ids, next = map[string]bool{}, from
	for e, err := range r.store.Read(ctx, r.stream, from) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			break
		}
		if err != nil {
			return nil, 0, fmt.Errorf("look for records in doubt: %w", err)
		}
		ids[e.ID], next = true, e.Revision+1
	}
	return ids, next, nil
}

// isStored reports whether a record was found in the stream. It reports true only once for each record.
func (r *recorder) isStored(e waitingRecord) bool {
	stored := r.doubts.landed[e.ID]
	delete(r.doubts.landed, e.ID)
	return stored
}
