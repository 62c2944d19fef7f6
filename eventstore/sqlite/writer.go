package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

const (
	// writerCache is the page cache of the writer in KiB (negative by SQLite's convention). It keeps the pages of a
	// large append in memory until its commit.
	writerCache = "cache_size=-32768"
	// copyCache is the page cache for a copy, which only grows at its end. It is small, because a filled page is not
	// needed again, and memory that is new to the process costs more than the page. Pages that do not fit are written
	// to the log before the commit.
	copyCache = "cache_size=-4096"
	// checkpointPages is the size of the write-ahead log, in pages of 4 KiB (16 MiB), at which a commit moves it into
	// the database. Checkpoints take milliseconds, so that the writer prefers to make them in idle moments.
	checkpointPages = "wal_autocheckpoint=4096"
	// copyCheckpointPages is the same size for a copy (64 MiB). A copy receives the writes of others in bursts, and
	// makes its checkpoints between them.
	copyCheckpointPages = "wal_autocheckpoint=16384"
	// walLimit is the size to which the log file shrinks after a large import, in bytes.
	walLimit = "journal_size_limit=67108864"
	// gatherings is how often a leader lets other goroutines run before it takes a group.
	gatherings = 8
	// idleBeforeCheckpoint is how long the writer waits after the last append before it moves the log into the
	// database.
	idleBeforeCheckpoint = 250 * time.Millisecond
	// idleBeforeCopied is the same time for a copy, which is written to a few times a second while its log grows.
	idleBeforeCopied = 2 * time.Second
)

// writer writes the appends of a store, one group after the other. It has no goroutine of its own: one of the waiting
// callers becomes the leader. The leader writes all waiting appends in one transaction, flushes the log once for all of
// them, and gives each caller its result. Concurrent appends therefore cost little more than a single one. A lone
// caller writes its append itself.
type writer struct {
	identity *identity
	options  Options
	durable  *durability
	heads    *headCache
	written  func(position uint64) // called after each commit, before its appends return
	queue    *queue
	leader   chan struct{} // holds a token while there is a leader

	// Used by the leader only.
	processLock processLock
	conn        *writeConn  // nil before the first append and after an error of the database
	lastGroup   int         // number of requests in the last group
	dirty       bool        // the write-ahead log has commits of ours that may not be in the database file
	idle        *time.Timer // moves the log into the database when no append has come for a while
}

// cacheOf returns the page cache setting of a writer.
func cacheOf(options Options) string {
	if options.Refetchable {
		return copyCache
	}
	return writerCache
}

// checkpointOf returns the checkpoint setting of a writer.
func checkpointOf(options Options) string {
	if options.Refetchable {
		return copyCheckpointPages
	}
	return checkpointPages
}

func (o Options) idleBeforeCheckpoint() time.Duration {
	if o.Refetchable {
		return idleBeforeCopied
	}
	return idleBeforeCheckpoint
}

func newWriter(file *identity, options Options, durable *durability, heads *headCache, written func(uint64)) *writer {
	w := &writer{
		identity: file, options: options, durable: durable, heads: heads, written: written, queue: &queue{},
		leader:      make(chan struct{}, 1),
		processLock: processLock{path: filepath.Join(filepath.Dir(file.path), processLockFile)},
	}
	w.idle = time.AfterFunc(idleBeforeCheckpoint, w.checkpoint)
	w.idle.Stop()
	return w
}

