package kurrentdb

import (
	"bufio"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// gate holds back the reading of what others write, so that it is read many events at a time: an event that is read by
// itself wakes four goroutines, which costs more than the event. Nothing is held back from those who wait for it.
type gate struct {
	// patience is how long what has come may wait for more; what it returns beside is closed when that may be less.
	patience func() (time.Duration, <-chan struct{})
	begun    atomic.Bool
	once     sync.Once
	ended    chan struct{}
}

func newGate(patience func() (time.Duration, <-chan struct{})) *gate {
	return &gate{patience: patience, ended: make(chan struct{})}
}

// wait returns when it is time to read.
func (g *gate) wait() {
	if g.patience == nil || !g.begun.Load() {
		return
	}
	began := time.Now()
	for {
		longest, changed := g.patience()
		left := longest - time.Since(began)
		if left <= 0 {
			return
		}
		timer := time.NewTimer(left)
		select {
		case <-changed:
		case <-timer.C:
		case <-g.ended:
			timer.Stop()
			return
		}
		timer.Stop()
	}
}

func (g *gate) end() { g.once.Do(func() { close(g.ended) }) }

// gatedConn is a connection behind a gate.
type gatedConn struct {
	net.Conn
	gate *gate
	in   *bufio.Reader
	full bool // there was more than could be read at once
}

func newGatedConn(conn net.Conn, g *gate) *gatedConn {
	c := &gatedConn{Conn: conn, gate: g}
	c.in = bufio.NewReaderSize(behindGate{c}, laneRead)
	return c
}

// Read reads what was read at once, and after that waits for the gate.
func (c *gatedConn) Read(b []byte) (int, error) { return c.in.Read(b) }

// Close closes the connection, and the gate holds nothing back any more.
func (c *gatedConn) Close() error {
	c.gate.end()
	return c.Conn.Close()
}

// behindGate reads from the connection when the gate lets it.
type behindGate struct{ c *gatedConn }

func (r behindGate) Read(b []byte) (int, error) {
	if !r.c.full {
		r.c.gate.wait()
	}
	n, err := r.c.Conn.Read(b)
	r.c.full = n == len(b)
	return n, err
}
