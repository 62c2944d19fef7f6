package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/mcp/script"
)

// job is a script as an agent works that has read nothing but the list of tools, with what it may take: calls, and
// bytes of replies. A reply is counted once; the protocol sends its text and its structure, which are the same.
type job struct {
	name         string
	calls, bytes int
}

var jobs = []job{
	{"clinic", 20, 20_000},
	{"option", 40, 60_000},
	{"coordination", 50, 120_000},
}

// TestJobsStayWithinTheirBudgets runs the jobs of testdata/scripts through the real server.
func TestJobsStayWithinTheirBudgets(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs(filepath.Join("..", "..", "testdata", "ifc"))
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		t.Run(j.name, func(t *testing.T) {
			t.Parallel()
			j.run(t, folder)
		})
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
	values := script.Values{"file": filepath.Join(folder, "foreign-wholes.ifc")}
	if err := script.Run(t.Context(), c, steps, values, func(d script.Done) { t.Logf("%6d bytes %s", len(d.Envelope), d.Step.Call) }); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls, %d bytes of replies", c.calls, c.bytes)
	if c.calls > j.calls || c.bytes > j.bytes {
		t.Errorf("%d calls and %d bytes, want at most %d and %d", c.calls, c.bytes, j.calls, j.bytes)
	}
}

// counted is a script.Caller that counts what passes.
type counted struct {
	*server
	calls, bytes int
}

func (c *counted) Call(_ context.Context, tool string, args any) (json.RawMessage, error) {
	a, err := c.try(tool, args)
	c.calls, c.bytes = c.calls+1, c.bytes+len(a.Text)
	return a.Text, err
}
