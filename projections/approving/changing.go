package approving

import (
	"context"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// changingKept bounds the number of plans whose elements are cached: the pending requests of a busy model.
const changingKept = 100

// Changing returns the elements that a request changes or deletes. The request lists the first approvals.MaxAffected
// elements itself; further elements are read from the stored plan. If the plan cannot be read, only the listed elements
// are returned.
func (l *Log) Changing(ctx context.Context, a *approvals.Approval) map[state.ID]bool {
	if a.Plan.Counts.Total() <= len(a.Plan.Affected) || a.Plan.Kept == nil {
		return changingOf(a.Plan)
	}
	key := a.ID + " " + a.Plan.SHA256
	l.mu.Lock()
	known := l.changing[key]
	l.mu.Unlock()
	if known != nil {
		return known
	}
	known = changingIn(ctx, l.store, a)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.changing) >= changingKept || l.changing == nil {
		l.changing = map[string]map[state.ID]bool{}
	}
	l.changing[key] = known
	return known
}

func changingIn(ctx context.Context, store eventstore.Store, a *approvals.Approval) map[state.ID]bool {
	planned, err := Planned(ctx, store, a)
	if err != nil {
		return changingOf(a.Plan)
	}
	out := map[state.ID]bool{}
	for _, id := range planned.Changing() {
		out[state.ID(id)] = true
	}
	return out
}

func changingOf(plan approvals.Plan) map[state.ID]bool {
	out := map[state.ID]bool{}
	for _, e := range plan.Affected {
		if e.Changes() {
			out[state.ID(e.ElementID)] = true
		}
	}
	return out
}
