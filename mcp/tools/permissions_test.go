package tools

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/surfacetest"
	"github.com/bimstream/bimstream/projections"
)

const permissionsFile = "testdata/permissions.txt"

// TestMatrixOfToolsAndPermissions calls every tool of the table as principals that hold one permission each, and as one
// that holds none. Each tool accepts only the principals that the committed file names.
func TestMatrixOfToolsAndPermissions(t *testing.T) {
	store := memory.New()
	table, err := mcp.NewRegistry(Table(&app.Backend{Store: store, Live: projections.NewLive(store),
		OutDir: t.TempDir(), Version: "test"}))
	if err != nil {
		t.Fatal(err)
	}
	all, err := table.Select(mcp.Selection{Set: mcp.SetFull})
	if err != nil {
		t.Fatal(err)
	}
	s, err := mcp.New(mcp.Config{
		Registry: all, Store: store, Principal: mcp.LocalHuman(), Name: "test", Version: "1",
		Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, e := range all.Entries() {
		fmt.Fprintf(&got, "%-28s %-10s %s\n", e.Name, e.Category, strings.Join(permitting(t, s, e), " "))
	}
	if *update {
		if err := os.WriteFile(permissionsFile, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(permissionsFile)
	if err != nil || string(want) != got.String() {
		t.Errorf("who may call which tool has changed (%v); make update writes it:\n%s", err, got.String())
	}
}

// permitting returns the permissions with which a caller may call a tool, each tried without any other permission.
func permitting(t *testing.T, s *mcp.Server, e *mcp.Entry) []string {
	t.Helper()
	arguments, err := surfacetest.Least(e.InputSchema)
	if err != nil {
		t.Fatal(err)
	}
	if e.Category == mcp.CategoryMutation {
		arguments["dry_run"] = true
	}
	text, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, op := range []mcp.Operation{"", mcp.OpRead, mcp.OpCreate, mcp.OpModify, mcp.OpDelete, mcp.OpApprove} {
		p := mcp.Principal{ID: "ann", Kind: mcp.KindHuman, Permissions: map[mcp.Operation]mcp.Scope{op: {}}}
		reply := s.Call(mcp.WithPrincipal(t.Context(), p), e.Name, text)
		switch {
		case reply.Error != nil && reply.Error.Name == state.InvalidInput.Name() && reply.Error.Data["issues"] != nil:
			t.Fatalf("%s: %s", e.Name, reply.Error.Message)
		case !refusedFor(reply, op):
			out = append(out, string(op))
		}
	}
	return out
}

// refusedFor reports whether a call was refused because its caller has only the permission op. Handlers may require
// more permissions later, depending on the call's effect.
func refusedFor(reply mcp.Envelope, op mcp.Operation) bool {
	if reply.Error == nil || reply.Error.Name != state.PermissionDenied.Name() {
		return false
	}
	missing := reply.Error.Data["operation"]
	return missing != nil && missing != op
}
