package tools

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"testing"

	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// BenchmarkModifyOverStdio measures the cost of changing one wall without the disk: lines in, lines out.
func BenchmarkModifyOverStdio(b *testing.B) {
	store := memory.New()
	backend := &app.Backend{Store: store, Live: projections.NewLive(store), Version: "test"}
	r, err := mcp.NewRegistry(Table(backend))
	if err != nil {
		b.Fatal(err)
	}
	server, err := mcp.New(mcp.Config{Registry: r, Store: store, Principal: mcp.LocalHuman(), Name: "test",
		Version: "test", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	go func() { _ = server.ServeStdio(context.Background(), in, out) }()
	lines := bufio.NewReader(answers)
	exchange := func(text string) []byte {
		if _, err := io.WriteString(requests, text+"\n"); err != nil {
			b.Fatal(err)
		}
		line, err := lines.ReadBytes('\n')
		if err != nil {
			b.Fatal(err)
		}
		return line
	}
	n := 0
	call := func(tool, arguments string) string {
		n++
		line := exchange(
			fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, n, tool,
				arguments))
		var reply struct {
			Result struct {
				Content struct {
					Success bool `json:"success"`
					Data    struct {
						ModelID   string `json:"model_id"`
						ElementID string `json:"element_id"`
					} `json:"data"`
				} `json:"structuredContent"`
			} `json:"result"`
		}
		if err := json.Unmarshal(line, &reply); err != nil || !reply.Result.Content.Success {
			b.Fatalf("%s: %s %v", tool, line, err)
		}
		if reply.Result.Content.Data.ElementID != "" {
			return reply.Result.Content.Data.ElementID
		}
		return reply.Result.Content.Data.ModelID
	}
	exchange(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	model := call("create_model", `{"name":"bench"}`)
	level := call("create_level", fmt.Sprintf(`{"model_id":%q,"name":"Ground","elevation":0}`, model))
	wall := call("create_wall",
		fmt.Sprintf(`{"model_id":%q,"level_id":%q,"start":[0,0],"end":[5000,0],"height":2800,"thickness":200}`,
			model, level))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		exchange(fmt.Sprintf(
			`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"modify_parameter","arguments":{"model_id":%q,"element_id":%q,"parameter_name":"thickness","value":%d}}}`, model, wall, 200+i%2*50))
	}
}
