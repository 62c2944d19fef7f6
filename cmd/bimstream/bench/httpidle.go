package bench

import (
	"fmt"
	"time"
)

// idleSessions is how many sessions a large team leaves behind in a day.
const idleSessions = 1000

// sessions measures the memory of a thousand idle sessions, and the memory that remains after their end. It does so for
// sessions without connections, and for sessions with one open stream each, as clients keep it.
func (b *bench) sessions() error {
	for _, kind := range []struct {
		name   string
		listen bool
		aim    string
	}{{"1,000 idle sessions", false, "< 15"}, {"1,000 sessions with an open stream each", true, ""}} {
		if err := b.idle(kind.name, kind.listen, kind.aim); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) idle(name string, listen bool, aim string) error {
	server, err := b.startTeam("idle", []string{collectsSoon}, "ann")
	if err != nil {
		return err
	}
	defer func() { _ = server.close() }()
	for range idleSessions { // warm-up: the server's basic memory does not count
		c, err := beginWire(b.ctx, server.address, "ann")
		if err != nil {
			return err
		}
		if err := c.end(b.ctx); err != nil {
			return err
		}
	}
	before, err := server.settled(b.ctx)
	if err != nil {
		return err
	}
	clients := make([]*wireClient, idleSessions)
	for i := range clients {
		if clients[i], err = beginWire(b.ctx, server.address, "ann"); err != nil {
			return err
		}
		if listen {
			err = clients[i].listen()
		} else {
			err = clients[i].conn.Close()
		}
		if err != nil {
			return err
		}
	}
	during, err := server.settled(b.ctx)
	if err != nil {
		return err
	}
	for _, c := range clients {
		if err := c.end(b.ctx); err != nil {
			return err
		}
	}
	after, err := server.settled(b.ctx)
	if err != nil {
		return err
	}
	b.add(Figure{Name: name, Value: megabytes(during - before), Unit: "MB", Aim: aim,
		Note: fmt.Sprintf("the server before: %s MB", brief(megabytes(before)))})
	b.add(Figure{Name: name + ", left after their end", Value: megabytes(after - before), Unit: "MB", Aim: "<= 5"})
	return nil
}

// collectsSoon keeps the garbage of a server below a tenth of its live memory, so that random amounts of garbage do not
// count as memory of the sessions.
const collectsSoon = "GOGC=10"

// settles is the time before a server's memory is read: freed memory goes back to the system a little later.
const settles = 3 * time.Second
