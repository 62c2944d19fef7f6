package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/mcp/script"
)

// job is a script of calls of an agent that has read only the list of tools, with limits for the calls and the bytes of
// the replies. A reply counts once, although the protocol sends it as text and as structure.
type job struct {
	name         string
	calls, bytes int
}

var jobs = []job{
	{"clinic", 20, 20_000},
	{"clinic-checked", 20, 30_000},
	{"option", 40, 60_000},
	{"coordination", 50, 120_000},
	{"office", 20, 45_000},
	{"department", 25, 45_000},
	{"received", 20, 70_000},
	{"services", 12, 12_000},
	{"school", 20, 45_000},
	{"office-floor", 26, 45_000},
}

// TestJobsStayWithinTheirBudgets runs the jobs of testdata/scripts through the real server.
func TestJobsStayWithinTheirBudgets(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	receivedTower(t, folder)
	for _, j := range jobs {
		t.Run(j.name, func(t *testing.T) {
			t.Parallel()
			j.run(t, folder)
		})
	}
}

// receivedTower writes a generated building of five storeys and 2,400 elements as an IFC file into a folder, like the
// delivery of a consultant.
func receivedTower(t *testing.T, folder string) {
	t.Helper()
	data := t.TempDir()
	for _, args := range [][]string{
		{"generate", "--data", data, "--elements", "2500", "--storeys", "5"},
		{"export", "--data", data, filepath.Join(folder, "tower.ifc")},
	} {
		if out, err := exec.Command(program(t), args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
}

func (j job) run(t *testing.T, folder string) {
	f, err := os.Open(filepath.Join("..", "..", "testdata", "scripts", "job-"+j.name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	steps, err := script.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	c := &counted{server: serveFrom(t, t.TempDir(), folder)}
	if err := script.Run(t.Context(), c, steps, script.Values{},
		func(d script.Done) { t.Logf("%6d bytes %s", len(d.Envelope), d.Step.Call) }); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls, %d bytes of replies", c.calls, c.bytes)
	if c.calls > j.calls || c.bytes > j.bytes {
		t.Errorf("%d calls and %d bytes, want at most %d and %d", c.calls, c.bytes, j.calls, j.bytes)
	}
}

// counted is a script.Caller that counts calls and bytes.
type counted struct {
	*server
	calls, bytes int
}

func (c *counted) Call(_ context.Context, tool string, args any) (json.RawMessage, error) {
	a, err := c.try(tool, args)
	c.calls, c.bytes = c.calls+1, c.bytes+len(a.Text)
	return a.Text, err
}
