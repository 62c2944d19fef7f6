package runs

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Finish returns the events for an item that is done.
func (r *Run) Finish(i Item, done ItemFinished, helps bool) ([]Event, error) {
	next, ok := r.Next()
	if !ok || next != i {
		return nil, Refused(r.State, ByWork)
	}
	to, why := r.After(i, done.Affected, done.Check, helps)
	done.RunID, done.Item, done.To = r.ID, i.Name(), to
	if to != r.State {
		if err := checkMove(r.State, to, ByWork); err != nil {
			return nil, err
		}
	}
	out := []Event{&done}
	if to == Drafting && len(r.Config.Steps) == 0 {
		return append(out, &StateSet{r.ID, Validating, ByWork, ""}), nil
	}
	if why == "" {
		return out, nil
	}
	done.To = r.State // the move records the reason
	return append(out, &StateSet{r.ID, to, ByWork, why}), nil
}

// Fail returns the events for an item that was refused. The run pauses so that a person can look. After a refused fix
// the run continues with the next fix, and does not try the refused fix again.
func (r *Run) Fail(i Item, failed ItemFailed) ([]Event, error) {
	next, ok := r.Next()
	if !ok || next != i {
		return nil, Refused(r.State, ByWork)
	}
	failed.RunID, failed.Item, failed.To = r.ID, i.Name(), Paused
	if i.Kind == ItemFix {
		failed.To = Fixing
		return []Event{&failed}, nil
	}
	return []Event{&failed}, checkMove(r.State, failed.To, ByWork)
}

// OverBudget returns the events that end a run whose budget is used up.
func (r *Run) OverBudget(why string) ([]Event, error) {
	return []Event{&StateSet{r.ID, Failed, ByWork, why}}, checkMove(r.State, Failed, ByWork)
}

// NoFixLeft returns the events that pause a run which may try no more fixes or has nothing to fix.
func (r *Run) NoFixLeft() ([]Event, error) {
	why := "no fix is left for what the gates find"
	if r.Exhausted() {
		why = fmt.Sprintf("gates fail and all %d fix attempts are used up", r.Config.MaxFixes)
	}
	return []Event{&StateSet{r.ID, Paused, ByWork, why}}, checkMove(r.State, Paused, ByWork)
}

// Resume continues a paused run where it paused. It returns no events for a run that is not paused, because such a run
// continues anyway.
func (r *Run) Resume() ([]Event, error) {
	switch {
	case r.State.Over() || r.State == ReadyToMerge:
		return nil, Refused(r.State, ByResume)
	case r.State != Paused:
		return nil, nil
	}
	to := r.pausedIn
	if to == Fixing {
		to = Validating // the faults to fix may have changed
	}
	return []Event{&StateSet{r.ID, to, ByResume, ""}}, checkMove(r.State, to, ByResume)
}

// Amend replaces the step at which a run paused. The step keeps its name, because later steps may refer to it.
func (r *Run) Amend(step Step) ([]Event, error) {
	if r.State != Paused || r.pausedIn != Drafting {
		return nil, state.Errorf(state.IllegalState,
			"a step is corrected where the run has paused at it, and this one is %s: call run_resume without step",
			r.State).With("state", r.State).With("allowed", r.Takes())
	}
	was := r.Config.Steps[r.StepsDone]
	if step.Name == "" {
		step.Name = was.Name
	}
	if step.Name != was.Name {
		return nil, state.Errorf(state.SchemaValidationFailed,
			"the step that failed is called %q, and later ones refer to it: leave its name", was.Name).
			With("issues", []map[string]string{{"pointer": "/step/name", "reason": "leave it out"}})
	}
	return []Event{&StepAmended{RunID: r.ID, Index: r.StepsDone, Step: step, Was: was}}, nil
}

// Amending returns the configuration with a replacement for the step at which the run paused, and the index of that
// step.
func (r *Run) Amending(step Step) (Config, int) {
	c := r.Config
	c.Steps = slices.Clone(c.Steps)
	if r.StepsDone < len(c.Steps) {
		if step.Name == "" {
			step.Name = c.Steps[r.StepsDone].Name
		}
		step.origin = "/step"
		c.Steps[r.StepsDone] = step
	}
	return c, r.StepsDone
}

// Validate begins another round of checks.
func (r *Run) Validate() ([]Event, error) {
	if r.State == Validating {
		return nil, nil
	}
	if r.State == Paused && (r.StepsDone < len(r.Config.Steps) || !r.branched) {
		return nil, refused(r.State, ByValidate, r.Takes())
	}
	return []Event{&StateSet{r.ID, Validating, ByValidate, ""}}, checkMove(r.State, Validating, ByValidate)
}

// CheckFix refuses a fix in a state that allows none. It returns FIX_EXHAUSTED if gates fail and no more fixes may be
// tried.
func (r *Run) CheckFix() error {
	failing := r.State == Paused && len(r.Report) > 0 && r.pausedIn != Drafting && r.pausedIn != Created
	switch {
	case r.State == Fixing:
		return nil
	case failing:
		return state.Errorf(state.FixExhausted,
			"%s: mend the branch by hand and call run_validate, or run_cancel", r.Why).
			With("attempts", len(r.Fixes)).With("max_fix_attempts", r.Config.MaxFixes).With("gates", r.Report)
	}
	return Refused(r.State, ByFix)
}

// Cancel ends a run. Its branch stays unchanged.
func (r *Run) Cancel(why string) ([]Event, error) {
	return []Event{&StateSet{r.ID, Cancelled, ByCancel, why}}, checkMove(r.State, Cancelled, ByCancel)
}

// CheckMerge refuses to merge a state that the gates have not checked: the branch must be unchanged since all gates
// passed.
func (r *Run) CheckMerge(revision uint64) error {
	if r.State == Paused && len(r.Report) > 0 {
		return state.Errorf(state.IllegalState,
			"the run is paused: %s. Mend the branch, or let a person approve the findings that may stay "+
				"(update_finding); then run_validate, and ask again", r.Why).
			With("state", r.State).With("allowed", r.Takes()).With("gates", r.Report)
	}
	if err := checkMove(r.State, Merged, ByMerge); err != nil {
		return err
	}
	for _, c := range r.Report {
		if !c.OK || c.Revision != revision {
			return state.Errorf(state.IllegalState,
				"the branch is at revision %d, the gates passed at %d: call run_validate, then ask again", revision,
				c.Revision).
				With("state", r.State).With("allowed", r.Takes()).With("revision", revision)
		}
	}
	return nil
}

// Merge returns the event that records the merge of the branch by an event.
func (r *Run) Merge(eventID string) ([]Event, error) {
	return []Event{&RunMerged{r.ID, eventID}}, checkMove(r.State, Merged, ByMerge)
}

// Moved returns a name for the next recorded move, which contains the number of moves so far.
func (r *Run) Moved() string { return fmt.Sprintf("move:%d", r.moves) }
