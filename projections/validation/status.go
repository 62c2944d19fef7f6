package validation

import (
	"slices"
	"time"
)

// Status is what has become of a finding.
type Status string

// The statuses.
const (
	New      Status = "new"      // found for the first time, or again after it was resolved
	Active   Status = "active"   // found again
	Reviewed Status = "reviewed" // somebody looked at it
	Approved Status = "approved" // somebody accepted it as it is
	Resolved Status = "resolved" // not found any more, or somebody said so
)

// Enum lists the statuses.
func (Status) Enum() []string { return []string{"new", "active", "reviewed", "approved", "resolved"} }

// State is what is known of a finding on a branch.
type State struct {
	Status Status
	First  string // the run that found it first
	Last   string // the run that found it last
	// the run after Last that did not find it any more; "" for none, or when somebody said that it is resolved
	Ended string

	// What was said last of it as it is there now, if anything.
	Reason string
	UserID string
	At     time.Time

	judged uint64   // the latest revision at which a run, or somebody, spoke of it
	tests  []string // that found it, and of which no later run said that it is gone; never changed in place
}

// found returns the state after a run found the finding. What was said of one that is resolved was not said of the one
// that comes back.
func (s State) found(run *Run) State {
	switch {
	case s.First == "":
		s = State{Status: New, First: run.ID}
	case s.Status == Resolved:
		s = State{Status: New, First: s.First}
	case s.Status == New:
		s.Status = Active
	}
	s.Last, s.Ended, s.judged = run.ID, "", run.Revision
	if !slices.Contains(s.tests, run.Test) {
		s.tests = append(slices.Clip(s.tests), run.Test)
	}
	return s
}

// missed returns the state after a run judged the finding and did not find it any more. Where another test found it
// too, with other parameters, it is gone once that one says so as well.
func (s State) missed(run *Run) State {
	if i := slices.Index(s.tests, run.Test); i >= 0 {
		s.tests = slices.Concat(s.tests[:i], s.tests[i+1:])
	}
	if len(s.tests) > 0 {
		return s
	}
	if s.Status != Resolved {
		s.Status, s.Ended = Resolved, run.ID
	}
	s.judged = run.Revision
	return s
}
