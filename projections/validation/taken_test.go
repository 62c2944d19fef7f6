package validation

import (
	"testing"
	"time"
)

// sayOn records what somebody says of a finding of a branch.
func (l *ledger) sayOn(branch, key string, word Word) {
	l.t.Helper()
	events, err := l.record().Updates(branch, []string{key}, word, l.meta())
	if err != nil {
		l.t.Fatal(err)
	}
	l.append(events)
}

// merge records a merge of variant into main, and returns how many findings were approved there.
func (l *ledger) merge(revision uint64, approves bool) int {
	l.t.Helper()
	events, approved := l.record().Taken(Taking{"variant", 9, "main", revision, approves}, l.meta(), 0)
	l.append(events)
	return approved
}

const hard = `{"mode":"hard"}`

func TestAMergeBringsAlongWhatWasSaid(t *testing.T) {
	l := newLedger(t)
	l.runOf("variant", hard, 5, "approved", "reviewed", "unsaid", "gone", "over")
	l.sayOn("variant", "approved", Word{Status: Approved, Reason: "as meant"})
	l.sayOn("variant", "reviewed", Word{Status: Reviewed})
	l.sayOn("variant", "gone", Word{Status: Resolved})
	l.sayOn("variant", "over", Word{Status: Approved, Until: l.clock().Add(2 * time.Second)})
	l.meta()
	if n := l.merge(20, true); n != 1 {
		t.Errorf("%d findings are approved, want 1", n)
	}
	for key, want := range map[string]Status{"approved": Approved, "reviewed": Reviewed, "unsaid": "", "gone": "",
		"over": ""} {
		l.is("merged", key, want)
	}
	if s, _ := l.record().State("main", "approved", l.clock()); s.Reason != "as meant" || s.UserID != "ada" {
		t.Errorf("it is %+v", s)
	}
	l.run(19)
	l.is("not there before the merge", "approved", Approved)
	l.run(20, "approved", "unsaid", "over")
	for key, want := range map[string]Status{"approved": Approved, "reviewed": Resolved, "unsaid": New, "over": New} {
		l.is("checked after the merge", key, want)
	}
}

// A test that did not find it on the source does not look for it on the target.
func TestWhatCameByAMergeIsGoneForTheTestThatFoundItAlone(t *testing.T) {
	l := newLedger(t)
	l.runOf("variant", hard, 5, "k")
	l.sayOn("variant", "k", Word{Status: Approved})
	l.merge(20, true)
	l.runOf("main", `{"mode":"clearance"}`, 21)
	l.is("not sought", "k", Approved)
	l.run(21)
	l.is("sought and not found", "k", Resolved)
	l.run(22, "k")
	l.is("back again", "k", New)
}

func TestAnApprovalThatIsOverIsNoWordInAMerge(t *testing.T) {
	l := newLedger(t)
	l.run(3, "k")
	l.runOf("variant", hard, 5, "k")
	l.sayOn("variant", "k", Word{Status: Reviewed, Reason: "seen"})
	l.sayOn("main", "k", Word{Status: Approved, Until: l.clock().Add(2 * time.Second)})
	l.run(4, "k") // finds it active again
	l.merge(20, true)
	l.is("the word that counts still", "k", Reviewed)
}

func TestAMergeOfABranchOfWhichNothingWasSaidRecordsNothing(t *testing.T) {
	l := newLedger(t)
	l.runOf("variant", hard, 5, "k")
	l.sayOn("variant", "k", Word{Status: Resolved})
	if events, _ := l.record().Taken(Taking{"variant", 9, "main", 20, true}, l.meta(), 0); len(events) != 0 {
		t.Errorf("it records %v", events)
	}
}
