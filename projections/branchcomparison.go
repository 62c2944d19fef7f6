package projections

import (
	"context"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
)

// Comparison holds two states of a model and the newest state that both contain.
type Comparison struct {
	Base, Ours, Theirs           *View
	OursTouched, TheirsTouched   *merge.Touches // since the base
	oursAncestry, theirsAncestry Ancestry
	stop                         geometry.Interrupt // ends the comparison when the call ends
}

// Compare finds the common state of two states, and what each side touched since. Its cost grows with the events since
// that state. The first call also scans the streams of the branches for forks and merges.
func (l *Live) Compare(ctx context.Context, ours, theirs *View) (*Comparison, error) {
	c := &Comparison{Ours: ours, Theirs: theirs, stop: processors.Until(ctx)}
	var err error
	if c.oursAncestry, err = l.Ancestry(ctx, ours.ModelID, ours.Branch, ours.Revision); err != nil {
		return nil, err
	}
	if c.theirsAncestry, err = l.Ancestry(ctx, ours.ModelID, theirs.Branch, theirs.Revision); err != nil {
		return nil, err
	}
	at, err := l.mergeBase(ctx, ours.ModelID, c.oursAncestry, c.theirsAncestry)
	if err != nil {
		return nil, err
	}
	if c.Base, err = l.baseView(ctx, at, ours, theirs); err != nil {
		return nil, err
	}
	shared, err := l.Ancestry(ctx, ours.ModelID, at.Branch, at.Revision)
	if err != nil {
		return nil, err
	}
	if c.OursTouched, err = l.touchedSince(ctx, ours.ModelID, c.oursAncestry, shared); err != nil {
		return nil, err
	}
	c.TheirsTouched, err = l.touchedSince(ctx, ours.ModelID, c.theirsAncestry, shared)
	return c, err
}

// baseView returns the view at the base. Usually it is loaded already, as a side or as the origin of a side.
func (l *Live) baseView(ctx context.Context, at EventRef, sides ...*View) (*View, error) {
	for _, side := range sides {
		for _, v := range side.Lineage() {
			if v.Branch == at.Branch && v.Revision == at.Revision {
				return v, nil
			}
		}
	}
	return l.At(ctx, sides[0].ModelID, at.Branch, at.Revision)
}

// NothingNew reports whether ours contains every event of theirs.
func (c *Comparison) NothingNew() bool {
	return c.oursAncestry.contains(c.Theirs.Branch, c.Theirs.Revision)
}

// Merge decides the merge of theirs into ours. It is safe to run concurrently with other calls on the same views.
func (c *Comparison) Merge(id string, policy state.MergePolicy,
	decisions map[string]state.Resolution) (out merge.MergeOutcome, err error) {
	defer processors.Stopped(&err)
	return merge.Merge{
		ID: id, Base: c.Base.Model,
		Ours:       merge.MergeSide{Model: c.Ours.Own(), Touched: c.OursTouched, Ring: c.Ours.derivedRing},
		Theirs:     merge.MergeSide{Model: c.Theirs.Model, Touched: c.TheirsTouched, Ring: c.Theirs.derivedRing},
		SourceName: c.Theirs.Branch, Policy: policy, Decisions: decisions, Stop: c.stop,
	}.Decide()
}

// derivedRing returns the box of a room within the ring of walls around it, or nil if the ring is not closed. It
// derives nothing: known is false for a room that is not derived yet.
func (v *View) derivedRing(id state.ID) (box *room.Enclosed, known bool) {
	d := v.derived.sofar()
	if d == nil {
		return nil, false
	}
	entry := d.rooms.get(id)
	if entry == nil {
		return nil, false
	}
	if entry.err != nil || !entry.shape.Bounded {
		return nil, true
	}
	low, high := entry.shape.Region.Bounds()
	return &room.Enclosed{ID: id, Low: low, High: high}, true
}

// Own returns a copy of the view's model that may be cloned. The view's own model must not be cloned concurrently.
func (v *View) Own() *state.Model { return v.fork().model }

// Difference returns the difference between ours and theirs.
func (c *Comparison) Difference() merge.Difference {
	return merge.Diff(c.Ours.Model.Until(c.stop), c.Theirs.Model.Until(c.stop),
		append(c.OursTouched.IDs(), c.TheirsTouched.IDs()...))
}

// Between returns the difference between two states: what was added, deleted and modified from the first to the second.
func (l *Live) Between(ctx context.Context, from, to *View) (d merge.Difference, err error) {
	defer processors.Stopped(&err)
	touched, err := l.Touched(ctx, from, to)
	if err != nil {
		return merge.Difference{}, err
	}
	stop := processors.Until(ctx)
	return merge.Diff(from.Model.Until(stop), to.Model.Until(stop), touched), nil
}

// Undo decides the events that revert the revisions from first to last of a view's own branch.
func (l *Live) Undo(
	ctx context.Context,
	now *View,
	commandID string,
	first, last uint64,
) (out merge.MergeOutcome, err error) {
	defer processors.Stopped(&err)
	u := merge.Undo{ID: commandID, Now: now.Own(), Undone: merge.NewTouches(), Later: merge.NewTouches(),
		Stop: processors.Until(ctx)}
	before, err := l.At(ctx, now.ModelID, now.Branch, first-1)
	if err != nil {
		return merge.MergeOutcome{}, err
	}
	after, err := l.At(ctx, now.ModelID, now.Branch, last)
	if err != nil {
		return merge.MergeOutcome{}, err
	}
	u.Before, u.After = before.Model, after.Model
	err = l.Events(ctx, now.ModelID, now.Branch, first, now.Revision,
		func(r eventstore.Recorded, e state.Event) error {
			if r.Revision <= last {
				u.Undone.Note(e)
			} else {
				u.Later.Note(e)
			}
			return nil
		})
	if err != nil {
		return merge.MergeOutcome{}, err
	}
	return u.Decide()
}
