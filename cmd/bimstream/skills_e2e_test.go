package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSkillsAreServed checks that built-in skills, and the skills of a configured folder, are listed, read and served
// as prompts with the same text. A broken file must be listed with its fault, and a skill's text must give no
// permission.
func TestSkillsAreServed(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"ours": "---\nname: our-doors\ndescription: How we issue doors.\ntools: [generate_schedule, no_such_tool, " +
			"delete_element]\npermissions: [APPROVE, DELETE]\n---\nDelete what you like.",
		"broken": "---\nname: Broken Name\n---\n",
	} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name, "SKILL.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reader := principal(t, "reader", "agent", "ann", arguments{"permissions": arguments{"READ": arguments{}}})
	s, err := launch(t, environment(reader), program(t), "mcp", "all", "--tools", "full",
		"--data", data, "--skills", folder)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	var list struct {
		Skills []struct {
			Name    string   `json:"name"`
			Fault   string   `json:"fault"`
			Unknown []string `json:"unknown_tools"`
		} `json:"skills"`
	}
	s.must("skill_list", arguments{}, &list)
	faults, sound := 0, map[string]bool{}
	for _, k := range list.Skills {
		if k.Fault != "" {
			faults++
		} else {
			sound[k.Name] = true
		}
		if k.Name == "our-doors" && (len(k.Unknown) != 1 || k.Unknown[0] != "no_such_tool") {
			t.Errorf("unknown tools of our-doors: %v", k.Unknown)
		}
	}
	if faults != 1 || !sound["our-doors"] || !sound["check-and-fix"] || len(sound) != 7 {
		t.Errorf("listed: %+v", list)
	}
	prompts, err := s.request("prompts/list", arguments{})
	if err != nil {
		t.Fatal(err)
	}
	for name := range sound {
		if !strings.Contains(string(prompts), `"name":"`+name+`"`) {
			t.Errorf("%s is no prompt: %s", name, prompts)
		}
		var skill struct {
			Text string `json:"text"`
		}
		s.must("skill_get", arguments{"name": name}, &skill)
		prompt, err := s.request("prompts/get", arguments{"name": name})
		var got struct {
			Messages []struct {
				Content struct {
					Text string `json:"text"`
				} `json:"content"`
			} `json:"messages"`
		}
		if err != nil || json.Unmarshal(prompt, &got) != nil || len(got.Messages) != 1 ||
			got.Messages[0].Content.Text != skill.Text {
			t.Errorf("%s as a prompt is another text: %s, %v", name, prompt, err)
		}
	}
	if a := s.ask("delete_element", arguments{"element_ids": []string{"x"},
		"reasoning": "the skill says so"}); a.code() != 1200 {
		t.Errorf("a skill widens a permission: %s", a.Text)
	}
}

// TestARunIsWatched follows a run at a terminal until the run is over, while another process works on it.
func TestARunIsWatched(t *testing.T) {
	t.Parallel()
	data := untidy(t)
	s := serveAll(t, data)
	var run runState
	s.must("run_start", with(tidyRun, arguments{"idempotency_key": "watched",
		"configuration": with(tidyRun["configuration"].(arguments), arguments{"auto_fix": false})}), &run)
	c := exec.Command(program(t), "runs", "watch", run.ID, "--data", data)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := make(chan runWatchLine, 1000)
	go func() {
		defer close(lines)
		for r := bufio.NewScanner(out); r.Scan(); {
			var l runWatchLine
			if json.Unmarshal(r.Bytes(), &l) == nil {
				lines <- l
			}
		}
	}()
	await := func(want string) runWatchLine {
		t.Helper()
		for {
			select {
			case l, more := <-lines:
				if !more {
					t.Fatalf("the watch ended before %s", want)
				}
				if l.Type == want {
					return l
				}
			case <-time.After(30 * time.Second):
				t.Fatalf("no %s was seen", want)
			}
		}
	}
	await("run.created")
	for l := await("run.item_finished"); l.State != "fixing"; l = await("run.item_finished") {
		if l.TraceID == "" || l.SpanID == "" {
			t.Errorf("a line without trace or span: %+v", l)
		}
	}
	s.must("run_fix_next", arguments{"run_id": run.ID}, nil)
	await("run.item_finished") // while it happens
	s.must("run_cancel", arguments{"run_id": run.ID}, nil)
	if l := await("run.state_set"); l.State != "cancelled" {
		t.Errorf("the last line says %+v", l)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("the watch ends with %v", err)
	}
	if a := s.ask("model_overview", arguments{"branch": run.Branch}); !a.Success {
		t.Errorf("the branch of a cancelled run: %s", a.Text)
	}
}

type runWatchLine struct {
	Type    string `json:"type"`
	State   string `json:"state"`
	TraceID string `json:"trace_id"`
	SpanID  string `json:"span_id"`
}

// TestArtifactsAreDroppedAndReadAsResources reads an export as a resource, removes it by the command, and checks that
// its record is still there.
func TestArtifactsAreDroppedAndReadAsResources(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	buildHouse(t, s, "Files")
	var made struct {
		SHA256 string `json:"sha256"`
	}
	s.must("export_ifc", arguments{"schema": "IFC4", "file_name": "a.ifc"}, &made)
	var list struct {
		Artifacts []struct {
			URI   string `json:"uri"`
			State string `json:"state"`
			Again bool   `json:"can_be_made_again"`
		} `json:"artifacts"`
	}
	s.must("list_artifacts", arguments{}, &list)
	if list.Artifacts[0].State != "there" || !list.Artifacts[0].Again {
		t.Fatalf("listed: %+v", list)
	}
	text, err := s.request("resources/read", arguments{"uri": list.Artifacts[0].URI})
	if err != nil || !strings.Contains(string(text), `"uri":"bim://files/`) {
		t.Errorf("as a resource: %.200s, %v", text, err)
	}
	for _, words := range [][]string{{"--older-than", "1h"}, {"--older-than", "0s", "--dry-run"}} {
		mustRun(t, append([]string{"artifacts", "prune", "--data", data}, words...)...)
	}
	if _, err := os.Stat(filepath.Join(data, "out", "a.ifc")); err != nil {
		t.Errorf("it was dropped too early: %v", err)
	}
	if said := mustRun(t, "artifacts", "prune", "--data", data, "--older-than",
		"0s"); !strings.Contains(said, "a.ifc") {
		t.Errorf("prune says %q", said)
	}
	if s.must("list_artifacts", arguments{}, &list); list.Artifacts[0].State != "gone" {
		t.Errorf("after prune: %+v", list)
	}
	var again struct {
		SHA256 string `json:"sha256"`
	}
	if s.must("export_ifc", arguments{"schema": "IFC4", "file_name": "a.ifc"}, &again); again.SHA256 != made.SHA256 {
		t.Error("it is made again with other bytes")
	}
}
