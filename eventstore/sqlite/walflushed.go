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
// store goes by here first: what was read may be as new as that, and must not be told to anyone and then be lost.
type durability struct {
	wal      string                   // path of the write-ahead log
	flush    func(log *os.File) error // flushData; tests watch it and let it fail
	position atomic.Uint64
	flushing sync.Mutex
}

// newDurability takes everything for durable where the log is not flushed anyway.
func newDurability(database string, refetchable bool) *durability {
	d := &durability{wal: database + "-wal", flush: flushData}
	if refetchable {
		d.position.Store(math.MaxUint64)
	}
	return d
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
		return notDurable(err)
	}
	d.advance(position)
	return nil
}

// flushLog flushes the log of whoever wrote it. Where there is none, all that was in it is in the database file,
// durably: SQLite sees to that before it begins the log anew or removes it.
func (d *durability) flushLog() error {
	f, err := os.OpenFile(d.wal, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(d.flush(f), f.Close())
}

// notDurable is the error of a flush. It is never that of a full disk, which says that nothing was written.
func notDurable(err error) error {
	return fmt.Errorf("%w: the newest events are there, and the disk does not keep them: %v", eventstore.ErrUnavailable, err)
}

// ensureDurable lets what was read up to a position leave the store. A hold may see more: its append flushes what it
// was decided on along with itself, and its end does so where there is none.
func (s *Store) ensureDurable(ctx context.Context, position uint64) error {
	if h := writeLockOf(ctx); h != nil && h.sees(position) {
		return nil
	}
	return s.durable.ensure(position)
}
