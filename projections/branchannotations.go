package projections

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
)

// AnnotationStream returns the stream of what is said about a model's branches without changing one: the names of
// states, and decisions of conflicts before a merge.
func AnnotationStream(modelID string) string { return streamPrefix + modelID + ".register" }

// Tag is a state with a name. Tags do not move.
type Tag struct {
	Name        string
	At          domain.Point
	Description string
	TaggedAt    time.Time
	UserID      string
}

// Annotations is what the register of a model says. It never changes.
type Annotations struct {
	// Expected is the state of the stream in which it says that, for an append to it.
	Expected  eventstore.Expected
	tags      map[string]Tag
	decisions map[mergePair]map[string]domain.Resolution
}

// Decider is who decided a conflict: a user, or an agent for a user.
type Decider struct{ UserID, AgentID string }

// mergePair is what a decision is for: merging a source into a target, by the one who decided.
type mergePair struct {
	target, source string
	by             Decider
}

// Tag returns the state with a name.
func (r *Annotations) Tag(name string) (Tag, bool) {
	t, ok := r.tags[name]
	return t, ok
}

// Tags returns all tags in the order of their names.
func (r *Annotations) Tags() []Tag {
	return slices.SortedFunc(maps.Values(r.tags), func(a, b Tag) int { return cmp.Compare(a.Name, b.Name) })
}

// Decisions returns what somebody has decided, by conflict id, for merging a source into a target. The last decision
// counts. Nobody decides for others: an agent's decision must not take effect in a merge of its user.
func (r *Annotations) Decisions(target, source string, by Decider) map[string]domain.Resolution {
	return maps.Clone(r.decisions[mergePair{target, source, by}])
}

// annotationCache keeps the annotations that were read.
type annotationCache struct {
	mu      sync.Mutex
	entries map[string]*cachedAnnotations
}

type cachedAnnotations struct {
	head        eventstore.Hash
	annotations *Annotations
}

// Annotations returns what the register of a model says now. It is read again when it has changed; it is small.
func (l *Live) Annotations(ctx context.Context, modelID string) (*Annotations, error) {
	head, err := l.store.Head(ctx, AnnotationStream(modelID))
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return &Annotations{Expected: eventstore.NoStream}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the head of %s: %w", AnnotationStream(modelID), err)
	}
	l.annotations.mu.Lock()
	known := l.annotations.entries[modelID]
	l.annotations.mu.Unlock()
	if known != nil && known.head == head.Hash {
		return known.annotations, nil
	}
	known, err = l.readAnnotations(ctx, modelID)
	if err != nil {
		return nil, err
	}
	l.annotations.mu.Lock()
	defer l.annotations.mu.Unlock()
	if l.annotations.entries == nil {
		l.annotations.entries = map[string]*cachedAnnotations{}
	}
	l.annotations.entries[modelID] = known
	return known.annotations, nil
}

func (l *Live) readAnnotations(ctx context.Context, modelID string) (*cachedAnnotations, error) {
	out := &cachedAnnotations{annotations: &Annotations{tags: map[string]Tag{}, decisions: map[mergePair]map[string]domain.Resolution{}}}
	var chain eventstore.Verifier
	for r, err := range l.store.Read(ctx, AnnotationStream(modelID), 0) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", AnnotationStream(modelID), err)
		}
		if err := chain.Verify(r); err != nil {
			return nil, corrupt(err)
		}
		e, meta, err := DecodeRecorded(r)
		if err != nil {
			return nil, err
		}
		out.annotations.note(e, meta, occurredAt(r, meta))
		out.head, out.annotations.Expected = r.Hash, eventstore.At(r.Revision)
	}
	return out, nil
}

func (r *Annotations) note(e domain.Event, meta Meta, at time.Time) {
	switch e := e.(type) {
	case *domain.RevisionTagged:
		if _, taken := r.tags[e.Name]; !taken {
			r.tags[e.Name] = Tag{e.Name, e.At, e.Description, at, meta.UserID}
		}
	case *domain.ConflictResolved:
		w := mergePair{e.Target, e.Source, Decider{meta.UserID, meta.AgentID}}
		if r.decisions[w] == nil {
			r.decisions[w] = map[string]domain.Resolution{}
		}
		resolution := e.Resolution
		resolution.By = domain.ByRecord
		r.decisions[w][resolution.ConflictID] = resolution
	}
}
