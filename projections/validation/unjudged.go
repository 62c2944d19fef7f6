package validation

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Gap is a rule that a run could not judge: for some elements, or for all.
type Gap struct {
	Rule     string     `json:"rule"`
	Elements []state.ID `json:"element_ids,omitempty"` // elements for which the rule was not judged; none for all
}

// gapElements is the greatest number of elements in one gap, so that a part of a run with gaps is no longer than a part
// with findings.
const gapElements = 10

// NewGaps returns the gaps of a rule that was not judged for some elements, or for all if none is given.
func NewGaps(rule string, elements []state.ID) []Gap {
	if len(elements) == 0 {
		return []Gap{{Rule: rule}}
	}
	var out []Gap
	for some := range slices.Chunk(elements, gapElements) {
		out = append(out, Gap{rule, some})
	}
	return out
}

// open indexes the gaps and doubts of a run, to look up findings.
type open struct {
	rules  map[string]bool    // rules not judged for any element
	of     map[ruled]bool     // rules not judged for one element
	doubts map[state.ID][]int // indexes in a list of doubts, by the first element of each doubt
	list   []Doubt
}

type ruled struct {
	rule    string
	element state.ID
}

func newOpen(gaps []Gap, doubts []Doubt) *open {
	o := &open{map[string]bool{}, map[ruled]bool{}, map[state.ID][]int{}, doubts}
	for _, g := range gaps {
		if len(g.Elements) == 0 {
			o.rules[g.Rule] = true
		}
		for _, id := range g.Elements {
			o.of[ruled{g.Rule, id}] = true
		}
	}
	for i, d := range doubts {
		if len(d.Elements) > 0 { // the rule covers a doubt without elements
			o.doubts[d.Elements[0]] = append(o.doubts[d.Elements[0]], i)
		}
	}
	return o
}

// holds reports whether the run could not decide if a finding still exists. Either the rule of the finding was not
// applied to one of its elements, or the finding has all elements of a doubt.
func (o *open) holds(f Finding) bool {
	rule := f.Rule()
	if o.rules[rule] {
		return true
	}
	return slices.ContainsFunc(f.Elements, func(id state.ID) bool {
		return o.of[ruled{rule, id}] || slices.ContainsFunc(o.doubts[id], func(i int) bool {
			return !slices.ContainsFunc(o.list[i].Elements,
				func(e state.ID) bool { return !slices.Contains(f.Elements, e) })
		})
	})
}

// Rule returns the rule of a finding, the kind of a clash, or the name of the specification of an IDS, or "" if it has
// none.
func (f Finding) Rule() string {
	var head struct {
		Rule          string `json:"rule"`
		Kind          string `json:"kind"`
		Specification string `json:"specification_name"`
	}
	_ = json.Unmarshal(f.Data, &head) // a finding without these fields has no rule
	return cmp.Or(head.Rule, head.Kind, head.Specification)
}

// Unjudged returns the findings of another run that this run could not judge. there reports which elements are still in
// the model: findings about other elements are gone.
func (f *Found) Unjudged(findings []Finding, there func(state.ID) bool) []Finding {
	return unjudged(newOpen(f.Gaps, f.Undecided), findings, there)
}

func unjudged(o *open, findings []Finding, there func(state.ID) bool) []Finding {
	var out []Finding
	for _, f := range findings {
		if !slices.ContainsFunc(f.Elements, func(id state.ID) bool { return !there(id) }) && o.holds(f) {
			out = append(out, f)
		}
	}
	return out
}

// left holds the findings of earlier runs of its test that a run could not judge.
type left struct {
	Since string   `json:"since"` // previous run of the test, whose findings were examined; "" for none
	Keys  []string `json:"keys"`
}

// partial reports whether a check could not judge everything.
func (c *Check) partial() bool {
	return c.Looked != nil || len(c.Gaps) > 0 ||
		slices.ContainsFunc(c.Undecided, func(d Doubt) bool { return len(d.Elements) > 0 })
}

// Events is like [Check.Events] for a check after earlier runs: findings of its test that this check could not judge
// stay.
func (l *Log) Events(ctx context.Context, modelID string, before *Record, c *Check,
	meta projections.Meta) (runID string, batches [][]eventstore.Event, err error) {
	out := *c // several calls may share one check
	if out.partial() {
		if out.left, err = l.leftBy(ctx, modelID, before, c); err != nil {
			return "", nil, err
		}
	}
	if out.gone, err = l.goneFor(ctx, modelID, before, &out); err != nil {
		return "", nil, err
	}
	if out.changed, err = l.changedSince(ctx, modelID, before, c, meta.OccurredAt); err != nil {
		return "", nil, err
	}
	return out.Events(meta)
}

