package projections

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// ModelEntry is a model in a list.
type ModelEntry struct {
	ID           string
	Name         string
	Description  string
	Owner        string
	Author       string
	Organization string
	Revision     uint64 // of the main branch
	CreatedAt    time.Time
	UpdatedAt    time.Time // time of the last event of the main branch
	Branches     []BranchEntry
	Register     *Annotations // access of other users, and archived branches
}

// BranchEntry is a branch in a list.
type BranchEntry struct {
	Name      string
	Revision  uint64
	CreatedAt time.Time
	UpdatedAt time.Time
	Fork      *state.BranchCreated // nil for a branch that was not forked
}

// catalog caches facts about each stream. Facts about its beginning are kept permanently, facts about its end until its
// head changes.
type catalog struct {
	mu      sync.Mutex
	entries map[string]streamFacts
}

// streamFacts holds facts from the first and the last event of a stream.
type streamFacts struct {
	head    eventstore.Hash      // head at which the end was read; zero if it was not read
	info    state.Info           // empty if the first event does not create a model
	fork    *state.BranchCreated // nil if the first event does not fork a branch
	created time.Time
	updated time.Time
}

// Models returns the models of the store, sorted by name and id, with their branches, sorted by name. Callers must hide
// models that a user neither owns (Owner) nor shares (Register).
func (l *Live) Models(ctx context.Context) ([]ModelEntry, error) {
	heads, err := l.store.Streams(ctx, streamPrefix)
	if err != nil {
		return nil, fmt.Errorf("list the models: %w", err)
	}
	models := map[string]*ModelEntry{}
	for _, head := range heads {
		modelID, branchName, ok := ParseStreamName(head.Stream)
		if !ok {
			continue
		}
		facts, err := l.factsOf(ctx, head)
		if err != nil {
			return nil, err
		}
		if models[modelID] == nil {
			models[modelID] = &ModelEntry{ID: modelID, Register: &Annotations{Expected: eventstore.NoStream}}
		}
		models[modelID].add(branchName, head, facts)
	}
	for _, head := range heads {
		if m := models[registered(head.Stream)]; m != nil {
			if m.Register, err = l.annotationsAt(ctx, m.ID, head); err != nil {
				return nil, err
			}
			if n := m.Register.named; n != nil {
				m.Name, m.Description = n.Name, n.Description
			}
		}
	}
	return sortedModels(models), nil
}

// registered returns the id of the model whose register is the stream, or "" for other streams.
func registered(stream string) string {
	id, ok := strings.CutSuffix(strings.TrimPrefix(stream, streamPrefix), registerSuffix)
	if !ok || strings.Contains(id, streamSeparator) { // a branch may have any name
		return ""
	}
	return id
}

func (m *ModelEntry) add(branchName string, head eventstore.Head, facts streamFacts) {
	m.Branches = append(m.Branches, BranchEntry{branchName, head.Revision, facts.created, facts.updated, facts.fork})
	if branchName != MainBranch {
		return
	}
	i := facts.info
	m.Name, m.Description, m.Owner, m.Author, m.Organization = i.Name, i.Description, i.Owner, i.Author, i.Organization
	m.Revision, m.CreatedAt, m.UpdatedAt = head.Revision, facts.created, facts.updated
}

func sortedModels(models map[string]*ModelEntry) []ModelEntry {
	out := make([]ModelEntry, 0, len(models))
	for _, m := range models {
		slices.SortFunc(m.Branches, func(a, b BranchEntry) int { return cmp.Compare(a.Name, b.Name) })
		out = append(out, *m)
	}
	slices.SortFunc(out, func(a, b ModelEntry) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.ID, b.ID))
	})
	return out
}

// ModelsOf returns the sorted ids of the models that a user owns or that are shared with the user. It reads one stream
// per model once, whereas Models reads the end of every branch.
func (l *Live) ModelsOf(ctx context.Context, user string) ([]string, error) {
	heads, err := l.store.Streams(ctx, streamPrefix)
	if err != nil {
		return nil, fmt.Errorf("list the models: %w", err)
	}
	var ids []string
	for _, head := range heads {
		if modelID := registered(head.Stream); modelID != "" {
			said, err := l.annotationsAt(ctx, modelID, head)
			if err != nil {
				return nil, err
			}
			if said.Access(user).Includes(state.AccessRead) {
				ids = append(ids, modelID)
			}
			continue
		}
		modelID, branchName, ok := ParseStreamName(head.Stream)
		if !ok || branchName != MainBranch {
			continue
		}
		facts, err := l.beginningOf(ctx, head.Stream)
		if err != nil {
			return nil, err
		}
		if facts.info.Owner == user {
			ids = append(ids, modelID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// factsOf returns the facts of a stream. It reads the first and the last event, unless it has read them at this head
// before.
func (l *Live) factsOf(ctx context.Context, head eventstore.Head) (streamFacts, error) {
	facts, err := l.beginningOf(ctx, head.Stream)
	if err != nil || facts.head == head.Hash {
		return facts, err
	}
	_, updated, err := l.event(l.store.ReadBackward(ctx, head.Stream))
	if err != nil {
		return facts, err
	}
	facts.head, facts.updated = head.Hash, updated
	l.catalog.keep(head.Stream, facts)
	return facts, nil
}

// beginningOf reads the first event of a stream unless it was read before.
func (l *Live) beginningOf(ctx context.Context, stream string) (streamFacts, error) {
	facts, known := l.catalog.of(stream)
	if known {
		return facts, nil
	}
	first, created, err := l.event(l.store.Read(ctx, stream, 0))
	if err != nil {
		return facts, err
	}
	if e, ok := first.(*state.ModelCreated); ok {
		facts.info = e.Info
	}
	facts.fork, _ = first.(*state.BranchCreated)
	facts.created = created
	l.catalog.keep(stream, facts)
	return facts, nil
}

func (c *catalog) of(stream string) (facts streamFacts, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	facts, known = c.entries[stream]
	return facts, known
}

func (c *catalog) keep(stream string, facts streamFacts) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[stream] = facts
}

// event returns the first event of a sequence with its time.
func (l *Live) event(events iter.Seq2[eventstore.Recorded, error]) (state.Event, time.Time, error) {
	for r, err := range events {
		if err != nil {
			return nil, time.Time{}, fmt.Errorf("read a model's events: %w", err)
		}
		e, meta, err := DecodeRecorded(r)
		return e, occurredAt(r, meta), err
	}
	return nil, time.Time{}, state.Errorf(state.StoreCorrupt, "a stream has a head and no events")
}

// OwnerOf returns the owner of a model. The error is NOT_FOUND if there is no such model.
func (l *Live) OwnerOf(ctx context.Context, modelID string) (string, error) {
	stream := StreamName(modelID, MainBranch)
	if facts, known := l.catalog.of(stream); known {
		return facts.info.Owner, nil // the beginning of a stream never changes
	}
	if _, err := l.head(ctx, stream); err != nil {
		return "", err
	}
	facts, err := l.beginningOf(ctx, stream)
	return facts.info.Owner, err
}
