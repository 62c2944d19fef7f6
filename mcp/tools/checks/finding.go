package checks

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
	"github.com/bimstream/bimstream/projections/validation"
)

// RecordedFacts are the fields of the findings of all checks that a BCF topic shows.
type RecordedFacts struct {
	Kind     clashes.Kind     `json:"kind"`
	Location *geometry.Point3 `json:"location"`
	Box      *geometry.Box    `json:"overlap_box"`
	Volume   float64          `json:"overlap_volume_m3"`
	Depth    geometry.Length  `json:"depth"`
	Distance *geometry.Length `json:"distance"`

	Rule      string           `json:"rule"`
	Standard  string           `json:"standard"`
	Clause    string           `json:"clause"`
	Severity  string           `json:"severity"`
	At        *geometry.Point3 `json:"at"`
	Message   string           `json:"message"`
	Suggest   string           `json:"suggestion"`
	Attribute string           `json:"attribute"`
	Name      string           `json:"specification_name"`
	Asked     string           `json:"requirement_text"`
	Found     string           `json:"found"`
}

type updateFinding struct {
	Keys   []string          `json:"keys,omitempty" jsonschema:"of findings"`
	Query  *findingQuery     `json:"query,omitempty" jsonschema:"in place of keys: findings of a run"`
	Status validation.Status `json:"status"`
	Until  string            `json:"until,omitempty" jsonschema:"of approved: day (its end, in UTC) or time from which it counts no more"`
	mcp.MutationArguments
}

// findingNeeds returns the permission to APPROVE if the call approves findings.
func findingNeeds(arguments json.RawMessage, _ *mcp.Registry) []mcp.Operation {
	var a updateFinding
	if json.Unmarshal(arguments, &a) == nil && a.Status == validation.Approved {
		return []mcp.Operation{mcp.OpApprove}
	}
	return nil
}

// findingQuery selects the findings of a run that meet all the criteria given.
type findingQuery struct {
	RunID      string            `json:"validation_run_id"`
	Status     validation.Status `json:"status,omitempty"`
	Rule       string            `json:"rule,omitempty" jsonschema:"or kind of clash"`
	Categories []string          `json:"categories,omitempty" jsonschema:"of an element in it"`
	LevelID    modelstate.ID     `json:"level_id,omitempty"`
	ElementID  modelstate.ID     `json:"element_id,omitempty"`
	TypeID     modelstate.ID     `json:"type_id,omitempty" jsonschema:"of an element in it"`
}

// keys returns the keys of the findings that a query selects, or an error if it selects none.
func (r *Validations) keys(ctx context.Context, c *mcp.Call, v *projections.View, record *validation.Record,
	q *findingQuery) ([]string, error) {
	if err := cmp.Or(app.CheckCategories(q.Categories), app.NameArguments(v.Model, q)); err != nil {
		return nil, err
	}
	run, err := (&asked{v.ModelID, record, c}).run(q.RunID)
	if err != nil {
		return nil, err
	}
	if run.Branch != v.Branch {
		return nil, modelstate.Errorf(modelstate.IllegalState,
			"the run is of branch %q, and the call about branch %q", run.Branch, v.Branch).
			With("parameter", "branch").With("state", v.Branch).With("allowed", []string{run.Branch})
	}
	found, err := r.log.Found(ctx, v.ModelID, run)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, f := range found.Findings {
		if state, _ := record.State(v.Branch, f.Key, c.Now); q.wants(v.Model, found, f, state) {
			keys = append(keys, f.Key)
		}
	}
	if len(keys) == 0 {
		return nil, modelstate.Errorf(modelstate.NotFound,
			"no finding of the run is like the query: get_validation_run lists them").With("parameter", "query")
	}
	return keys, nil
}

