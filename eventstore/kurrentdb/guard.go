package kurrentdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// guard knows whether the server will keep what is written to the log. It checks the log's first event and its metadata
// for each new connection, and follows the metadata in between. The metadata also shows a deletion of the stream, which
// sets $tb.
type guard struct {
	mu     sync.Mutex
	damage error       // nil if there is no damage
	sees   atomic.Bool // changes of the metadata are followed, or cannot be known at all
}

// check returns the error that stops writes, or nil while the server keeps the log.
func (g *guard) check() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.damage
}

func (g *guard) set(damage error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.damage = damage
}

// limits are the members of a stream's metadata that make the server forget events.
type limits struct {
	MaxCount       json.RawMessage `json:"$maxCount"`
	MaxAge         json.RawMessage `json:"$maxAge"`
	TruncateBefore json.RawMessage `json:"$tb"`
}

// forgets describes the settings in a stream's metadata that make the server forget events; "" for none.
func forgets(metadata []byte) string {
	var l limits
	if json.Unmarshal(metadata, &l) != nil {
		return ""
	}
	var found []string
	for _, x := range []struct {
		name  string
		value json.RawMessage
	}{{"$maxCount", l.MaxCount}, {"$maxAge", l.MaxAge}, {"$tb", l.TruncateBefore}} {
		if v := string(x.value); v != "" && v != "null" && v != "0" {
			found = append(found, x.name+" "+v)
		}
	}
	return strings.Join(found, ", ")
}

// judge checks the metadata of the log.
func (g *guard) judge(logName string, metadata []byte) {
	found := forgets(metadata)
	if found == "" {
		g.set(nil)
		return
	}
	g.set(&eventstore.ReasonError{Kind: eventstore.ErrCorrupt,
		Reason: fmt.Sprintf("the log %q was deleted or has a limit on the server (its metadata has %s), so that the "+
			"server would not keep what is written: nothing more is written until that is taken back", logName, found)})
}

// metadataOf returns the name of the stream with the metadata of a stream.
func metadataOf(stream string) string { return "$$" + stream }

// checkWhole checks the first event of the log and its metadata.
func (s *Store) checkWhole(ctx context.Context) error {
	_, err := watched(ctx, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
		if err := s.readMetadata(ctx, client); err != nil {
			return none, err
		}
		first, err := firstEvent(ctx, client.client, s.logName)
		if errors.Is(understand(err), errMissing) {
			return none, nil
		}
		if err == nil && first != nil && first.EventNumber > 0 {
			err = removed(s.logName, first.EventNumber)
		}
		return none, err
	})
	return err
}

// readMetadata reads and checks the newest metadata of the log.
func (s *Store) readMetadata(ctx context.Context, client *session) error {
	metadata, err := lastEvent(ctx, client.client, metadataOf(s.logName))
	switch {
	case err == nil && metadata == nil, errors.Is(understand(err), errMissing):
		s.guard.set(nil)
	case err == nil:
		s.guard.judge(s.logName, metadata.Data)
	case isDenied(err):
		s.guard.sees.Store(true)
	default:
		return err
	}
	return nil
}

// keeping returns a function that reports, after an append, whether the server will keep what was written. If the
// metadata is followed, no query is needed; otherwise the metadata is read in parallel with the append.
func (s *Store) keeping(ctx context.Context) (kept func() error) {
	if s.guard.sees.Load() {
		return s.guard.check
	}
	failed := make(chan error, 1)
	go func() { failed <- s.askMetadata(ctx) }()
	return func() error {
		for err := <-failed; err != nil && !s.guard.sees.Load(); err = s.askMetadata(ctx) {
			if sleep(ctx, firstPause); ctx.Err() != nil {
				return unknown(err, nil)
			}
		}
		return s.guard.check()
	}
}

func (s *Store) askMetadata(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.attempt/2)
	defer cancel()
	_, err := watched(ctx, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
		return none, s.readMetadata(ctx, client)
	})
	return err
}

// metadataEvery is how often the metadata is read where it is not followed.
const metadataEvery = 2 * time.Second

// watchMetadata follows the metadata of the log as long as the store lives. Servers before 24.2 poll a missing stream
// every 50 ms while a client follows it, and the metadata of a log is usually missing. On these servers it is read
// periodically, in addition to the read with each append.
func (s *Store) watchMetadata() {
	pause := firstPause
	for s.over.Err() == nil {
		var began atomic.Bool // the call may outlast its context
		_, err := call(s.over, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
			if before(client.node.version, 24, 2) {
				began.Store(true)
				sleep(ctx, metadataEvery)
				return none, s.readMetadata(ctx, client)
			}
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			options := esdb.SubscribeToStreamOptions{From: esdb.Start{}}
			subscription, err := client.client.SubscribeToStream(ctx, metadataOf(s.logName), options)
			if err != nil {
				return none, err
			}
			defer func() { _ = subscription.Close() }() // Close always returns nil
			s.guard.sees.Store(true)
			defer s.guard.sees.Store(false)
			began.Store(true)
			return none, s.followMetadata(receive(ctx, subscription, func(*esdb.RecordedEvent) {}))
		})
		switch {
		case errors.Is(err, eventstore.ErrRefused):
			s.guard.sees.Store(true)
			pause = lastPause
		case began.Load():
			pause = firstPause
		}
		sleep(s.over, pause)
		pause = min(2*pause, lastPause)
	}
}

func (s *Store) followMetadata(events <-chan received) error {
	for r := range events {
		if r.err != nil {
			return r.err
		}
		s.guard.judge(s.logName, r.event.Data)
	}
	return nil
}
