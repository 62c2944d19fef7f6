package tasks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// Status is the status of a task.
type Status string

// The statuses.
const (
	Open       Status = "open"
	InProgress Status = "in_progress"
	Blocked    Status = "blocked"
	InReview   Status = "in_review"
	Completed  Status = "completed"
	Cancelled  Status = "cancelled"
)

// Statuses lists the statuses in display order.
var Statuses = []Status{Open, InProgress, Blocked, InReview, Completed, Cancelled}

// Enum lists the values for a JSON schema.
func (Status) Enum() []string {
	out := make([]string, len(Statuses))
	for i, s := range Statuses {
		out[i] = string(s)
	}
	return out
}

// Done reports whether the task is completed or cancelled, so that no task waits for it.
func (s Status) Done() bool { return s == Completed || s == Cancelled }

// Means is the tool that makes a move.
type Means string

// The means.
const (
	ByUpdate   Means = "update_task"
	ByComplete Means = "complete_task"
	ByReopen   Means = "reopen_task"
)

// Move is a legal change of status.
type Move struct {
	From, To Status
	By       Means
}

// Moves is the state machine. A move that is not listed is refused with ILLEGAL_STATE.
var Moves = []Move{
	{Open, InProgress, ByUpdate}, {Open, Blocked, ByUpdate}, {Open, InReview, ByUpdate}, {Open, Cancelled, ByUpdate},
	{Open, Completed, ByComplete},
	{InProgress, Open, ByUpdate}, {InProgress, Blocked, ByUpdate}, {InProgress, InReview, ByUpdate},
	{InProgress, Cancelled, ByUpdate},
	{InProgress, Completed, ByComplete},
	{Blocked, Open, ByUpdate}, {Blocked, InProgress, ByUpdate}, {Blocked, Cancelled, ByUpdate},
	{InReview, Open, ByUpdate}, {InReview, InProgress, ByUpdate}, {InReview, Cancelled, ByUpdate},
	{InReview, Completed, ByComplete},
	{Completed, Open, ByReopen},
	{Cancelled, Open, ByReopen},
}

// allowed lists the moves from a status, in the form used in refusals.
func allowed(from Status) []string {
	out := []string{}
	for _, m := range Moves {
		if m.From == from {
			out = append(out, fmt.Sprintf("%s (%s)", m.To, m.By))
		}
	}
	return out
}

// checkMove refuses a move that is not in the table. Keeping the status is always allowed for an update.
func checkMove(t *Task, to Status, by Means) error {
	if t.Status == to && by == ByUpdate || slices.Contains(Moves, Move{t.Status, to, by}) {
		return nil
	}
	next := allowed(t.Status)
	return state.Errorf(state.IllegalState, "the task is %s: it cannot become %s by %s; from here it can become %s",
		t.Status, to, by, strings.Join(next, ", ")).
		With("state", t.Status).With("allowed", next)
}

// Diagram returns the state machine as a Mermaid diagram.
func Diagram() string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n    [*] --> open: add_task\n")
	for _, m := range Moves {
		fmt.Fprintf(&b, "    %s --> %s: %s\n", m.From, m.To, m.By)
	}
	return b.String()
}
