package tasks

import (
	"github.com/bimstream/bimstream/domain/state"
)

// Command is a request of a caller.
type Command interface {
	// decide returns the events of the command. id is the id of the command, from which new ids derive.
	decide(b *Board, by Caller, id string) ([]Event, error)
}

// Decide returns the events of a command, or the error that refuses it. The board stays unchanged.
func (b *Board) Decide(by Caller, id string, c Command) ([]Event, error) { return c.decide(b, by, id) }

// AddTask adds a task of the caller.
type AddTask struct {
	Set Changes
	ID  state.ID // of an imported task; "" for an id derived from the command
}

func (c AddTask) decide(b *Board, by Caller, id string) ([]Event, error) {
	if c.Set.Title == nil {
		return nil, state.Errorf(state.InvalidInput, "a task needs a title").With("parameter", "title")
	}
	if c.ID == "" {
		c.ID = state.DeriveID(id, 0)
	}
	if len(b.seen[by.User]) >= MaxTasks {
		return nil, state.Errorf(state.OperationTooLarge,
			"%d tasks are all that you can have in a model: delete old ones", MaxTasks).With("limit", MaxTasks)
	}
	if c.Set.Status != nil && *c.Set.Status != Open {
		return nil, state.Errorf(state.IllegalState, "a new task is open: add it, then make it %s", *c.Set.Status).
			With("state", "new").With("allowed", []string{string(Open)})
	}
	set, err := b.checked(by, &Task{ID: c.ID, Owner: by.User, Status: Open, Priority: Normal}, c.Set)
	if err != nil {
		return nil, err
	}
	return []Event{&TaskAdded{c.ID, by.User, set}}, nil
}

// UpdateTask changes fields of a task and may add a comment.
type UpdateTask struct {
	ID      state.ID
	Set     Changes
	Comment string
	Version *uint64 // of the task as the caller saw it; nil for any
}

func (c UpdateTask) decide(b *Board, by Caller, id string) ([]Event, error) {
	t, err := b.current(by, c.ID, c.Version)
	if err != nil {
		return nil, err
	}
	if c.Set.Status != nil {
		if err := checkMove(t, *c.Set.Status, ByUpdate); err != nil {
			return nil, err
		}
	}
	set, err := b.checked(by, t, c.Set)
	if err != nil {
		return nil, err
	}
	var out []Event
	if set = t.difference(set); !set.empty() {
		out = append(out, &TaskUpdated{t.ID, set})
	}
	if c.Comment != "" {
		if err := checkComment(t, c.Comment); err != nil {
			return nil, err
		}
		out = append(out, &TaskCommented{TaskID: t.ID, CommentID: state.DeriveID(id, 0), Text: c.Comment})
	}
	return out, nil
}

// CompleteTask completes a task. The board's policy sets the conditions.
type CompleteTask struct {
	ID       state.ID
	Note     string
	Evidence *Evidence
	Version  *uint64
}

func (c CompleteTask) decide(b *Board, by Caller, _ string) ([]Event, error) {
	t, err := b.current(by, c.ID, c.Version)
	if err != nil {
		return nil, err
	}
	if err := checkMove(t, Completed, ByComplete); err != nil {
		return nil, err
	}
	if first := b.waitsFor(t); len(first) > 0 {
		return nil, state.Errorf(state.IllegalState,
			"%d tasks come first: complete or cancel them, or take them out of depends_on", len(first)).
			With("state", t.Status).With("allowed", allowedWaiting(t.Status)).With("depends_on", first)
	}
	if err := b.Policy.check(c); err != nil {
		return nil, err
	}
	return []Event{&TaskCompleted{t.ID, c.Note, c.Evidence}}, checkText("note", c.Note, 0, MaxText)
}

func (p Policy) check(c CompleteTask) error {
	switch {
	case p.Note && blank(c.Note):
		return state.Errorf(state.InvalidInput,
			"completing a task of this model takes a note: say what was done").With("parameter", "note")
	case p.Evidence && c.Evidence == nil:
		return state.Errorf(state.InvalidInput,
			"completing a task of this model takes an evidence: an event, a validation run, a finding or a run "+
				"that shows it").
			With("parameter", "evidence")
	}
	return nil
}

// ReopenTask reopens a completed or cancelled task.
type ReopenTask struct {
	ID      state.ID
	Reason  string
	Version *uint64
}

func (c ReopenTask) decide(b *Board, by Caller, _ string) ([]Event, error) {
	t, err := b.current(by, c.ID, c.Version)
	if err != nil {
		return nil, err
	}
	if err := checkMove(t, Open, ByReopen); err != nil {
		return nil, err
	}
	return []Event{&TaskReopened{t.ID, c.Reason}}, checkText("reason", c.Reason, 0, MaxText)
}

// DeleteTask deletes a task. Only its owner may do so.
type DeleteTask struct {
	ID      state.ID
	Version *uint64
}

func (c DeleteTask) decide(b *Board, by Caller, _ string) ([]Event, error) {
	t, err := b.current(by, c.ID, c.Version)
	if err != nil {
		return nil, err
	}
	if !by.is(t.Owner) {
		return nil, state.Errorf(state.PermissionDenied,
			"a task is deleted by its owner: cancel it with update_task instead").With("task_id", t.ID)
	}
	return []Event{&TaskDeleted{t.ID}}, nil
}

// SetPolicy sets the conditions for completing a task. The caller of Decide checks the permission.
type SetPolicy struct{ Policy Policy }

func (c SetPolicy) decide(b *Board, _ Caller, _ string) ([]Event, error) {
	if c.Policy == b.Policy {
		return nil, nil
	}
	return []Event{&PolicySet{c.Policy}}, nil
}

// current returns a task that a caller can see, or an error if its version is not the one that the caller saw.
func (b *Board) current(by Caller, id state.ID, version *uint64) (*Task, error) {
	t, err := b.Task(by, id)
	if err == nil && version != nil && *version != t.Version {
		return nil, state.Errorf(state.RevisionConflict,
			"the task is in version %d, not %d: read it with get_task, then decide again", t.Version, *version).
			With("current_revision", t.Version).With("expected_revision", *version)
	}
	return t, err
}

// waitsFor returns the tasks that a task waits for, in order.
func (b *Board) waitsFor(t *Task) []state.ID {
	var out []state.ID
	for _, id := range t.DependsOn {
		if first := b.tasks[id]; first != nil && !first.Status.Done() {
			out = append(out, id)
		}
	}
	return out
}

// allowedWaiting lists the possible moves of a task that waits for others.
func allowedWaiting(from Status) []string {
	out := []string{}
	for _, m := range Moves {
		if m.From == from && m.By != ByComplete {
			out = append(out, string(m.To)+" ("+string(m.By)+")")
		}
	}
	return out
}
