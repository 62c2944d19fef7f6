//go:build linux

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/script"
)

// The most calls, including repeated ones, and bytes of replies that the refit may need.
const (
	refitCalls = 30
	refitBytes = 60_000
)

// supervised is an agent and a person who supervises it. The person approves requests at a terminal, and then the agent
// repeats its call.
type supervised struct {
	counted
	governed *governed
	approved int
}

func (s *supervised) Call(ctx context.Context, tool string, args any) (json.RawMessage, error) {
	text, err := s.counted.Call(ctx, tool, args)
	var asked struct {
		Error struct {
			Code int
			Data struct {
				ApprovalID string `json:"approval_id"`
			}
		}
	}
	if err != nil || json.Unmarshal(text, &asked) != nil || asked.Error.Code != 1201 {
		return text, err
	}
	id := asked.Error.Data.ApprovalID
	var request approvals.Approval
	said := mustRun(s.governed.t, "approvals", "show", id, "--json", "--data", s.governed.data)
	if err := json.Unmarshal([]byte(said), &request); err != nil {
		return nil, err
	}
	s.governed.approve(id, mcp.Phrase(&request))
	s.approved++
	given, _ := args.(map[string]any)
	return s.counted.Call(ctx, tool, with(given, arguments{"approval_id": id}))
}

// TestAnAgentRefitsAHouseUnderSupervision plays job-refit.jsonl: a house is imported from a file, partitions are
// removed and built, openings, rooms and doors with fire ratings are added, and schedules, drawings and an export are
// made. The import, the deletion and the merge need the approval of a person.
func TestAnAgentRefitsAHouseUnderSupervision(t *testing.T) {
	t.Parallel()
	folder, house := t.TempDir(), t.TempDir()
	mustRun(t, "demo", "--data", house)
	mustRun(t, "export", "--data", house, filepath.Join(folder, "house.ifc"))
	g := newGoverned(t)
	who := principal(t, "bot", "agent", "ann", arguments{"limits": arguments{"max_elements_per_operation": 1000}})
	bot, err := launch(t, environment(who), program(t), "mcp", "all", "--tools", "full", "--data", g.data,
		"--in", folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bot.close)
	f, err := os.Open(filepath.Join("..", "..", "testdata", "scripts", "job-refit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	steps, err := script.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	c := &supervised{counted: counted{server: bot}, governed: g}
	if err := script.Run(t.Context(), c, steps, script.Values{},
		func(d script.Done) { t.Logf("%6d bytes %s", len(d.Envelope), d.Step.Call) }); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d calls, %d bytes of replies", c.calls, c.bytes)
	if c.approved != 3 || c.calls > refitCalls || c.bytes > refitBytes {
		t.Errorf("%d approved, %d calls and %d bytes, want 3, and at most %d and %d", c.approved, c.calls, c.bytes,
			refitCalls, refitBytes)
	}
}
