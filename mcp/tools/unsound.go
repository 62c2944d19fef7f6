package tools

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/rules"
)

// unsound warns of what a change brings that model_quality would find, and that was not there before.
func (d *done) unsound() []domain.Warning {
	var touched []rules.Touch
	for _, id := range d.created {
		touched = append(touched, rules.Touch{ID: id, Place: true})
	}
	for _, id := range d.modified {
		touched = append(touched, rules.Touch{ID: id, Place: d.placed(id)})
	}
	var out []domain.Warning
	for _, f := range rules.Unsound(context.Background(), d.before, d.after, touched) {
		data := map[string]any{"rule": f.Rule, "element_ids": f.Elements}
		if f.Measured != nil {
			data["measured"] = *f.Measured
		}
		out = append(out, domain.Warning{Code: "UNSOUND",
			Message: fmt.Sprintf("%s: %s", nameOfUnsound(d.after.Model, f.Elements[0]), f.Message), Data: data})
	}
	return out
}

// placed reports whether a change gave an element another place or body.
func (d *done) placed(id domain.ID) bool {
	return slices.ContainsFunc(d.effects, func(e projections.Effect) bool {
		return e.ID == id && slices.ContainsFunc(e.Aspects,
			func(a projections.Aspect) bool { return a == projections.AspectBody || a == projections.AspectPlace })
	})
}

func nameOfUnsound(m *domain.Model, id domain.ID) string {
	_, name := named(m, id)
	return name
}
