package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
)

// Check reads the whole store. It runs SQLite's own integrity check, and then recomputes the hash chain of every stream
// from its first event to its head. The error names the first damaged record of each stream (*eventstore.CorruptError)
// and wraps ErrCorrupt. A store that does not exist yet passes. Other processes may continue to write.
//
// If someone cuts off the newest events of a store and the heads of their streams, no chain can reveal it. This
// requires a head that is kept elsewhere.
func (s *Store) Check(ctx context.Context) error {
	found, err := s.read(ctx, func(r *reader) error {
		err := errors.Join(r.checkFile(ctx), r.checkOrphans(ctx))
		// An interrupted connection must not be used again.
		return errors.Join(err, ctx.Err())
	})
	if err != nil || !found {
		return err
	}
	heads, err := s.Streams(ctx, "")
	if err != nil {
		return err
	}
	var faults []error
	for _, h := range heads {
		if err := s.checkStream(ctx, h); err != nil {
			faults = append(faults, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return errors.Join(faults...)
}

// checkFile runs SQLite's check of pages, trees, types and the index (at most 20 findings).
func (r *reader) checkFile(ctx context.Context) error {
	var faults []error
	err := r.conn.queryContext(ctx, "PRAGMA integrity_check(20)", func(row []driver.Value) error {
		if finding := fmt.Sprint(row[0]); finding != "ok" {
			faults = append(faults, fmt.Errorf("%w: %s", eventstore.ErrCorrupt, finding))
		}
		return nil
	})
	return errors.Join(append(faults, err)...)
}

// checkOrphans looks for events without a stream, which the check of each stream would miss.
func (r *reader) checkOrphans(ctx context.Context) error {
	const orphans = `SELECT position, revision, id FROM events
		WHERE stream NOT IN (SELECT id FROM streams) ORDER BY position LIMIT 1`
	return r.conn.queryContext(ctx, orphans, func(row []driver.Value) error {
		c := columns{row: row}
		position, revision, id := c.number(), c.number(), c.text()
		if c.err != nil {
			return c.err
		}
		return &eventstore.CorruptError{
			Revision: revision, ID: id, Reason: fmt.Sprintf("position %d belongs to no stream", position),
		}
	})
}

// checkStream recomputes the chain of a stream and compares it with the head that was read before.
func (s *Store) checkStream(ctx context.Context, head eventstore.Head) error {
	var v eventstore.Verifier
	for r, err := range s.Read(ctx, head.Stream, 0) {
		if err != nil {
			return err
		}
		if err := v.Verify(r); err != nil {
			return err
		}
		if r.Revision == head.Revision && (r.Hash != head.Hash || r.Position != head.Position) {
			return &eventstore.CorruptError{
				Stream: r.Stream, Revision: r.Revision, ID: r.ID,
				Reason: "it is not the event that the stream's head names",
			}
		}
	}
	return nil
}
