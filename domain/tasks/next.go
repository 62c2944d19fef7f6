package tasks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// Step is the next thing to do on a task.
type Step string

// The steps.
const (
	Begin  Step = "begin"    // it is open
	GoOn   Step = "go_on"    // it is in progress
	Review Step = "review"   // it is in review, and the caller owns it
	Finish Step = "complete" // its goal has been reached
	Again  Step = "reopen"   // it was completed, but its goal is no longer met
)

// Action is a task on which a caller can do something now.
type Action struct {
	Task *Task
	Step Step
	Why  []string // reasons, the weightiest first

	overdue bool
	unlocks int
}

// Offer is a step that the state of the model suggests for a task, because the goal of the task has been reached, or is
// no longer reached.
type Offer struct {
	Step Step // Finish or Again
	Why  string
}

// Next returns the actions that a caller can take on a day (YYYY-MM-DD), the most urgent first. The order is: overdue
// tasks, then by priority, by due day, tasks in progress, by the number of waiting tasks, and by age. It leaves out
// tasks of other assignees, tasks that wait for others, and blocked tasks. offered returns the offer of the model for a
// task, or nil.
func (b *Board) Next(by Caller, today string, offered func(*Task) *Offer) []Action {
	var out []Action
	for _, t := range b.Seen(by) {
		if a, ok := b.action(by, t, today, offered(t)); ok {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, compareActions)
	return out
}

func (b *Board) action(by Caller, t *Task, today string, offer *Offer) (Action, bool) {
	if t.Assignee != "" && !by.is(t.Assignee) && (t.Status != InReview || !by.is(t.Owner)) {
		return Action{}, false
	}
	a := Action{Task: t}
	switch {
	case offer != nil && offer.Step == Again && t.Status == Completed:
		a.Step = Again
	case t.Status.Done() || t.Status == Blocked || len(b.waitsFor(t)) > 0:
		return Action{}, false
	case offer != nil && offer.Step == Finish:
		a.Step = Finish
	case t.Status == InReview && !by.is(t.Owner):
		return Action{}, false
	default:
		a.Step = map[Status]Step{Open: Begin, InProgress: GoOn, InReview: Review}[t.Status]
	}
	for id := range b.waits[t.ID] {
		if w := b.tasks[id]; w != nil && w.SeenBy(by) && !w.Status.Done() {
			a.unlocks++
		}
	}
	a.overdue = t.Due != "" && t.Due < today
	a.Why = a.reasons(today, offer)
	return a, true
}

func (a *Action) reasons(today string, offer *Offer) []string {
	t, out := a.Task, []string{}
	if offer != nil {
		out = append(out, offer.Why)
	}
	switch {
	case a.overdue:
		out = append(out, "overdue since "+t.Due)
	case t.Due == today && t.Due != "":
		out = append(out, "due today")
	case t.Due != "":
		out = append(out, "due "+t.Due)
	}
	if t.Priority != Normal {
		out = append(out, "priority "+string(t.Priority))
	}
	switch {
	case a.Step == Review:
		out = append(out, "waits for your review")
	case a.Step == GoOn:
		out = append(out, "begun")
	case len(t.DependsOn) > 0:
		out = append(out, fmt.Sprintf("all %d tasks before it are done", len(t.DependsOn)))
	default:
		out = append(out, "waits for nothing")
	}
	if a.unlocks > 0 {
		out = append(out, fmt.Sprintf("%d tasks wait for it", a.unlocks))
	}
	return out
}

func compareActions(a, b Action) int {
	return cmp.Or(
		-compareBools(a.overdue, b.overdue),
		-cmp.Compare(slices.Index(priorities, a.Task.Priority), slices.Index(priorities, b.Task.Priority)),
		-compareBools(a.Task.Due != "", b.Task.Due != ""),
		strings.Compare(a.Task.Due, b.Task.Due),
		-compareBools(a.Task.Status == InProgress, b.Task.Status == InProgress),
		-cmp.Compare(a.unlocks, b.unlocks),
		cmp.Compare(a.Task.place, b.Task.place),
	)
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// WaitsFor returns the tasks that a task waits for, in order.
func (b *Board) WaitsFor(t *Task) []state.ID { return b.waitsFor(t) }
