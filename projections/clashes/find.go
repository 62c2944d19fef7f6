package clashes

import (
	"context"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
)

// Report is the result of a test.
type Report struct {
	Findings  []Finding   // findings in the order of their kinds, the most severe first
	Undecided []Undecided // pairs and elements in the order of the elements

	Elements int         // tested elements
	Near     int         // pairs that are near enough
	Examined int         // near pairs that no rule excludes
	Compared int         // examined pairs whose boxes did not decide
	Touching int         // compared pairs in contact without common volume; 0 if the test does not look for gaps
	Excluded []Exclusion // number of excluded elements and pairs, by rule
}

// Exclusion is the number of elements or pairs that a rule excludes.
type Exclusion struct {
	Rule     string `json:"rule"`
	Elements int    `json:"elements"`
	Pairs    int    `json:"pairs"`
}

// counts maps rules to numbers.
type counts map[string]int

// Find makes a test on a view. The error is OUT_OF_RANGE or NOT_FOUND if the test does not suit the model, or the
// context's error if it was cancelled. Progress receives the number of finished pairs and of all pairs, one call at a
// time; it may be nil.
func Find(ctx context.Context, v *projections.View, t Test, progress func(done, total int)) (r *Report, err error) {
	defer processors.Stopped(&err)
	if err := t.check(v); err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	if err := v.Ready(ctx); err != nil {
		return nil, err
	}
	v = v.Until(ctx)
	f := gather(ctx, v, &t)
	near := f.near(ctx)
	wanted, excluded := f.filtered(ctx, near)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x, err := f.examine(ctx, wanted, progress)
	if err != nil {
		return nil, err
	}
	return &Report{
		Findings: f.findings(x.found), Undecided: f.doubts(wanted, x.undecided),
		Elements: len(f.subjects), Near: len(near), Examined: len(wanted), Compared: x.compared, Touching: x.touching,
		Excluded: exclusions(f.exclusive, excluded),
	}, nil
}

// filtered returns the pairs to examine, and the number of excluded pairs by rule. The lists are incomplete once the
// context is cancelled.
func (f *field) filtered(ctx context.Context, pairs []clash.Pair) ([]clash.Pair, counts) {
	rules, excluded := newFilter(f.view.Model, f.test.Exclude), counts{}
	var out []clash.Pair
	for i, p := range pairs {
		if i%heard == 0 && ctx.Err() != nil {
			break
		}
		if rule := rules.rule(f.subjects[p.First].element, f.subjects[p.Second].element); rule != "" {
			excluded[rule]++
			continue
		}
		out = append(out, p)
	}
	return out, excluded
}

// exclusions returns the counts by rule in the order of the rules' names.
func exclusions(elements, pairs counts) []Exclusion {
	rules := map[string]bool{}
	for r := range elements {
		rules[r] = true
	}
	for r := range pairs {
		rules[r] = true
	}
	var out []Exclusion
	for r := range rules {
		out = append(out, Exclusion{r, elements[r], pairs[r]})
	}
	slices.SortFunc(out, func(a, b Exclusion) int { return strings.Compare(a.Rule, b.Rule) })
	return out
}

// findings returns the findings in order, with copies merged and storeys added.
func (f *field) findings(found []verdict) []Finding {
	out := make([]Finding, len(found))
	for i, v := range found {
		out[i] = v.finding
	}
	slices.SortFunc(out, func(a, b Finding) int { return slices.Compare(a.Elements, b.Elements) })
	out = mergeCopies(out)
	storeys := storeysOf(f.view.Model)
	for i := range out {
		out[i].Level = storeys.at(out[i].Location.Z)
		out[i].FacetsOff = f.facetsOff(out[i].Elements[:2])
	}
	slices.SortFunc(out, compareFindings)
	return out
}

// facetsOff returns the sum of the distances of two elements' facets from their curves.
func (f *field) facetsOff(pair []state.ID) (off geometry.Length) {
	for _, id := range pair {
		if m, err := f.view.Measures().Of(id); err == nil {
			off += m.FacetsOff
		}
	}
	return off
}

// doubts returns the pairs and elements that could not be decided.
func (f *field) doubts(pairs []clash.Pair, undecided []verdict) []Undecided {
	out := slices.Clone(f.undecided)
	for _, u := range undecided {
		p := pairs[u.pair]
		ids := inOrder(f.subjects[p.First].element.ID, f.subjects[p.Second].element.ID)
		out = append(out, Undecided{ids[:], u.reason.Error()})
	}
	slices.SortFunc(out, func(a, b Undecided) int { return slices.Compare(a.Elements, b.Elements) })
	return out
}

// storeys lists the levels that are storeys, from below.
type storeys []*state.Element

func storeysOf(m *state.Model) storeys {
	return slices.DeleteFunc(storeys(shape.Levels(m)), func(
		e *state.Element) bool {
		return !e.Params.(*shape.Level).IsStorey
	})
}

// at returns the storey that contains a height, or the lowest storey for a height below it, or "" if there is none.
func (s storeys) at(z geometry.Length) state.ID {
	if len(s) == 0 {
		return ""
	}
	in := s[0]
	for _, e := range s {
		if e.Params.(*shape.Level).Elevation <= z {
			in = e
		}
	}
	return in.ID
}
