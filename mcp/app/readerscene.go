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

// State returns the part of a view that the principal may see, for drawing.
func (r Reader) State(v *projections.View) *bodies.State { return bodies.StateOf(v, r.Tells(v)) }

// Chunk returns the bodies of a numbered chunk of a state's scene, and false if the number does not exist.
func (r Reader) Chunk(ctx context.Context, s *bodies.State, n int) ([]byte, bool, error) {
	return r.Backend.bodies().Chunk(ctx, s, n)
}

// BeginningPoint is the point before the first event of a branch: the empty model, or the state that the branch was
// forked from.
const BeginningPoint = "-1"

// Delta returns the difference between two points of a branch, in the form that View takes. from may also be
// BeginningPoint.
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

// PlanDelta returns what a request for approval would change: the difference between the state that it was decided on
// and the resulting state. The caller must check that the principal may see the request.
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

// delta returns the difference between two states that differ at most in the touched elements and definitions.
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
