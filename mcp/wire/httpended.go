package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// endings holds the sessions that clients ended. They are stored in a file to which all processes on a store append a
// record of nonce and start time for each session. A session that ended in one process has thus ended in all of them,
// and remains so after a restart.
type endings struct {
	mu   sync.Mutex
	file *os.File // nil if the record is only in memory
	read int64    // number of bytes of the file that were read
	all  map[nonce]uint32
	last []nonce // in the order in which they were ended
}

const (
	endingLength = nonceLength + issuedLength
	// maxEndings is how many ended sessions are remembered, 3 MB. An older ended session would be accepted again, but
	// only for its own principal.
	maxEndings = 50_000
)

// openEndings opens and reads the file.
func openEndings(path string) (*endings, error) {
	e := &endings{all: map[nonce]uint32{}}
	if path == "" {
		return e, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the record of ended sessions: %w", err)
	}
	e.file = f
	return e, e.refresh()
}

func (e *endings) close() error {
	if e.file == nil {
		return nil
	}
	return e.file.Close()
}

// refresh reads the records that other processes appended. A process empties the file when it has become too long; the
// file is then read from its start.
func (e *endings) refresh() error {
	if e.file == nil {
		return nil
	}
	info, err := e.file.Stat()
	if err != nil {
		return fmt.Errorf("read the record of ended sessions: %w", err)
	}
	if info.Size() < e.read {
		e.read = 0
	}
	whole := info.Size() - info.Size()%endingLength
	if whole == e.read {
		return nil
	}
	text := make([]byte, whole-e.read)
	if _, err := e.file.ReadAt(text, e.read); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the record of ended sessions: %w", err)
	}
	e.read = whole
	for ; len(text) > 0; text = text[endingLength:] {
		e.remember(nonce(text), binary.BigEndian.Uint32(text[nonceLength:]))
	}
	return nil
}

func (e *endings) remember(n nonce, issued uint32) {
	if _, known := e.all[n]; known {
		return
	}
	e.all[n] = issued
	e.last = append(e.last, n)
	for len(e.last) > maxEndings || len(e.last) > 0 && e.past(e.last[0]) {
		delete(e.all, e.last[0])
		e.last = e.last[1:]
	}
}

// past reports whether a session is older than any session may become.
func (e *endings) past(n nonce) bool {
	return time.Since(time.Unix(int64(e.all[n]), 0)) > sessionLifetime+clockSkew
}

// has reports whether a session was ended. If the file cannot be read, it knows only the sessions that were read
// before.
func (e *endings) has(n nonce) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_ = e.refresh()
	_, ended := e.all[n]
	return ended
}

// add records that a session has ended.
func (e *endings) add(n nonce, issued uint32) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.file == nil {
		e.remember(n, issued)
		return nil
	}
	if err := e.refresh(); err != nil {
		return err
	}
	if _, known := e.all[n]; known {
		return nil
	}
	if e.read >= 2*maxEndings*endingLength {
		if err := e.file.Truncate(0); err != nil {
			return fmt.Errorf("shorten the record of ended sessions: %w", err)
		}
		e.read = 0
	}
	record := binary.BigEndian.AppendUint32(append(make([]byte, 0, endingLength), n[:]...), issued)
	if _, err := e.file.Write(record); err != nil {
		return fmt.Errorf("record that a session ended: %w", err)
	}
	e.remember(n, issued)
	return nil
}
