package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// The names of the files in a data directory.
const (
	databaseFile    = "bimstream.db"
	processLockFile = "bimstream.lock"
)

// DefaultWriteTimeout is how long an append waits for the writers of other processes. A commit takes milliseconds, so a
// wait of this length means that a process is stopped or stuck.
const DefaultWriteTimeout = 30 * time.Second

// Options are the options of a store. The zero value is right for ordinary use.
type Options struct {
	// WriteTimeout is the maximum wait for the writers of other processes; 0 means DefaultWriteTimeout. An append that
	// waits longer writes nothing and fails with ErrUnavailable.
	WriteTimeout time.Duration
	// MaxBytes is the maximum size of the database file; 0 means no limit. Appends that would exceed it fail with
	// ErrFull.
	MaxBytes int64
	// AllowNetworkFileSystem accepts a directory on a file system that is not known to be local. Use it only for a
	// directory that one machine uses, with working locks and shared memory.
	AllowNetworkFileSystem bool
	// Refetchable is for a copy of another store, whose commits do not wait for the disk. A loss of power may lose the
	// newest commits, but only as a whole. Replicate then fetches them again.
	Refetchable bool
}

// Store is an event store in a SQLite file. Make one with Open.
type Store struct {
	path    string
	readers *readerPool
	heads   *headCache
	writer  *writer
	watch   *watch
	durable *durability

	mu     sync.Mutex
	closed bool
	uses   sync.WaitGroup // calls in progress, counted under mu
	ended  chan struct{}  // closed by Close
}

var _ eventstore.Store = (*Store)(nil)

// Open returns the store in a directory. It is cheap and writes nothing. The first append of any process creates the
// directory and the file; until then the store is empty. Open fails if the directory is on a network file system. If
// this version cannot read the file, the first call that needs it returns the error.
func Open(dir string, options Options) (*Store, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: data directory %q: %w", eventstore.ErrUnavailable, dir, err)
	}
	if err := checkDirectory(absolute, options.AllowNetworkFileSystem, networkFileSystem); err != nil {
		return nil, err
	}
	if options.WriteTimeout <= 0 {
		options.WriteTimeout = DefaultWriteTimeout
	}
	file := &identity{path: filepath.Join(absolute, databaseFile)}
	s := &Store{path: file.path, readers: newReaderPool(file),
		durable: newDurability(file.path, options.Refetchable), ended: make(chan struct{})}
	s.heads = &headCache{index: &walIndex{readers: s.readers}}
	s.watch = newWatch(s)
	s.writer = newWriter(file, options, s.durable, s.heads, s.watch.wake)
	return s, nil
}

// Path returns the path of the database file, which may not exist yet.
func (s *Store) Path() string { return s.path }

// Append writes all parts or none, durably: when it returns, the events survive a loss of power. Concurrent calls share
// a commit.
func (s *Store) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	return s.Enqueue(ctx, parts...)()
}

// Enqueue queues an append behind the earlier ones. It does not wait for the disk.
func (s *Store) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	if err := eventstore.Validate(parts); err != nil {
		return eventstore.Refused(err)
	}
	if err := s.begin(ctx); err != nil {
		return eventstore.Refused(err)
	}
	r := newRequest(parts)
	h := writeLockOf(ctx)
	if h == nil {
		s.writer.queue.put(r)
	}
	return func() ([]eventstore.Result, error) {
		defer s.uses.Done()
		if h != nil && !h.write(r) {
			s.writer.queue.put(r)
		}
		return s.writer.wait(ctx, r)
	}
}

// Close waits for the calls in progress, ends every Wait with ErrClosed and releases the files. The last process to
// close moves all data into the database file and removes the write-ahead log.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.ended)
	s.mu.Unlock()
	s.uses.Wait()
	return errors.Join(s.heads.index.close(), s.readers.close(), s.writer.close())
}

// begin admits a call; the caller ends it with s.uses.Done.
func (s *Store) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return eventstore.ErrClosed
	}
	s.uses.Add(1)
	return nil
}

// read runs f with a reader. If the file does not exist yet, it does not run f and found is false.
func (s *Store) read(ctx context.Context, f func(*reader) error) (found bool, err error) {
	if err := s.begin(ctx); err != nil {
		return false, err
	}
	defer s.uses.Done()
	if h := writeLockOf(ctx); h != nil {
		if done, err := h.read(f); done || err != nil {
			return true, err
		}
	}
	r, err := s.readers.take(ctx)
	if err != nil || r == nil {
		return false, err
	}
	err = f(r)
	s.readers.give(r, err)
	return true, err
}

// checkDirectory refuses a directory that cannot hold a store. The function kindOf returns the name of a file system
// that is not local.
func checkDirectory(dir string, allowNetwork bool, kindOf func(dir string) string) error {
	existing, err := nearestDirectory(dir)
	if err != nil {
		return fmt.Errorf("%w: data directory: %w", eventstore.ErrUnavailable, err)
	}
	kind := kindOf(existing)
	if kind == "" || allowNetwork {
		return nil
	}
	return fmt.Errorf("%w: %s is on %s; the store shares memory between processes and needs a local disk: "+
		"choose a data directory on one", eventstore.ErrUnavailable, dir, kind)
}

// nearestDirectory returns the directory or, if it does not exist yet, its nearest existing parent.
func nearestDirectory(dir string) (string, error) {
	for {
		info, err := os.Stat(dir)
		switch parent := filepath.Dir(dir); {
		case err == nil && info.IsDir():
			return dir, nil
		case err == nil:
			return "", fmt.Errorf("%s is a file, not a directory", dir)
		case !errors.Is(err, os.ErrNotExist) || parent == dir:
			return "", err
		default:
			dir = parent
		}
	}
}
