package rules

import "testing"

// Every rule of a standard belongs to one of its chapters, so that the list of touched chapters is complete.
func TestEveryClauseIsInAChapter(t *testing.T) {
	of := map[string]int{}
	for _, r := range Table() {
		if r.clause() == "" {
			continue
		}
		all, in := chapters(), 0
		for i := range all {
			if all[i].has(&r) {
				in++
			}
		}
		if of[r.Standard]++; in != 1 {
			t.Errorf("clause %q of %s (%s) is in %d chapters", r.Clause, r.Standard, r.ID, in)
		}
	}
	for _, c := range chapters() {
		if of[c.standard] == 0 {
			t.Errorf("%s has chapters and no rule", c.standard)
		}
	}
}

// No selection of rules touches every chapter of a standard, so a passed check lists the other chapters.
func TestNoStandardIsCovered(t *testing.T) {
	_, not := coverage(Table())
	if len(not) != 11 {
		t.Errorf("%d standards", len(not))
	}
	for _, n := range not {
		if len(n.Chapters) == 0 {
			t.Errorf("%s is said to be covered", n.Standard)
		}
	}
}

// An empty model passes no check, and the report lists the chapters that were not checked.
func TestAnEmptyModelPassesNothing(t *testing.T) {
	b := newBuilding(t)
	for _, check := range []string{"code_compliance", "accessibility_check", "data_completeness", "structural_check",
		"fire_rating_check", "egress_analysis", "model_quality"} {
		if r := b.check(Options{Checks: []string{check}}); r.Verdict == Pass || r.Verdict == Incomplete {
			t.Errorf("an empty model: %s says %s", check, r.Verdict)
		}
	}
}
