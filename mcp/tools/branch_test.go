package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// office is a server over a store on disk, with a model of four joined walls, a door and a room in it.
type office struct {
	backend *app.Backend
	t       *testing.T
	dir     string
	store   *sqlite.Store
	server  *mcp.Server
	clock   time.Time
	ticks   *sync.Mutex       // guards clock: calls may be concurrent
	out     string            // where files go
	id      map[string]string // ids of created elements, by name
	files   int               // number of files exported to be edited
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{t: t, dir: t.TempDir(), clock: time.Date(2026, 5, 4, 8, 0, 0, 0, time.UTC), id: map[string]string{},
		ticks: new(sync.Mutex)}
	o.open(mcp.LocalHuman())
	o.make("model", "create_model", `{"name":"Office"}`)
	o.make("ground", "create_level", `{"name":"Ground","elevation":0}`)
	o.make("upper", "create_level", `{"name":"Upper","elevation":3000}`)
	for name, line := range map[string]string{"south": "[0,0]|[6000,0]", "east": "[6000,0]|[6000,4000]",
		"north": "[6000,4000]|[0,4000]", "west": "[0,4000]|[0,0]"} {
		start, end, _ := strings.Cut(line, "|")
		o.make(name, "create_wall",
			`{"name":"%s","level_id":"$ground","start":%s,"end":%s,"height":2800,"thickness":200}`, name, start, end)
	}
	o.ok("join_elements", `{"element_ids":["$south","$east","$north","$west"],"join_type":"auto"}`)
	o.make("door", "place_door", `{"wall_id":"$south","offset":1000,"width":900,"height":2100}`)
	o.make("hall", "create_room", `{"name":"Hall","number":"1","level_id":"$ground","seed":[3000,2000]}`)
	return o
}

// open starts a server for a principal, like another process.
func (o *office) open(p mcp.Principal) {
	o.t.Helper()
	store, err := sqlite.Open(o.dir, sqlite.Options{})
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { _ = store.Close() })
	o.store = store
	o.out = o.t.TempDir()
	b := &app.Backend{Store: store, Live: projections.NewLive(store), OutDir: o.out, Version: "test"}
	o.backend = b
	r, err := mcp.NewRegistry(Table(b))
	if err != nil {
		o.t.Fatal(err)
	}
	b.Served, b.Lists = r, func(mcp.Principal, string) bool { return true }
	o.server, err = mcp.New(mcp.Config{Registry: r, Store: store, Principal: p, Name: "test",
		Version: "test", Clock: o.tick, About: b.About()})
	if err != nil {
		o.t.Fatal(err)
	}
	server := o.server
	o.t.Cleanup(func() { _ = server.Close(context.Background()) })
}

// tick returns a time one second after the last.
func (o *office) tick() time.Time {
	o.ticks.Lock()
	defer o.ticks.Unlock()
	o.clock = o.clock.Add(time.Second)
	return o.clock
}

// call calls a tool. $name in the arguments is replaced by the id of the element created under that name.
func (o *office) call(tool, arguments string, values ...any) mcp.Envelope {
	o.t.Helper()
	text := fmt.Sprintf(arguments, values...)
	for name, id := range o.id {
		text = strings.ReplaceAll(text, `"$`+name+`"`, `"`+id+`"`)
	}
	return o.server.Call(context.Background(), tool, json.RawMessage(text))
}

// ok calls a tool that must succeed, and returns its data.
func (o *office) ok(tool, arguments string, values ...any) answer {
	o.t.Helper()
	e := o.call(tool, arguments, values...)
	if !e.Success {
		o.t.Fatalf("%s: %s: %s %v", tool, e.Error.Name, e.Error.Message, e.Error.Data)
	}
	var data any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		o.t.Fatal(err)
	}
	return answer{o.t, data}
}

