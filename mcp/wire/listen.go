package wire

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// client is a recipient of change notifications: a connection on stdio, an open stream of a session over HTTP, or a
// subscribing request over HTTP.
type client struct {
	conn    *connection
	session *session // of the older protocol's handshake; nil for an independent request
	subject string
	viewer  string
	watch   func(uri string) error // over HTTP: subscribes it to a resource with the rights of its own caller
	stream  string                 // over HTTP: the id of the session that owns the open stream

	admitted func() bool // whether it may still be notified; nil means yes
	end      func()      // ends a client that may no longer be notified
	over     atomic.Bool // end was called
}

// clients are the connected clients, in the order of arrival.
type clients struct {
	mu  sync.Mutex
	all []*client
}

// add adds a client and returns the function that removes it.
func (c *clients) add(one *client) (remove func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, one)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.all = slices.DeleteFunc(c.all, func(x *client) bool { return x == one })
	}
}

// mayBeTold reports whether a client may still be notified, and ends a client that may not. The token of a stream that
// stays open for days may be revoked or expire. A client with a new token opens another stream.
func (c *client) mayBeTold() bool {
	if c.over.Load() {
		return false
	}
	if c.admitted == nil || c.admitted() {
		return true
	}
	c.over.Store(true)
	c.end()
	return false
}

// endRefused ends the clients that may no longer be notified.
func (c *clients) endRefused() {
	c.mu.Lock()
	all := slices.Clone(c.all)
	c.mu.Unlock()
	for _, one := range all {
		one.mayBeTold()
	}
}

// each calls f for every client of a subject.
func (c *clients) each(subject string, f func(*client)) {
	c.everyone(func(one *client) {
		if one.subject == subject {
			f(one)
		}
	})
}

// everyone calls f for every client without holding the lock, because mayBeTold may ask an identity provider. If a
// session has several streams, it calls f only for the latest one. A message must be sent over one stream only (MCP
// 2025-11-25, Multiple Connections), and an earlier stream may be lost unnoticed.
func (c *clients) everyone(f func(*client)) {
	c.mu.Lock()
	all := slices.Clone(c.all)
	c.mu.Unlock()
	told := map[string]bool{}
	for _, one := range slices.Backward(all) {
		if !one.over.Load() && (one.stream == "" || !told[one.stream]) {
			told[one.stream] = true
			f(one)
		}
	}
}

// ToolsChanged notifies the clients of a subject that their list of tools has changed. Clients of the older protocol
// are notified after their handshake, newer clients if they have subscribed.
func (s *Server) ToolsChanged(subject string) {
	s.clients.each(subject, func(one *client) {
		one.tell(mcp.MethodNotificationToolsListChanged, nil,
			func(f mcp.SubscriptionFilter) bool { return f.ToolsListChanged })
	})
}

// tell notifies a client: a client of the older protocol once, and a newer client once for each matching subscription.
func (c *client) tell(method string, params map[string]any, wanted func(mcp.SubscriptionFilter) bool) {
	if c.session != nil && c.session.Initialized() && c.mayBeTold() {
		_ = c.session.notify(method, params) // an error means that the client has gone
	}
	for _, s := range c.conn.listeners() {
		if filter, active := s.SubscriptionFilter(); active && wanted(filter) && c.mayBeTold() {
			tagged := map[string]any{"_meta": map[string]any{mcp.MetaKeySubscriptionID: s.subscription}}
			for name, value := range params {
				tagged[name] = value
			}
			_ = s.notify(method, tagged)
		}
	}
}

var _ server.SessionWithSubscriptionFilter = (*session)(nil)

// SetSubscriptionFilter implements server.SessionWithSubscriptionFilter; the library sets the zero filter at the end of
// a subscription.
func (s *session) SetSubscriptionFilter(f mcp.SubscriptionFilter) {
	s.set(func() { s.filter = f })
	s.connection.mu.Lock()
	defer s.connection.mu.Unlock()
	if f.IsEmpty() {
		delete(s.connection.listening, s)
		return
	}
	if s.connection.listening == nil {
		s.connection.listening = map[*session]bool{}
	}
	s.connection.listening[s] = true
}

// SubscriptionFilter implements server.SessionWithSubscriptionFilter.
func (s *session) SubscriptionFilter() (mcp.SubscriptionFilter, bool) {
	f := get(s, func() mcp.SubscriptionFilter { return s.filter })
	return f, !f.IsEmpty()
}

// listeners returns the subscriptions that are open.
func (c *connection) listeners() []*session {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []*session
	for s := range c.listening {
		out = append(out, s)
	}
	return out
}

// newListener returns the session of a request that opens a subscription. Messages that the library sends in this
// session are written at once; settle must be called before the request is answered.
func newListener(c *connection, id json.RawMessage) *session {
	s := newSession(c)
	s.subscription, s.own, s.written = id, make(chan mcp.JSONRPCNotification, notesBuffer), make(chan struct{})
	go func() {
		defer close(s.written)
		for n := range s.own {
			_ = c.out.write(n)
		}
	}()
	return s
}

// settle waits until everything that was sent in the subscription of a request is written. For other requests it
// returns at once.
func settle(ctx context.Context) {
	if s, ok := server.ClientSessionFromContext(ctx).(*session); ok && s.own != nil {
		close(s.own)
		<-s.written
	}
}
