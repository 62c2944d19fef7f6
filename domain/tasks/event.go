package tasks

import (
	"encoding/json"

	"github.com/bimstream/bimstream/domain/eventtable"
	"github.com/bimstream/bimstream/domain/state"
)

// Event is something that happened to the tasks of a model.
type Event interface {
	evolve(b *Board, by Stamp)
	// subject is the task that it is about, "" for none.
	subject() state.ID
}

// Changes are new values of fields; what is nil stays as it is.
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
	Viewpoint   json.RawMessage `json:"viewpoint,omitempty"` // null takes it away
	Branch      *string         `json:"branch,omitempty"`
	DependsOn   *[]state.ID     `json:"depends_on,omitempty"`
	Links       *[]Link         `json:"links,omitempty"`
	Share       []string        `json:"share,omitempty"` // who sees it from now on
}

// The events.
type (
	// TaskAdded says that there is a task.
	TaskAdded struct {
		TaskID state.ID `json:"task_id"`
		Owner  string   `json:"owner"`
		Set    Changes  `json:"set"`
	}
	// TaskUpdated says that fields of a task have other values.
	TaskUpdated struct {
		TaskID state.ID `json:"task_id"`
		Set    Changes  `json:"set"`
	}
	// TaskCommented says that somebody said something. Claimed, At and Source are those of a comment that came by a
	// file: who said it and when, as the file says.
	TaskCommented struct {
		TaskID    state.ID `json:"task_id"`
		CommentID state.ID `json:"comment_id"`
		Text      string   `json:"text"`
		Claimed   string   `json:"author,omitempty"`
		At        string   `json:"at,omitempty"`
		Source    Source   `json:"source,omitzero"`
	}
	// TaskCompleted says that a task is done.
	TaskCompleted struct {
		TaskID   state.ID  `json:"task_id"`
		Note     string    `json:"note,omitempty"`
		Evidence *Evidence `json:"evidence,omitempty"`
	}
	// TaskReopened says that a task is to be done after all.
	TaskReopened struct {
		TaskID state.ID `json:"task_id"`
		Reason string   `json:"reason,omitempty"`
	}
	// TaskDeleted says that there is no such task any more, and nothing waits for it.
	TaskDeleted struct {
		TaskID state.ID `json:"task_id"`
	}
	// PolicySet says what completing a task of the model takes.
	PolicySet struct {
		Policy Policy `json:"policy"`
	}
)

// Policy is what completing a task takes.
type Policy struct {
	Note     bool `json:"note"`
	Evidence bool `json:"evidence"`
}

// eventTable is the table of events: the stored name, the version of its shape, and how to make an empty one.
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

// Decode reads a stored event. STORE_CORRUPT for one that this build does not know.
func Decode(name string, schema int, data []byte) (Event, error) {
	return eventTable.Decode(name, schema, data)
}

// SubjectOf returns the task that an event is about, "" for none.
func SubjectOf(e Event) state.ID { return e.subject() }

func (e *TaskAdded) subject() state.ID     { return e.TaskID }
func (e *TaskUpdated) subject() state.ID   { return e.TaskID }
func (e *TaskCommented) subject() state.ID { return e.TaskID }
func (e *TaskCompleted) subject() state.ID { return e.TaskID }
func (e *TaskReopened) subject() state.ID  { return e.TaskID }
func (e *TaskDeleted) subject() state.ID   { return e.TaskID }
func (e *PolicySet) subject() state.ID     { return "" }