// refused calls a tool that must fail with a code, and returns the error's data.
func (o *office) refused(code state.Code, tool, arguments string, values ...any) answer {
	o.t.Helper()
	e := o.call(tool, arguments, values...)
	if e.Success || e.Error.Code != int(code) {
		o.t.Fatalf("%s: want %s, got %+v %s", tool, code.Name(), e.Error, e.Data)
	}
	text, err := json.Marshal(e.Error.Data)
	if err != nil {
		o.t.Fatal(err)
	}
	var data any
	if err := json.Unmarshal(text, &data); err != nil {
		o.t.Fatal(err)
	}
	return answer{o.t, data}
}

func (o *office) make(name, tool, arguments string, values ...any) {
	o.t.Helper()
	d := o.ok(tool, arguments, values...)
	o.id[name] = d.at("element_id").text()
	if tool == "create_model" {
		o.id[name] = d.at("model_id").text()
	}
}

// answer is a part of a tool's reply.
type answer struct {
	t     *testing.T
	value any
}

// at follows a path of names and indexes.
func (a answer) at(path ...any) answer {
	a.t.Helper()
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := a.value.(map[string]any)
			a.value = object[step]
		case int:
			list, _ := a.value.([]any)
			if step >= len(list) {
				a.t.Fatalf("%v has no place %d", a.value, step)
			}
			a.value = list[step]
		}
	}
	return a
}

func (a answer) text() string { s, _ := a.value.(string); return s }
func (a answer) len() int     { l, _ := a.value.([]any); return len(l) }
func (a answer) number() int  { n, _ := a.value.(float64); return int(n) }

// height returns a wall's height on a branch, at a state.
func (o *office) height(wall, branch, at string) int {
	o.t.Helper()
	return o.ok("get_element", `{"element_id":"$%s","branch":"%s","at":"%s"}`, wall, branch,
		at).at("params", "height").number()
}

func (o *office) revision(branch string) int {
	o.t.Helper()
	return o.ok("model_overview", `{"branch":"%s"}`, branch).at("revision").number()
}

func (o *office) stateHash(branch, at string) string {
	o.t.Helper()
	return o.ok("model_overview", `{"branch":"%s","at":"%s","include_state_hash":true}`,
		branch, at).at("state_hash").text()
}

// TestToolsWorkOnABranch checks that tools work on a branch and do not affect main.
func TestToolsWorkOnABranch(t *testing.T) {
	o := newOffice(t)
	main := o.stateHash("main", "")
	made := o.ok("create_branch", `{"name":"option","description":"a wider hall"}`)
	if made.at("parent").text() != "main" || made.at("fork_revision").number() != o.revision("main") ||
		made.at("events").len() != 1 {
		t.Errorf("created: %v", made.value)
	}
	if o.stateHash("option", "") != main {
		t.Error("the branch begins with another state")
	}
	o.ok("modify_parameter", `{"branch":"option","element_id":"$south","parameter_name":"height","value":3000}`)
	o.make("window", "place_window",
		`{"branch":"option","wall_id":"$north","offset":1000,"width":1200,"height":1200,"sill_height":900}`)
	o.ok("delete_element", `{"branch":"option","element_ids":["$door"]}`)
	if o.height("south", "option", "") != 3000 || o.height("south", "main", "") != 2800 ||
		o.stateHash("main", "") != main {
		t.Error("main sees the branch, or the branch does not see itself")
	}
	o.refused(state.NotFound, "get_element", `{"element_id":"$window"}`)
	o.refused(state.NotFound, "get_element", `{"element_id":"$door","branch":"option"}`)
	if area := o.ok("room_analysis", `{"room_id":"$hall","branch":"option"}`).at("area_m2"); area.value == nil {
		t.Errorf("room on the branch: %v", area.value)
	}
	events := o.ok("list_events", `{"branch":"option"}`)
	if events.at("events", 0, "type").text() != "branch.created" ||
		events.at("events").len() != o.revision("option")+1 {
		t.Errorf("events: %v", events.value)
	}
	history := o.ok("element_history", `{"element_id":"$south","branch":"option"}`)
	if n := history.at("entries").len(); n < 3 || history.at("entries", 0, "branch").text() != "main" ||
		history.at("entries", n-1, "branch").value != nil {
		t.Errorf("history over the fork: %v", history.value)
	}
	file := o.ok("export_ifc", `{"schema":"IFC4","branch":"option"}`)
	if !strings.Contains(file.at("path").text(), "option") {
		t.Errorf("exported: %v", file.value)
	}
	list := o.ok("list_branches", `{}`)
	if list.at("branches").len() != 2 || list.at("branches", 1, "parent").text() != "main" ||
		list.at("branches", 1, "unmerged_events").number() != o.revision("option") {
		t.Errorf("branches: %v", list.value)
	}
	o.refused(state.AlreadyExists, "create_branch", `{"name":"option"}`)
	o.refused(state.AlreadyExists, "create_branch", `{"name":"main"}`)
	o.refused(state.OutOfRange, "create_branch", `{"name":"no spaces"}`)
	o.refused(state.NotFound, "create_branch", `{"name":"x","branch":"nowhere"}`)
	if o.ok("create_branch", `{"name":"dry","dry_run":true}`); o.ok("list_branches", `{}`).at("branches").len() != 2 {
		t.Error("a dry run made a branch")
	}
}

