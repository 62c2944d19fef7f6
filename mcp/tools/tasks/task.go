package tasks

import (
	"context"
	"errors"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ledger"
	"github.com/bimstream/bimstream/projections/tasklog"
	"github.com/bimstream/bimstream/projections/validation"
)

// Assignments holds the tools for tasks.
type Assignments struct {
	Backend *Backend
	log     *ledger.Log[*tasks.Board]
	checks  *validation.Log
}

// NewAssignments returns the tools for tasks over a backend.
func NewAssignments(b *app.Backend) *Assignments {
	return &Assignments{Backend: New(b), log: tasklog.New(b.Store), checks: validation.NewLog(b.Store)}
}

func taskTools(b *Backend) []mcp.Tool {
	r := NewAssignments(b.Backend)
	rows := []mcp.Tool{
		{Name: "add_task", Title: "Add task", Category: mcp.CategoryMutation, Operation: mcp.OpCreate, Additive: true,
			Description: "Adds a task: what is to be done, about which elements and findings. Elements of the " +
				"findings are pinned too. You own it; assignee and share see it, nobody else does.",
			Input: addTask{}, Output: taskData{}, Handle: r.add},
		{Name: "get_task", Title: "Task", Category: mcp.CategoryRead, Idempotent: true,
			Description: "All about a task: comments, what became of its elements and findings since, what it waits " +
				"for, and whether the model offers to complete or reopen it.",
			Input: getTask{}, Output: taskDetail{}, Handle: r.get},
		{Name: "list_tasks", Title: "List tasks", Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists the tasks of a model that you see, oldest first.",
			Input:       listTasks{}, Output: taskList{}, Handle: r.list},
		{Name: "update_task", Title: "Update task", Category: mcp.CategoryMutation,
			Description: "Changes fields of a task and comments on it. Lists are replaced; share adds. Status by the " +
				"state machine, see docs/tasks.md; complete_task and reopen_task do the rest. expected_revision is " +
				"the task's version.",
			Input: updateTask{}, Output: taskData{}, Handle: r.update},
		{Name: "complete_task", Title: "Complete task", Category: mcp.CategoryMutation,
			Description: "Says that a task is done, with note and evidence where the model asks for them. Tasks that " +
				"it depends on come first.",
			Input: completeTask{}, Output: taskData{}, Handle: r.complete},
		{Name: "reopen_task", Title: "Reopen task", Category: mcp.CategoryMutation,
			Description: "Opens a completed or cancelled task again.",
			Input:       reopenTask{}, Output: taskData{}, Handle: r.reopen},
		{Name: "delete_task", Title: "Delete task", Category: mcp.CategoryMutation, Operation: mcp.OpModify,
			Description: "Deletes a task of yours; nothing waits for it any more. Others cancel with update_task.",
			Input:       deleteTask{}, Output: deletedTask{}, Handle: r.delete},
		{Name: "task_next_actions", Title: "Next actions", Category: mcp.CategoryRead, Idempotent: true,
			Description: "What you can do now: your tasks and those of nobody that wait for nothing, the most urgent " +
				"first, with why and the calls that would start them.",
			Input: nextActions{}, Output: actionList{}, Handle: r.next},
		{Name: "set_task_policy", Title: "Set task policy", Category: mcp.CategoryMutation,
			Operation: mcp.OpApprove, People: true, Idempotent: true,
			Description: "Says what completing a task of a model of yours takes from now on: a note, an evidence. " +
				"People only; get_task tells it.",
			Input: setTaskPolicy{}, Output: taskPolicy{}, Handle: r.setPolicy},
	}
	for i := range rows {
		rows[i].Server, rows[i].Set = "coordination", mcp.SetFull
	}
	return rows
}

// Board holds the tasks of the model that a call is about, for a caller who may see the model.
type Board struct {
	*tasks.Board
	ModelID  string
	Expected eventstore.Expected
	Caller   tasks.Caller
	call     *mcp.Call
}

