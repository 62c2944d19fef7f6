package projections

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
)

// At returns a branch as it was right after the event with a revision. NOT_FOUND when the branch has no such revision.
func (l *Live) At(ctx context.Context, modelID, branchName string, revision uint64) (*View, error) {
	now, err := l.View(ctx, modelID, branchName)
	if err != nil {
		return nil, err
	}
	if revision > now.Revision {
		return nil, domain.Errorf(domain.NotFound, "revision %d does not exist yet: branch %q is at %d",
			revision, branchName, now.Revision).
			With("revision", now.Revision)
	}
	return l.past(ctx, now, revision)
}

// AtTime returns a branch as it was at a time: the longest beginning of its history in which nothing happened later. An
// event happened when its command was given (Meta.OccurredAt). NOT_FOUND when the branch began after that time.
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
		return nil, domain.Errorf(domain.NotFound, "branch %q did not exist at %s", branchName,
			at.UTC().Format(time.RFC3339Nano))
	}
	return l.past(ctx, now, min(n-1, now.Revision))
}

// past returns a branch at a revision that it has: from the past views at hand, or folded from the nearest state that
// is.
func (l *Live) past(ctx context.Context, now *View, revision uint64) (*View, error) {
	if revision == now.Revision {
		return now, nil
	}
	near := l.pasts.nearest(now.ModelID, now.Branch, revision)
	if near != nil && near.Revision == revision {
		return near, nil
	}
	v, err := l.foldPast(ctx, now, near, revision)
	if err != nil {
		return nil, err
	}
	l.pasts.keep(v)
	return v, nil
}

// stepsFromView is the distance up to which a past view is made from another one with what that one has derived: as far
// as somebody steps who looks at one change after the other.
const stepsFromView = 100

// foldPast folds up to a revision from a past view, a snapshot or the beginning, whichever is nearest.
func (l *Live) foldPast(ctx context.Context, now, near *View, revision uint64) (*View, error) {
	stream := StreamName(now.ModelID, now.Branch)
	if near != nil && revision-near.Revision <= stepsFromView {
		d := near.fork()
		d.affected = new(idSet)
		if err := l.foldOn(ctx, d, stream, revision); err != nil {
			return nil, err
		}
		return d.publish(now.ModelID, now.Branch, d.derivedFrom(near.derived)), nil
	}
	d, err := l.fold(ctx, now.ModelID, now.Branch, revision, near, true)
	if err != nil {
		return nil, err
	}
	v := d.publish(now.ModelID, now.Branch, d.fresh())
	l.snapshots.offer(v)
	return v, nil
}

// fold makes the state of a branch at a revision that it has from the nearest state at hand: a view, which may be nil,
// a snapshot, or what the branch began with. Late, the indexes of its elements may be left to who asks for them: a look
// at the past seldom does.
func (l *Live) fold(ctx context.Context, modelID, name string, revision uint64, near *View, late bool) (*draft, error) {
	d, err := l.nearest(ctx, modelID, name, revision, near, late)
	if err != nil {
		return nil, err
	}
	return d, l.foldOn(ctx, d, StreamName(modelID, name), revision)
}

func (l *Live) nearest(ctx context.Context, modelID, name string, revision uint64, near *View,
	late bool) (d *draft, err error) {
	d = l.snapshots.nearest(ctx, l.store, StreamName(modelID, name), revision, late)
	switch {
	case near != nil && (d == nil || near.next > d.next):
		return near.fork(), nil
	case d == nil:
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
