package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// exchange is one request over HTTP, from its body to its answer.
type exchange struct {
	http    *HTTP
	w       http.ResponseWriter
	r       *http.Request
	subject string
	frame   frame
	call    *toolCall // nil when the request is no tool call
	modern  bool      // of the era without sessions
	of      *httpSession
	stream  *stream
	seen    Observation
	outcome *outcome
	code    atomic.Int64 // code of the protocol error in the answer

	unlisten func() // ends a subscription; nil for other requests

	asJSON, asStream bool
}

// post handles one message. It checks the headers before it reads the body.
func (h *HTTP) post(w http.ResponseWriter, r *http.Request) {
	started := time.Now()
	x := &exchange{http: h, w: w, r: r, subject: h.server.options.Subject(r.Context()), outcome: &outcome{}}
	x.seen.Version = clip(r.Header.Get(mcp.HeaderProtocolVersion))
	defer func() {
		x.seen.Took = time.Since(started)
		x.seen.Outcome, x.seen.IsError = x.outcome.get()
		h.options.Observe(r, x.seen)
	}()
	if !x.acceptHeaders() {
		return
	}
	if !h.loads.take(x.subject) {
		w.Header().Set("Retry-After", "1")
		RefuseMessage(w, r, http.StatusTooManyRequests, "you have "+strconv.Itoa(h.options.RequestsOfOne)+
			" requests on their way: wait for answers before sending more")
		return
	}
	defer h.loads.give(x.subject)
	body, done, err := h.readBody(w, r, x.subject)
	defer done()
	if err != nil {
		refuseBody(w, r, err)
		return
	}
	x.accept(body)
	h.garbage.left(len(body))
}

func (x *exchange) acceptHeaders() bool {
	x.asJSON, x.asStream = acceptable(x.r)
	switch {
	case !isJSONBody(x.r):
		RefuseMessage(x.w, x.r, http.StatusUnsupportedMediaType,
			"a message is sent with Content-Type: application/json")
	case !isPlainBody(x.r):
		x.w.Header().Set("Accept-Encoding", "identity")
		RefuseMessage(x.w, x.r, http.StatusUnsupportedMediaType,
			"a message is sent as it is, without Content-Encoding")
	case !x.asJSON && !x.asStream:
		RefuseMessage(x.w, x.r, http.StatusNotAcceptable,
			"answers are application/json or text/event-stream: accept both")
	default:
		return true
	}
	return false
}

// accept checks one message and passes it to the handler of its era.
func (x *exchange) accept(body []byte) {
	f, err := parseFrame(body)
	x.frame, x.seen.Method = f, clip(string(f.Method))
	if err != nil {
		code, message := codeOf(err)
		x.refuse(http.StatusBadRequest, code, message)
		return
	}
	version := x.r.Header.Get(mcp.HeaderProtocolVersion)
	if version != "" && !mcp.IsValidProtocolVersion(version) && f.Method != mcp.MethodInitialize {
		x.outcome.set(strconv.Itoa(mcp.UNSUPPORTED_PROTOCOL_VERSION), true)
		unknownVersion(x.w, f.ID, version)
		return
	}
	x.modern = mcp.IsModernProtocol(version) || isModern(f.Params)
	x.call = f.toolCall()
	if x.call != nil && x.http.server.tools[x.call.Name].is {
		x.seen.Tool = x.call.Name
	}
	if x.modern {
		x.acceptModern()
		return
	}
	x.acceptOlder()
}

func (x *exchange) refuse(status, code int, message string) {
	x.outcome.set(strconv.Itoa(code), true)
	refuseProtocol(x.w, status, x.frame.ID, code, message)
}

// acceptOlder handles a message of the era with sessions.
func (x *exchange) acceptOlder() {
	id := x.r.Header.Get(mcp.HeaderSessionID)
	if x.frame.Method == mcp.MethodInitialize && x.frame.ID != nil {
		x.initialize()
		return
	}
	if id == "" {
		x.outcome.set(strconv.Itoa(mcp.INVALID_REQUEST), true)
		sessionMissing(x.w, x.frame.ID)
		return
	}
	s, gone := x.http.sessions.find(id, x.subject, time.Now())
	if gone {
		x.outcome.set("no session", true)
		noSession(x.w, x.frame.ID)
		return
	}
	if s == nil {
		x.noRoom()
		return
	}
	x.of, x.seen.Session, x.seen.Version = s, shortSession(id), s.versionName()
	switch f := x.frame; {
	case f.Method == "":
		x.acceptReply()
	case f.Method == mcp.MethodNotificationCancelled:
		x.acceptCancel()
	case f.ID == nil:
		x.http.server.mcp.HandleMessage(x.http.server.mcp.WithContext(x.r.Context(), s.session(discard{})),
			f.rewritten())
		x.w.WriteHeader(http.StatusAccepted)
	default:
		x.acceptRequest()
	}
}

