package impact

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/validation"
)

// maxTouched bounds the elements of one change that are checked, since people wait for the result.
const maxTouched = 500

// beside is the distance from touched elements within which doors and windows are checked too: a leaf of 1.2 m and half
// a wall.
const beside = 1500 * geometry.Millimetre

// Findings returns the findings of checks about touched elements that only the state after a change has (new), or only
// the state before it (gone). It checks the first maxTouched elements and counts the rest.
func Findings(ctx context.Context, before, after *projections.View, touched []state.ID,
	checks []string) (*approvals.Checks, error) {
	unchecked := max(0, len(touched)-maxTouched)
	touched = touched[:len(touched)-unchecked]
	var out []approvals.Finding
	for _, check := range checks {
		find := checksBy[validation.Tool(check)]
		if find == nil {
			continue // a check of another version of the program
		}
		was, err := find(ctx, before, touched)
		if err != nil {
			return nil, err
		}
		is, err := find(ctx, after, touched)
		if err != nil {
			return nil, err
		}
		out = append(out, without(is, was, check, false)...)
		out = append(out, without(was, is, check, true)...)
	}
	return approvals.ChecksOf(out, unchecked), nil
}

// found is a finding with its description.
type found struct{ key, says string }

// without returns the findings in all that are not in others.
func without(all, others []found, check string, gone bool) (out []approvals.Finding) {
	known := map[string]bool{}
	for _, f := range others {
		known[f.key] = true
	}
	for _, f := range all {
		if !known[f.key] {
			out = append(out, approvals.Finding{Check: check, Key: f.key, Gone: gone, Says: f.says})
		}
	}
	return out
}

var checksBy = map[validation.Tool]func(context.Context, *projections.View, []state.ID) ([]found, error){
	validation.ClashDetection: clashing,
	validation.ModelQuality:   unsound,
}

// clashing returns the overlaps of touched elements with any elements.
func clashing(ctx context.Context, v *projections.View, touched []state.ID) (out []found, err error) {
	touched = slices.DeleteFunc(inView(v, touched), func(id state.ID) bool {
		e, _ := v.Model.Element(id)
		return !clashes.Tests(e.Category)
	})
	if len(touched) == 0 {
		return nil, nil
	}
	report, err := clashes.Find(ctx, v, clashes.Test{Mode: clashes.ModeHard,
		Source: clashes.Selection{Elements: touched}}, nil)
	if err != nil {
		return nil, err
	}
	for _, f := range report.Findings {
		a, b := nameOf(v, f.Elements[0]), nameOf(v, f.Elements[1])
		out = append(
			out,
			found{f.Key, fmt.Sprintf("%s and %s overlap %g mm deep, %g m3", a, b, f.Depth.MM(), f.Volume)},
		)
	}
	return out, nil
}

// unsound returns the findings of model_quality about touched elements and the doors and windows near them.
func unsound(ctx context.Context, v *projections.View, touched []state.ID) (out []found, err error) {
	touched = withBeside(v, inView(v, touched))
	if len(touched) == 0 {
		return nil, nil
	}
	report, err := rules.Check(ctx, v, nil, rules.Table(), rules.Options{
		Checks: []string{string(validation.ModelQuality)}, Severity: rules.Warning, Elements: touched})
	if err != nil {
		return nil, err
	}
	for _, f := range report.Findings {
		out = append(out, found{f.Key, nameOf(v, f.Elements[0]) + ": " + f.Message})
	}
	return out, nil
}

// inView returns the elements that exist in a view.
func inView(v *projections.View, ids []state.ID) []state.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id state.ID) bool {
		_, there := v.Model.Element(id)
		return !there
	})
}

// withBeside adds the doors and windows near elements.
func withBeside(v *projections.View, ids []state.ID) []state.ID {
	out := slices.Clone(ids)
	for _, id := range ids {
		box := v.BoundsOf(id)
		if box.Empty() {
			continue
		}
		for _, hit := range v.Spatial().Intersecting(box.Grow(beside), state.CategoryDoor, state.CategoryWindow) {
			out = append(out, hit.ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func nameOf(v *projections.View, id state.ID) string {
	if e, ok := v.Model.Element(id); ok {
		return fmt.Sprintf("%s %q", e.Category, e.Name)
	}
	return "an element"
}
