package validation

import (
	"testing"
	"time"
)

// sayOn records the status that somebody gives a finding of a branch.
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

// A test that did not find a finding on the source is not responsible for it on the target.
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
	l.run(4, "k") // this run makes the finding active again
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

// takeBack records that the merges of some revisions of main are reverted, and returns the number of affected findings.
func (l *ledger) takeBack(first, last, revision uint64) int {
	l.t.Helper()
	events, findings := l.record().Returned("main", first, last, revision, l.meta(), 0)
	if len(events) > 0 {
		l.append(events)
	}
	return findings
}

// A reverted merge loses its statuses. A finding that no run found on the target is gone, an earlier status counts
// again, and a later status stays.
func TestAMergeThatIsTakenBackTakesItsWordsAlong(t *testing.T) {
	l := newLedger(t)
	l.run(3, "known", "seen")
	l.say("seen", Reviewed)
	l.runOf("variant", hard, 5, "came", "known", "seen", "later", "found", "gone")
	for _, key := range []string{"came", "known", "seen", "later", "found", "gone"} {
		l.sayOn("variant", key, Word{Status: Approved, Reason: "as meant"})
	}
	if n := l.merge(20, true); n != 6 {
		t.Fatalf("%d findings are approved", n)
	}
	l.run(20, "came", "known", "seen", "later", "found")
	l.is("missed", "gone", Resolved)
	l.say("later", Reviewed)
	if n := l.takeBack(15, 19, 30); n != 0 {
		t.Errorf("%d findings are of other revisions", n)
	}
	if n := l.takeBack(18, 20, 30); n != 4 {
		t.Errorf("%d findings are returned", n)
	}
	for key, want := range map[string]Status{"came": New, "known": New, "seen": Reviewed, "later": Reviewed,
		"found": New, "gone": Resolved} {
		l.is("taken back", key, want)
	}
	if s, _ := l.record().State("main", "seen", l.clock()); s.Reason != "because" {
		t.Errorf("seen is %+v", s)
	}
	if n := l.takeBack(18, 20, 31); n != 0 {
		t.Errorf("%d findings are returned twice", n)
	}
}

// A finding that no run looked for on the target since the merge is gone with the merge, and new if it is found again.
func TestWhatAMergeBroughtAloneGoesWithIt(t *testing.T) {
	l := newLedger(t)
	l.runOf("variant", hard, 5, "k")
	l.sayOn("variant", "k", Word{Status: Approved})
	l.merge(20, true)
	if n := l.takeBack(20, 20, 21); n != 1 {
		t.Errorf("%d findings are returned", n)
	}
	l.is("taken back", "k", Resolved)
	l.run(21)
	l.is("checked", "k", Resolved)
	l.run(22, "k")
	l.is("found", "k", New)
}