// shortSession returns the beginning of a session id, which is enough to find related log lines and useless for taking
// over the session.
func shortSession(id string) string { return id[:min(len(id), shortSessionLength)] }

const shortSessionLength = 8

// discard drops messages that belong to no request.
type discard struct{}

func (discard) write(any) error { return nil }

func (x *exchange) noRoom() {
	x.outcome.set("too many sessions", true)
	x.w.Header().Set("Retry-After", "5")
	refuseProtocol(x.w, http.StatusTooManyRequests, x.frame.ID, mcp.INTERNAL_ERROR,
		"there are too many sessions in use: end some by DELETE, or close their streams")
}

// initialize begins a session. The result of the handshake is encoded in the session id.
func (x *exchange) initialize() {
	one := newSession(newConnection("", discard{}, &questions{}))
	response := x.http.server.handle(x.http.server.mcp.WithContext(x.r.Context(), one), x.frame)
	if e, failed := response.(mcp.JSONRPCError); failed {
		x.refuse(statusOf(e.Error.Code), e.Error.Code, e.Error.Message)
		return
	}
	s := x.http.sessions.begin(x.subject, one.ProtocolVersion(), one.GetClientCapabilities(), time.Now())
	if s == nil {
		x.noRoom()
		return
	}
	x.http.garbage.moved(1)
	x.seen.Version, x.seen.Session = one.ProtocolVersion(), shortSession(s.id)
	text, err := encode(response)
	if err != nil {
		x.refuse(http.StatusInternalServerError, mcp.INTERNAL_ERROR, "internal error")
		return
	}
	x.w.Header().Set(mcp.HeaderSessionID, s.id)
	x.writeJSON(http.StatusOK, text)
}

// acceptReply passes a reply to the waiting question of this server in the session that was asked.
func (x *exchange) acceptReply() {
	var id string
	if x.frame.ID != nil && json.Unmarshal(x.frame.ID, &id) == nil {
		x.of.questions.deliver(id, x.frame.reply)
	}
	x.w.WriteHeader(http.StatusAccepted)
}

// acceptCancel cancels a request of the same session.
func (x *exchange) acceptCancel() {
	x.of.requests.cancel(cancelled(x.frame.Params))
	x.w.WriteHeader(http.StatusAccepted)
}

// acceptModern handles a message of the era without sessions: every request is independent, and the end of its
// connection cancels it.
func (x *exchange) acceptModern() {
	f := x.frame
	switch {
	case f.Method == "":
		x.refuse(http.StatusBadRequest, mcp.INVALID_REQUEST,
			"in this version of the protocol a server asks nothing, so there is nothing to reply to")
		return
	case f.ID == nil:
		// The only notification in this era is the cancellation on stdio; over HTTP the end of the connection replaces
		// it.
		x.w.WriteHeader(http.StatusAccepted)
		return
	}
	if e := x.mismatch(); e != nil {
		x.refuse(http.StatusBadRequest, e.code, e.message)
		return
	}
	x.seen.Version = x.r.Header.Get(mcp.HeaderProtocolVersion)
	x.acceptRequest()
}

// mismatch returns an error that describes how the headers of a request differ from its body, or nil.
func (x *exchange) mismatch() *protocolError {
	header := x.r.Header
	version := header.Get(mcp.HeaderProtocolVersion)
	var p struct {
		Meta *mcp.Meta `json:"_meta"`
	}
	_ = json.Unmarshal(x.frame.Params, &p) // params that cannot be parsed name no version
	said := p.Meta.ProtocolVersion()
	switch {
	case header.Get(mcp.HeaderLastEventID) != "":
		return &protocolError{mcp.HEADER_MISMATCH,
			"streams of this version cannot be asked for again: send the request anew, without Last-Event-ID"}
	case version == "":
		return &protocolError{mcp.HEADER_MISMATCH, "the header " + mcp.HeaderProtocolVersion +
			" is missing; _meta names " + clip(said)}
	case said == "":
		return &protocolError{mcp.INVALID_PARAMS, "params._meta lacks " + mcp.MetaKeyProtocolVersion}
	case version != said:
		return &protocolError{mcp.HEADER_MISMATCH, "the header " + mcp.HeaderProtocolVersion + " is " + clip(version) +
			", _meta names " + clip(said)}
	}
	err := mcp.ValidateStandardHeaders(header.Get, version, x.frame.Method, x.frame.Params)
	if err == nil {
		err = x.paramMismatch()
	}
	if err == nil {
		err = x.taskMismatch()
	}
	if err != nil {
		return &protocolError{mcp.HEADER_MISMATCH, clip(err.Error())}
	}
	return nil
}

// headerName is the header that names the subject of a request (SEP-2243).
const headerName = "Mcp-Name"

