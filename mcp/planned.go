package mcp

import (
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
)

func plannedEvents(events []eventstore.Event) []approvals.PlannedEvent {
	var out []approvals.PlannedEvent
	for _, e := range events {
		out = append(out, approvals.PlannedEvent{Type: e.Type, Schema: e.Schema, Data: e.Data})
	}
	return out
}

// tell adds to a plan what a person reads: counts, boxes and elements. It returns all affected things, with which a
// later decision is compared.
func tell(plan *approvals.Plan, reached []Reached) []approvals.Row {
	var whole geometry.Box
	for _, r := range reached {
		count := map[Effect]*int{EffectCreated: &plan.Counts.Created, EffectModified: &plan.Counts.Modified,
			EffectDerived: &plan.Counts.Derived, EffectDeleted: &plan.Counts.Deleted}[r.Effect]
		*count++
		if r.Related {
			plan.Counts.Related++
		}
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
	rows := make([]approvals.Row, len(reached))
	for i, r := range reached {
		rows[i] = approvals.Row{Affected: affected(r)}
		if r.Measured != nil {
			rows[i].Measured = r.Measured()
		}
		if i < approvals.MaxAffected {
			plan.Affected = append(plan.Affected, rows[i].Affected)
		}
	}
	return rows
}

// affected returns the description of an affected element for a plan.
func affected(r Reached) approvals.Affected {
	a := approvals.Affected{ElementID: r.ID, Category: r.Category, Name: r.Name, Effect: string(r.Effect),
		Kind: r.Kind, Related: r.Related}
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
