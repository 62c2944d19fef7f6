package sqlite

import (
	"context"
	"errors"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

const (
	// busyTimeout is the time in milliseconds to wait while SQLite itself holds a lock that a reader or writer needs:
	// during recovery after a crash, or while the last process closes.
	busyTimeout = "busy_timeout=5000"
	// readerCache is the page cache of one reader in KiB (negative by SQLite's convention). It holds the upper levels
	// of both trees of a store with some millions of events. Their leaves come from the system's cache.
	readerCache = "cache_size=-8192"
	// maxReaders is the maximum number of connections that read at the same time; further readers queue. The same
	// number is kept open for later calls, because opening a connection takes ten times as long as reading a head, and
	// longer than waiting for a free connection.
	maxReaders = 8
)

// reader is a connection that only reads.
type reader struct {
	conn     *conn
	head     *statement
	position *statement
	streams  *statement
	first    *statement // the first page of forward, with the head
	forward  *statement
	backward *statement
	all      *statement
	standing *statement            // nil until needed
	filled   int                   // events in the last page
	room     []eventstore.Recorded // for the next page; nil to make it
}

func newReader(path string) (*reader, error) {
	c, err := connect(path, false, readerCache, "query_only=1")
	if err != nil {
		return nil, err
	}
	r, err := readerOn(c)
	if err := errors.Join(checkSchema(c, path), err); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return r, nil
}

// readerOn returns a reader that shares an existing connection.
func readerOn(c *conn) (*reader, error) {
	r := &reader{conn: c}
	return r, r.prepare()
}

// prepare prepares the statements. It writes the limits as ?+0, because SQLite uses the value of a plain parameter to
// plan a query. It would compile the statement again for each value, which takes twice as long as everything else.
func (r *reader) prepare() (err error) {
	const event = `e.position, e.revision, e.id, e.type, e.schema,
		CAST(e.data AS BLOB), CAST(e.meta AS BLOB), e.recorded_at, e.prev_hash, e.hash`
	for _, p := range []struct {
		to  **statement
		sql string
	}{
		{&r.head, `SELECT id, revision, position, hash FROM streams WHERE name = ?`},
		{&r.position, `SELECT position FROM events ORDER BY position DESC LIMIT 1`},
		{&r.streams, `SELECT name, revision, position, hash FROM streams WHERE name >= ? ORDER BY name`},
		{&r.first, `SELECT ` + event + `, s.id, s.revision FROM streams s CROSS JOIN events e ON e.stream = s.id
			WHERE s.name = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?+0`},
		{&r.forward, `SELECT ` + event + ` FROM events e
			WHERE e.stream = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?+0`},
		{&r.backward, `SELECT ` + event + ` FROM events e
			WHERE e.stream = ? AND e.revision <= ? ORDER BY e.revision DESC LIMIT ?+0`},
		{&r.all, `SELECT ` + event + `, s.name FROM events e CROSS JOIN streams s ON s.id = e.stream
			WHERE e.position > ? ORDER BY e.position LIMIT ?+0`},
	} {
		if *p.to, err = r.conn.prepare(p.sql); err != nil {
			return err
		}
	}
	return nil
}

// readerPool keeps readers open between calls. A reader is taken from the pool for one query only, and never while a
// caller processes the results. Otherwise a slow caller would hold a read transaction and let the write-ahead log grow.
type readerPool struct {
	identity *identity
	slots    chan struct{} // one for each reader in use

	mu   sync.Mutex
	idle []*reader
}

func newReaderPool(file *identity) *readerPool {
	return &readerPool{identity: file, slots: make(chan struct{}, maxReaders)}
}

// take returns a reader, or nil if the database file does not exist yet.
func (p *readerPool) take(ctx context.Context) (*reader, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r, err := p.reuseOrOpen()
	if r == nil {
		<-p.slots
	}
	return r, err
}

func (p *readerPool) reuseOrOpen() (*reader, error) {
	exists, err := p.identity.check(identityLapse)
	if err != nil || !exists {
		return nil, err
	}
	if r := p.reuse(); r != nil {
		return r, nil
	}
	return newReader(p.identity.path)
}

// reuse returns the most recently used reader, whose cache is the warmest.
func (p *readerPool) reuse() *reader {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return nil
	}
	r := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return r
}

// give returns a reader to the pool. After an error of the database the reader is closed instead.
func (p *readerPool) give(r *reader, err error) {
	defer func() { <-p.slots }()
	p.mu.Lock()
	defer p.mu.Unlock()
	if healthy(err) && len(p.idle) < maxReaders {
		p.idle = append(p.idle, r)
		return
	}
	// The query has already reported any problem with the reader.
	_ = r.conn.close()
}

// healthy reports whether a connection can still be used after an error of a read.
func healthy(err error) bool { return err == nil || errors.Is(err, eventstore.ErrStreamNotFound) }

// close closes the readers. It must be called when no reader is in use.
func (p *readerPool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, r := range p.idle {
		errs = append(errs, r.conn.close())
	}
	p.idle = nil
	return errors.Join(errs...)
}
