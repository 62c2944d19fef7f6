package wire

import (
	"context"
	"encoding/base64"
	"errors"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type admittedKey struct{}

// call is the handler of every tool that the protocol library dispatches.
func (s *Server) call(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	result, err := s.perform(ctx, request)
	if pending, ok := errors.AsType[*inputRequired](err); ok {
		return pending.result(), nil
	}
	if err != nil {
		return nil, err
	}
	content := []mcp.Content{mcp.NewTextContent(string(result.JSON))}
	for _, i := range result.Images {
		content = append(content, mcp.NewImageContent(base64.StdEncoding.EncodeToString(i.Data), i.MIMEType))
	}
	for _, l := range result.Links {
		content = append(content, l.content())
	}
	return &mcp.CallToolResult{
		Content:           content,
		StructuredContent: result.JSON,
		IsError:           result.IsError,
	}, nil
}

// content returns a link in the form of the protocol.
func (l Link) content() mcp.ResourceLink {
	link := mcp.NewResourceLink(l.URI, l.Name, "The file that was written.", l.MIMEType)
	link.Size = &l.Size
	return link
}

// perform runs a tool call.
func (s *Server) perform(ctx context.Context, request mcp.CallToolRequest) (Result, error) {
	r := s.request(ctx, request)
	if ctx.Value(admittedKey{}) == nil {
		admitted, done := s.admit(ctx, r.Tool, r.Arguments)
		defer done()
		ctx = admitted
	}
	p := newProgress(ctx, s.mcp, request.Params.Meta)
	r.Progress = p.notify
	defer p.settle()
	result, err := s.options.Call(ctx, r)
	if o, ok := ctx.Value(outcomeKey{}).(*outcome); ok {
		o.set(result.Outcome, result.IsError || err != nil && !InputRequired(err))
	}
	return result, err
}

func (s *Server) admit(ctx context.Context, tool string, arguments []byte) (context.Context, func()) {
	admitted, done := s.options.Admit(ctx, tool, arguments)
	return context.WithValue(admitted, admittedKey{}, true), done
}

func (s *Server) request(ctx context.Context, request mcp.CallToolRequest) Request {
	r := Request{Tool: request.Params.Name, Arguments: request.Params.RawArguments}
	if meta := request.Params.Meta; meta != nil {
		r.Traceparent, _ = meta.AdditionalFields["traceparent"].(string)
		r.Tracestate, _ = meta.AdditionalFields["tracestate"].(string)
	}
	if canElicit(ctx) {
		r.Elicit = s.elicit(request)
	}
	return r
}

// progress sends the progress notifications of one call by the rules of the protocol: increasing values, a limited
// rate, and none after the end.
type progress struct {
	ctx   context.Context
	mcp   *server.MCPServer
	token any

	mu     sync.Mutex
	last   float64
	sent   time.Time
	any    bool
	whole  bool // the total was reached, so no greater value can follow
	closed bool
	beat   *time.Timer
}

// Intervals of progress notifications.
const (
	// firstProgress is the time after which a call that has not reported progress is reported as at work, and the
	// interval of repetition. A person takes a longer silence for a hang.
	firstProgress = 500 * time.Millisecond
	// beatProgress is the increment of such a notification, which is less than any step of a call.
	beatProgress        = 1e-6
	minProgressInterval = 50 * time.Millisecond // at most 20 a second, which is more than a person can read
)

func newProgress(ctx context.Context, m *server.MCPServer, meta *mcp.Meta) *progress {
	p := &progress{ctx: ctx, mcp: m}
	if meta != nil {
		p.token = meta.ProgressToken
	}
	if p.token != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.beat = time.AfterFunc(firstProgress, p.stillAtWork)
	}
	return p
}

// stillAtWork sends a notification for a call that has not reported progress for a while.
func (p *progress) stillAtWork() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.ctx.Err() != nil {
		return
	}
	if now := time.Now(); !p.whole && now.Sub(p.sent) >= firstProgress {
		p.send(p.last+beatProgress, 0, "at work", now)
	}
	p.beat.Reset(firstProgress)
}

// send sends a notification. The caller holds the lock.
func (p *progress) send(done, total float64, message string, now time.Time) {
	p.any, p.last, p.sent = true, done, now
	params := map[string]any{"progressToken": p.token, "progress": done}
	if total > 0 {
		params["total"] = total
	}
	if message != "" {
		params["message"] = message
	}
	// A notification that cannot be delivered is not an error of the call.
	_ = notify(p.ctx, p.mcp, string(mcp.MethodNotificationProgress), params)
}

func (p *progress) notify(done, total float64, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	final := total > 0 && done >= total
	if p.token == nil || p.closed || p.any && (done <= p.last || !final && now.Sub(p.sent) < minProgressInterval) {
		return
	}
	p.whole = final
	p.send(done, total, message, now)
}

// settle stops the notifications, so that none comes after the result.
func (p *progress) settle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.beat != nil {
		p.beat.Stop()
	}
}

// notify sends a notification to the client of a request. It is written before notify returns.
func notify(ctx context.Context, m *server.MCPServer, method string, params map[string]any) error {
	if s, ok := server.ClientSessionFromContext(ctx).(*session); ok {
		return s.notify(method, params)
	}
	return m.SendNotificationToClient(ctx, method, params)
}
