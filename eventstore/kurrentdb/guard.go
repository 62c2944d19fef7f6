package kurrentdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// guard knows whether the server will keep the events of the log. For each new connection it checks the first event and
// the metadata of the log, and it follows the metadata in between. The metadata also shows a deletion of the stream,
// because a deletion sets $tb.
type guard struct {
	damage atomic.Pointer[eventstore.ReasonError] // nil if there is no damage
}

// check returns the error that stops writes, or nil if the server keeps all events.
func (g *guard) check() error {
	if damage := g.damage.Load(); damage != nil {
		return damage
	}
	return nil
}

// limits are the members of a stream's metadata that can make the server forget events.
type limits struct {
	MaxCount       json.RawMessage `json:"$maxCount"`
	MaxAge         json.RawMessage `json:"$maxAge"`
	TruncateBefore json.RawMessage `json:"$tb"`
}

// forgets describes the settings in a stream's metadata that make the server forget events, or returns "" if there are
// none.
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

// judge checks the metadata of the log, which is nil if the log has none.
func (g *guard) judge(logName string, metadata []byte) {
	var damage *eventstore.ReasonError
	if found := forgets(metadata); found != "" {
		damage = &eventstore.ReasonError{Kind: eventstore.ErrCorrupt,
			Reason: fmt.Sprintf("the log %q was deleted or has a limit on the server (its metadata has %s), so that "+
				"the server would not keep what is written: nothing more is written until that is taken back",
				logName, found)}
	}
	g.damage.Store(damage)
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
		s.guard.judge(s.logName, nil)
	case err == nil:
		s.guard.judge(s.logName, metadata.Data)
	case !isDenied(err):
		return err
	}
	return nil
}

func (s *Store) askMetadata(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.attempt/2)
	defer cancel()
	_, err := watched(ctx, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
		return none, s.readMetadata(ctx, client)
	})
	return err
}

// watchMetadata follows the metadata of the log for the lifetime of the store. If the user may not read the metadata,
// the store writes without this check.
func (s *Store) watchMetadata() {
	for pause := firstPause; s.over.Err() == nil; {
		began := time.Now()
		_, err := call(s.over, s.sessions, func(ctx context.Context, client *session) (none struct{}, err error) {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			options := esdb.SubscribeToStreamOptions{From: esdb.Start{}}
			subscription, err := client.client.SubscribeToStream(ctx, metadataOf(s.logName), options)
			if err != nil {
				return none, err
			}
			defer func() { _ = subscription.Close() }() // Close always returns nil
			return none, s.followMetadata(receive(ctx, subscription, func(*esdb.RecordedEvent) {}))
		})
		switch {
		case errors.Is(err, eventstore.ErrRefused):
			pause = lastPause
		case time.Since(began) > lastPause:
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
