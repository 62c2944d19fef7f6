package bench

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// bareClient appends with the client library alone. No store on top of the library can be faster.
type bareClient struct {
	client *esdb.Client
	stream string
	events []esdb.EventData
}

// openBare returns a client that writes copies of the last events in a store's log to a separate stream.
func openBare(ctx context.Context, connectionString, logName string, events int) (*bareClient, error) {
	config, err := esdb.ParseConnectionString(connectionString)
	if err != nil {
		return nil, err
	}
	config.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(config)
	if err != nil {
		return nil, err
	}
	b := &bareClient{client: client, stream: logName + "-bare"}
	if err := b.copyLast(ctx, logName, events); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bareClient) copyLast(ctx context.Context, logName string, events int) error {
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

// append writes the events with new ids, and returns when the server has stored them.
func (b *bareClient) append(ctx context.Context) error {
	for i := range b.events {
		b.events[i].EventID = uuid.New()
	}
	_, err := b.client.AppendToStream(ctx, b.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
		b.events...)
	return err
}

// close closes the connection. The result of Close is always nil.
func (b *bareClient) close() { _ = b.client.Close() }
