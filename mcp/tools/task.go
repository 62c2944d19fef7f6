package tools

import (
	"context"
	"errors"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ledger"
	"github.com/bimstream/bimstream/projections/tasklog"
	"github.com/bimstream/bimstream/projections/validation"
)

// assignments are the tools about tasks.
type assignments struct {
	backend *Backend
	log     *ledger.Log[*tasks.Board]
	checks  *validation.Log
}

// newAssignments returns the tasks of the models of a backend.
func newAssignments(b *Backend) *assignments {
	return &assignments{backend: b, log: tasklog.New(b.Store), checks: validation.NewLog(b.Store)}
}

func taskTools(b *Backend) []mcp.Tool {
	r := newAssignments(b)
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

// taskCaller is who calls, as tasks know callers.
func taskCaller(p mcp.Principal) tasks.Caller { return tasks.Caller{User: user(p), Principal: p.ID} }

// board is the tasks of the model that a call is about, for a caller who may see the model.
type board struct {
	*tasks.Board
	modelID  string
	expected eventstore.Expected
	caller   tasks.Caller
	call     *mcp.Call
}

func (r *assignments) board(ctx context.Context, c *mcp.Call) (*board, error) {
	model, err := r.backend.modelID(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := r.backend.checkAccess(ctx, c, model); err != nil {
		return nil, err
	}
	if err := r.backend.checkBranch(ctx, c, model); err != nil {
		return nil, err
	}
	state, err := r.log.Read(ctx, tasklog.Stream(model))
	return &board{state.Is, model, state.Expected, taskCaller(c.Principal), c}, err
}

// pagedBoard reads the arguments of a call that lists, and its board.
func (r *assignments) pagedBoard(ctx context.Context, c *mcp.Call, args any) (*page, *board, error) {
	p, err := decodePaged(c, args)
	if err != nil {
		return nil, nil, err
	}
	b, err := r.board(ctx, c)
	return p, b, err
}

// onTask reads the arguments of a call about a task, its board, and the id of the task, whose reference is one of the
// arguments.
func (r *assignments) onTask(ctx context.Context, c *mcp.Call, args any, ref *taskRef) (*board, domain.ID, error) {
	if err := c.Decode(args); err != nil {
		return nil, "", err
	}
	b, err := r.board(ctx, c)
	if err != nil {
		return nil, "", err
	}
	id, err := b.named(string(*ref))
	return b, id, err
}

// checkBranch refuses the name of a branch that does not exist or that the caller may not see.
func (b *Backend) checkBranch(ctx context.Context, c *mcp.Call, model string) error {
	branch := branchOf(c)
	_, err := b.Store.Head(ctx, projections.StreamName(model, branch))
	if errors.Is(err, eventstore.ErrStreamNotFound) || err == nil && !c.Scope.AllowsBranch(branch) {
		return domain.Errorf(domain.NotFound, "no branch %q of this model: list_branches names them",
			branch).With("branch", branch)
	}
	return err
}

// named returns the id of a task that is given by its id or its title. What is neither comes back as it is.
func (b *board) named(reference string) (domain.ID, error) {
	if _, err := b.Task(b.caller, domain.ID(reference)); err == nil || looksLikeID(reference) {
		return domain.ID(reference), nil
	}
	var found []domain.ID
	for _, t := range b.Seen(b.caller) {
		if strings.EqualFold(t.Title, reference) {
			found = append(found, t.ID)
		}
	}
	switch len(found) {
	case 0:
		return domain.ID(reference), nil
	case 1:
		return found[0], nil
	}
	return "", domain.Errorf(domain.InvalidInput, "%d tasks have the title %q: give one of the ids in data.candidates",
		len(found), reference).
		With("candidates", found[:min(len(found), candidatesShown)]).With("total", len(found))
}

// taskRef is a task as others refer to it: by id or by title.
type taskRef string

// decided takes a command to an outcome: the task as it will be, and the append.
func (r *assignments) decided(ctx context.Context, b *board, id domain.ID,
	command tasks.Command) (*mcp.Outcome, error) {
	c := b.call
	decided, err := b.Decide(b.caller, c.CommandID, command)
	if err != nil {
		return nil, err
	}
	meta := metaOf(c, 0)
	meta.BaseRevision = nil
	events := tasklog.Events(decided, meta)
	after := b.Clone()
	for _, e := range decided {
		after.Evolve(e, tasklog.StampOf(meta))
		id = tasks.SubjectOf(e)
	}
	data := taskData{ModelID: b.modelID, TaskID: id, Events: taskEvents(events, after, b.caller, id)}
	if t, err := after.Task(b.caller, id); err == nil {
		entry := taskEntryOf(after, b.told(t))
		data.Task = &entry
	}
	out := &mcp.Outcome{Data: data, EventID: firstID(events), Reach: b.reachOf(id)}
	if len(events) > 0 {
		out.Commit = r.backend.storing(tasklog.Stream(b.modelID), b.expected, events)
	}
	return out, nil
}

// reachOf returns the reach of a change of a task. A task has no place; it belongs to callers who made it or are
// assigned to it.
func (b *board) reachOf(id domain.ID) func() []mcp.Reached {
	return func() []mcp.Reached {
		r := mcp.Reached{Effect: mcp.EffectDerived, Category: "task", Wording: mcp.WordingTasks, Own: true}
		if t, err := b.Task(b.caller, id); err == nil {
			r.Name, r.Own = t.Title, b.owns(t)
		}
		return []mcp.Reached{r}
	}
}

// owns reports whether the caller made a task or is assigned to it.
func (b *board) owns(t *tasks.Task) bool {
	made := t.Created.User == b.caller.User && t.Created.Agent == agentOf(b.call)
	return made || t.Assignee != "" && t.Assignee == b.caller.Principal
}

// agentOf returns the id of the calling agent, "" if the caller is no agent.
func agentOf(c *mcp.Call) string {
	if c.Principal.Kind == mcp.KindAgent {
		return c.Principal.ID
	}
	return ""
}

// taskEvents names events with the version that each made of its task. The revision of the stream would tell how many
// events there are of tasks that the caller does not see.
func taskEvents(events []eventstore.Event, after *tasks.Board, by tasks.Caller, id domain.ID) []EventRef {
	version := uint64(len(events))
	if t, err := after.Task(by, id); err == nil {
		version = t.Version
	}
	out := refsOf(events)
	for i := range out {
		out[i].Revision = version - uint64(len(events)-1-i)
	}
	return out
}

// follow looks at the model for the tasks of a board.
func (r *assignments) follow(ctx context.Context, b *board) (*tasklog.Follow, error) {
	record, err := r.checks.Record(ctx, b.modelID)
	return &tasklog.Follow{Live: r.backend.Live, ModelID: b.modelID, Record: record, Now: b.call.Now}, err
}

// view returns the branch of the elements and findings that a call names.
func (r *assignments) view(ctx context.Context, c *mcp.Call) (*projections.View, error) {
	return r.backend.view(ctx, c)
}
