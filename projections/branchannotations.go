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

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// AnnotationStream returns the stream of annotations of a model and its branches, which change no branch: names of
// states, decisions on merge conflicts, access rights, and archived branches.
func AnnotationStream(modelID string) string { return streamPrefix + modelID + registerSuffix }

const registerSuffix = ".register"

// Tag is a state with a name. Tags do not move.
type Tag struct {
	Name        string
	At          state.Point
	Description string
	TaggedAt    time.Time
	UserID      string
}

// Annotations is the content of the register of a model. It is immutable.
type Annotations struct {
	// Expected is the state of the stream that the annotations reflect. An append to the stream requires this state.
	Expected  eventstore.Expected
	tags      map[string]Tag
	decisions map[mergePair]map[string]state.Resolution
	shares    map[string]state.Access // accesses by user; absent if nothing is shared
	archived  map[string]Archived     // by branch
	named     *state.ModelNamed       // nil if the model still has its first name
}

// Archived describes a branch that was archived.
type Archived struct {
	Revision uint64 // its last revision
	Reason   string
	UserID   string
	At       time.Time
}

// Share is the access of a user to another user's model.
type Share struct {
	UserID string       `json:"user_id"`
	Access state.Access `json:"access" jsonschema:"read, comment or edit"`
}

// Access returns the access of a user who does not own the model.
func (r *Annotations) Access(user string) state.Access {
	if a, ok := r.shares[user]; ok {
		return a
	}
	return state.AccessNone
}

// Shares returns the users with whom the model is shared, sorted by name.
func (r *Annotations) Shares() []Share {
	out := make([]Share, 0, len(r.shares))
	for _, name := range slices.Sorted(maps.Keys(r.shares)) {
		out = append(out, Share{name, r.shares[name]})
	}
	return out
}

// SharesAfter returns the shares of the model after a user's access is changed.
func (r *Annotations) SharesAfter(user string, access state.Access) []Share {
	after := Annotations{shares: maps.Clone(r.shares)}
	if after.shares == nil {
		after.shares = map[string]state.Access{}
	}
	after.note(&state.ModelShared{UserID: user, Access: access}, Meta{}, time.Time{})
	return after.Shares()
}

// Archived returns how a branch was archived; ok is false if it was not.
func (r *Annotations) Archived(branch string) (a Archived, ok bool) {
	a, ok = r.archived[branch]
	return a, ok
}

// Decider is who decided a conflict: a user, or an agent for a user.
type Decider struct{ UserID, AgentID string }

// Words returns the name of a decider for people.
func (d Decider) Words() string {
	if d.AgentID == "" {
		return d.UserID
	}
	return d.AgentID + " for " + d.UserID
}

// mergePair identifies decisions: the merge of a source into a target, and the person who decided.
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

// Decisions returns a decider's decisions for merging a source into a target, by conflict id. The last decision on a
// conflict counts. Decisions of other deciders do not count, because an agent's decision must not take effect in a
// merge of its user.
func (r *Annotations) Decisions(target, source string, by Decider) map[string]state.Resolution {
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

// Annotations returns the current content of the register of a model. The register is small and is read again when it
// has changed.
func (l *Live) Annotations(ctx context.Context, modelID string) (*Annotations, error) {
	head, err := l.store.Head(ctx, AnnotationStream(modelID))
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return &Annotations{Expected: eventstore.NoStream}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the head of %s: %w", AnnotationStream(modelID), err)
	}
	return l.annotationsAt(ctx, modelID, head)
}

// annotationsAt returns the content of the register of a model up to a head.
func (l *Live) annotationsAt(ctx context.Context, modelID string, head eventstore.Head) (*Annotations, error) {
	l.annotations.mu.Lock()
	known := l.annotations.entries[modelID]
	l.annotations.mu.Unlock()
	if known != nil && known.head == head.Hash {
		return known.annotations, nil
	}
	known, err := l.readAnnotations(ctx, modelID)
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
	out := &cachedAnnotations{annotations: &Annotations{
		tags: map[string]Tag{}, decisions: map[mergePair]map[string]state.Resolution{},
		shares: map[string]state.Access{}, archived: map[string]Archived{},
	}}
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

func (r *Annotations) note(e state.Event, meta Meta, at time.Time) {
	switch e := e.(type) {
	case *state.RevisionTagged:
		if _, taken := r.tags[e.Name]; !taken {
			r.tags[e.Name] = Tag{e.Name, e.At, e.Description, at, meta.UserID}
		}
	case *state.ModelNamed:
		r.named = e
	case *state.ModelShared:
		delete(r.shares, e.UserID)
		if e.Access != state.AccessNone {
			r.shares[e.UserID] = e.Access
		}
	case *state.BranchArchived:
		r.archived[e.At.Branch] = Archived{uint64(e.At.Revision), e.Reason, meta.UserID, at}
	case *state.BranchRestored:
		delete(r.archived, e.Name)
	case *state.ConflictResolved:
		w := mergePair{e.Target, e.Source, Decider{meta.UserID, meta.AgentID}}
		if r.decisions[w] == nil {
			r.decisions[w] = map[string]state.Resolution{}
		}
		resolution := e.Resolution
		resolution.By = merge.ByRecord
		r.decisions[w][resolution.ConflictID] = resolution
	}
}
