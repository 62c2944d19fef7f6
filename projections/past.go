package projections

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
)

// At answers a branch as it was right after the event with a revision, folded from the first event. NOT_FOUND when the
// branch has no such revision.
func (l *Live) At(ctx context.Context, modelID, branchName string, revision uint64) (*View, error) {
	now, err := l.View(ctx, modelID, branchName)
	if err != nil {
		return nil, err
	}
	if revision == now.Revision {
		return now, nil
	}
	if revision > now.Revision {
		return nil, domain.Errorf(domain.NotFound, "revision %d does not exist yet: branch %q is at %d", revision, branchName, now.Revision).
			With("revision", now.Revision)
	}
	return l.past(ctx, now, func(r eventstore.Recorded) (bool, error) { return r.Revision <= revision, nil })
}

// AtTime answers a branch as it was at a time: the longest beginning of its history in which nothing happened later. An
// event happened when its command was given (Meta.OccurredAt). NOT_FOUND when the branch began after that time.
func (l *Live) AtTime(ctx context.Context, modelID, branchName string, at time.Time) (*View, error) {
	now, err := l.View(ctx, modelID, branchName)
	if err != nil {
		return nil, err
	}
	v, err := l.past(ctx, now, func(r eventstore.Recorded) (bool, error) {
		meta, err := decodeMeta(r)
		return !occurredAt(r, meta).After(at), err
	})
	if errors.Is(err, errNothingYet) {
		return nil, domain.Errorf(domain.NotFound, "branch %q did not exist at %s", branchName, at.UTC().Format(time.RFC3339Nano))
	}
	return v, err
}

// errNothingYet says that not even the first event was wanted.
var errNothingYet = errors.New("no event")

// past folds the beginning of a branch as long as events are wanted, and answers the present view when all are.
func (l *Live) past(ctx context.Context, now *View, wanted func(eventstore.Recorded) (bool, error)) (*View, error) {
	d := &draft{model: domain.NewModel(), history: newHistory()}
	stream := StreamName(now.ModelID, now.Branch)
	for r, err := range l.store.Read(ctx, stream, 0) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
		take, err := wanted(r)
		if err != nil {
			return nil, err
		}
		if !take {
			break
		}
		if err := d.applyRecorded(r); err != nil {
			return nil, err
		}
	}
	if err := d.settle(); err != nil {
		return nil, err
	}
	switch {
	case d.next == 0:
		return nil, errNothingYet
	case d.next == now.next && d.hash == now.Hash:
		return now, nil
	}
	return d.publish(now.ModelID, now.Branch, newLazy(d.model)), nil
}
