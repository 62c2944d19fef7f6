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

// durability knows up to which position this process has seen to it that the events survive a loss of power. A commit
// can be read, here and in other processes, some moments before its writer has flushed it. So whatever leaves this
// store passes here first: nothing is told to anyone that may be lost afterwards.
//
// A flush that fails is the last one. The system reports such a failure once, and may count the pages as written from
// then on, so that a later flush would succeed without them. The store refuses to write until it is opened anew.
type durability struct {
	wal      string                   // path of the write-ahead log
	flush    func(log *os.File) error // flushData; tests watch it and let it fail
	position atomic.Uint64
	flushing sync.Mutex
	failed   atomic.Pointer[error] // of the first flush that failed; nil while none has
}

// newDurability takes everything for durable where the log is not flushed anyway.
func newDurability(database string, refetchable bool) *durability {
	d := &durability{wal: database + "-wal", flush: flushData}
	if refetchable {
		d.position.Store(math.MaxUint64)
	}
	return d
}

// failure returns the error that ends the writing, nil while there is none.
func (d *durability) failure() error {
	if failed := d.failed.Load(); failed != nil {
		return notDurable(*failed)
	}
	return nil
}

// advance notes that the events up to a position are durable.
func (d *durability) advance(position uint64) {
	for {
		old := d.position.Load()
		if old >= position || d.position.CompareAndSwap(old, position) {
			return
		}
	}
}

// ensure returns when the events up to a position, which has been read, are durable.
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

// flushLog flushes the log of whoever wrote it. Where there is none, all that was in it is in the database file,
// durably: SQLite sees to that before it begins the log anew or removes it.
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

// flushFile flushes the log. It looks for a failure afterwards too: a flush that failed at the same time may have taken
// the pages of this one with it.
func (d *durability) flushFile(log *os.File) error {
	if err := d.failure(); err != nil {
		return err
	}
	if err := d.flush(log); err != nil {
		d.failed.CompareAndSwap(nil, &err)
	}
	return d.failure()
}

// notDurable is the error of a flush that failed. It is never that of a full disk, which says that nothing was written.
func notDurable(err error) error {
	return fmt.Errorf("%w: the disk failed to keep the newest events, so nothing more is written; see to the disk and "+
		"restart: %v", eventstore.ErrUnavailable, err)
}

// landed is the error of a step after a commit. The events are there, and a retry with the same ids finds them.
func landed(err error) error {
	return fmt.Errorf("%w: the events were written and are not flushed yet: %v", eventstore.ErrUnavailable, err)
}

// ensureDurable lets what was read up to a position leave the store. A caller with the write lock may see more: its
// append flushes what it was decided on along with itself, and the end of the lock does so where there is none.
func (s *Store) ensureDurable(ctx context.Context, position uint64) error {
	if l := writeLockOf(ctx); l != nil && l.sees(position) {
		return nil
	}
	return s.durable.ensure(position)
}
