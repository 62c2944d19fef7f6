package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// subscriptionBuffer is the number of events that may wait for the mirror. The waiting events are applied as one chunk.
const subscriptionBuffer = chunkEvents

// follow keeps the mirror near the end of the log for the lifetime of the store. It only shortens the delay of Wait,
// because reads query the server themselves.
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

// subscribe applies events as they arrive, until the subscription ends.
func (s *Store) subscribe(ctx context.Context) error {
	st, err := s.standing(ctx)
	if err != nil {
		return err
	}
	_, err = call(ctx, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
		if !client.checked.Load() {
			return none, errUnchecked
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		options := esdb.SubscribeToStreamOptions{From: esdb.Start{}}
		if st.Next > 0 { // a subscription begins after the given event
			options.From = esdb.Revision(st.Next - 1)
		}
		events, err := client.client.SubscribeToStream(ctx, s.logName, options)
		if err != nil {
			return none, err
		}
		context.AfterFunc(ctx, func() { _ = events.Close() }) // Close always returns nil
		following := &subscription{over: client}
		in := receive(ctx, events, func(e *esdb.RecordedEvent) { following.arrived.Store(e.EventNumber + 1) })
		s.following.Store(following)
		defer func() {
			s.following.Store(nil)
			client.checked.Store(false) // the next connection may be to a server that was set back
		}()
		return none, s.applyAll(ctx, in, s.newChunker(st))
	})
	return err
}

// subscription is a period in which one client follows the log without a gap.
type subscription struct {
	over    *session
	arrived atomic.Uint64 // the place after the last event that was received
}

// receive returns a channel with the events of a subscription. The last item is the error that ended it. arrived is
// called with each event first.
func receive(ctx context.Context, subscription *esdb.Subscription,
	arrived func(*esdb.RecordedEvent)) <-chan received {
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
			case e.EventAppeared != nil:
				arrived(e.EventAppeared.OriginalEvent())
				if !put(received{event: e.EventAppeared.OriginalEvent()}) {
					return
				}
			}
		}
	}()
	return out
}

type received struct {
	event *esdb.RecordedEvent
	err   error
}

// gathering is how long the subscription collects received events before it applies them, unless a caller waits for
// them. A caller that reads for a decision does wait, so that this pause makes no answer older. The pause spares a
// process most of the work for the events of other writers.
const gathering = 8 * time.Millisecond

// applyAll applies the received events in chunks, each with all events that are waiting. A node that is cut off from
// its cluster keeps its connections and its subscription, although another node leads. If a node is silent for a time,
// applyAll therefore sends it a query that only a leader answers. Without an answer, its client and the subscription
// are given up.
func (s *Store) applyAll(ctx context.Context, events <-chan received, c *chunker) error {
	silence := time.NewTimer(s.options.silence)
	defer silence.Stop()
	for {
		var r received
		var ok bool
		select {
		case r, ok = <-events:
			silence.Reset(s.options.silence)
		case <-silence.C:
			go func() { _ = s.askMetadata(ctx) }()
			silence.Reset(s.options.silence)
			continue
		}
		ended, err := c.addAll(ctx, r, ok, events)
		if ended || err == nil {
			err = errors.Join(s.applyReady(s.life, c), err) // also if the connection has ended: they were in the log
		}
		if ended || err != nil {
			return err
		}
		s.followed.rest(ctx, gathering)
	}
}

// addAll adds an event and the events waiting behind it, up to a full chunk. ended means that the subscription has
// ended; err is then its error.
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

// applyReady applies the events that a chunker has ready.
func (s *Store) applyReady(ctx context.Context, c *chunker) error {
	ready := c.take()
	if ready.empty() {
		return nil
	}
	return s.apply(ctx, &ready)
}
