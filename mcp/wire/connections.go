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
	// DefaultStrangers bounds those on which no request was let in yet.
	DefaultStrangers = 256
)

// Connections bounds the connections of an HTTP server, so that nobody without credentials can use up its memory or
// file descriptors. A new connection over a bound takes the place of another one: of the one that has waited longest
// for its first request to be let in, or else of the one that has been idle longest. Where every connection has a
// request under way, the new one is closed. It is safe for concurrent use.
type Connections struct {
	most, mostStrangers int

	mu        sync.Mutex
	open      map[net.Conn]*openConnection
	strangers *list.List // of *openConnection without a request that was let in, the oldest first
	idle      *list.List // of other *openConnection without a request, the one that is idle longest first
}

// openConnection is an open connection, and its place in one of the lists, nil while it has a request that was let in.
type openConnection struct {
	conn  net.Conn
	known bool // a request on it was let in
	in    *list.List
	at    *list.Element
}

// NewConnections returns bounds: of all connections, and of those on which no request was let in.
func NewConnections(most, mostStrangers int) *Connections {
	return &Connections{most: most, mostStrangers: mostStrangers, open: map[net.Conn]*openConnection{},
		strangers: list.New(), idle: list.New()}
}

type connectionKey struct{}

// Bound makes a server, which does not serve yet, obey the bounds.
func (c *Connections) Bound(s *http.Server) {
	s.ConnState = c.changed
	s.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, connectionKey{}, knownBy{c, conn})
	}
}

// knownBy finds a connection from the context of a request.
type knownBy struct {
	connections *Connections
	conn        net.Conn
}

// LetIn says that a request was let in: its connection is none of a stranger from now on.
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

// Open returns the number of open connections and that of strangers among them.
func (c *Connections) Open() (all, strangers int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open), c.strangers.Len()
}

// changed is the ConnState of the server.
func (c *Connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.open[conn]
	switch {
	case state == http.StateNew:
		c.makeRoom(conn)
	case one == nil: // closed for another one
	case state == http.StateClosed || state == http.StateHijacked:
		c.remove(one)
	case state == http.StateIdle && one.known:
		one.enter(c.idle)
	case state == http.StateActive && one.known:
		one.leave()
	}
}

// makeRoom takes a new connection in, and closes another one where there are too many.
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
	_ = oldest.conn.Close() // its request, if one is under way, ends with an error of its reading or writing
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
