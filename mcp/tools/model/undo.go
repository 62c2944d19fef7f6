package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

func undoTool(b *Backend) mcp.Tool {
	return mcp.Tool{Name: app.UndoName, Title: "Undo", Server: "coordination", Set: mcp.SetDefault,
		Category: mcp.CategoryMutation,
		Description: "Takes back a change, the last one by default, by new events. Refused, naming them, when " +
			"later changes depend on it.",
		Input: undo{}, Output: app.Change{}, Handle: b.undo}
}

type undo struct {
	Revision *mcp.Revision `json:"revision,omitempty" jsonschema:"of any event of the change; default the last"`
	From     *mcp.Revision `json:"from_revision,omitempty" jsonschema:"take back all changes from this one on up to revision"`
	app.ReplyArguments
	mcp.MutationArguments
}

func (b *Backend) undo(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a undo
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.ExpectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := b.ownUndo(ctx, c, v, &a); err != nil {
		return nil, err
	}
	first, last, err := b.undone(ctx, v, a)
	if err != nil {
		return nil, err
	}
	if err := b.checkUndoable(ctx, v, first, last); err != nil {
		return nil, err
	}
	out, err := b.Live.Undo(ctx, v, app.SeedOf(c, v), first, last)
	if err != nil {
		return nil, b.namingFirst(ctx, c, v, first, last, err)
	}
	if len(out.Decision.Events) == 0 {
		return nil, state.Errorf(state.IllegalState,
			"revisions %d to %d leave nothing to take back: later changes did that already, or they define types and "+
				"materials, which stay", first, last).
			With("state", "nothing to undo").With("allowed", []string{})
	}
	done, err := b.Outcome(ctx, c, v, out.Decision, nil)
	if err != nil {
		return nil, err
	}
	if err := b.warnOfRedo(ctx, v, a, first, last, done); err != nil {
		return nil, err
	}
	if err := b.findingsReturned(ctx, c, v, done, first, last, len(out.Decision.Events)); err != nil ||
		done.Plan == nil {
		return done, err
	}
	done.Plan.Also, err = b.takenBack(ctx, v, first, last)
	return done, err
}

// namingFirst adds to a refusal the change that must be undone first: the latest one that touched an element of the
// conflict.
func (b *Backend) namingFirst(ctx context.Context, c *mcp.Call, v *projections.View, first, last uint64,
	refused error) error {
	e, ok := errors.AsType[*state.Error](refused)
	if !ok {
		return refused
	}
	conflicts, _ := e.Data["conflicts"].([]merge.Conflict)
	before, err := b.Live.At(ctx, v.ModelID, v.Branch, first-1)
	if err != nil {
		return err
	}
	after, err := b.Live.At(ctx, v.ModelID, v.Branch, last)
	if err != nil {
		return err
	}
	b.KnownConflicts(ctx, c.Principal, conflicts, v, before, after)
	latest := uint64(0)
	for _, conflict := range conflicts {
		ids := []state.ID{conflict.ElementID}
		for _, involved := range conflict.Involved {
			ids = append(ids, involved.ElementID)
		}
		for _, id := range ids {
			for _, revision := range v.History(id) {
				if revision > last {
					latest = max(latest, revision)
				}
			}
		}
	}
	if latest == 0 {
		return refused
	}
	meta, err := b.metaAt(ctx, v, latest)
	if err != nil {
		return refused
	}
	e.Message += fmt.Sprintf(". The change to undo first: revision %d, %s by %s", latest, meta.Tool,
		cmp.Or(meta.AgentID, meta.UserID))
	return e.With("undo_first", map[string]any{"revision": latest, "tool": meta.Tool, "reasoning": meta.Reasoning})
}

// ownUndo lets a caller who may read only a part of a branch undo only its own changes: the last change is the caller's
// last one, and a revision of another principal is refused. A caller who may not read the branch at all learns nothing
// about the undone change.
func (b *Backend) ownUndo(ctx context.Context, c *mcp.Call, v *projections.View, a *undo) error {
	if app.ReadBounds(c) == nil || app.Blind(c) {
		return nil
	}
	if a.From != nil {
		return state.Errorf(state.PermissionDenied,
			"what %q may READ is bounded, so that it takes back one change of its own at a time: leave "+
				"from_revision out",
			c.Principal.ID).With("parameter", "from_revision").With("operation", mcp.OpRead)
	}
	me := app.MetaOf(c, 0)
	if a.Revision != nil && uint64(*a.Revision) > v.Revision {
		return nil // undone refuses it
	}
	last := v.Revision
	if a.Revision != nil {
		last = uint64(*a.Revision)
	}
	for {
		meta, err := b.metaAt(ctx, v, last)
		if err != nil {
			return err
		}
		if meta.UserID == me.UserID && meta.AgentID == me.AgentID && last > 0 {
			own := mcp.Revision(last)
			a.Revision = &own
			return nil
		}
		if a.Revision != nil || last == 0 {
			return state.Errorf(state.IllegalState,
				"what you may READ is bounded, so that you take back changes of your own alone: here is none").
				With("state", "nothing to undo").With("allowed", []string{})
		}
		last--
	}
}

