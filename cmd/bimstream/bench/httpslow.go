package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"
)

// slowBodies is the number of bodies that are sent at the same time. Two people send them, because the server accepts
// fewer from one person.
const slowBodies = 1000

// pingEvery is the pause between two pings.
const pingEvery = 5 * time.Millisecond

// bodies measures the pings of a client while other clients send a thousand request bodies, each at one byte a second.
// It takes turns with pings while the server is otherwise idle.
func (b *bench) bodies() error {
	server, err := b.startTeam("slow", nil, "ann", "bob", "cy")
	if err != nil {
		return err
	}
	defer func() { _ = server.close() }()
	ann, err := beginWire(b.ctx, server.address, "ann")
	if err != nil {
		return err
	}
	defer func() { _ = ann.conn.Close() }()
	var alone, beside []time.Duration
	for range teamTurns / 2 {
		quiet, err := b.pings(ann)
		if err != nil {
			return err
		}
		stop, err := b.slowBodies(server)
		if err != nil {
			return errors.Join(err, stop())
		}
		busy, err := b.pings(ann)
		if err = errors.Join(err, stop()); err != nil {
			return err
		}
		alone, beside = append(alone, quiet...), append(beside, busy...)
	}
	for _, part := range []struct {
		name string
		of   float64
	}{{"median", 0.5}, {"p99", 0.99}, {"worst", 1}} {
		with, without := milliseconds(quantile(beside, part.of)), milliseconds(quantile(alone, part.of))
		b.add(Figure{Name: "ping beside 1,000 slow bodies, " + part.name, Value: with, Unit: "ms", Floor: "alone",
			FloorIs: without, Aim: "<= alone + 10 ms",
			Note: fmt.Sprintf("%s ms more, %d pings", brief(with-without), len(beside))})
	}
	return nil
}

// pings sends a ping every few milliseconds for the duration of a measurement.
func (b *bench) pings(c *wireClient) (times []time.Duration, err error) {
	for began := time.Now(); time.Since(began) < b.lasting; time.Sleep(pingEvery) {
		at := time.Now()
		if err := c.ping(); err != nil {
			return nil, err
		}
		times = append(times, time.Since(at))
	}
	return times, nil
}

// slowBodies starts 1,000 requests, the number in the constant of the same name. It sends one byte of each request body
// a second, until stop is called. stop returns an error if the server answered one of the requests.
func (b *bench) slowBodies(server *httpProcess) (stop func() error, err error) {
	ctx, cancel := context.WithCancel(b.ctx)
	done := make(chan struct{})
	var conns []net.Conn
	stop = func() error {
		cancel()
		<-done
		var refused error
		for _, c := range conns {
			_ = c.SetReadDeadline(time.Now())
			if n, _ := c.Read(make([]byte, 1)); n > 0 {
				refused = errors.New("a slow body was answered while others were measured")
			}
			_ = c.Close() // it holds half a request
		}
		return refused
	}
	for _, token := range []string{"bob", "cy"} {
		one, err := beginWire(b.ctx, server.address, token)
		if err != nil {
			close(done)
			return stop, err
		}
		head := append(one.head("POST", 100_000), '{')
		_ = one.conn.Close() // only its session is used
		for range slowBodies / 2 {
			c, err := net.Dial("tcp", server.address)
			if err != nil {
				close(done)
				return stop, err
			}
			conns = append(conns, c)
			if _, err := c.Write(head); err != nil {
				close(done)
				return stop, err
			}
		}
	}
	go func() {
		defer close(done)
		for next := 0; ctx.Err() == nil; next = (next + 1) % len(conns) {
			_, _ = conns[next].Write([]byte{' '}) // an error shows at the end
			time.Sleep(time.Second / slowBodies)
		}
	}()
	return stop, nil
}
