package tasks

import (
	"context"
	"reflect"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
)

type updateTask struct {
	TaskID  TaskRef       `json:"task_id" jsonschema:"id or title"`
	Title   *taskTitle    `json:"title,omitempty"`
	Status  *tasks.Status `json:"status,omitempty" jsonschema:"a move of the state machine"`
	Comment string        `json:"comment,omitempty" jsonschema:"said about it"`
	taskFields
	mcp.MutationArguments
}

func (r *Assignments) update(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a updateTask
	b, id, err := r.onTask(ctx, c, &a, &a.TaskID)
	if err != nil {
		return nil, err
	}
	if _, err := b.Task(b.Caller, id); err != nil {
		return nil, err
	}
	if a.isEmpty() {
		return nil, state.Errorf(state.InvalidInput, "nothing says what is to change: give at least one field, such "+
			"as title, status, comment, description, priority, assignee, due or labels").With("parameter", "status")
	}
	set, err := r.changes(ctx, b, &a.taskFields)
	if err != nil {
		return nil, err
	}
	set.Title, set.Status = (*string)(a.Title), a.Status
	if a.Branch != "" {
		set.Branch = &a.Branch
	}
	out, err := r.decided(ctx, b, id, tasks.UpdateTask{ID: id, Set: set, Comment: a.Comment, Version: versionOf(c)})
	if err != nil {
		return nil, err
	}
	return out, r.warnOfAssignee(ctx, b, a.Assignee, out)
}

// isEmpty reports whether the call sets no field and has no comment.
func (a *updateTask) isEmpty() bool {
	return a.Title == nil && a.Status == nil && a.Comment == "" && a.Branch == "" &&
		reflect.ValueOf(a.taskFields).IsZero()
}

// versionOf returns the version of the task that the caller expects.
func versionOf(c *mcp.Call) *uint64 { return (*uint64)(c.Common.ExpectedRevision) }

type reopenTask struct {
	TaskID TaskRef `json:"task_id" jsonschema:"id or title"`
	mcp.MutationArguments
}

func (r *Assignments) reopen(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a reopenTask
	b, id, err := r.onTask(ctx, c, &a, &a.TaskID)
	if err != nil {
		return nil, err
	}
	return r.decided(ctx, b, id, tasks.ReopenTask{ID: id, Reason: c.Common.Reasoning, Version: versionOf(c)})
}

type deleteTask struct {
	TaskID TaskRef `json:"task_id" jsonschema:"id or title"`
	mcp.MutationArguments
}

func (r *Assignments) delete(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a deleteTask
	b, id, err := r.onTask(ctx, c, &a, &a.TaskID)
	if err != nil {
		return nil, err
	}
	t, err := b.Task(b.Caller, id)
	if err != nil {
		return nil, err
	}
	told := b.Told(t)
	out, err := r.decided(ctx, b, id, tasks.DeleteTask{ID: id, Version: versionOf(c)})
	if err != nil {
		return nil, err
	}
	out.Data = deletedTask{b.ModelID, t.ID, told.Title, told.Status, out.Data.(taskData).Events}
	return out, nil
}
