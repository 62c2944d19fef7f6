package rules

import (
	"strings"
	"testing"
)

// TestAnEditionTellsWhatItLeavesOut checks that rules of other editions are reported with the reason instead of being
// dropped.
func TestAnEditionTellsWhatItLeavesOut(t *testing.T) {
	o := Options{Checks: []string{"code_compliance", "accessibility_check"}, Edition: "2021"}
	chosen, left, err := choose(Table(), o)
	if err != nil || len(chosen) == 0 || len(left) == 0 {
		t.Fatalf("%d chosen, %d left out, %v", len(chosen), len(left), err)
	}
	o.Edition = ""
	all, none, err := choose(Table(), o)
	if err != nil || len(none) != 0 || len(all) != len(chosen)+len(left) {
		t.Errorf("%d of all editions, %v; %d chosen and %d left out", len(all), err, len(chosen), len(left))
	}
	for _, l := range left {
		if !strings.Contains(l.Reason, "edition 2021") {
			t.Errorf("%s: %s", l.Rule, l.Reason)
		}
	}
}
