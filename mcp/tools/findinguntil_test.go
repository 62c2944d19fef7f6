package tools

import (
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// TestAnApprovalUntilATimeCountsNoMoreAfterwards checks that an approval with an end counts until then. Afterwards the
// finding is open again, whether it is checked again or not, and keeps the approver and the reason.
func TestAnApprovalUntilATimeCountsNoMoreAfterwards(t *testing.T) {
	o := newOffice(t)
	key := o.deskOn("main")
	until := o.clock.Add(time.Hour)
	o.ok("update_finding", `{"keys":["%s"],"status":"approved","until":"%s","reasoning":"until the tender"}`, key,
		until.Format(time.RFC3339))
	o.saidOf("main", "approved", "until the tender")
	run := o.ok("clash_detection", deskTest, "main").at("validation_run_id").text()
	gate := `{"configuration":{"name":"%s","gates":[{"name":"g","tool":"clash_detection",
		"args":{"source_category":"furniture","target_category":"wall"}}]}}`
	if d := o.ok("run_start", gate, "before"); d.at("state").text() != "ready_to_merge" {
		t.Errorf("a run before the end: %v", d.value)
	}
	o.clock = until.Add(-3 * time.Second) // the next call is a second later
	o.saidOf("main", "approved", "until the tender")
	o.clock = until.Add(-time.Second)
	d := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, run).at("list", 0)
	if d.at("status").text() != "active" || d.at("reason").text() != "until the tender" ||
		d.at("until").text() != until.Format(time.RFC3339) || d.at("user_id").text() == "" {
		t.Errorf("after the end: %v", d.value)
	}
	o.saidOf("main", "active", "until the tender")
	if d := o.ok("run_start", gate, "after"); d.at("report", 0, "counting").number() != 1 {
		t.Errorf("a run after the end: %v", d.value)
	}
	o.says("main", key, "approved", "for good")
	o.saidOf("main", "approved", "for good")
}

// TestAnApprovalUntilADayCountsOnThatDay checks that a day ends at midnight in UTC.
func TestAnApprovalUntilADayCountsOnThatDay(t *testing.T) {
	o := newOffice(t) // on 4 May 2026
	key := o.deskOn("main")
	o.ok("update_finding", `{"keys":["%s"],"status":"approved","until":"2026-05-04","reasoning":"today"}`, key)
	o.clock = time.Date(2026, 5, 4, 23, 59, 58, 0, time.UTC)
	o.saidOf("main", "approved", "today")
	o.saidOf("main", "active", "today")
	o.ok("create_branch", `{"name":"opt"}`)
	o.ok("modify_parameter", `{"branch":"opt","element_id":"$desk","parameter_name":"name","value":"Desk A"}`)
	o.saidOf("opt", "new", "")
	o.ok("update_finding",
		`{"branch":"opt","keys":["%s"],"status":"approved","until":"2026-05-05","reasoning":"another day"}`, key)
	o.ok("merge_branch", `{"source":"opt"}`)
	o.saidOf("main", "approved", "another day")
	o.clock = time.Date(2026, 5, 6, 0, 0, 0, 0, time.UTC)
	o.saidOf("main", "active", "another day")
}

func TestWhatIsNoEndOfAnApprovalIsRefused(t *testing.T) {
	o := newOffice(t)
	key := o.deskOn("main")
	for until, code := range map[string]state.Code{"2026-05-03": state.OutOfRange, "soon": state.InvalidInput,
		"2026-05-04T07:00:00Z": state.OutOfRange} {
		o.refused(code, "update_finding",
			`{"keys":["%s"],"status":"approved","until":"%s","reasoning":"x"}`, key, until)
	}
	o.refused(state.InvalidInput, "update_finding",
		`{"keys":["%s"],"status":"reviewed","until":"2026-06-01","reasoning":"x"}`, key)
}

// TestATopicSaysUntilWhenAFindingIsApproved checks that a topic has the time until which a finding was approved, and
// that the statement is unchanged after that time.
func TestATopicSaysUntilWhenAFindingIsApproved(t *testing.T) {
	o := newOffice(t)
	key := o.deskOn("main")
	run := o.ok("clash_detection", deskTest, "main").at("validation_run_id").text()
	o.ok("update_finding", `{"keys":["%s"],"status":"approved","until":"2026-05-04","reasoning":"today"}`, key)
	for status, now := range map[string]time.Time{"Closed": o.clock, "Open": o.clock.AddDate(0, 0, 1)} {
		o.clock = now
		out := o.ok("export_bcf", `{"validation_run_id":"%s","keys":["%s"]}`, run, key).at("path").text()
		topic := topicsIn(t, out)[0]
		if n := len(topic.Comments); topic.Status != status || n != 2 ||
			topic.Comments[1].Text != "approved until 2026-05-05T00:00:00Z: today" {
			t.Errorf("at %v: %s, %+v", now, topic.Status, topic.Comments)
		}
	}
}
