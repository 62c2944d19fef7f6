package double

import (
	"net"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
)

// Cluster is some nodes over one log, of which one leads. Elect changes that.
type Cluster struct {
	mu     sync.Mutex
	nodes  []*Server
	leader *Server
}

func (c *Cluster) join(s *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes = append(c.nodes, s)
	if c.leader == nil {
		c.leader = s
	}
}

// Leader is who leads; nil during an election.
func (c *Cluster) Leader() *Server {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.leader
}

// Elect makes a node the leader. Nil begins an election.
func (c *Cluster) Elect(leader *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leader = leader
}

// members are what gossip says: a node that is stopped or frozen is not alive.
func (c *Cluster) members() (out []*gossip.MemberInfo) {
	c.mu.Lock()
	nodes, leader := c.nodes, c.leader
	c.mu.Unlock()
	for _, n := range nodes {
		state := gossip.MemberInfo_Follower
		if n == leader {
			state = gossip.MemberInfo_Leader
		}
		m := n.member(state)
		m.IsAlive = n.isRunning() && !n.gate.closed()
		out = append(out, m)
	}
	return out
}

func (s *Server) isRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running != nil
}

// Freeze stops the server as SIGSTOP does: connections stay and are taken, and nothing is read or answered.
func (s *Server) Freeze() { s.gate.close() }

// Thaw lets a frozen server go on with what has arrived meanwhile.
func (s *Server) Thaw() { s.gate.open() }

// gate lets bytes pass unless it is closed.
type gate struct {
	mu   sync.Mutex
	shut chan struct{} // closed when the gate opens; nil while it is open
}

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut == nil {
		g.shut = make(chan struct{})
	}
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut != nil {
		close(g.shut)
		g.shut = nil
	}
}

func (g *gate) closed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.shut != nil
}

func (g *gate) pass() {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
}

// gatedListener gives connections whose bytes pass a gate.
type gatedListener struct {
	net.Listener
	gate *gate
}

// Accept waits for the next connection.
func (l *gatedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &gatedConn{c, l.gate}, nil
}

type gatedConn struct {
	net.Conn
	gate *gate
}

// Read passes on what has come, once the gate is open.
func (c *gatedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.gate.pass()
	return n, err
}

// Write waits for the gate.
func (c *gatedConn) Write(b []byte) (int, error) {
	c.gate.pass()
	return c.Conn.Write(b)
}
