package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/eventstore"
)

// durability knows up to which position this process has ensured that events survive a loss of power. This and other
// processes can read a commit shortly before its writer has flushed it. All data that leaves this store is therefore
// checked by durability first, so that the store returns nothing that may still be lost.
//
// After a failed flush there are no further flushes. The system reports such a failure only once, and may then count
// the lost pages as written, so that a later flush would succeed without them. The store refuses to write until it is
// opened again.
type durability struct {
	wal      string                   // path of the write-ahead log
	flush    func(log *os.File) error // flushData; tests watch it and make it fail
	position atomic.Uint64
	flushing sync.Mutex
	failed   atomic.Pointer[error] // error of the first failed flush; nil if none has failed
}

// newDurability returns the durability of a store. If the store does not flush the log, all events count as durable.
func newDurability(database string, refetchable bool) *durability {
	d := &durability{wal: database + "-wal", flush: flushData}
	if refetchable {
		d.position.Store(math.MaxUint64)
	}
	return d
}

// failure returns the error that stops writes, or nil if there is none.
func (d *durability) failure() error {
	if failed := d.failed.Load(); failed != nil {
		return notDurable(*failed)
	}
	return nil
}

// advance records that the events up to a position are durable.
func (d *durability) advance(position uint64) {
	for {
		old := d.position.Load()
		if old >= position || d.position.CompareAndSwap(old, position) {
			return
		}
	}
}

// ensure waits until all events up to a position are durable. The position must have been read from the store.
func (d *durability) ensure(position uint64) error {
	if position <= d.position.Load() {
		return nil
	}
	d.flushing.Lock()
	defer d.flushing.Unlock()
	if position <= d.position.Load() {
		return nil
	}
	if err := d.flushLog(); err != nil {
		return err
	}
	d.advance(position)
	return nil
}

// flushLog flushes the log, even if another process wrote it. If there is no log, its content is already durable in the
// database file, because SQLite ensures that before it restarts or removes the log.
func (d *durability) flushLog() error {
	f, err := os.OpenFile(d.wal, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return d.failure()
	}
	if err != nil {
		return landed(err)
	}
	return errors.Join(d.flushFile(f), f.Close())
}

// flushFile flushes the log. It checks for a failure afterwards too, because a flush that failed at the same time may
// have lost the pages of this one.
func (d *durability) flushFile(log *os.File) error {
	if err := d.failure(); err != nil {
		return err
	}
	if err := d.flush(log); err != nil {
		d.failed.CompareAndSwap(nil, &err)
	}
	return d.failure()
}

// notDurable returns the error for a failed flush. It never wraps the error of a full disk, which would mean that
// nothing was written.
func notDurable(err error) error {
	return fmt.Errorf("%w: the disk failed to keep the newest events, so nothing more is written; see to the disk and "+
		"restart: %v", eventstore.ErrUnavailable, err)
}

// landed returns the error for a step that failed after a commit. The events are already stored, so that a retry with
// the same ids finds them.
func landed(err error) error {
	return fmt.Errorf("%w: the events were written and are not flushed yet: %v", eventstore.ErrUnavailable, err)
}

// ensureDurable returns when data read up to a position may leave the store. For a caller with the write lock it does
// not wait. The append of that caller flushes the data, or else the end of the lock does.
func (s *Store) ensureDurable(ctx context.Context, position uint64) error {
	if l := writeLockOf(ctx); l != nil && l.sees(position) {
		return nil
	}
	return s.durable.ensure(position)
}
