package tasks

import (
	"encoding/json"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/tasklog"
	"github.com/bimstream/bimstream/projections/validation"
)

// taskData is the reply to a change of a task.
type taskData struct {
	ModelID string         `json:"model_id"`
	TaskID  state.ID       `json:"task_id"`
	Task    *taskEntry     `json:"task,omitempty" jsonschema:"as it is now; none: it was deleted"`
	Events  []app.EventRef `json:"events" jsonschema:"revision is the task's version"`
}

// taskEntry is a task in a list.
type taskEntry struct {
	TaskID    state.ID       `json:"task_id"`
	Title     string         `json:"title"`
	Status    tasks.Status   `json:"status"`
	Priority  tasks.Priority `json:"priority"`
	Type      string         `json:"task_type,omitempty"`
	Assignee  string         `json:"assignee,omitempty"`
	Due       string         `json:"due,omitempty"`
	Stage     string         `json:"stage,omitempty"`
	Labels    []string       `json:"labels,omitempty"`
	Branch    string         `json:"branch,omitempty"`
	Owner     string         `json:"owner"`
	Elements  int            `json:"elements" jsonschema:"number of pinned ones"`
	Findings  int            `json:"findings"`
	Comments  int            `json:"comments"`
	WaitsFor  []state.ID     `json:"waits_for,omitempty" jsonschema:"tasks that come first and are not done"`
	UpdatedAt string         `json:"updated_at"`
	Version   uint64         `json:"version" jsonschema:"for expected_revision"`

	Description string `json:"description,omitempty"`
}

// deletedTask is the reply of delete_task.
type deletedTask struct {
	ModelID string         `json:"model_id"`
	TaskID  state.ID       `json:"task_id"`
	Title   string         `json:"title"`
	Status  tasks.Status   `json:"status" jsonschema:"as it was"`
	Events  []app.EventRef `json:"events" jsonschema:"revision is the task's version"`
}

func taskEntryOf(b *tasks.Board, t *tasks.Task) taskEntry {
	return taskEntry{
		TaskID: t.ID, Title: t.Title, Status: t.Status, Priority: t.Priority, Type: t.Type,
		Assignee: t.Assignee, Due: t.Due, Stage: t.Stage,
		Labels: t.Labels, Branch: t.Branch, Owner: t.Owner, Elements: len(t.Pins),
		Findings: len(t.Findings), Comments: len(t.Comments),
		WaitsFor: b.WaitsFor(t), UpdatedAt: t.Updated.At, Version: t.Version,
		Description: t.Description,
	}
}

// pinEcho is a pinned element with its changes since it was pinned.
type pinEcho struct {
	tasks.Pin
	Since    tasklog.Fate `json:"since" jsonschema:"since it was pinned"`
	At       uint64       `json:"changed_at_revision,omitempty" jsonschema:"by the last change"`
	Tool     string       `json:"changed_by_tool,omitempty"`
	ByUserID string       `json:"changed_by,omitempty"`
}

// taskFinding is a finding with its current status.
type taskFinding struct {
	tasks.Finding
	Status validation.Status `json:"status,omitempty" jsonschema:"now; none: the record does not know it"`
}

// offerEcho is a step that the state of the model suggests for a task.
type offerEcho struct {
	Step tasks.Step `json:"step" jsonschema:"complete or reopen"`
	Why  string     `json:"why"`
}

// taskDetail is the whole of a task.
type taskDetail struct {
	ModelID string `json:"model_id"`
	taskEntry
	Pins       []pinEcho         `json:"pinned,omitempty"`
	Found      []taskFinding     `json:"found,omitempty"`
	Viewpoint  json.RawMessage   `json:"viewpoint,omitempty"`
	DependsOn  []state.ID        `json:"depends_on,omitempty"`
	Links      []tasks.Link      `json:"links,omitempty"`
	SharedWith []string          `json:"shared_with,omitempty"`
	Said       []tasks.Comment   `json:"said,omitempty" jsonschema:"comments, the last ones"`
	Completion *tasks.Completion `json:"completion,omitempty"`
	Topic      *topicEcho        `json:"topic,omitempty" jsonschema:"of BCF, as it was exchanged last"`
	Policy     *tasks.Policy     `json:"policy,omitempty" jsonschema:"what completing it takes"`
	Offer      *offerEcho        `json:"offer,omitempty" jsonschema:"what was to be done came about, or went again"`
	Created    tasks.Stamp       `json:"created"`
	Updated    tasks.Stamp       `json:"updated"`
	More       string            `json:"more,omitempty" jsonschema:"says that a list is cut"`
}

// topicEcho holds the data of another program's topic that a task has no field for.
type topicEcho struct {
	GUID       string          `json:"guid"`
	Status     string          `json:"status,omitempty" jsonschema:"in the words of the other program"`
	Viewpoints []viewpointEcho `json:"viewpoints,omitempty" jsonschema:"the first ones"`
	Documents  []string        `json:"documents,omitempty" jsonschema:"names and addresses"`
	Related    []string        `json:"related,omitempty" jsonschema:"GUIDs of topics"`
	tasks.Claim
}

type viewpointEcho struct {
	GUID     string     `json:"guid"`
	Eye      [3]float64 `json:"eye" jsonschema:"of the camera, metres"`
	Look     [3]float64 `json:"direction"`
	Selected int        `json:"selected" jsonschema:"number of components"`
	Hidden   int        `json:"exceptions" jsonschema:"of the visibility, number of components"`
	Coloured int        `json:"coloured" jsonschema:"number of colours"`
	Picture  bool       `json:"picture"`
}

// Bounds of a topic in the reply to get_task: entries of a list, characters of a text.
const (
	topicListMost = 20
	topicTextMost = 200
)

func topicEchoOf(x *Exchanged) *topicEcho {
	out := &topicEcho{GUID: x.GUID, Status: PlainLine(x.Topic.Status, topicTextMost),
		Related: x.Related[:min(len(x.Related), topicListMost)]}
	for _, v := range x.Viewpoints[:min(len(x.Viewpoints), topicListMost)] {
		e := viewpointEcho{GUID: v.GUID, Selected: len(v.Selection), Hidden: len(v.Visibility.Exceptions),
			Coloured: len(v.Colouring), Picture: len(v.Snapshot) > 0}
		if c := v.Camera; c != nil {
			e.Eye, e.Look = [3]float64{c.Eye.X, c.Eye.Y, c.Eye.Z},
				[3]float64{c.Direction.X, c.Direction.Y, c.Direction.Z}
		}
		out.Viewpoints = append(out.Viewpoints, e)
	}
	for _, d := range x.Documents[:min(len(x.Documents), topicListMost)] {
		name := d.URL
		for _, k := range x.KeptDocuments {
			if k.GUID == d.Document {
				name = k.Filename
			}
		}
		out.Documents = append(out.Documents, PlainLine(name, topicTextMost))
	}
	return out
}
