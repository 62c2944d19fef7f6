package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Bare appends by the client library alone, for benchmarks: nothing over it can be faster.
type Bare struct {
	client *esdb.Client
	stream string
	events []esdb.EventData
}

// OpenBare makes one that writes what the last events of the log of a store have, to a stream beside it.
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

// Events is how many events an append has.
func (b *Bare) Events() int { return len(b.events) }

// Append writes the events with new ids, and returns when the server has them.
func (b *Bare) Append(ctx context.Context) error {
	for i := range b.events {
		b.events[i].EventID = uuid.New()
	}
	_, err := b.client.AppendToStream(ctx, b.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
		b.events...)
	return err
}

// Close lets the connection go.
func (b *Bare) Close() { closeClient(b.client) }
