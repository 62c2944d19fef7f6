package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// knowing returns the metadata of a request of the newer protocol from a client that supports tasks.
func knowing() arguments {
	meta := maps.Clone(modernMeta)
	meta["io.modelcontextprotocol/clientCapabilities"] = arguments{
		"extensions": arguments{"io.modelcontextprotocol/tasks": arguments{}}}
	return meta
}

// protocolTask is a task in the form of its handle and of tasks/get.
type protocolTask struct {
	ResultType     string `json:"resultType"`
	TaskID         string `json:"taskId"`
	Status         string
	TTL            json.RawMessage `json:"ttlMs"`
	CreatedAt      time.Time       `json:"createdAt"`
	LastUpdatedAt  time.Time       `json:"lastUpdatedAt"`
	PollIntervalMs int             `json:"pollIntervalMs"`
	InputRequests  map[string]struct{ Params struct{ Message string } }
	Result         *struct {
		IsError           bool            `json:"isError"`
		StructuredContent json.RawMessage `json:"structuredContent"`
		Content           []struct{ Type string }
	}
	Error *struct{ Code int }
}

// said returns the reply of a completed task.
func (p protocolTask) said() string {
	if p.Result == nil {
		return ""
	}
	return string(p.Result.StructuredContent)
}

func (s *server) extension(method string, meta, params arguments) (out protocolTask, err error) {
	s.t.Helper()
	params = with(params, arguments{"_meta": meta})
	result, err := s.request(method, params)
	if err == nil {
		err = json.Unmarshal(result, &out)
	}
	return out, err
}

// endOf queries a task until it has ended or asks its client.
func (s *server) endOf(id string) protocolTask {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		task, err := s.extension("tasks/get", knowing(), arguments{"taskId": id})
		if err != nil {
			s.t.Fatal(err)
		}
		if task.Status != "working" {
			return task
		}
	}
	s.t.Fatalf("task %s does not end", id)
	return protocolTask{}
}

// TestCallsAreTasksForWhoKnowsTasks checks that a call which may take long is answered with a handle if this request
// declares support for tasks. The handle is valid in another process, and only for its caller. A task whose process has
// died is reported as failed.
func TestCallsAreTasksForWhoKnowsTasks(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	s.do("create_model", arguments{"name": "m"})
	level := s.make("create_level", arguments{"name": "Ground", "elevation": 0})
	s.make("create_wall", arguments{"level_id": level, "start": mm{0, 0}, "end": mm{4000, 0}, "height": 2800,
		"thickness": 200})
	export := arguments{"name": "export_ifc", "arguments": arguments{"schema": "IFC4"}}
	if plain, err := s.extension("tools/call", modernMeta, export); err != nil || plain.TaskID != "" {
		t.Errorf("a client that does not know tasks gets one: %+v %v", plain, err)
	}
	light := arguments{"name": "list_models", "arguments": arguments{}}
	if quick, err := s.extension("tools/call", knowing(), light); err != nil || quick.TaskID != "" {
		t.Errorf("a call that does not last is a task: %+v %v", quick, err)
	}
	handle, err := s.extension("tools/call", knowing(), export)
	if err != nil || handle.ResultType != "task" || handle.Status != "working" || string(handle.TTL) != "null" ||
		handle.CreatedAt.IsZero() || handle.PollIntervalMs == 0 {
		t.Fatalf("the handle is %+v, %v", handle, err)
	}
	other := serveAll(t, data)
	for _, from := range []*server{s, other} {
		done := from.endOf(handle.TaskID)
		if done.ResultType != "complete" || done.Status != "completed" || done.Result == nil || done.Result.IsError ||
			!strings.Contains(string(done.Result.StructuredContent), `"schema":"IFC4"`) {
			t.Errorf("the task ended as %+v", done)
		}
	}
	refused, err := s.extension("tools/call", knowing(),
		arguments{"name": "export_ifc", "arguments": arguments{"schema": "IFC9"}})
	if err != nil {
		t.Fatal(err)
	}
	if done := s.endOf(refused.TaskID); done.Status != "completed" || done.Result == nil || !done.Result.IsError {
		t.Errorf("a refused call is a task that %+v", done)
	}
	for _, method := range []string{"tasks/update", "tasks/cancel"} {
		params := arguments{"taskId": handle.TaskID, "inputResponses": arguments{"x": 1}}
		if a, err := s.extension(method, knowing(), params); err != nil || a.ResultType != "complete" {
			t.Errorf("%s of a task that has ended: %+v %v", method, a, err)
		}
	}
	if again := s.endOf(handle.TaskID); again.Status != "completed" {
		t.Errorf("after tasks/cancel it is %s", again.Status)
	}
	stranger, err := launch(t, environment(principal(t, "bob", "human", "", arguments{})), program(t), "mcp", "all",
		"--data", data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stranger.close)
	for _, id := range []string{handle.TaskID, "00000000-0000-4000-8000-000000000000", "../x"} {
		if _, err := stranger.extension("tasks/get", knowing(), arguments{"taskId": id}); err == nil ||
			!strings.Contains(err.Error(), "-32602") {
			t.Errorf("a stranger asks for %s: %v", id, err)
		}
	}
}