func (r *Assignments) Board(ctx context.Context, c *mcp.Call) (*Board, error) {
	model, err := r.Backend.ModelID(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := r.Backend.CheckAccess(ctx, c, model); err != nil {
		return nil, err
	}
	if err := r.Backend.CheckBranch(ctx, c, model); err != nil {
		return nil, err
	}
	state, err := r.log.Read(ctx, tasklog.Stream(model))
	return &Board{state.Is, model, state.Expected, app.TaskCaller(c.Principal), c}, err
}

// pagedBoard reads the arguments of a call that lists, and its board.
func (r *Assignments) pagedBoard(ctx context.Context, c *mcp.Call, args any) (*app.Page, *Board, error) {
	p, err := app.DecodePaged(c, args)
	if err != nil {
		return nil, nil, err
	}
	b, err := r.Board(ctx, c)
	return p, b, err
}

// onTask reads the arguments of a call about a task. It returns the board and the id of the task that the reference
// among the arguments names.
func (r *Assignments) onTask(ctx context.Context, c *mcp.Call, args any, ref *TaskRef) (*Board, state.ID, error) {
	if err := c.Decode(args); err != nil {
		return nil, "", err
	}
	b, err := r.Board(ctx, c)
	if err != nil {
		return nil, "", err
	}
	id, err := b.Named(string(*ref))
	return b, id, err
}

// CheckBranch refuses the name of a branch that does not exist or that the caller may not see.
func (b *Backend) CheckBranch(ctx context.Context, c *mcp.Call, model string) error {
	branch := app.BranchOf(c)
	_, err := b.Store.Head(ctx, projections.StreamName(model, branch))
	if errors.Is(err, eventstore.ErrStreamNotFound) || err == nil && !c.Scope.AllowsBranch(branch) {
		return state.Errorf(state.NotFound, "no branch %q of this model: list_branches names them",
			branch).With("branch", branch)
	}
	return err
}

// Named returns the id of a task from its id or its title. A reference that is neither is returned unchanged.
func (b *Board) Named(reference string) (state.ID, error) {
	if _, err := b.Task(b.Caller, state.ID(reference)); err == nil || app.LooksLikeID(reference) {
		return state.ID(reference), nil
	}
	var found []state.ID
	for _, t := range b.Seen(b.Caller) {
		if strings.EqualFold(t.Title, reference) {
			found = append(found, t.ID)
		}
	}
	switch len(found) {
	case 0:
		return state.ID(reference), nil
	case 1:
		return found[0], nil
	}
	return "", state.Errorf(state.InvalidInput, "%d tasks have the title %q: give one of the ids in data.candidates",
		len(found), reference).
		With("candidates", found[:min(len(found), app.CandidatesShown)]).With("total", len(found))
}

// TaskRef is a reference to a task: its id or its title.
type TaskRef string

// decided decides a command and returns the outcome: the reply with the task after it, and the append.
func (r *Assignments) decided(ctx context.Context, b *Board, id state.ID,
	command tasks.Command) (*mcp.Outcome, error) {
	c := b.call
	decided, err := b.Decide(b.Caller, c.CommandID, command)
	if err != nil {
		return nil, err
	}
	meta := app.MetaOf(c, 0)
	meta.BaseRevision = nil
	events := tasklog.Events(decided, meta)
	after := b.Clone()
	for _, e := range decided {
		after.Evolve(e, tasklog.StampOf(meta))
		id = tasks.SubjectOf(e)
	}
	data := taskData{ModelID: b.ModelID, TaskID: id, Events: taskEvents(events, b, after, id)}
	if t, err := after.Task(b.Caller, id); err == nil {
		entry := taskEntryOf(after, b.Told(t))
		data.Task = &entry
	}
	out := &mcp.Outcome{Data: data, EventID: app.FirstID(events), Reach: b.reachOf(id)}
	if len(events) > 0 {
		out.Commit = r.Backend.Storing(tasklog.Stream(b.ModelID), b.Expected, events)
	}
	return out, nil
}

// reachOf returns the reach of a change of a task. A task has no place; it belongs to callers who made it or are
// assigned to it.
func (b *Board) reachOf(id state.ID) func() []mcp.Reached {
	return func() []mcp.Reached {
		r := mcp.Reached{Effect: mcp.EffectDerived, Category: "task", Wording: mcp.WordingTasks, Own: true}
		if t, err := b.Task(b.Caller, id); err == nil {
			r.Name, r.Own = t.Title, b.owns(t)
		}
		return []mcp.Reached{r}
	}
}

// owns reports whether the caller made a task or is assigned to it.
func (b *Board) owns(t *tasks.Task) bool {
	made := t.Created.User == b.Caller.User && t.Created.Agent == agentOf(b.call)
	return made || t.Assignee != "" && t.Assignee == b.Caller.Principal
}

// agentOf returns the id of the calling agent, "" if the caller is no agent.
func agentOf(c *mcp.Call) string {
	if c.Principal.Kind == mcp.KindAgent {
		return c.Principal.ID
	}
	return ""
}

// taskEvents returns references to events with the version that each gave its task. The revision of the stream would
// reveal how many events concern tasks that the caller does not see.
func taskEvents(events []eventstore.Event, before *Board, after *tasks.Board, id state.ID) []app.EventRef {
	version := uint64(len(events))
	if t, err := after.Task(before.Caller, id); err == nil {
		version = t.Version
	} else if t, err := before.Task(before.Caller, id); err == nil { // the task was deleted
		version += t.Version
	}
	out := app.RefsOf(events)
	for i := range out {
		out[i].Revision = version - uint64(len(events)-1-i)
	}
	return out
}

// follow returns the source of offers and of the state of pinned elements: the model and its checks.
func (r *Assignments) follow(ctx context.Context, b *Board) (*tasklog.Follow, error) {
	record, err := r.checks.Record(ctx, b.ModelID)
	return &tasklog.Follow{Live: r.Backend.Live, ModelID: b.ModelID, Record: record, Now: b.call.Now}, err
}

// View returns the state of the branch whose elements and findings a call names.
func (r *Assignments) View(ctx context.Context, c *mcp.Call) (*projections.View, error) {
	return r.Backend.View(ctx, c)
}
