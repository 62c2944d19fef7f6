package projections

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/merge"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// Ancestry states which events a state contains: for each branch, the events up to a revision. It can have several
// branches because of forks and merges.
type Ancestry map[string]uint64

// contains reports whether the state contains an event.
func (a Ancestry) contains(branch string, revision uint64) bool {
	upTo, ok := a[branch]
	return ok && upTo >= revision
}

func (a Ancestry) add(b Ancestry) {
	for branch, revision := range b {
		if !a.contains(branch, revision) {
			a[branch] = revision
		}
	}
}

// ancestries caches the forks and merges of streams. A stream is scanned once; later scans read only its new events.
type ancestries struct {
	mu      sync.Mutex
	streams map[string]*crossings
}

// crossings lists the events by which a branch received the state of another branch: its fork and its merges.
type crossings struct {
	mu     sync.Mutex
	next   uint64 // first revision not scanned yet
	last   eventstore.Hash
	merges []crossing
}

type crossing struct {
	revision       uint64
	branch         string // source branch of the fork or merge
	branchRevision uint64
}

// Ancestry returns the events that the state of a branch at a revision contains.
func (l *Live) Ancestry(ctx context.Context, modelID, branch string, revision uint64) (Ancestry, error) {
	return l.ancestryOf(ctx, modelID, branch, revision, map[EventRef]Ancestry{})
}

func (l *Live) ancestryOf(ctx context.Context, modelID, branch string, revision uint64,
	known map[EventRef]Ancestry) (Ancestry, error) {
	at := EventRef{branch, revision}
	if a, ok := known[at]; ok {
		if a == nil {
			return nil, forkFault(modelID, branch, "a merge takes in what comes from it")
		}
		return a, nil
	}
	known[at] = nil
	merges, err := l.crossings(ctx, modelID, branch, revision)
	if err != nil {
		return nil, err
	}
	out := Ancestry{}
	for _, c := range merges {
		came, err := l.ancestryOf(ctx, modelID, c.branch, c.branchRevision, known)
		if err != nil {
			return nil, err
		}
		out.add(came)
	}
	out[branch] = max(revision, out[branch])
	known[at] = out
	return out, nil
}

// crossings returns the forks and merges of a branch up to a revision.
func (l *Live) crossings(ctx context.Context, modelID, branch string, upTo uint64) ([]crossing, error) {
	c := l.ancestries.of(StreamName(modelID, branch))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next <= upTo {
		if err := c.scan(ctx, l.store, StreamName(modelID, branch)); err != nil {
			return nil, err
		}
	}
	if c.next <= upTo {
		return nil, modelstate.Errorf(modelstate.NotFound, "revision %d does not exist yet: branch %q is at %d", upTo,
			branch,
			c.next-1).With("revision", c.next-1)
	}
	i := slices.IndexFunc(c.merges, func(c crossing) bool { return c.revision > upTo })
	if i < 0 {
		i = len(c.merges)
	}
	return slices.Clone(c.merges[:i]), nil
}

func (a *ancestries) of(stream string) *crossings {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.streams == nil {
		a.streams = map[string]*crossings{}
	}
	if a.streams[stream] == nil {
		a.streams[stream] = new(crossings)
	}
	return a.streams[stream]
}

// scan finds forks and merges among the new events; it does not decode other events.
func (c *crossings) scan(ctx context.Context, store eventstore.Store, stream string) error {
	for r, err := range store.Read(ctx, stream, c.next) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return noBranch(stream)
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		if r.PrevHash != c.last {
			return corrupt(&eventstore.CorruptError{Stream: stream, Revision: r.Revision, ID: r.ID,
				Reason: "the hash of the event before it is not the one it was chained to"})
		}
		if err := c.note(r); err != nil {
			return err
		}
		c.next, c.last = r.Revision+1, r.Hash
	}
	return nil
}