// taskMismatch returns an error for a request about a task whose header names another task (SEP-2663).
func (x *exchange) taskMismatch() error {
	name := x.r.Header.Get(headerName)
	if name == "" || !strings.HasPrefix(string(x.frame.Method), tasksMethods) {
		return nil
	}
	var p struct {
		TaskID string `json:"taskId"`
	}
	if json.Unmarshal(x.frame.Params, &p) != nil || p.TaskID == name {
		return nil
	}
	return fmt.Errorf("header mismatch: %s: header value %q does not match the taskId %q", headerName, clip(name),
		clip(p.TaskID))
}

// acceptRequest runs a request and sends its results.
func (x *exchange) acceptRequest() {
	h, f := x.http, x.frame
	x.stream = newStream(f.ID)
	ctx, cancel := x.context()
	p := &pending{id: string(f.ID), method: f.Method, ctx: ctx, cancel: cancel}
	if x.of != nil {
		switch x.of.requests.add(p) {
		case duplicateID:
			cancel()
			x.refuse(http.StatusBadRequest, mcp.INVALID_REQUEST,
				"a request with this id is still running in the session")
			return
		case tooMany:
			cancel()
			x.refuse(http.StatusTooManyRequests, mcp.INTERNAL_ERROR,
				"too many requests are running; wait for answers before sending more")
			return
		}
		stop := context.AfterFunc(x.r.Context(), p.lose)
		defer stop()
	}
	ended := func() {}
	if x.call != nil {
		p.ctx, ended = h.server.admit(ctx, x.call.Name, x.call.Arguments)
	}
	h.running.Add(1) // the work may outlive its connection
	h.active.Add(1)
	done := make(chan struct{})
	h.workers.run(func() {
		defer h.running.Done()
		defer h.active.Add(-1)
		defer close(done)
		x.run(p, ended)
	})
	x.send(p)
	if x.modern {
		<-done // the observation covers the work too
	}
}

// context returns the context of the work. In the era with sessions the work outlives the connection, because losing a
// connection does not cancel it.
func (x *exchange) context() (context.Context, context.CancelFunc) {
	h := x.http
	base := x.r.Context()
	ended := h.cut
	var one *session
	var listening *client
	switch conn := newConnection("", x.stream, &questions{}); {
	case !x.modern:
		base = context.WithoutCancel(base)
		one = x.of.session(x.stream)
	case x.frame.Method == mcp.MethodSubscriptionsListen:
		one = newListener(conn, x.frame.ID)
		ended = h.closing // idle streams do not delay the end of the server
		listening = &client{conn: conn, subject: x.subject, admitted: h.admitted(x.r),
			viewer: h.server.options.Viewer(x.r.Context())}
	default:
		one = newSession(conn)
	}
	one.initialized = true
	ctx, cancel := context.WithCancel(base)
	if listening != nil {
		listening.end = cancel
		x.unlisten = h.server.clients.add(listening)
	}
	stop := context.AfterFunc(ended, cancel)
	ctx = context.WithValue(h.server.mcp.WithContext(ctx, one), outcomeKey{}, x.outcome)
	return ctx, func() { stop(); cancel() }
}

// run executes the request and ends its stream.
func (x *exchange) run(p *pending, ended func()) {
	var response any
	switch f := x.frame; {
	case p.abandoned():
	case f.Method == mcp.MethodToolsCall && (x.call == nil || x.call.Name == ""):
		response = failure(f.ID, mcp.INVALID_PARAMS, badToolCall)
	case !x.modern && x.http.server.direct(f, x.call):
		response = x.http.server.callDirectly(p.ctx, f.ID, x.call)
	default:
		response = x.http.server.handle(p.ctx, f)
	}
	ended()
	if x.of != nil {
		x.of.requests.free(p)
		defer x.of.requests.done(p)
	} else {
		defer p.cancel()
	}
	if x.unlisten != nil {
		x.unlisten()
	}
	settle(p.ctx)
	one, _ := server.ClientSessionFromContext(p.ctx).(*session)
	one.flush()
	if x.of != nil {
		x.of.keep(one)
	}
	if p.abandoned() {
		x.outcome.set("cancelled", true)
		x.stream.finish(nil)
	} else {
		x.stream.finish(x.encoded(response))
	}
	x.retire()
}

// retire keeps an ended stream whose id a client knows for a while, so that the client can resume it. It is called when
// a stream ends, and when a stream gets its id, which may be later.
func (x *exchange) retire() {
	if x.of == nil {
		return
	}
	x.of.mu.Lock()
	_, over, _ := x.stream.after(0)
	kept := over && !x.stream.retired && x.stream.id != "" && x.of.streams[x.stream.id] == x.stream
	if kept {
		x.stream.retired = true
		x.http.sessions.retained.Add(int64(x.stream.size()))
	}
	x.of.mu.Unlock()
	if kept {
		x.http.sessions.retainLater(x.stream)
	}
}
