package validation

import "time"

// Status is the status of a finding.
type Status string

// These are the statuses.
const (
	New      Status = "new"      // found for the first time, or again after it was resolved
	Active   Status = "active"   // found again
	Reviewed Status = "reviewed" // somebody looked at it
	Approved Status = "approved" // somebody accepted it as it is
	Resolved Status = "resolved" // no longer found, or resolved by a person
)

// Enum lists the statuses.
func (Status) Enum() []string { return []string{"new", "active", "reviewed", "approved", "resolved"} }

// State is the state of a finding on a branch.
type State struct {
	Status Status
	First  string // the run that found it first
	Last   string // the run that found it last
	// the run after Last that no longer found it; "" for none, or if a person resolved it
	Ended string

	// The following fields describe the last status that a person gave the finding, if any.
	Reason string
	UserID string
	At     time.Time
	Until  time.Time // end of an approval; zero if it holds while the finding exists

	// Changed is the run that ended the approval because it found the finding changed since then; "" for none.
	Changed string

	spokenAt uint64 // revision of the branch at which a person gave the status

	judged uint64   // latest revision at which a run judged the finding or a person gave it a status
	by     []string // criteria under which the finding was found and not resolved; never changed in place
}

// found returns the state after a run found the finding. A finding that comes back after it was resolved is new,
// without its old status. An approved finding that has changed needs another review.
func (s State) found(run *Run, changed bool) State {
	s = s.at(run.At)
	switch {
	case s.First == "":
		s = State{Status: New, First: run.ID}
	case s.Status == Resolved:
		s = State{Status: New, First: s.First}
	case s.Status == New:
		s.Status = Active
	case s.Status == Approved && changed:
		s.Status, s.Changed = Active, run.ID
	}
	s.Last, s.Ended, s.judged = run.ID, "", run.Revision
	s.by = append(s.without(run), run.criteria)
	return s
}

// over reports whether the approval of a finding has ended.
func (s State) over(now time.Time) bool {
	return s.Status == Approved && !s.Until.IsZero() && !now.Before(s.Until)
}

// at returns the state at a time: a finding whose approval has ended is active again. It keeps who approved it, why and
// until when.
func (s State) at(now time.Time) State {
	if s.over(now) {
		s.Status = Active
	}
	return s
}

// without returns the criteria under which a finding exists, except the criteria of a run. In records that predate
// criteria, each run counted for all criteria.
func (s State) without(run *Run) []string {
	var out []string
	for _, c := range s.by {
		if c != run.criteria && c != "" {
			out = append(out, c)
		}
	}
	return out
}

// missed returns the state after a run judged the finding and did not find it. A finding that was also found by other
// criteria, such as a smaller tolerance, stays. It ends when a run by these criteria misses it too, or when a run shows
// that its cause is gone.
func (s State) missed(run *Run, gone bool) State {
	if s.by = s.without(run); len(s.by) > 0 && !gone {
		return s
	}
	if s.Status != Resolved {
		s.Status, s.Ended = Resolved, run.ID
	}
	s.by, s.judged = nil, run.Revision
	return s
}
