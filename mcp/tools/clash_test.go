package tools

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// roofed returns an office under a slab from z 2800 to 3000 that reaches to the outer faces of the walls.
func roofed(t *testing.T) *office {
	o := newOffice(t)
	o.make("slab", "create_floor",
		`{"level_id":"$upper","boundary_points":[[-100,-100],[6100,-100],[6100,4100],[-100,4100]],"thickness":200}`)
	return o
}

func (o *office) setHeight(wall string, height int) {
	o.t.Helper()
	o.ok("modify_parameter", `{"element_id":"$%s","parameter_name":"height","value":%d}`, wall, height)
}

// one returns the only clash of a run, and its key.
func (o *office) one(d answer) (answer, string) {
	o.t.Helper()
	if d.at("total").number() != 1 {
		o.t.Fatalf("%d clashes, want one: %v", d.at("total").number(), d.value)
	}
	return d.at("clashes", 0), d.at("clashes", 0, "key").text()
}

// TestAClashLivesFromRunToRun raises a wall into the slab above: the overlap is 6 m along its middle, 0.2 m thick, 0.2
// m high.
func TestAClashLivesFromRunToRun(t *testing.T) {
	o := roofed(t)
	clean := o.ok("clash_detection", `{}`)
	if clean.at("total").number() != 0 || clean.at("validation_run_id").text() == "" ||
		clean.at("pairs_examined").number() == 0 {
		t.Fatalf("before: %v", clean.value)
	}
	o.setHeight("south", 3000)
	state, revision := o.stateHash("main", ""), o.revision("main")
	first := o.ok("clash_detection", `{"source_category":"wall","target_category":"floor","detail":"full"}`)
	clash, key := o.one(first)
	if clash.at("kind").text() != "hard" || clash.at("overlap_volume_m3").value != 0.24 ||
		clash.at("depth").number() != 200 || clash.at("status").text() != "new" {
		t.Errorf("clash: %v", clash.value)
	}
	// The wall is mitred on both sides, 6.2 m long outside and 5.8 m inside: its middle lies 1.1 mm off the line.
	if clash.at("location").value == nil || fmt.Sprint(clash.at("location").value) != "[3000 -1.111 2900]" ||
		clash.at("level_id").text() != o.id["ground"] {
		t.Errorf("place: %v on %v", clash.at("location").value, clash.at("level_id").value)
	}
	if first.at("revision").number() != revision || first.at("state_hash").text() != state ||
		o.stateHash("main", "") != state || o.revision("main") != revision {
		t.Error("a check tells another state than the model's, or has changed it")
	}
	again := func(when, want string) {
		t.Helper()
		if c, k := o.one(o.ok("clash_detection", `{"source_category":"wall","target_category":"floor"}`)); c.at(
			"status").text() != want || k != key {
			t.Errorf("%s: %v", when, c.value)
		}
	}
	again("found again", "active")
	o.ok("update_finding", `{"keys":["%s"],"status":"approved","reasoning":"the slab will be recessed"}`, key)
	again("after the approval", "approved")
	o.setHeight("south", 2800)
	last := o.ok("clash_detection", `{"source_category":"wall","target_category":"floor"}`)
	if last.at("total").number() != 0 {
		t.Errorf("after the repair: %v", last.value)
	}
	compared := o.ok("compare_validation_runs", `{"before":"%s","after":"%s"}`, first.at("validation_run_id").text(),
		last.at("validation_run_id").text())
	if compared.at("resolved").number() != 1 || compared.at("findings", 0, "key").text() != key ||
		compared.at("findings", 0, "status").text() != "resolved" ||
		compared.at("findings", 0, "change").text() != "resolved" {
		t.Errorf("compared: %v", compared.value)
	}
	past, _ := o.one(o.ok("clash_detection", `{"source_category":"wall","target_category":"floor","at":"%d"}`,
		revision))
	if past.at("status").text() != "resolved" {
		t.Errorf("a run of the past brought the clash back: %v", past.value)
	}
	o.setHeight("south", 3000)
	again("back", "new")
}