// becomeLeader waits until there is no leader, and takes the role.
func (w *writer) becomeLeader(ctx context.Context) error {
	select {
	case w.leader <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *writer) stepDown() { <-w.leader }

// wait returns the outcome of a queued request. If there is no leader, its caller becomes the leader and writes the
// request. If the context ends before a leader has claimed the request, nothing is written.
func (w *writer) wait(ctx context.Context, r *request) ([]eventstore.Result, error) {
	for {
		select {
		case o := <-r.done:
			return o.results, o.err
		case w.leader <- struct{}{}:
			w.writeAsLeader(ctx, r)
		case <-ctx.Done():
			if r.claim() {
				return nil, ctx.Err()
			}
			o := <-r.done
			return o.results, o.err
		}
	}
}

// writeAsLeader writes one group. It does nothing if another leader has answered the request meanwhile.
func (w *writer) writeAsLeader(ctx context.Context, r *request) {
	defer w.stepDown()
	if r.taken.Load() {
		return
	}
	w.writeGroup(ctx)
	w.idle.Reset(w.options.idleBeforeCheckpoint())
}

// close closes the writer. It must be called when no append is in progress.
func (w *writer) close() error {
	w.leader <- struct{}{} // kept for good
	w.idle.Stop()
	return errors.Join(w.disconnect(), w.processLock.close())
}

// writeGroup takes the process lock, then writes all requests that wait at that moment. It releases the lock before it
// waits for the disk, so that the next process can write meanwhile and the disk flushes both. If the leader's context
// ends before the lock is free, no request is taken.
func (w *writer) writeGroup(ctx context.Context) {
	err := w.lockProcesses(ctx)
	if ctx.Err() != nil && err != nil {
		return
	}
	w.gather()
	group := w.queue.take()
	w.lastGroup = len(group)
	if err != nil {
		answer(group, orFailed(nil, len(group), err))
		return
	}
	outcomes, last := w.commitAndUnlock(group)
	answer(group, w.flushed(outcomes, last))
}

// commitAndUnlock calls commit and then lets other processes write.
func (w *writer) commitAndUnlock(group []*request) (outcomes []outcome, last uint64) {
	defer func() { _ = w.processLock.release() }() // the next attempt to lock reports a failure
	return w.commit(group)
}

func answer(group []*request, outcomes []outcome) {
	for i, r := range group {
		r.answer(outcomes[i].results, outcomes[i].err)
	}
}

// flushed makes the events of the outcomes durable, both the new events up to last and the events that were stored
// before. It then reports the new events. If the flush fails, it is unknown whether they are durable.
func (w *writer) flushed(outcomes []outcome, last uint64) []outcome {
	if err := w.flush(outcomes, last); err != nil {
		return orFailed(nil, len(outcomes), errors.Join(err, w.disconnect()))
	}
	if last > 0 {
		w.written(last)
	}
	return outcomes
}

func (w *writer) flush(outcomes []outcome, last uint64) error {
	if last > 0 && !w.options.Refetchable {
		if err := w.flushCommit(); err != nil {
			return err
		}
		w.durable.advance(last)
	}
	for _, o := range outcomes {
		for _, r := range o.results {
			if err := w.durable.ensure(r.Position); err != nil {
				return err
			}
		}
	}
	return nil
}

// flushCommit flushes the log. The connection may be closed already if a later transaction of the same group has
// failed.
func (w *writer) flushCommit() error {
	if w.conn == nil {
		return w.durable.flushLog()
	}
	return w.durable.flushFile(w.conn.wal.file)
}

// gather lets callers that the last commit has woken join the group, because their next append may be almost ready. It
// yields the processor to them while they have work to do.
func (w *writer) gather() {
	for i := 0; i < gatherings && w.queue.length() < w.lastGroup; i++ {
		runtime.Gosched()
	}
}

// lockProcesses prevents other processes from writing.
func (w *writer) lockProcesses(ctx context.Context) error {
	if err := w.durable.failure(); err != nil {
		return err
	}
	if w.processLock.file == nil {
		if err := makeDirectory(filepath.Dir(w.identity.path)); err != nil {
			return err
		}
	}
	return w.processLock.acquire(ctx, w.options.WriteTimeout)
}

// commit writes the requests in one transaction and returns the last position written, 0 for none. If the storage is
// full, it tries each request alone, so that a large one does not make the small ones fail.
func (w *writer) commit(group []*request) (outcomes []outcome, last uint64) {
	outcomes, last, err := w.transact(group)
	if errors.Is(err, eventstore.ErrFull) && len(group) > 1 {
		outcomes = outcomes[:0]
		for _, r := range group {
			alone, position, err := w.transact([]*request{r})
			outcomes, last = append(outcomes, orFailed(alone, 1, err)...), max(last, position)
		}
		return outcomes, last
	}
	return orFailed(outcomes, len(group), err), last
}

// orFailed returns the outcomes if the transaction succeeded. If it failed, orFailed returns its error for every
// request.
func orFailed(outcomes []outcome, n int, err error) []outcome {
	if err == nil {
		return outcomes
	}
	failed := make([]outcome, n)
	for i := range failed {
		failed[i].err = err
	}
	return failed
}

// transact runs one transaction. It returns an error if nothing was written, or if it is unknown whether the requests
// were written. Refusals of single requests are in the outcomes.
func (w *writer) transact(group []*request) (outcomes []outcome, last uint64, err error) {
	if len(group) == 0 {
		return nil, 0, nil
	}
	if err := w.durable.failure(); err != nil { // a reader may have caused it since the lock was taken
		return nil, 0, err
	}
	if err := w.connect(); err != nil {
		return nil, 0, err
	}
	w.heads.during(group, func() bool {
		outcomes, last, err = w.conn.transact(group)
		return err == nil && last > 0
	}, w.conn.streams.head)
	if err != nil {
		if w.conn.broken || !errors.Is(err, eventstore.ErrFull) {
			err = errors.Join(err, w.disconnect())
		}
		return nil, 0, err
	}
	w.dirty = w.dirty || last > 0
	return outcomes, last, nil
}

// readAhead runs f in the transaction of the next append, if the database exists.
func (w *writer) readAhead(f func(*reader) error) (done bool, err error) {
	if exists, err := w.identity.check(0); err != nil || !exists {
		return false, err
	}
	if err := w.connect(); err != nil {
		return true, err
	}
	if err = w.conn.readAhead(f); !healthy(err) {
		err = errors.Join(err, w.disconnect())
	}
	return true, err
}

// abandon ends a transaction without an append.
func (w *writer) abandon() {
	if w.conn != nil && w.conn.begun && w.conn.undo() != nil {
		_ = w.disconnect() // this also ends the transaction
	}
}

// connect opens the database, and creates it if there is none. It detects that the file was replaced.
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

// checkpoint moves the write-ahead log into the database file as far as readers allow. It does nothing while a writer
// is active, because that writer will schedule it again. A failure loses no data, and the next commit reports it if it
// persists.
func (w *writer) checkpoint() {
	select {
	case w.leader <- struct{}{}:
	default:
		return
	}
	defer w.stepDown()
	if w.dirty && w.conn != nil {
		w.dirty = false
		_ = w.conn.exec("PRAGMA wal_checkpoint(PASSIVE)")
	}
}