func (c *crossings) note(r eventstore.Recorded) error {
	if r.Type != forkType && r.Type != mergeType {
		return nil
	}
	e, err := decodeEvent(&r)
	if err != nil {
		return err
	}
	switch e := e.(type) {
	case *modelstate.BranchCreated:
		c.merges = append(c.merges, crossing{r.Revision, e.Parent, uint64(e.ForkRevision)})
	case *modelstate.BranchMerged:
		c.merges = append(c.merges, crossing{r.Revision, e.Source.Branch, uint64(e.Source.Revision)})
	}
	return nil
}

var (
	forkType, _  = modelstate.EventType(new(modelstate.BranchCreated))
	mergeType, _ = modelstate.EventType(new(modelstate.BranchMerged))
)

// MergedFrom returns the revision of the source up to which it is merged into the target. ok is false if it is not
// merged at all.
func (l *Live) MergedFrom(ctx context.Context, modelID, target, source string) (revision uint64, ok bool, err error) {
	head, err := l.head(ctx, StreamName(modelID, target))
	if err != nil {
		return 0, false, err
	}
	a, err := l.Ancestry(ctx, modelID, target, head.Revision)
	if err != nil {
		return 0, false, err
	}
	revision, ok = a[source]
	return revision, ok, nil
}

// mergeBase returns the newest state that two states have in common. After merges in both directions there can be
// several such states, none of which contains another. Then it returns the state whose event is the newest in the
// store.
func (l *Live) mergeBase(ctx context.Context, modelID string, ours, theirs Ancestry) (EventRef, error) {
	var common []EventRef
	for _, branch := range slices.Sorted(maps.Keys(ours)) {
		if revision, ok := theirs[branch]; ok {
			common = append(common, EventRef{branch, min(revision, ours[branch])})
		}
	}
	var newest []EventRef
	for _, c := range common {
		covered := false
		for _, other := range common {
			if other == c {
				continue
			}
			a, err := l.Ancestry(ctx, modelID, other.Branch, other.Revision)
			if err != nil {
				return EventRef{}, err
			}
			covered = covered || a.contains(c.Branch, c.Revision)
		}
		if !covered {
			newest = append(newest, c)
		}
	}
	switch len(newest) {
	case 0:
		return EventRef{}, modelstate.Errorf(modelstate.IllegalState,
			"the branches have nothing in common: they belong to different beginnings")
	case 1:
		return newest[0], nil
	}
	return l.latest(ctx, modelID, newest)
}

// latest returns the reference whose event has the greatest position in the store.
func (l *Live) latest(ctx context.Context, modelID string, mentions []EventRef) (EventRef, error) {
	positions := map[EventRef]uint64{}
	for _, m := range mentions {
		for r, err := range l.store.Read(ctx, StreamName(modelID, m.Branch), m.Revision) {
			if err != nil {
				return EventRef{}, err
			}
			positions[m] = r.Position
			break
		}
	}
	return slices.MaxFunc(mentions, func(a, b EventRef) int { return cmp.Compare(positions[a], positions[b]) }), nil
}

// touchedSince collects the ids in the events that a state contains and an earlier state does not.
func (l *Live) touchedSince(ctx context.Context, modelID string, state, earlier Ancestry) (*merge.Touches, error) {
	touches := merge.NewTouches()
	for _, branch := range slices.Sorted(maps.Keys(state)) {
		from := uint64(0)
		if upTo, ok := earlier[branch]; ok {
			from = upTo + 1
		}
		if from > state[branch] {
			continue
		}
		err := l.Events(ctx, modelID, branch, from, state[branch],
			func(_ eventstore.Recorded, e modelstate.Event) error {
				touches.Note(e)
				return nil
			})
		if err != nil {
			return nil, err
		}
	}
	return touches, nil
}

// Events calls f for the events of a branch's stream from one revision to another, both included.
func (l *Live) Events(ctx context.Context, modelID, branch string, from, to uint64,
	f func(eventstore.Recorded, modelstate.Event) error) error {
	stream := StreamName(modelID, branch)
	for r, err := range l.store.Read(ctx, stream, from) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		if r.Revision > to {
			return nil
		}
		e, err := decodeEvent(&r)
		if err != nil {
			return err
		}
		if err := f(r, e); err != nil {
			return err
		}
		if r.Revision == to {
			return nil
		}
	}
	return nil
}