// TestATaskAsksItsClient checks an import that needs the approval of a person at the client. The task asks during its
// work, another process sees the question and accepts the answer, and only the typed phrase imports.
func TestATaskAsksItsClient(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	g.ann.must("config_set", arguments{"key": "approval.bulk_threshold", "value": "1", "reasoning": "a test"}, nil)
	who := principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false, "client_approvals": arguments{}})
	bot, other := serveAll(t, g.data, who), serveAll(t, g.data, who)
	g.ann.must("export_ifc", arguments{"schema": "IFC4", "file_name": "received.ifc"}, nil)
	g.ann.must("create_model", arguments{"name": "Received"}, nil)
	meta := knowing()
	capabilities := maps.Clone(meta["io.modelcontextprotocol/clientCapabilities"].(arguments))
	capabilities["elicitation"] = arguments{}
	meta["io.modelcontextprotocol/clientCapabilities"] = capabilities
	call := arguments{"name": "import_ifc", "arguments": arguments{"file": "received.ifc", "model_id": "Received",
		"reasoning": "r"}}
	for _, typed := range []bool{false, true} {
		handle, err := bot.extension("tools/call", meta, call)
		if err != nil {
			t.Fatal(err)
		}
		asked := other.endOf(handle.TaskID)
		if asked.Status != "input_required" || len(asked.InputRequests) != 1 {
			t.Fatalf("it asks for an approval: %+v %s", asked, asked.said())
		}
		for id, question := range asked.InputRequests {
			_, phrase, _ := strings.Cut(question.Params.Message, "To agree, type: ")
			if !typed {
				phrase = "yes"
			}
			answer := arguments{id: arguments{"action": "accept", "content": arguments{"phrase": phrase}}}
			if _, err := other.extension("tasks/update", meta, arguments{"taskId": handle.TaskID,
				"inputResponses": answer}); err != nil {
				t.Fatal(err)
			}
		}
		done := other.endOf(handle.TaskID)
		for deadline := time.Now().Add(time.Minute); done.Status == "working" && time.Now().Before(deadline); {
			done = other.endOf(handle.TaskID)
		}
		if done.Status != "completed" || done.Result == nil || done.Result.IsError == typed {
			t.Errorf("the phrase is typed %t: %+v %s", typed, done, done.said())
		}
	}
}

