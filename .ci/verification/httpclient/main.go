package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"github.com/bimstream/bimstream/mcp/script"
)

func main() {
	if len(os.Args) != 3 {
		fail(errors.New("usage: httpclient URL WORK"))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := check(ctx, os.Args[1], os.Args[2]); err != nil {
		fail(err)
	}
	fmt.Println("# mcp-go client: house, progress of two calls, cut connection, restart, rotated token, file " +
		"out and in")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// worker is a client with a token that can change.
type worker struct {
	inner     *client.Client
	token     atomic.Value
	url, work string
	model     string // the house
	mu        sync.Mutex
	totals    map[string]map[float64]bool // progress values, by token of the call
}

func check(ctx context.Context, url, work string) error {
	w := &worker{url: url, work: work, totals: map[string]map[float64]bool{}}
	w.token.Store("first")
	inner, err := client.NewStreamableHttpClient(url, transport.WithHTTPHeaderFunc(
		func(context.Context) map[string]string {
			return map[string]string{"Authorization": "Bearer " + w.token.Load().(string)}
		}))
	if err != nil {
		return err
	}
	defer func() { _ = inner.Close() }()
	w.inner = inner
	inner.OnNotification(w.progress)
	var hello protocol.InitializeRequest
	hello.Params.ProtocolVersion = "2025-11-25"
	hello.Params.ClientInfo = protocol.Implementation{Name: "verification", Version: "1"}
	if err := inner.Start(ctx); err != nil {
		return err
	}
	if _, err := inner.Initialize(ctx, hello); err != nil {
		return fmt.Errorf("initialize: %w", err)
	}
	for _, step := range []func(context.Context) error{w.build, w.twoCalls, w.cut, w.restart, w.rotate, w.files} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return w.ask("rotate first")
}

func (w *worker) progress(n protocol.JSONRPCNotification) {
	w.mu.Lock()
	defer w.mu.Unlock()
	token := fmt.Sprint(n.Params.AdditionalFields["progressToken"])
	total, _ := n.Params.AdditionalFields["total"].(float64)
	if w.totals[token] == nil {
		w.totals[token] = map[float64]bool{}
	}
	w.totals[token][total] = true
}

// ask asks the calling script to act on the server, and waits until it has.
func (w *worker) ask(word string) error {
	file := filepath.Join(w.work, "ask")
	if err := os.WriteFile(file, []byte(word), 0o600); err != nil {
		return err
	}
	for {
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}

type reply struct {
	Success bool            `json:"success"`
	EventID string          `json:"event_id"`
	Data    json.RawMessage `json:"data"`
	links   []protocol.ResourceLink
}

func (w *worker) call(ctx context.Context, tool string, args map[string]any, progress any) (reply, error) {
	var request protocol.CallToolRequest
	request.Params.Name, request.Params.Arguments = tool, args
	if progress != nil {
		request.Params.Meta = &protocol.Meta{ProgressToken: progress}
	}
	result, err := w.inner.CallTool(ctx, request)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", tool, err)
	}
	var r reply
	for _, content := range result.Content {
		switch c := content.(type) {
		case protocol.TextContent:
			err = json.Unmarshal([]byte(c.Text), &r)
			if err == nil && !r.Success {
				err = fmt.Errorf("%s: %s", tool, c.Text)
			}
		case protocol.ResourceLink:
			r.links = append(r.links, c)
		}
	}
	return r, err
}

// builder is a worker that the script of the house can call, with a model of its own.
type builder struct {
	*worker
	model string
}

// Call implements script.Caller.
func (b *builder) Call(ctx context.Context, tool string, args any) (json.RawMessage, error) {
	text, err := json.Marshal(args)
	var named map[string]any
	if err = errors.Join(err, json.Unmarshal(text, &named)); err != nil {
		return nil, err
	}
	if tool == "create_model" {
		named["name"] = fmt.Sprintf("by mcp-go %d", time.Now().UnixNano())
	} else if named["model_id"] == nil {
		named["model_id"] = b.model
	}
	var request protocol.CallToolRequest
	request.Params.Name, request.Params.Arguments = tool, named
	result, err := b.inner.CallTool(ctx, request)
	if err != nil {
		return nil, err
	}
	content, _ := protocol.AsTextContent(result.Content[0])
	if tool == "create_model" {
		var r reply
		var d struct {
			ModelID string `json:"model_id"`
		}
		if err := errors.Join(json.Unmarshal([]byte(content.Text), &r), json.Unmarshal(r.Data, &d)); err != nil {
			return nil, err
		}
		b.model = d.ModelID
	}
	return json.RawMessage(content.Text), nil
}

// build builds the house.
func (w *worker) build(ctx context.Context) error {
	file, err := os.Open(filepath.Join(w.work, "house.jsonl"))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	steps, err := script.Parse(file)
	if err != nil {
		return err
	}
	b := &builder{worker: w}
	err = script.Run(ctx, b, steps, script.Values{}, func(script.Done) {})
	w.model = b.model
	return err
}

func (w *worker) twoCalls(ctx context.Context) error {
	failed := make(chan error, 2)
	for i := range cap(failed) {
		go func() {
			_, err := w.call(ctx, "fixture_progress", map[string]any{"steps": 5 + i, "milliseconds": 60},
				fmt.Sprint("p", i))
			failed <- err
		}()
	}
	err := errors.Join(<-failed, <-failed)
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range 2 {
		if totals := w.totals[fmt.Sprint("p", i)]; err == nil && (len(totals) != 1 || !totals[float64(5+i)]) {
			return fmt.Errorf("progress of call %d: %v", i, w.totals)
		}
	}
	return err
}

func (w *worker) cut(ctx context.Context) error {
	args := map[string]any{"model_id": w.model, "milliseconds": 600,
		"idempotency_key": fmt.Sprint(time.Now().UnixNano())}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": "fixture_record", "arguments": args}})
	if err != nil {
		return err
	}
	short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	if _, err := w.send(short, http.MethodPost, w.url, string(body),
		map[string]string{"Content-Type": "application/json", "Mcp-Session-Id": w.inner.GetSessionId()}); err == nil {
		return errors.New("the connection was not cut")
	}
	r, err := w.call(ctx, "fixture_record", args, nil)
	if err == nil && r.EventID == "" {
		err = errors.New("the retry has no event")
	}
	return err
}

func (w *worker) restart(ctx context.Context) error {
	if err := w.ask("restart"); err != nil {
		return err
	}
	_, err := w.call(ctx, "model_overview", map[string]any{"model_id": w.model}, nil)
	return err
}

func (w *worker) rotate(ctx context.Context) error {
	if err := w.ask("rotate second"); err != nil {
		return err
	}
	if _, err := w.call(ctx, "server_ping", map[string]any{}, nil); err == nil {
		return errors.New("a revoked token is let in")
	}
	w.token.Store("second")
	_, err := w.call(ctx, "server_ping", map[string]any{}, nil)
	return err
}

func (w *worker) files(ctx context.Context) error {
	exported, err := w.call(ctx, "export_ifc", map[string]any{"model_id": w.model, "schema": "IFC4"}, nil)
	if err != nil || len(exported.links) != 1 {
		return fmt.Errorf("%w, %d links", err, len(exported.links))
	}
	base := strings.TrimSuffix(w.url, "mcp") + "files"
	file, err := w.send(ctx, http.MethodGet, base+"/"+strings.TrimPrefix(exported.links[0].URI, "bim://files/"),
		"", nil)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(file)
	if !strings.Contains(string(exported.Data), hex.EncodeToString(sum[:])) {
		return errors.New("the file is not the one that was exported")
	}
	sent, err := w.send(ctx, http.MethodPost, base+"?name=house.ifc", string(file), nil)
	var in struct{ URI string }
	if err = errors.Join(err, json.Unmarshal(sent, &in)); err != nil {
		return err
	}
	_, err = w.call(ctx, "verify_ifc", map[string]any{"file": in.URI}, nil)
	return err
}

func (w *worker) send(ctx context.Context, method, url, body string, header map[string]string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+w.token.Load().(string))
	r.Header.Set("Accept", "application/json, text/event-stream, */*")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s: %s", answer.Status, text)
	}
	return text, err
}
