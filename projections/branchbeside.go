package projections

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// Beside is a branch with changes that another branch does not have.
type Beside struct {
	Branch  string
	Touched map[state.ID]bool // elements, types and materials that its own events name
}

// besideCache caches the ids that the events of streams name, from a revision on.
type besideCache struct {
	mu      sync.Mutex
	entries map[EventRef]*besideEntry // by stream and first revision
}

type besideEntry struct {
	next    uint64 // the first unread revision
	touched map[state.ID]bool
}

// besideKept bounds the cached streams: the cache is cleared when it is full.
const besideKept = 256

// WorkBeside returns the branches of a model with changes that a branch does not have, sorted by name. It omits
// archived branches, and branches whose parent has all their changes.
func (l *Live) WorkBeside(ctx context.Context, modelID, branch string) ([]Beside, error) {
	heads, err := l.store.Streams(ctx, streamPrefix+modelID)
	if err != nil {
		return nil, fmt.Errorf("list the branches: %w", err)
	}
	revisions, register := map[string]uint64{}, &Annotations{}
	for _, head := range heads {
		if id, name, ok := ParseStreamName(head.Stream); ok && id == modelID {
			revisions[name] = head.Revision
		} else if registered(head.Stream) == modelID {
			if register, err = l.annotationsAt(ctx, modelID, head); err != nil {
				return nil, err
			}
		}
	}
	if len(revisions) < 2 {
		return nil, nil
	}
	has, err := l.Ancestry(ctx, modelID, branch, revisions[branch])
	if err != nil {
		return nil, err
	}
	var out []Beside
	for _, name := range slices.Sorted(maps.Keys(revisions)) {
		if _, away := register.Archived(name); name == branch || away {
			continue
		}
		from := has[name] + 1 // the first event creates the model or forks the branch
		open, err := l.isOpen(ctx, modelID, name, revisions[name])
		if err != nil || !open || from > revisions[name] {
			if err != nil {
				return nil, err
			}
			continue
		}
		touched, err := l.touchedFrom(ctx, modelID, name, from, revisions[name])
		if err != nil {
			return nil, err
		}
		out = append(out, Beside{name, touched})
	}
	return out, nil
}

// isOpen reports whether a branch has changes that its parent does not have. It is true for main.
func (l *Live) isOpen(ctx context.Context, modelID, name string, revision uint64) (bool, error) {
	facts, err := l.beginningOf(ctx, StreamName(modelID, name))
	if err != nil || facts.fork == nil {
		return true, err
	}
	merged, _, err := l.MergedFrom(ctx, modelID, facts.fork.Parent, name)
	return revision > merged, err
}

// touchedFrom returns the ids in a branch's own events between two revisions. It reads only events that are not cached.
// Callers must not change the map.
func (l *Live) touchedFrom(ctx context.Context, modelID, name string, from, to uint64) (map[state.ID]bool, error) {
	key := EventRef{StreamName(modelID, name), from}
	l.beside.mu.Lock()
	defer l.beside.mu.Unlock()
	known := l.beside.entries[key]
	if known == nil {
		known = &besideEntry{next: from, touched: map[state.ID]bool{}}
	}
	if known.next > to {
		return known.touched, nil
	}
	next := &besideEntry{next: to + 1, touched: maps.Clone(known.touched)}
	err := l.Events(ctx, modelID, name, known.next, to, func(_ eventstore.Recorded, e state.Event) error {
		for _, t := range e.Touched() {
			next.touched[t.ElementID] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if l.beside.entries == nil || len(l.beside.entries) >= besideKept {
		l.beside.entries = map[EventRef]*besideEntry{}
	}
	l.beside.entries[key] = next
	return next.touched, nil
}
