package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// idsOf returns an IDS that requires a property of a class.
func idsOf(class, property string) string {
	return fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd">
<info><title>Gate</title></info><specifications><specification name="s" ifcVersion="IFC4">
<applicability minOccurs="0" maxOccurs="unbounded">
<entity><name><simpleValue>%s</simpleValue></name></entity></applicability>
<requirements><property dataType="IFCLABEL"><propertySet><simpleValue>Pset_WallCommon</simpleValue></propertySet>
<baseName><simpleValue>%s</simpleValue></baseName></property></requirements></specification></specifications></ids>
`, class, property)
}

// gateFile writes a file into the local person's folder.
func (o *office) gateFile(name, content string) {
	o.t.Helper()
	folder := filepath.Join(o.out, app.OwnFolder(mcp.LocalHuman()))
	if err := os.MkdirAll(folder, 0o750); err != nil {
		o.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
		o.t.Fatal(err)
	}
}

const fileRun = `{"configuration":{"name":"by file",
	"gates":[{"name":"asked","tool":"%s","args":%s,"allow_undecided":true}],
	"steps":[{"tool":"create_wall","args":{"name":"screen","level_id":"Ground",
		"start":[3000,1000],"end":[3000,3000],"height":1000,"thickness":100}}]}%s}`

// TestAGateKeepsItsFile checks that a gate uses the content that its file had at the beginning of the run, so that
// making the file less strict afterwards has no effect.
func TestAGateKeepsItsFile(t *testing.T) {
	const rule = "id\tstandard\tedition\tclause\tcheck\tquantity\top\tvalue\tunit\toriginal\tseverity\twhen\t" +
		"mark\tabout\n" +
		"OWN-1\tOurs\t1\t1\tdata_completeness\tdata_given\tgiven\tPset_WallCommon.FireRating\t-\t-\t%s\t" +
		"category:wall\tP\tasked\n"
	for _, c := range []struct{ name, tool, args, strict, lax string }{
		{"ids", "check_ids", `{"ids":"asked.file"}`, idsOf("IFCWALL", "FireRating"), idsOf("IFCSHIP", "FireRating")},
		{"rules", "data_completeness", `{"rules_file":"asked.file","rule_ids":["OWN-1"]}`, fmt.Sprintf(rule, "error"),
			fmt.Sprintf(rule, "info")},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := newOffice(t)
			o.gateFile("asked.file", c.strict)
			d := o.ok("run_start", fileRun, c.tool, c.args, `,"idempotency_key":"k"`)
			id := d.at("run_id").text()
			if d.at("ok").value != false || d.at("files", 0, "file").text() != "asked.file" {
				t.Fatalf("walls lack what is asked for: %v", d.value)
			}
			counting := d.at("report", 0, "counting").number()
			o.gateFile("asked.file", c.lax)
			d = o.ok("run_validate", `{"run_id":"%s"}`, id)
			if d.at("state").text() != "paused" || !strings.Contains(d.at("why").text(), "is not the one") {
				t.Fatalf("with a laxer file: %v", d.value)
			}
			o.refused(state.IllegalState, "run_open_merge", `{"run_id":"%s"}`, id)
			if d = o.ok("run_resume", `{"run_id":"%s"}`, id); d.at("state").text() != "paused" {
				t.Errorf("resumed with the laxer file: %v", d.value)
			}
			if again := o.ok("run_start", fileRun, c.tool, c.args,
				`,"idempotency_key":"k"`); again.at("run_id").text() != id ||
				again.at("files", 0, "sha256").text() != d.at("files", 0, "sha256").text() {
				t.Errorf("the same key with another file: %v", again.value)
			}
			o.gateFile("asked.file", c.strict)
			d = o.ok("run_resume", `{"run_id":"%s"}`, id)
			if d.at("ok").value != false || d.at("report", 0, "counting").number() != counting {
				t.Errorf("with the file put back: %v", d.value)
			}
		})
	}
}

// TestAMergeIsJudgedByTheFileOfItsRun checks that the merged state is judged by the file of the gate as it was at the
// beginning of the run.
func TestAMergeIsJudgedByTheFileOfItsRun(t *testing.T) {
	o := newOffice(t)
	o.gateFile("asked.file", idsOf("IFCSHIP", "FireRating"))
	d := o.ok("run_start", fileRun, "check_ids", `{"ids":"asked.file"}`, "")
	id := d.at("run_id").text()
	if d.at("state").text() != "ready_to_merge" {
		t.Fatalf("nothing is asked of walls: %v", d.value)
	}
	o.ok("create_wall",
		`{"name":"far","level_id":"$ground","start":[0,9000],"end":[3000,9000],"height":1000,"thickness":100}`)
	o.gateFile("asked.file", idsOf("IFCDOOR", "FireRating"))
	e := o.refused(state.IllegalState, "run_open_merge", `{"run_id":"%s"}`, id)
	if e.at("state").text() != "file_changed" || e.at("file").text() != "asked.file" {
		t.Errorf("the file has changed: %v", e.value)
	}
	o.gateFile("asked.file", idsOf("IFCSHIP", "FireRating"))
	if d = o.ok("run_open_merge", `{"run_id":"%s"}`, id); d.at("state").text() != "merged" {
		t.Errorf("with the file put back: %v", d.value)
	}
}

// TestAGateLooksAtItsBranch checks that a gate checks the current branch and records the check. Arguments to the
// contrary, and missing files, are refused.
func TestAGateLooksAtItsBranch(t *testing.T) {
	o := newOffice(t)
	for _, args := range []string{`{"ids":"a.ids","at":1}`, `{"ids":"a.ids","file":"a.ifc"}`,
		`{"ids":"a.ids","record":false}`,
		`{"ids":"a.ids","dry_run":true}`} {
		o.refused(state.SchemaValidationFailed, "run_start", fileRun, "check_ids", args, "")
	}
	o.refused(state.NotFound, "run_start", fileRun, "check_ids", `{"ids":"none.ids"}`, "")
	o.refused(state.NotFound, "run_start", fileRun, "code_compliance",
		`{"standard":"IBC","severity_threshold":"info","rules_file":"none.tsv"}`, "")
}
