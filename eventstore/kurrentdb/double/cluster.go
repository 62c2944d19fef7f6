package double

import (
	"net"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
)

// Cluster is a group of nodes over one log, one of which is the leader. Elect changes the leader. All nodes know about
// the change immediately, unless Believe made a node see another leader.
type Cluster struct {
	mu       sync.Mutex
	nodes    []*Server
	leader   *Server
	believed map[*Server]*Server // leaders as seen by nodes that are mistaken; nil for no leader
	terms    int64               // elections so far
}

func (c *Cluster) join(s *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes = append(c.nodes, s)
	if c.leader == nil {
		c.leader = s
	}
}

// Leader returns the leader, or nil during an election.
func (c *Cluster) Leader() *Server {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.leader
}

// Elect makes a node the leader. A nil node starts an election.
func (c *Cluster) Elect(leader *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leader = leader
	c.terms++
}

// Believe makes a node treat another node, or itself, as the leader, regardless of the real one, like a node that
// gossip has not reached yet. Nil means no leader: the node is cut off.
func (c *Cluster) Believe(node, leader *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.believed == nil {
		c.believed = map[*Server]*Server{}
	}
	c.believed[node] = leader
}

// Learn makes a node see the real leader again.
func (c *Cluster) Learn(node *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.believed, node)
}

// leaderFor returns the leader as seen by a node.
func (c *Cluster) leaderFor(node *Server) *Server {
	c.mu.Lock()
	defer c.mu.Unlock()
	if leader, believes := c.believed[node]; believes {
		return leader
	}
	return c.leader
}

// membersFor returns the gossip of a node. Stopped and frozen nodes are not alive. A node that has been elected but
// does not lead yet reports this itself; the other nodes do not.
func (c *Cluster) membersFor(node *Server) (out []*gossip.MemberInfo) {
	leader := c.leaderFor(node)
	c.mu.Lock()
	nodes, term := c.nodes, c.terms
	c.mu.Unlock()
	for _, n := range nodes {
		state := gossip.MemberInfo_Follower
		switch {
		case n == leader && n == node && n.hesitates():
			state = gossip.MemberInfo_PreLeader
		case n == leader:
			state = gossip.MemberInfo_Leader
		}
		m := n.member(state)
		m.IsAlive, m.TimeStamp = n.isRunning() && !n.pause.lasts(), term
		out = append(out, m)
	}
	return out
}

// Hesitate makes an elected node report that it does not lead yet, or no longer leads. It still answers calls that
// require a leader.
func (s *Server) Hesitate(hesitates bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hesitating = hesitates
}

func (s *Server) hesitates() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hesitating
}

// FallBehind makes a node answer reads without the last n events of a stream, like a node that has not read the whole
// log yet, or that does not know that another node has become the leader.
func (s *Server) FallBehind(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind = n
}

func (s *Server) lags() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.behind
}

// Isolate cuts a node off from the others, or reconnects it. An isolated node keeps its connections and subscriptions,
// which deliver nothing, and knows no leader.
func (c *Cluster) Isolate(node *Server, isolated bool) {
	node.mu.Lock()
	node.isolated = isolated
	node.mu.Unlock()
	if isolated {
		c.Believe(node, nil)
	} else {
		c.Learn(node)
		node.log.tell("") // events that arrived in the meantime can be read now
	}
}

func (s *Server) isIsolated() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isolated
}

func (s *Server) isRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running != nil
}

// Freeze stops the server as SIGSTOP does: connections stay open and new ones are accepted, but nothing is read or
// answered.
func (s *Server) Freeze() { s.pause.begin() }

// Thaw lets a frozen server continue with the data that has arrived in the meantime.
func (s *Server) Thaw() { s.pause.end() }

// pause is a period during which no bytes are passed on.
type pause struct {
	mu    sync.Mutex
	ended chan struct{} // closed when the pause ends; nil if there is no pause
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

// pausedListener returns connections that hold back their bytes while the server is frozen.
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

// Read passes on received bytes, after the pause if there is one.
func (c *pausedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.pause.wait()
	return n, err
}

// Write waits until the pause has ended, then writes.
func (c *pausedConn) Write(b []byte) (int, error) {
	c.pause.wait()
	return c.Conn.Write(b)
}
