package kurrentdb

import (
	"bufio"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// coalescer holds back the reading of what others write, so that it is read many events at a time: an event that is
// read by itself wakes four goroutines, which costs more than the event. Nothing is held back from those who wait for
// it.
type coalescer struct {
	// patience is how long what has come may wait for more; what it returns beside is closed when that may be less.
	patience func() (time.Duration, <-chan struct{})
	begun    atomic.Bool
	once     sync.Once
	ended    chan struct{}
}

func newCoalescer(patience func() (time.Duration, <-chan struct{})) *coalescer {
	return &coalescer{patience: patience, ended: make(chan struct{})}
}

// wait returns when it is time to read. It calls hold when that is not at once.
func (x *coalescer) wait(hold func()) {
	if x.patience == nil || !x.begun.Load() {
		return
	}
	began := time.Now()
	for {
		longest, changed := x.patience()
		left := longest - time.Since(began)
		if left <= 0 {
			return
		}
		hold()
		timer := time.NewTimer(left)
		select {
		case <-changed:
		case <-timer.C:
		case <-x.ended:
			timer.Stop()
			return
		}
		timer.Stop()
	}
}

func (x *coalescer) end() { x.once.Do(func() { close(x.ended) }) }

// coalescedConn is a connection whose reads are held back.
type coalescedConn struct {
	net.Conn
	held *coalescer
	in   *bufio.Reader
	full bool            // there was more than could be read at once
	raw  syscall.RawConn // nil where there is none
	high bool            // the system is not to say that something has come
}

func newCoalescedConn(conn net.Conn, x *coalescer) *coalescedConn {
	c := &coalescedConn{Conn: conn, held: x}
	c.in = bufio.NewReaderSize(heldReads{c}, laneRead)
	if s, ok := conn.(syscall.Conn); ok {
		c.raw, _ = s.SyscallConn()
	}
	return c
}

// Read reads what was read at once, and after that waits until it is time to read.
func (c *coalescedConn) Read(b []byte) (int, error) { return c.in.Read(b) }

// Close closes the connection; nothing is held back any more.
func (c *coalescedConn) Close() error {
	c.held.end()
	return c.Conn.Close()
}

// hold lets what comes be stored without a word of the system, which wakes the process for each event else.
func (c *coalescedConn) hold() {
	if c.raw != nil && !c.high {
		c.high = true
		setLowWater(c.raw, laneRead)
	}
}

func (c *coalescedConn) release() {
	if c.high {
		c.high = false
		setLowWater(c.raw, 1)
	}
}

// heldReads reads from the connection when it is time to.
type heldReads struct{ c *coalescedConn }

func (r heldReads) Read(b []byte) (int, error) {
	if !r.c.full {
		r.c.held.wait(r.c.hold)
	}
	r.c.release()
	n, err := r.c.Conn.Read(b)
	r.c.full = n == len(b)
	return n, err
}
