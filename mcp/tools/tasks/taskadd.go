package tasks

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// taskFields are the fields of a task that add_task and update_task set.
type taskFields struct {
	Description *string          `json:"description,omitempty"`
	Type        *string          `json:"task_type,omitempty" jsonschema:"such as clash, request, remark"`
	Priority    *tasks.Priority  `json:"priority,omitempty" jsonschema:"default normal"`
	Labels      *[]string        `json:"labels,omitempty" jsonschema:"words to find it by"`
	Assignee    *string          `json:"assignee,omitempty" jsonschema:"id of a person, or any text"`
	Due         *string          `json:"due,omitempty" jsonschema:"YYYY-MM-DD"`
	Stage       *string          `json:"stage,omitempty" jsonschema:"of the project"`
	Elements    *[]modelstate.ID `json:"element_ids,omitempty" jsonschema:"pinned as they are now"`
	Findings    *[]string        `json:"findings,omitempty" jsonschema:"keys of findings"`
	Viewpoint   json.RawMessage  `json:"viewpoint,omitempty" jsonschema:"camera, selection ... as in BCF; null takes it away"`
	DependsOn   *[]string        `json:"depends_on,omitempty" jsonschema:"tasks that come first"`
	Links       *[]tasks.Link    `json:"links,omitempty" jsonschema:"addresses that belong to it"`
	Share       []string         `json:"share,omitempty" jsonschema:"users who see it from now on; * is all who see the model"`
}

// taskTitle is the title of a task.
type taskTitle string

// JSONSchema bounds the length of titles.
func (taskTitle) JSONSchema() string {
	return fmt.Sprintf(`{"type":"string","minLength":1,"maxLength":%d}`, tasks.MaxTitle)
}

type addTask struct {
	Title taskTitle `json:"title"`
	taskFields
	mcp.MutationArguments
}

func (r *Assignments) add(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a addTask
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	b, err := r.Board(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := app.RefuseExpected(a.ExpectedRevision != nil, "a new task has no version"); err != nil {
		return nil, err
	}
	set, err := r.changes(ctx, b, &a.taskFields)
	if err != nil {
		return nil, err
	}
	set.Title = (*string)(&a.Title)
	branch := app.BranchOf(c)
	set.Branch = &branch
	out, err := r.decided(ctx, b, "", tasks.AddTask{Set: set})
	if err != nil {
		return nil, err
	}
	return out, r.warnOfAssignee(ctx, b, a.Assignee, out)
}

// changes returns the changes of a task from the fields of a call: it resolves names to ids, and looks up elements and
// findings.
func (r *Assignments) changes(ctx context.Context, b *Board, f *taskFields) (tasks.Changes, error) {
	out := tasks.Changes{
		Description: f.Description, Type: f.Type, Priority: f.Priority, Labels: f.Labels,
		Assignee: f.Assignee, Due: f.Due, Stage: f.Stage,
		Viewpoint: f.Viewpoint, Links: f.Links, Share: f.Share,
	}
	if f.DependsOn != nil {
		first := make([]modelstate.ID, len(*f.DependsOn))
		for i, reference := range *f.DependsOn {
			id, err := b.Named(reference)
			if err != nil {
				return out, err
			}
			first[i] = id
		}
		out.DependsOn = &first
	}
	if f.Elements == nil && f.Findings == nil {
		return out, nil
	}
	v, err := r.View(ctx, b.call)
	if err != nil {
		return out, err
	}
	ids, err := r.answered(ctx, b, v, f, &out)
	if err != nil {
		return out, err
	}
	pins, err := PinsOf(v, ids)
	if err == nil && (f.Elements != nil || len(pins) > 0) {
		out.Pins = &pins
	}
	return out, err
}

// answered looks up the findings of a call. It returns the elements to pin: the given elements and those of the
// findings.
func (r *Assignments) answered(ctx context.Context, b *Board, v *projections.View, f *taskFields,
	out *tasks.Changes) ([]modelstate.ID, error) {
	var ids []modelstate.ID
	if f.Elements != nil {
		if err := app.NameKnown(v.Model, f, app.KnownTo(b.call, v)); err != nil {
			return nil, err
		}
		for _, id := range *f.Elements {
			if !app.Has(v.Model, id) {
				return nil, modelstate.Errorf(modelstate.NotFound,
					"no element %q on branch %q: query_elements lists them", id,
					v.Branch).With("element_id", id)
			}
		}
		ids = append(ids, *f.Elements...)
	}
	if f.Findings == nil {
		return ids, nil
	}
	record, err := r.checks.Record(ctx, b.ModelID)
	if err != nil {
		return nil, err
	}
	record = r.Backend.ReadableRuns(ctx, b.call.Principal, record)
	findings := []tasks.Finding{}
	for _, key := range slices.Compact(slices.Sorted(slices.Values(*f.Findings))) {
		state, known := record.State(v.Branch, key, b.call.Now)
		if !known {
			return nil, unfoundKey(v.Branch, key)
		}
		findings = append(findings, tasks.Finding{Branch: v.Branch, Key: key})
		run, err := record.Run(state.Last)
		if err != nil {
			return nil, err
		}
		finding, err := r.checks.Finding(ctx, b.ModelID, run, key)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(finding.Elements, func(id modelstate.ID) bool { return !app.KnownTo(b.call, v)(id) }) {
			return nil, unfoundKey(v.Branch, key)
		}
		ids = append(ids, finding.Elements...)
	}
	out.Findings = &findings
	return ids, nil
}

// unfoundKey returns the error for a finding that does not exist or that the caller may not read.
func unfoundKey(branch, key string) error {
	return modelstate.Errorf(modelstate.NotFound,
		"no check of branch %q found %q: keys are in the findings of a validation run", branch, key).With("key", key)
}

// PinsOf returns pins of those elements that exist in a view.
func PinsOf(v *projections.View, ids []modelstate.ID) ([]tasks.Pin, error) {
	pins := []tasks.Pin{}
	for _, id := range ids {
		e, there := v.Model.Element(id)
		if !there || slices.ContainsFunc(pins, func(p tasks.Pin) bool { return p.ElementID == e.ID }) {
			continue
		}
		pins = append(pins, tasks.Pin{ElementID: e.ID, Category: e.Category, Name: e.Name, Branch: v.Branch,
			Revision: modelstate.Revision(v.Revision)})
	}
	return pins, nil
}
