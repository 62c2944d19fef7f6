package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// connection is one client on stdio, or one request over HTTP. It has the writer to the client and the questions that
// wait for the client's answers; over HTTP these belong to the session.
type connection struct {
	id     string
	out    messageWriter
	notes  chan mcp.JSONRPCNotification // notifications that the library itself sends
	closed chan struct{}                // closed when the client can no longer answer
	*questions
}

// messageWriter sends messages in the order of its calls.
type messageWriter interface{ write(message any) error }

// questions are the requests of this server that wait for a client's answer.
type questions struct {
	mu      sync.Mutex
	asked   int
	waiting map[string]chan reply

	listening map[*session]bool // the open subscriptions
	uris      map[string]bool   // resources that the client of the older protocol subscribed to
}

type reply struct {
	Result, Error json.RawMessage
}

// notesBuffer is large enough for the few notifications that the library itself sends (acknowledged subscriptions).
const notesBuffer = 64

func newConnection(id string, out messageWriter, q *questions) *connection {
	return &connection{
		id: id, out: out, notes: make(chan mcp.JSONRPCNotification, notesBuffer),
		closed: make(chan struct{}), questions: q,
	}
}

// ask registers a question. It returns an id with a prefix, which cannot be confused with the client's own ids, and the
// channel for the answer.
func (q *questions) ask() (id string, answer chan reply) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting == nil {
		q.waiting = map[string]chan reply{}
	}
	q.asked++
	id, answer = "server-"+strconv.Itoa(q.asked), make(chan reply, 1)
	q.waiting[id] = answer
	return id, answer
}

func (q *questions) forget(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.waiting, id)
}

var errClientGone = errors.New("the client closed its side")

// request sends a request to the client and waits for the answer.
func (c *connection) request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	id, answer := c.ask()
	defer c.forget(id)
	message := map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "id": id, "method": method, "params": params}
	if err := c.out.write(message); err != nil {
		return nil, err
	}
	select {
	case r := <-answer:
		if r.Error != nil {
			return nil, fmt.Errorf("the client refused %s: %s", method, r.Error)
		}
		return r.Result, nil
	case <-c.closed:
		return nil, errClientGone
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// deliver passes the client's reply to the waiting request. It ignores a reply that comes too late.
func (q *questions) deliver(id string, r reply) {
	q.mu.Lock()
	answer := q.waiting[id]
	q.mu.Unlock()
	if answer != nil {
		select {
		case answer <- r:
		default: // a second reply to the same request
		}
	}
}

// flush writes the notifications that the library has sent so far.
func (c *connection) flush() {
	for {
		select {
		case n := <-c.notes:
			_ = c.out.write(n)
		default:
			return
		}
	}
}

// session is the library's view of a connection. The older protocol has one per handshake. The newer protocol has a
// fresh one for each request, because its capabilities must not be remembered.
type session struct {
	*connection

	state       sync.RWMutex
	initialized bool
	level       mcp.LoggingLevel
	info        mcp.Implementation
	can         mcp.ClientCapabilities
	version     string

	// The following fields belong to a subscription.
	subscription json.RawMessage // id of the request that opened it
	filter       mcp.SubscriptionFilter
	own          chan mcp.JSONRPCNotification // notifications that the library sends in it
	written      chan struct{}                // closed when all of these are written
}

var (
	_ server.SessionWithLogging         = (*session)(nil)
	_ server.SessionWithClientInfo      = (*session)(nil)
	_ server.SessionWithElicitation     = (*session)(nil)
	_ server.SessionWithProtocolVersion = (*session)(nil)
)

func newSession(c *connection) *session { return &session{connection: c, level: mcp.LoggingLevelError} }

// SessionID implements server.ClientSession.
func (s *session) SessionID() string { return s.id }

// NotificationChannel implements server.ClientSession.
func (s *session) NotificationChannel() chan<- mcp.JSONRPCNotification {
	if s.own != nil {
		return s.own
	}
	return s.notes
}

// Initialize implements server.ClientSession.
func (s *session) Initialize() { s.set(func() { s.initialized = true }) }

// Initialized implements server.ClientSession.
func (s *session) Initialized() bool { return get(s, func() bool { return s.initialized }) }

// SetLogLevel implements server.SessionWithLogging.
func (s *session) SetLogLevel(l mcp.LoggingLevel) { s.set(func() { s.level = l }) }

// GetLogLevel implements server.SessionWithLogging.
func (s *session) GetLogLevel() mcp.LoggingLevel {
	return get(s, func() mcp.LoggingLevel { return s.level })
}

// GetClientInfo implements server.SessionWithClientInfo.
func (s *session) GetClientInfo() mcp.Implementation {
	return get(s, func() mcp.Implementation { return s.info })
}

// SetClientInfo implements server.SessionWithClientInfo.
func (s *session) SetClientInfo(i mcp.Implementation) { s.set(func() { s.info = i }) }

// GetClientCapabilities implements server.SessionWithClientInfo.
func (s *session) GetClientCapabilities() mcp.ClientCapabilities {
	return get(s, func() mcp.ClientCapabilities { return s.can })
}

// SetClientCapabilities implements server.SessionWithClientInfo.
func (s *session) SetClientCapabilities(c mcp.ClientCapabilities) { s.set(func() { s.can = c }) }

// ProtocolVersion implements server.SessionWithProtocolVersion.
func (s *session) ProtocolVersion() string { return get(s, func() string { return s.version }) }

// SetProtocolVersion stores the version that the handshake agreed on.
func (s *session) SetProtocolVersion(v string) { s.set(func() { s.version = v }) }

// RequestElicitation implements server.SessionWithElicitation. It returns an error if the client did not declare the
// capability.
func (s *session) RequestElicitation(ctx context.Context, r mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	if s.GetClientCapabilities().Elicitation == nil {
		return nil, server.ErrElicitationNotSupported
	}
	raw, err := s.request(ctx, string(mcp.MethodElicitationCreate), r.Params)
	if err != nil {
		return nil, err
	}
	var result mcp.ElicitationResult
	if err := json.Unmarshal(raw, &result); err != nil {
		return nil, fmt.Errorf("read the client's answer: %w", err)
	}
	return &result, nil
}

func (s *session) notify(method string, params map[string]any) error {
	return s.out.write(map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "method": method, "params": params})
}

func (s *session) set(change func()) {
	s.state.Lock()
	defer s.state.Unlock()
	change()
}

func get[T any](s *session, read func() T) T {
	s.state.RLock()
	defer s.state.RUnlock()
	return read()
}
