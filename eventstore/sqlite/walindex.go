package sqlite

import (
	"encoding/binary"
	"sync"
)

// headerSize is the length in bytes of one of the two copies of the header of SQLite's index of the write-ahead log.
const headerSize = 48

// indexHeader is changed by each commit of any process: it has a counter of transactions, the number of the log's
// frames, a checksum of them all and the log's salt. SQLite's readers compare it to learn whether what they have read
// still holds. Its shape is in https://sqlite.org/walformat.html, section 2.1.
type indexHeader [headerSize]byte

// indexVersion is of the only format of the index that there is. Its numbers stand in the machine's byte order.
const indexVersion = 3007000

// settled reports whether two copies are those of a log that nobody is changing at this moment.
func settled(copies [2]indexHeader) bool {
	const initialized = 12 // the place of the byte that says so
	h := copies[0]
	return h == copies[1] && binary.NativeEndian.Uint32(h[:4]) == indexVersion && h[initialized] == 1
}

// transactions counts those of all processes; it begins anew when a log is recovered.
func (h indexHeader) transactions() uint32 { return binary.NativeEndian.Uint32(h[8:12]) }

// walIndex tells whether any process has committed since an earlier look, for a fraction of what a query costs: that
// begins and ends with locks of a file, and a look is one call of the system.
//
// It keeps a connection of its own. While one is open, no process removes the index to make another.
type walIndex struct {
	readers *readerPool

	mu   sync.Mutex
	held *reader    // nil before the first look
	file *indexFile // nil when it cannot be read
}

// look returns the header; ok is false when there is none to rely on, and the caller has to ask the database.
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

// begin opens the index of a database that is there. It keeps no error: the queries meet it too.
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
