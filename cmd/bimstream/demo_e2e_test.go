package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// TestDemonstration runs the demonstration as a person does, twice.
func TestDemonstration(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "demo")
	for range 2 { // the second run replaces the first
		out := mustRun(t, "demo", "--data", data)
		for _, want := range []string{"ELEMENT", "NET VOLUME m3", "W1", "the same as the server's",
			"byte for byte house.ifc", "house.ifc"} {
			if !strings.Contains(out, want) {
				t.Errorf("the demonstration does not print %q:\n%s", want, out)
			}
		}
		row := lineWith(out, "W2 ")
		if got := strings.Fields(row); len(got) != 4 || got[3] != "5.6040" {
			t.Errorf("the row of W2 is %q", row)
		}
		if out := mustRun(t, "doctor", "--data", data); !strings.Contains(out, "hash chains unbroken") ||
			!strings.Contains(out, "model        House, branch main") {
			t.Errorf("doctor prints\n%s", out)
		}
		if out := mustRun(t, "models", "--data", data); strings.Count(strings.TrimSpace(out), "\n") != 1 {
			t.Errorf("one model is expected:\n%s", out)
		}
	}
	checkPrintedEvents(t, data)
}

func lineWith(text, prefix string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			return line
		}
	}
	return ""
}

// printed is a line of bimstream events.
type printed struct {
	Position uint64          `json:"position"`
	Stream   string          `json:"stream"`
	Revision uint64          `json:"revision"`
	ID       string          `json:"id"`
	Type     string          `json:"type"`
	Schema   int             `json:"schema"`
	Data     json.RawMessage `json:"data"`
	Meta     json.RawMessage `json:"meta"`
	Hash     string          `json:"hash"`
}

func (p printed) event() eventstore.Event {
	e := eventstore.Event{ID: p.ID, Type: p.Type, Schema: p.Schema, Data: p.Data, Meta: p.Meta}
	if string(p.Meta) == "null" {
		e.Meta = nil
	}
	return e
}

// checkPrintedEvents computes the hash chains from the printed events, as an auditor without the program would.
func checkPrintedEvents(t *testing.T, data string) {
	t.Helper()
	one := events(t, mustRun(t, "events", "--data", data))
	all := events(t, mustRun(t, "events", "--all", "--data", data))
	if len(one) != 137 || len(all) <= len(one) {
		t.Errorf("%d events of the model, %d of all streams", len(one), len(all))
	}
	if got := events(t, mustRun(t, "events", "--from", "100", "--data", data)); len(got) != len(one)-100 ||
		got[0].ID != one[100].ID {
		t.Errorf("%d events from revision 100", len(got))
	}
	last := map[string]eventstore.Hash{}
	next := map[string]uint64{}
	position := uint64(0)
	for _, p := range all {
		if p.Revision != next[p.Stream] || p.Position <= position {
			t.Fatalf("stream %s: revision %d at %d stands where %d is due after %d", p.Stream, p.Revision,
				p.Position, next[p.Stream], position)
		}
		hash := eventstore.ChainHash(last[p.Stream], p.Stream, p.Revision, p.event())
		if hex.EncodeToString(hash[:]) != p.Hash {
			t.Fatalf("stream %s: the hash of revision %d does not follow from what is printed", p.Stream, p.Revision)
		}
		last[p.Stream], next[p.Stream], position = hash, p.Revision+1, p.Position
	}
	chain := strings.Fields(lineWith(mustRun(t, "replay", "--data", data), "chain hash"))
	if end := last[one[0].Stream]; len(chain) != 3 || chain[2] != hex.EncodeToString(end[:]) {
		t.Errorf("replay prints the chain hash %v, the events end in %x", chain, end)
	}
}

func events(t *testing.T, text string) []printed {
	t.Helper()
	var out []printed
	for line := range strings.Lines(text) {
		var p printed
		d := json.NewDecoder(strings.NewReader(line))
		if err := d.Decode(&p); err != nil || d.More() {
			t.Fatalf("a line is not one JSON object: %v\n%s", err, line)
		}
		out = append(out, p)
	}
	return out
}

