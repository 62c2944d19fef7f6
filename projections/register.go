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

// RegisterStream answers the stream of what is said about a model's branches without changing one: the names of states,
// and decisions of conflicts before a merge.
func RegisterStream(modelID string) string { return streamPrefix + modelID + ".register" }

// Tag is a state with a name. Tags do not move.
type Tag struct {
	Name        string
	At          domain.Point
	Description string
	TaggedAt    time.Time
	UserID      string
}

// Register is what the register of a model says. It never changes.
type Register struct {
	// Expected is the state of the stream in which it says that, for an append to it.
	Expected  eventstore.Expected
	tags      map[string]Tag
	decisions map[way]map[string]domain.Resolution
}

// way is what a decision is for: merging a source into a target.
type way struct{ target, source string }

// Tag answers the state with a name.
func (r *Register) Tag(name string) (Tag, bool) {
	t, ok := r.tags[name]
	return t, ok
}

// Tags answers all tags in the order of their names.
func (r *Register) Tags() []Tag {
	return slices.SortedFunc(maps.Values(r.tags), func(a, b Tag) int { return cmp.Compare(a.Name, b.Name) })
}

// Decisions answers what was decided, by conflict id, for merging a source into a target. The last decision counts.
func (r *Register) Decisions(target, source string) map[string]domain.Resolution {
	return maps.Clone(r.decisions[way{target, source}])
}

// registers keeps the registers that were read.
type registers struct {
	mu      sync.Mutex
	entries map[string]*kept
}

type kept struct {
	head     eventstore.Hash
	register *Register
}

// Register answers what the register of a model says now. It is read again when it has changed; it is small.
func (l *Live) Register(ctx context.Context, modelID string) (*Register, error) {
	head, err := l.store.Head(ctx, RegisterStream(modelID))
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return &Register{Expected: eventstore.NoStream}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the head of %s: %w", RegisterStream(modelID), err)
	}
	l.registers.mu.Lock()
	known := l.registers.entries[modelID]
	l.registers.mu.Unlock()
	if known != nil && known.head == head.Hash {
		return known.register, nil
	}
	known, err = l.readRegister(ctx, modelID)
	if err != nil {
		return nil, err
	}
	l.registers.mu.Lock()
	defer l.registers.mu.Unlock()
	if l.registers.entries == nil {
		l.registers.entries = map[string]*kept{}
	}
	l.registers.entries[modelID] = known
	return known.register, nil
}

func (l *Live) readRegister(ctx context.Context, modelID string) (*kept, error) {
	out := &kept{register: &Register{tags: map[string]Tag{}, decisions: map[way]map[string]domain.Resolution{}}}
	var chain eventstore.Verifier
	for r, err := range l.store.Read(ctx, RegisterStream(modelID), 0) {
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", RegisterStream(modelID), err)
		}
		if err := chain.Verify(r); err != nil {
			return nil, corrupt(err)
		}
		e, meta, err := DecodeRecorded(r)
		if err != nil {
			return nil, err
		}
		out.register.note(e, meta, occurredAt(r, meta))
		out.head, out.register.Expected = r.Hash, eventstore.At(r.Revision)
	}
	return out, nil
}

func (r *Register) note(e domain.Event, meta Meta, at time.Time) {
	switch e := e.(type) {
	case *domain.RevisionTagged:
		if _, taken := r.tags[e.Name]; !taken {
			r.tags[e.Name] = Tag{e.Name, e.At, e.Description, at, meta.UserID}
		}
	case *domain.ConflictResolved:
		w := way{e.Target, e.Source}
		if r.decisions[w] == nil {
			r.decisions[w] = map[string]domain.Resolution{}
		}
		resolution := e.Resolution
		resolution.By = domain.ByRecord
		r.decisions[w][resolution.ConflictID] = resolution
	}
}