// TestAClashOfThePastAloneHasAStatus checks a clash that was resolved before the first test. A test of a past state
// finds it: it is resolved, and can get a status.
func TestAClashOfThePastAloneHasAStatus(t *testing.T) {
	o := roofed(t)
	o.setHeight("south", 3000)
	clashing := o.revision("main")
	o.setHeight("south", 2800)
	if n := o.ok("clash_detection", `{}`).at("total").number(); n != 0 {
		t.Fatalf("%d clashes after the repair", n)
	}
	clash, key := o.one(o.ok("clash_detection", `{"at":%d}`, clashing))
	if clash.at("status").text() != "resolved" {
		t.Errorf("it is %v", clash.value)
	}
	o.ok("update_finding", `{"keys":["%s"],"status":"reviewed","reasoning":"it was the height"}`, key)
}

// TestRunsAreReadAgain checks that a recorded run can be read again unchanged, also by another process. The branch's
// own events do not contain it.
func TestRunsAreReadAgain(t *testing.T) {
	o := roofed(t)
	o.setHeight("south", 3000)
	made := o.ok("clash_detection", `{"tolerance":1,"clearance":20}`)
	_, key := o.one(made)
	o.ok("clash_detection", `{"mode":"duplicate"}`)
	o.open(mcp.LocalHuman())
	list := o.ok("list_validation_runs", `{}`)
	if list.at("total").number() != 2 || list.at("runs", 1, "validation_run_id").text() !=
		made.at("validation_run_id").text() || list.at("runs", 0, "findings").number() != 0 {
		t.Errorf("runs: %v", list.value)
	}
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, made.at("validation_run_id").text())
	finding := run.at("list", 0)
	if finding.at("key").text() != key || finding.at("finding", "overlap_volume_m3").value != 0.24 ||
		finding.at("elements").len() != 2 || finding.at("elements", 0, "name").text() == "" {
		t.Errorf("finding: %v", finding.value)
	}
	if run.at("parameters", "mode").text() != "all" || run.at("parameters", "clearance").number() != 20 ||
		run.at("summary", "pairs_examined").number() == 0 {
		t.Errorf("run: %v", run.value)
	}
	if undecided := o.ok("get_validation_run", `{"validation_run_id":"%s","list":"undecided"}`,
		made.at("validation_run_id").text()); undecided.at("total").number() != 0 {
		t.Errorf("undecided: %v", undecided.value)
	}
	for _, e := range o.ok("list_events", `{"limit":500}`).at("events").value.([]any) {
		if kind := e.(map[string]any)["type"].(string); strings.HasPrefix(kind, "validation") {
			t.Errorf("the branch has a %s", kind)
		}
	}
	chain := o.ok("audit_verify_chain", `{}`)
	if stream := validation.Stream(o.id["model"]); !strings.Contains(fmt.Sprint(chain.value), stream) ||
		chain.at("intact").value != true {
		t.Errorf("the chain of %s is not verified: %v", stream, chain.value)
	}
}

// posts puts columns 50 mm into the slab, in two rows that stand alone.
func (o *office) posts(n int) {
	for i := range n {
		o.make(
			fmt.Sprintf("post%d", i),
			"create_column",
			`{"base_level":"$upper","location":[%d,2000],"height":500,"base_offset":-%d,"profile":{"shape":"rectangle","width":200,"depth":200}}`,
			500+800*i,
			50+i,
		)
	}
}

// TestPagesAreOfOneRun checks that all pages of a run come from one record, whatever happens meanwhile, and that
// nothing is tested twice.
func TestPagesAreOfOneRun(t *testing.T) {
	o := roofed(t)
	o.posts(5)
	first := o.ok("clash_detection", `{"limit":2,"group_by":"element"}`)
	o.ok("move_element", `{"element_ids":["$post4"],"delta":[0,0,1000]}`)
	var keys []string
	page := first
	for {
		for i := range page.at("clashes").len() {
			keys = append(keys, page.at("clashes", i, "key").text())
		}
		if page.at("total").number() != 5 || page.at("validation_run_id").text() !=
			first.at("validation_run_id").text() || page.at("groups", 0, "name").text() == "" {
			t.Errorf("page: %v", page.value)
		}
		next := page.at("next_cursor").text()
		if next == "" {
			break
		}
		page = o.ok("clash_detection", `{"limit":2,"cursor":"%s"}`, next)
	}
	if len(keys) != 5 || page.at("groups_total").number() != 1 || page.at("groups", 0, "clashes").number() != 5 ||
		page.at("groups", 0, "group").text() != o.id["slab"] {
		t.Errorf("%d clashes on all pages, the last one %v", len(keys), page.value)
	}
	if n := o.ok("list_validation_runs", `{}`).at("total").number(); n != 1 {
		t.Errorf("%d runs are recorded, want one", n)
	}
}

