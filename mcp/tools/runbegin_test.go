package tools

import (
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

const screenRun = `{"configuration":{"name":"screens","steps":[{"tool":"create_wall","args":%s}],
	"gates":[{"name":"clashes","tool":"clash_detection","args":{"source_category":"furniture",%s}}]},
	"idempotency_key":"k"}`

// TestARunIsTheSameHoweverItsConfigurationIsWritten checks that the same configuration in another notation is the same
// run under its key: with members in another order, or numbers in another notation.
func TestARunIsTheSameHoweverItsConfigurationIsWritten(t *testing.T) {
	o := newDesks(t, 1)
	first := o.ok("run_start", screenRun, `{"name":"screen","level_id":"Ground","start":[3000,1000],"end":[3000,2000],
		"height":1000,"thickness":100}`, `"target_category":"door","tolerance":1`)
	again := o.ok("run_start", screenRun, `{"thickness":100.0,"height":1e3,"level_id":"Ground","name":"screen",
		"start":[3000,1000.0],"end":[3000,2000]}`, `"tolerance":1.0,"target_category":"door"`)
	if first.at("run_id").text() != again.at("run_id").text() {
		t.Error("it is another run")
	}
	o.refused(state.IdempotencyMismatch, "run_start", screenRun, `{"name":"screen","level_id":"Ground",
		"start":[3000,1000],"end":[3000,2000],"height":1001,"thickness":100}`, `"target_category":"door","tolerance":1`)
}

// TestNoRunBeginsOnAnArchivedBase checks that no run begins on an archived base, because it could not be merged.
func TestNoRunBeginsOnAnArchivedBase(t *testing.T) {
	o := newDesks(t, 1)
	o.ok("create_branch", `{"name":"opt"}`)
	o.ok("delete_branch", `{"name":"opt"}`)
	const run = `{"configuration":{"name":"r","base":"opt","gates":[{"name":"g","tool":"clash_detection"}]}}`
	if d := o.refused(state.IllegalState, "run_start", run); d.at("state").text() != "archived" {
		t.Errorf("refused with %v", d.value)
	}
	o.ok("delete_branch", `{"name":"opt","restore":true}`)
	o.ok("run_start", run)
}
