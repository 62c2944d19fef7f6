package checks

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
	"github.com/bimstream/bimstream/projections/validation"
)

type ClashDetection struct {
	SourceCategory string           `json:"source_category,omitempty" jsonschema:"default all"`
	TargetCategory string           `json:"target_category,omitempty"`
	Source         *clashSelection  `json:"source,omitempty" jsonschema:"in place of a category"`
	Target         *clashSelection  `json:"target,omitempty"`
	Mode           clashes.Mode     `json:"mode,omitempty" jsonschema:"default hard, with a clearance all"`
	Tolerance      geometry.Length  `json:"tolerance,omitempty" jsonschema:"depth of overlap that is let pass; default 0"`
	Clearance      geometry.Length  `json:"clearance,omitempty" jsonschema:"gap that is required"`
	Exclude        *clashExclusion  `json:"exclude,omitempty"`
	GroupBy        clashes.Grouping `json:"group_by,omitempty"`
	Detail         app.DetailLevel  `json:"detail,omitempty" jsonschema:"full: boxes, witness points, what each rule excluded, 50 a page; default brief, 20"`
	app.LinkedArguments
	mcp.ReadArguments
}

// clashSelection selects the elements that meet all the criteria given.
type clashSelection struct {
	Categories []string   `json:"categories,omitempty"`
	Levels     []state.ID `json:"level_ids,omitempty"`
	Elements   []state.ID `json:"element_ids,omitempty"`
	Models     []string   `json:"models,omitempty" jsonschema:"of those that are tested: own, names or disciplines of links"`
}

type clashExclusion struct {
	Categories    []string           `json:"categories,omitempty"`
	Pairs         [][]state.ID       `json:"pairs,omitempty" jsonschema:"of elements: ids or names"`
	CategoryPairs [][]state.Category `json:"category_pairs,omitempty"`
}

// Test returns the clash test that the arguments describe.
func (a *ClashDetection) Test() (clashes.Test, error) {
	out := clashes.Test{Mode: a.Mode, Tolerance: a.Tolerance, Clearance: a.Clearance}
	switch {
	case out.Mode != "":
	case a.Clearance > 0:
		out.Mode = clashes.ModeAll
	default:
		out.Mode = clashes.ModeHard
	}
	var err error
	if out.Source, err = selectionOf("source", a.SourceCategory, a.Source); err != nil {
		return out, err
	}
	if out.Target, err = selectionOf("target", a.TargetCategory, a.Target); err != nil {
		return out, err
	}
	if a.Exclude == nil {
		return out, nil
	}
	out.Exclude.Categories = spatial.CategoriesFrom(a.Exclude.Categories)
	if out.Exclude.Pairs, err = pairsFrom("exclude.pairs", a.Exclude.Pairs); err != nil {
		return out, err
	}
	out.Exclude.CategoryPairs, err = pairsFrom("exclude.category_pairs", a.Exclude.CategoryPairs)
	return out, err
}

func selectionOf(name, category string, s *clashSelection) (clashes.Selection, error) {
	var out clashes.Selection
	if s != nil {
		out = clashes.Selection{Categories: spatial.CategoriesFrom(s.Categories), Levels: s.Levels,
			Elements: s.Elements,
			Models:   s.Models}
	}
	if category == "" {
		return out, nil
	}
	if len(out.Categories) > 0 {
		return out, state.Errorf(state.InvalidInput, "give %s_category or %s.categories, not both", name,
			name).With("parameter", name+"_category")
	}
	out.Categories = spatial.CategoriesFrom([]string{category})
	return out, nil
}

func pairsFrom[T any](name string, lists [][]T) ([][2]T, error) {
	var out [][2]T
	for _, l := range lists {
		if len(l) != 2 {
			return nil, state.Errorf(state.InvalidInput, "%s has a list of %d: give two each", name,
				len(l)).With("parameter", name)
		}
		out = append(out, [2]T{l[0], l[1]})
	}
	return out, nil
}

// clashDetection tests a state and records the run. A call with a cursor reads the next page of the recorded run.
func (r *Validations) clashDetection(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a ClashDetection
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if c.Common.Cursor != "" {
		return r.clashPage(ctx, c)
	}
	v, err := r.Backend.ViewNamed(ctx, c, &app.Page{}, &a)
	if err != nil {
		return nil, err
	}
	test, err := a.Test()
	if err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, r.Backend.Store, v); err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%s %s", app.StateKey(ctx, v), app.MustEncode(test.Normal()))
	check, err := r.clashes.Do(ctx, key, func(ctx context.Context) (*validation.Check, error) {
		return CheckClashes(ctx, v, test, c.Progress)
	})
	if err != nil {
		return nil, r.Backend.Located(ctx, c, v, err)
	}
	out, err := r.recorded(ctx, c, v, check, a.GroupBy)
	if err == nil {
		out.Warnings = append(out.Warnings, unusedLimits(test)...)
	}
	return out, err
}

