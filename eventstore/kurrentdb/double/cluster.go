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
		m.IsAlive = n.isRunning() && !n.pause.lasts()
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
func (s *Server) Freeze() { s.pause.begin() }

// Thaw lets a frozen server go on with what has arrived meanwhile.
func (s *Server) Thaw() { s.pause.end() }

// pause is a time in which no bytes pass.
type pause struct {
	mu    sync.Mutex
	ended chan struct{} // closed when the pause ends; nil while there is none
}

func (p *pause) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended == nil {
		p.ended = make(chan struct{})
	}
}

func (p *pause) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != nil {
		close(p.ended)
		p.ended = nil
	}
}

func (p *pause) lasts() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended != nil
}

func (p *pause) wait() {
	p.mu.Lock()
	ended := p.ended
	p.mu.Unlock()
	if ended != nil {
		<-ended
	}
}

// pausedListener gives connections whose bytes wait while the server is frozen.
type pausedListener struct {
	net.Listener
	pause *pause
}

// Accept waits for the next connection.
func (l *pausedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &pausedConn{c, l.pause}, nil
}

type pausedConn struct {
	net.Conn
	pause *pause
}

// Read passes on what has come, after the pause if there is one.
func (c *pausedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.pause.wait()
	return n, err
}

// Write waits for the end of the pause.
func (c *pausedConn) Write(b []byte) (int, error) {
	c.pause.wait()
	return c.Conn.Write(b)
}
