package rules

import "testing"

// Every rule of a standard lies in one of its chapters, so that what is said to be touched is all that is.
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

// No selection of the rules of a standard touches all of it: what passes says what it says nothing of.
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

// An empty model complies with nothing, and says what of the standard was not looked at.
func TestAnEmptyModelPassesNothing(t *testing.T) {
	b := newBuilding(t)
	for _, check := range []string{"code_compliance", "accessibility_check", "data_completeness", "structural_check",
		"fire_rating_check", "egress_analysis", "model_quality"} {
		if r := b.check(Options{Checks: []string{check}}); r.Verdict == Pass || r.Verdict == Incomplete {
			t.Errorf("an empty model: %s says %s", check, r.Verdict)
		}
	}
}
