package tasks

import (
	"encoding/json"

	"github.com/bimstream/bimstream/domain/eventtable"
	"github.com/bimstream/bimstream/domain/state"
)

// Event is something that happened to the tasks of a model.
type Event interface {
	evolve(b *Board, by Stamp)
	// subject returns the id of the event's task, or "" if it has none.
	subject() state.ID
}

// Changes holds new values of fields. Nil fields stay unchanged.
type Changes struct {
	Title       *string         `json:"title,omitempty"`
	Description *string         `json:"description,omitempty"`
	Status      *Status         `json:"status,omitempty"`
	Type        *string         `json:"task_type,omitempty"`
	Priority    *Priority       `json:"priority,omitempty"`
	Labels      *[]string       `json:"labels,omitempty"`
	Assignee    *string         `json:"assignee,omitempty"`
	Due         *string         `json:"due,omitempty"`
	Stage       *string         `json:"stage,omitempty"`
	Pins        *[]Pin          `json:"elements,omitempty"`
	Findings    *[]Finding      `json:"findings,omitempty"`
	Viewpoint   json.RawMessage `json:"viewpoint,omitempty"` // null removes it
	Branch      *string         `json:"branch,omitempty"`
	DependsOn   *[]state.ID     `json:"depends_on,omitempty"`
	Links       *[]Link         `json:"links,omitempty"`
	Share       []string        `json:"share,omitempty"` // names that can see it from now on
}

// The events.
type (
	// TaskAdded records a new task.
	TaskAdded struct {
		TaskID state.ID `json:"task_id"`
		Owner  string   `json:"owner"`
		Set    Changes  `json:"set"`
	}
	// TaskUpdated records new values of fields of a task.
	TaskUpdated struct {
		TaskID state.ID `json:"task_id"`
		Set    Changes  `json:"set"`
	}
	// TaskCommented records a comment. Claimed, At and Source belong to a comment imported from a file: its author and
	// time as stated in the file.
	TaskCommented struct {
		TaskID    state.ID `json:"task_id"`
		CommentID state.ID `json:"comment_id"`
		Text      string   `json:"text"`
		Claimed   string   `json:"author,omitempty"`
		At        string   `json:"at,omitempty"`
		Source    Source   `json:"source,omitzero"`
	}
	// TaskCompleted records that a task is done.
	TaskCompleted struct {
		TaskID   state.ID  `json:"task_id"`
		Note     string    `json:"note,omitempty"`
		Evidence *Evidence `json:"evidence,omitempty"`
	}
	// TaskReopened records that a task was reopened.
	TaskReopened struct {
		TaskID state.ID `json:"task_id"`
		Reason string   `json:"reason,omitempty"`
	}
	// TaskDeleted records that a task was deleted. No task waits for it any more.
	TaskDeleted struct {
		TaskID state.ID `json:"task_id"`
	}
	// PolicySet sets the conditions for completing a task of the model.
	PolicySet struct {
		Policy Policy `json:"policy"`
	}
)

// Policy sets the conditions for completing a task.
type Policy struct {
	Note     bool `json:"note"`
	Evidence bool `json:"evidence"`
}

// eventTable is the table of events: the stored name, the version of the data's shape, and a function that makes an
// empty event.
var eventTable = eventtable.Table[Event]{
	{Name: "task.added", Schema: 1, Empty: func() Event { return new(TaskAdded) }},
	{Name: "task.updated", Schema: 1, Empty: func() Event { return new(TaskUpdated) }},
	{Name: "task.commented", Schema: 1, Empty: func() Event { return new(TaskCommented) }},
	{Name: "task.completed", Schema: 1, Empty: func() Event { return new(TaskCompleted) }},
	{Name: "task.reopened", Schema: 1, Empty: func() Event { return new(TaskReopened) }},
	{Name: "task.deleted", Schema: 1, Empty: func() Event { return new(TaskDeleted) }},
	{Name: "task.exchanged", Schema: 1, Empty: func() Event { return new(TaskExchanged) }},
	{Name: "task.policy_set", Schema: 1, Empty: func() Event { return new(PolicySet) }},
}

// Encode returns the stored form of an event: its name, the version of its shape and its data as JSON.
func Encode(e Event) (name string, schema int, data []byte) { return eventTable.Encode(e) }

// Decode reads a stored event. It returns STORE_CORRUPT for an event that this build does not know.
func Decode(name string, schema int, data []byte) (Event, error) {
	return eventTable.Decode(name, schema, data)
}

// SubjectOf returns the id of the event's task, or "" if it has none.
func SubjectOf(e Event) state.ID { return e.subject() }

func (e *TaskAdded) subject() state.ID     { return e.TaskID }
func (e *TaskUpdated) subject() state.ID   { return e.TaskID }
func (e *TaskCommented) subject() state.ID { return e.TaskID }
func (e *TaskCompleted) subject() state.ID { return e.TaskID }
func (e *TaskReopened) subject() state.ID  { return e.TaskID }
func (e *TaskDeleted) subject() state.ID   { return e.TaskID }
func (e *PolicySet) subject() state.ID     { return "" }
