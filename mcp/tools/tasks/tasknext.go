package tasks

import (
	"context"
	"maps"
	"time"

	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

type nextActions struct {
	Branch  string    `json:"branch,omitempty" jsonschema:"only tasks of this one; default all"`
	ModelID string    `json:"model_id,omitempty"`
	Limit   mcp.Limit `json:"limit,omitempty"`
	Cursor  string    `json:"cursor,omitempty"`
}

type actionList struct {
	ModelID string       `json:"model_id"`
	Today   string       `json:"today" jsonschema:"the day that due dates are held against, UTC"`
	Actions []actionEcho `json:"actions"`
	app.Paging
}

type actionEcho struct {
	taskEntry
	Step  tasks.Step   `json:"step" jsonschema:"begin, go_on, review, complete, reopen"`
	Why   []string     `json:"why"`
	Calls []callAdvice `json:"calls" jsonschema:"that start it"`
}

// callAdvice is a call that is suggested to the caller.
type callAdvice struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

func (r *Assignments) next(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a nextActions
	p, b, err := r.pagedBoard(ctx, c, &a)
	if err != nil {
		return nil, err
	}
	follow, err := r.follow(ctx, b)
	if err != nil {
		return nil, err
	}
	var failed error
	data := actionList{ModelID: b.ModelID, Today: c.Now.UTC().Format(time.DateOnly)}
	actions := b.Next(b.Caller, data.Today, func(t *tasks.Task) *tasks.Offer {
		offer, err := b.offer(ctx, follow, t)
		if err != nil {
			failed = err
		}
		return offer
	})
	if failed != nil {
		return nil, failed
	}
	var mine []actionEcho
	for _, action := range actions {
		action.Task = b.Told(action.Task)
		if a.Branch == "" || action.Task.Branch == a.Branch {
			mine = append(mine, actionEcho{taskEntry: taskEntryOf(b.Board, action.Task), Step: action.Step,
				Why: action.Why, Calls: callsOf(b.ModelID, action)})
		}
	}
	data.Actions, data.Paging, err = app.TakeLive(p, mine, func(a actionEcho) string { return string(a.TaskID) },
		app.BytesOf[actionEcho])
	return &mcp.Outcome{Data: data}, err
}

// lookedAt bounds the elements that a suggested call looks at.
const lookedAt = 3

// callsOf returns the calls that start an action, followed by the calls that show its elements and findings. Each call
// names the model, because the caller may have several.
func callsOf(modelID string, a tasks.Action) []callAdvice {
	t := a.Task
	call := func(tool string, more map[string]any) callAdvice {
		args := map[string]any{"model_id": modelID}
		maps.Copy(args, more)
		return callAdvice{tool, args}
	}
	id := map[string]any{"task_id": t.ID}
	out := []callAdvice{}
	switch a.Step {
	case tasks.Begin:
		out = append(out, call("update_task", map[string]any{"task_id": t.ID, "status": tasks.InProgress}))
	case tasks.Finish:
		return append(out, call("complete_task", map[string]any{"task_id": t.ID, "note": "",
			"evidence": tasks.Evidence{Kind: tasks.EvidenceFinding, ID: t.Findings[0].Key}}))
	case tasks.Again:
		return append(out, call("reopen_task", id))
	case tasks.Review:
		out = append(out, call("get_task", id), call("complete_task", id))
	case tasks.GoOn:
		out = append(out, call("get_task", id))
	}
	for _, p := range t.Pins[:min(len(t.Pins), lookedAt)] {
		out = append(out, call("get_element", map[string]any{"element_id": p.ElementID, "branch": p.Branch}))
	}
	return out
}
