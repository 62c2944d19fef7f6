package sqlite

import (
	"encoding/binary"
	"sync"
)

// headerSize is the length in bytes of one of the two copies of the header in SQLite's index of the write-ahead log.
const headerSize = 48

// indexHeader changes with each commit of any process. It holds a counter of transactions, the number of frames in the
// log, a checksum of all frames, and the log's salt. SQLite's readers compare it to find out whether the data that they
// have read is still valid. Its format is in https://sqlite.org/walformat.html, section 2.1.
type indexHeader [headerSize]byte

// indexVersion identifies the only existing format of the index. Its numbers are in the machine's byte order.
const indexVersion = 3007000

// settled reports whether two copies belong to a log that no process is changing at this moment.
func settled(copies [2]indexHeader) bool {
	const initialized = 12 // offset of the byte that marks the header as initialized
	h := copies[0]
	return h == copies[1] && binary.NativeEndian.Uint32(h[:4]) == indexVersion && h[initialized] == 1
}

// transactions returns the number of transactions of all processes. The number restarts when a log is recovered.
func (h indexHeader) transactions() uint32 { return binary.NativeEndian.Uint32(h[8:12]) }

// walIndex detects whether any process has committed since an earlier look. A look is one system call. A query would
// cost several times as much, because it begins and ends with file locks.
//
// walIndex keeps a separate connection open. This prevents every process from removing the index and creating another
// one.
type walIndex struct {
	readers *readerPool

	mu   sync.Mutex
	held *reader    // nil until the first look
	file *indexFile // nil if the index cannot be read
}

// look returns the header of the index. If the header is not reliable, ok is false and the caller must query the
// database.
func (w *walIndex) look() (h indexHeader, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.held == nil {
		w.begin()
	}
	if w.file == nil {
		return h, false
	}
	if _, err := w.readers.identity.check(identityLapse); err != nil {
		return h, false
	}
	copies, err := w.file.headers()
	return copies[0], err == nil && settled(copies)
}

// begin opens the index of an existing database. It ignores errors, because the queries will report them.
func (w *walIndex) begin() {
	var err error
	if w.held, err = w.readers.reuseOrOpen(); err != nil || w.held == nil {
		w.held = nil
		return
	}
	if w.file, err = openIndex(w.readers.identity.path + "-shm"); err != nil {
		w.file = nil
	}
}

func (w *walIndex) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.held == nil {
		return nil
	}
	w.file = nil
	return w.held.conn.close()
}
