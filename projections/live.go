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

// Live keeps the views of the branches in use and brings them up to the head of the store before every answer. So it
// never answers from an older state than the store has. It is safe for concurrent use.
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
	swept time.Time // time of the last search for unused branches
}

// Option configures a Live.
type Option func(*Live)

// WithSnapshots stores the state of each branch in a folder after every so many events, so that later folds begin
// there. Without this option every fold begins with the first event. The folder is a cache: any number of processes may
// share it, and it can be removed at any time. DefaultSnapshotEvery suits ordinary use.
func WithSnapshots(dir string, every uint64) Option {
	return func(l *Live) { l.snapshots = newSnapshots(dir, every) }
}

// WithSeals makes snapshots valid only if they carry a code made with the key of this installation. warn is called for
// a snapshot without such a code, whose state is folded anew. The option must come after WithSnapshots.
func WithSeals(seals Seals, warn func(file, why string)) Option {
	return func(l *Live) { l.snapshots.folder.seals, l.snapshots.folder.warn = seals, warn }
}

// NewLive returns a Live for the models in a store. It reads nothing yet.
func NewLive(store eventstore.Store, options ...Option) *Live {
	l := &Live{store: store, branches: map[string]*branch{}, now: time.Now,
		catalog: catalog{entries: map[string]streamFacts{}}, snapshots: new(snapshots)}
	for _, o := range options {
		o(l)
	}
	return l
}

// Settle waits until no snapshot is being written. A program calls it before it ends, so that the work is not lost.
func (l *Live) Settle() { l.snapshots.settle() }

// View returns a branch as the store has it now. The error is NOT_FOUND for a branch that does not exist, and
// STORE_CORRUPT if an event differs from what was written or has a type that this build does not know.
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

// Advance announces a view made by View.Stored whose events this process has stored. The next View then need not repeat
// the computations of the preview. It returns the same result without Advance, because the hashes of the store decide
// whether the announced view is used.
func (l *Live) Advance(v *View) {
	stream := StreamName(v.ModelID, v.Branch)
	b := l.known(stream)
	if b == nil {
		b = l.add(stream, v.ModelID, v.Branch)
	}
	for {
		// Calls whose appends share a commit arrive here in any order.
		old := b.hint.Load()
		if old != nil && old.Revision >= v.Revision || b.hint.CompareAndSwap(old, v) {
			return
		}
	}
}

const (
	// unusedAfter is the time after which an unused branch is dropped from memory: longer than a pause in somebody's
	// work. The next request folds it again.
	unusedAfter = 30 * time.Minute
	// sweepEvery is the interval between searches for unused branches.
	sweepEvery = time.Minute
)

// known returns the branch of a stream, or nil if it is not in use yet.
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

// sweep drops branches that were unused for a long time, and the past views once no branch is left.
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

// rewritten returns the error for a store whose history differs from what was read before.
func rewritten(head eventstore.Head, seen uint64) error {
	return corrupt(&eventstore.CorruptError{
		Stream: head.Stream, Revision: head.Revision,
		Reason: fmt.Sprintf("the stream ends here with other events than were read before, up to revision %d", seen),
	})
}

// Over returns views of a store that overlays the store of l (eventstore/memory.Over). It starts with the views of l,
// which are not folded again, and does not affect l.
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
