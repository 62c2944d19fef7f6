package validation

import "time"

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

	// What was said last, if anything.
	Reason string
	UserID string
	At     time.Time
}

// found returns the state after a run found the finding.
func (s State) found(run string) State {
	switch {
	case s.First == "":
		return State{Status: New, First: run, Last: run}
	case s.Status == Resolved:
		s.Status = New
	case s.Status == New:
		s.Status = Active
	}
	s.Last, s.Ended = run, ""
	return s
}