// TestBranchesOfBranches forks a branch from a past state of a branch, in another process.
func TestBranchesOfBranches(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"a"}`)
	o.ok("modify_parameter", `{"branch":"a","element_id":"$south","parameter_name":"height","value":3000}`)
	past := o.revision("a")
	o.ok("modify_parameter", `{"branch":"a","element_id":"$south","parameter_name":"height","value":3100}`)
	o.ok("create_branch", `{"name":"a/b","branch":"a","at":"%d"}`, past)
	o.open(mcp.LocalHuman())
	if h := o.height("south", "a/b", ""); h != 3000 {
		t.Errorf("height on the inner branch: %d", h)
	}
}

// TestAtTakesRevisionTimeAndTag checks that at accepts a revision, a time and a tag, also in exports.
func TestAtTakesRevisionTimeAndTag(t *testing.T) {
	o := newOffice(t)
	before, when := o.revision("main"), o.clock.Format(time.RFC3339Nano)
	tagged := o.ok("tag_revision", `{"name":"concept","description":"as shown to the client"}`)
	if tagged.at("revision").number() != before || o.revision("main") != before {
		t.Errorf("tagged %v; tagging moves the branch", tagged.value)
	}
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":3000}`)
	for _, at := range []string{fmt.Sprint(before), when, "concept"} {
		if h := o.height("south", "main", at); h != 2800 {
			t.Errorf("at %s: height %d", at, h)
		}
	}
	if got := o.ok("export_ifc", `{"schema":"IFC4","at":"concept"}`).at("revision").number(); got != before {
		t.Errorf("exported revision %d", got)
	}
	o.refused(state.AlreadyExists, "tag_revision", `{"name":"concept"}`)
	o.refused(state.OutOfRange, "tag_revision", `{"name":"12"}`)
	o.refused(state.AlreadyExists, "tag_revision", `{"name":"main"}`) // at: "main" is its last state
	o.refused(state.AlreadyExists, "create_branch", `{"name":"concept"}`)
	o.refused(state.NotFound, "model_overview", `{"at":"sketch"}`)
	o.ok("create_branch", `{"name":"option","at":"concept"}`)
	o.refused(state.IllegalState, "model_overview", `{"at":"concept","branch":"option"}`)
	if list := o.ok("list_branches", `{}`); list.at("tags", 0, "name").text() != "concept" {
		t.Errorf("tags: %v", list.value)
	}
}

