package mcp

import (
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
)

// keptPlan is what lies beside a request, and what the request says of it.
type keptPlan struct {
	*approvals.Planned
	kept *approvals.Kept
}

// keep returns the events of a plan that are kept beside its request.
func (p *Plan) keep(request string) (keptPlan, error) {
	events, all := p.Events, len(p.Events)
	planned := approvals.Planned{ID: request, Revision: p.Revision, Digest: p.digest()}
	if p.Later != nil {
		var err error
		if events, all, planned.Revision, err = p.Later(approvals.MaxKept); err != nil {
			return keptPlan{}, err
		}
		planned.Later = true
	}
	planned.Events = plannedEvents(events)
	out, kept := approvals.Keep(planned, all)
	return keptPlan{out, kept}, nil
}

func plannedEvents(events []eventstore.Event) []approvals.PlannedEvent {
	var out []approvals.PlannedEvent
	for _, e := range events {
		out = append(out, approvals.PlannedEvent{Type: e.Type, Schema: e.Schema, Data: e.Data})
	}
	return out
}

// tell adds to a plan what a person reads of it: counts, boxes, elements.
func tell(plan *approvals.Plan, reached []Reached) {
	var whole geometry.Box
	for _, r := range reached {
		count := map[Effect]*int{EffectCreated: &plan.Counts.Created, EffectModified: &plan.Counts.Modified,
			EffectDerived: &plan.Counts.Derived, EffectDeleted: &plan.Counts.Deleted}[r.Effect]
		*count++
		for _, place := range r.Places {
			if place.Box != nil {
				whole = union(whole, *place.Box)
			}
		}
	}
	if whole != (geometry.Box{}) {
		plan.Box = &whole
	}
	order := []Effect{EffectDeleted, EffectModified, EffectCreated, EffectDerived}
	reached = slices.Clone(reached)
	slices.SortStableFunc(reached, func(a, b Reached) int {
		return slices.Index(order, a.Effect) - slices.Index(order, b.Effect)
	})
	for _, r := range reached[:min(len(reached), approvals.MaxAffected)] {
		plan.Affected = append(plan.Affected, affected(r))
	}
}

// affected tells of an element that a plan reaches.
func affected(r Reached) approvals.Affected {
	a := approvals.Affected{ElementID: r.ID, Category: r.Category, Name: r.Name, Effect: string(r.Effect)}
	for i, place := range r.Places {
		switch {
		case place.Box == nil:
		case i == 0 && r.Effect != EffectCreated:
			a.Was = place.Box
		default:
			a.Is = place.Box
		}
	}
	if r.Change != nil {
		a.Change = clip(r.Change(), approvals.MaxChange)
	}
	return a
}

func union(a, b geometry.Box) geometry.Box {
	if a == (geometry.Box{}) {
		return b
	}
	return a.Union(b)
}
