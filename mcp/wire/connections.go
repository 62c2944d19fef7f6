package wire

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// Bounds of the open connections of a server, each of which takes some 20 kB.
const (
	// DefaultConnections bounds all connections. The streams of one principal's sessions do not reach it.
	DefaultConnections = 10_000
	// DefaultStrangers bounds the connections on which no request was admitted yet.
	DefaultStrangers = 256
)

// Connections bounds the connections of an HTTP server, so that nobody without credentials can exhaust its memory or
// file descriptors. A new connection over a bound replaces another one: the connection that has waited longest for its
// first request to be admitted, otherwise the longest idle one. If every connection has a request in progress, the new
// one is closed. Connections is safe for concurrent use.
type Connections struct {
	most, mostStrangers int

	mu        sync.Mutex
	open      map[net.Conn]*openConnection
	strangers *list.List // connections without an admitted request (*openConnection), the oldest first
	idle      *list.List // other connections without a request (*openConnection), the longest idle first
}

// openConnection is an open connection with its place in one of the lists; the place is nil during an admitted request.
type openConnection struct {
	conn  net.Conn
	known bool // a request on it was admitted
	in    *list.List
	at    *list.Element
}

// NewConnections returns bounds for all connections and for those on which no request was admitted yet.
func NewConnections(most, mostStrangers int) *Connections {
	return &Connections{most: most, mostStrangers: mostStrangers, open: map[net.Conn]*openConnection{},
		strangers: list.New(), idle: list.New()}
}

type connectionKey struct{}

// Bound applies the bounds to a server that does not serve yet.
func (c *Connections) Bound(s *http.Server) {
	s.ConnState = c.changed
	s.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, connectionKey{}, knownBy{c, conn})
	}
}

// knownBy identifies the connection in the context of a request.
type knownBy struct {
	connections *Connections
	conn        net.Conn
}

// LetIn marks the connection of a request as known, because the request was admitted.
func LetIn(ctx context.Context) {
	k, ok := ctx.Value(connectionKey{}).(knownBy)
	if !ok {
		return // the server has no bounds, as in tests of handlers
	}
	k.connections.mu.Lock()
	defer k.connections.mu.Unlock()
	if one := k.connections.open[k.conn]; one != nil && !one.known {
		one.known = true
		one.leave()
	}
}

// Open returns the number of open connections, and how many of them have no admitted request yet.
func (c *Connections) Open() (all, strangers int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open), c.strangers.Len()
}

// changed is the server's ConnState function.
func (c *Connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.open[conn]
	switch {
	case state == http.StateNew:
		c.makeRoom(conn)
	case one == nil: // already closed by makeRoom
	case state == http.StateClosed || state == http.StateHijacked:
		c.remove(one)
	case state == http.StateIdle && one.known:
		one.enter(c.idle)
	case state == http.StateActive && one.known:
		one.leave()
	}
}

// makeRoom adds a new connection, and closes another one if there are too many.
func (c *Connections) makeRoom(conn net.Conn) {
	one := &openConnection{conn: conn}
	c.open[conn] = one
	one.enter(c.strangers)
	over := c.strangers.Len() > c.mostStrangers
	if !over && len(c.open) <= c.most {
		return
	}
	from := c.strangers
	if !over && from.Len() == 1 && c.idle.Len() > 0 { // the only stranger is the new one
		from = c.idle
	}
	oldest, _ := from.Front().Value.(*openConnection)
	c.remove(oldest)
	_ = oldest.conn.Close() // a request in progress there fails to read or write
}

func (c *Connections) remove(one *openConnection) {
	one.leave()
	delete(c.open, one.conn)
}

func (o *openConnection) enter(l *list.List) {
	o.leave()
	o.in, o.at = l, l.PushBack(o)
}

func (o *openConnection) leave() {
	if o.at != nil {
		o.in.Remove(o.at)
		o.in, o.at = nil, nil
	}
}