// TestDemonstrationKeepsItsHandsOff checks that a demonstration replaces only the folder of an earlier one. A script
// whose results differ from its expectations must fail.
func TestDemonstrationKeepsItsHandsOff(t *testing.T) {
	t.Parallel()
	foreign := t.TempDir()
	kept := filepath.Join(foreign, "precious.txt")
	if err := os.WriteFile(kept, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := run(t, "demo", "--data", foreign); code == 0 || !strings.Contains(stderr, "--data") {
		t.Errorf("a foreign folder is taken: %d, %s", code, stderr)
	}
	if got := string(readFile(t, kept)); got != "mine" {
		t.Errorf("the foreign file holds %q", got)
	}
	if _, _, code := run(t, "demo", "--data", kept); code == 0 {
		t.Error("a file is taken for a folder")
	}
	wrong := filepath.Join(t.TempDir(), "wrong.jsonl")
	script := `{"call":"create_model","args":{"name":"M"}}` + "\n" +
		`{"call":"model_overview","args":{},"expect":{"match":{"data.name":"N"}}}`
	if err := os.WriteFile(wrong, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := run(t, "demo", "--data", filepath.Join(t.TempDir(), "d"), "--script", wrong); code == 0 ||
		!strings.Contains(stderr, "line 2") {
		t.Errorf("a script that fails ends with %d: %s", code, stderr)
	}
}

// TestCommandsThatReadMakeNothing checks that commands that read leave a folder unchanged.
func TestCommandsThatReadMakeNothing(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "none")
	for _, command := range [][]string{{"replay"}, {"events"}, {"models"},
		{"export", filepath.Join(t.TempDir(), "x.ifc")}} {
		if _, stderr, code := run(t, append(command, "--data", data)...); code == 0 ||
			!strings.Contains(stderr, "no event store") {
			t.Errorf("%v without a store ends with %d: %s", command, code, stderr)
		}
	}
	mustRun(t, "doctor", "--data", data)
	err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			t.Errorf("%s was made", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDoctorFindsDamage changes one letter of an event in the file of the store. doctor must report it.
func TestDoctorFindsDamage(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	s.do("create_model", arguments{"name": "Untouched name"})
	s.close()
	mustRun(t, "doctor", "--data", data)
	file := filepath.Join(data, "bimstream.db")
	text := readFile(t, file)
	if !bytes.Contains(text, []byte("Untouched name")) {
		t.Fatal("the record is not in the file")
	}
	if err := os.WriteFile(file, bytes.ReplaceAll(text, []byte("Untouched name"), []byte("Untouched fame")),
		0o600); err != nil {
		t.Fatal(err)
	}
	if stdout, _, code := run(t, "doctor", "--data", data); code == 0 || !strings.Contains(stdout, "FAILED") {
		t.Errorf("doctor ends with %d:\n%s", code, stdout)
	}
}

// TestFollowShowsWhatOthersAppend follows a branch in one process while another process writes. The first process must
// print the new events.
func TestFollowShowsWhatOthersAppend(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	s.do("create_model", arguments{"name": "Watched"})
	c := exec.Command(program(t), "events", "--follow", "--from", "3", "--data", data)
	c.Env = environment()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	stop := time.AfterFunc(answerLimit, func() { _ = c.Process.Kill() })
	defer stop.Stop()
	for _, name := range []string{"One", "Two", "Three"} {
		id := *s.must("create_level", arguments{"name": name, "elevation": 1000 * len(name)}, nil).EventID
		line, ok := <-lines
		if !ok || !strings.Contains(line, id) || !strings.Contains(line, `"name":"`+name+`"`) {
			t.Fatalf("event %s of level %s does not come: %q", id, name, line)
		}
	}
	checkInterrupt(t, c)
}

// checkInterrupt interrupts a command as a person at a terminal does, and checks that this is no error.
func checkInterrupt(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if runtime.GOOS == "windows" { // it has no signal to send to one process
		_ = c.Process.Kill()
		_ = c.Wait()
		return
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("the interrupted command ends with %v", err)
	}
}

// TestPrintedConfigurationStartsAServer starts a server with the output of --print-config, as an MCP client does.
func TestPrintedConfigurationStartsAServer(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	out := mustRun(t, "mcp", "geometry", "coordination", "--print-config", "--data", data)
	var config struct {
		Servers map[string]struct {
			Command string   `json:"command"`
			Args    []string `json:"args"`
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(out), &config); err != nil || len(config.Servers) != 2 {
		t.Fatalf("%v:\n%s", err, out)
	}
	start := func(name string) *server {
		entry := config.Servers[name]
		s, err := launch(t, environment(), entry.Command, entry.Args...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Cleanup(s.close)
		return s
	}
	geometry, coordination := start("bimstream-geometry"), start("bimstream-coordination")
	coordination.do("create_model", arguments{"name": "Configured"})
	geometry.make("create_level", arguments{"name": "Ground", "elevation": 0})
	if _, err := geometry.try("create_model", arguments{"name": "Other"}); err == nil {
		t.Error("the geometry server has a coordination tool")
	}
	var list struct{ Total int }
	if coordination.must("list_models", arguments{}, &list); list.Total != 1 {
		t.Errorf("%d models", list.Total)
	}
}
