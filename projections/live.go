package projections

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
)

// Live keeps the views of the branches that are in use and brings them up to the head of the store before every answer,
// so that it never answers from an older state than the store has. It is safe for concurrent use.
type Live struct {
	store    eventstore.Store
	mu       sync.Mutex
	branches map[string]*branch // by stream
	catalog  catalog
}

// NewLive keeps views of the models in a store. It reads nothing yet.
func NewLive(store eventstore.Store) *Live {
	return &Live{store: store, branches: map[string]*branch{}, catalog: catalog{entries: map[string]streamFacts{}}}
}

// View answers a branch as the store has it now. NOT_FOUND for a branch that does not exist; STORE_CORRUPT when an event
// is not what was written or is of a type that this build does not know.
func (l *Live) View(ctx context.Context, modelID, branchName string) (*View, error) {
	stream := StreamName(modelID, branchName)
	b := l.known(stream)
	seen := b.loaded()
	head, err := l.head(ctx, stream)
	if err != nil {
		return nil, err
	}
	if seen != nil {
		switch {
		case seen.Revision == head.Revision && seen.Hash == head.Hash:
			return seen, nil
		case seen.Revision >= head.Revision:
			return nil, rewritten(head, seen.Revision)
		}
	}
	if b == nil {
		b = l.add(stream, modelID, branchName)
	}
	return b.reach(ctx, l.store, head)
}

// Advance tells of events that this process has stored right after the view that the preview was made on, so that the
// next View need not compute again what the preview computed. What the next View answers is the same without it: the
// hashes of the store decide whether the preview is taken.
func (l *Live) Advance(preview *View, appended []eventstore.Event) {
	v, ok := preview.stored(appended)
	if !ok {
		return
	}
	stream := StreamName(v.ModelID, v.Branch)
	b := l.known(stream)
	if b == nil {
		b = l.add(stream, v.ModelID, v.Branch)
	}
	b.hint.Store(v)
}

// known answers the branch of a stream, nil when it was not in use yet.
func (l *Live) known(stream string) *branch {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.branches[stream]
}

// add answers the branch of a stream that exists.
func (l *Live) add(stream, modelID, name string) *branch {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.branches[stream]
	if b == nil {
		b = newBranch(stream, modelID, name)
		l.branches[stream] = b
	}
	return b
}

// head answers the head of a branch's stream.
func (l *Live) head(ctx context.Context, stream string) (eventstore.Head, error) {
	head, err := l.store.Head(ctx, stream)
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return head, noBranch(stream)
	}
	if err != nil {
		return head, fmt.Errorf("read the head of %s: %w", stream, err)
	}
	return head, nil
}

func noBranch(stream string) error {
	modelID, name, _ := ParseStreamName(stream)
	return domain.Errorf(domain.NotFound, "there is no model %q with a branch %q: list them with list_models", modelID, name).
		With("model_id", modelID).With("branch", name)
}

// rewritten refuses a store whose history is not the one that was read before.
func rewritten(head eventstore.Head, seen uint64) error {
	return corrupt(&eventstore.CorruptError{
		Stream: head.Stream, Revision: head.Revision,
		Reason: fmt.Sprintf("the stream ends here with other events than were read before, up to revision %d", seen),
	})
}