func TestClashesAreGrouped(t *testing.T) {
	o := roofed(t)
	o.posts(3)
	for by, want := range map[string]string{"category": "column + floor", "level": "Ground"} {
		d := o.ok("clash_detection", `{"group_by":"%s"}`, by)
		if d.at("groups_total").number() != 1 || d.at("groups", 0, "name").text() != want ||
			d.at("groups", 0, "clashes").number() != 3 {
			t.Errorf("by %s: %v", by, d.at("groups").value)
		}
	}
}

func TestWhatIsPassedOverIsCounted(t *testing.T) {
	o := roofed(t)
	d := o.ok("clash_detection", `{"exclude":{"category_pairs":[["floor","wall"]]},"detail":"full"}`)
	excluded := map[string]string{}
	for i := range d.at("excluded").len() {
		e := d.at("excluded", i)
		excluded[e.at("rule").text()] = fmt.Sprint(e.at("elements").number(), e.at("pairs").number())
	}
	want := map[string]string{"datums": "2 0", "sites": "2 0", "spaces": "1 0", "voids": "1 0", "hosted": "0 1",
		"excluded_category_pair": "0 4"}
	if fmt.Sprint(excluded) != fmt.Sprint(want) {
		t.Errorf("excluded %v, want %v", excluded, want)
	}
}

func TestATestOfNothingSaysSo(t *testing.T) {
	o := newOffice(t)
	e := o.call("clash_detection", `{"source":{"element_ids":["$door"]},"target":{"element_ids":["$door"]}}`)
	if !e.Success || len(e.Warnings) != 1 || e.Warnings[0].Code != "NOTHING_TESTED" {
		t.Errorf("%+v", e)
	}
}

func TestClashTestsThatMakeNoSense(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct {
		code      state.Code
		arguments string
	}{
		{state.InvalidInput, `{"mode":"soft"}`},
		{state.InvalidInput, `{"source_category":"wall","source":{"categories":["door"]}}`},
		{state.InvalidInput, `{"exclude":{"pairs":[["$door"]]}}`},
		{state.InvalidInput, `{"cursor":"nonsense"}`},
		{state.OutOfRange, `{"mode":"clearance"}`},
		{state.OutOfRange, `{"source_category":"wal"}`},
		{state.OutOfRange, `{"source_category":"room"}`},
		{state.NotFound, `{"source":{"element_ids":["nobody"]}}`},
		{state.NotFound, `{"at":"999"}`},
		{state.NotFound, `{"branch":"nowhere"}`},
	} {
		o.refused(c.code, "clash_detection", "%s", c.arguments)
	}
	if n := o.ok("list_validation_runs", `{}`).at("total").number(); n != 0 {
		t.Errorf("%d runs are recorded of tests that were refused", n)
	}
	o.refused(state.NotFound, "get_validation_run", `{"validation_run_id":"nobody"}`)
	o.refused(state.NotFound, "compare_validation_runs", `{"before":"nobody","after":"nobody"}`)
	o.refused(state.NotFound, "update_finding", `{"keys":["nobody"],"status":"reviewed","reasoning":"x"}`)
	o.refused(state.InvalidInput, "update_finding", `{"keys":[],"status":"reviewed","reasoning":"x"}`)
	o.refused(state.InvalidInput, "update_finding", `{"keys":["x"],"status":"reviewed","reasoning":""}`)
}

