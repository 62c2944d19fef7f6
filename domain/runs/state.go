package runs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// State is the state of a run.
type State string

// The states.
const (
	Created      State = "created"
	Drafting     State = "drafting"
	Validating   State = "validating"
	Fixing       State = "fixing"
	ReadyToMerge State = "ready_to_merge"
	Merged       State = "merged"
	Paused       State = "paused"
	Cancelled    State = "cancelled"
	Failed       State = "failed"
)

// States lists the states in display order.
var States = []State{Created, Drafting, Validating, Fixing, ReadyToMerge, Merged, Paused, Cancelled, Failed}

// Enum lists the values for a JSON schema.
func (State) Enum() []string {
	out := make([]string, len(States))
	for i, s := range States {
		out[i] = string(s)
	}
	return out
}

// Over reports whether the run has ended.
func (s State) Over() bool { return s == Merged || s == Cancelled || s == Failed }

// Means is the tool or process that makes a move.
type Means string

// The means. ByWork is the run itself; the others are tools.
const (
	ByWork     Means = "work"
	ByValidate Means = "run_validate"
	ByFix      Means = "run_fix_next"
	ByResume   Means = "run_resume"
	ByCancel   Means = "run_cancel"
	ByMerge    Means = "run_open_merge"
)

// Move is a legal change of state.
type Move struct {
	From, To State
	By       Means
	When     string
}

// Moves is the state machine. A move that is not listed is refused with ILLEGAL_STATE.
var Moves = []Move{
	{Created, Drafting, ByWork, "the branch is made"},
	{Created, Paused, ByWork, "the branch is refused"},
	{Created, Cancelled, ByCancel, ""},
	{Drafting, Validating, ByWork, "the last step is done"},
	{Drafting, Paused, ByWork, "a step is refused"},
	{Drafting, Failed, ByWork, "the budget is used up"},
	{Drafting, Cancelled, ByCancel, ""},
	{Validating, ReadyToMerge, ByWork, "all gates pass"},
	{Validating, Fixing, ByWork, "a gate fails, and a finding can be fixed"},
	{Validating, Paused, ByWork, "a gate fails, and nothing can be fixed"},
	{Validating, Failed, ByWork, "the budget is used up"},
	{Validating, Cancelled, ByCancel, ""},
	{Fixing, Validating, ByWork, "a fix is applied"},
	{Fixing, Validating, ByValidate, ""},
	{Fixing, Paused, ByWork, "no fix is left"},
	{Fixing, Failed, ByWork, "the budget is used up"},
	{Fixing, Cancelled, ByCancel, ""},
	{ReadyToMerge, Merged, ByMerge, "the approval gate lets it"},
	{ReadyToMerge, Validating, ByValidate, ""},
	{ReadyToMerge, Cancelled, ByCancel, ""},
	{Paused, Created, ByResume, "where it paused"},
	{Paused, Drafting, ByResume, "where it paused"},
	{Paused, Validating, ByResume, "where it paused"},
	{Paused, Validating, ByValidate, "all steps are done"},
	{Paused, Cancelled, ByCancel, ""},
}

// Allowed lists the tools other than run_status that a run in a state accepts.
func Allowed(s State) []string {
	out := []string{}
	for _, m := range Moves {
		if m.From == s && m.By != ByWork && !slices.Contains(out, string(m.By)) {
			out = append(out, string(m.By))
		}
	}
	if s == Created || s == Drafting || s == Validating || s == Fixing {
		out = append(out, string(ByResume))
	}
	if s == Fixing {
		out = append(out, string(ByFix))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Takes lists the tools other than run_status that the run accepts now: Allowed, without run_validate while steps are
// left.
func (r *Run) Takes() []string {
	return slices.DeleteFunc(Allowed(r.State), func(tool string) bool {
		return tool == string(ByValidate) && r.State == Paused && (r.StepsDone < len(r.Config.Steps) || !r.branched)
	})
}

// checkMove refuses a move that is not in the table.
func checkMove(from, to State, by Means) error {
	if slices.ContainsFunc(Moves, func(m Move) bool { return m.From == from && m.To == to && m.By == by }) {
		return nil
	}
	return Refused(from, by)
}

// Refused returns the error for a tool that a run in a state does not accept.
func Refused(s State, by Means) error { return refused(s, by, Allowed(s)) }

func refused(s State, by Means, next []string) error {
	words := "nothing more"
	if len(next) > 0 {
		words = strings.Join(next, ", ")
	}
	return state.Errorf(state.IllegalState, "the run is %s, which %s does not go with; it takes %s", s, by, words).
		With("state", s).With("allowed", next)
}

// Diagram returns the state machine as a Mermaid diagram.
func Diagram() string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n    [*] --> created: run_start\n")
	for _, m := range Moves {
		fmt.Fprintf(&b, "    %s --> %s: %s", m.From, m.To, m.By)
		if m.When != "" {
			b.WriteString(", " + m.When)
		}
		b.WriteString("\n")
	}
	return b.String()
}