// warnOfRedo warns a caller who names no change and thereby undoes an undo, because the change that was undone then
// comes back. The warning names the revision from which to undo further, before the change that the undo took back.
func (b *Backend) warnOfRedo(ctx context.Context, v *projections.View, a undo, first, last uint64,
	done *mcp.Outcome) error {
	if a.Revision != nil || a.From != nil {
		return nil
	}
	meta, err := b.metaAt(ctx, v, last)
	if err != nil || meta.Tool != app.UndoName {
		return err
	}
	further := first
	for range 2 { // past the undone change to the change before it
		if further, _, err = b.changeOf(ctx, v, further-1); err != nil {
			return err
		}
		if further == 0 {
			return nil
		}
	}
	done.Warnings = append(done.Warnings, mcp.Warning{Code: "UNDO_OF_UNDO", Message: fmt.Sprintf(
		"the last change was an undo, and this brings back what that took; undo with from_revision %d takes back that "+
			"and what came before it", further), Data: map[string]any{"from_revision": further}})
	return nil
}

// takenBack describes the changes between two revisions, the last one first.
func (b *Backend) takenBack(ctx context.Context, v *projections.View, first, last uint64) ([]string, error) {
	var out []string
	command := ""
	err := b.Live.Events(ctx, v.ModelID, v.Branch, first, last, func(r eventstore.Recorded, _ state.Event) error {
		meta, err := projections.DecodeMeta(r.Meta)
		if err == nil && meta.CommandID != command {
			command = meta.CommandID
			out = append(out, fmt.Sprintf("takes back %s by %s, revision %d", meta.Tool,
				cmp.Or(meta.AgentID, meta.UserID), r.Revision))
		}
		return err
	})
	slices.Reverse(out)
	if more := len(out) - approvals.MaxAlso + 1; more > 1 {
		out = append(out[:approvals.MaxAlso-1], fmt.Sprintf("takes back %d changes before these", more))
	}
	return out, err
}

// checkUndoable refuses to undo a change of the model's information, because that information is not part of an
// element.
func (b *Backend) checkUndoable(ctx context.Context, v *projections.View, first, last uint64) error {
	return b.Live.Events(ctx, v.ModelID, v.Branch, first, last, func(_ eventstore.Recorded, e state.Event) error {
		set, is := e.(*state.ModelInfoSet)
		if !is {
			return nil
		}
		return state.Errorf(state.IllegalState,
			"revisions %d to %d say what the model is: say what it was with set_model_info", first, last).
			With("state", "information of the model").With("allowed", []string{"set_model_info"}).With("was", set.From)
	})
}

// undone returns the revisions to undo: whole changes, even if the call names only one event of a change.
func (b *Backend) undone(ctx context.Context, v *projections.View, a undo) (first, last uint64, err error) {
	last = v.Revision
	if a.Revision != nil {
		last = uint64(*a.Revision)
	}
	if last > v.Revision {
		return 0, 0, state.Errorf(state.NotFound, "the branch has no revision %d yet: its last is %d", last,
			v.Revision).With("current_revision", v.Revision)
	}
	if first, last, err = b.changeOf(ctx, v, last); err != nil {
		return 0, 0, err
	}
	if a.From != nil {
		if uint64(*a.From) > last {
			return 0, 0, state.Errorf(state.OutOfRange, "from_revision %d lies after revision %d", *a.From,
				last).With("parameter", "from_revision")
		}
		if first, _, err = b.changeOf(ctx, v, uint64(*a.From)); err != nil {
			return 0, 0, err
		}
	}
	if first == 0 {
		return 0, 0, state.Errorf(state.IllegalState,
			"revision 0 is how the branch began, which cannot be taken back: undo what came after it").
			With("state", "beginning").With("allowed", []string{})
	}
	return first, last, nil
}

// changeOf returns the first and the last revision of the change that a revision belongs to. The events of one change
// carry the same command id and base revision, and follow each other.
func (b *Backend) changeOf(ctx context.Context, v *projections.View, revision uint64) (first, last uint64, err error) {
	meta, err := b.metaAt(ctx, v, revision)
	if err != nil {
		return 0, 0, err
	}
	first, last = revision, revision
	if meta.BaseRevision != nil && *meta.BaseRevision < revision {
		first = *meta.BaseRevision + 1
	}
	for ; first > 0; first-- { // the events that create a model have no base revision
		if before, err := b.metaAt(ctx, v, first-1); err != nil || before.CommandID != meta.CommandID {
			break
		}
	}
	err = b.Live.Events(ctx, v.ModelID, v.Branch, revision+1, v.Revision,
		func(r eventstore.Recorded, _ state.Event) error {
			after, err := projections.DecodeMeta(r.Meta)
			if err == nil && after.CommandID != meta.CommandID {
				return errEnough
			}
			last = r.Revision
			return err
		})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return first, last, err
}

// errEnough ends a reading of events early, when the wanted event has been read.
var errEnough = errors.New("enough")

func (b *Backend) metaAt(ctx context.Context, v *projections.View, revision uint64) (meta projections.Meta, err error) {
	err = b.Live.Events(ctx, v.ModelID, v.Branch, revision, revision,
		func(r eventstore.Recorded, _ state.Event) (err error) {
			meta, err = projections.DecodeMeta(r.Meta)
			return err
		})
	return meta, err
}