func TestRunsOfDifferentTestsAreComparedWithAWarning(t *testing.T) {
	o := roofed(t)
	one := o.ok("clash_detection", `{}`).at("validation_run_id").text()
	two := o.ok("clash_detection", `{"tolerance":5}`).at("validation_run_id").text()
	e := o.call("compare_validation_runs", `{"before":"%s","after":"%s"}`, one, two)
	if !e.Success || len(e.Warnings) != 1 || e.Warnings[0].Code != "DIFFERENT_TESTS" {
		t.Errorf("%+v", e)
	}
}

// TestAgentsDoNotApprove checks that an agent may look at findings and report on them, but needs the permission to
// approve. Its statements are dry runs by default.
func TestAgentsDoNotApprove(t *testing.T) {
	o := roofed(t)
	o.setHeight("south", 3000)
	_, key := o.one(o.ok("clash_detection", `{}`))
	o.open(mcp.Principal{ID: "bot", Kind: mcp.KindAgent, OnBehalfOf: "local",
		Permissions: map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpModify: {}}})
	status := func() string {
		t.Helper()
		c, _ := o.one(o.ok("clash_detection", `{}`))
		return c.at("status").text()
	}
	o.refused(state.PermissionDenied, "update_finding", `{"keys":["%s"],"status":"approved","reasoning":"fine"}`, key)
	o.ok("update_finding", `{"keys":["%s"],"status":"reviewed","reasoning":"seen"}`, key)
	if s := status(); s != "active" {
		t.Errorf("after a dry run it is %s", s)
	}
	o.ok("update_finding", `{"keys":["%s"],"status":"reviewed","reasoning":"seen","dry_run":false}`, key)
	if s := status(); s != "reviewed" {
		t.Errorf("after it was reviewed it is %s", s)
	}
}

// TestRunsOfOthersAreNotFound checks that the runs of another user's model are not found.
func TestRunsOfOthersAreNotFound(t *testing.T) {
	o := roofed(t)
	run := o.ok("clash_detection", `{}`).at("validation_run_id").text()
	eve := mcp.LocalHuman()
	eve.ID = "eve"
	o.open(eve)
	for tool, arguments := range map[string]string{
		"clash_detection":      `{"model_id":"$model"}`,
		"list_validation_runs": `{"model_id":"$model"}`,
		"get_validation_run":   `{"model_id":"$model","validation_run_id":"` + run + `"}`,
		"update_finding":       `{"model_id":"$model","keys":["k"],"status":"new","reasoning":"x"}`,
	} {
		o.refused(state.NotFound, tool, "%s", arguments)
	}
}

// TestAClashTestTellsItsProgress checks that the client receives progress of a test.
func TestAClashTestTellsItsProgress(t *testing.T) {
	o := roofed(t)
	var v, total float64
	view, err := projections.NewLive(o.store).View(context.Background(), o.id["model"], "main")
	if err != nil {
		t.Fatal(err)
	}
	a := checks.ClashDetection{}
	test, err := a.Test()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checks.CheckClashes(context.Background(), view, test,
		func(done, all float64, _ string) { v, total = done, all }); err != nil || v == 0 || v != total {
		t.Errorf("%v of %v: %v", v, total, err)
	}
}

// TestLimitsThatAModeDoesNotUseAreTold checks the warnings about limits that a mode does not use: a gap of 50 mm is no
// finding of a test for overlaps.
func TestLimitsThatAModeDoesNotUseAreTold(t *testing.T) {
	o := newOffice(t)
	for args, want := range map[string]string{
		`{"mode":"hard","clearance":50}`:                    "[CLEARANCE_NOT_USED]",
		`{"mode":"duplicate","clearance":50,"tolerance":5}`: "[CLEARANCE_NOT_USED]",
		`{"mode":"clearance","clearance":50,"tolerance":5}`: "[TOLERANCE_NOT_USED]",
		`{"mode":"all","clearance":50,"tolerance":5}`:       "[]",
		`{"clearance":50}`:                                  "[]",
		`{"mode":"hard","tolerance":5}`:                     "[]",
	} {
		env := o.call("clash_detection", "%s", args)
		var codes []string
		for _, w := range env.Warnings {
			codes = append(codes, w.Code)
		}
		if got := fmt.Sprint(codes); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}
