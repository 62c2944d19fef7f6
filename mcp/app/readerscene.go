package app

import (
	"context"
	"strconv"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/bodies"
)

// State returns what the principal may be told of a view, to be drawn.
func (r Reader) State(v *projections.View) *bodies.State { return bodies.StateOf(v, r.Tells(v)) }

// Chunk returns the bodies of a chunk of a state's scene; false where there is none of that number.
func (r Reader) Chunk(ctx context.Context, s *bodies.State, n int) ([]byte, bool, error) {
	return r.Backend.bodies().Chunk(ctx, s, n)
}

// BeginningPoint is the point before the first event of a branch: nothing, or what the branch was forked from.
const BeginningPoint = "-1"

// Delta tells what differs between two points of a model. They are points of the branch, as View has them, and
// BeginningPoint as the first.
func (r Reader) Delta(ctx context.Context, model, branch, from, to string) (*bodies.Delta, error) {
	is, err := r.View(ctx, model, branch, to)
	if err != nil {
		return nil, err
	}
	if from == BeginningPoint && is.Origin() == nil {
		return r.deltaFromNothing(ctx, is)
	}
	if from == BeginningPoint {
		origin := is.Origin()
		from = origin.Branch + "@" + strconv.FormatUint(origin.Revision, 10)
	}
	was, err := r.View(ctx, model, branch, from)
	if err != nil {
		return nil, err
	}
	touched, err := r.Touched(ctx, was, is)
	if err != nil {
		return nil, err
	}
	return r.delta(ctx, was, is, touched)
}

func (r Reader) deltaFromNothing(ctx context.Context, is *projections.View) (*bodies.Delta, error) {
	was := projections.EmptyView(is.ModelID, is.Branch)
	ids := make([]state.ID, 0, is.Model.Len())
	is.Model.Each(func(e *state.Element) bool {
		ids = append(ids, e.ID)
		return true
	})
	return r.delta(ctx, was, is, ids)
}

// PlanDelta tells what a request for approval would do: what differs between the state that it was decided on and the
// one that would be. Whether the principal may know of the request is the caller's to ask.
func (r Reader) PlanDelta(ctx context.Context, a *approvals.Approval) (*bodies.Delta, error) {
	f, err := approving.Foresee(ctx, r.Backend.Live, r.Backend.Store, a)
	if err != nil {
		return nil, err
	}
	var touched []state.ID
	for _, e := range f.Events {
		for _, t := range e.Touched() {
			touched = append(touched, t.ElementID)
		}
	}
	return r.delta(ctx, f.Before, f.After, touched)
}

// delta tells what differs between two states of which the touched elements and definitions may differ.
func (r Reader) delta(ctx context.Context, was, is *projections.View, touched []state.ID) (*bodies.Delta, error) {
	d, err := DifferenceOf(ctx, was, is, touched, bodies.MaxChanges)
	if err != nil {
		return nil, err
	}
	sides := make([]bodies.Side, 2)
	for i, v := range []*projections.View{was, is} {
		head, err := r.Head(ctx, v)
		if err != nil {
			return nil, err
		}
		sides[i] = bodies.SideOf(v, head, r.Tells(v))
	}
	return r.Backend.bodies().Delta(ctx, sides[0], sides[1], d.Difference, d.Derived)
}
