package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

const (
	// writerCache is the page cache of the writer in KiB (negative by SQLite's convention): what a large append touches
	// stays in memory until its commit.
	writerCache = "cache_size=-32768"
	// checkpointPages bounds the write-ahead log (4 KiB a page: 16 MiB) when there is no idle moment to move it into the
	// database. Checkpoints cost milliseconds, so they are kept out of the commits where possible.
	checkpointPages = "wal_autocheckpoint=4096"
	// walLimit is the size to which the log file shrinks after a large import, in bytes.
	walLimit = "journal_size_limit=67108864"
	// idleBeforeCheckpoint is how long no append may have come before the writer moves the log into the database.
	idleBeforeCheckpoint = 250 * time.Millisecond
)

// writer is the one goroutine of a store that writes. All appends that wait when it takes the gate share one
// transaction and so one flush of the disk: concurrent appends cost little more than one.
type writer struct {
	identity *identity
	options  Options
	written  func(position uint64) // told after each commit, before its appends return
	queue    *queue
	start    sync.Once
	closing  chan struct{}
	stopped  chan struct{}

	// Used by the goroutine only.
	gate  gate
	conn  *writeConn // nil before the first append and after an error of the database
	dirty bool       // the write-ahead log has commits of ours that may not be in the database file
}

func newWriter(file *identity, options Options, written func(uint64)) *writer {
	return &writer{
		identity: file, options: options, written: written, queue: newQueue(),
		closing: make(chan struct{}), stopped: make(chan struct{}),
		gate: gate{path: filepath.Join(filepath.Dir(file.path), gateFile)},
	}
}

// enqueue hands a request to the writer.
func (w *writer) enqueue(r *request) *request {
	w.start.Do(func() { go w.run() })
	w.queue.put(r)
	return r
}

// close is called when no append is under way.
func (w *writer) close() error {
	close(w.closing)
	w.start.Do(func() { close(w.stopped) })
	<-w.stopped
	return errors.Join(w.disconnect(), w.gate.close())
}

func (w *writer) run() {
	defer close(w.stopped)
	idle := time.NewTimer(idleBeforeCheckpoint)
	defer idle.Stop()
	for {
		select {
		case <-w.queue.arrived:
			for w.queue.length() > 0 {
				w.writeGroup()
			}
			idle.Reset(idleBeforeCheckpoint)
		case <-idle.C:
			w.checkpoint()
		case <-w.closing:
			return
		}
	}
}

// writeGroup takes the gate, then what waits at that moment, and writes it. The appends are answered after the gate is
// free again.
func (w *writer) writeGroup() {
	err := w.openGate()
	runtime.Gosched() // callers that the last commit has woken may have their next append ready: let them join
	group := w.queue.take()
	if len(group) == 1 && group[0].hold != nil {
		w.serve(group[0].hold, err)
		return
	}
	outcomes := make([]outcome, len(group))
	if err == nil {
		outcomes = w.commit(group)
		err = w.gate.release()
	}
	for i, r := range group {
		if outcomes[i].err == nil && outcomes[i].results == nil {
			outcomes[i].err = err
		}
		r.answer(outcomes[i].results, outcomes[i].err)
	}
}

func (w *writer) openGate() error {
	if err := makeDirectory(filepath.Dir(w.identity.path)); err != nil {
		return err
	}
	return w.gate.acquire(w.options.WriteTimeout, w.closing)
}

// commit writes the requests in one transaction. When the storage is full, each is tried alone: a large one must not
// take the small ones with it.
func (w *writer) commit(group []*request) []outcome {
	outcomes, err := w.transact(group)
	if errors.Is(err, eventstore.ErrFull) && len(group) > 1 {
		outcomes = outcomes[:0]
		for _, r := range group {
			alone, err := w.transact([]*request{r})
			outcomes = append(outcomes, settled(alone, 1, err)...)
		}
		return outcomes
	}
	return settled(outcomes, len(group), err)
}

// settled gives every request of a transaction that failed the error of the transaction.
func settled(outcomes []outcome, n int, err error) []outcome {
	if err == nil {
		return outcomes
	}
	failed := make([]outcome, n)
	for i := range failed {
		failed[i].err = err
	}
	return failed
}

// transact runs one transaction. An error means that nothing was written for any of the requests, or that it is not
// known whether it was; refusals of single requests are in the outcomes.
func (w *writer) transact(group []*request) ([]outcome, error) {
	if len(group) == 0 {
		return nil, nil
	}
	if err := w.connect(); err != nil {
		return nil, err
	}
	outcomes, last, err := w.conn.transact(group)
	if err != nil {
		if !errors.Is(err, eventstore.ErrFull) {
			err = errors.Join(err, w.disconnect())
		}
		return nil, err
	}
	if last > 0 {
		w.dirty = true
		w.written(last)
	}
	return outcomes, nil
}

// connect opens the database, which it makes when there is none, and notices when it is no longer the same file.
func (w *writer) connect() error {
	exists, err := w.identity.check(0)
	if err != nil || (exists && w.conn != nil) {
		return err
	}
	if !exists {
		if err := create(w.identity.path); err != nil {
			return fmt.Errorf("making %s: %w", w.identity.path, err)
		}
		if _, err := w.identity.check(0); err != nil {
			return err
		}
	}
	w.conn, err = newWriteConn(w.identity.path, w.options)
	return err
}

func (w *writer) disconnect() error {
	if w.conn == nil {
		return nil
	}
	err := w.conn.close()
	w.conn = nil
	return err
}

// checkpoint moves the write-ahead log into the database file as far as readers allow. A failure loses nothing, and the
// commit that meets the cause reports it.
func (w *writer) checkpoint() {
	if w.dirty && w.conn != nil {
		w.dirty = false
		_ = w.conn.exec("PRAGMA wal_checkpoint(PASSIVE)")
	}
}
