package ledger

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Kind defines how the events of a stream are folded.
type Kind[S any] struct {
	New   func() S
	Clone func(S) S // a copy that can be changed while callers hold the original
	Note  func(S, eventstore.Recorded, projections.Meta) error
}

// State is the state of a stream.
type State[S any] struct {
	Is S
	// Expected is the revision that an append must expect if it was decided on this state.
	Expected eventstore.Expected
	Count    uint64 // number of its events

	chain eventstore.Verifier
}

// kept is the greatest number of streams in memory. It exceeds the number of streams that a process works on. If there
// are more, all states are dropped, and are read again when they are needed.
const kept = 512

// Log reads the streams of one kind. It is safe for concurrent use.
type Log[S any] struct {
	store eventstore.Store
	kind  Kind[S]
	none  State[S] // of a stream without events

	mu    sync.Mutex
	known map[string]State[S]
}

// New returns a log of the streams of a kind. It reads nothing yet.
func New[S any](store eventstore.Store, kind Kind[S]) *Log[S] {
	return &Log[S]{store: store, kind: kind, known: map[string]State[S]{},
		none: State[S]{Is: kind.New(), Expected: eventstore.NoStream}}
}

// Read returns the current state of a stream, which is never changed later. A missing stream has the state of a stream
// without events. The error is STORE_CORRUPT if an event is damaged.
func (l *Log[S]) Read(ctx context.Context, stream string) (State[S], error) {
	head, err := l.store.Head(ctx, stream)
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return l.none, nil
	}
	if err != nil {
		return State[S]{}, fmt.Errorf("read the head of %s: %w", stream, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	known, ok := l.known[stream]
	if !ok {
		known = l.none
	}
	if known.chain.Count() == head.Revision+1 && known.chain.Hash() == head.Hash {
		return known, nil
	}
	known.Is = l.kind.Clone(known.Is)
	next, err := l.fold(ctx, stream, known)
	if err != nil {
		return State[S]{}, err
	}
	if len(l.known) >= kept {
		clear(l.known)
	}
	l.known[stream] = next
	return next, nil
}

// fold folds the events of a stream that follow a state.
func (l *Log[S]) fold(ctx context.Context, stream string, s State[S]) (State[S], error) {
	for e, err := range l.store.Read(ctx, stream, s.chain.Count()) {
		if err != nil {
			return s, fmt.Errorf("read %s: %w", stream, err)
		}
		if err := s.chain.Verify(e); err != nil {
			return s, state.Errorf(state.StoreCorrupt, "%s is damaged: run audit_verify_chain: %w", stream, err)
		}
		meta, err := projections.DecodeMeta(e.Meta)
		if err == nil {
			err = l.kind.Note(s.Is, e, meta)
		}
		if err != nil {
			return s, fmt.Errorf("stream %s, revision %d: %w", e.Stream, e.Revision, err)
		}
		s.Expected, s.Count = eventstore.At(e.Revision), e.Revision+1
	}
	return s, nil
}
