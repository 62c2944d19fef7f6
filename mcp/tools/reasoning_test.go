package tools

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/surfacetest"
	"github.com/bimstream/bimstream/projections"
)

// TestAgentsSayWhy calls every tool of the table as an agent without a reason, with a blank one and with one. Tools
// that change, write or start something are refused without a reason; a given reason is in the reply and on record.
func TestAgentsSayWhy(t *testing.T) {
	store := memory.New()
	table, err := mcp.NewRegistry(Table(&app.Backend{Store: store, Live: projections.NewLive(store),
		OutDir: t.TempDir(), Version: "test"}))
	if err != nil {
		t.Fatal(err)
	}
	agent := mcp.Principal{ID: "bot", Kind: mcp.KindAgent, OnBehalfOf: "ann", Permissions: map[mcp.Operation]mcp.Scope{
		mcp.OpRead: {}, mcp.OpCreate: {}, mcp.OpModify: {}, mcp.OpDelete: {}}}
	agent.Limits.Rates = map[mcp.Category]mcp.Rate{}
	for _, c := range []mcp.Category{mcp.CategoryRead, mcp.CategoryMutation, mcp.CategoryExecution} {
		agent.Limits.Rates[c] = mcp.Rate{PerMinute: -1}
	}
	s, err := mcp.New(mcp.Config{Registry: table, Store: store, Principal: agent, Name: "test", Version: "1",
		Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range table.Entries() {
		args, err := surfacetest.Least(e.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		delete(args, e.ReasonIn)
		ask := func(reasoning any) mcp.Envelope {
			if e.ReasonIn != "" {
				args[e.ReasonIn] = "a reason of its own"
			}
			if args["reasoning"] = reasoning; reasoning == nil {
				delete(args, "reasoning")
			}
			text, err := json.Marshal(args)
			if err != nil {
				t.Fatal(err)
			}
			return s.Call(t.Context(), e.Name, text)
		}
		needs := e.Category != mcp.CategoryRead && e.ReasonIn == "" && e.Needs() != mcp.OpApprove
		for _, none := range []any{nil, " \t "} {
			r := ask(none)
			if refused := r.Error != nil && r.Error.Name == state.ReasoningRequired.Name(); refused != needs {
				t.Errorf("%s (%s) with reasoning %q: refused for that %v: %+v", e.Name, e.Category, none, refused,
					r.Error)
			}
		}
		r := ask("because of " + e.Name)
		if r.Error != nil && r.Error.Name == state.ReasoningRequired.Name() || r.Audit.Reasoning == nil ||
			*r.Audit.Reasoning != "because of "+e.Name {
			t.Errorf("%s with a reason: %+v, %+v", e.Name, r.Audit, r.Error)
		}
		if e.Category != mcp.CategoryRead && r.Success && (!r.DryRun || r.Warnings[0].Code != "DRY_RUN") {
			t.Errorf("%s by an agent commits unless it says dry_run: %+v", e.Name, r)
		}
	}
	if r := s.Call(t.Context(), "no_such_tool", json.RawMessage(`{"reasoning":"because of curiosity"}`)); r.Success {
		t.Error("a tool that there is not succeeds")
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	var record strings.Builder
	for e, err := range store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == "call.entered" {
			record.Write(e.Data)
		}
	}
	for _, e := range table.Entries() {
		if !strings.Contains(record.String(), "because of "+e.Name+`"`) {
			t.Errorf("the reason of a call of %s is not on record", e.Name)
		}
	}
	if !strings.Contains(record.String(), `"no_such_tool"`) || !strings.Contains(record.String(),
		"because of curiosity") {
		t.Error("a call of a tool that there is not is not on record")
	}
}
