package impact

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/validation"
)

// maxTouched bounds the elements that are checked of one change: a larger one is a job for the checks as a whole.
const maxTouched = 500

// beside is how far from what is touched doors and windows are looked at with it: a leaf of 1.2 m and half a wall.
const beside = 1500 * geometry.Millimetre

// Findings returns what the checks find of touched elements in the state after a change and not before, and the
// reverse, with the number of elements beyond the first 500, which are not checked.
func Findings(ctx context.Context, before, after *projections.View, touched []domain.ID,
	checks []string) (*approvals.Checks, error) {
	unchecked := max(0, len(touched)-maxTouched)
	touched = touched[:len(touched)-unchecked]
	var out []approvals.Finding
	for _, check := range checks {
		find := checksBy[validation.Tool(check)]
		if find == nil {
			continue // of another version of the program
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

// found is a finding with its words.
type found struct{ key, says string }

// without returns the findings that others do not have.
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

var checksBy = map[validation.Tool]func(context.Context, *projections.View, []domain.ID) ([]found, error){
	validation.ClashDetection: clashing,
	validation.ModelQuality:   unsound,
}

// clashing returns the overlaps of touched elements with all others.
func clashing(ctx context.Context, v *projections.View, touched []domain.ID) (out []found, err error) {
	touched = slices.DeleteFunc(inView(v, touched), func(id domain.ID) bool {
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

// unsound returns what model_quality finds of touched elements and the doors and windows beside them.
func unsound(ctx context.Context, v *projections.View, touched []domain.ID) (out []found, err error) {
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

// inView returns those of some elements that a state has.
func inView(v *projections.View, ids []domain.ID) []domain.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id domain.ID) bool {
		_, there := v.Model.Element(id)
		return !there
	})
}

// withBeside adds the doors and windows near elements.
func withBeside(v *projections.View, ids []domain.ID) []domain.ID {
	out := slices.Clone(ids)
	for _, id := range ids {
		box := v.BoundsOf(id)
		if box.Empty() {
			continue
		}
		for _, hit := range v.Spatial().Intersecting(box.Grow(beside), domain.CategoryDoor, domain.CategoryWindow) {
			out = append(out, hit.ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func nameOf(v *projections.View, id domain.ID) string {
	if e, ok := v.Model.Element(id); ok {
		return fmt.Sprintf("%s %q", e.Category, e.Name)
	}
	return "an element"
}
