package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Bare appends with the client library alone, for benchmarks. No store on top of the library can be faster.
type Bare struct {
	client *esdb.Client
	stream string
	events []esdb.EventData
}

// OpenBare returns a Bare that writes copies of the last events in a store's log to a separate stream.
func OpenBare(ctx context.Context, connectionString string, events int) (*Bare, error) {
	config, options, err := configure(connectionString, Options{MirrorDir: "none"})
	if err != nil {
		return nil, err
	}
	client, err := esdb.NewClient(config)
	if err != nil {
		return nil, err
	}
	b := &Bare{client: client, stream: options.Namespace + "-bare"}
	if err := b.copyLast(ctx, options.Namespace+"-log", events); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func (b *Bare) copyLast(ctx context.Context, logName string, events int) error {
	stream, err := b.client.ReadStream(ctx, logName, esdb.ReadStreamOptions{Direction: esdb.Backwards,
		From: esdb.End{}}, uint64(max(1, events)))
	if err != nil {
		return err
	}
	defer stream.Close()
	for {
		e, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the last events of the log: %w", err)
		}
		r := e.OriginalEvent()
		b.events = append(b.events, esdb.EventData{EventType: r.EventType, ContentType: esdb.ContentTypeJson,
			Data: r.Data, Metadata: r.UserMetadata})
	}
}

// Events returns the number of events in an append.
func (b *Bare) Events() int { return len(b.events) }

// Append writes the events with new ids, and returns when the server has stored them.
func (b *Bare) Append(ctx context.Context) error {
	for i := range b.events {
		b.events[i].EventID = uuid.New()
	}
	_, err := b.client.AppendToStream(ctx, b.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
		b.events...)
	return err
}

// Close closes the connection.
func (b *Bare) Close() { closeClient(b.client) }
