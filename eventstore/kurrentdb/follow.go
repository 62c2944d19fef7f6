package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
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
		if errors.Is(err, eventstore.ErrCorrupt) {
			s.fail(err)
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
		events, err := s.eventsFrom(ctx, client, st.Next)
		if err != nil {
			return none, err
		}
		s.following.Store(client.era)
		defer func() {
			s.following.Store(0)
			s.continuity.confirm(0) // the next connection may be to a server that was set back
		}()
		return none, s.applyAll(ctx, events, s.newChunker(st))
	})
	return err
}

// eventsFrom begins a subscription to the log from a place on, over the lane where that works. It ends with the
// context.
func (s *Store) eventsFrom(ctx context.Context, client *session, next uint64) (<-chan received, error) {
	options := esdb.SubscribeToStreamOptions{From: esdb.Start{}}
	var after *uint64 // a subscription begins after the event it names
	if next > 0 {
		last := next - 1
		after, options.From = &last, esdb.Revision(last)
	}
	events, err := client.lane.subscribe(ctx, s.logName, after)
	if !errors.Is(err, errNoLane) && !refuses(err) {
		return events, err
	}
	subscription, err := client.client.SubscribeToStream(ctx, s.logName, options)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = subscription.Close() }) // it answers nil
	return receive(ctx, subscription), nil
}

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

// gathering is how long events that nobody in this process waits for may wait for more of them before they go into
// the mirror together: a commit of the mirror costs more than what is in it. Reads do not wait for them: they ask the
// server, or let what is here be applied (pending). gatheringWatched is the same while somebody is in Wait.
// gatheringRead is how long what has come to this machine may wait before it is read at all, gatheringNext the same
// in a process that is next at a branch, twice that in the one behind it, and gatheringFar in one whose turn is far:
// often enough that the work of several such processes does not come at once, and that a turn which is given up early
// is not missed for long.
const (
	gathering        = 100 * time.Millisecond
	gatheringWatched = 4 * time.Millisecond
	gatheringRead    = 20 * time.Millisecond
	gatheringFar     = 45 * time.Millisecond
	gatheringNext    = 5 * time.Millisecond
)

// gatherFor is how long what others write may gather before it is read, and what is closed when that may be less.
func (s *Store) gatherFor() (time.Duration, <-chan struct{}) {
	kicked := s.followed.kick()
	if s.followed.isWanted() || s.over.Err() != nil {
		return 0, kicked
	}
	longest := gatheringRead
	if s.turns.waits() {
		longest = s.turns.patience()
	}
	return min(longest, s.followed.patience()), kicked
}

// applyAll applies what has come, in chunks as large as what waits.
func (s *Store) applyAll(ctx context.Context, events <-chan received, c *chunker) error {
	began, due := time.Now(), time.NewTimer(gathering)
	defer due.Stop()
	defer s.followed.drained()
	heard := s.heed(ctx)
	for {
		kicked := s.followed.kick()
		if c.full() || len(events) == 0 && (s.pressing(c) || s.known.tail.takes(&c.ready)) {
			if err := s.applyReady(c); err != nil {
				return err
			}
		}
		select {
		case r, ok := <-events:
			heard()
			if c.count == 0 {
				began = time.Now()
				due.Reset(s.followed.patience())
			}
			if ended, err := c.addAll(ctx, r, ok, events); ended {
				return errors.Join(s.applyReady(c), err)
			} else if err != nil {
				return err
			}
			s.followed.has(&c.ready)
		case <-due.C:
			if err := s.applyReady(c); err != nil {
				return err
			}
		case <-kicked:
			due.Reset(time.Until(began.Add(s.followed.patience())))
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
	err := s.apply(s.life, &ready)
	s.followed.drained()
	return err
}

// pressing reports whether somebody in this process waits for what is in the chunk: its writer for its append, or who
// is next at a stream for the append of the one before.
func (s *Store) pressing(c *chunker) bool {
	return !c.ready.empty() && (c.ready.own || s.followed.wanted(c.ready.Next) || s.turns.awaits(&c.ready))
}
