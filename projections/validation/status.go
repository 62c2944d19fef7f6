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

	// What was said last of it as it is there now, if anything.
	Reason string
	UserID string
	At     time.Time
	Until  time.Time // when an approval ends; zero: it holds while the finding is there

	// Changed is the run that found it otherwise than it was approved, which is why it is no longer; "" for none.
	Changed string

	spokenAt uint64 // the revision of the branch at which it was said

	judged uint64   // the latest revision at which a run, or somebody, spoke of it
	by     []string // the criteria by which it was found and is not gone; never changed in place
}

// found returns the state after a run found the finding. What was said of one that is resolved was not said of the one
// that comes back, and what was approved is to be looked at again where it is otherwise now.
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

// over reports whether a finding was approved until a time that has come.
func (s State) over(now time.Time) bool {
	return s.Status == Approved && !s.Until.IsZero() && !now.Before(s.Until)
}

// at returns the state as it counts at a time: what was approved until then is there, and waits for somebody again. It
// keeps who approved it, why and until when.
func (s State) at(now time.Time) State {
	if s.over(now) {
		s.Status = Active
	}
	return s
}

// without returns the criteria by which a finding is there beside those of a run. In records of before there were
// criteria each run spoke for all.
func (s State) without(run *Run) []string {
	var out []string
	for _, c := range s.by {
		if c != run.criteria && c != "" {
			out = append(out, c)
		}
	}
	return out
}

// missed returns the state after a run judged the finding and did not find it any more. Where it was found by other
// criteria too, such as a lesser tolerance, it is gone once a run by these says so as well, or one that knows that its
// cause is gone.
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
