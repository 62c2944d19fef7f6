package sqlite

import (
	"database/sql/driver"
	"errors"
	"fmt"
)

// pageBytes is SQLite's default page size, the unit of the limit on the file.
const pageBytes = 4096

// writeConn is the connection of the writer.
type writeConn struct {
	*conn
	begin      *statement
	commit     *statement
	rollback   *statement
	position   *statement
	stream     *statement
	newStream  *statement
	moveStream *statement
	insert     *statement
	taken      *statement // the events of a stream from a revision on
	placed     *statement // the events from a position on
	recorded   *statement // the event at a position
	hashAt     *statement // the hash of an event of a stream

	standing *statement // nil until needed; only copies of a log have it
	replace  *statement // replaces the standing

	begun   bool    // a transaction is open
	broken  bool    // a transaction could not be ended; only closing the connection ends it
	ahead   *reader // reads the state for the next append; nil until needed
	streams streamCache
	wal     *walFile // nil if commits need not be durable
}

func newWriteConn(path string, options Options) (*writeConn, error) {
	// NORMAL flushes the log only before a checkpoint, because the writer itself flushes it after its commits.
	pragmas := []string{"foreign_keys=0", "synchronous=NORMAL", cacheOf(options), checkpointOf(options), walLimit}
	c, err := connect(path, false, pragmas...)
	if err != nil {
		return nil, err
	}
	w := &writeConn{conn: c}
	if !options.Refetchable {
		w.wal = &walFile{path: path + "-wal"}
	}
	if err := errors.Join(checkSchema(c, path), w.limit(options.MaxBytes), w.prepare()); err != nil {
		return nil, errors.Join(err, c.close())
	}
	if err := w.moveLog(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return w, nil
}

// moveLog moves the content of the write-ahead log into the database file, as far as readers allow, and thereby flushes
// both. The log may come from a process whose flush failed. The system may then have its pages only in memory, although
// it counts them as written. Moving the log writes their content again.
func (w *writeConn) moveLog() error {
	if w.wal == nil {
		return nil
	}
	return w.exec("PRAGMA wal_checkpoint(PASSIVE)")
}

func (w *writeConn) limit(maxBytes int64) error {
	if maxBytes <= 0 {
		return nil
	}
	return w.exec(fmt.Sprintf("PRAGMA max_page_count=%d", max(1, maxBytes/pageBytes)))
}

func (w *writeConn) prepare() (err error) {
	for _, p := range []struct {
		to  **statement
		sql string
	}{
		{&w.begin, `BEGIN IMMEDIATE`},
		{&w.commit, `COMMIT`},
		{&w.rollback, `ROLLBACK`},
		{&w.position, `SELECT position FROM events ORDER BY position DESC LIMIT 1`},
		{&w.stream, `SELECT id, revision, position, hash FROM streams WHERE name = ?`},
		{&w.newStream, `INSERT INTO streams (name, revision, position, hash) VALUES (?, ?, ?, ?) RETURNING id`},
		{&w.moveStream, `UPDATE streams SET revision = ?, position = ?, hash = ? WHERE id = ?`},
		{&w.insert, `INSERT INTO events
			(position, stream, revision, id, type, schema, data, meta, recorded_at, prev_hash, hash)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&w.taken, `SELECT position, id FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?+0`},
		{&w.placed, `SELECT stream, revision, id FROM events WHERE position >= ? ORDER BY position LIMIT ?+0`},
		{&w.recorded, `SELECT s.name, e.revision, e.hash FROM events e JOIN streams s ON s.id = e.stream
			WHERE e.position = ?`},
		{&w.hashAt, `SELECT hash FROM events WHERE stream = ? AND revision = ?`},
	} {
		if *p.to, err = w.conn.prepare(p.sql); err != nil {
			return err
		}
	}
	return nil
}

// transact judges and writes the requests in one transaction. It returns the last position written, or 0 if no request
// was written. After that the events can be read, but they are durable only once the log is flushed.
func (w *writeConn) transact(group []*request) (outcomes []outcome, last uint64, err error) {
	if err := w.open(); err != nil {
		return nil, 0, err
	}
	if w.wal != nil {
		w.wal.before()
	}
	t := transaction{conn: w}
	outcomes, err = t.run(group)
	if err == nil && t.wrote {
		if err = w.commit.exec(); err == nil {
			w.begun = false
			w.streams.position = t.position
			if w.wal != nil {
				err = w.wal.after()
			}
			return outcomes, t.position, err
		}
	}
	w.streams.forget()
	if undone := w.undo(); undone != nil {
		w.broken = true
		err = errors.Join(err, undone)
	}
	return outcomes, 0, err
}

// open begins a transaction unless one is open.
func (w *writeConn) open() error {
	if w.begun {
		return nil
	}
	err := w.begin.exec()
	w.begun = err == nil
	return err
}

// readAhead runs f in the transaction of the next append. The append is judged on the state that f reads, and writes to
// the pages that f has loaded.
func (w *writeConn) readAhead(f func(*reader) error) (err error) {
	if w.ahead == nil {
		if w.ahead, err = readerOn(w.conn); err != nil {
			return err
		}
	}
	if err := w.open(); err != nil {
		return err
	}
	return f(w.ahead)
}

// close closes the log file before the database, because the last connection to close a database removes the log.
func (w *writeConn) close() error {
	var err error
	if w.wal != nil {
		err = w.wal.close()
	}
	return errors.Join(err, w.conn.close())
}

// undo rolls back a transaction. SQLite rolls back by itself after some errors; then undo does nothing.
func (w *writeConn) undo() error {
	w.begun = false
	err := w.rollback.exec()
	if err != nil && w.idle() {
		return nil
	}
	return err
}

// idle reports whether no transaction is open. A BEGIN inside a transaction would be refused.
func (w *writeConn) idle() bool {
	return w.exec("BEGIN") == nil && w.exec("ROLLBACK") == nil
}

// visitOne runs a query with at most one row.
func visitOne(st *statement, visit func(*columns), args ...driver.Value) (found bool, err error) {
	err = st.query(func(row []driver.Value) error {
		c := columns{row: row}
		visit(&c)
		found = true
		return c.err
	}, args...)
	return found, err
}
