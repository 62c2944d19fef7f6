package tasks

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Board holds all tasks of a model.
type Board struct {
	Policy Policy

	tasks map[state.ID]*Task
	// The field seen holds the tasks that each name can see, so that the time of an answer depends only on visible
	// tasks.
	seen  map[string]map[state.ID]bool
	waits map[state.ID]map[state.ID]bool // the tasks that depend on each task
	added int
}

// NewBoard returns a board without tasks.
func NewBoard() *Board {
	return &Board{tasks: map[state.ID]*Task{}, seen: map[string]map[state.ID]bool{},
		waits: map[state.ID]map[state.ID]bool{}}
}

// Clone returns a copy that can be evolved without changing this board.
func (b *Board) Clone() *Board {
	c := *b
	c.tasks, c.seen, c.waits = maps.Clone(b.tasks), map[string]map[state.ID]bool{}, map[state.ID]map[state.ID]bool{}
	for name, ids := range b.seen {
		c.seen[name] = maps.Clone(ids)
	}
	for id, ids := range b.waits {
		c.waits[id] = maps.Clone(ids)
	}
	return &c
}

// Task returns a task that a caller can see. It returns NOT_FOUND for a missing task and for one that the caller cannot
// see.
func (b *Board) Task(by Caller, id state.ID) (*Task, error) {
	if t := b.tasks[id]; t != nil && t.SeenBy(by) {
		return t, nil
	}
	return nil, state.Errorf(state.NotFound, "there is no task %q: list_tasks names yours", id).With("task_id", id)
}

// Seen returns the tasks that a caller can see, in the order in which they were added.
func (b *Board) Seen(by Caller) []*Task {
	ids := map[state.ID]bool{}
	for _, name := range []string{by.User, by.Principal, Everybody} {
		maps.Copy(ids, b.seen[name])
	}
	out := make([]*Task, 0, len(ids))
	for id := range ids {
		out = append(out, b.tasks[id])
	}
	slices.SortFunc(out, func(x, y *Task) int { return cmp.Compare(x.place, y.place) })
	return out
}

// Evolve applies an event. It never fails: an event about a missing task has no effect.
func (b *Board) Evolve(e Event, by Stamp) { e.evolve(b, by) }

// put replaces a task by its new state.
func (b *Board) put(t *Task, by Stamp) {
	t.Updated = by
	t.Version++
	if old := b.tasks[t.ID]; old != nil {
		b.unlist(old)
	}
	b.tasks[t.ID] = t
	for _, name := range t.viewers() {
		b.list(b.seenBy(name), t.ID)
	}
	for _, first := range t.DependsOn {
		if b.waits[first] == nil {
			b.waits[first] = map[state.ID]bool{}
		}
		b.list(b.waits[first], t.ID)
	}
}

func (b *Board) seenBy(name string) map[state.ID]bool {
	if b.seen[name] == nil {
		b.seen[name] = map[state.ID]bool{}
	}
	return b.seen[name]
}

func (b *Board) list(ids map[state.ID]bool, id state.ID) { ids[id] = true }

func (b *Board) unlist(t *Task) {
	for _, name := range t.viewers() {
		delete(b.seen[name], t.ID)
	}
	for _, first := range t.DependsOn {
		delete(b.waits[first], t.ID)
	}
}

// edit returns a copy of a task to change, or nil if the task does not exist.
func (b *Board) edit(id state.ID) *Task {
	t := b.tasks[id]
	if t == nil {
		return nil
	}
	c := *t
	return &c
}

func (e *TaskAdded) evolve(b *Board, by Stamp) {
	b.added++
	t := &Task{ID: e.TaskID, Owner: e.Owner, Status: Open, Priority: Normal, Created: by, place: b.added}
	t.set(e.Set)
	b.put(t, by)
}

func (e *TaskUpdated) evolve(b *Board, by Stamp) {
	if t := b.edit(e.TaskID); t != nil {
		t.set(e.Set)
		b.put(t, by)
	}
}

func (e *TaskCommented) evolve(b *Board, by Stamp) {
	t := b.edit(e.TaskID)
	if t == nil {
		return
	}
	who := cmp.Or(by.Agent, by.User)
	c := Comment{ID: e.CommentID, Text: e.Text, Author: who, At: cmp.Or(e.At, by.At)}
	if e.Claimed != "" {
		c.Author, c.Claim = "", Claim{ClaimedAuthor: e.Claimed, BroughtBy: who, Source: e.Source}
	}
	t.Comments = slices.Clone(t.Comments)
	if i := slices.IndexFunc(t.Comments, func(k Comment) bool { return k.ID == c.ID }); i >= 0 {
		t.Comments[i] = c
	} else {
		t.Comments = append(t.Comments, c)
	}
	b.put(t, by)
}

func (e *TaskCompleted) evolve(b *Board, by Stamp) {
	if t := b.edit(e.TaskID); t != nil {
		t.Status, t.Completion = Completed, &Completion{e.Note, e.Evidence, by}
		b.put(t, by)
	}
}

func (e *TaskReopened) evolve(b *Board, by Stamp) {
	if t := b.edit(e.TaskID); t != nil {
		t.Status, t.Completion = Open, nil
		b.put(t, by)
	}
}

func (e *TaskDeleted) evolve(b *Board, by Stamp) {
	t := b.tasks[e.TaskID]
	if t == nil {
		return
	}
	waiting := slices.Sorted(maps.Keys(b.waits[e.TaskID]))
	for _, id := range waiting {
		w := b.edit(id)
		w.DependsOn = slices.DeleteFunc(slices.Clone(w.DependsOn),
			func(first state.ID) bool { return first == e.TaskID })
		b.put(w, by)
	}
	b.unlist(t)
	delete(b.tasks, e.TaskID)
	delete(b.waits, e.TaskID)
}

func (e *PolicySet) evolve(b *Board, _ Stamp) { b.Policy = e.Policy }

// set sets the given fields to their new values.
func (t *Task) set(c Changes) {
	to(&t.Title, c.Title)
	to(&t.Description, c.Description)
	to(&t.Status, c.Status)
	to(&t.Type, c.Type)
	to(&t.Priority, c.Priority)
	to(&t.Labels, c.Labels)
	to(&t.Assignee, c.Assignee)
	to(&t.Due, c.Due)
	to(&t.Stage, c.Stage)
	to(&t.Pins, c.Pins)
	to(&t.Findings, c.Findings)
	to(&t.Branch, c.Branch)
	to(&t.DependsOn, c.DependsOn)
	to(&t.Links, c.Links)
	if c.Viewpoint != nil {
		t.Viewpoint = nil
		if string(c.Viewpoint) != "null" {
			t.Viewpoint = json.RawMessage(c.Viewpoint)
		}
	}
	t.SharedWith = union(t.SharedWith, c.Share)
}

func to[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// union returns the names of both lists in order, each once.
func union(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