// TestMergeBranch changes one height on both sides: the preview names the conflict, the merge is refused, and succeeds
// after a decision.
func TestMergeBranch(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("modify_parameter", `{"branch":"option","element_id":"$south","parameter_name":"height","value":3200}`)
	o.make("window", "place_window",
		`{"branch":"option","wall_id":"$north","offset":1000,"width":1200,"height":1200,"sill_height":900}`)
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":3000}`)
	before := o.revision("main")

	diff := o.ok("diff_branches", `{"source":"option"}`)
	if diff.at("source_counts", "added").number() != 2 || diff.at("source_counts", "modified").number() != 1 ||
		diff.at("target_counts", "modified").number() != 1 {
		t.Errorf("diff: %v", diff.value)
	}
	preview := o.ok("merge_branch", `{"source":"option","dry_run":true}`)
	conflict := preview.at("conflicts", 0)
	if preview.at("open_conflicts").number() != 1 || preview.at("merged").value != false ||
		conflict.at("class").text() != "value" ||
		conflict.at("name").text() != "south" || conflict.at("base").number() != 2800 ||
		conflict.at("ours").number() != 3000 || conflict.at("theirs").number() != 3200 {
		t.Fatalf("preview: %v", preview.value)
	}
	id := conflict.at("conflict_id").text()
	refused := o.refused(state.MergeConflict, "merge_branch", `{"source":"option"}`)
	if refused.at("conflicts", 0, "conflict_id").text() != id || o.revision("main") != before {
		t.Errorf("refused with %v", refused.value)
	}
	merged := o.ok("merge_branch",
		`{"source":"option","decisions":[{"conflict_id":"%s","take":"value","value":3100}]}`, id)
	n := merged.at("event_count").number()
	if !strings.HasPrefix(merged.at("summary").text(),
		`merged "option" into "main": 2 created, 1 modified, 2 that follow`) ||
		merged.at("modified", 2, "derived").value != true {
		t.Errorf("the merge tells %v", merged.value)
	}
	if merged.at("merged").value != true || merged.at("events", 0, "type").text() != "branch.merged" ||
		o.revision("main") != before+n {
		t.Errorf("merged: %v", merged.value)
	}
	if o.height("south", "main", "") != 3100 {
		t.Error("the decided value is not there")
	}
	o.ok("get_element", `{"element_id":"$window"}`)
	again := o.ok("merge_branch", `{"source":"option"}`)
	if again.at("merged").value != false || o.revision("main") != before+n {
		t.Errorf("merging again: %v", again.value)
	}
	if back := o.ok("merge_branch", `{"branch":"option","source":"main"}`); back.at("conflicts").len() != 0 ||
		o.stateHash("option", "") != o.stateHash("main", "") {
		t.Errorf("merging back: %v", back.value)
	}
	o.refused(state.InvalidInput, "merge_branch", `{"source":"main"}`)
	o.refused(state.NotFound, "merge_branch", `{"source":"nowhere"}`)
}

// TestAConflictTellsWhatEachChoiceDoes checks that a conflict has a line that describes it, and the effects of each
// choice on other elements. One side widened an opening that a duct runs through, and the other deleted it.
func TestAConflictTellsWhatEachChoiceDoes(t *testing.T) {
	o := newOffice(t)
	o.make(
		"hole",
		"create_opening",
		`{"host_id":"$north","location":[1300,4000],"width":600,"height":400,"sill_height":2200,"opening_type":"opening"}`,
	)
	o.make(
		"duct",
		"create_segment",
		`{"level_id":"$ground","system":"duct","path":[[1300,2000,2400],[1300,6000,2400]],"profile":{"shape":"rectangle","width":300,"depth":200},"name":"Supply"}`,
	)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("delete_element", `{"branch":"option","element_ids":["$hole"]}`)
	o.ok("modify_parameter", `{"element_id":"$hole","parameter_name":"width","value":800}`)
	preview := o.ok("merge_branch", `{"source":"option","dry_run":true}`)
	conflict := preview.at("conflicts", 0)
	if line := conflict.at("line").text(); !strings.HasPrefix(line, "opening ") ||
		!strings.Contains(line, "theirs not there") || preview.at("would_merge").value != false {
		t.Errorf("the line: %s", line)
	}
	theirs := fmt.Sprint(conflict.at("consequences", "theirs").value)
	if !strings.Contains(theirs, `duct "Supply" would lose its opening`) ||
		strings.Contains(fmt.Sprint(conflict.at("consequences", "ours").value), "lose") {
		t.Errorf("consequences: %v", conflict.at("consequences").value)
	}
	if text := preview.at("summary").text(); !strings.HasPrefix(text, "would not merge: 1 of 1 conflicts are open") {
		t.Errorf("summary: %s", text)
	}
}

