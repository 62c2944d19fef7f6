package projections

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// begin returns the state before the first event of a branch's stream: an empty state, or the parent's state at the
// fork, which the branch shares until its first change.
func (l *Live) begin(ctx context.Context, modelID, name string) (*draft, error) {
	parent, err := l.origin(ctx, modelID, name)
	if err != nil {
		return nil, err
	}
	if parent == nil {
		return &draft{late: true, model: newModel(), history: newHistory()}, nil
	}
	return &draft{model: parent.fork().model, history: newHistory(), origin: parent, affected: new(idSet)}, nil
}

// origin returns the parent's view at the fork, or nil if the branch was not forked. The parent's hash at the fork is
// checked when the branch is folded for the first time.
func (l *Live) origin(ctx context.Context, modelID, name string) (*View, error) {
	if v := l.known(StreamName(modelID, name)).loaded(); v != nil {
		return v.origin, nil
	}
	created, err := l.creation(ctx, modelID, name)
	if err != nil || created == nil {
		return nil, err
	}
	return l.parentOf(ctx, modelID, name, created)
}

// ParentName returns the name of the branch from which a branch was created, "" for main.
func (l *Live) ParentName(ctx context.Context, modelID, name string) (string, error) {
	created, err := l.creation(ctx, modelID, name)
	if err != nil || created == nil {
		return "", err
	}
	return created.Parent, nil
}

// creation returns the first event of a branch, or nil if the branch does not begin with a fork.
func (l *Live) creation(ctx context.Context, modelID, name string) (*state.BranchCreated, error) {
	if name == MainBranch {
		return nil, nil
	}
	stream := StreamName(modelID, name)
	for r, err := range l.store.Read(ctx, stream, 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil, noBranch(stream)
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
		e, err := decodeEvent(&r)
		if err != nil {
			return nil, err
		}
		created, _ := e.(*state.BranchCreated)
		return created, nil
	}
	return nil, noBranch(stream)
}

// forks is the context key of the branches whose beginnings are being searched. With it, a damaged store whose branches
// fork from each other causes an error instead of an endless recursion.
type forks struct{}

// parentOf returns the parent's view at the fork.
func (l *Live) parentOf(ctx context.Context, modelID, name string, created *state.BranchCreated) (*View, error) {
	path, _ := ctx.Value(forks{}).([]string)
	if slices.Contains(path, created.Parent) || created.Parent == name {
		return nil, forkFault(modelID, name, fmt.Sprintf("it is forked from %q, which is forked from it",
			created.Parent))
	}
	ctx = context.WithValue(ctx, forks{}, append(slices.Clone(path), name))
	parent, err := l.At(ctx, modelID, created.Parent, uint64(created.ForkRevision))
	switch {
	case state.CodeOf(err) == state.NotFound:
		return nil, forkFault(modelID, name, fmt.Sprintf("its parent %q has no revision %d",
			created.Parent, created.ForkRevision))
	case err != nil:
		return nil, err
	case hex.EncodeToString(parent.Hash[:]) != created.ParentHash:
		return nil, forkFault(modelID, name, fmt.Sprintf("its parent %q has another event at revision %d than the "+
			"one it was forked from", created.Parent, created.ForkRevision))
	}
	return parent, nil
}

func forkFault(modelID, name, reason string) error {
	return corrupt(&eventstore.CorruptError{Stream: StreamName(modelID, name), Reason: reason})
}

// fresh returns the derived data of a draft that continues no view of its branch. It starts from the data of the
// origin, or from nothing.
func (d *draft) fresh() *lazy {
	if d.origin == nil || d.affected == nil {
		return newLazy(d.model)
	}
	return d.derivedFrom(d.origin.derived)
}

// Origin returns the parent's view at the fork, nil for a branch that was not forked.
func (v *View) Origin() *View { return v.origin }

// EventRef identifies an event: the branch of its stream, and its revision there.
type EventRef struct {
	Branch   string
	Revision uint64
}

// Timeline returns the events that touched an element, type or material, oldest first: the events of the ancestors
// before the forks, then the branch's own.
func (v *View) Timeline(id state.ID) []EventRef {
	var out []EventRef
	if v.origin != nil {
		out = v.origin.Timeline(id)
	}
	for _, revision := range v.History(id) {
		out = append(out, EventRef{v.Branch, revision})
	}
	return out
}

// Lineage returns the views whose events form the state, oldest first: the ancestors at the forks, then the view
// itself.
func (v *View) Lineage() []*View {
	if v.origin == nil {
		return []*View{v}
	}
	return append(v.origin.Lineage(), v)
}

// ForkEvents returns the first event of a branch that is forked from a view.
func (v *View) ForkEvents(name, description string) []state.Event {
	return []state.Event{&state.BranchCreated{
		Name: name, Parent: v.Branch, ForkRevision: state.Revision(v.Revision),
		ParentHash: hex.EncodeToString(v.Hash[:]), Description: description,
	}}
}

// Point returns the reference to the state of a view.
func (v *View) Point() state.Point {
	return state.Point{Branch: v.Branch, Revision: state.Revision(v.Revision), Hash: hex.EncodeToString(v.Hash[:])}
}