// TestSkillsAreListedWithTheirFiles checks that skills/list returns each skill with its head and all its files. Their
// digests must match the results of resources/read, and a broken skill must be left out.
func TestSkillsAreListedWithTheirFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"ours/SKILL.md": "---\nname: our-doors\ndescription: How we issue doors.\ntools: " +
			"[export_table]\n---\nDo.",
		"ours/doors/list.csv": "a,b\n", "ours/.hidden": "x", "broken/SKILL.md": "---\nname: B\n---\n",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := launch(t, environment(), program(t), "mcp", "--data", t.TempDir(), "--skills", folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	result, err := s.request("skills/list", arguments{"_meta": modernMeta})
	if err != nil {
		t.Fatal(err)
	}
	type skill struct {
		URI         string
		Frontmatter map[string]any
		Resources   []struct {
			URI, Digest string
			Size        int
			MIMEType    string `json:"mimeType"`
		}
	}
	var list struct {
		Skills []skill
		TTL    *int   `json:"ttlMs"`
		Scope  string `json:"cacheScope"`
	}
	if err := json.Unmarshal(result, &list); err != nil || list.TTL == nil || list.Scope == "" ||
		len(list.Skills) != 7 {
		t.Fatalf("%v: %s", err, result)
	}
	for _, k := range list.Skills {
		if k.Frontmatter["description"] == "" || !strings.HasSuffix(k.URI, "/SKILL.md") {
			t.Errorf("%+v", k)
		}
		if k.Frontmatter["name"] == "our-doors" && len(k.Resources) != 2 {
			t.Errorf("the files of our-doors: %+v", k.Resources)
		}
		for _, f := range k.Resources {
			read, err := s.request("resources/read", arguments{"uri": f.URI, "_meta": modernMeta})
			var content struct{ Contents []struct{ Text string } }
			if err != nil || json.Unmarshal(read, &content) != nil || len(content.Contents) != 1 {
				t.Fatalf("%s: %v %s", f.URI, err, read)
			}
			text := content.Contents[0].Text
			sum := sha256.Sum256([]byte(text))
			if f.Digest != "sha256:"+hex.EncodeToString(sum[:]) || f.Size != len(text) || f.MIMEType == "" {
				t.Errorf("%+v is not what is read", f)
			}
		}
		one, err := s.request("skills/get", arguments{"uri": k.URI, "_meta": modernMeta})
		var got struct{ Skill skill }
		if err != nil || json.Unmarshal(one, &got) != nil || got.Skill.URI != k.URI ||
			len(got.Skill.Resources) != len(k.Resources) {
			t.Errorf("skills/get %s: %v %s", k.URI, err, one)
		}
	}
	if _, err := s.request("skills/get", arguments{"uri": "skill://none/SKILL.md", "_meta": modernMeta}); err == nil {
		t.Error("a skill that is not there")
	}
	discovered, err := s.request("server/discover", arguments{"_meta": modernMeta})
	for _, extension := range []string{"skills", "tasks", "ui"} {
		if err != nil || !strings.Contains(string(discovered), `"io.modelcontextprotocol/`+extension+`":{`) {
			t.Errorf("%s is not declared: %v %s", extension, err, discovered)
		}
	}
}

// TestATaskWaitsForADecision checks that a client which supports tasks can wait by a task for the decision on its
// request, longer than a connection lasts. Other calls of the tool are answered at once.
func TestATaskWaitsForADecision(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	bot := g.bot.(*server)
	id := g.asks("delete_element", g.deletion())
	of := arguments{"model_id": g.h.Model, "approval_id": id}
	call := func(more arguments) (protocolTask, error) {
		return bot.extension("tools/call", knowing(), arguments{"name": "get_approval", "arguments": with(of, more)})
	}
	if now, err := call(nil); err != nil || now.TaskID != "" {
		t.Errorf("a call that does not wait is a task: %+v %v", now, err)
	}
	handle, err := call(arguments{"wait_seconds": 3600})
	if err != nil || handle.TaskID == "" || handle.Status != "working" {
		t.Fatalf("the handle is %+v, %v", handle, err)
	}
	g.approve(id, "delete 5")
	if done := bot.endOf(handle.TaskID); done.Status != "completed" || done.Result == nil || done.Result.IsError ||
		!strings.Contains(string(done.Result.StructuredContent), `"status":"granted"`) {
		t.Errorf("the task ended as %+v", done)
	}
	if a := bot.ask("get_approval", with(of, arguments{"wait_seconds": 3600})); a.Success {
		t.Errorf("a call that is no task waits for an hour: %s", a.Text)
	}
}
