package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/rules"
)

// unsound warns of new problems that model_quality would find because of a change.
func (d *Done) unsound(ctx context.Context) []change.Warning {
	var touched []rules.Touch
	for _, id := range d.created {
		touched = append(touched, rules.Touch{ID: id, Place: true})
	}
	for _, id := range d.modified {
		touched = append(touched, rules.Touch{ID: id, Place: d.placed(id)})
	}
	touched = append(touched, d.follows()...)
	var out []change.Warning
	for _, f := range rules.Unsound(ctx, d.Before, d.After, touched) {
		data := map[string]any{"rule": f.Rule, "element_ids": f.Elements}
		if f.Measured != nil {
			data["measured"] = *f.Measured
		}
		out = append(out, change.Warning{Code: "UNSOUND",
			Message: fmt.Sprintf("%s: %s", nameOfUnsound(d.After.Model, f.Elements[0]), f.Message), Data: data})
	}
	return out
}

// placed reports whether a change may have moved or reshaped an element that its events name, judging by the changed
// facets or by joins. Effects list only elements that did change.
func (d *Done) placed(id state.ID) bool {
	return slices.ContainsFunc(d.changes[id], func(c state.Change) bool {
		return c.Facet.IsParameter() || slices.Contains(placing, c.Facet)
	}) || slices.ContainsFunc(d.Effects, func(e projections.Effect) bool { return e.ID == id && displaced(e) })
}

// placing lists the facets, apart from parameters, that determine place and body.
var placing = []state.Facet{state.FacetLevel, state.FacetHost, state.FacetType}

// follows returns the elements that no event names but whose place or body changed: walls of an edited type, doors of a
// moved wall. Rooms have their own warnings.
func (d *Done) follows() []rules.Touch {
	var out []rules.Touch
	for _, e := range d.Effects {
		is, ok := d.After.Model.Element(e.ID)
		if ok && displaced(e) && is.Category != state.CategoryRoom && is.Category != state.CategoryOpening &&
			!slices.Contains(d.modified, e.ID) {
			out = append(out, rules.Touch{ID: e.ID, Place: true, Follows: true})
		}
	}
	return out
}

func displaced(e projections.Effect) bool {
	return slices.Contains(e.Aspects, projections.AspectBody) || slices.Contains(e.Aspects, projections.AspectPlace)
}

func nameOfUnsound(m *state.Model, id state.ID) string {
	_, name := Named(m, id)
	return name
}