// TestDifferencesNameWhatFollows checks that comparisons of branches and revisions include derived changes, marked as
// such, with figures on request.
func TestDifferencesNameWhatFollows(t *testing.T) {
	o := newOffice(t)
	before := o.revision("main")
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("move_element", `{"branch":"option","element_ids":["$north"],"delta":[0,500,0]}`)
	o.ok("move_element", `{"element_ids":["$north"],"delta":[0,500,0]}`)
	for _, d := range []answer{o.ok("diff_branches", `{"source":"option","effects":"figures"}`),
		o.ok("diff_revisions", `{"from":%d,"effects":"figures"}`, before)} {
		hall := answer{}
		for i := range d.at("changes").len() {
			if line := d.at("changes", i); line.at("name").text() == "Hall" && line.at("change").text() == "derived" {
				hall = line
			}
		}
		if hall.value == nil || fmt.Sprint(hall.at("changed").value) != "[extent]" ||
			hall.at("before", "area_m2").value == hall.at("after", "area_m2").value {
			t.Errorf("the hall: %v in %v", hall.value, d.value)
		}
	}
}

// TestAHistoryTellsWhatFollowed checks that the history of a room includes effects of changes to other elements, with
// the cause and the areas of the room. This also holds across a fork.
func TestAHistoryTellsWhatFollowed(t *testing.T) {
	o := newOffice(t)
	o.ok("move_element", `{"element_ids":["$north"],"delta":[0,500,0],"reasoning":"more space"}`)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("modify_parameter", `{"branch":"option","element_id":"$south","parameter_name":"thickness","value":300}`)
	o.ok("set_properties",
		`{"branch":"option","element_ids":["$south"],"psets":{"Pset_WallCommon":{"FireRating":"REI 60"}}}`)
	history := o.ok("element_history", `{"element_id":"Hall","branch":"option"}`)
	var told []string
	for i := range history.at("entries").len() {
		if e := history.at("entries", i); e.at("derived").value == true {
			told = append(told, fmt.Sprintf("%s %s (%s)", e.at("branch").text(),
				e.at("cause").text(), e.at("reasoning").text()))
		}
	}
	want := []string{"main north moved: 22.04 to 24.94 m2 (more space)",
		" south changed (thickness): 24.94 to 24.65 m2 ()"}
	if !slices.Equal(told[max(0, len(told)-2):], want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

// TestResolveConflict checks that a decision can be recorded before the merge, and lapses when the values change.
func TestResolveConflict(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("modify_parameter", `{"branch":"option","element_id":"$south","parameter_name":"height","value":3200}`)
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":3000}`)
	preview := func() answer { return o.ok("merge_branch", `{"source":"option","dry_run":true}`) }
	id := preview().at("conflicts", 0, "conflict_id").text()
	o.refused(state.NotFound, "resolve_conflict", `{"source":"option","conflict_id":"none","take":"ours"}`)
	if left := o.ok("resolve_conflict", `{"source":"option","conflict_id":"%s","take":"theirs"}`,
		id); left.at("open_conflicts").number() != 0 {
		t.Errorf("left: %v", left.value)
	}
	if p := preview(); p.at("open_conflicts").number() != 0 ||
		p.at("conflicts", 0, "decision", "by").text() != "record" {
		t.Errorf("preview with the record: %v", p.value)
	}
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":3050}`)
	if p := preview(); p.at("open_conflicts").number() != 1 || p.at("conflicts", 0, "conflict_id").text() == id {
		t.Errorf("preview after a change: %v", p.value)
	}
	merged := o.ok("merge_branch", `{"source":"option","policy":"ours"}`)
	if merged.at("conflicts", 0, "decision", "by").text() != "policy" || o.height("south", "main", "") != 3050 {
		t.Errorf("merged by policy: %v", merged.value)
	}
}

// TestAgentsDoNotMerge checks that agents may preview a merge but not carry it out.
func TestAgentsDoNotMerge(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("modify_parameter", `{"branch":"option","element_id":"$south","parameter_name":"height","value":3200}`)
	agent := mcp.LocalHuman()
	agent.ID, agent.Kind, agent.OnBehalfOf = "bot", mcp.KindAgent, "local"
	delete(agent.Permissions, mcp.OpApprove)
	o.open(agent)
	if p := o.ok("merge_branch", `{"source":"option","reasoning":"to see"}`); p.at("counts", "modified").number() != 1 {
		t.Errorf("preview: %v", p.value)
	}
	o.refused(state.ApprovalRequired, "merge_branch", `{"source":"option","reasoning":"to do","dry_run":false}`)
}

// TestConcurrentCommandsAreRebased checks that a command that expects an older revision succeeds if others changed
// other elements, and otherwise is refused with their names.
func TestConcurrentCommandsAreRebased(t *testing.T) {
	o := newOffice(t)
	seen := o.revision("main")
	o.ok("modify_parameter",
		`{"element_id":"$south","parameter_name":"name","value":"South facade","reasoning":"tidier"}`)
	e := o.call("modify_parameter",
		`{"element_id":"$south","parameter_name":"height","value":3000,"expected_revision":%d}`, seen)
	if !e.Success || len(e.Warnings) != 1 || e.Warnings[0].Code != "REBASED" {
		t.Fatalf("another facet: %+v %v", e.Error, e.Warnings)
	}
	d := o.refused(state.RevisionConflict, "modify_parameter",
		`{"element_id":"$south","parameter_name":"height","value":3100,"expected_revision":%d}`, seen)
	if d.at("facet").text() != "param.height" || d.at("element_name").text() != "South facade" ||
		d.at("other", "user_id").text() != "local" || d.at("other", "tool").text() != "modify_parameter" {
		t.Errorf("the conflict says %v", d.value)
	}
	o.refused(state.RevisionConflict, "place_door",
		`{"wall_id":"$south","offset":4000,"width":900,"height":2100,"expected_revision":%d}`, seen)
	o.ok("delete_element", `{"element_ids":["$door"]}`)
	d = o.refused(state.RevisionConflict, "modify_parameter",
		`{"element_id":"$door","parameter_name":"width","value":800,"expected_revision":%d}`, seen)
	if d.at("facet").text() != "existence" {
		t.Errorf("a deleted element: %v", d.value)
	}
	o.refused(state.RevisionConflict, "modify_parameter",
		`{"element_id":"$south","parameter_name":"height","value":3100,"expected_revision":999}`)
}

// TestUndoTool checks that undo takes back whole changes, and refuses a change that later ones depend on.
func TestUndoTool(t *testing.T) {
	o := newOffice(t)
	before := o.stateHash("main", "")
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":3000}`)
	done := o.ok("undo", `{"reasoning":"too high"}`)
	// The hall also changes, because it is as high as its lowest walls. The south wall determines its height if the id
	// of the south wall comes first.
	if done.at("counts", "modified").number() != 1 || o.stateHash("main", "") != before {
		t.Errorf("undone: %v", done.value)
	}
	o.ok("undo", `{}`) // undo the undo
	if o.height("south", "main", "") != 3000 {
		t.Error("undoing the undo does not bring the change back")
	}
	o.goesFurtherBack()
	o.make("wall", "create_wall", `{"level_id":"$upper","start":[0,0],"end":[5000,0],"height":2500,"thickness":150}`)
	wall := o.revision("main")
	o.make("pane", "place_window", `{"wall_id":"$wall","offset":500,"width":900,"height":900,"sill_height":900}`)
	refused := o.refused(state.IllegalState, "undo", `{"revision":%d}`, wall)
	if refused.at("conflicts", 0, "name").text() == "" {
		t.Errorf("refused: %v", refused.value)
	}
	o.ok("undo", `{"revision":%d,"from_revision":%d}`, o.revision("main"), wall)
	o.refused(state.NotFound, "get_element", `{"element_id":"$wall"}`)
	o.refused(state.IllegalState, "undo", `{"revision":1}`)
}

// besidesDryRun returns the warnings of a reply without the warning that describes how to commit a dry run.
func besidesDryRun(e mcp.Envelope) []mcp.Warning {
	return slices.DeleteFunc(slices.Clone(e.Warnings), func(w mcp.Warning) bool { return w.Code == "DRY_RUN" })
}

// goesFurtherBack makes two changes and undoes twice. The warning of the second undo says that it brings the last
// change back, and names the call that undoes both.
func (o *office) goesFurtherBack() {
	o.t.Helper()
	before := o.stateHash("main", "")
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":3100}`)
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"name","value":"Street side"}`)
	if e := o.call("undo", `{}`); len(e.Warnings) > 0 {
		o.t.Errorf("an undo warns: %+v", e.Warnings)
	}
	e := o.call("undo", `{"dry_run":true}`)
	said := besidesDryRun(e)
	if len(said) != 1 || said[0].Code != "UNDO_OF_UNDO" {
		o.t.Fatalf("an undo of an undo warns: %+v", e.Warnings)
	}
	o.ok("undo", `{"from_revision":%v}`, said[0].Data["from_revision"])
	if o.stateHash("main", "") != before {
		o.t.Error("what the warning says does not take back both changes")
	}
}

// TestDiffRevisions checks that diff_revisions returns the added, deleted and modified elements, with old and new
// values.
func TestDiffRevisions(t *testing.T) {
	o := newOffice(t)
	from := o.revision("main")
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":3000}`)
	o.ok("delete_element", `{"element_ids":["$door"]}`)
	o.ok("define_material", `{"name":"Brick"}`)
	d := o.ok("diff_revisions", `{"from":"%d"}`, from)
	if d.at("counts", "added").number() != 1 || d.at("counts", "deleted").number() != 2 ||
		d.at("counts", "modified").number() != 1 || d.at("total").number() != 5 ||
		d.at("counts", "derived").number() != 1 {
		t.Errorf("counts: %v", d.value)
	}
	last := d.at("changes", 3, "changes", 0)
	if last.at("facet").text() != "param.height" || last.at("from").number() != 2800 || last.at("to").number() != 3000 {
		t.Errorf("modified: %v", d.at("changes", 3).value)
	}
	back := o.ok("diff_revisions", `{"from":"%d","to":"%d","limit":1}`, o.revision("main"), from)
	if back.at("counts", "added").number() != 2 || back.at("changes").len() != 1 ||
		back.at("next_cursor").text() == "" {
		t.Errorf("backwards: %v", back.value)
	}
	for _, argument := range []string{"from", "to"} {
		refused := o.call("diff_revisions", `{"from":"1","%s":"no-such-tag"}`, argument)
		if refused.Success || !strings.HasPrefix(refused.Error.Message, argument+" is ") ||
			refused.Error.Data["parameter"] != argument {
			t.Errorf("a wrong %s: %+v", argument, refused.Error)
		}
	}
}
