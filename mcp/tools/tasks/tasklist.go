package tasks

import (
	"context"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/tasklog"
)

type getTask struct {
	TaskID  TaskRef `json:"task_id" jsonschema:"id or title"`
	ModelID string  `json:"model_id,omitempty"`
}

// Shares of the reply to get_task that its lists may take, in bytes.
const (
	pinsBytes = 10_000
	saidBytes = 14_000
)

func (r *Assignments) get(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a getTask
	b, id, err := r.onTask(ctx, c, &a, &a.TaskID)
	if err != nil {
		return nil, err
	}
	t, err := b.Task(b.Caller, id)
	if err != nil {
		return nil, err
	}
	data, err := r.detail(ctx, b, t)
	return &mcp.Outcome{Data: data}, err
}

func (r *Assignments) detail(ctx context.Context, b *Board, whole *tasks.Task) (taskDetail, error) {
	t := b.Told(whole)
	d := taskDetail{
		ModelID: b.ModelID, taskEntry: taskEntryOf(b.Board, t), Viewpoint: t.Viewpoint,
		DependsOn: t.DependsOn, Links: t.Links,
		SharedWith: t.SharedWith, Completion: t.Completion, Created: t.Created, Updated: t.Updated,
	}
	if t.Exchange != nil {
		topic, err := r.Backend.Exchange(ctx, b.ModelID, t.Exchange.Topic)
		if err != nil {
			return d, err
		}
		d.Topic = topicEchoOf(topic)
		d.Topic.Claim = t.Exchange.Claim
	}
	if b.Policy != (tasks.Policy{}) && !t.Status.Done() {
		d.Policy = &b.Policy
	}
	follow, err := r.follow(ctx, b)
	if err != nil {
		return d, err
	}
	pins, err := pinEchoes(ctx, follow, t.Pins)
	if err != nil {
		return d, err
	}
	d.Pins = app.WithinBytes(pins, pinsBytes)
	for _, f := range t.Findings[:min(len(t.Findings), findingsShown)] {
		state, _ := follow.Record.State(f.Branch, f.Key, follow.Now)
		d.Found = append(d.Found, taskFinding{f, state.Status})
	}
	said := slices.Clone(t.Comments)
	slices.Reverse(said)
	d.Said = app.WithinBytes(said, saidBytes)
	slices.Reverse(d.Said)
	if len(d.Pins) < len(pins) || len(d.Found) < len(t.Findings) || len(d.Said) < len(said) {
		d.More = "lists are cut; elements, findings and comments count all"
	}
	offer, err := b.offer(ctx, follow, whole)
	if offer != nil {
		d.Offer = &offerEcho{offer.Step, offer.Why}
	}
	return d, err
}

// findingsShown bounds the findings in the reply to get_task.
const findingsShown = 50

func pinEchoes(ctx context.Context, follow *tasklog.Follow, pins []tasks.Pin) ([]pinEcho, error) {
	out := make([]pinEcho, len(pins))
	for i, p := range pins {
		since, err := follow.Since(ctx, p)
		if err != nil {
			return nil, err
		}
		out[i] = pinEcho{p, since.Fate, since.Revision, since.Tool, since.User}
	}
	return out, nil
}

// taskProgress selects the tasks of a list by their progress.
type taskProgress string

// The values of taskProgress.
const (
	progressAll       taskProgress = "all"
	progressPending   taskProgress = "pending" // neither completed nor cancelled
	progressCompleted taskProgress = "completed"
)

// Enum lists the values.
func (taskProgress) Enum() []string {
	return []string{string(progressAll), string(progressPending), string(progressCompleted)}
}

func (p taskProgress) takes(s tasks.Status) bool {
	switch p {
	case progressPending:
		return !s.Done()
	case progressCompleted:
		return s == tasks.Completed
	}
	return true
}

type listTasks struct {
	Status   taskProgress   `json:"status,omitempty" jsonschema:"pending: neither completed nor cancelled; default all"`
	Statuses []tasks.Status `json:"statuses,omitempty" jsonschema:"only these"`
	Assignee string         `json:"assignee,omitempty" jsonschema:"only of this one"`
	Label    string         `json:"label,omitempty" jsonschema:"only with this one"`
	Element  state.ID       `json:"element_id,omitempty" jsonschema:"a pinned one"`
	Finding  string         `json:"finding,omitempty" jsonschema:"key"`
	Text     string         `json:"text,omitempty" jsonschema:"in title or description"`
	ModelID  string         `json:"model_id,omitempty"`
	Limit    mcp.Limit      `json:"limit,omitempty"`
	Cursor   string         `json:"cursor,omitempty"`
}

type taskList struct {
	ModelID string      `json:"model_id"`
	Tasks   []taskEntry `json:"tasks"`
	app.Paging
}

func (r *Assignments) list(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listTasks
	p, b, err := r.pagedBoard(ctx, c, &a)
	if err != nil {
		return nil, err
	}
	var found []*tasks.Task
	for _, t := range b.Seen(b.Caller) {
		if t = b.Told(t); a.takes(t) {
			found = append(found, t)
		}
	}
	if len(found) == 0 && a.Element != "" {
		if err := r.checkElement(ctx, b, a.Element); err != nil {
			return nil, err
		}
	}
	data := taskList{ModelID: b.ModelID}
	var page []*tasks.Task
	page, data.Paging, err = app.TakeLive(p, found, func(t *tasks.Task) string { return string(t.ID) },
		func(t *tasks.Task) int { return app.BytesOf(taskEntryOf(b.Board, t)) })
	if err != nil {
		return nil, err
	}
	for _, t := range page {
		data.Tasks = append(data.Tasks, taskEntryOf(b.Board, t))
	}
	return &mcp.Outcome{Data: data}, nil
}

// checkElement refuses an element that no task visible to the caller is pinned to, unless it exists on the branch of
// the call.
func (r *Assignments) checkElement(ctx context.Context, b *Board, id state.ID) error {
	only := listTasks{Element: id}
	if slices.ContainsFunc(b.Seen(b.Caller), func(t *tasks.Task) bool { return only.takes(b.Told(t)) }) {
		return nil
	}
	v, err := r.View(ctx, b.call)
	if err != nil {
		return err
	}
	if id, err = app.IdOf(v.Model, "element_id", string(id), app.Everything); err != nil || app.Has(v.Model, id) {
		return err
	}
	return state.Errorf(state.NotFound,
		"no task is pinned to %q, and no element has that id: query_elements lists them", id).With("element_id", id)
}

func (a *listTasks) takes(t *tasks.Task) bool {
	text := strings.ToLower(a.Text)
	return a.Status.takes(t.Status) && (len(a.Statuses) == 0 || slices.Contains(a.Statuses, t.Status)) &&
		(a.Assignee == "" || a.Assignee == t.Assignee) &&
		(a.Label == "" || slices.Contains(t.Labels, a.Label)) &&
		(a.Element == "" || slices.ContainsFunc(t.Pins,
			func(p tasks.Pin) bool { return p.ElementID == a.Element || p.Name == string(a.Element) })) &&
		(a.Finding == "" || slices.ContainsFunc(t.Findings,
			func(f tasks.Finding) bool { return f.Key == a.Finding })) &&
		(text == "" || strings.Contains(strings.ToLower(t.Title+"\n"+t.Description), text))
}
