package tools

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/external"
)

// checker writes a program of the operator's list as a shell script, whose $1 is the IFC file.
func (o *office) checker(name, script string) {
	o.t.Helper()
	if runtime.GOOS == "windows" {
		o.t.Skip("the checkers of this test are shell scripts")
	}
	path := filepath.Join(o.t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		o.t.Fatal(err)
	}
	if o.backend.Checkers == nil {
		o.backend.Checkers = external.Checkers{}
	}
	o.backend.Checkers[name] = external.Checker{Command: []string{path}}
}

// TestAnExternalProgramIsAGate checks that a gate with a command runs the operator's program on the model of the run's
// branch. The gate fails while the program has findings, which name elements, and passes when the program passes the
// model.
func TestAnExternalProgramIsAGate(t *testing.T) {
	o := newOffice(t)
	o.checker("heights", `grep -q "FILE_SCHEMA(('IFC4'))" "$1" || exit 7
id=$(sed -n "s/^#[0-9]*=IFCWALL('\([^']*\)',[^,]*,'south'.*/\1/p" "$1")
if grep -q "'tall'" "$1"; then echo "all is well"; exit 0; fi
echo "looking at walls"
echo "{\"message\":\"no wall is tall\",\"rule\":\"H1\",\"severity\":\"warning\",\"global_id\":\"$id\"}"
exit 1`)
	start := `{"configuration":{"name":"by program","gates":[{"name":"heights","command":"heights"}]%s}}`
	d := o.ok("run_start", start, "")
	if d.at("ok").value != false || d.at("report", 0, "tool").text() != "check_external" ||
		d.at("report", 0, "counting").number() != 1 {
		t.Fatalf("the gate: %v", d.value)
	}
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, d.at("report", 0, "validation_run_id").text())
	if f := run.at("list", 0); f.at("elements", 0, "name").text() != "south" ||
		f.at("finding", "severity").text() != "warning" || run.at("summary", "output").text() != "looking at walls" {
		t.Errorf("the record: %v", run.value)
	}
	d = o.ok("run_start", start, `,"steps":[{"tool":"create_wall","args":{"name":"tall","level_id":"Ground",
		"start":[8000,0],"end":[9000,0],"height":2000,"thickness":100}}]`)
	if d.at("state").text() != "ready_to_merge" {
		t.Errorf("the program passes the branch: %v", d.value)
	}
	if again := o.ok("check_external", `{"command":"heights"}`); again.at("verdict").text() != "fail" ||
		again.at("findings", 0, "message").text() != "no wall is tall" {
		t.Errorf("main has no tall wall: %v", again.value)
	}
}

// TestAnExternalProgramThatDoesNotCheckPassesNothing checks that a program that does not check passes nothing, whether
// it ends with another status or is silent.
func TestAnExternalProgramThatDoesNotCheckPassesNothing(t *testing.T) {
	o := newOffice(t)
	o.checker("broken", `echo "cannot read the file" >&2; exit 2`)
	o.checker("silent", `exit 1`)
	o.checker("hostile", `printf '{"message":"\\u001b[2Jall is well"}\n'; printf 'line \033]0;x\007\n'`)
	d := o.ok("check_external", `{"command":"broken"}`)
	if d.at("verdict").text() != "incomplete" || d.at("errors").text() != "cannot read the file" ||
		d.at("not_checked").len() != 1 {
		t.Errorf("status 2: %v", d.value)
	}
	r := o.ok("run_start", `{"configuration":{"name":"r","gates":[{"name":"g","command":"broken"}]}}`)
	if r.at("ok").value != false || !strings.Contains(r.at("report", 0, "why").text(), "not everything") {
		t.Errorf("a gate whose program is broken: %v", r.value)
	}
	if d = o.ok("check_external", `{"command":"silent"}`); d.at("verdict").text() != "fail" ||
		d.at("total").number() != 1 {
		t.Errorf("status 1 without a word: %v", d.value)
	}
	d = o.ok("check_external", `{"command":"hostile"}`)
	for _, said := range []string{d.at("findings", 0, "message").text(), d.at("output").text()} {
		if said == "" || strings.ContainsAny(said, "\033\007") {
			t.Errorf("raw: %q", said)
		}
	}
}

// TestAProgramThatIsNotInstalledIsSaidToBeMissing checks that TOOLCHAIN_MISSING names the missing program before a run
// begins, and that an unlisted program is a fault of the configuration.
func TestAProgramThatIsNotInstalledIsSaidToBeMissing(t *testing.T) {
	o := newOffice(t)
	start := `{"configuration":{"name":"r","gates":[{"name":"g","command":"%s"}]}}`
	e := o.call("run_start", start, "solibri").Error
	if e == nil || e.Name != state.SchemaValidationFailed.Name() || !strings.Contains(e.Message, "--checkers") ||
		!strings.Contains(e.Message, "/gates/0/command") {
		t.Fatalf("none is listed: %v", e)
	}
	o.refused(state.NotFound, "check_external", `{"command":"solibri"}`)
	none := o.call("check_external", `{"command":"solibri"}`).Error
	if known := string(app.MustEncode(none.Data["known"])); known != "[]" {
		t.Errorf("known are %s", known)
	}
	o.backend.Checkers = external.Checkers{"solibri": {Command: []string{"/opt/solibri/autorun", "{ifc}"}}}
	for tool, args := range map[string]string{"run_start": strings.ReplaceAll(start, "%s", "solibri"),
		"check_external": `{"command":"solibri"}`} {
		e = o.call(tool, "%s", args).Error
		if e == nil || e.Name != state.ToolchainMissing.Name() ||
			e.Data["program"] != "autorun" || strings.Contains(e.Message, "/opt") || e.Retryable {
			t.Fatalf("%s: %v", tool, e)
		}
	}
	if n := o.ok("run_list", `{}`).at("total").number(); n != 0 {
		t.Errorf("%v runs exist although none could begin", n)
	}
	o.refused(state.SchemaValidationFailed, "run_start",
		`{"configuration":{"name":"r","gates":[{"name":"g","tool":"clash_detection","command":"solibri"}]}}`)
}