// CheckClashes runs a clash test and returns the check to record.
func CheckClashes(ctx context.Context, v *projections.View, test clashes.Test,
	progress func(done, total float64, message string)) (*validation.Check, error) {
	hash := make(chan string, 1)
	go func() { hash <- v.Model.HashWhile(func() bool { return ctx.Err() == nil }) }() // hashing is slow too
	report, err := clashes.Find(ctx, v, test, func(done,
		total int) {
		progress(float64(done), float64(total), "pairs examined")
	})
	if err != nil {
		return nil, err
	}
	out := &validation.Check{
		Tool: validation.ClashDetection, Branch: v.Branch, Revision: v.Revision, StateHash: <-hash,
		Parameters: app.MustEncode(test.Normal()), Criteria: app.MustEncode(test.Criteria()),
		Summary:  app.MustEncode(clashSummaryOf(report)),
		Elements: ElementsOf(v), Shape: shapeIn(v),
		Covers: func(f validation.Finding, parameters json.RawMessage) bool {
			var other clashes.Test
			return json.Unmarshal(parameters, &other) == nil && test.Covers(clashes.Kind(f.Rule()), other)
		},
	}
	for _, f := range report.Findings {
		out.Findings = append(out.Findings, validation.Finding{Key: f.Key, Elements: f.Elements,
			Level: f.Level, Data: app.MustEncode(f)})
	}
	for _, u := range report.Undecided {
		out.Undecided = append(out.Undecided, validation.Doubt(u))
	}
	return out, nil
}

// shapeIn returns a function that names the shape of an element by its bounding box. Deliveries use the names to report
// which elements were moved or resized.
func shapeIn(v *projections.View) func(state.ID) string {
	return func(id state.ID) string {
		body, err := v.Measures().Body(id)
		if err != nil || len(body) == 0 {
			return ""
		}
		sum := sha256.Sum256(app.MustEncode(body.Bounds()))
		return hex.EncodeToString(sum[:shapeBytes])
	}
}

// shapeBytes is the length of the name of a shape in bytes, before it is written in hexadecimal. With 64 bits, two of a
// million shapes of an element have the same name with a probability of 1 in 10^7.
const shapeBytes = 8

// clashSummary holds the counts of a run that are recorded beside its findings.
type clashSummary struct {
	Elements int                 `json:"elements" jsonschema:"tested"`
	Near     int                 `json:"pairs_near" jsonschema:"boxes meet"`
	Examined int                 `json:"pairs_examined" jsonschema:"of these, no rule excludes"`
	Compared int                 `json:"pairs_compared" jsonschema:"of these, decided by their bodies"`
	Touching int                 `json:"pairs_touching" jsonschema:"of these, gap 0: no clash. Counted where a clearance is given"`
	Excluded []clashes.Exclusion `json:"excluded" jsonschema:"with detail full, by rule: what cannot clash, or is meant to meet"`

	Round     int             `json:"clashes_round,omitempty" jsonschema:"clashes of round bodies, which are compared as facets inside of the curve: overlaps and depths are up to that much too small, gaps too wide; at the inner face of a curved wall the reverse"`
	FacetsOff geometry.Length `json:"facets_off,omitempty" jsonschema:"of both bodies of such a clash, at most"`
}

func clashSummaryOf(r *clashes.Report) clashSummary {
	out := clashSummary{Elements: r.Elements, Near: r.Near, Examined: r.Examined, Compared: r.Compared,
		Touching: r.Touching, Excluded: r.Excluded}
	for _, f := range r.Findings {
		if f.FacetsOff > 0 {
			out.Round, out.FacetsOff = out.Round+1, max(out.FacetsOff, f.FacetsOff)
		}
	}
	return out
}

// recorded returns the first page of a check that is about to be recorded.
func (r *Validations) recorded(ctx context.Context, c *mcp.Call, v *projections.View, check *validation.Check,
	by clashes.Grouping) (*mcp.Outcome, error) {
	run, record, batches, err := r.preview(ctx, c, v, check)
	if err != nil {
		return nil, err
	}
	found := &validation.Found{Findings: check.Findings, Undecided: check.Undecided, Elements: check.Elements}
	answer, err := clashAnswerTo(c, v.ModelID, record, run, found)
	if err != nil {
		return nil, err
	}
	data, err := answer.page(runCursor{RunID: run.ID, GroupBy: by})
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: data, Warnings: clashWarnings(data),
		Commit: r.keeping(ctx, v.ModelID, check, batches)}, nil
}

// Recording returns the commit of a run. The parts of a run have no effect before its last event is stored. Only the
// last append therefore includes the record of the call.
func (r *Validations) Recording(stream string, batches [][]eventstore.Event) func(context.Context,
	[]eventstore.Append) (string, error) {
	return func(ctx context.Context, records []eventstore.Append) (string, error) {
		last := batches[len(batches)-1]
		for _, events := range batches[:len(batches)-1] {
			if _, err := r.Backend.Store.Append(ctx, eventstore.Append{Stream: stream, Expected: eventstore.Any,
				Events: events}); err != nil {
				return "", err
			}
		}
		_, err := r.Backend.Store.Append(ctx, append([]eventstore.Append{{Stream: stream, Expected: eventstore.Any,
			Events: last}}, records...)...)
		return last[len(last)-1].ID, err
	}
}
