package double

import (
	"net"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
)

// Cluster is some nodes over one log, of which one leads. Elect changes that, and all nodes know at once, unless a node
// was told to believe something else.
type Cluster struct {
	mu       sync.Mutex
	nodes    []*Server
	leader   *Server
	believed map[*Server]*Server // who leads, as a node has it that knows no better; nil for nobody
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
	c.terms++
}

// Believe lets a node take another one for the leader, or itself, whoever leads, as one does that gossip has not
// reached yet. Nil is nobody: the node was cut off.
func (c *Cluster) Believe(node, leader *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.believed == nil {
		c.believed = map[*Server]*Server{}
	}
	c.believed[node] = leader
}

// Learn lets a node know again who leads.
func (c *Cluster) Learn(node *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.believed, node)
}

// leaderFor is who leads as a node has it.
func (c *Cluster) leaderFor(node *Server) *Server {
	c.mu.Lock()
	defer c.mu.Unlock()
	if leader, believes := c.believed[node]; believes {
		return leader
	}
	return c.leader
}

// membersFor are what the gossip of a node says: a node that is stopped or frozen is not alive. One that has been
// elected and does not lead yet says so itself, and the others do not.
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

// Hesitate lets a node that was elected say that it does not lead yet, or no more. It answers what requires a leader.
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

// FallBehind lets a node answer reads without the last n events of a stream, as one does that has not read all of the
// log yet, or that another one leads without its knowledge.
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

// Isolate cuts a node off from the others, or ends that: it keeps its connections and subscriptions, which bring
// nothing, and knows no leader.
func (c *Cluster) Isolate(node *Server, isolated bool) {
	node.mu.Lock()
	node.isolated = isolated
	node.mu.Unlock()
	if isolated {
		c.Believe(node, nil)
	} else {
		c.Learn(node)
		node.log.tell("") // what has come meanwhile is there to be read
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
