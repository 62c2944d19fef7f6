package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
)

// doubts are the records of which nobody knows whether they are stored: their append reported an outage and may have
// landed all the same. Writing them again would put a call on record twice, perhaps with two ends that contradict each
// other, so the stream is read before anything more is written to it. Nobody but this server writes to it.
//
// The lock of the recorder guards it.
type doubts struct {
	open   map[string]bool // ids that are in doubt
	landed map[string]bool // ids that were found in the stream and may still be handed in
	next   uint64          // the first revision of the stream that was not read yet
}

// doubt notes records whose append may have landed.
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

// settle finds out which of the records in doubt are stored. Those are not written again.
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

// storedSince returns the ids of the events of the stream from a revision on, and the first revision after them.
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

// isStored reports whether a record that is handed in was found in the stream. It is handed in once.
func (r *recorder) isStored(e waitingRecord) bool {
	stored := r.doubts.landed[e.ID]
	delete(r.doubts.landed, e.ID)
	return stored
}
