package web

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// changeSet is the set of events that one command wrote to a branch.
type changeSet struct {
	First     uint64     `json:"first"`
	Last      uint64     `json:"last"`
	At        time.Time  `json:"at"`
	User      string     `json:"user"`
	Agent     string     `json:"agent"`
	Tool      string     `json:"tool"`
	Reason    string     `json:"reason"`
	CommandID string     `json:"command_id"`
	Created   int        `json:"created"`
	Modified  int        `json:"modified"`
	Deleted   int        `json:"deleted"`
	IDs       []state.ID `json:"ids"`

	marks []mark
}

// mark is a named point of a branch.
type mark struct {
	Revision uint64 `json:"revision"`
	Kind     string `json:"kind"` // tag, fork, merge or begin
	Name     string `json:"name"`
}

// The kinds of marks that name another branch.
const (
	markFork  = "fork"
	markMerge = "merge"
)

// touchedShown bounds the elements that a change set names.
const touchedShown = 20

// add counts an event of the command.
func (c *changeSet) add(r eventstore.Recorded, m projections.Meta) {
	c.Last = r.Revision
	switch {
	case strings.HasSuffix(r.Type, ".deleted"):
		c.Deleted++
	case strings.HasSuffix(r.Type, ".created"), strings.HasSuffix(r.Type, ".defined"):
		c.Created++
	default:
		c.Modified++
	}
	for _, t := range m.Touched {
		if n := len(c.IDs); n < touchedShown && (n == 0 || c.IDs[n-1] != t.ElementID) {
			c.IDs = append(c.IDs, t.ElementID)
		}
	}
}

// histories caches the change sets of branches. A later call reads only the events after the last one read.
type histories struct {
	store eventstore.Store

	mu      sync.Mutex
	streams map[string]*history
}

// history holds the change sets of a branch, oldest first.
type history struct {
	mu   sync.Mutex
	sets []changeSet
	next uint64 // the first revision that was not read
}

func newHistories(store eventstore.Store) *histories {
	return &histories{store: store, streams: map[string]*history{}}
}

// of returns the change sets of a branch as it is stored now. The caller must not change them.
func (h *histories) of(ctx context.Context, model, branch string) ([]changeSet, error) {
	stream := projections.StreamName(model, branch)
	h.mu.Lock()
	of := h.streams[stream]
	if of == nil {
		of = &history{}
		h.streams[stream] = of
	}
	h.mu.Unlock()
	of.mu.Lock()
	defer of.mu.Unlock()
	if err := of.read(ctx, h.store, stream); err != nil {
		return nil, err
	}
	return of.sets[:len(of.sets):len(of.sets)], nil
}

// read reads on to the end of the stream. If the last change set grows, read copies it first, because callers may hold
// it.
func (h *history) read(ctx context.Context, store eventstore.Store, stream string) error {
	grown := false
	for r, err := range store.Read(ctx, stream, h.next) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		meta, err := projections.DecodeMeta(r.Meta)
		if err != nil {
			return err
		}
		n := len(h.sets)
		if n == 0 || h.sets[n-1].CommandID != meta.CommandID {
			h.sets = append(h.sets, changeSet{First: r.Revision, At: meta.OccurredAt, User: meta.UserID,
				Agent: meta.AgentID, Tool: meta.Tool, Reason: meta.Reasoning, CommandID: meta.CommandID,
				IDs: []state.ID{}})
			n, grown = n+1, true
		} else if !grown {
			h.sets, grown = append(h.sets[:n-1:n-1], h.sets[n-1]), true
		}
		last := &h.sets[n-1]
		last.add(r, meta)
		if err := last.note(r); err != nil {
			return err
		}
		h.next = r.Revision + 1
	}
	return nil
}

// note adds a mark if the event begins, forks or merges a branch.
func (c *changeSet) note(r eventstore.Recorded) error {
	switch r.Type {
	case "branch.created", "branch.merged":
	case "model.created":
		c.marks = append(c.marks, mark{r.Revision, "begin", ""})
		return nil
	default:
		return nil
	}
	e, err := state.DecodeEvent(r.Type, r.Schema, r.Data)
	if err != nil {
		return err
	}
	switch e := e.(type) {
	case *state.BranchCreated:
		c.marks = append(c.marks, mark{r.Revision, markFork, e.Parent})
	case *state.BranchMerged:
		c.marks = append(c.marks, mark{r.Revision, markMerge, e.Source.Branch})
	}
	return nil
}
