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

// connection is one client on stdio, or one request over HTTP: the writer towards it and the questions that wait for
// the client's answers, which over HTTP are those of its session.
type connection struct {
	id     string
	out    messageWriter
	notes  chan mcp.JSONRPCNotification // what the library itself sends
	closed chan struct{}                // closed when the client cannot answer any more
	*questions
}

// messageWriter sends messages in the order in which it gets them.
type messageWriter interface{ write(message any) error }

// questions are the requests of this server that wait for a client's answer.
type questions struct {
	mu      sync.Mutex
	asked   int
	waiting map[string]chan reply

	listening map[*session]bool // the subscriptions that are open
	uris      map[string]bool   // resources that the client of the older protocol subscribed to
}

type reply struct {
	Result, Error json.RawMessage
}

// notesBuffer holds the few notifications that the library sends by itself (acknowledged subscriptions).
const notesBuffer = 64

func newConnection(id string, out messageWriter, q *questions) *connection {
	return &connection{
		id: id, out: out, notes: make(chan mcp.JSONRPCNotification, notesBuffer),
		closed: make(chan struct{}), questions: q,
	}
}

// ask gives a question its id, a string with a prefix, so that it cannot be taken for the client's own, and the channel
// on which the answer comes.
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

// request asks the client and waits.
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

// deliver hands the client's reply to whoever waits for it; nobody does when it comes late.
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

// flush writes what the library sent until now.
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

// session is what the library sees of a connection: one for the handshake of the older protocol, and a fresh one for
// each request of the newer, whose capabilities must not be remembered.
type session struct {
	*connection

	state       sync.RWMutex
	initialized bool
	level       mcp.LoggingLevel
	info        mcp.Implementation
	can         mcp.ClientCapabilities
	version     string

	// Of a subscription:
	subscription json.RawMessage // id of the request that opened it
	filter       mcp.SubscriptionFilter
	own          chan mcp.JSONRPCNotification // what the library sends in it
	written      chan struct{}                // closed when all of that is written
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

// SetProtocolVersion records what the handshake agreed on.
func (s *session) SetProtocolVersion(v string) { s.set(func() { s.version = v }) }

// RequestElicitation implements server.SessionWithElicitation. A client that did not declare the capability is not
// asked.
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
