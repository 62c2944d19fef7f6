package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// The times that accepted calls may continue after the client closed its side. TypeScript clients send SIGTERM 2 s
// after closing and SIGKILL after 4 s; Python clients end the process after 2 s. A commit that has begun is finished;
// any other work is cancelled. The three times leave 0.3 s of the 2 s for the end of the process, even if other
// processes are busy.
const (
	graceOfReads   = 300 * time.Millisecond  // nobody reads long answers any more
	graceOfChanges = 1000 * time.Millisecond // after the reads
	graceAfterCut  = 400 * time.Millisecond  // for handlers to notice that their context ended, and to commit
)

// stdio is one connection over a pair of byte streams.
type stdio struct {
	server   *Server
	conn     *connection
	session  *session // of the older protocol's handshake
	requests inflight
	workers  *workers
	garbage  garbage
	log      *slog.Logger
}

// ServeStdio serves one client until it closes in or ctx ends. It then finishes accepted calls, within bounds, and
// answers them. It returns nil at the end of input and when ctx ends.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	c := newConnection("stdio", &lineWriter{out: out}, &questions{})
	t := &stdio{server: s, conn: c, session: newSession(c), workers: newWorkers(c.closed), log: s.options.Logger}
	// The work outlives ctx, whose end means to stop reading and to finish.
	work, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer s.clients.add(&client{conn: c, session: t.session, subject: s.options.Subject(ctx),
		viewer: s.options.Viewer(ctx)})()
	ended := make(chan error, 1)
	go func() { ended <- t.read(ctx, work, in) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
	}
	t.finish(ctx, cut)
	return err
}

// read reads messages from the client. It never runs a tool and never waits for one.
func (t *stdio) read(ctx, work context.Context, in io.Reader) error {
	lines := newLineReader(in, MaxLineBytes)
	for ctx.Err() == nil {
		line, err := lines.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLineTooLong):
			t.refuse(idOfBeginning(line), mcp.INVALID_REQUEST, "a message must not be longer than 8 MiB")
		case err != nil:
			return err
		case ctx.Err() != nil:
			return nil
		case len(bytes.TrimSpace(line)) > 0:
			t.accept(work, line)
		}
	}
	return nil
}

// finish waits for the accepted calls, cancels those that take too long, or all of them when ctx ends (SIGTERM), and
// writes the remaining answers.
func (t *stdio) finish(ctx context.Context, cut context.CancelFunc) {
	close(t.conn.closed)
	t.requests.stop(func(p *pending) bool { return p.method == mcp.MethodSubscriptionsListen })
	done := make(chan struct{})
	go func() {
		t.requests.wg.Wait()
		close(done)
	}()
	if !within(ctx, done, graceOfReads) {
		t.requests.stop(func(p *pending) bool { return !p.changes })
		if !within(ctx, done, graceOfChanges) {
			cut()
			if !within(context.WithoutCancel(ctx), done, graceAfterCut) {
				t.log.Error("calls were still running when the connection ended")
			}
		}
	}
	t.conn.flush()
}

// within waits for done, and reports whether it was closed within the limit and before ctx ended.
func within(ctx context.Context, done <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	case <-ctx.Done():
		return false
	}
}

// accept dispatches one message. It runs on the reading goroutine.
func (t *stdio) accept(ctx context.Context, line []byte) {
	f, err := parseFrame(line)
	if err != nil {
		code, message := codeOf(err)
		t.refuse(f.ID, code, message)
		return
	}
	switch {
	case f.Method == "":
		t.acceptReply(f)
	case f.Method == mcp.MethodNotificationCancelled:
		t.acceptCancel(f.Params)
	case f.ID == nil:
		t.server.mcp.HandleMessage(t.context(ctx, f), f.rewritten())
	case f.Method == mcp.MethodInitialize || f.Method == mcp.MethodPing:
		t.answer(t.server.handle(t.context(ctx, f), f))
	default:
		t.acceptRequest(ctx, f)
	}
}

