package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/eventstore"
)

// Head returns the last event of a stream.
func (s *Store) Head(ctx context.Context, stream string) (eventstore.Head, error) {
	if writeLockOf(ctx) != nil {
		return s.askHead(ctx, stream)
	}
	if err := s.begin(ctx); err != nil {
		return eventstore.Head{}, err
	}
	defer s.uses.Done()
	known, err := s.heads.head(stream, func() (knownHead, error) {
		head, err := s.askHead(ctx, stream)
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return knownHead{}, nil
		}
		return knownHead{head: head, found: true}, err
	})
	if err == nil && !known.found {
		err = notFound(stream)
	}
	if err == nil {
		err = s.ensureDurable(ctx, known.head.Position)
	}
	return known.head, err
}

// askHead reads the head from the database.
func (s *Store) askHead(ctx context.Context, stream string) (head eventstore.Head, err error) {
	found, err := s.read(ctx, func(r *reader) (err error) {
		_, head, err = r.headOf(stream)
		return err
	})
	if err == nil && !found {
		err = notFound(stream)
	}
	if err == nil {
		err = s.ensureDurable(ctx, head.Position)
	}
	return head, err
}

// Position returns the position of the last event of the store.
func (s *Store) Position(ctx context.Context) (uint64, error) {
	if writeLockOf(ctx) != nil {
		return s.askPosition(ctx)
	}
	if err := s.begin(ctx); err != nil {
		return 0, err
	}
	defer s.uses.Done()
	known, err := s.heads.head(wholeStore, func() (knownHead, error) {
		position, err := s.askPosition(ctx)
		return knownHead{head: eventstore.Head{Position: position}, found: true}, err
	})
	if err == nil {
		err = s.ensureDurable(ctx, known.head.Position)
	}
	return known.head.Position, err
}

// askPosition reads the position from the database.
func (s *Store) askPosition(ctx context.Context) (position uint64, err error) {
	_, err = s.read(ctx, func(r *reader) error {
		return r.position.query(func(row []driver.Value) error {
			c := columns{row: row}
			position = c.number()
			return c.err
		})
	})
	if err == nil {
		err = s.ensureDurable(ctx, position)
	}
	return position, err
}

// Streams returns the heads of the streams whose names start with prefix, sorted by name.
func (s *Store) Streams(ctx context.Context, prefix string) ([]eventstore.Head, error) {
	if writeLockOf(ctx) != nil {
		heads, err := s.readStreams(ctx, prefix)
		return heads, s.ensureHeadsDurable(ctx, heads, err)
	}
	if err := s.begin(ctx); err != nil {
		return nil, err
	}
	defer s.uses.Done()
	heads, err := s.heads.list(prefix, func() ([]eventstore.Head, error) { return s.readStreams(ctx, prefix) })
	return heads, s.ensureHeadsDurable(ctx, heads, err)
}

// ensureHeadsDurable waits until the events of the heads are durable. If the heads could not be read, it returns that
// error at once.
func (s *Store) ensureHeadsDurable(ctx context.Context, heads []eventstore.Head, err error) error {
	if err != nil {
		return err
	}
	last := uint64(0)
	for _, h := range heads {
		last = max(last, h.Position)
	}
	return s.ensureDurable(ctx, last)
}

// readStreams reads the heads of the streams with a prefix, sorted by name.
func (s *Store) readStreams(ctx context.Context, prefix string) ([]eventstore.Head, error) {
	heads := []eventstore.Head{}
	_, err := s.read(ctx, func(r *reader) error {
		return r.streams.query(func(row []driver.Value) error {
			c := columns{row: row}
			h := eventstore.Head{
				Stream: c.text(), Revision: c.number(), Position: c.number(), Hash: c.hash(),
			}
			if !strings.HasPrefix(h.Stream, prefix) {
				return errStop // the rows are sorted, so no later one has the prefix
			}
			heads = append(heads, h)
			return c.err
		}, prefix)
	})
	return heads, err
}

// headOf returns the head of a stream and the number by which events refer to the stream.
func (r *reader) headOf(stream string) (id int64, head eventstore.Head, err error) {
	found := false
	err = r.head.query(func(row []driver.Value) error {
		c := columns{row: row}
		id = int64(c.number())
		head = eventstore.Head{Stream: stream, Revision: c.number(), Position: c.number(), Hash: c.hash()}
		found = true
		return c.err
	}, stream)
	if err == nil && !found {
		err = notFound(stream)
	}
	return id, head, err
}

// notFound is an ErrStreamNotFound for a stream. It makes its text only on request, because many callers query a head
// just to find out whether the stream exists.
type notFound string

// Error names the stream.
func (n notFound) Error() string {
	return fmt.Sprintf("%v: %q", eventstore.ErrStreamNotFound, string(n))
}

// Unwrap returns ErrStreamNotFound.
func (notFound) Unwrap() error { return eventstore.ErrStreamNotFound }
