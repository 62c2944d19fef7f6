package approving

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ledger"
)

// Stream returns the stream of a model's approvals.
func Stream(modelID string) string { return "model." + modelID + ".approvals" }

// Snapshot holds the approvals of a model at the head of their stream. It is immutable.
type Snapshot struct {
	Book *approvals.Book
	// Expected and Head describe the stream as it was read, so that an append can require that the stream is unchanged.
	Expected eventstore.Expected
	Head     eventstore.Hash
}

// Log reads the approvals of models and caches them.
type Log struct {
	store eventstore.Store

	mu     sync.Mutex
	models map[string]*Snapshot
	// changing caches the elements that large plans change, by the ids of request and plan.
	changing map[string]map[state.ID]bool
}

// NewLog returns a log over a store.
func NewLog(store eventstore.Store) *Log { return &Log{store: store, models: map[string]*Snapshot{}} }

// Book returns the current approvals of a model. A model without any has an empty book.
func (l *Log) Book(ctx context.Context, modelID string) (*Snapshot, error) {
	head, err := l.store.Head(ctx, Stream(modelID))
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return &Snapshot{Book: approvals.NewBook(), Expected: eventstore.NoStream}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the head of %s: %w", Stream(modelID), err)
	}
	l.mu.Lock()
	known := l.models[modelID]
	l.mu.Unlock()
	if known != nil && known.Head == head.Hash {
		return known, nil
	}
	if known, err = l.read(ctx, modelID); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.models[modelID] = known
	return known, nil
}

func (l *Log) read(ctx context.Context, modelID string) (*Snapshot, error) {
	out := &Snapshot{Book: approvals.NewBook(), Expected: eventstore.NoStream}
	var chain eventstore.Verifier
	for r, err := range l.store.Read(ctx, Stream(modelID), 0) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", Stream(modelID), err)
		}
		if err := chain.Verify(r); err != nil {
			return nil, fmt.Errorf("read %s: %w", Stream(modelID), err)
		}
		e, err := approvals.Decode(r.Type, r.Schema, r.Data)
		if err != nil {
			return nil, err
		}
		out.Book.Fold(e)
		out.Expected, out.Head = eventstore.At(r.Revision), r.Hash
	}
	return out, nil
}

// Approvers returns the users who granted the request that a command consumed, in order, or none for a command that
// needed no approval.
func (s *Snapshot) Approvers(commandID string) []string {
	var out []string
	for _, a := range s.Book.All() {
		if a.Consumed == nil || commandID == "" || a.Consumed.CommandID != commandID {
			continue
		}
		for _, g := range a.Grants {
			out = append(out, g.By.ID)
		}
	}
	return out
}

// Append returns an append that stores events in a model's approvals. The store rejects it if the book has changed
// since.
func (s *Snapshot) Append(modelID string, meta projections.Meta, events ...approvals.Event) eventstore.Append {
	return eventstore.Append{Stream: Stream(modelID), Expected: s.Expected, PrevHash: s.Head,
		Events: Events(meta, events...)}
}

// Events returns the stored form of events. Their ids are computed from the command's id, and differ from the ids of
// the command's other events.
func Events(meta projections.Meta, events ...approvals.Event) []eventstore.Event {
	return ledger.Events(meta, approvals.Encode, events)
}

// instant is the layout of approvals.Instant.
const instant = "2006-01-02T15:04:05.000Z"

// At converts a time to an instant.
func At(t time.Time) approvals.Instant { return approvals.Instant(t.UTC().Format(instant)) }

// Time converts an instant to a time, or returns the zero time for an invalid one.
func Time(i approvals.Instant) time.Time {
	t, err := time.Parse(instant, string(i))
	if err != nil {
		return time.Time{}
	}
	return t
}