func (q *findingQuery) wants(m *modelstate.Model, found *validation.Found, f validation.Finding,
	state validation.State) bool {
	about := func(fits func(validation.Element) bool) bool {
		return slices.ContainsFunc(f.Elements, func(id modelstate.ID) bool {
			e, ok := found.Elements(id)
			return ok && fits(e)
		})
	}
	typed := func(e validation.Element) bool {
		is, ok := m.Element(e.ID)
		return ok && is.TypeID == q.TypeID
	}
	return (q.Status == "" || state.Status == q.Status) && (q.Rule == "" || f.Rule() == q.Rule) &&
		(q.LevelID == "" || f.Level == q.LevelID || about(func(e validation.Element) bool {
			return e.LevelID ==
				q.LevelID
		})) &&
		(q.ElementID == "" || slices.Contains(f.Elements, q.ElementID)) && (q.TypeID == "" || about(typed)) &&
		(len(q.Categories) == 0 || about(func(e validation.Element) bool {
			return slices.Contains(q.Categories,
				string(e.Category))
		}))
}

// endAsked parses the time at which a statement ends; a day means the end of that day.
func endAsked(text string) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1), nil
	}
	return app.WhenAsked(text, "until")
}

type findingsUpdated struct {
	ModelID  string          `json:"model_id"`
	Branch   string          `json:"branch"`
	Total    int             `json:"total"`
	Findings []findingChange `json:"findings" jsonschema:"the first, total counts all"`
	Events   []app.EventRef  `json:"events" jsonschema:"the first"`
}

// findingsBytes is the share of a reply, in bytes, for the list of findings, and also for the list of events.
const findingsBytes = 3_000

type findingChange struct {
	Key  string            `json:"key"`
	From validation.Status `json:"from"`
	To   validation.Status `json:"to"`
}

func (r *Validations) updateFinding(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a updateFinding
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Common.Reasoning) == "" {
		return nil, modelstate.Errorf(modelstate.InvalidInput,
			"reasoning is blank: say why, for those who find it later").With("parameter", "reasoning")
	}
	until, err := endAsked(a.Until)
	if err != nil {
		return nil, err
	}
	v, err := r.Backend.ExpectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	record, err := r.log.Record(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	record = r.Backend.ReadableRuns(ctx, c.Principal, record)
	if (len(a.Keys) == 0) == (a.Query == nil) {
		return nil, modelstate.Errorf(modelstate.InvalidInput,
			"say which findings: give either keys or query").With("parameter", "keys")
	}
	if a.Query != nil {
		if a.Keys, err = r.keys(ctx, c, v, record, a.Query); err != nil {
			return nil, err
		}
	}
	keys := slices.Compact(slices.Sorted(slices.Values(a.Keys)))
	if a.Status == validation.Approved {
		if err := r.mayApprove(ctx, c, v, record, keys); err != nil {
			return nil, err
		}
	}
	word := validation.Word{Status: a.Status, Reason: c.Common.Reasoning, Until: until}
	events, err := record.Updates(v.Branch, keys, word, app.MetaOf(c, v.Revision))
	if err != nil {
		return nil, err
	}
	data := findingsUpdated{ModelID: v.ModelID, Branch: v.Branch, Total: len(keys),
		Events: app.WithinBytes(app.RefsOf(events), findingsBytes)}
	for _, key := range keys {
		state, _ := record.State(v.Branch, key, c.Now)
		data.Findings = append(data.Findings, findingChange{key, state.Status, a.Status})
	}
	data.Findings = app.WithinBytes(data.Findings, findingsBytes)
	plan := app.PlanOf(v, events, "")
	if plan.Also, err = r.saidWords(ctx, c, v, record, keys, a.Status); err != nil {
		return nil, err
	}
	return &mcp.Outcome{
		Data: data, Affected: len(keys), EventID: events[0].ID,
		Commit: r.Backend.Storing(validation.Stream(v.ModelID), record.Expected, events),
		Reach:  app.OfFindings, Plan: plan,
	}, nil
}
