package projections

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
)

// branch is one branch in use.
type branch struct {
	stream, modelID, name string

	turn    chan struct{} // holds a token while someone reads the tail
	current atomic.Pointer[View]
	hint    atomic.Pointer[View] // what this process stored, if the store agrees
}

func newBranch(stream, modelID, name string) *branch {
	return &branch{stream: stream, modelID: modelID, name: name, turn: make(chan struct{}, 1)}
}

// loaded answers the last view, nil when there is none.
func (b *branch) loaded() *View {
	if b == nil {
		return nil
	}
	return b.current.Load()
}

// reach answers a view that is at least at the given head. Callers that come while one of them reads the tail wait and
// share what it read.
func (b *branch) reach(ctx context.Context, store eventstore.Store, head eventstore.Head) (*View, error) {
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	from := b.current.Load()
	if from != nil && from.next > head.Revision {
		return from, nil
	}
	v, err := b.follow(ctx, store, from, head)
	if err != nil {
		return nil, err
	}
	b.current.Store(v)
	return v, nil
}

// follow reads on to the head or beyond: from the hint where the store has what it says, else from the last view.
func (b *branch) follow(ctx context.Context, store eventstore.Store, from *View, head eventstore.Head) (*View, error) {
	if hint := b.hint.Swap(nil); hint != nil && hint.continues(from) && hint.Revision <= head.Revision {
		if v, err := b.tail(ctx, store, hint, head); err == nil {
			return v, nil
		}
	}
	return b.tail(ctx, store, from, head)
}

// continues reports whether a hint was made on the given view, or on the empty one.
func (v *View) continues(from *View) bool {
	if from == nil {
		return v.preview.onNext == 0
	}
	return v.preview.onNext == from.next && v.preview.onHash == from.Hash
}

// tail folds the events after a view, nil for all of them, up to the head or beyond.
func (b *branch) tail(ctx context.Context, store eventstore.Store, from *View, head eventstore.Head) (*View, error) {
	if from != nil && from.Revision == head.Revision {
		if from.Hash != head.Hash {
			return nil, rewritten(head, from.Revision)
		}
		return from, nil
	}
	d, err := b.read(ctx, store, from)
	if err != nil {
		return nil, err
	}
	if d.next <= head.Revision {
		return nil, rewritten(head, d.next)
	}
	if from == nil {
		return d.publish(b.modelID, b.name, newLazy(d.model)), nil
	}
	return d.publish(b.modelID, b.name, from.derived.after(d.model, d.affected)), nil
}

// read folds the events after a view into a draft.
func (b *branch) read(ctx context.Context, store eventstore.Store, from *View) (*draft, error) {
	d := b.draft(from)
	for r, err := range store.Read(ctx, b.stream, d.next) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", b.stream, err)
		}
		if err := d.applyRecorded(r); err != nil {
			return nil, err
		}
	}
	return d, d.settle()
}

// draft starts from a view, or from nothing.
func (b *branch) draft(from *View) *draft {
	if from == nil {
		return &draft{model: domain.NewModel(), history: newHistory()}
	}
	d := from.fork()
	d.affected = new(idSet)
	return d
}
