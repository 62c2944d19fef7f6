package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// subscriptionBuffer is how many events may wait for the mirror. A chunk is made of what is there.
const subscriptionBuffer = chunkEvents

// follow keeps the mirror near the end of the log for as long as the store lives. Nothing relies on it but the time in
// which Wait returns: reads ask the server themselves.
func (s *Store) follow() {
	pause := firstPause
	for s.life.Err() == nil && s.over.Err() == nil {
		err := s.current(s.over)
		if err == nil {
			pause = firstPause
			err = s.subscribe(s.over)
		}
		if s.failFor(err) {
			return
		}
		sleep(s.over, pause)
		pause = min(2*pause, lastPause)
	}
}

// subscribe applies events as they come, until the subscription is dropped.
func (s *Store) subscribe(ctx context.Context) error {
	st, err := s.standing(ctx)
	if err != nil {
		return err
	}
	_, err = call(ctx, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
		if !s.continuity.holds(client.era) {
			return none, errUnchecked
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		options := esdb.SubscribeToStreamOptions{From: esdb.Start{}}
		if st.Next > 0 { // a subscription begins after the event it names
			options.From = esdb.Revision(st.Next - 1)
		}
		events, err := client.client.SubscribeToStream(ctx, s.logName, options)
		if err != nil {
			return none, err
		}
		context.AfterFunc(ctx, func() { _ = events.Close() }) // it answers nil
		s.following.Store(&subscription{client.era})
		defer func() {
			s.following.Store(nil)
			s.continuity.confirm(0) // the next connection may be to a server that was set back
		}()
		return none, s.applyAll(ctx, receive(ctx, events), s.newChunker(st))
	})
	return err
}

// subscription is a time for which the log is followed without a break, over one client.
type subscription struct{ era uint64 }

// receive hands out the events of a subscription. The last thing is the error that ended it.
func receive(ctx context.Context, subscription *esdb.Subscription) <-chan received {
	out := make(chan received, subscriptionBuffer)
	go func() {
		defer close(out)
		put := func(r received) bool {
			select {
			case out <- r:
				return r.err == nil
			case <-ctx.Done():
				return false
			}
		}
		defer func() {
			if p := recover(); p != nil {
				put(received{err: fmt.Errorf("%w: %v", errPanic, p)})
			}
		}()
		for {
			e := subscription.Recv()
			switch {
			case e.SubscriptionDropped != nil:
				put(received{err: e.SubscriptionDropped.Error})
				return
			case e.EventAppeared != nil && !put(received{event: e.EventAppeared.OriginalEvent()}):
				return
			}
		}
	}()
	return out
}

type received struct {
	event *esdb.RecordedEvent
	err   error
}

// gathering is how long events that nobody in this process waits for may wait for more of them, when each time that
// they are taken costs a commit of the mirror.
const gathering = 100 * time.Millisecond

// applyAll applies what has come, in chunks as large as what waits.
func (s *Store) applyAll(ctx context.Context, events <-chan received, c *chunker) error {
	due := time.NewTimer(gathering)
	defer due.Stop()
	heard := heed(ctx, func() time.Duration { return s.options.silence },
		func(ctx context.Context) { _ = s.askMetadata(ctx) }) // what comes of it is not for here
	for {
		wanted, kicked := s.followed.wanted()
		if c.full() || len(events) == 0 && (wanted || s.known.tail.takes(&c.ready)) {
			if err := s.applyReady(c); err != nil {
				return err
			}
		}
		select {
		case r, ok := <-events:
			heard()
			if c.count == 0 {
				due.Reset(gathering)
			}
			if ended, err := c.addAll(ctx, r, ok, events); ended {
				return errors.Join(s.applyReady(c), err)
			} else if err != nil {
				return err
			}
		case <-due.C:
			if err := s.applyReady(c); err != nil {
				return err
			}
		case <-kicked:
		}
	}
}

// addAll takes an event and those that wait behind it, as many as a chunk has. ended says that the subscription has
// ended, with the error that it ended with.
func (c *chunker) addAll(ctx context.Context, r received, ok bool, events <-chan received) (ended bool, err error) {
	for {
		if !ok || r.err != nil {
			return true, r.err
		}
		if err := c.add(ctx, r.event); err != nil || c.full() {
			return false, err
		}
		select {
		case r, ok = <-events:
		default:
			return false, nil
		}
	}
}

// applyReady applies what has come, also when the connection over which it came has ended: it was in the log.
func (s *Store) applyReady(c *chunker) error {
	ready := c.take()
	if ready.empty() {
		return nil
	}
	return s.apply(s.life, &ready)
}
