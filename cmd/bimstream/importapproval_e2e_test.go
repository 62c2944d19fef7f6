//go:build linux

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestAnAgentsImportIsApproved imports as an agent that may not import into a new model by itself. The error names the
// alternative: the agent creates the model, requests the import into it and, after a person has approved it, imports
// exactly once.
func TestAnAgentsImportIsApproved(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	folder, tower := t.TempDir(), t.TempDir()
	mustRun(t, "generate", "--data", tower, "--elements", "200", "--storeys", "2")
	mustRun(t, "export", "--data", tower, filepath.Join(folder, "received.ifc"))
	who := principal(t, "bot", "agent", "ann", arguments{"limits": arguments{"max_elements_per_operation": 1000}})
	bot, err := launch(t, environment(who), program(t), "mcp", "all", "--tools", "full", "--data", g.data,
		"--in", folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bot.close)
	whole := arguments{"file": "received.ifc", "name": "Received", "dry_run": false, "reasoning": "from the consultant"}
	a := bot.ask("import_ifc", whole)
	request, _ := a.Error.Data["request"].(map[string]any)
	if a.code() != 1200 || request["tool"] != "create_model" ||
		!strings.Contains(fmt.Sprint(request["then"]), "model_id") {
		t.Fatalf("%s", a.Text)
	}
	bot.must("create_model", request["args"], nil)
	g.whatCannotBeSplit(folder, request["args"].(map[string]any)["name"])
	into := arguments{"file": "received.ifc", "model_id": request["args"].(map[string]any)["name"], "dry_run": false,
		"reasoning": "from the consultant"}
	var preview struct{ Elements int }
	bot.must("import_ifc", with(into, arguments{"dry_run": true}), &preview)
	a = bot.ask("import_ifc", into)
	id, _ := a.Error.Data["approval_id"].(string)
	if a.code() != 1201 || !strings.Contains(a.Error.Message, fmt.Sprintf("that %d elements", preview.Elements)) {
		t.Fatalf("%s", a.Text)
	}
	quoting := with(into, arguments{"approval_id": id})
	if a := bot.ask("import_ifc", quoting); a.code() != 1201 {
		t.Errorf("undecided: %s", a.Text)
	}
	g.approve(id, fmt.Sprintf("import %d", preview.Elements))
	var done struct{ Elements int }
	if bot.must("import_ifc", quoting, &done); done != preview {
		t.Errorf("imported %+v, previewed %+v", done, preview)
	}
	if a := bot.ask("import_ifc", quoting); a.Success {
		t.Errorf("a second time: %s", a.Text)
	}
}

// whatCannotBeSplit checks the error of an import that exceeds the limit of an agent. It must name the person who can
// raise the limit and the command for it, so that the agent can ask its user.
func (g *governed) whatCannotBeSplit(folder string, model any) {
	g.t.Helper()
	small, err := launch(g.t, environment(principal(g.t, "small", "agent", "ann", nil)), program(g.t), "mcp", "all",
		"--tools", "full", "--data", g.data, "--in", folder)
	if err != nil {
		g.t.Fatal(err)
	}
	defer small.close()
	a := small.ask("import_ifc", arguments{"file": "received.ifc", "model_id": model, "dry_run": false,
		"reasoning": "from the consultant"})
	by, _ := a.Error.Data["raised_by"].(map[string]any)
	command, _ := by["command"].(string)
	if a.code() != 1203 || !strings.HasPrefix(command, "bimstream config set limit.elements_per_operation ") {
		g.t.Fatalf("%s", a.Text)
	}
	request, _ := a.Error.Data["request"].(map[string]any)
	small.must(request["tool"].(string), request["args"], nil)
	if said, err := detached(g.t, g.annIs, append(strings.Fields(command)[1:], "--data", g.data)...); err != nil {
		g.t.Errorf("what it says: %v %s", err, said)
	}
	if a := small.ask("import_ifc", arguments{"file": "received.ifc", "model_id": model, "dry_run": false,
		"reasoning": "from the consultant"}); a.code() != 1201 {
		g.t.Errorf("within the limit: %s", a.Text)
	}
}

// TestAnAgentsImportThatIsTooLargeHasAWayOn checks the refusal of an import into a new model. It must suggest to create
// a model and to add a task for a person to it.
func TestAnAgentsImportThatIsTooLargeHasAWayOn(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	folder, tower := t.TempDir(), t.TempDir()
	mustRun(t, "generate", "--data", tower, "--elements", "200", "--storeys", "2")
	mustRun(t, "export", "--data", tower, filepath.Join(folder, "received.ifc"))
	small, err := launch(t, environment(principal(t, "small", "agent", "ann", nil)), program(t), "mcp", "all",
		"--tools", "full", "--data", g.data, "--in", folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(small.close)
	a := small.ask("import_ifc", arguments{"file": "received.ifc", "dry_run": false,
		"reasoning": "from the consultant"})
	request, _ := a.Error.Data["request"].(map[string]any)
	if a.code() != 1203 {
		t.Fatalf("%s", a.Text)
	}
	var made struct {
		ModelID string `json:"model_id"`
	}
	small.must(request["tool"].(string), request["args"], &made)
	a = small.ask("import_ifc", arguments{"file": "received.ifc", "model_id": made.ModelID, "dry_run": false,
		"reasoning": "from the consultant"})
	request, _ = a.Error.Data["request"].(map[string]any)
	if a.code() != 1203 || request["tool"] != "add_task" {
		t.Fatalf("%s", a.Text)
	}
	small.must("add_task", request["args"], nil)
}
