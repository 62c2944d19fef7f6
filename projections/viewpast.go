package projections

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// At returns a branch as it was right after a revision. The error is NOT_FOUND if the branch has no such revision.
func (l *Live) At(ctx context.Context, modelID, branchName string, revision uint64) (*View, error) {
	now, err := l.View(ctx, modelID, branchName)
	if err != nil {
		return nil, err
	}
	if revision > now.Revision {
		return nil, state.Errorf(state.NotFound, "revision %d does not exist yet: branch %q is at %d",
			revision, branchName, now.Revision).
			With("revision", now.Revision)
	}
	return l.past(ctx, now, revision)
}

// AtTime returns a branch as it was at a time: after the longest beginning of its history in which no event happened
// later. An event happened when its command was given (Meta.OccurredAt). The error is NOT_FOUND if the branch began
// after that time.
func (l *Live) AtTime(ctx context.Context, modelID, branchName string, at time.Time) (*View, error) {
	now, err := l.View(ctx, modelID, branchName)
	if err != nil {
		return nil, err
	}
	b := l.add(StreamName(modelID, branchName), modelID, branchName)
	n, err := b.timeline.until(ctx, l.store, b.stream, at)
	switch {
	case err != nil:
		return nil, err
	case n == 0:
		return nil, state.Errorf(state.NotFound, "branch %q did not exist at %s", branchName,
			at.UTC().Format(time.RFC3339Nano))
	}
	return l.past(ctx, now, min(n-1, now.Revision))
}

// past returns a branch at one of its revisions. It uses a view in memory, makes the view from the nearest one, or
// folds from a kept state, whichever is the least work.
func (l *Live) past(ctx context.Context, now *View, revision uint64) (*View, error) {
	near := l.pasts.nearest(now, revision)
	if near.Revision == revision {
		return near, nil
	}
	v, err := l.walk(ctx, near, revision)
	if v == nil && err == nil {
		v, err = l.foldPast(ctx, now, revision)
	}
	if err != nil {
		return nil, err
	}
	l.pasts.keep(v)
	return v, nil
}

// foldPast folds up to a revision from the nearest snapshot or from the beginning.
func (l *Live) foldPast(ctx context.Context, now *View, revision uint64) (*View, error) {
	d, err := l.fold(ctx, now.ModelID, now.Branch, revision)
	if err != nil {
		return nil, err
	}
	v := d.publish(now.ModelID, now.Branch, d.fresh())
	l.snapshots.offer(v)
	return v, nil
}

// fold makes the state of a branch at one of its revisions from a snapshot, or from the beginning of the branch. The
// indexes of its elements are made on first use, because queries about the past and about linked models seldom need
// them.
func (l *Live) fold(ctx context.Context, modelID, name string, revision uint64) (*draft, error) {
	d, err := l.nearest(ctx, modelID, name, revision)
	if err != nil {
		return nil, err
	}
	return d, l.foldOn(ctx, d, StreamName(modelID, name), revision)
}

func (l *Live) nearest(ctx context.Context, modelID, name string, revision uint64) (d *draft, err error) {
	d = l.snapshots.nearest(ctx, l.store, StreamName(modelID, name), revision)
	if d == nil {
		return l.begin(ctx, modelID, name)
	}
	d.origin, err = l.origin(ctx, modelID, name)
	return d, err
}

// foldOn folds the events after a draft up to a revision.
func (l *Live) foldOn(ctx context.Context, d *draft, stream string, until uint64) error {
	if d.next > until {
		return nil
	}
	return d.follow(l.stored(ctx, d, stream, until), until-d.next >= foldAhead)
}

// stored yields the events after a draft up to a revision.
func (l *Live) stored(ctx context.Context, d *draft, stream string,
	until uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for r, err := range l.store.Read(ctx, stream, d.next) {
			if err != nil {
				yield(r, fmt.Errorf("read %s: %w", stream, err))
				return
			}
			if r.Revision > until || !yield(r, nil) || r.Revision == until {
				return
			}
		}
	}
}