// goneFor returns the findings that the check did not find and that earlier runs of its test found by other criteria
// too. It returns only findings that none of these criteria could find again, because an element is gone or the check
// covers these criteria.
func (l *Log) goneFor(ctx context.Context, modelID string, before *Record, c *Check) ([]string, error) {
	missing := l.missing(before, c)
	parameters := map[string]json.RawMessage{} // parameters of earlier runs of the tool, by criteria
	for _, run := range before.runs {
		if run.Tool == c.Tool {
			parameters[run.criteria] = run.Parameters
		}
	}
	for key := range missing {
		if by := before.states[place{c.Branch, key}].by; len(by) == 0 || len(by) == 1 && by[0] == c.criteria() {
			delete(missing, key) // only the check itself can judge it
		}
	}
	if len(missing) == 0 {
		return nil, nil
	}
	last, err := l.lastFound(ctx, modelID, before, c.Branch, missing)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, f := range last {
		deleted := slices.ContainsFunc(f.Elements, func(id state.ID) bool { _, there := c.Elements(id); return !there })
		open := slices.ContainsFunc(before.states[place{c.Branch, f.Key}].by, func(criteria string) bool {
			other, known := parameters[criteria]
			return criteria != c.criteria() && !(known && c.Covers != nil && c.Covers(f, other))
		})
		if deleted || !open {
			out = append(out, f.Key)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// missing returns the findings that earlier runs of the test of a check found and the check did not.
func (*Log) missing(before *Record, c *Check) map[string]bool {
	out := map[string]bool{}
	for _, key := range before.held[on{c.Branch, c.test()}] {
		out[key.Value()] = true
	}
	for _, f := range c.Findings {
		delete(out, f.Key)
	}
	return out
}

// changedSince returns the keys of the approved findings of a branch with an element whose shape differs from when the
// finding was last found. Findings of a run without shapes count as unchanged.
func (l *Log) changedSince(ctx context.Context, modelID string, before *Record, c *Check,
	now time.Time) ([]string, error) {
	if c.Shape == nil {
		return nil, nil
	}
	approved := map[string][]Finding{} // approved findings by the last run that found them
	for _, f := range c.Findings {
		if s, ok := before.State(c.Branch, f.Key, now); ok && s.Status == Approved {
			approved[s.Last] = append(approved[s.Last], f)
		}
	}
	var out []string
	for _, run := range before.runs {
		if len(approved[run.ID]) == 0 {
			continue
		}
		was, err := l.Found(ctx, modelID, run)
		if err != nil {
			return nil, err
		}
		for _, f := range approved[run.ID] {
			if slices.ContainsFunc(f.Elements, func(id state.ID) bool {
				shape, told := was.shapes[id]
				return told && shape != c.Shape(id)
			}) {
				out = append(out, f.Key)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// leftBy returns the findings of earlier runs of a check's test that the check did not find and could not judge.
func (l *Log) leftBy(ctx context.Context, modelID string, before *Record, c *Check) (*left, error) {
	test := on{c.Branch, c.test()}
	out := &left{Keys: []string{}}
	if last := before.latest[test]; last != nil {
		out.Since = last.ID
	}
	found, err := l.lastFound(ctx, modelID, before, c.Branch, l.missing(before, c))
	if err != nil {
		return nil, err
	}
	there := func(id state.ID) bool { _, ok := c.Elements(id); return ok }
	o := newOpen(c.Gaps, c.Undecided)
	for _, f := range found {
		unseen := c.Looked != nil && len(f.Elements) > 0 && !slices.ContainsFunc(f.Elements, c.Looked) &&
			!slices.ContainsFunc(f.Elements, func(id state.ID) bool { return !there(id) })
		if unseen || len(unjudged(o, []Finding{f}, there)) > 0 {
			out.Keys = append(out.Keys, f.Key)
		}
	}
	slices.Sort(out.Keys)
	return out, nil
}

// Last returns findings of a branch with some keys, as the last run that found them wrote them.
func (l *Log) Last(ctx context.Context, modelID string, r *Record, branch string, keys []string) ([]Finding, error) {
	wanted := make(map[string]bool, len(keys))
	for _, key := range keys {
		wanted[key] = true
	}
	return l.lastFound(ctx, modelID, r, branch, wanted)
}

// lastFound returns findings of a branch, as the last run that found them wrote them.
func (l *Log) lastFound(ctx context.Context, modelID string, r *Record, branch string,
	keys map[string]bool) ([]Finding, error) {
	wanted := map[string]bool{} // ids of the runs
	for key := range keys {
		if s, ok := r.states[place{branch, key}]; ok {
			wanted[s.Last] = true
		}
	}
	var out []Finding
	for _, run := range r.runs {
		if !wanted[run.ID] {
			continue
		}
		found, err := l.Found(ctx, modelID, run)
		if err != nil {
			return nil, err
		}
		for _, f := range found.Findings {
			if s := r.states[place{branch, f.Key}]; keys[f.Key] && s.Last == run.ID {
				out = append(out, f)
			}
		}
	}
	return out, nil
}