// acceptReply passes a reply to the waiting request of this server. It ignores any other reply.
func (t *stdio) acceptReply(f frame) {
	var id string
	if f.ID != nil && json.Unmarshal(f.ID, &id) == nil {
		t.conn.deliver(id, f.reply)
	}
}

func (t *stdio) acceptCancel(params json.RawMessage) {
	t.requests.cancel(cancelled(params))
}

// cancelled returns the id of the request that a cancellation names, as it was written.
func cancelled(params json.RawMessage) string {
	var p struct {
		RequestID json.RawMessage `json:"requestId"`
	}
	_ = json.Unmarshal(params, &p) // params that cannot be parsed name no request
	return string(p.RequestID)
}

// acceptRequest registers a request and, for a tool call, its place in the order of arrival, then runs it.
func (t *stdio) acceptRequest(ctx context.Context, f frame) {
	ctx, cancel := context.WithCancel(t.context(ctx, f))
	p := &pending{id: string(f.ID), method: f.Method, ctx: ctx, cancel: cancel, size: len(f.Params)}
	call := f.toolCall()
	p.changes = call != nil && t.server.tools[call.Name].changes
	switch t.requests.add(p) {
	case duplicateID:
		cancel()
		settle(ctx)
		t.refuse(f.ID, mcp.INVALID_REQUEST, "a request with this id is still running")
		return
	case tooMany:
		cancel()
		settle(ctx)
		t.refuse(f.ID, mcp.INTERNAL_ERROR, "too many requests are running; wait for answers before sending more")
		return
	}
	ended := func() {}
	if call != nil {
		p.ctx, ended = t.server.admit(ctx, call.Name, call.Arguments)
	}
	t.workers.run(func() { t.run(p, f, call, ended) })
}

// run executes and answers one request.
func (t *stdio) run(p *pending, f frame, call *toolCall, ended func()) {
	defer t.garbage.left(p.size)
	defer t.requests.done(p)
	var response mcp.JSONRPCMessage
	switch {
	case p.abandoned() && call == nil: // a cancelled tool call is recorded all the same
	case f.Method == mcp.MethodToolsCall && (call == nil || call.Name == ""):
		response = failure(f.ID, mcp.INVALID_PARAMS, badToolCall)
	case t.server.direct(f, call):
		response = t.server.callDirectly(p.ctx, f.ID, call)
	default:
		response = t.server.handle(p.ctx, f)
	}
	settle(p.ctx)
	ended()
	t.requests.free(p)
	if !p.abandoned() {
		t.answer(response)
	}
}

const badToolCall = "the params of tools/call must name a tool: name is a string, arguments and _meta are objects"

func (t *stdio) answer(response mcp.JSONRPCMessage) {
	t.conn.flush()
	if response == nil {
		return
	}
	if err := t.conn.out.write(response); err != nil {
		t.log.Warn("an answer could not be sent", "error", err)
	}
}

// refuse sends an error. It has no id if the id of the request could not be read.
func (t *stdio) refuse(id json.RawMessage, code int, message string) {
	t.answer(failure(id, code, message))
}

// failure returns the error response to a request.
func failure(id json.RawMessage, code int, message string) map[string]any {
	out := map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "error": map[string]any{"code": code, "message": message}}
	if id != nil {
		out["id"] = id
	}
	return out
}

// context returns a context with the session of a request.
func (t *stdio) context(ctx context.Context, f frame) context.Context {
	s := t.session
	switch {
	case f.Method == mcp.MethodSubscriptionsListen && f.ID != nil:
		s = newListener(t.conn, f.ID)
	case isModern(f.Params):
		s = newSession(t.conn)
	}
	return t.server.mcp.WithContext(ctx, s)
}

// isModern reports whether a request itself declares a version of the newer protocol.
func isModern(params json.RawMessage) bool {
	if !bytes.Contains(params, []byte(mcp.MetaKeyProtocolVersion)) {
		return false
	}
	var p struct {
		Meta *mcp.Meta `json:"_meta"`
	}
	return json.Unmarshal(params, &p) == nil && mcp.IsModernProtocol(p.Meta.ProtocolVersion())
}
