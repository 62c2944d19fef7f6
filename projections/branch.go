package projections

import (
	"context"
	"sync/atomic"

	"github.com/bimstream/bimstream/eventstore"
)

// branch holds the state of a branch that is in use.
type branch struct {
	stream, modelID, name string

	turn    chan struct{} // holds a token while a goroutine reads the tail
	current atomic.Pointer[View]
	hint    atomic.Pointer[View] // a view whose events this process stored, used if the store agrees

	timeline timeline
	events   eventIndex
	used     atomic.Int64 // time of the last request, in nanoseconds since 1970
}

func newBranch(stream, modelID, name string) *branch {
	return &branch{stream: stream, modelID: modelID, name: name, turn: make(chan struct{}, 1)}
}

// loaded returns the last view, or nil if there is none.
func (b *branch) loaded() *View {
	if b == nil {
		return nil
	}
	return b.current.Load()
}

// reach returns a view at the given head or later. While one caller reads the new events, other callers wait and then
// share its result.
func (b *branch) reach(ctx context.Context, l *Live, head eventstore.Head) (*View, error) {
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
	v, err := b.follow(ctx, l, from, head)
	if err != nil {
		return nil, err
	}
	b.current.Store(v)
	l.snapshots.offer(v)
	return v, nil
}

// follow reads events up to the head or beyond. It starts from the hint if the store agrees with it, otherwise from the
// last view.
func (b *branch) follow(ctx context.Context, l *Live, from *View, head eventstore.Head) (*View, error) {
	if hint := b.hint.Swap(nil); hint != nil && hint.continues(from) && hint.Revision <= head.Revision {
		if v, err := b.tail(ctx, l, hint, head); err == nil {
			return v, nil
		}
	}
	return b.tail(ctx, l, from, head)
}

// continues reports whether a hint grew from the given view, or from the empty view.
func (v *View) continues(from *View) bool {
	if from != nil {
		return v.grownFrom(from) <= maxLineage
	}
	oldest := v.preview.lineage
	for n := 1; oldest.before != nil && n < maxLineage; n++ {
		oldest = oldest.before
	}
	return oldest.next == 0
}

// grownFrom returns how many previews lie between a view and this hint, each made on the previous one. It returns more
// than maxLineage if the hint did not grow from the view, or if the chain of previews is no longer known.
func (v *View) grownFrom(from *View) int {
	l := v.preview.lineage
	for n := 1; l != nil && n <= maxLineage; n++ {
		if l.place == (place{from.next, from.Hash}) {
			return n
		}
		l = l.before
	}
	return maxLineage + 1
}

// tail folds the events after a view up to the head or beyond. A nil view means all events.
func (b *branch) tail(ctx context.Context, l *Live, from *View, head eventstore.Head) (*View, error) {
	if from != nil && from.Revision == head.Revision {
		if from.Hash != head.Hash {
			return nil, rewritten(head, from.Revision)
		}
		return from, nil
	}
	d, err := b.read(ctx, l, from, head)
	if err != nil {
		return nil, err
	}
	if d.next <= head.Revision {
		return nil, rewritten(head, d.next)
	}
	if from == nil {
		return d.publish(b.modelID, b.name, d.fresh()), nil
	}
	return d.publish(b.modelID, b.name, d.derivedFrom(from.derived)), nil
}

// read folds the events after a view up to the head into a draft. A nil view means all events.
func (b *branch) read(ctx context.Context, l *Live, from *View, head eventstore.Head) (*draft, error) {
	if from == nil {
		return l.fold(ctx, b.modelID, b.name, head.Revision)
	}
	d := from.fork()
	d.affected = new(idSet)
	return d, l.foldOn(ctx, d, b.stream, head.Revision)
}
