package projections

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// Live keeps the views of the branches that are in use and brings them up to the head of the store before every answer,
// so that it never answers from an older state than the store has. It is safe for concurrent use.
type Live struct {
	store       eventstore.Store
	mu          sync.Mutex
	branches    map[string]*branch // by stream
	catalog     catalog
	ancestries  ancestries
	annotations annotationCache
	beside      besideCache
	pasts       pastViews
	snapshots   *snapshots

	now   func() time.Time
	swept time.Time // when branches that nobody uses were looked for last
}

// Option is a choice in the making of a Live.
type Option func(*Live)

// WithSnapshots lets folds begin from states that are kept in a folder, every so many events: a cache that any number
// of processes may share and that can be removed at any time. DefaultSnapshotEvery is right for ordinary use. Without
// it every fold begins with the first event.
func WithSnapshots(dir string, every uint64) Option {
	return func(l *Live) { l.snapshots = newSnapshots(dir, every) }
}

// WithSeals lets snapshots be believed only when they have the code of this installation. warn is told of one that has
// not, and is folded anew. It comes after WithSnapshots.
func WithSeals(seals Seals, warn func(file, why string)) Option {
	return func(l *Live) { l.snapshots.folder.seals, l.snapshots.folder.warn = seals, warn }
}

// NewLive keeps views of the models in a store. It reads nothing yet.
func NewLive(store eventstore.Store, options ...Option) *Live {
	l := &Live{store: store, branches: map[string]*branch{}, now: time.Now,
		catalog: catalog{entries: map[string]streamFacts{}}, snapshots: new(snapshots)}
	for _, o := range options {
		o(l)
	}
	return l
}

// Settle waits until no snapshot is being written: before a program ends, so that the work is not lost.
func (l *Live) Settle() { l.snapshots.settle() }

// View returns a branch as the store has it now. NOT_FOUND for a branch that does not exist; STORE_CORRUPT when an
// event is not what was written or is of a type that this build does not know.
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
	return b.reach(ctx, l, head)
}

// Advance tells of a view, made by View.Stored, whose events this process has stored, so that the next View need not
// compute again what its preview computed. What the next View returns is the same without it: the hashes of the store
// decide whether it is taken.
func (l *Live) Advance(v *View) {
	stream := StreamName(v.ModelID, v.Branch)
	b := l.known(stream)
	if b == nil {
		b = l.add(stream, v.ModelID, v.Branch)
	}
	for {
		// Calls whose appends shared a commit come here in any order.
		old := b.hint.Load()
		if old != nil && old.Revision >= v.Revision || b.hint.CompareAndSwap(old, v) {
			return
		}
	}
}

const (
	// unusedAfter is the time after which a branch that nobody asked for is dropped from memory: longer than a pause in
	// somebody's work. It is folded again when it is asked for.
	unusedAfter = 30 * time.Minute
	// sweepEvery is how often unused branches are looked for.
	sweepEvery = time.Minute
)

// known returns the branch of a stream, nil when it was not in use yet.
func (l *Live) known(stream string) *branch {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if now.Sub(l.swept) > sweepEvery {
		l.sweep(now)
	}
	b := l.branches[stream]
	if b != nil {
		b.used.Store(now.UnixNano())
	}
	return b
}

// sweep drops branches that were not asked for in a long time, and the past views once none is left.
func (l *Live) sweep(now time.Time) {
	l.swept = now
	for stream, b := range l.branches {
		if now.Sub(time.Unix(0, b.used.Load())) > unusedAfter {
			delete(l.branches, stream)
		}
	}
	if len(l.branches) == 0 {
		l.pasts.clear()
	}
}

// add returns the branch of a stream that exists.
func (l *Live) add(stream, modelID, name string) *branch {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.branches[stream]
	if b == nil {
		b = newBranch(stream, modelID, name)
		b.used.Store(l.now().UnixNano())
		l.branches[stream] = b
	}
	return b
}

// head returns the head of a branch's stream.
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
	return state.Errorf(state.NotFound, "there is no model %q with a branch %q: list them with list_models",
		modelID, name).
		With("model_id", modelID).With("branch", name)
}

// rewritten refuses a store whose history is not the one that was read before.
func rewritten(head eventstore.Head, seen uint64) error {
	return corrupt(&eventstore.CorruptError{
		Stream: head.Stream, Revision: head.Revision,
		Reason: fmt.Sprintf("the stream ends here with other events than were read before, up to revision %d", seen),
	})
}

// Over returns views of a store that lies over the one of l (eventstore/memory.Over). It begins with the views that l
// has, which are not folded again, and tells l nothing.
func (l *Live) Over(store eventstore.Store) *Live {
	out := NewLive(store)
	l.mu.Lock()
	defer l.mu.Unlock()
	for stream, b := range l.branches {
		if v := b.loaded(); v != nil {
			same := newBranch(stream, b.modelID, b.name)
			same.current.Store(v)
			same.used.Store(l.now().UnixNano())
			out.branches[stream] = same
		}
	}
	return out
}
